// A model and its state: what most programs need, under short names.
import { MjError } from '../engine/error.js';
import { Contacts } from './contacts.js';
import { kinds, makeHandle } from './handles.js';
import { History } from './history.js';
import { Loop } from './loop.js';
import { transferState } from './transfer.js';

/** @typedef {import('../mujoco.js').MujocoModule} MujocoModule */
/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../mujoco.js').MjData} MjData */
/** @typedef {import('../mujoco.js').MjSpec} MjSpec */
/** @typedef {import('./collect.js').Bundle} Bundle */
/** @typedef {import('./types.js').HandleTypes} HandleTypes */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./types.js').Callbacks} Callbacks */
/** @typedef {import('./types.js').RayHit} RayHit */

/** Hooks of the engine, by the names that simulations give them. @type {Record<keyof Callbacks, string>} */
const hookNames = {
  control: 'mjcb_control',
  passive: 'mjcb_passive',
  contactFilter: 'mjcb_contactfilter',
  sensor: 'mjcb_sensor',
};

/** Callbacks of the simulations of a module. @type {WeakMap<MujocoModule, Map<MjData, { simulation: Simulation, callbacks: Callbacks }>>} */
const registries = new WeakMap();

/** A running world. */
export class Simulation {
  /** @type {MujocoModule} */
  #mujoco;
  /** @type {MjModel} */
  #model;
  /** @type {MjData} */
  #data;
  /** @type {Bundle} */
  #bundle;
  /** @type {MjSpec | null} */
  #spec = null;
  /** @type {Map<string, object>} */
  #handles = new Map();
  /** @type {Loop | null} */
  #loop = null;
  /** @type {History | null} */
  #history = null;
  /** @type {Callbacks} */
  #callbacks = {};
  #version = 0;

  /**
   * @param {MujocoModule} mujoco
   * @param {MjModel} model
   * @param {Bundle} [bundle] the files that the model came from, for editing
   */
  constructor(mujoco, model, bundle = { files: new Map(), main: '' }) {
    this.#mujoco = mujoco;
    this.#model = model;
    this.#data = new mujoco.MjData(model);
    this.#bundle = bundle;
    /** Contacts of the last step. */
    this.contacts = new Contacts(this);
    this.forward();
  }

  /** The engine's module: every function of 'limber/mujoco'. */
  get mujoco() {
    return this.#mujoco;
  }

  /** The compiled model. */
  get model() {
    return this.#model;
  }

  /** State and everything computed from it. */
  get data() {
    return this.#data;
  }

  /** Files that the model came from, by name. */
  get files() {
    return this.#bundle.files;
  }

  /** The file among them that is the model, '' for a binary model. */
  get mainFile() {
    return this.#bundle.main;
  }

  /** Changes with every edit of the model. */
  get version() {
    return this.#version;
  }

  /** Simulated seconds. */
  get time() {
    return this.#data.time;
  }

  set time(value) {
    this.#data.time = value;
  }

  /** Seconds of one step. */
  get timestep() {
    return this.#model.opt.timestep;
  }

  set timestep(value) {
    this.#model.opt.timestep = value;
  }

