// A program that a visitor wrote, beside a simulation: it runs in a sandbox and is asked before every step.
//
//   export const parameters = { gain: { title: 'Gain', value: 2, min: 0, max: 10 } };
//   export function start(sim, { gain }) {}             // optional, when the simulation starts again
//   export function step(sim, t, { gain }) {
//     sim.actuator('knee').ctrl = gain * (1 - sim.joint('knee').value);
//     sim.plot('speed', sim.data.qvel[0]);
//   }
//
// In the page:
//
//   const program = new SandboxedProgram(code);
//   const parameters = await program.open(simulation);
//   await program.ask(values);      // before a step
//   program.apply();                // what it decided
import { describe, read, wordsOf, write } from './exchange.js';
import { ProgramError, Sandbox } from './sandbox.js';

/** @typedef {import('../../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('../steering.js').Axis} Axis */
/** @typedef {{ title: string, value: number, min: number, max: number, step?: number, steer?: Axis }} ProgramParameter */

const MOST = 40; // parameters

/** @param {unknown} given @returns {Record<string, ProgramParameter>} */
function checkParameters(given) {
  const entries = Object.entries(given ?? {}).slice(0, MOST);
  return Object.fromEntries(
    entries.map(([name, one]) => {
      const { title = name, value, min = 0, max = 1, step, steer } = one ?? {};
      if (![value, min, max].every(Number.isFinite) || !(min < max))
        throw new ProgramError(
          `The parameter '${name}' needs numbers: { title, value, min, max }, min below max.`,
        );
      const axis = ['forward', 'side', 'turn', 'up'].find((known) => known === steer);
      const parameter = {
        title: String(title).slice(0, 80),
        value,
        min,
        max,
        step: step > 0 ? Number(step) : undefined,
        steer: /** @type {Axis | undefined} */ (axis),
      };
      return [name, parameter];
    }),
  );
}

export class SandboxedProgram {
  /**
   * @param {string} code a classic script: what the program exports are its variables
   * @param {object} [options]
   * @param {number} [options.limit] milliseconds that a step of the program may take (1000)
   */
  constructor(code, options) {
    this.words = wordsOf(code);
    this.sandbox = new Sandbox(code, options);
    /** @type {Simulation | null} */
    this.simulation = null;
    /** @type {import('./inside.js').Told | null} */
    this.told = null;
    this.begun = false;
    /** What the last step decided. @type {unknown} */
    this.changed = null;
    /** Numbers that it wants to see as curves. @type {Record<string, number>} */
    this.plots = {};
    /** @type {(line: string) => void} */
    this.onLog = () => {};
  }

  /**
   * Tells the program its simulation; returns its parameters.
   * @param {Simulation} simulation
   * @param {Record<string, unknown>} [state] what another version of it kept
   */
  async open(simulation, state = {}) {
    this.simulation = simulation;
    this.told = describe(simulation, this.words, state);
    return checkParameters(await this.sandbox.call('open', this.told));
  }

  /** The next step is the first. */
  restart() {
    this.begun = false;
    this.changed = null;
    this.plots = {};
  }

  /** Lets the program decide about the step that comes. @param {Record<string, number>} values of its parameters */
  async ask(values) {
    const { simulation, told, sandbox } = this;
    if (!simulation || !told) return;
    if (!this.begun) {
      this.begun = true;
      this.take(await sandbox.call('start', { numbers: read(simulation, told), values }));
      this.apply();
    }
    this.take(await sandbox.call('step', { numbers: read(simulation, told), values }));
  }

  /** @param {unknown} answer */
  take(answer) {
    const { changed, plots, logs } = /** @type {Partial<import('./inside.js').Answer>} */ (
      answer ?? {}
    );
    this.changed = changed;
    this.plots = Object.fromEntries(
      Object.entries(plots ?? {})
        .slice(0, MOST)
        .map(([name, value]) => [name, Number(value)]),
    );
    for (const line of Array.isArray(logs) ? logs : []) this.onLog(String(line));
  }

  /** Writes what it decided into the simulation. */
  apply() {
    const { simulation, told, changed } = this;
    this.changed = null;
    if (simulation && told && changed) write(simulation, told, changed);
  }

  /** What it keeps in its `state`, for another version of it. @returns {Promise<Record<string, unknown>>} */
  async state() {
    if (!this.sandbox.isAlive) return {};
    return /** @type {Record<string, unknown>} */ ((await this.sandbox.call('state')) ?? {});
  }

  dispose() {
    this.sandbox.dispose();
  }
}
