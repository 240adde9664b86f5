// A simulation that runs in a worker, with a copy here to draw and to look into: the page stays responsive however long a step
// takes.
//
// The copy holds the state that came last, its readings and forces of actuators, and what follows from the state (poses, cameras,
// tendons, contacts); forces of the solver stay in the worker. What is written to the copy's inputs (controls, applied forces, mocap poses, ...) goes to the worker with the next
// request or frame. States travel through shared memory where there is some, as messages elsewhere.
import { MjError } from '../engine/error.js';
import { makeClient, startWorker } from '../rollout/port.js';
import { modelBytes } from '../rollout/pool.js';
import { schedule } from '../sim/loop.js';
import { Exchange } from './exchange.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {{ result: Float64Array, input: Float64Array | null, realTimeFactor: number, running: boolean }} Frame */

/** Arrays of mjData that a program may send. @typedef {'ctrl' | 'qfrc_applied' | 'xfrc_applied' | 'mocap_pos' | 'mocap_quat' | 'eq_active' | 'userdata'} InputField */

/**
 * @typedef {object} RemoteRunOptions
 * @property {number} [speed] simulated seconds for a second of the clock
 * @property {number} [budget] milliseconds of a frame that stepping may take
 * @property {(simulation: RemoteSimulation) => void} [onFrame] called when the copy shows a new state
 * @property {(error: Error) => void} [onError] called when a step fails; the worker has stopped
 *
 * @typedef {object} RemoteOptions
 * @property {() => Worker} [makeWorker] starts a worker that runs `limber/simulation-worker`, for bundlers that do not find it by
 *   themselves
 * @property {boolean} [shared] false: messages even where there is shared memory
 * @property {(string | URL)[]} [plugins] addresses of modules whose default export is a plugin of the simulation, or a list of
 *   plugins
 */

/** A simulation in a worker. */
export class RemoteSimulation {
  #client;
  #shared;
  /** @type {Exchange} */
  #exchange;
  #realTimeFactor = 0;
  #running = false;
  /** @type {((simulation: RemoteSimulation) => void) | null} */
  #onFrame = null;
  /** @type {((error: Error) => void) | null} */
  #onError = null;
  /** @type {{ cancel: () => void } | null} */
  #poll = null;

  /**
   * @param {Simulation} simulation the copy
   * @param {ReturnType<typeof makeClient>} client
   * @param {SharedArrayBuffer | null} shared
   */
  constructor(simulation, client, shared) {
    /** The copy: its handles, contacts and arrays show the state that came last. */
    this.local = simulation;
    this.#client = client;
    this.#shared = shared;
    this.#exchange = new Exchange(simulation, shared);
    client.listen((event) => {
      if (event.frame) {
        this.#take(event.frame);
        client.call('taken', this.#exchange.changedInput()).catch(() => {});
        this.#onFrame?.(this);
      } else if (event.error) {
        this.#running = false;
        this.#onError?.(new MjError(event.error));
      }
    });
  }

  /** Simulated seconds for a second of the clock. */
  get realTimeFactor() {
    return this.#realTimeFactor;
  }

  /** Whether the worker runs in step with real time. */
  get running() {
    return this.#running;
  }

  /** Whether states travel through shared memory. */
  get shared() {
    return this.#shared !== null;
  }

  /** Simulated seconds. */
  get time() {
    return this.local.time;
  }

  /** Seconds of one step. */
  get timestep() {
    return this.local.timestep;
  }

  /** The engine's module: every function of 'limber/mujoco'. */
  get mujoco() {
    return this.local.mujoco;
  }

  /** The compiled model. */
  get model() {
    return this.local.model;
  }

  /** The copy's state and what follows from it. */
  get data() {
    return this.local.data;
  }

  /** Contacts of the state that came last. */
  get contacts() {
    return this.local.contacts;
  }

  /** Names of the objects of a kind, in the order of their ids. @param {import('../sim/types.js').Kind} kind */
  names(kind) {
    return this.local.names(kind);
  }

  /**
   * A named object of the copy: its fields of model and data together.
   * @template {import('../sim/types.js').Kind} K
   * @param {K} kind
   * @param {string | number} object name or id
   * @returns {import('../sim/types.js').HandleTypes[K]}
   */
  object(kind, object) {
    return this.local.object(kind, object);
  }

  /** A body of the copy. @param {string | number} object name or id */
  body(object) {
    return this.local.body(object);
  }

  /** A joint of the copy. @param {string | number} object name or id */
  joint(object) {
    return this.local.joint(object);
  }

  /** A geom of the copy. @param {string | number} object name or id */
  geom(object) {
    return this.local.geom(object);
  }

  /** A site of the copy. @param {string | number} object name or id */
  site(object) {
    return this.local.site(object);
  }

  /** An actuator of the copy; its control goes to the worker. @param {string | number} object name or id */
  actuator(object) {
    return this.local.actuator(object);
  }

  /** A sensor of the copy. @param {string | number} object name or id */
  sensor(object) {
    return this.local.sensor(object);
  }

  /** A tendon of the copy. @param {string | number} object name or id */
  tendon(object) {
    return this.local.tendon(object);
  }

  /** An equality constraint of the copy; whether it is active goes to the worker. @param {string | number} object name or id */
  equality(object) {
    return this.local.equality(object);
  }

  /**
   * What a ray meets first in the state that came last; null when nothing.
   * @param {Parameters<Simulation['ray']>} args
   */
  ray(...args) {
    return this.local.ray(...args);
  }

  /**
   * Jacobians of a point fixed to an object, in the state that came last.
   * @param {Parameters<Simulation['jacobian']>} args
   */
  jacobian(...args) {
    return this.local.jacobian(...args);
  }

  /** @param {Frame} frame */
  #take({ result, input, realTimeFactor, running }) {
    if (input) this.#exchange.takeInput(input);
    this.#exchange.takeResult(result);
    this.#realTimeFactor = realTimeFactor;
    this.#running = running;
  }

