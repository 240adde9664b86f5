// A model and its state: what most programs need, under short names.
import { MjError, demand, demandSync } from '../engine/error.js';
import { isXml } from './content.js';
import { engineOf } from './engine.js';
import { Events } from './events.js';
import { History } from './history.js';
import { Loop } from './loop.js';
import { refreshPoses } from './poses.js';
import { clearPushes, hasPushes, startPushes } from './pushes.js';
import { SimulationReader, integrationState, makeVfs } from './reader.js';
import { transferState } from './transfer.js';

/** @typedef {import('../mujoco.js').MujocoModule} MujocoModule */
/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../mujoco.js').MjData} MjData */
/** @typedef {import('../mujoco.js').MjSpec} MjSpec */
/** @typedef {import('./collect.js').Bundle} Bundle */
/** @typedef {import('./types.js').Callbacks} Callbacks */

/** A callback with what its hook is given after model and data. @typedef {(simulation: Simulation | undefined, ...rest: number[]) => unknown} Dispatch */

/** Callbacks of a simulation; the engine's hooks have the same names in small letters. @type {(keyof Callbacks)[]} */
const callbackNames = ['control', 'passive', 'contactFilter', 'sensor'];

/** Callbacks of the simulations of a module. @type {WeakMap<MujocoModule, Map<MjData, { simulation: Simulation, callbacks: Callbacks }>>} */
const registries = new WeakMap();

/** Whether a simulation has callbacks: they are functions of this page or program. @param {SimulationReader} simulation */
export const hasCallbacks = ({ mujoco, data }) => registries.get(mujoco)?.has(data) ?? false;

/**
 * @param {MujocoModule} mujoco
 * @param {Uint8Array} bytes
 * @param {string} name
 */
function readBinary(mujoco, bytes, name) {
  const { listeners } = engineOf(mujoco);
  let reason = '';
  // the engine warns of what it cannot read: here the error says it
  const listen = (/** @type {string} */ text) => {
    reason = ` (${text.replace(/^Invalid MJB: /, '')})`;
  };
  listeners.add(listen);
  try {
    return mujoco.MjModel.from_binary_buffer(bytes);
  } catch (cause) {
    const what = `neither XML, nor an archive, nor an MJB of this version${reason}`;
    throw new MjError(`Loading error: '${name}' is ${what}`, { cause });
  } finally {
    listeners.delete(listen);
  }
}

/**
 * Frees model and data; what goes on using them is told why they are gone.
 * @param {{ model: MjModel, data: MjData }} pair
 * @param {string} end of the simulation that they were of
 */
function free({ model, data }, end) {
  for (const part of [data, model]) {
    const handle = /** @type {import('../engine/handle.js').Handle} */ (
      /** @type {unknown} */ (part)
    );
    handle.delete(`: its simulation was ${end}`);
  }
}

/**
 * A model and its state, stepped in this thread.
 * @template {import('./types.js').ModelNames} [N=import('./types.js').ModelNames] names of the model's objects, as `limber types`
 *   writes them
 * @extends {SimulationReader<N>}
 */
export class Simulation extends SimulationReader {
  #world;
  #events = new Events(this);
  /** @type {Loop | null} */
  #loop = null;
  /** @type {History | null} */
  #history = null;
  /** @type {Callbacks} */
  #callbacks = {};
  #threads = 1;

  /**
   * @param {MujocoModule} mujoco
   * @param {MjModel} model
   * @param {Bundle} [bundle] the files that the model came from, for editing
   */
  constructor(mujoco, model, bundle = { files: new Map(), main: '' }) {
    super({ mujoco, model, data: new mujoco.MjData(model), bundle, spec: null, version: 0 });
    this.#world = SimulationReader.worldOf(this);
    /** Whether `step` leaves poses of the state that it reached; else they are those that the last step began with. */
    this.freshPoses = true;
    clearPushes(this);
    this.forward();
    // a misspelt property would be ignored; classes of programs may have more
    if (new.target === Simulation) Object.preventExtensions(this);
  }

  /**
   * A simulation of files that are at hand, at once; `load` finds the files first.
   * @param {MujocoModule} mujoco
   * @param {Bundle} bundle MJCF, URDF or MJB with the files that it names
   */
  static fromFiles(mujoco, { files, main }) {
    const bytes = files.get(main) ?? new Uint8Array();
    if (!isXml(bytes))
      return new Simulation(mujoco, readBinary(mujoco, bytes, main), { files, main: '' });
    const vfs = makeVfs(mujoco, files);
    try {
      return new Simulation(mujoco, mujoco.MjModel.from_xml_path(main, vfs), { files, main });
    } finally {
      vfs.delete();
    }
  }

