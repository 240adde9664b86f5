// A planner that drives the model of the studio: it plans in workers from where the simulation will be, which follows the plan before
// meanwhile and waits where plans come too late.
import { createPlanner } from 'limber/control';

/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('./file.js').Control} Control */

/** Costs that the curves show. */
const REMEMBERED = 400;

/** What came of a plan: the time of its start, its cost and those of its terms. @typedef {{ time: number, cost: number, terms: Float64Array }} Record */

export class Pilot {
  /** @type {import('limber/control').Planner | null} */
  planner = null;
  /** @type {Record[]} */
  records = [];
  /** Number of plans so far. */
  plans = 0;
  #isPlanning = false;
  #isStale = true;
  #startsAnew = false;
  #isEnded = false;
  /** Simulated seconds that pass while it plans, as with the plan before. */
  #ahead = 0;

  /**
   * @param {Studio} studio
   * @param {Control} control read at any time
   * @param {(pilot: Pilot) => void} onPlan told after each plan
   */
  constructor(studio, control, onPlan) {
    this.studio = studio;
    this.control = control;
    this.onPlan = onPlan;
    this.simulation = /** @type {import('limber').Simulation} */ (studio.simulation);
  }

  /** Starts the workers; nothing moves until the first plan is there. */
  async start() {
    const { studio, control, simulation } = this;
    studio.holds.add(this);
    try {
      const planner = await createPlanner(control.task, { ...control.planner, model: simulation });
      if (this.#isEnded) return planner.dispose();
      this.planner = planner;
      this.#plan();
    } catch (error) {
      this.#free();
      throw error;
    }
  }

  /** Whether the model waits for a plan. */
  get waits() {
    return this.studio.holds.has(this);
  }

  #free() {
    if (this.studio.holds.delete(this)) this.studio.pace.restart();
  }

  /** Weights or parameters were turned, or the state was set. */
  turn() {
    const { planner, control } = this;
    this.#isStale = true;
    if (!planner) return;
    control.task.terms.forEach(({ weight = 1 }, k) => (planner.weights[k] = weight));
    planner.noise = control.planner.noise;
    for (const [name, value] of Object.entries(control.task.parameters)) {
      const own = planner.parameters[name];
      if (typeof own === 'number') planner.parameters[name] = Number(value);
      else own.set(/** @type {number[]} */ (value));
    }
  }

  /** The simulation began anew, or is elsewhere. */
  restart() {
    this.records = [];
    this.#isStale = true;
    // a plan that is under way ends first
    this.#startsAnew = true;
  }

  /** Before each step of the simulation. */
  beforeStep() {
    const { planner, control, simulation, studio } = this;
    if (!planner || !control.on) return;
    planner.act(simulation);
    const age = simulation.time + this.#ahead - planner.policy.time;
    if (age + simulation.timestep < control.interval) return;
    this.#isStale = true;
    // whoever plans more slowly than the time passes has the time wait
    if (this.#isPlanning && studio.running) {
      studio.holds.add(this);
      studio.pace.restart();
    }
  }

  /** With each frame. */
  frame() {
    if (this.planner && this.control.on && this.#isStale && !this.#isPlanning) this.#plan();
  }

  async #plan() {
    const { planner, control, simulation, studio } = this;
    if (!planner) return;
    this.#isPlanning = true;
    this.#isStale = false;
    if (this.#startsAnew) {
      planner.reset();
      this.#ahead = 0;
    }
    this.#startsAnew = false;
    const { time } = simulation;
    try {
      await planner.plan(simulation, { ahead: this.#ahead });
      if (this.#isEnded) return;
      this.#ahead = Math.min(Math.max(0, simulation.time - time), control.interval);
      this.plans++;
      this.records.push({
        time: planner.policy.time,
        cost: planner.cost,
        terms: planner.termCosts.slice(),
      });
      if (this.records.length > REMEMBERED) this.records.shift();
      this.onPlan(this);
    } catch (error) {
      if (this.#isEnded) return;
      control.on = false;
      studio.emit('error', error);
    } finally {
      this.#isPlanning = false;
      if (!this.#isEnded) this.#free();
    }
    // what waited for this plan may be due at once
    if (this.#isStale && studio.running) this.frame();
  }

  dispose() {
    this.#isEnded = true;
    this.#free();
    this.planner?.dispose();
    this.planner = null;
  }
}
