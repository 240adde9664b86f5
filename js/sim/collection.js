// Objects of a kind together: sim.bodies, sim.joints('arm/*').qpos.
//
// A collection follows the model: after an edit it lists what the model has then. Columns are live, each number is read and written
// where the simulation keeps it.
import { MjError, demand } from '../engine/error.js';
import { rename } from '../engine/handle.js';
import { fromGlob } from './glob.js';
import { countOf } from './named_handle.js';
import { indexOf, plainValue, showAs } from './plain.js';

/** @typedef {import('./reader.js').SimulationReader} Simulation */
/** @typedef {import('./types.js').Kind} Kind */
/** What collections need of a handle. @typedef {{ readonly id: number, readonly name: string, toJSON(): Record<string, unknown> }} Item */

/**
 * Which objects: a name with * for any letters and ? for one, a regular expression, names and ids, or a function of a name.
 * @typedef {string | RegExp | readonly (string | number)[] | ((name: string, id: number) => boolean)} Pattern
 */

/**
 * A field of several objects, their numbers end to end; each is read and written where the simulation keeps it.
 * @typedef {object} ColumnMembers
 * @property {number} length
 * @property {(index: number) => number | undefined} at
 * @property {(value: number) => unknown} fill
 * @property {(visit: (value: number, index: number) => void) => void} forEach
 * @property {() => IterableIterator<number>} values
 *
 * @typedef {ColumnMembers & { [index: number]: number } & Iterable<number>} Column
 */

/** @param {Pattern} pattern @returns {(name: string, id: number) => boolean} */
function testOf(pattern) {
  if (typeof pattern === 'function') return pattern;
  if (pattern instanceof RegExp) return (name) => name.search(pattern) >= 0;
  if (Array.isArray(pattern)) return (name, id) => pattern.includes(name) || pattern.includes(id);
  demand(typeof pattern === 'string', 'a pattern is a text, expression, list or function', pattern);
  const glob = fromGlob(pattern);
  return (name) => glob.test(name);
}

/** Reads and writes of a column. */
class ColumnNumbers {
  #handles;
  #field;
  /** @type {[handle: Record<string, unknown>, index: number][]} */
  #places = [];

  /** @param {object[]} handles @param {string} field */
  constructor(handles, field) {
    this.#handles = /** @type {Record<string, unknown>[]} */ (handles);
    this.#field = field;
    for (const handle of this.#handles) {
      const value = handle[field];
      const count = ArrayBuffer.isView(value) ? /** @type {Float64Array} */ (value).length : 1;
      for (let i = 0; i < count; i++) this.#places.push([handle, i]);
    }
  }

  get length() {
    return this.#places.length;
  }

