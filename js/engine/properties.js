// Properties that read and write the fields of C structs in place.
//
// Array properties return a view made once and remade only when memory was replaced or the array moved: reading one allocates
// nothing. Structs in structs are handles, made once as well.
import { MjError, demand } from './error.js';
import { Handle, makeGetters } from './handle.js';
import { fieldOf, itemSize } from './schema.js';
import { copyStruct, enumNumber, makeView, readSize, wrap } from './views.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./schema.js').Field} Field */
/** @typedef {import('./handle.js').View} View */
/** @typedef {import('./handle.js').HandleState} HandleState */
/** @typedef {import('./handle.js').Getters} Getters */
/** @typedef {import('./views.js').HandleClass} HandleClass */
/** @typedef {import('./views.js').Library} Library */

/** @type {Record<string, 'f64' | 'f32' | 'i32' | 'u32' | 'i8' | 'u8'>} */
const heaps = { d: 'f64', f: 'f32', i: 'i32', u: 'u32', z: 'u32', c: 'i8', b: 'u8' };

/**
 * Gives a class a property for every field of its struct.
 * @param {HandleClass} type
 * @param {import('./schema.js').Layout} layout
 * @param {Library} library
 */
export function defineFields(type, layout, library) {
  const getters = makeGetters();
  // deleting makes the prototype a dictionary: others copy all properties when one is added
  const proto = type.prototype;
  proto.a = proto.b = 0;
  delete proto.a;
  delete proto.b;
  layout.fields.forEach((field, slot) => {
    const property = fieldProperty(field, slot, layout, library, getters);
    if (!property) return;
    property.enumerable = true;
    property.configurable = true;
    Object.defineProperty(proto, field.name, property);
  });
}

/**
 * @param {Field} field
 * @param {number} slot
 * @param {import('./schema.js').Layout} layout
 * @param {Library} library
 * @param {Getters} getters
 * @returns {PropertyDescriptor | null}
 */
function fieldProperty(field, slot, layout, library, getters) {
  switch (field.kind) {
    case 'scalar':
      return scalarProperty(field, getters);
    case 'enum':
      return enumProperty(field, library);
    case 'array':
      return arrayProperty(field, slot, getters);
    case 'struct':
      return structProperty(field, slot, library, getters);
    case 'structs':
      return structsProperty(field, slot, library);
    case 'table':
      return tableProperty(field, slot, layout.name, library, getters);
    default:
      return field.type ? pointerProperty(field, slot, library) : null;
  }
}

/**
 * A number that a field is given; what would become NaN by itself is an error.
 * @param {unknown} value
 * @param {string} name
 */
export function toNumber(value, name) {
  const number = Number(value);
  const good = typeof value === 'number' || (value !== null && !Number.isNaN(number));
  demand(good, `${name} must be a number`, value);
  return number;
}

/**
 * @param {Field} field
 * @param {Getters} getters
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function scalarProperty({ name, type, offset }, getters) {
  const isBool = type === 'B';
  if (isBool || type === 'l' || type === 'L') {
    const heap = isBool ? 'u8' : type === 'l' ? 'i64' : 'u64';
    const shift = isBool ? 0 : 3;
    return {
      get() {
        const { engine, pointer } = Handle.stateOf(this);
        const at = pointer + offset;
        if (type === 'l') return readSize(engine, at);
        const value = engine[heap][at >> shift];
        return isBool ? value !== 0 : value;
      },
      set(value) {
        const { engine, pointer } = Handle.stateOf(this);
        engine[heap][(pointer + offset) >> shift] = isBool ? (value ? 1 : 0) : BigInt(value);
      },
    };
  }
  const heap = heaps[type];
  const shift = Math.log2(itemSize[type]);
  const fast =
    type === 'd' ? getters.double(offset) : type === 'i' ? getters.int(offset) : undefined;
  return {
    get:
      fast ??
      /** @this {Handle} */
      function read() {
        const { engine, pointer } = Handle.stateOf(this);
        return engine[heap][(pointer + offset) >> shift];
      },
    set(value) {
      const { engine, pointer } = Handle.stateOf(this);
      engine[heap][(pointer + offset) >> shift] = toNumber(value, name);
    },
  };
}

/**
 * @param {Field} field
 * @param {Library} library
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function enumProperty({ type, offset }, library) {
  return {
    get() {
      const { engine, pointer } = Handle.stateOf(this);
      return library.enumValue(type, engine.i32[(pointer + offset) >> 2]);
    },
    set(value) {
      const { engine, pointer } = Handle.stateOf(this);
      engine.i32[(pointer + offset) >> 2] = enumNumber(value);
    },
  };
}

/**
 * Setter of an array: items are copied, the length stays.
 * @param {string} name
 * @returns {(this: Handle, values: ArrayLike<number>) => void}
 */
function assignArray(name) {
  return function assign(values) {
    const view = /** @type {Float64Array} */ (Reflect.get(this, name));
    if (typeof values !== 'object' || values.length !== view.length) {
      const got = typeof values === 'object' ? `${values.length}` : typeof values;
      throw new MjError(
        `${this.constructor.name}.${name} must have size ${view.length}, got ${got}`,
      );
    }
    view.set(values);
  };
}

/**
 * @param {Field} field
 * @param {number} slot
 * @param {Getters} getters
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function arrayProperty({ name, type, offset, count }, slot, getters) {
  /** @type {(handle: Handle, state: HandleState) => View} */
  const make = (handle, { engine, pointer }) =>
    Handle.keep(handle, makeView(engine, type, pointer + offset, count));
  return { get: getters.slot(slot, make), set: assignArray(name) };
}

