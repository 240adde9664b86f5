// System identification: parameters of a model from recordings, by Gauss-Newton steps within bounds (Levenberg, 1944; Marquardt, 1963)
// on a batch of varied models, with standard errors from the Jacobian.
import { MjError, demand } from '../engine/error.js';
import { createBatch } from '../batch/create.js';
import { load } from '../sim/load.js';
import { makeVfs } from '../sim/reader.js';
import { Simulation } from '../sim/simulation.js';
import { modelValues, readParameters, variedFields, writeValues } from './identify_parameters.js';
import { eigenSymmetric, factorCholesky, identity, solveCholesky } from './linear.js';
import { checkRecording } from './recordings.js';

/** @typedef {import('../batch/batch.js').Batch} Batch */
/** @typedef {import('./recordings.js').Recording} Recording */
/** @typedef {import('./identify_parameters.js').IdentifyParameter} IdentifyParameter */
/** @typedef {import('./identify_parameters.js').Unknown} Unknown */

/**
 * @typedef {object} IdentifyOptions
 * @property {Record<string, number>} [noise] deviation of each sensor's noise, by name; estimated when left out
 * @property {number} [iterations] most steps (30)
 * @property {number} [tolerance] ends when a step changes nothing by more than this part of its scale (1e-7)
 * @property {number | 'auto'} [workers] number of threads, as in createBatch
 * @property {AbortSignal} [signal] ends it: rejected with its reason
 * @property {(state: { iteration: number, cost: number, values: Float64Array }) => void} [onIteration] told after each step
 *
 * @typedef {object} Estimate
 * @property {string} name
 * @property {number} value
 * @property {number} error standard error, a number of the value's own units
 * @property {number} start
 * @property {boolean} atBound whether it lies at a bound, which standard errors know nothing of
 *
 * @typedef {object} Fit readings of a recording as the identified model gives them
 * @property {Float64Array} times (n), seconds
 * @property {Record<string, Float64Array>} measured by sensor (n x dimension)
 * @property {Record<string, Float64Array>} predicted by sensor (n x dimension)
 */

/** A recording laid out on the steps of the simulation. */
class Track {
  /** @param {Simulation} simulation @param {Recording} recording */
  constructor(simulation, recording) {
    const { model, timestep } = simulation;
    this.recording = recording;
    this.times = Float64Array.from(recording.times);
    const [first] = this.times;
    this.steps = Math.ceil((this.times[this.times.length - 1] - first) / timestep - 1e-9) + 1;
    this.state = Float64Array.from(recording.state ?? simulation.saveState());
    const { nq, nv } = model;
    if (!recording.state) {
      if (recording.qpos) this.state.set(recording.qpos, 1);
      if (recording.qvel) this.state.set(recording.qvel, 1 + nq);
    }
    demand(
      this.state.length === simulation.saveState().length && 1 + nq + nv <= this.state.length,
      'identify: the state of a recording is as saveState gives it',
      this.state.length,
    );
    /** Where readings are, in steps. */
    this.places = this.times.map((time) => (time - first) / timestep);
    const names = simulation.names('sensor');
    this.sensors = Object.entries(recording.sensors).map(([name, readings]) => {
      const id = names.indexOf(name);
      const [at, width] = [model.sensor_adr[id], model.sensor_dim[id]];
      return { name, at, width, readings: Float64Array.from(readings) };
    });
  }

  /**
   * Controls of each step.
   * @param {number} delay seconds by which they come late
   * @param {number} timestep
   * @param {number} nu
   * @param {Float64Array} target (steps x nu and beyond)
   * @param {number} start
   * @param {boolean} isSmooth whether they go straight between rows, so that a delay has a slope
   */
  controls(delay, timestep, nu, target, start, isSmooth) {
    const { times } = this;
    const { controls } = this.recording;
    let row = 0;
    for (let k = 0; k < this.steps; k++) {
      const time = times[0] + k * timestep - delay;
      while (row + 1 < times.length && times[row + 1] <= time + 1e-9) row++;
      const next = Math.min(row + 1, times.length - 1);
      const span = times[next] - times[row];
      const t = isSmooth && span > 0 ? Math.min(1, Math.max(0, (time - times[row]) / span)) : 0;
      for (let i = 0; i < nu; i++) {
        const [a, b] = [controls[row * nu + i], controls[next * nu + i]];
        target[start + k * nu + i] = a + t * (b - a);
      }
    }
  }

