// What can be asked of a simulation, wherever it runs: named handles, contacts, rays, Jacobians, the state as numbers.
//
// Simulation steps here; RemoteSimulation in a worker, with a copy here. Both show their world through this class.
import { MjError, demand } from '../engine/error.js';
import { Contacts } from './contacts.js';
import { makeCollection } from './collection.js';
import { makeHandle, methodOf } from './handles.js';
import { countOf } from './named_handle.js';
import { showAs } from './plain.js';

/** @typedef {import('../mujoco.js').MujocoModule} MujocoModule */
/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../mujoco.js').MjData} MjData */
/** @typedef {import('../mujoco.js').MjSpec} MjSpec */
/** @typedef {import('./collect.js').Bundle} Bundle */
/** @typedef {import('./types.js').HandleTypes} HandleTypes */
/** @typedef {import('./types.js').ModelNames} ModelNames */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./types.js').RayHit} RayHit */

/**
 * What a simulation is made of; an edit replaces model, data, files and spec.
 * @typedef {{ mujoco: MujocoModule, model: MjModel, data: MjData, bundle: Bundle, spec: MjSpec | null, version: number }} World
 */

/** @param {string} what @param {ArrayLike<number>} point */
const demandPoint = (what, point) =>
  demand(
    point?.length === 3 && Array.from(point).every(Number.isFinite),
    `${what} must be three numbers`,
    point,
  );

/** What integration needs of a state, as mj_getState and mj_setState take it. @param {SimulationReader} reader */
export const integrationState = ({ mujoco }) => mujoco.mjtState.mjSTATE_INTEGRATION.value;

/**
 * What simulations have in common, wherever they run.
 * @template {ModelNames} [N=ModelNames] names of the model's objects, as `limber types` writes them
 */
export class SimulationReader {
  #world;
  /** @type {Map<string, object>} */
  #handles = new Map();
  /** Those of ids, in one version of the model. @type {Map<string, object>} */
  #numberedHandles = new Map();
  #numberedVersion = 0;
  /** @type {Map<Kind, object>} */
  #collections = new Map();

  /** @param {World} world */
  constructor(world) {
    this.#world = world;
    /** Contacts of the last step. */
    this.contacts =
      /** @type {Contacts<N> & { readonly [index: number]: import('./contacts.js').Contact | undefined }} */ (
        new Contacts(this)
      );
  }

  /** @param {SimulationReader} reader */
  static worldOf(reader) {
    return reader.#world;
  }

  /** The engine's module: every function of 'limber/mujoco'. */
  get mujoco() {
    return this.#world.mujoco;
  }

  /** The compiled model. */
  get model() {
    return this.#world.model;
  }

  /** State and everything computed from it. */
  get data() {
    return this.#world.data;
  }

  /** Files that the model came from, by name. */
  get files() {
    return this.#world.bundle.files;
  }

  /** The file among them that is the model, '' for a binary model. */
  get mainFile() {
    return this.#world.bundle.main;
  }

  /** Counts the edits of the model. */
  get version() {
    return this.#world.version;
  }

  /** Simulated seconds. */
  get time() {
    return this.data.time;
  }

  set time(seconds) {
    demand(Number.isFinite(seconds), 'time must be a number', seconds);
    this.data.time = seconds;
  }

  /** Seconds of one step. */
  get timestep() {
    return this.model.opt.timestep;
  }

  set timestep(seconds) {
    demand(seconds > 0 && seconds < Infinity, 'timestep must be a positive number', seconds);
    this.model.opt.timestep = seconds;
  }

  /** Potential and kinetic energy in joules (2), also where the model does not ask for them. */
  energy() {
    this.mujoco.mj_energyPos(this.model, this.data);
    this.mujoco.mj_energyVel(this.model, this.data);
    return this.data.energy;
  }

  /**
   * The model as it can be edited; `edit` compiles what was changed.
   * @returns {MjSpec}
   */
  get spec() {
    const world = this.#world;
    if (world.spec) return world.spec;
    const { files, main } = world.bundle;
    if (!main || /\.mjb$/i.test(main))
      throw new MjError('this model has no source that could be edited');
    const vfs = makeVfs(world.mujoco, files);
    try {
      world.spec = world.mujoco.mj_parseXML(main, vfs);
    } finally {
      vfs.delete();
    }
    return world.spec;
  }

  /** The model as MJCF text, with all edits. */
  toXml() {
    return this.mujoco.mj_saveXMLString(this.spec);
  }

  /**
   * Everything that later steps depend on, as numbers of its own.
   * @param {Float64Array} [target] is filled and returned when given
   */
  saveState(target) {
    const all = integrationState(this);
    const state = target ?? new Float64Array(this.mujoco.mj_stateSize(this.model, all));
    this.mujoco.mj_getState(this.model, this.data, state, all);
    return state;
  }

