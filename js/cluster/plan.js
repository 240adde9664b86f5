// From what a program asks for to a task, its blobs, and the inputs of chunks. Everything that can be wrong is found here, before
// anything runs.
import { createBatch } from '../batch/create.js';
import { MjError, demand } from '../engine/error.js';
import { modelBytes } from '../sim/binary.js';
import { load } from '../sim/load.js';
import { Simulation, hasCallbacks } from '../sim/simulation.js';
import { hashOf } from './blobs.js';
import { engineBuild } from './build.js';
import { bundleCode } from './code.js';
import { pack } from './pack.js';
import { countOf } from './task.js';
import { axisOf, parseValues } from './values.js';

/** @typedef {import('../sim/source.js').ModelSource} ModelSource */
/** @typedef {import('./task.js').Task} Task */
/** @typedef {import('./task.js').Inputs} Inputs */

/**
 * Feedback without code: ctrl = ctrl0 - gain (x - x0).
 * @typedef {object} Controller
 * @property {ArrayLike<number>} gain (nu x 2 nv): of differences of positions, then of velocities
 * @property {ArrayLike<number>} [qpos] x0 (nq); the reference configuration when left out
 * @property {ArrayLike<number>} [qvel] (nv); zero
 * @property {ArrayLike<number>} [ctrl] ctrl0 (nu); zero
 *
 * What is simulated.
 * @typedef {object} JobOptions
 * @property {ModelSource | Simulation} model
 * @property {number} steps
 * @property {number} [seeds] simulations of each point, which differ in their noise alone (1)
 * @property {{ qpos?: number, qvel?: number, ctrl?: number }} [noise] standard deviations: of starts, in metres or radians and their
 *   rates, and of controls in each step; the same for equal seeds
 * @property {string | number} [key] keyframe to start from
 * @property {ArrayLike<number>} [controls] (steps x nu) for all simulations
 * @property {string | URL} [policy] module that exports a function of simulation and context, which sets controls
 * @property {number} [every] steps between two calls of the policy or controller (1)
 * @property {Controller} [controller]
 * @property {string | URL} [metric] module that exports a function of simulation and context: a number, or an object of numbers, at the end
 * @property {unknown} [argument] JSON for policy and metric
 * @property {readonly string[]} [record] fields to record, as `batch.rollout` does
 * @property {number} [recordEvery] steps between two records (1)
 * @property {number} [limit] seconds that one call of metric or policy may take (10)
 *
 * How it is done.
 * @typedef {object} RunOptions
 * @property {string} [name] by which a job is listed, cancelled and resumed
 * @property {AbortSignal} [signal] ends it; what is done stays done
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(text: string) => void} [onNotice] told of what goes wrong without ending the job
 * @property {number} [verify] part of the chunks that run twice, on different workers where there are some, and are compared (0.01)
 * @property {number} [chunkSeconds] what a chunk should take (2)
 *
 * @typedef {object} Progress
 * @property {number} done simulations
 * @property {number} total
 * @property {number} failed simulations without a result
 * @property {number} rate simulations in a second
 * @property {number} secondsLeft
 * @property {number} busySeconds that threads took for what was not done before
 *
 * @typedef {JobOptions & RunOptions & { vary?: Readonly<Record<string, ArrayLike<number> | string>> }} SweepOptions
 * @typedef {object} PointOptions
 * @property {readonly string[]} [parameters] names of what varies, as in vary
 * @property {ArrayLike<number>} [points] values (count x parameters)
 * @property {ArrayLike<number>} [initial] states (count x stateSize), as `Simulation.saveState` gives
 * @property {number} [count] when nothing else says it
 *
 * @typedef {JobOptions & RunOptions & PointOptions} RolloutsOptions controls may be (count x steps x nu) too
 *
 * @typedef {object} Plan
 * @property {Task} task
 * @property {string} id hash of the task
 * @property {Uint8Array} text the task as it is stored
 * @property {Uint8Array} model
 * @property {Record<string, Uint8Array>} blobs what workers need, by id
 * @property {Inputs | null} inputs of all points
 * @property {{ metric: string | null, policy: string | null }} local addresses of the modules on this machine
 * @property {Float64Array | null} controls for all
 * @property {number} total simulations
 * @property {Record<string, number>} widths of recorded fields
 */

/** @param {Record<string, unknown>} values */
function demandCounts(values) {
  for (const [name, value] of Object.entries(values))
    demand(
      Number.isSafeInteger(value) && Number(value) > 0,
      `${name} is a positive whole number`,
      value,
    );
}