  /** @param {number} index */
  at(index) {
    const place = this.#places[index < 0 ? this.length + index : index];
    if (!place) return undefined;
    const value = place[0][this.#field];
    return ArrayBuffer.isView(value)
      ? /** @type {Float64Array} */ (value)[place[1]]
      : Number(value);
  }

  /** @param {number} index @param {number} number */
  put(index, number) {
    const [handle, inner] = this.#places[index];
    const value = handle[this.#field];
    if (!ArrayBuffer.isView(value)) {
      handle[this.#field] = typeof value === 'boolean' ? Boolean(number) : number;
      return;
    }
    // assigned as a whole: what is shown may be kept elsewhere, such as the position of a body
    const list = /** @type {Float64Array} */ (value).slice();
    list[inner] = number;
    handle[this.#field] = list;
  }

  /** All of them at once. @param {ArrayLike<number>} numbers */
  putAll(numbers) {
    let start = 0;
    for (const handle of this.#handles) {
      const value = handle[this.#field];
      const isList = ArrayBuffer.isView(value);
      const count = isList ? /** @type {Float64Array} */ (value).length : 1;
      const part = Array.from({ length: count }, (_, i) => numbers[start + i]);
      handle[this.#field] = isList ? part : typeof value === 'boolean' ? Boolean(part[0]) : part[0];
      start += count;
    }
  }

  /** @param {number} number */
  fill(number) {
    this.putAll(new Float64Array(this.length).fill(number));
    return this;
  }

  /** @param {(value: number, index: number) => void} visit */
  forEach(visit) {
    for (let i = 0; i < this.length; i++) visit(/** @type {number} */ (this.at(i)), i);
  }

  *values() {
    for (let i = 0; i < this.length; i++) yield /** @type {number} */ (this.at(i));
  }

  [Symbol.iterator]() {
    return this.values();
  }

  toJSON() {
    return [...this];
  }
}
rename(ColumnNumbers, 'Column');
showAs(ColumnNumbers, (column) => [.../** @type {ColumnNumbers} */ (column)]);

/** @param {object[]} handles @param {string} field @returns {Column} */
function makeColumn(handles, field) {
  const numbers = new ColumnNumbers(handles, field);
  const column = new Proxy(numbers, {
    get(target, name) {
      const index = indexOf(name);
      if (index >= 0) return target.at(index);
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' && name !== 'constructor' ? value.bind(target) : value;
    },
    set(target, name, value) {
      const index = indexOf(name);
      if (index < 0 || index >= target.length)
        throw new MjError(
          `${field} of these objects has ${target.length} numbers, no ${String(name)}`,
        );
      target.put(index, value);
      return true;
    },
  });
  return /** @type {Column} */ (/** @type {unknown} */ (column));
}

/**
 * Objects of a kind.
 * @template {Item} H
 * @template {string} [Name=string]
 */
export class Collection {
  #simulation;
  #kind;
  #pattern;
  #version = -1;
  /** @type {H[]} */
  #items = [];

  /**
   * @param {Simulation} simulation
   * @param {Kind} kind
   * @param {Pattern} [pattern]
   */
  constructor(simulation, kind, pattern) {
    this.#simulation = simulation;
    this.#kind = kind;
    this.#pattern = pattern;
  }

  /** The objects, in the order of their ids. @returns {H[]} */
  toArray() {
    const { version } = this.#simulation;
    if (version !== this.#version) {
      this.#items = this.#find();
      this.#version = version;
    }
    return this.#items.slice();
  }

  #find() {
    const simulation = this.#simulation;
    const kind = this.#kind;
    const pattern = this.#pattern;
    const test = pattern === undefined ? () => true : testOf(/** @type {Pattern} */ (pattern));
    const found = [];
    for (let id = 0; id < countOf(simulation.model, kind); id++) {
      const handle = /** @type {H} */ (/** @type {unknown} */ (simulation.object(kind, id)));
      if (test(handle.name, id)) found.push(handle);
    }
    return found;
  }

  /** Number of objects. */
  get length() {
    return this.toArray().length;
  }

  /** Their names, '' for those without one. */
  get names() {
    return this.toArray().map(({ name }) => /** @type {Name} */ (name));
  }

  /** One of them. @param {number} index from 0; negative numbers count from the end */
  at(index) {
    return this.toArray().at(index);
  }

  /** All of them. */
  [Symbol.iterator]() {
    return this.toArray()[Symbol.iterator]();
  }

  /** What a function makes of each. @template R @param {(item: H, index: number) => R} make @returns {R[]} */
  map(make) {
    return this.toArray().map((item, i) => make(item, i));
  }

  /** Those for which a function says so. @param {(item: H, index: number) => unknown} keep */
  filter(keep) {
    return this.toArray().filter((item, i) => keep(item, i));
  }

  /** The first for which a function says so. @param {(item: H, index: number) => unknown} test */
  find(test) {
    return this.toArray().find((item, i) => test(item, i));
  }

  /** Calls a function with each. @param {(item: H, index: number) => void} visit */
  forEach(visit) {
    this.toArray().forEach((item, i) => visit(item, i));
  }

  /** Their fields as plain numbers and lists. */
  toJSON() {
    return this.toArray().map((item) => item.toJSON());
  }
}
showAs(Collection, (collection) =>
  /** @type {Collection<Item>} */ (collection).map(({ id, name }) => name || plainValue(id)),
);

/** Members that the function below must not hide. */
const members = new Set(Object.getOwnPropertyNames(Collection.prototype));

/**
 * A collection that is called with a pattern, and whose fields are columns.
 * @template {Kind} K
 * @param {Simulation} simulation
 * @param {K} kind
 * @param {Pattern} [pattern]
 * @returns {import('./types.js').CollectionOf<K>}
 */
export function makeCollection(simulation, kind, pattern) {
  /** @type {Collection<Item>} */
  const collection = new Collection(simulation, kind, pattern);
  const call = (/** @type {Pattern} */ inner = '*') => {
    const outer = pattern === undefined ? () => true : testOf(pattern);
    const test = testOf(inner);
    return makeCollection(simulation, kind, (name, id) => outer(name, id) && test(name, id));
  };
  // consoles look at what is behind a proxy
  for (const name of Object.getOwnPropertySymbols(Collection.prototype))
    if (name !== Symbol.iterator)
      Object.defineProperty(call, name, {
        value: /** @type {Record<symbol, unknown>} */ (/** @type {unknown} */ (collection))[name],
      });
  const shown = new Proxy(call, {
    get(_target, name) {
      if (typeof name === 'symbol' || members.has(name) || name in Object.prototype) {
        const value = Reflect.get(collection, name, collection);
        return typeof value === 'function' && name !== 'constructor'
          ? value.bind(collection)
          : value;
      }
      const index = indexOf(name);
      if (index >= 0) return collection.at(index);
      const handles = collection.toArray();
      if (handles.length === 0) return name === 'then' ? undefined : makeColumn([], name);
      const first = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (handles[0]));
      // a misspelt name throws here
      const value = first[name];
      if (value === undefined) return undefined;
      demandNumberField(kind, name, value);
      return makeColumn(handles, name);
    },
    set(_target, name, values) {
      const column = /** @type {ColumnNumbers} */ (Reflect.get(shown, name));
      if (typeof values === 'number' || typeof values === 'boolean') {
        column.fill(Number(values));
        return true;
      }
      demand(
        values?.length === column.length,
        `${String(name)} of these objects takes ${column.length} numbers`,
        values?.length,
      );
      column.putAll(values);
      return true;
    },
    getPrototypeOf: () => Collection.prototype,
  });
  return /** @type {import('./types.js').CollectionOf<K>} */ (/** @type {unknown} */ (shown));
}

/** @param {string} kind @param {string} name @param {unknown} value */
function demandNumberField(kind, name, value) {
  demand(
    ArrayBuffer.isView(value) || typeof value === 'number' || typeof value === 'boolean',
    `fields of several objects are numbers; '${name}' of a ${kind} is not`,
    typeof value,
  );
}