  /**
   * @param {string} method
   * @param {unknown} argument
   */
  async #request(method, argument) {
    await this.#sendInput();
    this.#take(await this.#client.call(method, argument));
    return this;
  }

  async #sendInput() {
    const input = this.#exchange.changedInput();
    if (input) await this.#client.call('input', input);
  }

  /** Steps; done when the copy shows the result. @param {number} [count] */
  step(count = 1) {
    return this.#request('step', count);
  }

  /** Computes everything that follows from the state, in the worker; done when the copy shows it. */
  forward() {
    return this.#request('forward', null);
  }

  /** Back to the start, or to a keyframe. @param {string | number} [key] */
  reset(key) {
    return this.#request('reset', key);
  }

  /** The state that came last, as numbers. @param {Float64Array} [target] reused when given */
  saveState(target) {
    return this.local.saveState(target);
  }

  /** Goes on from a state, as `saveState()` gives. @param {ArrayLike<number>} state */
  restoreState(state) {
    return this.#request('restore', Float64Array.from(state));
  }

  /**
   * Writes an input and sends it at once.
   * @param {InputField} field
   * @param {ArrayLike<number>} values
   */
  async set(field, values) {
    this.local.data[field] = values;
    await this.#sendInput();
  }

  /**
   * Edits the model and goes on from the present state, here and in the worker.
   * @param {Parameters<Simulation['edit']>} args
   */
  async edit(...args) {
    const { running } = this;
    await this.stop();
    this.local.edit(...args);
    this.#shared = this.#shared && Exchange.allocate(this.local);
    await open(this.#client, this.local, this.#shared);
    this.#exchange = new Exchange(this.local, this.#shared);
    await this.restoreState(this.local.saveState());
    if (running) await this.run(this.#options);
    return this;
  }

  /** @type {RemoteRunOptions} */
  #options = {};

  /**
   * Runs in step with real time.
   * @param {RemoteRunOptions} [options]
   */
  async run(options = {}) {
    const { onFrame, onError, ...rest } = options;
    this.#options = options;
    this.#onFrame = onFrame ?? null;
    this.#onError = onError ?? null;
    await this.#sendInput();
    this.#running = true;
    await this.#client.call('run', rest);
    if (this.#shared) this.#pollShared();
    return this;
  }

  // shared memory does not call: it is looked at with every frame
  #pollShared() {
    this.#poll?.cancel();
    this.#poll = schedule(() => {
      if (!this.#running) return;
      const found = this.#exchange.sharedResult();
      if (found) {
        this.#exchange.takeResult(found.subarray(1));
        this.#realTimeFactor = found[0];
      }
      this.#exchange.shareInput();
      if (found) this.#onFrame?.(this);
      this.#pollShared();
    });
  }

  /** Stops; done when the copy shows the last state. */
  stop() {
    this.#poll?.cancel();
    this.#poll = null;
    return this.#request('stop', null);
  }

  /** Ends the worker and frees the copy. */
  dispose() {
    this.#running = false;
    this.#poll?.cancel();
    this.#client.close();
    this.local.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/**
 * Gives the worker the model.
 * @param {ReturnType<typeof makeClient>} client
 * @param {Simulation} simulation
 * @param {SharedArrayBuffer | null} shared
 * @param {(string | URL)[]} [plugins]
 */
async function open(client, simulation, shared, plugins = []) {
  const { engine, plugins: registered } = /** @type {any} */ (simulation.mujoco);
  await client.call('open', {
    module: engine.module,
    model: modelBytes(simulation),
    shared,
    plugins: plugins.map(String),
    known: registered.list(simulation.model),
  });
}

/**
 * Moves a simulation into a worker; the given one becomes the copy.
 * @param {Simulation} simulation
 * @param {RemoteOptions} [options]
 * @returns {Promise<RemoteSimulation>}
 */
export async function moveToWorker(simulation, options = {}) {
  const makeWorker =
    options.makeWorker ??
    (() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  const client = makeClient(await startWorker(makeWorker, 'remote/worker.js'));
  const state = simulation.saveState();
  const shared = options.shared === false ? null : Exchange.allocate(simulation);
  try {
    await open(client, simulation, shared, options.plugins);
  } catch (error) {
    client.close();
    throw error;
  }
  const remote = new RemoteSimulation(simulation, client, shared);
  return remote.restoreState(state);
}
