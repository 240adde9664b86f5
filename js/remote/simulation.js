// A simulation that runs in a worker, with a copy here to draw and to look into: the page stays responsive however long a step
// takes.
//
// The copy holds the state that came last and what follows from it (poses, cameras, tendons, contacts); forces of the solver stay
// in the worker.
import { makeClient, startWorker } from '../rollout/port.js';
import { modelBytes } from '../rollout/pool.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {{ state: Float64Array, realTimeFactor: number, running: boolean }} Frame */

/** Arrays of mjData that a program may send. @typedef {'ctrl' | 'qfrc_applied' | 'xfrc_applied' | 'mocap_pos' | 'mocap_quat' | 'eq_active' | 'userdata'} InputField */

/** A simulation in a worker. */
export class RemoteSimulation {
  #client;
  #realTimeFactor = 0;
  #running = false;
  /** @type {((simulation: RemoteSimulation) => void) | null} */
  #onFrame = null;
  /** @type {((error: Error) => void) | null} */
  #onError = null;

  /**
   * @param {Simulation} simulation the copy
   * @param {ReturnType<typeof makeClient>} client
   */
  constructor(simulation, client) {
    /** The copy: its handles, contacts and arrays show the state that came last. */
    this.local = simulation;
    this.#client = client;
    client.listen((event) => {
      if (event.frame) {
        this.#take(event.frame);
        this.#onFrame?.(this);
        client.call('taken', null).catch(() => {});
      } else if (event.error) {
        this.#running = false;
        this.#onError?.(new Error(event.error));
      }
    });
  }

  /** Simulated seconds for a second of the clock. */
  get realTimeFactor() {
    return this.#realTimeFactor;
  }

  get running() {
    return this.#running;
  }

  get time() {
    return this.local.time;
  }

  /** @param {Frame} frame */
  #take({ state, realTimeFactor, running }) {
    const { mujoco, model, data } = this.local;
    mujoco.mj_setState(model, data, state, mujoco.mjtState.mjSTATE_INTEGRATION.value);
    mujoco.mj_fwdPosition(model, data);
    this.#realTimeFactor = realTimeFactor;
    this.#running = running;
  }

  /**
   * @param {string} method
   * @param {unknown} argument
   */
  async #request(method, argument) {
    this.#take(await this.#client.call(method, argument));
    return this;
  }

  /** Steps; done when the copy shows the result. @param {number} [count] */
  step(count = 1) {
    return this.#request('step', count);
  }

  /** Back to the start, or to a keyframe. @param {string | number} [key] */
  reset(key) {
    return this.#request('reset', key);
  }

  /** Goes on from a state, as `local.saveState()` gives. @param {Float64Array} state */
  restoreState(state) {
    return this.#request('restore', state);
  }

  /**
   * Sends controls, forces or mocap poses; they hold from the worker's next step on.
   * @param {InputField} field
   * @param {ArrayLike<number>} values
   */
  async set(field, values) {
    this.local.data[field] = values;
    await this.#client.call('set', { field, values: Float64Array.from(values) });
  }

  /**
   * Runs in step with real time.
   * @param {{ speed?: number, budget?: number, onFrame?: (simulation: RemoteSimulation) => void, onError?: (error: Error) => void }} [options]
   *   onFrame is called when the copy shows a new state
   */
  async run({ onFrame, onError, ...options } = {}) {
    this.#onFrame = onFrame ?? null;
    this.#onError = onError ?? null;
    this.#running = true;
    await this.#client.call('run', options);
    return this;
  }

  /** Stops; done when the copy shows the last state. */
  stop() {
    return this.#request('stop', null);
  }

  /** Ends the worker and frees the copy. */
  dispose() {
    this.#client.close();
    this.local.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/**
 * Moves a simulation into a worker; the given one becomes the copy.
 * @param {Simulation} simulation
 * @param {{ makeWorker?: () => Worker, plugins?: (string | URL)[] }} [options] makeWorker starts a worker that runs
 *   `limber/simulation-worker`, for bundlers that do not find it by themselves; plugins: addresses of modules whose default export
 *   is a plugin of the simulation, or a list of plugins
 * @returns {Promise<RemoteSimulation>}
 */
export async function moveToWorker(simulation, options = {}) {
  const makeWorker =
    options.makeWorker ??
    (() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  const client = makeClient(await startWorker(makeWorker, 'remote/worker.js'));
  const { engine, plugins } = /** @type {any} */ (simulation.mujoco);
  const state = simulation.saveState();
  try {
    await client.call('open', {
      module: engine.module,
      model: modelBytes(simulation),
      plugins: (options.plugins ?? []).map(String),
      known: plugins.list(simulation.model),
    });
  } catch (error) {
    client.close();
    throw error;
  }
  const remote = new RemoteSimulation(simulation, client);
  return remote.restoreState(state);
}
