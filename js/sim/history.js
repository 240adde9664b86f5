// What a simulation went through: states at regular times, to go back to.
//
// While a history records, `step` stops on the way to take a state. The oldest states make room for new ones. Going back and then
// stepping starts another course: what had come later is forgotten.
import { demand } from '../engine/error.js';

/** @typedef {import('./simulation.js').Simulation} Simulation */

/**
 * @typedef {object} HistoryOptions
 * @property {number} [interval] simulated seconds between states (1/60)
 * @property {number} [capacity] number of states that are kept (3600)
 */

export const historyDefaults = Object.freeze({ interval: 1 / 60, capacity: 3600 });

/** States of a simulation, the oldest first. */
export class History {
  #simulation;
  #interval;
  #capacity;
  #version;
  /** @type {Float64Array[]} */
  #states = [];
  /** @type {number[]} */
  #times = [];
  #position = 0;

  /**
   * @param {Simulation} simulation
   * @param {HistoryOptions} [options]
   */
  constructor(simulation, options = {}) {
    const { interval, capacity } = { ...historyDefaults, ...options };
    demand(Number(interval) > 0, 'the interval of a history must be positive', interval);
    demand(Number(capacity) >= 1, 'the capacity of a history must be at least 1', capacity);
    this.#simulation = simulation;
    this.#interval = interval;
    this.#capacity = Math.floor(capacity);
    this.#version = simulation.version;
    this.note();
  }

  /** Number of states. */
  get length() {
    return this.#states.length;
  }

  /** Times of the states in seconds (length), a copy. */
  get times() {
    return Float64Array.from(this.#times);
  }

  /** Index of the state that the simulation is at, or that came last. */
  get position() {
    return this.#position;
  }

  /** Simulated seconds until the next state is due. */
  get due() {
    const last = this.#times[this.#position] ?? -Infinity;
    return Math.min(this.#interval, last + this.#interval - this.#simulation.time);
  }

  /** Takes the present state. */
  note() {
    const simulation = this.#simulation;
    if (this.#version !== simulation.version) {
      // states of another model do not fit
      this.clear();
      this.#version = simulation.version;
    }
    const { time } = simulation;
    while (this.#times.length > 0 && this.#times[this.#times.length - 1] >= time) this.#drop();
    this.#states.length = this.#times.length = Math.min(this.#times.length, this.#position + 1);
    const reused =
      this.#states.length >= this.#capacity
        ? (this.#times.shift(), this.#states.shift())
        : undefined;
    this.#states.push(simulation.saveState(reused));
    this.#times.push(time);
    this.#position = this.#states.length - 1;
  }

  #drop() {
    this.#states.pop();
    this.#times.pop();
  }

  /**
   * Brings the simulation back to a state.
   * @param {number} index from 0, the oldest; negative numbers count from the end
   */
  go(index) {
    const at = index < 0 ? this.length + index : index;
    const state = this.#states[at];
    if (!state || this.#version !== this.#simulation.version)
      throw new RangeError(`there is no state ${index} in a history of ${this.length}`);
    this.#simulation.restoreState(state);
    this.#position = at;
    return this.#simulation;
  }

  /**
   * Brings the simulation back to the last state at or before a time; to the oldest when there is none.
   * @param {number} time in seconds
   */
  seek(time) {
    demand(typeof time === 'number' && time === time, 'seek takes a time in seconds', time);
    let at = this.length - 1;
    while (at > 0 && this.#times[at] > time + 1e-9) at--;
    return this.go(at);
  }

  /** Forgets all states. */
  clear() {
    this.#states = [];
    this.#times = [];
    this.#position = 0;
  }
}
