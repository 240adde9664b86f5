// The classes of all C structs, made when they are first used, and what their fields need to know of each other.
import { MjError } from '../engine/error.js';
import { publicName } from '../engine/arguments.js';
import { Handle, noConstructor, rename, Resource, typeName } from '../engine/handle.js';
import { description, enumValues, layoutOf, structNames } from '../engine/schema.js';
import { defineFields } from '../engine/properties.js';
import { copyStruct, wrap } from '../engine/views.js';
import {
  listStore,
  numberStore,
  rowStore,
  structStore,
  textStore,
  toArray,
  vectorClass,
  vectorItems,
} from './vectors.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('../engine/views.js').Library} Library */
/** @typedef {import('../engine/views.js').HandleClass} HandleClass */
/** @typedef {import('../engine/numbers.js').NumberType} NumberType */
/** @typedef {import('./vectors.js').VectorClass} VectorClass */
/** @typedef {{ new (value: number): { value: number }, values: Record<number, { value: number }> }} EnumClass */

/** C functions that fill a new struct. @type {Record<string, string>} */
const defaults = {
  mjOption: 'mj_defaultOption',
  mjVisual: 'mj_defaultVisual',
  mjLROpt: 'mj_defaultLROpt',
  mjvCamera: 'mjv_defaultCamera',
  mjvOption: 'mjv_defaultOption',
  mjvPerturb: 'mjv_defaultPerturb',
  mjvFigure: 'mjv_defaultFigure',
  mjvGeom: 'lb_defaultGeom',
};