  /**
   * Steps, all in one call of the engine.
   * @param {number} [count] of steps, each of `timestep` seconds
   */
  step(count = 1) {
    demand(Number.isInteger(count) && count >= 0, 'step takes a whole number of steps', count);
    let left = count;
    if (left > 0 && hasPushes(this)) {
      const end = startPushes(this);
      try {
        this.#advance(1);
      } finally {
        end();
      }
      left--;
    }
    this.#advance(left);
    if (count > 0 && this.freshPoses) refreshPoses(this);
    return this;
  }

  /** Steps, with stops where states are recorded or steps are looked at. @param {number} count */
  #advance(count) {
    const { stepMany } = /** @type {import('../mujoco/module.js').LoadedModule} */ (this.mujoco);
    for (let left = count; left > 0;) {
      const history = this.#history;
      const due = history ? Math.max(1, Math.ceil(history.due / this.timestep - 1e-6)) : left;
      const some = this.#events.watching ? 1 : Math.min(left, due);
      stepMany(this.model, this.data, some);
      left -= some;
      if (history && some === due) history.note();
      if (this.#events.watching) this.#events.look();
    }
  }

  /**
   * Listens to what happens to the simulation.
   * @template {keyof import('./events.js').SimulationEvents} K
   * @param {K} name
   * @param {(event: import('./events.js').SimulationEvents[K]) => void} listener
   * @returns {() => void} ends it
   */
  on(name, listener) {
    return this.#events.add(name, listener);
  }