  /** Readings of a sensor at the recording's times. @param {Float64Array} data (steps x width of all) @param {number} width @param {{ at: number, width: number }} sensor */
  predicted(data, width, { at, width: own }) {
    const result = new Float64Array(this.times.length * own);
    this.places.forEach((place, i) => {
      const k = Math.min(this.steps - 1, Math.floor(place + 1e-9));
      const next = Math.min(this.steps - 1, k + 1);
      const t = Math.max(0, place - k);
      for (let j = 0; j < own; j++) {
        const [a, b] = [data[k * width + at + j], data[next * width + at + j]];
        result[i * own + j] = a + (t < 1e-9 ? 0 : t * (b - a));
      }
    });
    return result;
  }
}

/** Simulates recordings under many sets of values at once. */
class Bench {
  /** @param {Batch} batch @param {Simulation} simulation @param {Unknown[]} unknowns @param {Track[]} tracks */
  constructor(batch, simulation, unknowns, tracks) {
    this.batch = batch;
    this.simulation = simulation;
    this.unknowns = unknowns;
    this.tracks = tracks;
    this.fields = new Map(
      variedFields(unknowns).map((field) => [
        field,
        {
          rows: batch.vary(/** @type {'body_mass'} */ (field)),
          width: batch.width(field),
          original: modelValues(simulation, field),
        },
      ]),
    );
    this.steps = Math.max(...tracks.map(({ steps }) => steps));
    /** How many sets of values go at once. */
    this.sets = Math.floor(batch.count / tracks.length);
  }

  /**
   * Readings under each set of values; null where it diverged.
   * @param {Float64Array[]} sets
   * @param {AbortSignal} [signal]
   * @returns {Promise<(Float64Array[][] | null)[]>} of each set, of each recording, of each of its sensors
   */
  async run(sets, signal) {
    /** @type {(Float64Array[][] | null)[]} */
    const results = [];
    for (let at = 0; at < sets.length; at += this.sets)
      results.push(...(await this.#some(sets.slice(at, at + this.sets), signal)));
    return results;
  }

  /** @param {Float64Array[]} sets @param {AbortSignal | undefined} signal */
  async #some(sets, signal) {
    const { batch, tracks, steps, unknowns, simulation } = this;
    const { nu } = simulation.model;
    const count = sets.length * tracks.length;
    const controls = new Float64Array(batch.count * steps * nu);
    const initial = new Float64Array(batch.count * batch.stateSize);
    const delayed = unknowns.findIndex(({ delay }) => delay);
    for (let i = 0; i < count; i++) {
      const values = sets[Math.floor(i / tracks.length)];
      const track = tracks[i % tracks.length];
      writeValues(unknowns, values, (field) => {
        const { rows, width, original } =
          /** @type {NonNullable<ReturnType<Bench['fields']['get']>>} */ (this.fields.get(field));
        return { row: rows.subarray(i * width, (i + 1) * width), original };
      });
      const delay = delayed < 0 ? 0 : values[delayed];
      track.controls(delay, simulation.timestep, nu, controls, i * steps * nu, delayed >= 0);
      initial.set(track.state, i * batch.stateSize);
    }
    const mask = new Uint8Array(batch.count).fill(1, 0, count);
    const { recorded, good } = await batch.rollout({
      steps,
      controls,
      initial,
      record: ['sensordata'],
      mask,
      signal,
    });
    const data = recorded.sensordata ?? new Float64Array();
    const width = batch.width('sensordata');
    return sets.map((_, s) => {
      const rows = tracks.map((__, r) => s * tracks.length + r);
      if (rows.some((row, r) => good[row] < tracks[r].steps)) return null;
      return rows.map((row, r) =>
        tracks[r].sensors.map((sensor) =>
          tracks[r].predicted(data.subarray(row * steps * width), width, sensor),
        ),
      );
    });
  }
}

/** Numbers of the search. */
class Search {
  /** @param {Bench} bench @param {IdentifyOptions} options */
  constructor(bench, options) {
    this.bench = bench;
    this.options = options;
    const names = new Set(bench.tracks.flatMap(({ sensors }) => sensors.map(({ name }) => name)));
    /** Deviation of the noise of each sensor. @type {Map<string, number>} */
    this.noise = new Map([...names].map((name) => [name, options.noise?.[name] ?? 1]));
    for (const [name, deviation] of this.noise)
      demand(deviation > 0, `identify: the noise of '${name}' is a positive number`, deviation);
    this.isKnown = [...names].every((name) => options.noise?.[name] !== undefined);
  }

