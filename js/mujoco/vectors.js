// The peer's std::vector classes: mjDoubleVec, mjStringVec, MjContactVec, ...
//
// A vector is either a list of JavaScript's own (made with `new`), the content of a spec element's container, or structs that the
// engine holds. Structs are handles, made once for each place: reading contacts copies nothing and leaks nothing.
import { MjError, demand } from '../engine/error.js';
import { Handle, rename, typeName } from '../engine/handle.js';
import { numberTypes } from '../engine/numbers.js';
import { layoutOf, numberType } from '../engine/schema.js';
import { copyStruct, makeView, toNumber, wrap } from '../engine/views.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('../engine/numbers.js').NumberType} NumberType */

/**
 * Where a vector's items are.
 * @typedef {object} Store
 * @property {() => number} size
 * @property {(index: number) => unknown} get
 * @property {(index: number, value: unknown) => void} set
 * @property {(size: number, value: unknown) => void} resize
 */

/**
 * The classes and their items: a number type, `string`, another class for rows, or a struct.
 * @type {Record<string, string>}
 */
export const vectorItems = Object.fromEntries([
  ...['string', 'int', 'float', 'double', 'byte'].map((item) => [
    `mj${item[0].toUpperCase()}${item.slice(1)}Vec`,
    item,
  ]),
  ...['mjStringVec', 'mjIntVec', 'mjFloatVec'].map((rows) => [`${rows}Vec`, rows]),
  ...[
    ...['mjSolverStat', 'mjTimerStat', 'mjWarningStat', 'mjContact'],
    ...['mjvLight', 'mjvGLCamera', 'mjvGeom'],
  ].map((struct) => [`M${struct.slice(1)}Vec`, struct]),
]);

/** @typedef {new (store?: Store) => Vector} VectorClass */

/** A struct or a row of its own with the same content; other items as they are. @param {unknown} item */
const copyItem = (item) =>
  item instanceof Vector
    ? Reflect.construct(Vector, [listStore([...item])], item.constructor)
    : item instanceof Handle
      ? /** @type {Handle & { copy: () => Handle }} */ (item).copy()
      : item;

/**
 * Items of JavaScript's own.
 * COMPAT: LIST-COPIES: structs and rows are copied in and out
 * @param {unknown[]} items
 * @returns {Store}
 */
export function listStore(items) {
  return {
    size: () => items.length,
    get: (index) => copyItem(items[index]),
    set: (index, value) => {
      items[index] = copyItem(value);
    },
    resize: (size, value) => {
      const before = items.length;
      items.length = size;
      for (let i = before; i < size; i++) items[i] = copyItem(value);
    },
  };
}

const containerBytes = 12;

/**
 * Numbers in a container of a spec element.
 * @param {Engine} engine
 * @param {Handle} owner
 * @param {number} address
 * @param {NumberType} type
 * @returns {Store & { view: () => import('../engine/handle.js').View }}
 */
export function numberStore(engine, owner, address, type) {
  const itemBytes = numberTypes[type].bytes;
  const count = () => engine.i32[(Handle.addressOf(owner) && address + 4) >> 2];
  const view = () => Handle.keep(owner, makeView(engine, type, engine.u32[address >> 2], count()));
  return {
    size: count,
    get: (index) => view()[index],
    set: (index, value) => {
      view()[index] = /** @type {number} */ (value);
    },
    resize: (size, value) => {
      const before = count();
      engine.guard(() => engine.exports.lb_resizeItems(address, size, itemBytes));
      const items = /** @type {Float64Array} */ (view());
      if (size > before) items.fill(Number(value), before);
    },
    view,
  };
}

/**
 * Strings in a container of a spec element.
 * @param {Engine} engine
 * @param {Handle} owner
 * @param {number} address
 * @returns {Store}
 */
export function textStore(engine, owner, address) {
  const count = () => engine.i32[(Handle.addressOf(owner) && address + 4) >> 2];
  const item = (/** @type {number} */ index) => engine.u32[address >> 2] + index * containerBytes;
  const set = (/** @type {number} */ index, /** @type {unknown} */ value) => {
    engine.guard(() =>
      engine.exports.mjs_setInStringVec(address, index, engine.pushString(String(value))),
    );
  };
  return {
    size: count,
    get: (index) => engine.string(engine.u32[item(index) >> 2]),
    set,
    resize: (size, value) => {
      const before = count();
      engine.guard(() => engine.exports.lb_resizeStrings(address, size));
      for (let i = before; value && i < size; i++) set(i, value);
    },
  };
}

/**
 * Rows of numbers in a container of a spec element; reading a row copies it.
 * @param {Engine} engine
 * @param {Handle} owner
 * @param {number} address
 * @param {NumberType} type
 * @param {(items: number[]) => unknown} makeRow
 * @returns {Store}
 */
export function rowStore(engine, owner, address, type, makeRow) {
  const count = () => engine.i32[(Handle.addressOf(owner) && address + 4) >> 2];
  const row = (/** @type {number} */ index) =>
    numberStore(engine, owner, engine.u32[address >> 2] + index * containerBytes, type);
  const set = (/** @type {number} */ index, /** @type {unknown} */ value) => {
    const items = toArray(value);
    row(index).resize(items.length, 0);
    items.forEach((number, i) => row(index).set(i, number));
  };
  return {
    size: count,
    get: (index) => makeRow(Array.from(row(index).view(), Number)),
    set,
    resize: (size, value) => {
      const before = count();
      engine.guard(() => engine.exports.lb_resizeRows(address, size));
      for (let i = before; value && i < size; i++) set(i, value);
    },
  };
}

