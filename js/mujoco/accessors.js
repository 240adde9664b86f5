// Named access: model.body('torso').pos, data.jnt(0).qpos.
//
// The fields of an accessor are those of mjModel or mjData that have a row for each object of the kind, without their prefix. A
// field with one number for an object is that number, others are views. Fields of different length for each object (the positions
// of a joint, the values of a sensor) are views always.
import { MjError } from '../engine/error.js';
import { Handle, makeAccessorGetters, noConstructor, rename } from '../engine/handle.js';
import { numberTypes } from '../engine/numbers.js';
import { columnsReader } from '../engine/properties.js';
import { description, enumValues, fieldOf, layoutOf, placesOf } from '../engine/schema.js';
import { makeView, toNumber } from '../engine/views.js';
import { listAccessorFields } from './accessor_fields.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('../engine/numbers.js').NumberType} NumberType */
/** @typedef {import('../engine/schema.js').Field} Field */
/** @typedef {import('../engine/schema.js').ObjectKind} ObjectKind */
/** @typedef {import('../engine/schema.js').Rows} Rows */
/** @typedef {import('./accessor_fields.js').AccessorField} AccessorField */
/** @typedef {(engine: Engine, model: number, id: number) => [start: number, count: number]} Locate rows of an object */

/** Reads item `id` of an array of whole numbers in mjModel; of wide ones the lower half. @param {string} name */
function modelInt(name) {
  const { offset, type } = fieldOf('mjModel', name);
  const { bytes } = numberTypes[/** @type {NumberType} */ (type)];
  return (/** @type {Engine} */ engine, /** @type {number} */ model, /** @type {number} */ id) =>
    engine.i32[(engine.u32[(model + offset) >> 2] + bytes * id) >> 2];
}

/** Where the rows of an object are. @param {Rows} rows @returns {Locate} */
function locator({ start, count = [], joint }) {
  const first = modelInt(start);
  if (joint) {
    const type = modelInt('jnt_type');
    const sizes = description().joints[joint];
    return (engine, model, id) => [first(engine, model, id), sizes[type(engine, model, id)]];
  }
  const [number, ...more] = count.map(modelInt);
  if (more.length === 0)
    return (engine, model, id) => [first(engine, model, id), number(engine, model, id)];
  return (engine, model, id) => [
    first(engine, model, id),
    more.reduce((product, n) => product * n(engine, model, id), number(engine, model, id)),
  ];
}

/**
 * The property of an accessor for one field.
 * @param {AccessorField} accessor
 * @param {number} slot
 * @param {Locate | null} locate rows of the object; null: one, at its id
 * @param {import('../engine/handle.js').AccessorGetters} getters
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function accessorProperty({ field, always }, slot, locate, getters) {
  const { offset } = field;
  const type = /** @type {NumberType} */ (field.type);
  const { bytes } = numberTypes[type];
  const columnsOf = columnsReader(field);
  /** @param {Handle} handle */
  const makeArray = (handle) => {
    const { engine, pointer, resource, index } = Handle.stateOf(handle);
    const model = resource.base ? resource.base.pointer : pointer;
    const columns = columnsOf(engine, model);
    const [start, count] = locate ? locate(engine, model, index) : [index, 1];
    const address = engine.u32[(pointer + offset) >> 2] + start * columns * bytes;
    return Handle.keep(handle, makeView(engine, type, address, count * columns));
  };
  const single = !always && (field.columns ?? 1) === 1;
  const isFlag = single && type === 'bool';
  const read = (single ? getters.first : getters.slot)(slot, makeArray);
  return {
    get: isFlag
      ? /** @this {Handle} */ function flag() {
          const value = read.call(this);
          return typeof value === 'number' ? value !== 0 : value;
        }
      : read,
    set(value) {
      const view = /** @type {Float64Array} */ (Handle.cached(this, slot, makeArray));
      if (typeof value === 'object' && value?.length === view.length) view.set(value);
      else if (typeof value !== 'object' && view.length === 1)
        view[0] = toNumber(type, value, this, field.name);
      else
        throw new MjError(`${this.constructor.name}.${field.name} must have size ${view.length}`);
    },
  };
}