  /** Weighted differences of readings, and of priors. @param {Float64Array[][]} readings @param {Float64Array} values */
  residual(readings, values) {
    const { tracks, unknowns } = this.bench;
    /** @type {number[]} */
    const all = [];
    tracks.forEach(({ sensors }, r) =>
      sensors.forEach(({ name, readings: measured }, s) => {
        const deviation = this.noise.get(name) ?? 1;
        const predicted = readings[r][s];
        for (let i = 0; i < measured.length; i++)
          all.push(Number.isNaN(measured[i]) ? 0 : (predicted[i] - measured[i]) / deviation);
      }),
    );
    unknowns.forEach(({ prior }, k) => {
      if (prior) all.push((values[k] - prior.mean) / prior.deviation);
    });
    return Float64Array.from(all);
  }

  /** Residual and its slopes in scaled units. @param {Float64Array} values */
  async linearize(values) {
    const { unknowns } = this.bench;
    const sets = [values];
    const sizes = unknowns.map(({ scale, low, high }, k) => {
      const size = 1e-4 * scale;
      const up = Math.min(high, values[k] + size);
      const down = Math.max(low, values[k] - size);
      for (const value of [up, down]) {
        const set = Float64Array.from(values);
        set[k] = value;
        sets.push(set);
      }
      return (up - down) / scale;
    });
    const results = await this.bench.run(sets, this.options.signal);
    if (results.some((result) => !result))
      throw new MjError(
        'identify: the simulation diverges near the present values: start elsewhere, or give bounds',
      );
    const readings = /** @type {Float64Array[][][]} */ (results);
    const residual = this.residual(readings[0], values);
    const slopes = unknowns.map((_, k) => {
      const up = this.residual(readings[1 + 2 * k], sets[1 + 2 * k]);
      const down = this.residual(readings[2 + 2 * k], sets[2 + 2 * k]);
      return up.map((value, i) => (value - down[i]) / sizes[k]);
    });
    return { residual, slopes, readings: readings[0] };
  }