/**
 * Structs that the engine holds.
 * @param {Engine} engine
 * @param {Handle} owner
 * @param {() => { address: number, count: number }} locate
 * @param {string} struct
 * @param {new (...args: never[]) => Handle} type
 * @returns {Store}
 */
export function structStore(engine, owner, locate, struct, type) {
  const { size: bytes } = layoutOf(struct);
  /** @type {Handle[]} */
  let handles = [];
  let base = 0;
  return {
    size: () => locate().count,
    get: (index) => {
      const { address } = locate();
      if (address !== base) {
        handles = [];
        base = address;
      }
      const known = handles[index];
      if (known !== undefined && !known.isDeleted()) return known;
      const made = wrap(type, Handle.stateOf(owner).resource, address + index * bytes, owner);
      handles[index] = made;
      return made;
    },
    set: (index, value) => {
      const { address } = locate();
      const target = wrap(type, Handle.stateOf(owner).resource, address + index * bytes, owner);
      copyStruct(struct, target, value);
    },
    resize: () => {
      throw new MjError(`this list of ${type.name} has a fixed length`);
    },
  };
}

/**
 * The items of a vector or of anything that can be iterated.
 * @param {unknown} value
 * @returns {unknown[]}
 */
export function toArray(value) {
  const isList =
    typeof value === 'string' ||
    (typeof value === 'object' &&
      value !== null &&
      ('size' in value || Symbol.iterator in value || ArrayBuffer.isView(value)));
  demand(isList, 'expected an array or a vector', typeName(value));
  const vector = /** @type {{ get?: (index: number) => unknown, size?: () => number }} */ (value);
  const { get, size } = vector;
  if (typeof get !== 'function' || typeof size !== 'function')
    return Array.from(/** @type {ArrayLike<unknown>} */ (value));
  return Array.from({ length: size.call(vector) }, (_, i) => get.call(vector, i));
}

/** The store of a vector that was deleted. @param {string} name @returns {Store} */
function goneStore(name) {
  const fail = () => {
    throw new MjError(`this ${name} was deleted`);
  };
  return { size: fail, get: fail, set: fail, resize: fail };
}

/** What programs see of a vector. The classes differ in what items they hold. */
export class Vector {
  /** @type {Store} */
  #store;

  /** @param {Store} [store] */
  constructor(store = listStore([])) {
    this.#store = store;
    Object.preventExtensions(this);
  }

  /** Type of the items. @type {string} */
  static item;
  /** Class of the items that are rows. @type {VectorClass | undefined} */
  static row;
  /** What deleted ones have. @type {Store} */
  static gone;

  /** The class of a vector, with what holds for all of its kind. @param {Vector} vector */
  static kind = (vector) => /** @type {typeof Vector} */ (vector.constructor);

  /** An item as a vector keeps it. @param {Vector} vector @param {unknown} value */
  static take(vector, value) {
    const { item, name, row: Row } = Vector.kind(vector);
    const number = numberType(item);
    if (number)
      return number.View.of(
        /** @type {never} */ (toNumber(/** @type {'int'} */ (item), value, name, 'an item')),
      )[0];
    if (Row) {
      const row = new Row();
      for (const one of toArray(value)) row.push_back(one);
      return row;
    }
    const got = typeName(value);
    if (got !== (item === 'string' ? item : name.slice(0, -3)))
      throw new MjError(`a ${name} holds no ${got}`);
    return value;
  }

  size() {
    return this.#store.size();
  }

  get length() {
    return this.#store.size();
  }

  /** @param {number} index */
  get(index) {
    return index >= 0 && index < this.#store.size() ? this.#store.get(index) : undefined;
  }

  /**
   * @param {number} index
   * @param {unknown} value
   */
  set(index, value) {
    if (!(index >= 0 && index < this.#store.size())) return false;
    this.#store.set(index, Vector.take(this, value));
    return true;
  }

  /** @param {unknown} value */
  push_back(value) {
    this.#store.resize(this.#store.size() + 1, Vector.take(this, value));
  }

  /**
   * @param {number} size
   * @param {unknown} [value]
   */
  resize(size, value) {
    const { item } = Vector.kind(this);
    const fill = value === undefined ? (numberType(item) ? 0 : '') : value;
    this.#store.resize(size, size > this.size() ? Vector.take(this, fill) : fill);
  }

  *[Symbol.iterator]() {
    const count = this.#store.size();
    for (let i = 0; i < count; i++) yield this.#store.get(i);
  }

  // the engine's lists are the same object each time they are read: deleting it twice is no mistake
  delete() {
    this.#store = Vector.kind(this).gone;
  }

  deleteLater() {
    return this;
  }

  isDeleted() {
    return this.#store === Vector.kind(this).gone;
  }

  /** @param {unknown} other */
  isAliasOf(other) {
    return other instanceof Vector && other.#store === this.#store;
  }

  /** @returns {this} */
  clone() {
    return Reflect.construct(Vector, [this.#store], this.constructor);
  }

  [Symbol.dispose]() {
    this.delete();
  }
}

/**
 * The class of a vector.
 * @param {string} name
 * @param {VectorClass} [row] class of the items that are rows
 * @returns {VectorClass}
 */
export function vectorClass(name, row) {
  const type = class extends Vector {
    static item = vectorItems[name];
    static row = row;
    static gone = goneStore(name);
  };
  // each class has the members itself, as those of the peer
  const members = Object.getOwnPropertyDescriptors(Vector.prototype);
  Object.defineProperties(type.prototype, { ...members, constructor: { value: type } });
  return rename(type, name);
}
