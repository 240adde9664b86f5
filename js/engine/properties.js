// Properties that read and write the fields of C structs in place.
//
// Array properties return a view made once and remade only when memory was replaced or the array moved: reading one allocates
// nothing. Structs in structs are handles, made once as well.
import { MjError, demand } from './error.js';
import { Handle, makeGetters, typeName } from './handle.js';
import { numberTypes } from './numbers.js';
import { fieldOf, layoutOf, numberEnums, numberType } from './schema.js';
import {
  copyStruct,
  enumMember,
  makeView,
  readSize,
  setNumbers,
  toLong,
  toNumber,
  wrap,
} from './views.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./numbers.js').NumberType} NumberType */
/** @typedef {import('./schema.js').Field} Field */
/** @typedef {import('./handle.js').View} View */
/** @typedef {import('./handle.js').HandleState} HandleState */
/** @typedef {import('./handle.js').Getters} Getters */
/** @typedef {import('./views.js').HandleClass} HandleClass */
/** @typedef {import('./views.js').Library} Library */

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

/** Numbers that the engine keeps, such as sizes: programs cannot write them. @type {Record<string, RegExp>} */
const kept = {
  mjModel: /^(?!flg_)/,
  mjData: /^(?!time$|flg_|maxuse_|ncon$)/,
  mjsElement: /./,
  mjvScene: /^(maxgeom|nflex|nskin)$/,
};

/** The least and the largest value, or the field that has it. Of counts of used places, the rest may be dropped. @type {Record<string, Record<string, [number, string | number]>>} */
const bounds = {
  mjData: { ncon: [0, 'ncon'] },
  mjContact: { dim: [1, 6] },
  mjvScene: { ngeom: [0, 'maxgeom'], nlight: [0, 100] },
};

/**
 * Keeps programs from writing what the engine relies on.
 * @param {string} struct
 * @param {Field} field
 * @param {PropertyDescriptor & ThisType<Handle>} property
 */
function guarded(struct, { name }, property) {
  const bound = bounds[struct]?.[name];
  if (!bound && !kept[struct]?.test(name)) return property;
  const { set } = property;
  return {
    get: property.get,
    /** @this {Handle} @param {unknown} value */
    set(value) {
      const where = `${this.constructor.name}.${name}`;
      if (!bound) throw new MjError(`${where} is kept by the engine: read-only`);
      const [least, largest] = bound;
      const most = Reflect.get(this, largest) ?? largest;
      const good = typeof value === 'number' && value >= least && value <= most;
      demand(good, `${where} must be a number from ${least} to ${most}`, value);
      set?.call(this, value);
    },
  };
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
    case 'number':
      return guarded(layout.name, field, numberProperty(field, getters, layout.name));
    case 'enum':
      return guarded(layout.name, field, enumProperty(field, library));
    case 'array':
      return arrayProperty(field, slot, getters);
    case 'struct':
      return structProperty(field, slot, library, getters);
    case 'structs':
      return structsProperty(field, slot, library);
    case 'table':
      return tableProperty(field, slot, layout.name, library, getters);
    default:
      return field.to ? pointerProperty(field, slot, library) : null;
  }
}

/**
 * @param {Field} field
 * @param {Getters} getters
 * @param {string} struct
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function numberProperty({ name, type, offset }, getters, struct) {
  if (type === 'bool') return boolProperty(offset);
  if (type === 'int64' || type === 'uint64') return longProperty(type, offset, name);
  const number = /** @type {'float'} */ (type);
  const { heap, shift } = numberTypes[number];
  const words = numberEnums[struct]?.[name];
  const fast =
    type === 'double' ? getters.double(offset) : type === 'int' ? getters.int(offset) : undefined;
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
      engine[heap][(pointer + offset) >> shift] = words
        ? enumMember(words, value, name)
        : toNumber(number, value, this, name);
    },
  };
}

/** @param {number} offset @returns {PropertyDescriptor & ThisType<Handle>} */
const boolProperty = (offset) => ({
  get() {
    const { engine, pointer } = Handle.stateOf(this);
    return engine.u8[pointer + offset] !== 0;
  },
  set(value) {
    const { engine, pointer } = Handle.stateOf(this);
    engine.u8[pointer + offset] = value ? 1 : 0;
  },
});

/** Sizes are read as numbers, hashes as bigints. @param {'int64' | 'uint64'} type @param {number} offset @param {string} name @returns {PropertyDescriptor & ThisType<Handle>} */
const longProperty = (type, offset, name) => ({
  get() {
    const { engine, pointer } = Handle.stateOf(this);
    const at = pointer + offset;
    return type === 'int64' ? readSize(engine, at) : engine.u64[at >> 3];
  },
  set(value) {
    const { engine, pointer } = Handle.stateOf(this);
    engine[numberTypes[type].heap][(pointer + offset) >> 3] = toLong(type, value, this, name);
  },
});