  /** Normal equations. @param {Float64Array} residual @param {Float64Array[]} slopes */
  normal(residual, slopes) {
    const n = slopes.length;
    const H = new Float64Array(n * n);
    const g = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      for (let r = 0; r < residual.length; r++) g[i] += slopes[i][r] * residual[r];
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let r = 0; r < residual.length; r++) sum += slopes[i][r] * slopes[j][r];
        H[i * n + j] = H[j * n + i] = sum;
      }
    }
    return { H, g };
  }

  /** Steps to the least sum of squares. @param {Float64Array} start @returns {Promise<{ values: Float64Array, iterations: number }>} */
  async descend(start) {
    const { unknowns, simulation } = this.bench;
    const { iterations = 30, tolerance = 1e-7 } = this.options;
    const n = unknowns.length;
    /** @type {Float64Array} */
    let values = Float64Array.from(start);
    let damping = 1e-3;
    let count = 0;
    while (count < iterations) {
      this.options.signal?.throwIfAborted();
      count++;
      const { residual, slopes } = await this.linearize(values);
      const { H, g } = this.normal(residual, slopes);
      const cost = half(residual);
      const low = unknowns.map((u, k) => Math.max(-1e3, (u.low - values[k]) / u.scale));
      const high = unknowns.map((u, k) => Math.min(1e3, (u.high - values[k]) / u.scale));
      // several dampings at once: the batch has room
      const dampings = [damping / 100, damping, damping * 30, damping * 1000];
      const sets = dampings.map((factor) => {
        const stiff = Float64Array.from(H);
        for (let i = 0; i < n; i++) stiff[i * n + i] += factor * (H[i * n + i] + 1e-12) + 1e-12;
        const step = boxed(simulation, stiff, g, low, high);
        return values.map((value, k) =>
          Math.min(
            unknowns[k].high,
            Math.max(unknowns[k].low, value + step[k] * unknowns[k].scale),
          ),
        );
      });
      const results = await this.bench.run(sets, this.options.signal);
      const costs = results.map((result, i) =>
        result ? half(this.residual(result, sets[i])) : Infinity,
      );
      const best = costs.indexOf(Math.min(...costs));
      if (!(costs[best] < cost)) {
        damping *= 1e4;
        if (damping > 1e10) break;
        continue;
      }
      const change = Math.max(
        ...sets[best].map((value, k) => Math.abs(value - values[k]) / unknowns[k].scale),
      );
      const gained = cost - costs[best];
      values = sets[best];
      damping = Math.max(1e-9, dampings[best]);
      this.options.onIteration?.({ iteration: count, cost: costs[best], values });
      if (change < tolerance || gained < 1e-12 * cost) break;
    }
    return { values, iterations: count };
  }

  /** Sets the deviations of sensors to those of what is left. @param {Float64Array[][]} readings */
  estimateNoise(readings) {
    const { tracks, unknowns } = this.bench;
    /** @type {Map<string, { sum: number, count: number }>} */
    const sums = new Map();
    let total = 0;
    tracks.forEach(({ sensors }, r) =>
      sensors.forEach(({ name, readings: measured }, s) => {
        const entry = sums.get(name) ?? { sum: 0, count: 0 };
        for (let i = 0; i < measured.length; i++) {
          if (Number.isNaN(measured[i])) continue;
          entry.sum += (readings[r][s][i] - measured[i]) ** 2;
          entry.count++;
          total++;
        }
        sums.set(name, entry);
      }),
    );
    const share = total / Math.max(1, total - unknowns.length);
    for (const [name, { sum, count }] of sums)
      if (this.options.noise?.[name] === undefined)
        this.noise.set(name, Math.max(1e-12, Math.sqrt((share * sum) / Math.max(1, count))));
  }
}

/** @param {Float64Array} residual */
const half = (residual) => residual.reduce((sum, value) => sum + value * value, 0) / 2;

/** A step within bounds. @param {Simulation} simulation @param {Float64Array} H @param {Float64Array} g @param {number[]} low @param {number[]} high */
function boxed({ mujoco }, H, g, low, high) {
  const n = g.length;
  const step = new Float64Array(n);
  const wide = high.map((value, i) => Math.max(value, low[i] + 1e-12));
  const rank = mujoco.mju_boxQP(step, new Float64Array(n * (n + 7)), null, H, g, low, wide);
  if (rank >= 0) return step;
  return step.map((_, i) => Math.min(high[i], Math.max(low[i], -g[i] / H[i * n + i])));
}

