// A simulation that runs in a worker, with a copy here to draw and to look into: the page stays responsive however long a step
// takes.
//
// The copy holds the state that came last with its readings and forces of actuators; poses, contacts and forces in them are
// computed from it. What a program writes to the copy (controls, applied forces, positions, velocities, options of the model, ...)
// goes to the worker with the next request or frame. States travel through shared memory where there is some, as messages
// elsewhere.
import { MjError, demand } from '../engine/error.js';
import { makeClient, startWorker, unpackError } from '../batch/port.js';
import { modelBytes } from '../sim/binary.js';
import { Events } from '../sim/events.js';
import { engineOf, internalsOf } from '../sim/engine.js';
import { schedule } from '../sim/loop.js';
import { SimulationReader } from '../sim/reader.js';
import { hasCallbacks } from '../sim/simulation.js';
import { transferState } from '../sim/transfer.js';
import { Exchange } from './exchange.js';
import { RemoteHistoryKind, RemoteSimulationKind } from './kinds.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {{ result: Float64Array, input: Float64Array | null, realTimeFactor: number, running: boolean }} Frame */
/** @typedef {{ position: number, times: Float64Array }} Recorded */
/** @typedef {(method: string, argument: unknown) => Promise<unknown>} Request */

/** Arrays of mjData that a program may send. @typedef {'ctrl' | 'qfrc_applied' | 'xfrc_applied' | 'mocap_pos' | 'mocap_quat' | 'eq_active' | 'userdata'} InputField */

/**
 * @typedef {object} RemoteRunOptions
 * @property {number} [speed] simulated seconds for a second of the clock (1)
 * @property {number} [budget] milliseconds of a frame that stepping may take (25)
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

/** States of a simulation in a worker, the oldest first; what `History` is to a simulation here. */
export class RemoteHistory extends RemoteHistoryKind {
  #request;
  /** @type {Recorded} */
  #recorded = { position: 0, times: new Float64Array() };

  /** @param {Request} request */
  constructor(request) {
    super();
    this.#request = request;
  }

  /** @param {RemoteHistory} history @param {Recorded} recorded */
  static show(history, recorded) {
    history.#recorded = recorded;
  }

  /** Number of states. */
  get length() {
    return this.#recorded.times.length;
  }

  /** Times of the states in seconds (length), a copy. */
  get times() {
    return this.#recorded.times.slice();
  }

  /** Index of the state that the simulation is at, or that came last. */
  get position() {
    return this.#recorded.position;
  }

  /** Takes the present state. */
  async note() {
    await this.#request('history', { method: 'note' });
  }

  /**
   * Brings the simulation back to a state; done when the copy shows it.
   * @param {number} index from 0, the oldest; negative numbers count from the end
   */
  async go(index) {
    await this.#request('history', { method: 'go', value: index });
  }

  /**
   * Brings the simulation back to the last state at or before a time; to the oldest when there is none.
   * @param {number} time in seconds
   */
  async seek(time) {
    await this.#request('history', { method: 'seek', value: time });
  }

  /** Forgets all states. */
  async clear() {
    await this.#request('history', { method: 'clear' });
  }
}

/**
 * A simulation in a worker: what `Simulation` has, with promises where the worker has to act; reading it (handles, contacts, rays, ...)
 * is the same.
 * @template {import('../sim/types.js').ModelNames} [N=import('../sim/types.js').ModelNames] names of the model's objects
 * @extends {RemoteSimulationKind<N>}
 */
export class RemoteSimulation extends RemoteSimulationKind {
  #local;
  #client;
  #events = new Events(this);
  #shared;
  /** @type {Exchange} */
  #exchange;
  #options;
  #realTimeFactor = 0;
  #running = false;
  /** @type {RemoteRunOptions} */
  #runOptions = {};
  /** @type {RemoteHistory | null} */
  #history = null;
  /** @type {import('../sim/history.js').HistoryOptions | null} */
  #recording = null;
  /** Addresses of modules, by callback. @type {Map<string, string>} */
  #callbacks = new Map();
  /** @type {{ cancel: () => void } | null} */
  #poll = null;