  /**
   * A named object: its fields of model and data together.
   * @template {Kind} K
   * @template {N[K] | number} O
   * @param {K} kind
   * @param {O} object name or id
   * @returns {import('./types.js').HandleOf<N, K, O>}
   */
  object(kind, object) {
    if (typeof object === 'number') return this.#numbered(kind, object);
    const key = `${kind} ${object}`;
    let handle = this.#handles.get(key);
    if (!handle) this.#handles.set(key, (handle = makeHandle(this, kind, object)));
    return /** @type {import('./types.js').HandleOf<N, K, O>} */ (handle);
  }

  /**
   * The object of an id: the same handle as that of its name, where it has one.
   * @template {Kind} K
   * @template {N[K] | number} O
   * @param {K} kind
   * @param {number} id
   * @returns {import('./types.js').HandleOf<N, K, O>}
   */
  #numbered(kind, id) {
    // after an edit an id is another object's
    if (this.#numberedVersion !== this.version) this.#numberedHandles.clear();
    this.#numberedVersion = this.version;
    const key = `${kind} ${id}`;
    let handle = this.#numberedHandles.get(key);
    if (!handle) {
      const made = makeHandle(this, kind, id);
      const named = made.name && `${kind} ${made.name}`;
      handle = this.#handles.get(named) ?? made;
      if (named) this.#handles.set(named, handle);
      this.#numberedHandles.set(key, handle);
    }
    return /** @type {import('./types.js').HandleOf<N, K, O>} */ (handle);
  }

  /** A body: pose (world), mass, forces. @param {N['body'] | number} object name or id */
  body(object) {
    return this.object('body', object);
  }

  /** A joint: position, velocity, range. @template {N['joint'] | number} O @param {O} object name or id */
  joint(object) {
    return this.object('joint', object);
  }

  /** A geom: pose (world), size, colour. @param {N['geom'] | number} object name or id */
  geom(object) {
    return this.object('geom', object);
  }

  /** A site: pose (world). @param {N['site'] | number} object name or id */
  site(object) {
    return this.object('site', object);
  }

  /** A camera of the model: pose (world), field of view. @param {N['camera'] | number} object name or id */
  camera(object) {
    return this.object('camera', object);
  }

  /** A light: position and direction (world). @param {N['light'] | number} object name or id */
  light(object) {
    return this.object('light', object);
  }

  /** An actuator: control, force, length. @param {N['actuator'] | number} object name or id */
  actuator(object) {
    return this.object('actuator', object);
  }

  /** A sensor: readings and their dimension. @template {N['sensor'] | number} O @param {O} object name or id */
  sensor(object) {
    return this.object('sensor', object);
  }

  /** A tendon: length, velocity, range. @param {N['tendon'] | number} object name or id */
  tendon(object) {
    return this.object('tendon', object);
  }

  /** An equality constraint: whether it is active. @param {N['equality'] | number} object name or id */
  equality(object) {
    return this.object('equality', object);
  }

  /** A keyframe: positions, velocities, controls. @param {N['key'] | number} object name or id */
  key(object) {
    return this.object('key', object);
  }

  /** A material: colour, texture. @param {N['material'] | number} object name or id */
  material(object) {
    return this.object('material', object);
  }

  /** All bodies, the world first. @returns {import('./types.js').CollectionOf<'body', N['body']>} */
  get bodies() {
    return this.#collection('body');
  }

  /** All joints. @returns {import('./types.js').CollectionOf<'joint', N['joint']>} */
  get joints() {
    return this.#collection('joint');
  }

  /** All geoms. @returns {import('./types.js').CollectionOf<'geom', N['geom']>} */
  get geoms() {
    return this.#collection('geom');
  }

  /** All sites. @returns {import('./types.js').CollectionOf<'site', N['site']>} */
  get sites() {
    return this.#collection('site');
  }

  /** All cameras. @returns {import('./types.js').CollectionOf<'camera', N['camera']>} */
  get cameras() {
    return this.#collection('camera');
  }

  /** All lights. @returns {import('./types.js').CollectionOf<'light', N['light']>} */
  get lights() {
    return this.#collection('light');
  }

  /** All actuators. @returns {import('./types.js').CollectionOf<'actuator', N['actuator']>} */
  get actuators() {
    return this.#collection('actuator');
  }

  /** All sensors. @returns {import('./types.js').CollectionOf<'sensor', N['sensor']>} */
  get sensors() {
    return this.#collection('sensor');
  }

  /** All tendons. @returns {import('./types.js').CollectionOf<'tendon', N['tendon']>} */
  get tendons() {
    return this.#collection('tendon');
  }

