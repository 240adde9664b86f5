// The peer's std::vector classes: mjDoubleVec, mjStringVec, MjContactVec, ...
//
// A vector is either a list of JavaScript's own (made with `new`), the content of a spec element's container, or structs that the
// engine holds. Structs are handles, made once for each place: reading contacts copies nothing and leaks nothing.
import { MjError } from '../engine/error.js';
import { Handle } from '../engine/handle.js';
import { layoutOf } from '../engine/schema.js';
import { copyStruct, makeView, wrap } from '../engine/views.js';

/** @typedef {import('../engine/module.js').Engine} Engine */

/**
 * Where a vector's items are.
 * @typedef {object} Store
 * @property {() => number} size
 * @property {(index: number) => any} get
 * @property {(index: number, value: any) => void} set
 * @property {(size: number, value: any) => void} resize
 * @property {(() => ArrayLike<any>) | undefined} [view] all items at once
 */

/**
 * What programs see of a vector.
 * @typedef {object} Vector
 * @property {() => number} size
 * @property {(index: number) => any} get
 * @property {(index: number, value: any) => boolean} set
 * @property {(value: any) => void} push_back
 * @property {(size: number, value: any) => void} resize
 * @property {() => void} delete
 * @property {() => boolean} isDeleted
 *
 * @typedef {new (store?: Store) => Vector} VectorClass
 */

/**
 * Items of JavaScript's own.
 * @param {any[]} items
 * @returns {Store}
 */
export function listStore(items) {
  return {
    size: () => items.length,
    get: (index) => items[index],
    set: (index, value) => {
      items[index] = value;
    },
    resize: (size, value) => {
      const before = items.length;
      items.length = size;
      if (size > before) items.fill(value, before);
    },
    view: () => items,
  };
}

const containerBytes = 12;

/**
 * Numbers in a container of a spec element.
 * @param {Engine} engine
 * @param {Handle} owner
 * @param {number} address
 * @param {'d' | 'f' | 'i' | 'b'} type
 * @returns {Store}
 */
export function numberStore(engine, owner, address, type) {
  const itemBytes = { d: 8, f: 4, i: 4, b: 1 }[type];
  const count = () => engine.i32[(Handle.addressOf(owner) && address + 4) >> 2];
  const view = () => Handle.keep(owner, makeView(engine, type, engine.u32[address >> 2], count()));
  return {
    size: count,
    get: (index) => view()[index],
    set: (index, value) => {
      view()[index] = value;
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
  const set = (/** @type {number} */ index, /** @type {string} */ value) => {
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
 * @param {'f' | 'i'} type
 * @param {(items: number[]) => unknown} makeRow
 * @returns {Store}
 */
export function rowStore(engine, owner, address, type, makeRow) {
  const count = () => engine.i32[(Handle.addressOf(owner) && address + 4) >> 2];
  const row = (/** @type {number} */ index) =>
    numberStore(engine, owner, engine.u32[address >> 2] + index * containerBytes, type);
  const set = (/** @type {number} */ index, /** @type {any} */ value) => {
    const items = toArray(value);
    row(index).resize(items.length, 0);
    items.forEach((number, i) => row(index).set(i, number));
  };
  return {
    size: count,
    get: (index) =>
      makeRow(Array.from(/** @type {ArrayLike<number>} */ (row(index).view?.() ?? []))),
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
 * @param {any} value
 * @returns {any[]}
 */
export const toArray = (value) =>
  typeof value?.get === 'function' && typeof value?.size === 'function'
    ? Array.from({ length: value.size() }, (_, i) => value.get(i))
    : Array.from(value);

/** What a vector keeps of a number. @type {Record<string, (value: number) => number>} */
const kept = { Double: Number, Float: Math.fround, Int: Math.trunc, Byte: (value) => value & 255 };

/**
 * The class of a vector.
 * @param {string} name
 * @returns {VectorClass}
 */
export function vectorClass(name) {
  /** @type {Store} */
  const gone = {
    size: () => fail(),
    get: () => fail(),
    set: () => fail(),
    resize: () => fail(),
  };
  const fail = () => {
    throw new MjError(`this ${name} was deleted`);
  };
  const kind = /^mj([A-Z][a-z]+)Vec$/.exec(name)?.[1] ?? '';
  const isText = kind === 'String';
  /** An item as the vector keeps it. @param {any} value */
  const take = (value) => {
    if (!kind) return value;
    const fits = isText
      ? typeof value === 'string'
      : /^(number|boolean|bigint)$/.test(typeof value);
    if (!fits) throw new MjError(`a ${name} holds no ${value === null ? value : typeof value}`);
    return isText ? value : kept[kind](Number(value));
  };
  const type = class {
    /** @type {Store} */
    #store;

    /** @param {Store} [store] */
    constructor(store = listStore([])) {
      this.#store = store;
      Object.preventExtensions(this);
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
      this.#store.set(index, take(value));
      return true;
    }

    /** @param {unknown} value */
    push_back(value) {
      this.#store.resize(this.#store.size() + 1, take(value));
    }

    /**
     * @param {number} size
     * @param {unknown} value
     */
    resize(size, value = isText ? '' : kind && 0) {
      this.#store.resize(size, take(value));
    }

    *[Symbol.iterator]() {
      const count = this.#store.size();
      for (let i = 0; i < count; i++) yield this.#store.get(i);
    }

    // the engine's lists are the same object each time they are read: deleting it twice is no mistake
    delete() {
      this.#store = gone;
    }

    deleteLater() {
      return this;
    }

    isDeleted() {
      return this.#store === gone;
    }

    /** @param {unknown} other */
    isAliasOf(other) {
      return other instanceof type && other.#store === this.#store;
    }

    clone() {
      return new type(this.#store);
    }

    [Symbol.dispose]() {
      this.#store = gone;
    }
  };
  Object.defineProperty(type, 'name', { value: name });
  return type;
}