  /**
   * Steps, all in one call of the engine.
   * @param {number} [count]
   */
  step(count = 1) {
    const stepMany = /** @type {any} */ (this.#mujoco).stepMany;
    const history = this.#history;
    if (!history) {
      stepMany(this.#model, this.#data, count);
      return this;
    }
    for (let left = count; left > 0;) {
      const due = Math.max(1, Math.ceil(history.due / this.timestep - 1e-6));
      const some = Math.min(left, due);
      stepMany(this.#model, this.#data, some);
      left -= some;
      if (some === due) history.note();
    }
    return this;
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

  /** Computes everything that follows from the state, without stepping. */
  forward() {
    this.#mujoco.mj_forward(this.#model, this.#data);
    return this;
  }

  /**
   * Back to the start, or to a keyframe.
   * @param {string | number} [key]
   */
  reset(key) {
    if (key === undefined) this.#mujoco.mj_resetData(this.#model, this.#data);
    else this.#mujoco.mj_resetDataKeyframe(this.#model, this.#data, this.#model.key(key).id);
    this.forward();
    this.#history?.note();
    return this;
  }

  /**
   * Everything that later steps depend on, as numbers of its own.
   * @param {Float64Array} [target] reused when given
   */
  saveState(target) {
    const all = this.#mujoco.mjtState.mjSTATE_INTEGRATION.value;
    const state = target ?? new Float64Array(this.#mujoco.mj_stateSize(this.#model, all));
    this.#mujoco.mj_getState(this.#model, this.#data, state, all);
    return state;
  }

  /**
   * Brings back a saved state.
   * @param {ArrayLike<number>} state
   */
  restoreState(state) {
    this.#mujoco.mj_setState(
      this.#model,
      this.#data,
      state,
      this.#mujoco.mjtState.mjSTATE_INTEGRATION.value,
    );
    return this.forward();
  }

  /**
   * A named object: its fields of model and data together.
   * @template {Kind} K
   * @param {K} kind
   * @param {string | number} object name or id
   * @returns {HandleTypes[K]}
   */
  object(kind, object) {
    const key = `${kind} ${typeof object === 'number' ? '#' : ''}${object}`;
    let handle = this.#handles.get(key);
    if (!handle) {
      handle = makeHandle(this, kind, object);
      this.#handles.set(key, handle);
    }
    return /** @type {HandleTypes[K]} */ (handle);
  }

  /** A body: pose (world), mass, forces. @param {string | number} object name or id */
  body(object) {
    return this.object('body', object);
  }

  /** A joint: position, velocity, range. @param {string | number} object name or id */
  joint(object) {
    return this.object('joint', object);
  }

  /** A geom: pose (world), size, colour. @param {string | number} object name or id */
  geom(object) {
    return this.object('geom', object);
  }

  /** A site: pose (world). @param {string | number} object name or id */
  site(object) {
    return this.object('site', object);
  }

  /** A camera of the model: pose (world), field of view. @param {string | number} object name or id */
  camera(object) {
    return this.object('camera', object);
  }

  /** A light: position and direction (world). @param {string | number} object name or id */
  light(object) {
    return this.object('light', object);
  }

  /** An actuator: control, force, length. @param {string | number} object name or id */
  actuator(object) {
    return this.object('actuator', object);
  }

  /** A sensor: readings and their dimension. @param {string | number} object name or id */
  sensor(object) {
    return this.object('sensor', object);
  }

  /** A tendon: length, velocity, range. @param {string | number} object name or id */
  tendon(object) {
    return this.object('tendon', object);
  }

  /** An equality constraint: whether it is active. @param {string | number} object name or id */
  equality(object) {
    return this.object('equality', object);
  }

  /** A keyframe: positions, velocities, controls. @param {string | number} object name or id */
  key(object) {
    return this.object('key', object);
  }

  /** A material: colour, texture. @param {string | number} object name or id */
  material(object) {
    return this.object('material', object);
  }

  /**
   * Names of the objects of a kind, in the order of their ids; '' for those without one.
   * @param {Kind} kind
   * @returns {string[]}
   */
  names(kind) {
    const { method } = kinds[kind];
    const sizes = /** @type {Record<string, number>} */ (/** @type {unknown} */ (this.#model));
    const count = sizes[`n${method}`];
    const access = /** @type {any} */ (this.#model);
    return Array.from({ length: count }, (_, id) => access[method](id).name);
  }

  /**
   * What a ray meets first; null when nothing.
   * @param {ArrayLike<number>} origin
   * @param {ArrayLike<number>} direction
   * @param {{ excludeBody?: string | number, groups?: ArrayLike<number> | null, includeStatic?: boolean }} [options] groups: six
   *   numbers, zero leaves a group of geoms out
   * @returns {RayHit | null}
   */
  ray(origin, direction, { excludeBody, groups = null, includeStatic = true } = {}) {
    const body = excludeBody === undefined ? -1 : this.body(excludeBody).id;
    const geom = new Int32Array(1);
    const normal = new Float64Array(3);
    const length = Math.hypot(direction[0], direction[1], direction[2]);
    const found = this.#mujoco.mj_ray(
      this.#model,
      this.#data,
      origin,
      direction,
      groups,
      includeStatic,
      body,
      geom,
      normal,
    );
    if (found < 0) return null;
    const point = Float64Array.from({ length: 3 }, (_, i) => origin[i] + found * direction[i]);
    return { distance: found * length, geom: geom[0], point, normal };
  }

  /**
   * Jacobians (3 x nv, row by row) of a point fixed to an object: what velocities of the joints do to its velocity and to the
   * object's angular velocity.
   * @param {'body' | 'geom' | 'site'} kind
   * @param {string | number} object
   * @param {ArrayLike<number>} [point] in the world; the object's own origin when left out
   */
  jacobian(kind, object, point) {
    const handle = this.object(kind, object);
    const body =
      kind === 'body'
        ? handle.id
        : /** @type {{ bodyid: number }} */ (/** @type {unknown} */ (handle)).bodyid;
    const count = 3 * this.#model.nv;
    const position = new Float64Array(count);
    const rotation = new Float64Array(count);
    this.#mujoco.mj_jac(this.#model, this.#data, position, rotation, point ?? handle.xpos, body);
    return { position, rotation };
  }

  /**
   * Installs a function that the engine calls while this simulation steps; null removes it.
   * @template {keyof Callbacks} K
   * @param {K} name
   * @param {Callbacks[K] | null} callback
   */
  setCallback(name, callback) {
    if (!(name in hookNames)) throw new MjError(`there is no callback '${name}'`);
    if (callback) this.#callbacks[name] = callback;
    else delete this.#callbacks[name];
    this.#register();
    return this;
  }

  // Hooks belong to the engine's module: one for each name calls that of the simulation whose data it gets.
  #register() {
    const mujoco = this.#mujoco;
    let registry = registries.get(mujoco);
    if (!registry) registries.set(mujoco, (registry = new Map()));
    if (Object.keys(this.#callbacks).length > 0)
      registry.set(this.#data, { simulation: this, callbacks: this.#callbacks });
    else registry.delete(this.#data);
    const all = registry;
    for (const [name, hook] of Object.entries(hookNames)) {
      const used = [...all.values()].some(({ callbacks }) => name in callbacks);
      const dispatch = (
        /** @type {MjModel} */ _model,
        /** @type {MjData} */ data,
        /** @type {number[]} */ ...rest
      ) => {
        const entry = all.get(data);
        const callback = /** @type {any} */ (entry?.callbacks)?.[name];
        return callback?.(entry?.simulation, ...rest);
      };
      /** @type {any} */ (mujoco)[hook] = used ? dispatch : null;
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
   * The model as it can be edited; `edit` compiles what was changed.
   * @returns {MjSpec}
   */
  get spec() {
    if (this.#spec) return this.#spec;
    const { files, main } = this.#bundle;
    if (!main || /\.mjb$/i.test(main))
      throw new MjError('this model has no source that could be edited');
    const vfs = makeVfs(this.#mujoco, files);
    try {
      this.#spec = this.#mujoco.mj_parseXML(main, vfs);
    } finally {
      vfs.delete();
    }
    return this.#spec;
  }

  /**
   * Edits the model and goes on from the present state: what keeps its name keeps its position, velocity and control. When the
   * edited model does not compile, the simulation stays as it is.
   * @param {(spec: MjSpec, mujoco: MujocoModule) => void} change
   * @param {Record<string, import('../mujoco.js').Content>} [files] more files that the model needs now
   */
  edit(change, files = {}) {
    const mujoco = this.#mujoco;
    const draft = new mujoco.MjSpec(this.spec);
    const all = new Map([...this.#bundle.files, ...Object.entries(files)]);
    const vfs = makeVfs(mujoco, all);
    try {
      change(draft, mujoco);
      this.#replace(mujoco.mj_compile(draft, vfs));
      this.#spec?.delete();
      this.#spec = draft;
      this.#bundle = {
        files: /** @type {Map<string, Uint8Array>} */ (all),
        main: this.#bundle.main,
      };
    } catch (error) {
      draft.delete();
      throw error;
    } finally {
      vfs.delete();
    }
    return this;
  }

  /** @param {MjModel} model */
  #replace(model) {
    const old = { model: this.#model, data: this.#data };
    const data = new this.#mujoco.MjData(model);
    transferState(this.#mujoco, old, { model, data });
    registries.get(this.#mujoco)?.delete(old.data);
    this.#model = model;
    this.#data = data;
    this.#version++;
    if (Object.keys(this.#callbacks).length > 0) this.#register();
    this.forward();
    old.data.delete();
    old.model.delete();
  }

  /** The model as MJCF text, with all edits. */
  toXml() {
    return this.#mujoco.mj_saveXMLString(this.spec);
  }

  /** Frees everything; the simulation cannot be used afterwards. */
  dispose() {
    this.stop();
    if (this.#data.isDeleted()) return;
    this.#callbacks = {};
    if (registries.get(this.#mujoco)?.has(this.#data)) this.#register();
    this.#spec?.delete();
    this.#spec = null;
    this.#data.delete();
    this.#model.delete();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/**
 * A VFS with files.
 * @param {MujocoModule} mujoco
 * @param {Map<string, import('../mujoco.js').Content>} files
 */
export function makeVfs(mujoco, files) {
  const vfs = new mujoco.MjVFS();
  for (const [name, content] of files) vfs.addBuffer(name, content);
  return vfs;
}