/** @param {JobOptions['noise']} noise */
function readNoise(noise = {}) {
  const { qpos = 0, qvel = 0, ctrl = 0 } = noise;
  for (const [name, value] of Object.entries({ qpos, qvel, ctrl }))
    demand(
      Number.isFinite(value) && value >= 0,
      `noise of ${name} is a number of at least 0`,
      value,
    );
  return { qpos, qvel, ctrl };
}

/** @param {string} what @param {ArrayLike<number>} given @param {number} length */
function numbersOf(what, given, length) {
  demand(given?.length === length, `${what} has ${length} numbers`, given?.length);
  const numbers = Array.from(given, Number);
  demand(
    numbers.every(Number.isFinite),
    `${what} has finite numbers`,
    numbers.find((x) => !Number.isFinite(x)),
  );
  return numbers;
}

/** @param {Simulation} simulation @param {Controller} controller */
function readController({ model }, { gain, qpos = model.qpos0, qvel, ctrl }) {
  const { nq, nv, nu } = model;
  return {
    gain: numbersOf('controller.gain', gain, nu * 2 * nv),
    qpos: numbersOf('controller.qpos', qpos, nq),
    qvel: numbersOf('controller.qvel', qvel ?? new Float64Array(nv), nv),
    ctrl: numbersOf('controller.ctrl', ctrl ?? new Float64Array(nu), nu),
  };
}

/** @param {Simulation} simulation @param {JobOptions['key']} key */
function readKey(simulation, key) {
  return key === undefined ? -1 : simulation.object('key', key).id;
}

/** Refuses fields that cannot be varied or recorded, and tells widths. @param {Simulation} simulation @param {string[]} fields @param {readonly string[]} record */
async function tryFields(simulation, fields, record) {
  const batch = await createBatch(simulation, {
    workers: 1,
    keep: /** @type {'sensordata'[]} */ (record.filter((name) => !stateNames.has(name))),
    vary: /** @type {'body_mass'[]} */ (fields),
  });
  try {
    return Object.fromEntries(record.map((name) => [name, batch.width(name)]));
  } finally {
    batch.dispose();
  }
}

const stateNames = new Set(
  'time qpos qvel act history qacc_warmstart ctrl qfrc_applied xfrc_applied eq_active mocap_pos mocap_quat userdata plugin_state'.split(
    ' ',
  ),
);

/** @param {unknown} argument */
function readArgument(argument) {
  if (argument === undefined) return null;
  const text = JSON.stringify(argument);
  if (text === undefined) throw new MjError(`argument is JSON, got a ${typeof argument}`);
  return JSON.parse(text);
}

/** @param {JobOptions} options */
function checkOptions({ policy, controller, controls, metric, record = [] }) {
  const ways = Object.entries({ policy, controller, controls }).filter(
    ([, given]) => given !== undefined,
  );
  if (ways.length > 1)
    throw new MjError(
      `controls come from one place, got ${ways.map(([name]) => name).join(' and ')}`,
    );
  if (metric === undefined && record.length === 0)
    throw new MjError('nothing is asked for: give a metric, or fields to record');
}

/** Points, starts and controls of each. @typedef {{ axes: string[], values: number[][] | null, points: number, inputs: Inputs | null }} Points */

/**
 * @param {JobOptions} options
 * @param {(simulation: Simulation) => Points} pointsOf
 * @returns {Promise<Plan>}
 */
