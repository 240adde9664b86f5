// Many simulations of one model at once, from many initial states, on all processors.
//
// The workers are those of a batch; here simulations have no rows of their own, each starts from a state of the call. Results do not
// depend on the number of workers: every simulation starts from its state alone.
import { Crew, failureOf } from '../batch/crew.js';
import { Member } from '../batch/member.js';
import { processorCount } from '../batch/port.js';
import { Rows } from '../batch/rows.js';
import { MjError, demand } from '../engine/error.js';
import { untilAborted } from '../sim/abort.js';
import { hasCallbacks } from '../sim/simulation.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

/**
 * @typedef {object} RolloutOptions
 * @property {ArrayLike<number>} [initial] states to start from (count x stateSize), as `pool.state` gives; the simulation's own
 *   state when left out
 * @property {ArrayLike<number>} [control] controls (count x steps x nu), or (steps x nu) for all; zero when left out
 * @property {number} steps number of steps of each simulation
 * @property {number} [count] number of simulations; it follows from initial or control when left out
 * @property {boolean} [states] whether states are wanted (true)
 * @property {boolean} [sensors] whether sensor readings are wanted (true)
 * @property {AbortSignal} [signal] ends the batch; the pool can be used again
 *
 * @typedef {object} RolloutResult
 * @property {number} count number of simulations
 * @property {number} steps number of steps of each
 * @property {Float64Array} states after each step (count x steps x stateSize): time, positions, velocities, ...; empty when not wanted
 * @property {Float64Array} sensors after each step (count x steps x nsensordata); empty when not wanted
 * @property {Int32Array} good number of steps of each simulation before it diverged (count)
 */

/** Parts of a state, in their order. */
const stateFields = ['time', 'qpos', 'qvel', 'act', 'history', 'plugin_state'];
/** Most rows that a worker has in the engine at a time. */
const chunk = 16;

/** A pool of workers with one model. */
export class RolloutPool {
  #simulation;
  #member;
  #crew;

  /**
   * @param {Simulation} simulation
   * @param {Member} member of this thread, which takes no part
   * @param {Crew} crew
   */
  constructor(simulation, member, crew) {
    this.#simulation = simulation;
    this.#member = member;
    this.#crew = crew;
  }

  /** Number of workers. */
  get workers() {
    return this.#crew.threads;
  }

