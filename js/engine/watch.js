// Indices of models that programs may have written.
//
// mjModel is full of indices that the engine follows without looking: a wrong one in an array that a program was given would read
// or write anywhere in the module's memory, or never end. So the arrays of whole numbers that were handed out are compared with
// what they were before a computation begins; when one has changed, the model is checked as one from a file is. Programs that ask
// for none pay nothing. A loop of steps pays little: arrays are compared in the first call after one was asked for, or after the
// event loop went on; otherwise 16 numbers of one, in turn. Of a large array (faces of meshes) 4096 numbers are compared at most.
//
// Indices of data are the engine's results: whatever a program writes there is wrong. An array that was handed out must be as it
// was when the next computation begins.
import { MjError } from './error.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {{ start: number, known: Int32Array, at: number }} Watched an array: its place in memory, what it held, where to go on */
/** @typedef {{ arrays: Watched[], turn: number, seen: number }} WatchedModel whose turn it is, and when all were compared: how often arrays had been asked for */

// numbers of an array that are compared in a call: the first one, and those of a loop
const MOST = 4096;
const FEW = 16;

export class IndexWatch {
  /** By the address of the model. @type {Map<number, WatchedModel>} */
  #models = new Map();
  #engine;
  asked = 0; // how often a program asked for one of the arrays; a new turn of the event loop counts, too
  #isInTurn = false;
  /** What arrays of data held when a program was given them, since the last computation; by their place in memory. @type {Map<number, { name: string, known: Int32Array }>} */
  #lent = new Map();

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
    const watched = this.#models.get(model) ?? { arrays: [], turn: 0, seen: 0 };
    if (!length || watched.arrays.some((array) => array.start === start)) return;
    this.#models.set(model, watched);
    const known = this.#engine.i32.slice(start, start + length);
    watched.arrays.push({ start, known, at: 0 });
  }

  /**
   * An array of data that a program is given.
   * @param {string} name
   * @param {number} start
   * @param {number} length
   */
  lend(name, start, length) {
    const { depth, i32 } = this.#engine;
    // what a hook is given the engine goes on to change
    if (!depth && !this.#lent.has(start))
      this.#lent.set(start, { name, known: i32.slice(start, start + length) });
  }

  /** The model is gone, its arrays are others, or those of data are. @param {number} [model] */
  forget(model = 0) {
    this.#models.delete(model);
    this.#lent.clear();
  }

  /**
   * Throws when an index was written that does not fit.
   * @param {string} name of the function that is about to follow them
   * @param {number} model
   */
  check(name, model) {
    if (this.#lent.size) this.#checkLent(name);
    const watched = this.#models.get(model);
    if (!watched) return;
    // in a new turn of the event loop programs may have written into any array that they kept
    if (!this.#isInTurn) {
      this.#isInTurn = true;
      this.asked++;
      queueMicrotask(() => (this.#isInTurn = false));
    }
    const { arrays } = watched;
    const array = arrays[watched.turn % arrays.length];
    const changed =
      watched.seen === this.asked
        ? this.#hasChanged(array, FEW)
        : arrays.some((one) => this.#hasChanged(one, MOST));
    watched.seen = this.asked;
    if (!array.at) watched.turn++;
    if (!changed) return;
    const engine = this.#engine;
    const field = engine.guard(() => engine.exports.lb_invalidField(model));
    if (field) {
      watched.seen = 0; // until it is put right
      throw new MjError(
        `[${name}] MjModel.${engine.string(field)} holds a number that does not fit the model`,
      );
    }
    for (const { start, known } of arrays)
      known.set(engine.i32.subarray(start, start + known.length));
  }

  /** @param {string} name */
  #checkLent(name) {
    const { i32 } = this.#engine;
    const lent = [...this.#lent];
    this.#lent.clear();
    for (const [start, { name: field, known }] of lent) {
      if (known.every((value, i) => i32[start + i] === value)) continue;
      i32.set(known, start);
      throw new MjError(
        `[${name}] MjData.${field} is kept by the engine: what was written into it is undone`,
      );
    }
  }

  /** @param {Watched} array @param {number} most numbers that are compared */
  #hasChanged(array, most) {
    const { i32 } = this.#engine;
    const { start, known, at } = array;
    const end = Math.min(known.length, at + most);
    array.at = end === known.length ? 0 : end;
    for (let i = at; i < end; i++) if (i32[start + i] !== known[i]) return true;
    return false;
  }
}