async function makePlan(options, pointsOf) {
  const { steps, seeds = 1, every = 1, recordEvery = 1, limit = 10 } = options;
  const { metric, policy, controller, record = [] } = options;
  demandCounts({ steps, seeds, every, recordEvery });
  demand(Number.isFinite(limit) && limit > 0, 'limit is a positive number of seconds', limit);
  checkOptions(options);
  const given = options.model instanceof Simulation;
  const simulation =
    options.model instanceof Simulation ? options.model : await load(options.model);
  try {
    if (given && hasCallbacks(simulation))
      throw new MjError(
        'callbacks of this simulation are functions of this program, which cannot run in workers: use a policy',
      );
    const { axes: names, values, points, inputs } = pointsOf(simulation);
    const axes = names.map((name) => axisOf(simulation, name));
    const fields = axes.flatMap(({ field }) => (field === null ? [] : [field]));
    const widths = await tryFields(simulation, fields, record);
    const model = modelBytes(simulation);
    const forAll =
      options.controls && !inputs?.controls
        ? Float64Array.from(numbersOf('controls', options.controls, steps * simulation.model.nu))
        : null;
    const code = {
      metric: metric === undefined ? null : await bundleCode(metric, 'metric'),
      policy: policy === undefined ? null : await bundleCode(policy, 'policy'),
    };
    /** @type {Record<string, Uint8Array>} */
    const blobs = {};
    const put = (/** @type {Uint8Array} */ bytes) => {
      const id = hashOf(bytes);
      blobs[id] = bytes;
      return id;
    };
    const codeOf = (/** @type {{ bytes: Uint8Array, name: string } | null} */ part) =>
      part && { bundle: put(part.bytes), name: part.name };
    /** @type {Task} */
    const task = {
      engine: await engineBuild(),
      model: put(model),
      steps,
      key: readKey(simulation, options.key),
      axes,
      values,
      points,
      seeds,
      noise: readNoise(options.noise),
      controls: forAll && put(pack('controls', { controls: forAll })),
      inputs: inputs && hashOf(pack('inputs', { ...inputs })),
      policy: codeOf(code.policy),
      every,
      controller: controller ? readController(simulation, controller) : null,
      metric: codeOf(code.metric),
      argument: readArgument(options.argument),
      record: [...record],
      recordEvery,
      limit,
    };
    demand(countOf(task) <= 2 ** 31 - 1, 'a job has at most 2147483647 simulations', countOf(task));
    const text = new TextEncoder().encode(JSON.stringify(task));
    const id = put(text);
    const local = { metric: code.metric?.address ?? null, policy: code.policy?.address ?? null };
    return {
      task,
      id,
      text,
      model,
      blobs,
      inputs,
      local,
      controls: forAll,
      total: countOf(task),
      widths,
    };
  } finally {
    if (!given) simulation.dispose();
  }
}

/** Every combination of values. @param {SweepOptions} options */
export function planSweep(options) {
  const vary = Object.entries(options.vary ?? {});
  const values = vary.map(([name, given]) => {
    const numbers =
      typeof given === 'string' ? parseValues(given, name) : Array.from(given, Number);
    demand(numbers.length > 0, `'${name}' varies through some values`, '[]');
    demand(numbers.every(Number.isFinite), `'${name}' varies through numbers`, numbers);
    return numbers;
  });
  const points = values.reduce((product, { length }) => product * length, 1);
  return makePlan(options, () => ({
    axes: vary.map(([name]) => name),
    values,
    points,
    inputs: null,
  }));
}

/** Points that are given one by one. @param {RolloutsOptions} options */
export function planRollouts(options) {
  const { parameters = [], points, initial, controls, steps } = options;
  return makePlan(options, (simulation) => {
    const { mujoco, model } = simulation;
    const state = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_INTEGRATION.value);
    const single = steps * model.nu;
    /** @type {Inputs} */
    const inputs = {};
    /** @type {Record<string, number>} */
    const counts = {};
    /** @param {keyof Inputs} name @param {ArrayLike<number> | undefined} given @param {number} width */
    const take = (name, given, width) => {
      if (given === undefined) return;
      const fits = width > 0 && given.length > 0 && given.length % width === 0;
      demand(fits, `${name} has a multiple of ${width} numbers`, given.length);
      inputs[name] = Float64Array.from(given);
      counts[name] = given.length / width;
    };
    take('points', points, parameters.length);
    take('initial', initial, state);
    if (controls && controls.length !== single) take('controls', controls, single);
    if (parameters.length > 0 && !points) throw new MjError('parameters need points: their values');
    const [first, ...rest] = Object.entries(counts);
    const count = options.count ?? first?.[1] ?? 1;
    demandCounts({ count });
    for (const [name, have] of [...(first ? [first] : []), ...rest])
      if (have !== count)
        throw new MjError(`${name} is for ${have} simulations, there are ${count}`);
    return {
      axes: [...parameters],
      values: parameters.length > 0 ? null : [],
      points: count,
      inputs: first ? inputs : null,
    };
  });
}

/**
 * What comes with a chunk: rows of its points.
 * @param {Plan} plan
 * @param {import('./task.js').Chunk} chunk
 * @returns {Inputs | null}
 */
export function inputsOf({ task, inputs }, { first, count }) {
  if (!inputs) return null;
  const from = Math.floor(first / task.seeds);
  const to = Math.ceil((first + count) / task.seeds);
  /** @type {Inputs} */
  const mine = {};
  for (const name of /** @type {const} */ (['points', 'initial', 'controls'])) {
    const all = inputs[name];
    if (!all) continue;
    const width = all.length / task.points;
    mine[name] = all.slice(from * width, to * width);
  }
  return mine;
}
