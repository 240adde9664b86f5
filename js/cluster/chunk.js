// Runs chunks of one task in this thread. What a simulation comes to depends on the task and its number alone: not on the chunk it is
// in, nor on what ran before.
import { createBatch } from '../batch/create.js';
import { MjError } from '../engine/error.js';
import { setFollow } from './follow.js';
import { pack, unpack } from './pack.js';
import { normal } from './random.js';
import { TaskError, pointOf, recordsOf } from './task.js';

/** @typedef {import('../batch/batch.js').Batch} Batch */
/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('./pack.js').Numbers} Numbers */
/** @typedef {import('./task.js').Chunk} Chunk */
/** @typedef {import('./task.js').ChunkResult} ChunkResult */
/** @typedef {import('./task.js').Failure} Failure */
/** @typedef {import('./task.js').Inputs} Inputs */
/** @typedef {import('./task.js').Task} Task */

/**
 * What metrics and policies are told of their simulation.
 * @typedef {object} RunContext
 * @property {number} index of the simulation in the job
 * @property {number} point
 * @property {number} seed
 * @property {Record<string, number>} values of what varies, by name
 * @property {unknown} argument of the job
 * @property {number} step steps that were taken; of a metric: before the simulation diverged
 *
 * @typedef {(simulation: Simulation, context: RunContext) => number | Record<string, number>} Metric
 * @typedef {(simulation: Simulation, context: RunContext) => ArrayLike<number> | void} Policy
 * @typedef {{ metric: Metric | null, policy: Policy | null }} Functions
 *
 * @typedef {Chunk & { inputs: Inputs | null, skip: Failure[] }} ChunkOrder
 */

const followUrl = new URL('./follow.js', import.meta.url);
const mostRows = 64;
/** Bytes that records of a group may have. */
const recordBytes = 1 << 26;

/** Kinds of noise, parts of the keys of random numbers. */
const streams = { qpos: 1, qvel: 2, ctrl: 3 };

/** @param {unknown} error */
const textOf = (error) =>
  String(/** @type {Partial<Error>} */ (error)?.message ?? error).replace(/^MuJoCo Error: /, '');

/** Columns that tables have in any case. */
const ownColumns = new Set(['index', 'seed', 'good']);

/** @param {unknown} given what a metric gave @returns {Record<string, number>} */
function readMetric(given) {
  const values = typeof given === 'number' ? { metric: given } : given;
  if (values instanceof Promise)
    throw new MjError('a metric must answer at once, it gave a promise');
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new MjError(`a metric gives a number or an object of numbers, it gave ${typeof given}`);
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'number')
      throw new MjError(`a metric gives numbers, '${name}' is ${typeof value}`);
    if (ownColumns.has(name)) throw new MjError(`a metric cannot be called '${name}'`);
  }
  return /** @type {Record<string, number>} */ (values);
}

/** A task that this thread can run. */
export class ChunkRunner {
  #task;
  #batch;
  #functions;
  #progress;
  #pristine;
  /** Simulations of the present group, by row. @type {{ index: number, failure: string, context: RunContext }[]} */
  #group = [];
  /** Controls before noise, of the simulation that runs. */
  #base;
  /** @type {Float64Array | null} */
  #controls;

  /**
   * @param {Task} task
   * @param {Uint8Array} model
   * @param {Functions & { controls: Float64Array | null }} parts
   * @param {Int32Array} progress number of the simulation whose function runs, -1: none; and how many calls there were
   */
  static async open(task, model, parts, progress) {
    const fields = [...new Set(task.axes.flatMap(({ field }) => (field === null ? [] : [field])))];
    const records = task.record.length > 0 ? 8 * task.steps * 64 * task.record.length : 1;
    const rows = Math.min(mostRows, task.points * task.seeds, Math.ceil(recordBytes / records));
    try {
      const batch = await createBatch(model, {
        count: Math.max(1, rows),
        workers: 1,
        keep: /** @type {'sensordata'[]} */ (
          task.record.filter((name) => name !== 'sensordata').concat('sensordata')
        ),
        vary: /** @type {'body_mass'[]} */ (fields),
      });
      return new ChunkRunner(task, batch, parts, progress);
    } catch (error) {
      throw new TaskError(textOf(error), { cause: error });
    }
  }

