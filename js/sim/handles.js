// Named handles of a simulation: sim.body('torso').xpos, sim.actuator('knee').ctrl = 1.
//
// A handle joins what mjModel and mjData know of one object. It stays valid while the simulation lives: after the model was
// edited it stands for the object of the same name.
import { demand } from '../engine/error.js';
import { isInData, listAccessorFields } from '../mujoco/accessor_fields.js';

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
}

/** @type {Map<string, typeof NamedHandle>} */
const classes = new Map();

/**
 * The class of handles of a kind, with the fields of both structs.
 * @param {string} kind
 */
function classOf(kind) {
  const known = classes.get(kind);
  if (known) return known;
  const method = kinds[kind];
  const made = class extends NamedHandle {};
  Object.defineProperty(made, 'name', { value: kind[0].toUpperCase() + kind.slice(1) });
  addFields(made.prototype, NamedHandle.inModel, listAccessorFields('mjModel', method));
  if (isInData(method))
    addFields(made.prototype, NamedHandle.inData, listAccessorFields('mjData', method));
  Object.defineProperties(made.prototype, extras[kind] ?? {});
  classes.set(kind, made);
  return made;
}

/**
 * @param {object} prototype
 * @param {(handle: NamedHandle) => Access} inner
 * @param {{ names: string[] }[]} fields
 */
function addFields(prototype, inner, fields) {
  for (const { names } of fields) {
    const [name] = names;
    Object.defineProperty(prototype, name, {
      enumerable: true,
      configurable: true,
      /** @this {NamedHandle} */
      get() {
        return inner(this)[name];
      },
      /** @this {NamedHandle} @param {unknown} value */
      set(value) {
        inner(this)[name] = value;
      },
    });
  }
}

/** What kinds have beyond their fields. @type {Record<string, PropertyDescriptorMap & ThisType<NamedHandle>>} */
const extras = {
  sensor: {
    dimension: {
      get() {
        return NamedHandle.inModel(this).dim;
      },
    },
    value: {
      get() {
        const data = /** @type {Float64Array} */ (NamedHandle.inData(this).data);
        return data.length === 1 ? data[0] : data;
      },
    },
  },
  joint: {
    value: {
      get() {
        const qpos = /** @type {Float64Array} */ (NamedHandle.inData(this).qpos);
        return qpos.length === 1 ? qpos[0] : qpos;
      },
      set(value) {
        const accessor = NamedHandle.inData(this);
        accessor.qpos = value;
      },
    },
  },
  equality: {
    active: {
      get() {
        return NamedHandle.simulationOf(this).data.eq_active[NamedHandle.inModel(this).id] !== 0;
      },
      set(value) {
        NamedHandle.simulationOf(this).data.eq_active[NamedHandle.inModel(this).id] = value ? 1 : 0;
      },
    },
  },
};

/**
 * A handle of an object.
 * @param {Simulation} simulation
 * @param {string} kind
 * @param {string | number} object
 */
export function makeHandle(simulation, kind, object) {
  methodOf(kind);
  return new (classOf(kind))(simulation, kind, object);
}
