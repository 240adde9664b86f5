// Rows that an environment has beside those of its simulation, by name.

/** @typedef {import('../batch/native.js').Row} Row */
/** @typedef {import('../batch/kernel.js').KernelField} KernelField */

const types = { f64: 0, f32: 1, i32: 2, u8: 3 };
const makers = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u8: Uint8Array };

/** Rows of a kernel, each a typed array with its width. */
export class Layout {
  /** @type {KernelField[]} */
  fields = [];
  /** @type {Map<string, number>} */
  #places = new Map();

  /**
   * Adds a row.
   * @param {string} name
   * @param {'f64' | 'f32' | 'i32' | 'u8'} type
   * @param {number} width
   */
  add(name, type, width) {
    const initial = new makers[type](width);
    this.#places.set(name, this.fields.length);
    this.fields.push({ name, type: types[type], width, part: 0, initial });
    return this.fields.length - 1;
  }

  /** Index of a row. @param {string} name */
  find(name) {
    return this.#places.get(name) ?? -1;
  }
}

/** Places in the row 'clock', before those of delays, commands and events. */
export const clock = { step: 0, episode: 1, over: 2, busy: 3, first: 4 };