  /**
   * @param {import('../sim/simulation.js').Simulation<N>} simulation the copy
   * @param {ReturnType<typeof makeClient>} client
   * @param {SharedArrayBuffer | null} shared
   */
  constructor(simulation, client, shared) {
    super(SimulationReader.worldOf(simulation));
    this.#local = simulation;
    this.#client = client;
    this.#shared = shared;
    this.#exchange = new Exchange(simulation, shared);
    this.#options = this.#exchange.options.slice();
    client.listen((event) => {
      if (event.frame) {
        // what was written to the copy since the last frame goes first: the frame replaces it
        this.#sendChanges().catch(() => {});
        this.#take(event.frame);
        client.tell('taken', null);
        this.#runOptions.onFrame?.(this);
      } else if (event.history) {
        if (this.#history) RemoteHistory.show(this.#history, event.history);
      } else if (event.error) {
        this.#setRunning(false);
        this.#runOptions.onError?.(unpackError(event.error));
      } else if (event.warning) {
        engineOf(this.mujoco).warn(event.warning);
        this.#events.hear(event.warning);
      }
    });
    Object.preventExtensions(this);
  }

  /** The copy: its handles, contacts and arrays show the state that came last. */
  get local() {
    return this.#local;
  }

  /** Number of threads that share the work of a step: in a worker there is one. */
  get threads() {
    return 1;
  }

  /** Simulated seconds for a second of the clock, as reached lately. */
  get realTimeFactor() {
    return this.#realTimeFactor;
  }

  /** Simulated seconds for a second of the clock, as asked for. */
  get speed() {
    return this.#runOptions.speed ?? 1;
  }

  set speed(value) {
    demand(value >= 0 && value < Infinity, 'the speed must be a number of at least 0', value);
    this.#runOptions = { ...this.#runOptions, speed: value };
    this.#client.tell('speed', value);
  }

  /** Whether the worker runs in step with real time. */
  get running() {
    return this.#running;
  }

  /** Whether states travel through shared memory. */
  get shared() {
    return this.#shared !== null;
  }

  /** @param {Frame} frame */
  #take({ result, input, realTimeFactor, running }) {
    if (input) this.#exchange.takeInput(input);
    this.#exchange.takeResult(result);
    this.#events.look();
    this.#realTimeFactor = realTimeFactor;
    this.#setRunning(running);
  }

  /** A program goes on while its simulation runs. @param {boolean} running */
  #setRunning(running) {
    if (running !== this.#running) this.#client.hold(running);
    this.#running = running;
  }

