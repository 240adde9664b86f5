// Runs a simulation in step with real time.
//
// Fixed time steps, as many for each frame as the clock asks for. When the engine cannot keep up, the backlog is dropped, and the
// real-time factor tells by how much the simulation is slower.

import { demand } from '../engine/error.js';

/** @typedef {import('./simulation.js').Simulation} Simulation */

/**
 * @typedef {object} RunOptions
 * @property {number} [speed] simulated seconds for a second of the clock (1)
 * @property {number} [budget] milliseconds of a frame that stepping may take (25)
 * @property {(simulation: Simulation) => void} [onStep] called after each step, for controllers
 * @property {(simulation: Simulation) => void} [onFrame] called after the steps of each frame, for drawing
 * @property {(error: unknown) => void} [onError] called when a step fails; the loop has stopped
 */

export const runDefaults = Object.freeze({ speed: 1, budget: 25 });
const backgroundFrame = 16;
// steps between looks at the clock
const chunk = 16;

/** A loop that is running. */
export class Loop {
  #simulation;
  /** @type {RunOptions & { speed: number, budget: number }} */
  #options;
  #running = true;
  /** @type {{ cancel: () => void }} */
  #next;
  #clock = performance.now();
  /** simulated seconds that the clock is ahead */
  #behind = 0;
  #factor = 1;

  /**
   * @param {Simulation} simulation
   * @param {RunOptions} [options]
   */
  constructor(simulation, options = {}) {
    const { speed, budget, onStep, onFrame, onError } = options;
    for (const call of [onStep, onFrame, onError])
      demand(
        !call || typeof call === 'function',
        'run: onStep, onFrame and onError are functions',
        call,
      );
    demand(budget === undefined || budget > 0, 'run: the budget must be positive', budget);
    this.#simulation = simulation;
    this.#options = { ...options, ...runDefaults, budget: budget ?? runDefaults.budget };
    this.speed = speed ?? runDefaults.speed;
    this.#next = schedule(() => this.#frame());
  }

  /** Whether it runs. */
  get running() {
    return this.#running;
  }

  /** Simulated seconds for a second of the clock, as asked for. */
  get speed() {
    return this.#options.speed;
  }

  set speed(value) {
    demand(value >= 0 && value < Infinity, 'the speed must be a number of at least 0', value);
    this.#options.speed = value;
  }

  /** Simulated seconds for a second of the clock, as reached lately. */
  get realTimeFactor() {
    return this.#factor;
  }

  /** Ends the loop. */
  stop() {
    this.#running = false;
    this.#next.cancel();
  }

  #frame() {
    const now = performance.now();
    const elapsed = (now - this.#clock) / 1000;
    this.#clock = now;
    const { speed, onFrame, onError } = this.#options;
    this.#behind += Math.min(elapsed, 0.25) * speed;
    try {
      const simulated = this.#advance(now);
      if (elapsed > 0)
        this.#factor += (simulated / elapsed - this.#factor) * Math.min(1, elapsed / 0.5);
      onFrame?.(this.#simulation);
    } catch (error) {
      this.stop();
      if (!onError) throw error;
      onError(error);
    }
    if (this.#running) this.#next = schedule(() => this.#frame());
  }

  /**
   * Steps until the clock is reached or the budget is used up.
   * @param {number} start
   */
  #advance(start) {
    const { budget, onStep } = this.#options;
    const simulation = this.#simulation;
    const { timestep } = simulation;
    let simulated = 0;
    while (this.#running && this.#behind >= timestep) {
      const steps = onStep ? 1 : Math.min(chunk, Math.floor(this.#behind / timestep));
      simulation.step(steps);
      onStep?.(simulation);
      simulated += steps * timestep;
      this.#behind -= steps * timestep;
      if (performance.now() - start > budget) {
        this.#behind = Math.min(this.#behind, timestep);
        break;
      }
    }
    return simulated;
  }
}

/**
 * Calls back at the next frame: with the display where there is one and it is visible.
 * @param {() => void} callback
 */
export function schedule(callback) {
  const visible = typeof document === 'undefined' || document.visibilityState === 'visible';
  if (visible && typeof requestAnimationFrame === 'function') {
    const id = requestAnimationFrame(callback);
    return { cancel: () => cancelAnimationFrame(id) };
  }
  const id = setTimeout(callback, backgroundFrame);
  return { cancel: () => clearTimeout(id) };
}
