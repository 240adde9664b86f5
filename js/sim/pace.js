// The pace of a simulation: how many steps a frame takes.
//
//   const pace = new Pace({ speed: 1 });
//   ...each frame: pace.advance(simulation, seconds since the last frame)
//
// Steps are fixed, as many for each frame as the clock asks for. A frame stands for a quarter of a second at most: what a page was
// hidden for is not caught up with. Stepping takes no longer than the budget of a frame; what the engine could not do in it is
// dropped but for one step, and the real-time factor tells by how much the simulation is slower. advance() allocates nothing.
//
// advanceAfter() is for steps that wait for somebody, such as a controller in a worker.
//
// Loop has frames of its own. Who draws them, such as a renderer or a headset, calls advance() in each.
import { demand, demandSync } from '../engine/error.js';

/** @typedef {import('./simulation.js').Simulation} Simulation */

/**
 * @typedef {object} PaceOptions
 * @property {number} [speed] simulated seconds for a second of the clock (1)
 * @property {number} [budget] milliseconds of a frame that stepping may take (25)
 * @property {(simulation: Simulation) => void} [beforeStep] called before each step, for controllers
 * @property {(simulation: Simulation) => void} [onStep] called after each step
 */

const longestFrame = 0.25; // seconds that a frame stands for at most
const smoothing = 0.5; // seconds over which the real-time factor is averaged
const mostAtOnce = 16; // steps between looks at the clock

/** @param {...unknown} calls */
export function demandFunctions(...calls) {
  for (const call of calls)
    demand(
      !call || typeof call === 'function',
      'run: beforeStep, onStep, onFrame and onError are functions',
      call,
    );
}

/** Steps simulations in step with a clock. */
export class Pace {
  #speed = 1;
  #budget;
  #beforeStep;
  #onStep;
  /** simulated seconds that the clock is ahead */
  #behind = 0;
  #factor = 0;
  /** seconds of the clock since the start */
  #passed = 0;
  /** Whose steps wait, with the simulated seconds that they made since the last frame. @type {{ simulation: Simulation, made: number } | null} */
  #waiting = null;

  /** @param {PaceOptions} [options] */
  constructor({ speed = 1, budget = 25, beforeStep, onStep } = {}) {
    demandFunctions(beforeStep, onStep);
    demandSync('beforeStep', beforeStep);
    demandSync('onStep', onStep);
    demand(budget > 0, 'the budget must be positive', budget);
    this.speed = speed;
    this.#budget = budget;
    this.#beforeStep = beforeStep;
    this.#onStep = onStep;
  }

  /** Simulated seconds for a second of the clock, as asked for. */
  get speed() {
    return this.#speed;
  }

  set speed(value) {
    demand(value >= 0 && value < Infinity, 'the speed must be a number of at least 0', value);
    this.#speed = value;
  }

  /** Simulated seconds for a second of the clock, as reached lately; 0 before the first frame. */
  get realTimeFactor() {
    return this.#factor;
  }

  /** Forgets what it is behind, after a pause; in a call of beforeStep or onStep it ends the frame. */
  restart() {
    this.#behind = 0;
    this.#waiting = null;
  }

  /**
   * Steps for a time that passed.
   * @param {Simulation} simulation
   * @param {number} elapsed seconds of the clock
   */
  advance(simulation, elapsed) {
    this.#pass(elapsed);
    this.#waiting = null;
    this.#note(this.#catchUp(simulation, simulation.timestep), elapsed);
  }

  /**
   * As advance(), for steps that wait: each is made when `ready` allows it, between frames too. A pause, restart() or another
   * simulation ends what waits without a step. Errors of `ready` and of steps are thrown.
   * @param {Simulation} simulation
   * @param {number} elapsed seconds of the clock
   * @param {() => Promise<unknown>} ready asked before each step
   */
  async advanceAfter(simulation, elapsed, ready) {
    this.#pass(elapsed);
    let turn = this.#waiting;
    if (turn?.simulation === simulation) {
      this.#note(turn.made, elapsed);
      turn.made = 0;
      // what could not be done in a frame is dropped
      this.#behind = Math.min(this.#behind, 2 * longestFrame * this.#speed);
      return;
    }
    this.#waiting = turn = { simulation, made: 0 };
    try {
      while (this.#behind >= simulation.timestep) {
        await ready();
        if (this.#waiting !== turn || this.#behind < simulation.timestep) return;
        turn.made += this.#step(simulation, 1);
      }
    } finally {
      if (this.#waiting === turn) this.#waiting = null;
    }
    this.#note(turn.made, elapsed);
  }

  /** @param {number} elapsed seconds of the clock */
  #pass(elapsed) {
    this.#behind += Math.min(elapsed, longestFrame) * this.#speed;
  }

  /** Some steps, with their calls; returns simulated seconds. @param {Simulation} simulation @param {number} count */
  #step(simulation, count) {
    const time = count * simulation.timestep;
    this.#behind -= time;
    this.#beforeStep?.(simulation);
    simulation.step(count);
    this.#onStep?.(simulation);
    return time;
  }

  /** @param {number} simulated seconds @param {number} elapsed seconds of the clock */
  #note(simulated, elapsed) {
    if (elapsed <= 0) return;
    // the mean of all frames at first, then of the latest
    this.#passed = Math.min(this.#passed + elapsed, smoothing);
    this.#factor += (simulated / elapsed - this.#factor) * Math.min(1, elapsed / this.#passed);
  }

  /**
   * Steps until the clock is reached or the budget is used up; returns simulated seconds.
   * @param {Simulation} simulation
   * @param {number} timestep
   */
  #catchUp(simulation, timestep) {
    const single = this.#beforeStep || this.#onStep;
    const start = performance.now();
    let done = 0;
    let some = 1;
    while (this.#behind >= timestep) {
      some = single ? 1 : Math.floor(Math.min(some, this.#behind / timestep));
      this.#step(simulation, some);
      done += some;
      const left = this.#budget - (performance.now() - start);
      if (left < 0) {
        this.#behind = Math.min(this.#behind, timestep);
        break;
      }
      // as many as surely fit into what is left
      some = Math.max(1, Math.min(2 * some, mostAtOnce, (left * done) / (this.#budget - left)));
    }
    return done * timestep;
  }
}