/** Names what recordings say nothing of. @param {Float64Array} H @param {readonly Unknown[]} unknowns */
function refuseUnidentifiable(H, unknowns) {
  const n = unknowns.length;
  const sizes = Float64Array.from(unknowns, (_, i) => Math.sqrt(H[i * n + i]));
  const largest = Math.max(...sizes);
  const silent = unknowns.filter((_, i) => !(sizes[i] > 1e-9 * largest));
  if (silent.length > 0)
    throw new MjError(
      `identify: ${silent.map(({ name }) => `'${name}'`).join(', ')} cannot be identified: the measured sensors do not depend on it; give it a prior, or record a motion that excites it`,
    );
  const scaled = H.map((value, k) => value / (sizes[Math.floor(k / n)] * sizes[k % n]));
  const { values, vectors } = eigenSymmetric(scaled, n);
  if (values[0] > 1e-9 * values[n - 1]) return;
  const parts = unknowns
    .map(({ name }, i) => ({ name, part: Math.abs(vectors[i * n]) }))
    .filter(({ part }) => part > 0.1)
    .sort((a, b) => b.part - a.part);
  throw new MjError(
    `identify: ${parts.map(({ name }) => `'${name}'`).join(' and ')} cannot be told apart: changes of them have the same effect on the measured sensors; leave one out, or give it a prior`,
  );
}

/** What was found. */
export class Identification {
  #simulation;
  #unknowns;
  #values;

  /**
   * Made by identify.
   * @param {Simulation} simulation of its own, with the values
   * @param {Unknown[]} unknowns
   * @param {Float64Array} values
   * @param {{ covariance: Float64Array, noise: Map<string, number>, iterations: number, cost: number, fits: Fit[] }} found
   */
  constructor(simulation, unknowns, values, { covariance, noise, iterations, cost, fits }) {
    const n = unknowns.length;
    this.#simulation = simulation;
    this.#unknowns = unknowns;
    this.#values = values;
    /** What was identified. @type {Estimate[]} */
    this.estimates = unknowns.map(({ name, start, low, high, scale }, k) => ({
      name,
      value: values[k],
      error: Math.sqrt(covariance[k * n + k]),
      start,
      atBound: values[k] - low < 1e-9 * scale || high - values[k] < 1e-9 * scale,
    }));
    /** Covariance of the estimates (n x n), numbers of their own units. */
    this.covariance = covariance;
    /** Deviation of what is left, by sensor; numbers of the sensor's own units. */
    this.noise = Object.fromEntries(noise);
    /** Number of steps that it took. */
    this.iterations = iterations;
    /** Half the squared sum of what is left, each in units of its noise: a number. */
    this.cost = cost;
    /** Readings as measured and as the model gives them, of each recording. */
    this.fits = fits;
  }

  /** An estimate by its name. @param {string} name @returns {Estimate} */
  estimate(name) {
    const found = this.estimates.find((one) => one.name === name);
    if (found) return found;
    throw new MjError(
      `identification: there is no '${name}': there are ${this.estimates.map((one) => one.name).join(', ')}`,
    );
  }

  /** A simulation with the values found; `dispose` ends it. */
  get simulation() {
    return this.#simulation;
  }

