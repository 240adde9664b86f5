// What a simulation went through: states at regular times, to go back to.
//
// While a history records, `step` stops on the way to take a state. The oldest states make room for new ones. Going back keeps the
// present as the newest state, so that one can come back to it. Stepping after that starts another course: what had come later is
// forgotten, and a step gives to the bit what it gave the first time.
import { demand } from '../engine/error.js';
import { SimulationReader, integrationState } from './reader.js';

/** @typedef {import('./simulation.js').Simulation} Simulation */

/**
 * @typedef {object} HistoryOptions
 * @property {number} [interval] simulated seconds between states (1/60); a shorter time than a step takes one after every step
 * @property {number} [capacity] number of states that are kept (3600)
 */

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
  constructor(simulation, { interval = 1 / 60, capacity = 3600 } = {}) {
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

  /** Takes the present state, in place of one of the same time: after it was changed by hand. */
  note() {
    const simulation = this.#simulation;
    if (this.#version !== simulation.version) {
      // states of another model do not fit
      this.clear();
      this.#version = simulation.version;
    }
    const states = this.#states;
    const times = this.#times;
    const { time } = simulation;
    states.length = times.length = Math.min(times.length, this.#position + 1);
    /** @type {Float64Array | undefined} */
    let free;
    while (times.length > 0 && times[times.length - 1] >= time) {
      times.pop();
      free = states.pop();
    }
    if (states.length >= this.#capacity) {
      times.shift();
      free = states.shift();
    }
    this.#position = states.push(simulation.saveState(free)) - 1;
    times.push(time);
  }

  /** Takes the present state when it is newer than all others. */
  #notePresent() {
    const last = this.length - 1;
    const { version, time } = this.#simulation;
    if (this.#version === version && this.#position === last && time >= this.#times[last])
      this.note();
  }

  /**
   * Brings the simulation back to a state.
   * @param {number} index from 0, the oldest; negative numbers count from the end
   */
  go(index) {
    this.#notePresent();
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
    this.#notePresent();
    let at = this.length - 1;
    while (at > 0 && this.#times[at] > time + 1e-9) at--;
    return this.go(at);
  }

  /**
   * Visits the states that led to the present, the oldest first and the present one last: so many at most, evenly spaced. What the
   * engine derives from an earlier state is computed anew, in data of its own: the simulation is left alone.
   * @param {number} most
   * @param {(past: SimulationReader) => void} visit what it gets is valid during the call
   */
  replay(most, visit) {
    this.#notePresent();
    const simulation = this.#simulation;
    const { mujoco, model, version } = simulation;
    const all = integrationState(simulation);
    const count = Math.min(this.#position, most - 1);
    const data = new mujoco.MjData(model);
    const bundle = { files: simulation.files, main: simulation.mainFile };
    const past = new SimulationReader({ mujoco, model, data, bundle, spec: null, version });
    try {
      for (let i = 0; i < count; i++) {
        const state = this.#states[Math.floor((i * this.#position) / count)];
        mujoco.mj_setState(model, data, state, all);
        mujoco.mj_forward(model, data);
        visit(past);
      }
    } finally {
      data.delete();
    }
    visit(simulation);
  }

  /** Forgets all states. */
  clear() {
    this.#states = [];
    this.#times = [];
    this.#position = 0;
  }
}
