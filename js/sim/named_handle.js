// What handles of all kinds have in common: which object they stand for, and where model and data keep its fields.
//
// A handle joins what mjModel and mjData know of one object. It stays valid while the simulation lives: after the model was
// edited it stands for the object of the same name.
import { demand } from '../engine/error.js';
import { isInData } from '../mujoco/accessor_fields.js';
import { plainValue, refuseUnknown, showAs } from './plain.js';

/** @typedef {import('./reader.js').SimulationReader} Simulation */
/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../mujoco.js').MjData} MjData */
/** What a struct knows of one object, by field. @typedef {{ id: number, name: string, [field: string]: unknown }} Access */
/** Makes an access, by kind. @typedef {Record<string, (object: string | number) => Access>} Finders */

/** Kinds of objects: word in the simulation, method of the accessors. @type {Record<string, keyof MjModel & string>} */
export const kinds = {
  body: 'body',
  joint: 'jnt',
  geom: 'geom',
  site: 'site',
  camera: 'cam',
  light: 'light',
  actuator: 'actuator',
  sensor: 'sensor',
  tendon: 'tendon',
  equality: 'eq',
  key: 'key',
  material: 'mat',
  texture: 'tex',
  mesh: 'mesh',
  hfield: 'hfield',
  skin: 'skin',
  pair: 'pair',
  numeric: 'numeric',
  tuple: 'tuple',
};

/** Method of the accessors for a kind. @param {string} kind */
export function methodOf(kind) {
  demand(Object.hasOwn(kinds, kind), `kinds of objects are ${Object.keys(kinds).join(', ')}`, kind);
  return kinds[kind];
}

/** Number of objects of a kind. @param {MjModel} model @param {string} kind */
export const countOf = (model, kind) =>
  /** @type {Record<string, number>} */ (/** @type {unknown} */ (model))[`n${methodOf(kind)}`];

/** One object of a simulation. */
export class NamedHandle {
  #simulation;
  #kind;
  /** @type {string | number} */
  #object;
  #version = -1;
  /** Filled when it is first read. */
  #model = /** @type {Access} */ (/** @type {unknown} */ (null));
  /** The same, of kinds that mjData has fields of. */
  #data = /** @type {Access} */ (/** @type {unknown} */ (null));

  /**
   * @param {Simulation} simulation
   * @param {string} kind
   * @param {string | number} object name or id
   */
  constructor(simulation, kind, object) {
    this.#simulation = simulation;
    this.#kind = kind;
    this.#object = object;
    const inner = NamedHandle.inModel(this);
    // a name outlives edits of the model, an id does not
    if (inner.name) this.#object = inner.name;
    Object.preventExtensions(this);
  }

  /**
   * The accessor of mjModel.
   * @param {NamedHandle} handle
   */
  static inModel(handle) {
    if (handle.#version !== handle.#simulation.version) handle.#renew();
    return handle.#model;
  }

  /**
   * The accessor of mjData.
   * @param {NamedHandle} handle
   */
  static inData(handle) {
    if (handle.#version !== handle.#simulation.version) handle.#renew();
    return handle.#data;
  }

  /**
   * @param {NamedHandle} handle
   * @returns {Simulation}
   */
  static simulationOf(handle) {
    return handle.#simulation;
  }

  /** @param {NamedHandle} handle */
  static kindOf(handle) {
    return handle.#kind;
  }

  #renew() {
    const method = kinds[this.#kind];
    const { model, data, version } = this.#simulation;
    const [inModel, inData] = /** @type {Finders[]} */ (/** @type {unknown[]} */ ([model, data]));
    this.#model = inModel[method](this.#object);
    if (isInData(method)) this.#data = inData[method](this.#object);
    this.#version = version;
  }

  /** Position among the objects of its kind. @returns {number} */
  get id() {
    return NamedHandle.inModel(this).id;
  }

  /** Name in the model, '' when it has none. @returns {string} */
  get name() {
    return NamedHandle.inModel(this).name;
  }

  /** All fields as plain numbers and lists. @returns {Record<string, unknown>} */
  toJSON() {
    return Object.fromEntries(
      Object.entries(fieldsOf(this)).map(([name, value]) => [name, plainValue(value)]),
    );
  }
}

/** The fields of a handle: those that its class lists. @param {NamedHandle} handle */
function fieldsOf(handle) {
  /** @type {Record<string, unknown>} */
  const fields = { id: handle.id, name: handle.name };
  const values = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (handle));
  for (const name of Object.keys(Object.getPrototypeOf(handle))) fields[name] = values[name];
  return fields;
}

showAs(NamedHandle, fieldsOf);
refuseUnknown(NamedHandle, (handle) =>
  handle instanceof NamedHandle ? `a ${NamedHandle.kindOf(handle)}` : 'a handle',
);