  /** Writes the values into another simulation of the same model. @param {Simulation} simulation */
  apply(simulation) {
    applyValues(simulation, this.#unknowns, this.#values);
    return simulation;
  }

  /** The model as MJCF text with the values found; of a model that was loaded from MJCF or URDF. */
  toXml() {
    const { mujoco, spec, model, files } = this.#simulation;
    // values are written into a spec that was compiled
    const vfs = makeVfs(mujoco, files);
    try {
      mujoco.mj_compile(spec, vfs).delete();
    } finally {
      vfs.delete();
    }
    if (mujoco.mj_copyBack(spec, model) === 0)
      throw new MjError(
        'identification.toXml: the values cannot be written into the source of the model',
      );
    return mujoco.mj_saveXMLString(spec);
  }

  /** Frees the simulation. */
  dispose() {
    this.#simulation.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/** @param {Simulation} simulation @param {readonly Unknown[]} unknowns @param {Float64Array} values */
function applyValues(simulation, unknowns, values) {
  const { model, mujoco } = simulation;
  const rows = new Map(
    variedFields(unknowns).map((field) => {
      const original = modelValues(simulation, field);
      return [field, { row: Float64Array.from(original), original }];
    }),
  );
  writeValues(
    unknowns,
    values,
    (field) => /** @type {{ row: Float64Array, original: Float64Array }} */ (rows.get(field)),
  );
  for (const [field, { row }] of rows) {
    const owner = field.startsWith('opt.') ? model.opt : model;
    const name = field.replace('opt.', '');
    Reflect.set(owner, name, typeof Reflect.get(owner, name) === 'number' ? row[0] : row);
  }
  mujoco.mj_setConst(model, simulation.data);
  simulation.forward();
}

/** Copies a simulation, with the source that its model is written back into. @param {Simulation | import('../sim/source.js').ModelSource} source */
const ownSimulation = async (source) =>
  source instanceof Simulation ? source.clone() : load(source);

/**
 * Finds parameters of a model with which it does what was recorded.
 * @param {Simulation | import('../sim/source.js').ModelSource} model a simulation, which stays as it is, or what `load` takes
 * @param {Recording | readonly Recording[]} recordings
 * @param {readonly IdentifyParameter[]} parameters
 * @param {IdentifyOptions} [options]
 * @returns {Promise<Identification>}
 */
export async function identify(model, recordings, parameters, options = {}) {
  const simulation = await ownSimulation(model);
  /** @type {Batch | null} */
  let batch = null;
  try {
    const list = /** @type {Recording[]} */ ([recordings].flat());
    demand(list.length > 0, 'identify: recordings are { times, controls, sensors }', recordings);
    list.forEach((recording, i) => checkRecording(simulation, recording, i));
    const unknowns = readParameters(simulation, parameters);
    const tracks = list.map((recording) => new Track(simulation, recording));
    const sets = Math.min(2 * unknowns.length + 1, Math.max(4, Math.floor(512 / tracks.length)));
    batch = await createBatch(simulation, {
      count: sets * tracks.length,
      workers: options.workers,
      keep: ['sensordata'],
    });
    const bench = new Bench(batch, simulation, unknowns, tracks);
    return await fit(new Search(bench, options));
  } catch (error) {
    simulation.dispose();
    throw error;
  } finally {
    batch?.dispose();
  }
}

/** @param {Search} search */
async function fit(search) {
  const { unknowns, simulation, tracks } = search.bench;
  const n = unknowns.length;
  /** @type {Float64Array} */
  let values = Float64Array.from(unknowns, ({ start }) => start);
  let iterations = 0;
  // deviations of sensors and values depend on each other: in turns
  for (let round = 0; round < (search.isKnown ? 1 : 3); round++) {
    const about = await search.linearize(values);
    if (round === 0) refuseUnidentifiable(search.normal(about.residual, about.slopes).H, unknowns);
    if (!search.isKnown) search.estimateNoise(about.readings);
    const found = await search.descend(values);
    values = found.values;
    iterations += found.iterations;
  }
  if (!search.isKnown) search.estimateNoise((await search.linearize(values)).readings);
  const { residual, slopes, readings } = await search.linearize(values);
  const { H } = search.normal(residual, slopes);
  refuseUnidentifiable(H, unknowns);
  const covariance = identity(n);
  factorCholesky(H, n);
  solveCholesky(H, covariance, n, n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) covariance[i * n + j] *= unknowns[i].scale * unknowns[j].scale;
  const fits = tracks.map(({ times, sensors }, r) => ({
    times,
    measured: Object.fromEntries(sensors.map(({ name, readings: all }) => [name, all])),
    predicted: Object.fromEntries(sensors.map(({ name }, s) => [name, readings[r][s]])),
  }));
  applyValues(simulation, unknowns, values);
  const { noise } = search;
  return new Identification(simulation, unknowns, values, {
    covariance,
    noise,
    iterations,
    cost: half(residual),
    fits,
  });
}