  /** All equality constraints. @returns {import('./types.js').CollectionOf<'equality', N['equality']>} */
  get equalities() {
    return this.#collection('equality');
  }

  /** All keyframes. @returns {import('./types.js').CollectionOf<'key', N['key']>} */
  get keys() {
    return this.#collection('key');
  }

  /** All materials. @returns {import('./types.js').CollectionOf<'material', N['material']>} */
  get materials() {
    return this.#collection('material');
  }

  /** All textures. @returns {import('./types.js').CollectionOf<'texture', N['texture']>} */
  get textures() {
    return this.#collection('texture');
  }

  /** All meshes. @returns {import('./types.js').CollectionOf<'mesh', N['mesh']>} */
  get meshes() {
    return this.#collection('mesh');
  }

  /** All height fields. @returns {import('./types.js').CollectionOf<'hfield', N['hfield']>} */
  get hfields() {
    return this.#collection('hfield');
  }

  /** All skins. @returns {import('./types.js').CollectionOf<'skin', N['skin']>} */
  get skins() {
    return this.#collection('skin');
  }

  /** All contact pairs. @returns {import('./types.js').CollectionOf<'pair', N['pair']>} */
  get pairs() {
    return this.#collection('pair');
  }

  /** All lists of numbers in the model. @returns {import('./types.js').CollectionOf<'numeric', N['numeric']>} */
  get numerics() {
    return this.#collection('numeric');
  }

  /** All tuples of objects. @returns {import('./types.js').CollectionOf<'tuple', N['tuple']>} */
  get tuples() {
    return this.#collection('tuple');
  }

  /**
   * @template {Kind} K
   * @param {K} kind
   * @returns {import('./types.js').CollectionOf<K, N[K]>}
   */
  #collection(kind) {
    let collection = this.#collections.get(kind);
    if (!collection) this.#collections.set(kind, (collection = makeCollection(this, kind)));
    return /** @type {import('./types.js').CollectionOf<K, N[K]>} */ (
      /** @type {unknown} */ (collection)
    );
  }

  /**
   * Names of the objects of a kind, in the order of their ids; '' for those without one.
   * @template {Kind} K
   * @param {K} kind
   * @returns {(N[K] | '')[]}
   */
  names(kind) {
    const { model } = this;
    const method = methodOf(kind);
    const access = /** @type {Record<string, (id: number) => { name: string }>} */ (
      /** @type {unknown} */ (model)
    );
    return Array.from(
      { length: countOf(model, kind) },
      (_, id) => /** @type {N[K]} */ (access[method](id).name),
    );
  }

  /**
   * What a ray meets first; null when nothing.
   * @param {ArrayLike<number>} origin where it starts (3), metres in the world
   * @param {ArrayLike<number>} direction where it goes (3), in the world; of any length but 0
   * @param {{ excludeBody?: N['body'] | number, groups?: ArrayLike<number> | null, includeStatic?: boolean }} [options] excludeBody: name
   *   or id of a body whose geoms are passed through; groups: six numbers, zero leaves a group of geoms out; includeStatic: whether
   *   geoms of the world are met (true)
   * @returns {RayHit | null}
   */
  ray(origin, direction, { excludeBody, groups = null, includeStatic = true } = {}) {
    demandPoint('ray: origin', origin);
    demandPoint('ray: direction', direction);
    const body = excludeBody === undefined ? -1 : this.body(excludeBody).id;
    const geom = new Int32Array(1);
    const normal = new Float64Array(3);
    const length = Math.hypot(direction[0], direction[1], direction[2]);
    const found = this.mujoco.mj_ray(
      this.model,
      this.data,
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
   * Jacobians (3 x nv, row by row, axes of the world) of a point fixed to an object: what velocities of the joints do to its
   * velocity (position, m/s) and to the object's angular velocity (rotation, rad/s).
   * @template {'body' | 'geom' | 'site' | 'camera'} K
   * @param {K} kind
   * @param {N[K] | number} object name or id
   * @param {ArrayLike<number>} [point] metres in the world (3); the object's own origin when left out
   */
  jacobian(kind, object, point) {
    const handle = this.object(kind, object);
    demand('xpos' in handle, 'jacobian takes a body, geom, site or camera', kind);
    const body =
      kind === 'body'
        ? handle.id
        : /** @type {{ bodyid: number }} */ (/** @type {unknown} */ (handle)).bodyid;
    const count = 3 * this.model.nv;
    const position = new Float64Array(count);
    const rotation = new Float64Array(count);
    this.mujoco.mj_jac(this.model, this.data, position, rotation, point ?? handle.xpos, body);
    return { position, rotation };
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
showAs(SimulationReader, ({ time, bodies, contacts }) => ({
  time,
  bodies,
  contacts: contacts.length,
}));
