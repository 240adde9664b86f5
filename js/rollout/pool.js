// Many simulations of one model at once, from many initial states, on all processors.
//
// The workers are those of a batch; here simulations have no rows of their own, each starts from a state of the call. Results do not
// depend on the number of workers: every simulation starts from its state alone.
import { processorCount } from '../batch/port.js';
import { MjError, demand } from '../engine/error.js';
import { untilAborted } from '../sim/abort.js';
import { hasCallbacks } from '../sim/simulation.js';
import { RolloutPoolKind } from './kinds.js';
import { Runner } from './runner.js';

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

/** A pool of workers with one model. */
export class RolloutPool extends RolloutPoolKind {
  #simulation;
  #runner;

  /**
   * @param {Simulation} simulation
   * @param {Runner} runner
   */
  constructor(simulation, runner) {
    super();
    this.#simulation = simulation;
    this.#runner = runner;
  }

  /** Number of workers. */
  get workers() {
    return this.#runner.workers;
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
    const { nsensordata } = this.#simulation.model;
    const size = this.stateSize;
    const states = new Float64Array(wantStates ? count * steps * size : 0);
    const sensors = new Float64Array(wantSensors ? count * steps * nsensordata : 0);
    const plan = { count, steps, initial, control, states, sensors, wantStates, wantSensors };
    const good = await untilAborted(this.#runner.run(plan, signal), signal);
    return { count, steps, states, sensors, good };
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
    this.#runner.close();
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
 * See createRolloutPool.
 * @param {Simulation} simulation
 * @param {PoolOptions} options
 */
export async function makePool(simulation, options) {
  const { workers = processorCount() } = options;
  demand(Number.isInteger(workers) && workers > 0, 'a pool has at least one worker', workers);
  refuseCallbacks(simulation);
  return new RolloutPool(simulation, await Runner.make(simulation, workers, options.makeWorker));
}

/**
 * See rollout.
 * @param {Simulation} simulation
 * @param {RolloutOptions & PoolOptions} options
 */
export async function runOnce(simulation, options) {
  const pool = await makePool(simulation, options);
  try {
    return await pool.run(options);
  } finally {
    pool.dispose();
  }
}