  /**
   * @param {Task} task
   * @param {Batch} batch
   * @param {Functions & { controls: Float64Array | null }} parts
   * @param {Int32Array} progress
   */
  constructor(task, batch, { controls, ...functions }, progress) {
    this.#task = task;
    this.#batch = batch;
    this.#functions = functions;
    this.#controls = controls;
    this.#progress = progress;
    this.#pristine = batch.snapshot();
    this.#base = new Float64Array(batch.model.nu);
  }

  /**
   * @param {ChunkOrder} order
   * @returns {Promise<Uint8Array>} a packed ChunkResult
   */
  async run({ first, count, inputs, skip }) {
    const { record } = this.#task;
    const skipped = new Map(skip.map(({ index, text }) => [index, text]));
    /** @type {ChunkResult} */
    const result = {
      first,
      count,
      names: [],
      values: new Float64Array(),
      good: new Int32Array(count),
      failures: [],
      recorded: Object.fromEntries(record.map((name) => [name, this.#room(name, count)])),
    };
    /** @type {Record<string, number>[]} */
    const metrics = [];
    const firstPoint = Math.floor(first / this.#task.seeds);
    for (let at = 0; at < count; at += this.#batch.count) {
      const rows = Math.min(this.#batch.count, count - at);
      this.#group = Array.from({ length: rows }, (_, row) =>
        this.#member(first + at + row, inputs, firstPoint, skipped),
      );
      await this.#simulate(inputs, firstPoint, result, at);
      this.#measure(metrics);
      for (const { index, failure } of this.#group)
        if (failure) result.failures.push({ index, text: failure });
    }
    return packResult(result, metrics);
  }

  /** @param {string} name @param {number} count @returns {Numbers} */
  #room(name, count) {
    const width = this.#batch.width(name);
    const rows = this.#batch.field(/** @type {'qpos'} */ (name));
    const Items = /** @type {Float64ArrayConstructor} */ (rows.constructor);
    return new Items(count * recordsOf(this.#task) * width);
  }

  /** @param {number} index @param {Inputs | null} inputs @param {number} firstPoint @param {Map<number, string>} skipped */
  #member(index, inputs, firstPoint, skipped) {
    const { seeds, axes, argument } = this.#task;
    const point = Math.floor(index / seeds);
    const numbers = pointOf(this.#task, point, inputs, firstPoint);
    const values = Object.fromEntries(axes.map(({ free, name }, k) => [free ?? name, numbers[k]]));
    const context = { index, point, seed: index % seeds, values, argument, step: 0 };
    return { index, failure: skipped.get(index) ?? '', context, numbers };
  }

  /** Puts parameters, start and noise into the rows; states to start from, where there are some. @param {Inputs | null} inputs @param {number} firstPoint */
  async #prepare(inputs, firstPoint) {
    const batch = this.#batch;
    const { axes, key, noise } = this.#task;
    batch.restore(this.#pristine);
    this.#group.forEach(({ context }, row) =>
      axes.forEach(({ field, items, free, name }) => {
        if (field === null) return;
        const rows = batch.vary(/** @type {'body_mass'} */ (field));
        const start = row * batch.width(field);
        for (const item of items) rows[start + item] = context.values[free ?? name];
      }),
    );
    await batch.reset(undefined, key >= 0 ? { key } : {});
    const size = batch.stateSize;
    const given = inputs?.initial ?? null;
    const initial = given && new Float64Array(batch.count * size);
    for (let row = 0; given && row < batch.count; row++) {
      const { context } = this.#group[row] ?? this.#group[0];
      const from = (context.point - firstPoint) * size;
      initial?.set(given.subarray(from, from + size), row * size);
    }
    if (noise.qpos === 0 && noise.qvel === 0) return initial;
    const { nq, nv } = batch.model;
    this.#group.forEach(({ context: { seed } }, row) => {
      const [qpos, qvel] = initial
        ? [initial.subarray(row * size + 1), initial.subarray(row * size + 1 + nq)]
        : [batch.qpos.subarray(row * nq), batch.qvel.subarray(row * nv)];
      this.#disturb(qpos.subarray(0, nq), qvel.subarray(0, nv), seed);
    });
    return initial;
  }

  /** @param {Float64Array} qpos @param {Float64Array} qvel @param {number} seed */
  #disturb(qpos, qvel, seed) {
    const { mujoco, model } = this.#batch;
    const { noise } = this.#task;
    const numbers = (/** @type {number} */ stream, /** @type {number} */ scale) =>
      Float64Array.from({ length: model.nv }, (_, k) => scale * normal([seed, stream, k]));
    if (noise.qpos > 0) {
      const moved = Float64Array.from(qpos);
      mujoco.mj_integratePos(model, moved, numbers(streams.qpos, noise.qpos), 1);
      qpos.set(moved);
    }
    if (noise.qvel > 0)
      numbers(streams.qvel, noise.qvel).forEach((number, k) => {
        qvel[k] += number;
      });
  }

  /**
   * @param {Inputs | null} inputs
   * @param {number} firstPoint
   * @param {ChunkResult} result
   * @param {number} at first row of the group in the result
   */
  async #simulate(inputs, firstPoint, result, at) {
    const { steps, record, noise, policy, controller } = this.#task;
    const given = this.#givenControls(inputs, firstPoint);
    const follows = policy !== null || controller !== null || noise.ctrl > 0;
    if (follows)
      setFollow((simulation, { index, step }) => this.#follow(simulation, index, step, given));
    for (;;) {
      const initial = await this.#prepare(inputs, firstPoint);
      const mask = new Uint8Array(this.#batch.count);
      this.#group.forEach(({ failure }, row) => {
        mask[row] = Number(!failure);
      });
      if (!mask.includes(1)) return;
      try {
        const { recorded, good } = await this.#batch.rollout({
          steps,
          mask,
          record: /** @type {'qpos'[]} */ (record),
          ...(initial ? { initial } : {}),
          ...(follows ? { policy: followUrl } : given ? { controls: given } : {}),
        });
        this.#group.forEach(({ failure, context }, row) => {
          if (failure) return;
          context.step = good[row];
          result.good[at + row] = good[row];
          this.#keep(
            /** @type {Record<string, Numbers>} */ (recorded),
            result.recorded,
            row,
            at + row,
          );
        });
        return;
      } catch (error) {
        // those that the engine raised an error for are left out, the others begin again
        const failed = /** @type {{ simulations?: number[] }} */ (error).simulations ?? [];
        if (failed.length === 0) throw error;
        for (const row of failed) this.#group[row].failure ||= textOf(error);
      }
    }
  }

  /** Controls of the rows (rows x steps x nu) when they are given. @param {Inputs | null} inputs @param {number} firstPoint */
  #givenControls(inputs, firstPoint) {
    const size = this.#task.steps * this.#batch.model.nu;
    if (!inputs?.controls && !this.#controls) return null;
    const all = new Float64Array(this.#batch.count * size);
    this.#group.forEach(({ context: { point } }, row) => {
      const from = (point - firstPoint) * size;
      const mine = inputs?.controls?.subarray(from, from + size) ?? this.#controls;
      all.set(/** @type {Float64Array} */ (mine), row * size);
    });
    return all;
  }

  /** @param {Record<string, Numbers>} from @param {Record<string, Numbers>} to @param {number} row @param {number} target */
  #keep(from, to, row, target) {
    const { steps, recordEvery } = this.#task;
    const records = recordsOf(this.#task);
    for (const [name, rows] of Object.entries(from)) {
      const width = this.#batch.width(name);
      for (let k = 0; k < records; k++) {
        const start = (row * steps + (k + 1) * recordEvery - 1) * width;
        to[name].set(rows.subarray(start, start + width), (target * records + k) * width);
      }
    }
  }

  /**
   * Sets the controls of a simulation before a step.
   * @param {Simulation} simulation
   * @param {number} row
   * @param {number} step
   * @param {Float64Array | null} given
   */
  #follow(simulation, row, step, given) {
    const member = this.#group[row];
    const { nu } = this.#batch.model;
    const { noise, every, policy, controller } = this.#task;
    const { data } = simulation;
    const base = this.#base;
    if (step === 0) base.set(data.ctrl);
    else data.ctrl.set(base);
    if (given) base.set(given.subarray((row * this.#task.steps + step) * nu).subarray(0, nu));
    if (step % every === 0 && !member.failure) {
      if (policy) this.#ask(simulation, member, step);
      else if (controller) feedBack(simulation, controller, base);
    }
    for (let k = 0; k < nu; k++) {
      const { seed } = member.context;
      data.ctrl[k] =
        base[k] + (noise.ctrl > 0 ? noise.ctrl * normal([seed, streams.ctrl, step, k]) : 0);
    }
  }

  /** @param {Simulation} simulation @param {{ index: number, failure: string, context: RunContext }} member @param {number} step */
  #ask(simulation, member, step) {
    try {
      const controls = this.#call(member, () =>
        this.#functions.policy?.(simulation, { ...member.context, step }),
      );
      if (controls instanceof Promise)
        throw new MjError('a policy must answer at once, it gave a promise');
      this.#base.set(controls ?? simulation.data.ctrl);
    } catch (error) {
      member.failure = `the policy failed: ${textOf(error)}`;
    }
  }

  /**
   * Calls a function of the program's own; the pool sees which simulation it runs for.
   * @template T
   * @param {{ index: number }} member
   * @param {() => T} body
   */
  #call({ index }, body) {
    Atomics.add(this.#progress, 1, 1);
    Atomics.store(this.#progress, 0, index);
    try {
      return body();
    } finally {
      Atomics.store(this.#progress, 0, -1);
    }
  }

  /** @param {Record<string, number>[]} metrics one more for each simulation of the group */
  #measure(metrics) {
    const { metric } = this.#functions;
    if (!metric) {
      metrics.push(...this.#group.map(() => ({})));
      return;
    }
    this.#batch.visit(
      (simulation, row) => {
        const member = this.#group[row];
        /** @type {Record<string, number>} */
        let values = {};
        if (!member.failure) {
          try {
            simulation.forward();
            values = readMetric(this.#call(member, () => metric(simulation, member.context)));
          } catch (error) {
            member.failure = `the metric failed: ${textOf(error)}`;
          }
        }
        metrics.push(values);
      },
      [...this.#group.keys()],
    );
  }

  dispose() {
    this.#batch.dispose();
  }
}

/**
 * @param {Simulation} simulation
 * @param {import('./task.js').Feedback} feedback
 * @param {Float64Array} ctrl is set
 */
function feedBack({ mujoco, model, data }, { gain, qpos, qvel, ctrl: ctrl0 }, ctrl) {
  const { nv } = model;
  const difference = new Float64Array(nv);
  mujoco.mj_differentiatePos(model, difference, 1, Float64Array.from(qpos), data.qpos);
  for (let i = 0; i < ctrl.length; i++) {
    let value = ctrl0[i];
    for (let k = 0; k < nv; k++) {
      const row = 2 * nv * i + k;
      value -= gain[row] * difference[k] + gain[row + nv] * (data.qvel[k] - qvel[k]);
    }
    ctrl[i] = value;
  }
}

/** @param {ChunkResult} result @param {Record<string, number>[]} metrics */
function packResult({ first, count, good, failures, recorded }, metrics) {
  const names = [...new Set(metrics.flatMap((values) => Object.keys(values)))];
  const values = new Float64Array(count * names.length).fill(NaN);
  metrics.forEach((given, i) =>
    names.forEach((name, k) => {
      if (name in given) values[i * names.length + k] = given[name];
    }),
  );
  const arrays = { values, good, ...recorded };
  return pack({ first, count, names, failures, recorded: Object.keys(recorded) }, arrays);
}

/** @param {Uint8Array} bytes @returns {ChunkResult} */
export function unpackResult(bytes) {
  const { about, arrays } = unpack(bytes);
  const { recorded, ...rest } =
    /** @type {{ first: number, count: number, names: string[], failures: Failure[], recorded: string[] }} */ (
      about
    );
  const { values, good } = arrays;
  return {
    ...rest,
    values: /** @type {Float64Array} */ (values),
    good: /** @type {Int32Array} */ (good),
    recorded: Object.fromEntries(recorded.map((name) => [name, arrays[name]])),
  };
}
