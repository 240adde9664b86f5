// Named access: model.body('torso').pos, data.jnt(0).qpos.
//
// The fields of an accessor are those of mjModel or mjData that have a row for each object of the kind, without their prefix. A
// field with one number for an object is that number, others are views. Fields of different length for each object (the positions
// of a joint, the values of a sensor) are views always.
import { MjError } from '../engine/error.js';
import { Handle, makeAccessorGetters, noConstructor } from '../engine/handle.js';
import { fieldOf, layoutOf } from '../engine/schema.js';
import { toNumber } from '../engine/properties.js';
import { makeView } from '../engine/views.js';
import { dataKinds, listAccessorFields, modelKinds } from './accessor_fields.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('../engine/schema.js').Field} Field */
/** @typedef {[start: number, count: number]} Span rows of an object */
/** @typedef {(engine: Engine, model: number, id: number) => Span} Locate */

/** Reads element `id` of an integer array of mjModel. @param {string} name */
function modelInt(name) {
  const { offset } = fieldOf('mjModel', name);
  return (/** @type {Engine} */ engine, /** @type {number} */ model, /** @type {number} */ id) =>
    engine.i32[(engine.u32[(model + offset) >> 2] >> 2) + id];
}

/** Rows given by an address and a count array. @param {string} start @param {string} count @returns {Locate} */
function span(start, count) {
  const first = modelInt(start);
  const number = modelInt(count);
  return (engine, model, id) => [first(engine, model, id), number(engine, model, id)];
}

/** Rows of a joint among positions (free 7, ball 4) or degrees of freedom (6, 3). @param {string} start @param {number[]} counts @returns {Locate} */
function jointSpan(start, counts) {
  const first = modelInt(start);
  const type = modelInt('jnt_type');
  return (engine, model, id) => [first(engine, model, id), counts[type(engine, model, id)]];
}

/** Where objects of a kind have several rows: rows of the field, how to find them. @returns {Record<string, Record<string, Locate>>} */
function raggedSpans() {
  const textureAddress = fieldOf('mjModel', 'tex_adr').offset;
  const [height, width, channels] = ['tex_height', 'tex_width', 'tex_nchannel'].map(modelInt);
  const [rows, columns] = ['hfield_nrow', 'hfield_ncol'].map(modelInt);
  const hfieldAddress = modelInt('hfield_adr');
  return {
    jnt: { nq: jointSpan('jnt_qposadr', [7, 4, 1, 1]), nv: jointSpan('jnt_dofadr', [6, 3, 1, 1]) },
    sensor: { nsensordata: span('sensor_adr', 'sensor_dim') },
    numeric: { nnumericdata: span('numeric_adr', 'numeric_size') },
    tuple: { ntupledata: span('tuple_adr', 'tuple_size') },
    tendon: { nJten: span('ten_J_rowadr', 'ten_J_rownnz') },
    hfield: {
      nhfielddata: (engine, model, id) => [
        hfieldAddress(engine, model, id),
        rows(engine, model, id) * columns(engine, model, id),
      ],
    },
    tex: {
      ntexdata: (engine, model, id) => [
        engine.i32[(engine.u32[(model + textureAddress) >> 2] + 8 * id) >> 2],
        height(engine, model, id) * width(engine, model, id) * channels(engine, model, id),
      ],
    },
  };
}

/** Rows of an actuator among controls and outputs. @returns {Record<string, Locate>} */
const actuatorSpans = () => ({
  nu: span('actuator_ctrladr', 'actuator_ctrlnum'),
  nout: span('actuator_outadr', 'actuator_outnum'),
});