/**
 * @param {Field} field
 * @param {Library} library
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function enumProperty({ name, type, offset }, library) {
  return {
    get() {
      const { engine, pointer } = Handle.stateOf(this);
      return library.enumValue(type, engine.i32[(pointer + offset) >> 2]);
    },
    set(value) {
      const { engine, pointer } = Handle.stateOf(this);
      engine.i32[(pointer + offset) >> 2] = enumMember(type, value, name);
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
    const where = `${this.constructor.name}.${name}`;
    const isList = typeof values === 'object' && values !== null;
    if (!isList || values.length !== view.length) {
      const got = isList ? values.length : typeName(values);
      throw new MjError(`${where} must have size ${view.length}, got ${got}`);
    }
    setNumbers(view, values, where);
  };
}

/**
 * @param {Field} field
 * @param {number} slot
 * @param {Getters} getters
 * @returns {PropertyDescriptor & ThisType<Handle>}
 */
function arrayProperty({ name, type, offset, count = 1 }, slot, getters) {
  const number = /** @type {NumberType} */ (type);
  /** @type {(handle: Handle, state: HandleState) => View} */
  const make = (handle, { engine, pointer }) =>
    Handle.keep(handle, makeView(engine, number, pointer + offset, count));
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
function structsProperty({ type, offset, count = 1 }, slot, library) {
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

/** @typedef {(engine: Engine, address: number) => number} ReadLength */

/**
 * Reads the number of rows of a table, given the address of the struct that has the counts.
 * @param {string} struct
 * @param {Field} field
 * @returns {ReadLength}
 */
function rowsReader(struct, { rows = '', part }) {
  const count = fieldOf(struct, rows).offset;
  if (!part) return (engine, address) => engine.i32[(address + count) >> 2];
  const starts = fieldOf(struct, `${part}adr`).offset;
  const counts = fieldOf(struct, `${part}num`).offset;
  return (engine, address) => {
    const last = engine.i32[(address + count) >> 2] - 1;
    if (last < 0) return 0;
    const start = engine.i32[(engine.u32[(address + starts) >> 2] >> 2) + last];
    return start + engine.i32[(engine.u32[(address + counts) >> 2] >> 2) + last];
  };
}

/**
 * Numbers in a row of a table, given the address of the struct that has the sizes.
 * @param {Field} field
 * @returns {ReadLength}
 */
export function columnsReader({ columns = 1, times = 1 }) {
  if (typeof columns === 'number') return () => columns;
  const { offset } = fieldOf('mjModel', columns);
  return (engine, address) => engine.i32[(address + offset) >> 2] * times;
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
function tableProperty(field, slot, struct, library, getters) {
  const { name, type, offset, rows = '', moves } = field;
  const own = layoutOf(struct).byName.has(rows);
  const ownSizes = own || struct !== 'mjData';
  /** @type {ReadLength[] | undefined} */
  let factors;
  /** @param {HandleState} state */
  const lengthOf = ({ engine, pointer, resource }) => {
    factors ??= [rowsReader(own ? struct : 'mjModel', field), columnsReader(field)];
    const address = ownSizes ? pointer : (resource.base?.pointer ?? 0);
    return factors[0](engine, address) * factors[1](engine, address);
  };
  if (!numberType(type)) return tableOfStructs(type, offset, slot, lengthOf, library);
  const number = /** @type {NumberType} */ (type);
  const isIndex = struct === 'mjModel' && number === 'int';
  const isLent = struct === 'mjData' && number === 'int';
  /** @type {(handle: Handle, state: HandleState) => View} */
  const make = (handle, state) => {
    const { engine, pointer } = state;
    const address = engine.u32[(pointer + offset) >> 2];
    const length = lengthOf(state);
    if (isIndex) engine.indices.add(pointer, address, length);
    return Handle.keep(handle, makeView(engine, number, address, length));
  };
  const set = assignArray(name);
  if (isIndex) {
    return {
      get() {
        Handle.stateOf(this).engine.indices.asked++;
        return Handle.cached(this, slot, make);
      },
      set,
    };
  }
  if (!moves && !isLent) return { get: getters.slot(slot, make), set };
  return {
    get() {
      const view = Handle.cached(this, slot, make);
      const state = Handle.stateOf(this);
      const { engine, pointer } = state;
      const address = engine.u32[(pointer + offset) >> 2];
      const length = address ? lengthOf(state) : 0;
      if (isLent && length) engine.indices.lend(name, address >> 2, length);
      if (view.length === length && (length === 0 || view.byteOffset === address)) return view;
      const made = make(this, state);
      state.slots[slot] = made;
      return made;
    },
    set,
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