/** @implements {Library} */
export class StructLibrary {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {Map<string, HandleClass>} */
    this.classes = new Map();
    /** The struct of each class. @type {Map<Function, string>} */
    this.structs = new Map();
    /** Classes written by hand, made on first use. @type {Map<string, () => HandleClass>} */
    this.own = new Map();
    /** @type {Map<string, EnumClass>} */
    this.enums = new Map();
    /** @type {Map<string, VectorClass>} */
    this.vectors = new Map();
    /** Adds what elements can do beyond their fields. @type {(struct: string, type: HandleClass) => void} */
    this.decorate = () => {};
    for (const [name, item] of Object.entries(vectorItems))
      this.vectors.set(name, vectorClass(name, this.vectors.get(item)));
  }

  /** Names of the structs that JavaScript sees. */
  names() {
    return structNames();
  }

  /** Names of all enums. */
  enumNames() {
    return Object.keys(description().enums);
  }

  /**
   * The class of an enum, made when it is first used.
   * @param {string} name
   */
  enumOf(name) {
    let type = this.enums.get(name);
    if (!type) {
      type = enumClass(name, enumValues(name));
      this.enums.set(name, type);
    }
    return type;
  }

  /**
   * Gives a struct a class written by hand, which gets the struct's fields.
   * @param {string} struct
   * @param {HandleClass} type
   */
  register(struct, type) {
    rename(type, publicName(struct));
    defineFields(type, layoutOf(struct), this);
    this.decorate(struct, type);
    this.classes.set(struct, type);
    this.structs.set(type, struct);
  }

  /**
   * @param {string} struct
   * @returns {HandleClass}
   */
  classOf(struct) {
    const known = this.classes.get(struct);
    if (known) return known;
    const own = this.own.get(struct)?.();
    if (own) {
      this.register(struct, own);
      return own;
    }
    const type = /^mjs[A-Z]/.test(struct) ? elementClass(struct) : this.plainClass(struct);
    this.register(struct, type);
    return type;
  }

  /** The struct that a handle stands for. @param {Handle} handle */
  structOf(handle) {
    return /** @type {string} */ (this.structs.get(handle.constructor));
  }

  /**
   * Address of an object of a struct's class.
   * @param {unknown} value
   * @param {string} struct
   * @returns {number}
   */
  addressOf(value, struct) {
    if (value instanceof this.classOf(struct)) return Handle.addressOf(value);
    if (value === null) throw new MjError(`null is not a valid ${publicName(struct)}`);
    throw new MjError(`expected a ${publicName(struct)}, got ${typeName(value)}`);
  }

  /**
   * The same of an object that may be missing.
   * @param {unknown} value
   * @param {string} struct
   */
  addressOrNull(value, struct) {
    return value === null || value === undefined ? 0 : this.addressOf(value, struct);
  }

  /**
   * The class of a struct that programs make, copy and delete.
   * @param {string} struct
   * @returns {HandleClass}
   */
  plainClass(struct) {
    const { engine } = this;
    const allocate = () => {
      const { size } = layoutOf(struct);
      const pointer = engine.alloc(size);
      engine.u8.fill(0, pointer, pointer + size);
      return new Resource(engine, pointer, (block) => engine.free(block));
    };
    const initialise = engine.exports[defaults[struct]];
    const type = class extends Handle {
      constructor() {
        const resource = allocate();
        super(resource);
        if (initialise) engine.guard(() => initialise(resource.pointer));
      }

      /** A struct of its own with the same content. */
      copy() {
        const resource = allocate();
        const copy = wrap(type, resource, resource.pointer, null);
        copyStruct(struct, copy, this);
        return copy;
      }
    };
    return type;
  }

  /**
   * The object of an enum's value.
   * @param {string} name
   * @param {number} value
   */
  enumValue(name, value) {
    const type = this.enumOf(name);
    return type.values[value] ?? new type(value);
  }

  /**
   * The content of a string or vector of a spec element.
   * @param {string} type
   * @param {Handle} owner
   * @param {number} address
   */
  container(type, owner, address) {
    const { engine } = this;
    if (type === 'char') return engine.string(address);
    if (!address) return type === 'mjString' ? '' : undefined;
    if (type === 'mjString') return engine.string(engine.u32[address >> 2]);
    const Vector = this.vectorClass(type);
    if (type === 'mjStringVec') return new Vector(textStore(engine, owner, address));
    const item = vectorItems[type];
    if (!(item in vectorItems))
      return new Vector(numberStore(engine, owner, address, /** @type {NumberType} */ (item)));
    const Row = this.vectorClass(item);
    const number = /** @type {NumberType} */ (vectorItems[item]);
    return new Vector(
      rowStore(engine, owner, address, number, (items) => new Row(listStore(items))),
    );
  }

  /**
   * Replaces the content of a string or vector of a spec element.
   * @param {string} type
   * @param {Handle} owner
   * @param {number} address
   * @param {unknown} value
   */
  setContainer(type, owner, address, value) {
    const { engine } = this;
    if (type === 'mjString' && address) {
      if (typeof value !== 'string')
        throw new TypeError(`expected a string, got ${typeName(value)}`);
      engine.guard(() => engine.exports.mjs_setString(address, engine.pushString(value)));
      return;
    }
    if (!address || type === 'char')
      throw new TypeError('this text belongs to the engine and cannot be assigned');
    const items = toArray(value);
    const vector = /** @type {import('./vectors.js').Vector} */ (
      this.container(type, owner, address)
    );
    const rows = vectorItems[type] in vectorItems;
    vector.resize(items.length, type === 'mjStringVec' ? '' : rows ? [] : 0);
    items.forEach((item, i) => vector.set(i, item));
  }

  /**
   * Structs that the engine holds, as a vector.
   * @param {string} struct
   * @param {Handle} owner
   * @param {() => { address: number, count: number }} locate
   */
  structVector(struct, owner, locate) {
    const Vector = this.vectorClass(`${publicName(struct)}Vec`);
    return new Vector(structStore(this.engine, owner, locate, struct, this.classOf(struct)));
  }

  /**
   * @param {string} name
   * @returns {VectorClass}
   */
  vectorClass(name) {
    const known = this.vectors.get(name);
    if (!known) throw new MjError(`no vector class ${name}`);
    return known;
  }
}

/**
 * @param {string} struct
 * @returns {HandleClass}
 */
function elementClass(struct) {
  return class extends Handle {
    constructor() {
      super(noConstructor(publicName(struct)));
    }
  };
}

/**
 * An enum: its values are objects { value }, as in the peer.
 * @param {string} name
 * @param {Record<string, number>} values
 * @returns {EnumClass}
 */
function enumClass(name, values) {
  const type = class {
    /** @param {number} value */
    constructor(value) {
      this.value = value;
    }
  };
  /** @type {Record<number, { value: number }>} */
  const byValue = {};
  rename(type, name);
  for (const [key, value] of Object.entries(values)) {
    const item = Object.freeze(new type(value));
    byValue[value] ??= item;
    Object.defineProperty(type, key, { value: item, enumerable: true });
  }
  Object.defineProperty(type, 'values', { value: byValue });
  return /** @type {EnumClass} */ (/** @type {unknown} */ (type));
}
