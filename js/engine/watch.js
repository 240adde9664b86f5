// Indices of models that programs may have written.
//
// mjModel is full of indices that the engine follows without looking: a wrong one in an array that a program was given would read
// or write anywhere in the module's memory, or never end. So the arrays of whole numbers that were handed out are compared with
// what they were before a computation begins; when one has changed, the model is checked as one from a file is. Programs that ask
// for none pay nothing; of a large array (faces of meshes) 4096 numbers are compared in each call, in turn.
import { MjError } from './error.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {{ start: number, known: Int32Array, next: number }} Watched an array: its place in memory, what it held, where to go on */

const MOST = 4096; // numbers of an array that are compared in a call

export class IndexWatch {
  /** By the address of the model. @type {Map<number, Watched[]>} */
  #models = new Map();
  #engine;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * An array that a program is given.
   * @param {number} model
   * @param {number} address
   * @param {number} length
   */
  add(model, address, length) {
    const start = address >> 2;
    const arrays = this.#models.get(model) ?? [];
    this.#models.set(model, arrays);
    if (length === 0 || arrays.some((array) => array.start === start)) return;
    const known = this.#engine.i32.slice(start, start + length);
    arrays.push({ start, known, next: 0 });
  }

  /** The model is gone, or its arrays are others. @param {number} model */
  forget(model) {
    this.#models.delete(model);
  }

  /**
   * Throws when an index was written that does not fit.
   * @param {string} name of the function that is about to follow them
   * @param {number} model
   */
  check(name, model) {
    const arrays = this.#models.get(model);
    if (!arrays?.some((array) => this.#hasChanged(array))) return;
    const { exports, i32 } = this.#engine;
    const field = this.#engine.guard(() => exports.lb_invalidField(model));
    if (field) {
      const text = this.#engine.string(field);
      throw new MjError(`[${name}] MjModel.${text} holds a number that does not fit the model`);
    }
    for (const { start, known } of arrays) known.set(i32.subarray(start, start + known.length));
  }

  /** @param {Watched} array */
  #hasChanged(array) {
    const { i32 } = this.#engine;
    const { start, known, next } = array;
    const end = Math.min(known.length, next + MOST);
    array.next = end === known.length ? 0 : end;
    for (let i = next; i < end; i++) if (i32[start + i] !== known[i]) return true;
    return false;
  }
}