  /** Count of numbers in one state: time, positions, velocities, activations, plugins. */
  get stateSize() {
    const { mujoco, model } = this.#simulation;
    return mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS.value);
  }

  /** The present state of the simulation (stateSize), to start from. */
  get state() {
    const { mujoco, model, data } = this.#simulation;
    const state = new Float64Array(this.stateSize);
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS.value);
    return state;
  }

  /**
   * Simulates.
   * @param {RolloutOptions} options
   * @returns {Promise<RolloutResult>}
   */
  async run(options) {
    if (this.workers === 0) throw new MjError('rollout: the pool was closed');
    refuseCallbacks(this.#simulation);
    const { signal } = options;
    signal?.throwIfAborted();
    const { count, steps, initial, control } = this.#plan(options);
    const { states: wantStates = true, sensors: wantSensors = true } = options;
    const { nsensordata, nu } = this.#simulation.model;
    const size = this.stateSize;
    const states = new Float64Array(wantStates ? count * steps * size : 0);
    const sensors = new Float64Array(wantSensors ? count * steps * nsensordata : 0);
    const rows = this.#rows(count, initial);
    const record = [
      ...(wantStates ? [rows.find('physics')] : []),
      ...(wantSensors ? [rows.find('sensordata')] : []),
    ];
    const into = [...(wantStates ? [states] : []), ...(wantSensors ? [sensors] : [])];
    const work = this.#crew.parts(
      rows,
      (first, some) => ({
        op: 'rollout',
        steps,
        stop: true,
        first,
        controls: control && control.slice(first * steps * nu, (first + some) * steps * nu),
        record,
        into: [],
      }),
      null,
      { signal },
      ({ first }, result) =>
        result.into.forEach((part, k) =>
          into[k].set(part, first * steps * rows.fields[record[k]].width),
        ),
    );
    const { failures } = await untilAborted(work, signal);
    if (failures.length > 0) throw failureOf('rollout', failures);
    const good = Int32Array.from(rows.arrays[rows.find('steps')]);
    return { count, steps, states, sensors, good };
  }

  /** Rows that start at states. @param {number} count @param {Float64Array} initial */
  #rows(count, initial) {
    const { stepper } = this.#member;
    const rows = new Rows(count, false);
    stepper.fields.forEach((field, k) => rows.add(field, stepper.template(k)));
    const size = this.stateSize;
    for (let i = 0; i < count; i++) {
      const state = initial.subarray(i * size, (i + 1) * size);
      rows.arrays[rows.find('physics')].set(state, i * size);
      let at = 0;
      for (const name of stateFields) {
        const k = rows.find(name);
        const { width } = rows.fields[k];
        rows.arrays[k].set(state.subarray(at, at + width), i * width);
        at += width;
      }
    }
    return rows;
  }

  /**
   * Sizes and complete arrays.
   * @param {RolloutOptions} options
   */
  #plan({ initial, control, steps, count }) {
    const { nu } = this.#simulation.model;
    const size = this.stateSize;
    for (const [name, value] of Object.entries({ steps, count: count ?? 1 })) {
      const good = Number.isInteger(value) && value > 0;
      demand(good, `rollout: ${name} must be a positive whole number`, value);
    }
    const start = Float64Array.from(initial ?? this.state);
    const controls = control?.length ? Float64Array.from(control) : null;
    const fits = (/** @type {number} */ length, /** @type {number} */ part) =>
      length > 0 && length % part === 0;
    demand(fits(start.length, size), `rollout: initial must be divisible by ${size}`, start.length);
    demand(
      !controls || fits(controls.length, steps * nu),
      `rollout: control must be divisible by steps x nu = ${steps * nu}`,
      controls?.length,
    );
    const starts = start.length / size;
    const plans = controls ? controls.length / (steps * nu) : 1;
    const total = count ?? Math.max(starts, plans);
    for (const [name, have] of Object.entries({ initial: starts, control: plans })) {
      if (have !== 1 && have !== total)
        throw new MjError(`rollout: ${name} is for ${have} simulations, there are ${total}`);
    }
    return {
      count: total,
      steps,
      initial: repeat(start, starts, total),
      control: controls && repeat(controls, plans, total),
    };
  }

  /** Ends the workers. */
  dispose() {
    if (this.workers === 0) return;
    this.#crew.close();
    this.#member.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/**
 * @param {Float64Array} array
 * @param {number} have
 * @param {number} count
 */
function repeat(array, have, count) {
  if (have === count) return array;
  const result = new Float64Array(array.length * count);
  for (let i = 0; i < count; i++) result.set(array, i * array.length);
  return result;
}

/** @param {Simulation} simulation */
function refuseCallbacks(simulation) {
  if (hasCallbacks(simulation))
    throw new MjError('rollout: workers cannot call back into this program');
}

/**
 * @typedef {object} PoolOptions
 * @property {number} [workers] number of workers; one for each processor when left out
 * @property {() => Worker} [makeWorker] starts a worker that runs `limber/batch-worker`, for bundlers that do not find it by
 *   themselves
 */

/**
 * Starts workers for the model of a simulation.
 * @param {Simulation} simulation
 * @param {PoolOptions} [options]
 * @returns {Promise<RolloutPool>}
 */
export async function createRolloutPool(simulation, options = {}) {
  const { workers = processorCount() } = options;
  demand(Number.isInteger(workers) && workers > 0, 'a pool has at least one worker', workers);
  refuseCallbacks(simulation);
  const { mujoco } = simulation;
  const fields = /** @type {['keep', string][]} */ ([
    ['keep', 'physics'],
    ['keep', 'sensordata'],
  ]);
  const setting = { count: 1, chunk, fields, arrays: null, callbacks: {} };
  const member = await Member.make(Member.copyOf(simulation), setting);
  const { model, data } = member.simulation;
  mujoco.mj_resetData(model, data);
  member.stepper.native.fill(data);
  const { makeWorker } = options;
  const crew = new Crew(member, {
    ...{ workers, here: false, plugins: [], callbacks: {}, makeWorker, chunk, count: 1 },
    shared: false,
  });
  try {
    await crew.open(null);
  } catch (error) {
    crew.close();
    member.dispose();
    throw error;
  }
  return new RolloutPool(simulation, member, crew);
}

/**
 * Simulates many times at once with workers that end afterwards; for repeated use make a pool.
 * @param {Simulation} simulation
 * @param {RolloutOptions & PoolOptions} options
 * @returns {Promise<RolloutResult>}
 */
export async function rollout(simulation, options) {
  const pool = await createRolloutPool(simulation, options);
  try {
    return await pool.run(options);
  } finally {
    pool.dispose();
  }
}