/**
 * @param {Field} field
 * @param {number} slot
 * @param {Library} library
 * @param {Getters} getters
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function structProperty({ name, type, offset }, slot, library, getters) {
  /** @type {(handle: Handle, state: HandleState) => Handle} */
  const make = (handle, { resource, pointer }) =>
    Handle.nest(handle, wrap(library.classOf(type), resource, pointer + offset, handle));
  return {
    get: getters.nested(slot, make),
    set(value) {
      const target = Reflect.get(this, name);
      copyStruct(type, target, value);
    },
  };
}

/**
 * @param {Field} field
 * @param {number} slot
 * @param {Library} library
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function structsProperty({ type, offset, count }, slot, library) {
  /** @type {(handle: Handle) => { isDeleted: () => boolean }} */
  const make = (handle) =>
    library.structVector(type, handle, () => ({
      address: Handle.addressOf(handle) + offset,
      count,
    }));
  return {
    get() {
      return Handle.cachedLive(this, slot, make);
    },
  };
}

/**
 * @param {Field} field
 * @param {number} slot
 * @param {Library} library
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function pointerProperty({ type, offset }, slot, library) {
  const isHandle = /^mj(s[A-Z]|Spec)/.test(type);
  return {
    get() {
      const { engine, pointer, resource } = Handle.stateOf(this);
      const address = engine.u32[(pointer + offset) >> 2];
      if (!isHandle) return library.container(type, this, address);
      if (!address) return undefined;
      const make = () => Handle.track(wrap(library.classOf(type), resource, address, this));
      const cached = Handle.cached(this, slot, make);
      if (!cached.isDeleted() && Handle.addressOf(cached) === address) return cached;
      const made = make();
      Handle.stateOf(this).slots[slot] = made;
      return made;
    },
    set(value) {
      if (isHandle) throw new TypeError(`${this.constructor.name} keeps this element`);
      const { engine, pointer } = Handle.stateOf(this);
      library.setContainer(type, this, engine.u32[(pointer + offset) >> 2], value);
    },
  };
}

/**
 * Reads one factor of a table's length, given the address of the struct that has the counts.
 * @param {string} struct
 * @param {string} text name of a field, name*number, a number, or +name:number for the sum that nameadr and namenum describe
 * @returns {(engine: Engine, address: number) => number}
 */
function lengthReader(struct, text) {
  if (/^\d+$/.test(text)) return () => Number(text);
  if (text.startsWith('+')) {
    const [part, count] = text.slice(1).split(':');
    const starts = fieldOf(struct, `${part}adr`).offset;
    const counts = fieldOf(struct, `${part}num`).offset;
    const rows = fieldOf(struct, count).offset;
    return (engine, address) => {
      const last = engine.i32[(address + rows) >> 2] - 1;
      if (last < 0) return 0;
      const start = engine.i32[(engine.u32[(address + starts) >> 2] >> 2) + last];
      return start + engine.i32[(engine.u32[(address + counts) >> 2] >> 2) + last];
    };
  }
  const [name, times] = text.split('*');
  const { offset } = fieldOf(struct, name);
  const factor = Number(times ?? 1);
  return (engine, address) => engine.i32[(address + offset) >> 2] * factor;
}

/**
 * A table: pointer to an array whose length follows from sizes of the model or counts of the struct itself.
 * @param {Field} field
 * @param {number} slot
 * @param {string} struct
 * @param {Library} library
 * @param {Getters} getters
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function tableProperty(
  { name, type, offset, rows, columns, counted, moves },
  slot,
  struct,
  library,
  getters,
) {
  const own = name === 'arena' || name === 'buffer';
  const ownSizes = counted || own || struct !== 'mjData';
  /** @type {((engine: Engine, address: number) => number)[] | undefined} */
  let factors;
  /** @param {HandleState} state */
  const lengthOf = ({ engine, pointer, resource }) => {
    factors ??= [
      lengthReader(counted || own ? struct : 'mjModel', rows),
      lengthReader('mjModel', columns),
    ];
    const address = ownSizes ? pointer : (resource.base?.pointer ?? 0);
    return factors[0](engine, address) * factors[1](engine, address);
  };
  if (type.startsWith('s.')) return tableOfStructs(type.slice(2), offset, slot, lengthOf, library);
  /** @type {(handle: Handle, state: HandleState) => View} */
  const make = (handle, state) => {
    const { engine, pointer } = state;
    return Handle.keep(
      handle,
      makeView(engine, type, engine.u32[(pointer + offset) >> 2], lengthOf(state)),
    );
  };
  if (!moves) return { get: getters.slot(slot, make), set: assignArray(name) };
  return {
    get() {
      const view = Handle.cached(this, slot, make);
      const state = Handle.stateOf(this);
      const { engine, pointer } = state;
      const address = engine.u32[(pointer + offset) >> 2];
      const length = address ? lengthOf(state) : 0;
      if (view.length === length && (length === 0 || view.byteOffset === address)) return view;
      const made = make(this, state);
      state.slots[slot] = made;
      return made;
    },
    set: assignArray(name),
  };
}

/**
 * @param {string} item
 * @param {number} offset
 * @param {number} slot
 * @param {(state: HandleState) => number} lengthOf
 * @param {Library} library
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function tableOfStructs(item, offset, slot, lengthOf, library) {
  /** @type {(handle: Handle) => { isDeleted: () => boolean }} */
  const make = (handle) =>
    library.structVector(item, handle, () => {
      const state = Handle.stateOf(handle);
      return { address: state.engine.u32[(state.pointer + offset) >> 2], count: lengthOf(state) };
    });
  return {
    get() {
      return Handle.cachedLive(this, slot, make);
    },
  };
}