/**
 * The property of an accessor for one field.
 * @param {Field} field
 * @param {number} slot
 * @param {number} offset
 * @param {Locate | null} locate rows of the object; null: one, at its id
 * @param {boolean} always a view even for one number
 * @param {import('../engine/handle.js').AccessorGetters} getters
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function accessorProperty(field, slot, offset, locate, always, getters) {
  const [size, times] = field.columns.split('*');
  const fixed = Number(field.columns);
  const columnOffset = Number.isNaN(fixed) ? fieldOf('mjModel', size).offset : 0;
  /** @param {Handle} handle */
  const place = (handle) => {
    const { engine, pointer, resource, index } = Handle.stateOf(handle);
    const model = resource.base ? resource.base.pointer : pointer;
    const columns = fixed || engine.i32[(model + columnOffset) >> 2] * Number(times ?? 1);
    const [start, count] = locate ? locate(engine, model, index) : [index, 1];
    return {
      engine,
      base: engine.u32[(pointer + offset) >> 2],
      start: start * columns,
      length: count * columns,
    };
  };
  const bytes = { d: 8, f: 4, i: 4, u: 4, z: 4, b: 1, B: 1, c: 1, l: 8, L: 8 }[field.type] ?? 1;
  const makeArray = (/** @type {Handle} */ handle) => {
    const { engine, base, start, length } = place(handle);
    return Handle.keep(handle, makeView(engine, field.type, base + start * bytes, length));
  };
  const single = !always && fixed === 1;
  const isFlag = single && field.type === 'B';
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
        view[0] = toNumber(value, field.name);
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
  const outputs = span('actuator_outadr', 'actuator_outnum');
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
      const [row] = outputs(engine, model, index);
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
 * @param {[string, string, string, string, number]} kind
 * @returns {import('../engine/views.js').HandleClass}
 */
function accessorClass(engine, struct, [key, word, , , type]) {
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
      return engine.string(engine.exports.mj_id2name(model, type, index));
    }
  };
  Object.defineProperty(made, 'name', { value: name });

  const ragged = raggedSpans()[key] ?? {};
  const spans = key === 'actuator' ? actuatorSpans() : {};
  const slots = layoutOf(struct).fields;
  const getters = makeAccessorGetters();
  for (const { names, field, always } of listAccessorFields(struct, key)) {
    const property =
      field.name === 'actuator_moment'
        ? momentProperty()
        : accessorProperty(
            field,
            slots.indexOf(field),
            field.offset,
            ragged[field.rows] ?? spans[field.rows] ?? null,
            always,
            getters,
          );
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
  for (const kind of modelKinds) {
    const [key, word, , count, type] = kind;
    if (struct === 'mjData' && !dataKinds.has(key)) continue;
    /** @type {import('../engine/views.js').HandleClass | undefined} */
    let made;
    const get = () => (made ??= accessorClass(engine, struct, kind));
    classes.push([`Mj${struct.slice(2)}${word}Accessor`, get]);
    const place = classes.length;
    /** @type {(this: Handle, object: string | number) => Handle} */
    const value = function access(object) {
      const known = Handle.cached(this, layoutOf(struct).fields.length + place, newMap);
      const found = known.get(object);
      if (found !== undefined && !found.isDeleted()) return found;
      const { pointer, resource } = Handle.stateOf(this);
      const model = resource.base ? resource.base.pointer : pointer;
      const total = engine.i32[(model + fieldOf('mjModel', count).offset) >> 2];
      const id = findObject(engine, key, type, model, total, object);
      const made = Reflect.construct(Handle, [resource, pointer, this, id], get());
      known.set(object, made);
      return made;
    };
    Object.defineProperty(owner.prototype, key, { value, configurable: true });
  }
  return classes;
}

/**
 * Id of an object given by name or id.
 * @param {Engine} engine
 * @param {string} key
 * @param {number} type
 * @param {number} model
 * @param {number} count
 * @param {unknown} object
 * @returns {number}
 */
function findObject(engine, key, type, model, count, object) {
  if (typeof object === 'number') {
    if (Number.isInteger(object) && object >= 0 && object < count) return object;
    throw new MjError(`Invalid index ${object} for ${key}. Valid indices from 0 to ${count - 1}`);
  }
  if (typeof object !== 'string') throw new MjError(`${key}() argument must be a string or number`);
  const id = engine.guard(() => engine.exports.mj_name2id(model, type, engine.pushString(object)));
  if (id >= 0) return id;
  const names = [];
  for (let i = 0; i < count; i++)
    names.push(engine.string(engine.exports.mj_id2name(model, type, i)));
  const valid = names
    .filter(Boolean)
    .sort()
    .map((name) => `'${name}'`);
  throw new MjError(`Invalid name '${object}' for ${key}. Valid names: [${valid.join(', ')}]`);
}