  /**
   * Another simulation of the same model in the same state: what is done to one leaves the other alone. Callbacks, listeners and what
   * is recorded stay behind.
   * @returns {Simulation<N>}
   */
  clone() {
    const { mujoco, model } = this;
    const { files, main } = this.#world.bundle;
    /** @type {Simulation<N>} */
    const copy = new Simulation(mujoco, new mujoco.MjModel(model), {
      files: new Map(files),
      main,
    });
    if (this.#world.spec) copy.#world.spec = new mujoco.MjSpec(this.#world.spec);
    mujoco.mj_copyData(copy.data, copy.model, this.data);
    copy.freshPoses = this.freshPoses;
    return copy;
  }

  /**
   * Records states from now on, to go back to; null stops recording.
   * @overload
   * @param {import('./history.js').HistoryOptions} [options]
   * @returns {History}
   */
  /**
   * @overload
   * @param {null} options
   * @returns {null}
   */
  /**
   * Records states from now on, to go back to; null stops recording.
   * @param {import('./history.js').HistoryOptions | null} [options]
   * @returns {History | null}
   */
  record(options = {}) {
    this.#history = options ? new History(this, options) : null;
    return this.#history;
  }

  /** Number of threads that share the work of a step, this one among them; `load` makes simulations that may have several. */
  get threads() {
    return this.#threads;
  }

  set threads(count) {
    demand(count > 0 && count % 1 === 0, 'threads is a whole number from 1', count);
    this.mujoco.mju_threadpool(this.data, count > 1 ? count : 0);
    this.#threads = count;
  }

  /** Computes everything that follows from the state, without stepping. */
  forward() {
    this.mujoco.mj_forward(this.model, this.data);
    return this;
  }

  /**
   * Back to the start, or to a keyframe.
   * @param {N['key'] | number} [key] name or id
   */
  reset(key) {
    if (key === undefined) this.mujoco.mj_resetData(this.model, this.data);
    else this.mujoco.mj_resetDataKeyframe(this.model, this.data, this.model.key(key).id);
    clearPushes(this);
    this.forward();
    this.#history?.note();
    this.#events.refresh();
    this.#events.tell('reset', { key });
    return this;
  }

  /**
   * Brings back a saved state.
   * @param {ArrayLike<number>} state as `saveState` gives
   */
  restoreState(state) {
    const { mujoco, model, data } = this;
    const all = integrationState(this);
    mujoco.mj_setState(model, data, state, all);
    this.forward();
    // forward() moves the warm start of the solver: the next step is to be the one that was
    mujoco.mj_setState(model, data, state, all);
    clearPushes(this);
    this.#events.refresh();
    return this;
  }

  /**
   * Takes over the state of a simulation of another model: what has the same name there keeps its position, velocity and control.
   * @param {SimulationReader} other
   */
  adoptState(other) {
    transferState(this.mujoco, other, this);
    return this.forward();
  }

  /**
   * Installs a function that the engine calls while this simulation steps; null removes it.
   * @template {keyof Callbacks} K
   * @param {K} name
   * @param {Callbacks[K] | null} callback
   */
  setCallback(name, callback) {
    demand(callbackNames.includes(name), `callbacks are ${callbackNames.join(', ')}`, name);
    demand(
      !callback || typeof callback === 'function',
      'a callback is a function or null',
      callback,
    );
    if (callback) demandSync(`the callback ${name}`, callback);
    if (callback) this.#callbacks[name] = callback;
    else delete this.#callbacks[name];
    this.#register();
    return this;
  }

  // Hooks belong to the engine's module: one for each name calls that of the simulation whose data it gets.
  #register() {
    const mujoco = this.mujoco;
    let registry = registries.get(mujoco);
    if (!registry) registries.set(mujoco, (registry = new Map()));
    if (Object.keys(this.#callbacks).length > 0)
      registry.set(this.data, { simulation: this, callbacks: this.#callbacks });
    else registry.delete(this.data);
    const all = registry;
    for (const name of callbackNames) {
      const used = [...all.values()].some(({ callbacks }) => name in callbacks);
      const dispatch = (
        /** @type {MjModel} */ _model,
        /** @type {MjData} */ data,
        /** @type {number[]} */ ...rest
      ) => {
        const entry = all.get(data);
        const callback = /** @type {Dispatch | undefined} */ (entry?.callbacks[name]);
        const result = callback?.(entry?.simulation, ...rest);
        if (typeof result === 'object') demandSync(`the callback ${name}`, result);
        return result;
      };
      const hooks = /** @type {Record<string, object | null>} */ (/** @type {object} */ (mujoco));
      hooks[`mjcb_${name.toLowerCase()}`] = used ? dispatch : null;
    }
  }

  /**
   * Starts to run in step with real time.
   * @param {import('./loop.js').RunOptions} [options]
   */
  run(options) {
    this.#loop?.stop();
    this.#loop = new Loop(this, options);
    return this.#loop;
  }

  /** Stops a loop that runs. */
  stop() {
    this.#loop?.stop();
    this.#loop = null;
    return this;
  }

  /**
   * Edits the model and goes on from the present state: what keeps its name keeps its position, velocity and control. When the
   * edited model does not compile, the simulation stays as it is.
   * @param {(spec: MjSpec, mujoco: MujocoModule) => void} change
   * @param {Record<string, import('../mujoco.js').Content>} [files] more files that the model needs now
   */
  edit(change, files = {}) {
    const mujoco = this.mujoco;
    demandSync('edit', change);
    const isCalled = /** @type {{ engine: { depth: number } }} */ (/** @type {unknown} */ (mujoco))
      .engine.depth;
    demand(!isCalled, 'edit must be called between steps', 'a call from a callback of the engine');
    const draft = new mujoco.MjSpec(this.spec);
    const all = new Map([...this.#world.bundle.files, ...Object.entries(files)]);
    const vfs = makeVfs(mujoco, all);
    try {
      demandSync('edit', /** @type {unknown} */ (change(draft, mujoco)));
      this.#replace(mujoco.mj_compile(draft, vfs));
      this.#world.spec?.delete();
      this.#world.spec = draft;
      this.#world.bundle = {
        files: /** @type {Map<string, Uint8Array>} */ (all),
        main: this.#world.bundle.main,
      };
    } catch (error) {
      draft.delete();
      throw error;
    } finally {
      vfs.delete();
    }
    this.#events.tell('edit', { version: this.version });
    return this;
  }

  /** @param {MjModel} model */
  #replace(model) {
    const old = { model: this.model, data: this.data };
    const data = new this.mujoco.MjData(model);
    transferState(this.mujoco, old, { model, data });
    registries.get(this.mujoco)?.delete(old.data);
    this.#world.model = model;
    this.#world.data = data;
    this.#world.version++;
    this.threads = this.#threads;
    if (Object.keys(this.#callbacks).length > 0) this.#register();
    clearPushes(this);
    this.forward();
    free(old, 'edited');
    this.#events.refresh();
  }

  /** Frees everything; the simulation cannot be used afterwards. */
  dispose() {
    this.stop();
    if (this.data.isDeleted()) return;
    this.#callbacks = {};
    if (registries.get(this.mujoco)?.has(this.data)) this.#register();
    this.#world.spec?.delete();
    this.#world.spec = null;
    free(this, 'disposed');
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}