  /**
   * @param {string} method
   * @param {unknown} [argument]
   */
  async #request(method, argument) {
    await this.#sendChanges();
    this.#take(await this.#client.call(method, argument));
    return this;
  }

  // what the program wrote to the copy: the worker takes it before what is asked next
  async #sendChanges() {
    const exchange = this.#exchange;
    const calls = [];
    const options = exchange.options;
    if (options.some((byte, i) => byte !== this.#options[i])) {
      this.#options = options.slice();
      calls.push(this.#client.call('options', this.#options));
    }
    const state = exchange.changedState();
    if (state) calls.push(this.#client.call('state', state));
    const input = exchange.changedInput();
    if (input) calls.push(this.#client.call('input', input));
    await Promise.all(calls);
  }

  /** Steps; done when the copy shows the result. @param {number} [count] of steps, each of `timestep` seconds */
  step(count = 1) {
    return this.#request('step', count);
  }

  /** Computes everything that follows from the state, in the worker; done when the copy shows it. */
  forward() {
    return this.#request('forward');
  }

  /** Back to the start, or to a keyframe. @param {N['key'] | number} [key] name or id */
  async reset(key) {
    await this.#request('reset', key);
    this.#events.refresh();
    this.#events.tell('reset', { key });
    return this;
  }

  /**
   * Listens to what happens to the simulation; contacts are those of the states that arrive.
   * @template {keyof import('../sim/events.js').SimulationEvents} K
   * @param {K} name
   * @param {(event: import('../sim/events.js').SimulationEvents[K]) => void} listener
   * @returns {() => void} ends it
   */
  on(name, listener) {
    return this.#events.add(name, listener);
  }

  /** A simulation in this thread, of the same model in the state that came last. */
  clone() {
    return this.#local.clone();
  }

  /** Brings back a saved state. @param {ArrayLike<number>} state as `saveState` gives */
  async restoreState(state) {
    demand(typeof state?.length === 'number', 'restoreState takes what saveState gives', state);
    return this.#request('restore', Float64Array.from(state));
  }

  /**
   * Takes over the state of a simulation of another model: what has the same name there keeps its position, velocity and control.
   * @param {SimulationReader} other
   */
  async adoptState(other) {
    transferState(this.mujoco, other, this);
    return this.restoreState(this.saveState());
  }

  /**
   * Writes an input and sends it at once.
   * @param {InputField} field
   * @param {ArrayLike<number>} values of the field's length
   */
  async set(field, values) {
    this.data[field] = values;
    await this.#sendChanges();
  }

  /**
   * Records states from now on, to go back to; null stops recording.
   * @overload
   * @param {import('../sim/history.js').HistoryOptions} [options]
   * @returns {Promise<RemoteHistory>}
   */
  /**
   * @overload
   * @param {null} options
   * @returns {Promise<null>}
   */
  /**
   * Records states from now on, to go back to; null stops recording.
   * @param {import('../sim/history.js').HistoryOptions | null} [options]
   * @returns {Promise<RemoteHistory | null>}
   */
  record(options = {}) {
    const history = options && new RemoteHistory((method, value) => this.#request(method, value));
    this.#history = history;
    this.#recording = options;
    return /** @type {Promise<null>} */ (
      this.#sendChanges()
        .then(() => this.#client.call('record', options))
        .then(() => history)
    );
  }

  /**
   * Installs a function that the engine calls while the simulation steps in the worker; null removes it.
   * @param {keyof import('../sim/types.js').Callbacks} name
   * @param {string | URL | null} module address of a module that exports the function, by the callback's name or as default
   */
  async setCallback(name, module) {
    demand(
      module === null || typeof module === 'string' || module instanceof URL,
      'a callback of a worker is the address of a module that exports it, or null',
      module,
    );
    const url = module && new URL(module, globalThis.document?.baseURI).href;
    await this.#client.call('callback', { name, url });
    if (url) this.#callbacks.set(name, url);
    else this.#callbacks.delete(name);
    this.#exchange.followsControls = this.#callbacks.has('control');
    return this;
  }

  /**
   * Edits the model and goes on from the present state, here and in the worker.
   * @param {Parameters<Simulation['edit']>} args
   */
  async edit(...args) {
    await this.#whileStopped(() => this.#local.edit(...args));
    this.#events.refresh();
    this.#events.tell('edit', { version: this.version });
    return this;
  }

  /** Gives the worker the model as the copy has it, after a program wrote to its arrays. */
  async sendModel() {
    return this.#whileStopped(() => {});
  }

  /** @param {() => void} change */
  async #whileStopped(change) {
    const { running } = this;
    await this.stop();
    try {
      change();
      this.#shared = this.#shared && Exchange.allocate(this.#local);
      await open(this.#client, this.#local, this.#shared);
      this.#exchange = new Exchange(this.#local, this.#shared);
      this.#options = this.#exchange.options.slice();
      for (const [name, url] of this.#callbacks) await this.#client.call('callback', { name, url });
      this.#exchange.followsControls = this.#callbacks.has('control');
      await this.restoreState(this.saveState());
      if (this.#recording) await this.#client.call('record', this.#recording);
    } finally {
      if (running) await this.run(this.#runOptions);
    }
    return this;
  }

  /**
   * Runs in step with real time.
   * @param {RemoteRunOptions} [options]
   */
  async run(options = {}) {
    const known = ['speed', 'budget', 'onFrame', 'onError'];
    for (const name of Object.keys(options))
      demand(known.includes(name), `run in a worker takes ${known}`, name);
    const { speed, budget } = options;
    this.#runOptions = options;
    await this.#sendChanges();
    this.#setRunning(true);
    try {
      await this.#client.call('run', { speed, budget });
    } catch (error) {
      this.#setRunning(false);
      throw error;
    }
    if (this.#shared) this.#pollShared();
    return this;
  }

  // shared memory does not call: it is looked at with every frame
  #pollShared() {
    this.#poll?.cancel();
    this.#poll = schedule(() => {
      if (!this.#running) return;
      this.#exchange.shareInput();
      this.#sendChanges().catch(() => {});
      const found = this.#exchange.sharedResult();
      if (found) {
        this.#exchange.takeResult(found.subarray(1));
        this.#events.look();
        this.#realTimeFactor = found[0];
        this.#runOptions.onFrame?.(this);
      }
      this.#pollShared();
    });
  }

  /** Stops; done when the copy shows the last state. */
  stop() {
    this.#poll?.cancel();
    this.#poll = null;
    return this.#request('stop');
  }

  /** Ends the worker and frees the copy. */
  dispose() {
    this.#setRunning(false);
    this.#poll?.cancel();
    this.#client.close();
    this.#local.dispose();
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
  const { engine, plugins: registered } = internalsOf(simulation.mujoco);
  await client.call('open', {
    module: engine.module,
    model: modelBytes(simulation),
    shared,
    plugins: plugins.map(String),
    known: registered.list(simulation.model),
  });
}

/**
 * See moveToWorker.
 * @template {import('../sim/types.js').ModelNames} [N=import('../sim/types.js').ModelNames]
 * @param {import('../sim/simulation.js').Simulation<N>} simulation
 * @param {RemoteOptions} options
 * @returns {Promise<RemoteSimulation<N>>}
 */
export async function move(simulation, options) {
  if (hasCallbacks(simulation))
    throw new MjError(
      'moveToWorker: callbacks stay here; give their module to setCallback of the worker',
    );
  simulation.stop().record(null);
  const makeWorker =
    options.makeWorker ??
    (() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  const client = makeClient(await startWorker(makeWorker, 'remote/worker.js'));
  try {
    const state = simulation.saveState();
    const shared = options.shared === false ? null : Exchange.allocate(simulation);
    await open(client, simulation, shared, options.plugins);
    return await new RemoteSimulation(simulation, client, shared).restoreState(state);
  } catch (error) {
    client.close();
    throw error;
  }
}
