// The rows of a batch: one array for each field, a row for each simulation.
import { itemTypes } from './native.js';

/** @typedef {import('./native.js').Row} Row */

/** A field without its place in the module's memory. @typedef {{ name: string, width: number, type: number, part: number }} RowField */

/** Whether this thread can share memory with others. */
export const canShare = () =>
  typeof SharedArrayBuffer !== 'undefined' && (globalThis.crossOriginIsolated ?? true);

/** Arrays of all fields, in the order of the fields. */
export class Rows {
  /** @type {RowField[]} */
  fields = [];
  /** @type {Row[]} */
  arrays = [];

  /**
   * @param {number} count of simulations
   * @param {boolean} shared whether other threads see the arrays
   * @param {number} [first] simulation whose row is the first one here
   */
  constructor(count, shared, first = 0) {
    this.count = count;
    this.shared = shared;
    this.first = first;
  }

  /**
   * Adds a field; its rows are all like the one given.
   * @param {RowField} field
   * @param {Row} row
   */
  add({ name, width, type, part }, row) {
    const Items = itemTypes[type];
    const bytes = this.count * width * Items.BYTES_PER_ELEMENT;
    const memory = this.shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
    const array = new Items(/** @type {ArrayBuffer} */ (memory));
    this.take({ name, width, type, part }, array);
    for (let i = 0; i < this.count && width > 0; i++) array.set(row, i * width);
  }

  /** Adds a field with rows that are there. @param {RowField} field @param {Row} array */
  take(field, array) {
    this.fields.push(field);
    this.arrays.push(array);
  }

  /** Index of a field, -1 when there is none. @param {string} name */
  find(name) {
    return this.fields.findIndex((field) => field.name === name);
  }

  /** Copies of some rows, of all fields. @param {number} first @param {number} count */
  slice(first, count) {
    return this.arrays.map((array, k) => {
      const { width } = this.fields[k];
      const from = (first - this.first) * width;
      return new itemTypes[this.fields[k].type](array.subarray(from, from + count * width));
    });
  }

  /** Puts rows that slice gave. @param {number} first @param {Row[]} slices */
  put(first, slices) {
    slices.forEach((slice, k) =>
      this.arrays[k].set(slice, (first - this.first) * this.fields[k].width),
    );
  }
}
