// Runs a simulation in step with real time, in frames of its own: with the display where there is one, else by a timer.
import { Pace, demandFunctions } from './pace.js';

/** @typedef {import('./simulation.js').Simulation} Simulation */

/**
 * @typedef {object} FrameOptions
 * @property {(simulation: Simulation) => void} [onFrame] called after the steps of each frame, for drawing
 * @property {(error: unknown) => void} [onError] called when a step fails; the loop has stopped
 */
/** @typedef {import('./pace.js').PaceOptions & FrameOptions} RunOptions */

const backgroundFrame = 16;

/** A pace with frames of its own, from the start until `stop`. */
export class Loop extends Pace {
  #simulation;
  #onFrame;
  #onError;
  #running = true;
  /** @type {{ cancel: () => void }} */
  #next;
  #clock = performance.now();

  /**
   * @param {Simulation} simulation
   * @param {RunOptions} [options]
   */
  constructor(simulation, options = {}) {
    super(options);
    const { onFrame, onError } = options;
    demandFunctions(onFrame, onError);
    this.#simulation = simulation;
    this.#onFrame = onFrame;
    this.#onError = onError;
    this.#next = schedule(() => this.#frame());
  }

  /** Whether it runs. */
  get running() {
    return this.#running;
  }

  /** Ends the loop. */
  stop() {
    this.#running = false;
    this.restart();
    this.#next.cancel();
  }

  #frame() {
    const now = performance.now();
    const elapsed = (now - this.#clock) / 1000;
    this.#clock = now;
    try {
      this.advance(this.#simulation, elapsed);
      this.#onFrame?.(this.#simulation);
    } catch (error) {
      this.stop();
      if (!this.#onError) throw error;
      this.#onError(error);
    }
    if (this.#running) this.#next = schedule(() => this.#frame());
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