/**
 * The moment of an actuator's first output on every degree of freedom: a copy, read out of the sparse matrix.
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function momentProperty() {
  const outputs = modelInt('actuator_outadr');
  const dofs = fieldOf('mjModel', 'nv').offset;
  const [moment, rows, starts, columns] = [
    'actuator_moment',
    'moment_rownnz',
    'moment_rowadr',
    'moment_colind',
  ].map((n) => fieldOf('mjData', n).offset);
  return {
    get() {
      const { engine, pointer, resource, index } = Handle.stateOf(this);
      const { i32, u32, f64 } = engine;
      const model = resource.base?.pointer ?? 0;
      const row = outputs(engine, model, index);
      const start = i32[(u32[(pointer + starts) >> 2] >> 2) + row];
      const count = i32[(u32[(pointer + rows) >> 2] >> 2) + row];
      const dense = new Float64Array(i32[(model + dofs) >> 2]);
      for (let k = start; k < start + count; k++) {
        dense[i32[(u32[(pointer + columns) >> 2] >> 2) + k]] =
          f64[(u32[(pointer + moment) >> 2] >> 3) + k];
      }
      return dense;
    },
  };
}

/**
 * @param {Engine} engine
 * @param {'mjModel' | 'mjData'} struct
 * @param {ObjectKind} kind
 * @returns {import('../engine/views.js').HandleClass}
 */
function accessorClass(engine, struct, kind) {
  const { method, word, type } = kind;
  const object = enumValues('mjtObj')[type];
  const name = `Mj${struct.slice(2)}${word}Accessor`;
  const made = class extends Handle {
    constructor() {
      super(noConstructor(name));
    }

    get id() {
      return Handle.stateOf(this).index;
    }

    get name() {
      const { pointer, resource, index } = Handle.stateOf(this);
      const model = resource.base ? resource.base.pointer : pointer;
      return engine.string(engine.exports.mj_id2name(model, object, index));
    }
  };
  rename(made, name);

  const places = placesOf(kind);
  const slots = layoutOf(struct).fields;
  const getters = makeAccessorGetters();
  for (const accessor of listAccessorFields(struct, method)) {
    const { names, field } = accessor;
    const place = places[field.rows ?? ''];
    const property =
      field.name === 'actuator_moment'
        ? momentProperty()
        : accessorProperty(accessor, slots.indexOf(field), place ? locator(place) : null, getters);
    property.enumerable = true;
    property.configurable = true;
    for (const shown of names) Object.defineProperty(made.prototype, shown, property);
  }
  return made;
}

/** @type {() => Map<string | number, Handle>} */
const newMap = () => new Map();

/**
 * Gives a class the methods of named access; returns the classes of the accessors, made on first use.
 * @param {Engine} engine
 * @param {'mjModel' | 'mjData'} struct
 * @param {{ prototype: object }} owner
 * @returns {[name: string, get: () => unknown][]}
 */
export function addAccessors(engine, struct, owner) {
  /** @type {[string, () => unknown][]} */
  const classes = [];
  for (const kind of description().objects) {
    const { method, word } = kind;
    if (struct === 'mjData' && !kind.inData) continue;
    /** @type {import('../engine/views.js').HandleClass | undefined} */
    let made;
    const get = () => (made ??= accessorClass(engine, struct, kind));
    classes.push([`Mj${struct.slice(2)}${word}Accessor`, get]);
    const place = classes.length;
    // behind the slots of the struct's own fields
    let slot = 0;
    /** @type {(this: Handle, object: string | number) => Handle} */
    const value = function access(object) {
      slot ||= layoutOf(struct).fields.length + place;
      const known = Handle.cached(this, slot, newMap);
      const found = known.get(object);
      if (found !== undefined && !found.isDeleted()) return found;
      const { pointer, resource } = Handle.stateOf(this);
      const model = resource.base ? resource.base.pointer : pointer;
      const total = engine.i32[(model + fieldOf('mjModel', `n${method}`).offset) >> 2];
      const id = findObject(engine, kind, model, total, object);
      const made = Reflect.construct(Handle, [resource, pointer, this, id], get());
      known.set(object, made);
      return made;
    };
    Object.defineProperty(owner.prototype, method, { value, configurable: true });
  }
  return classes;
}

/**
 * Id of an object given by name or id.
 * @param {Engine} engine
 * @param {ObjectKind} kind
 * @param {number} model
 * @param {number} count
 * @param {unknown} object
 * @returns {number}
 */
function findObject(engine, { method, type }, model, count, object) {
  if (typeof object === 'number') {
    if (Number.isInteger(object) && object >= 0 && object < count) return object;
    throw new MjError(
      `Invalid index ${object} for ${method}. Valid indices from 0 to ${count - 1}`,
    );
  }
  if (typeof object !== 'string')
    throw new MjError(`${method}() argument must be a string or number`);
  const code = enumValues('mjtObj')[type];
  const id = engine.guard(() => engine.exports.mj_name2id(model, code, engine.pushString(object)));
  if (id >= 0) return id;
  const names = [];
  for (let i = 0; i < count; i++)
    names.push(engine.string(engine.exports.mj_id2name(model, code, i)));
  const valid = names
    .filter(Boolean)
    .sort()
    .map((name) => `'${name}'`);
  throw new MjError(`Invalid name '${object}' for ${method}. Valid names: [${valid.join(', ')}]`);
}
