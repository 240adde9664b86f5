// Events of a simulation: sim.on('contactBegin', ({ geoms }) => ...).
//
// They are told after the step in which something happened. While somebody listens to contacts or to instability, `step` takes one
// step after the other and looks; else nothing is looked at.
import { demand } from '../engine/error.js';

/** @typedef {import('./reader.js').SimulationReader} Simulation */

/**
 * @typedef {object} ContactEvent
 * @property {[first: number, second: number]} geoms ids of the geoms that touch, -1 where a flex does
 * @property {[first: number, second: number]} bodies ids of their bodies, -1 where a flex touches
 * @property {[first: number, second: number]} flexes ids of the flexes that touch, -1 where a geom does
 * @property {number} time simulated seconds
 *
 * @typedef {object} UnstableEvent
 * @property {'position' | 'velocity' | 'acceleration'} what had a number that is none or huge; the engine started the model anew
 * @property {number} at index of that number in qpos, qvel or qacc
 * @property {number} time simulated seconds
 *
 * @typedef {object} SimulationEvents
 * @property {ContactEvent} contactBegin two objects touch that did not before the step
 * @property {ContactEvent} contactEnd two objects touch no longer
 * @property {{ key: string | number | undefined }} reset the state was set back, to a keyframe where one was named
 * @property {{ version: number }} edit the model was edited
 * @property {UnstableEvent} unstable
 */

/** @type {(keyof SimulationEvents)[]} */
const names = ['contactBegin', 'contactEnd', 'reset', 'edit', 'unstable'];
/** @type {[warning: 'mjWARN_BADQPOS' | 'mjWARN_BADQVEL' | 'mjWARN_BADQACC', what: UnstableEvent['what']][]} */
const instabilities = [
  ['mjWARN_BADQPOS', 'position'],
  ['mjWARN_BADQVEL', 'velocity'],
  ['mjWARN_BADQACC', 'acceleration'],
];

/** Listeners of a simulation, and what they heard last. */
export class Events {
  #simulation;
  /** @type {Map<string, Set<(event: never) => void>>} */
  #listeners = new Map();
  /** @type {Map<string, ContactEvent> | null} */
  #touching = null;
  /** @type {ReturnType<typeof countWarnings> | null} */
  #counts = null;

  /** @param {Simulation} simulation */
  constructor(simulation) {
    this.#simulation = simulation;
  }

  /**
   * @template {keyof SimulationEvents} K
   * @param {K} name
   * @param {(event: SimulationEvents[K]) => void} listener
   * @returns {() => void} ends it
   */
  add(name, listener) {
    demand(names.includes(name), `events are ${names.join(', ')}`, name);
    demand(typeof listener === 'function', 'a listener is a function', listener);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    this.refresh();
    return () => {
      listeners.delete(listener);
      this.refresh();
    };
  }

  /** @param {string} name */
  #heard(name) {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
  }

  /** Whether steps are to be looked at one by one. */
  get watching() {
    return this.#touching !== null || this.#counts !== null;
  }

  /** Takes what there is now as known. */
  refresh() {
    const touch = this.#heard('contactBegin') || this.#heard('contactEnd');
    this.#touching = touch ? touching(this.#simulation) : null;
    this.#counts = this.#heard('unstable') ? countWarnings(this.#simulation) : null;
  }

  /**
   * @template {keyof SimulationEvents} K
   * @param {K} name
   * @param {SimulationEvents[K]} event
   */
  tell(name, event) {
    for (const listener of this.#listeners.get(name) ?? [])
      /** @type {(event: SimulationEvents[K]) => void} */ (listener)(event);
  }

  /** Hears a warning of a worker. @param {string} text */
  hear(text) {
    const found = /value in (QPOS|QVEL|QACC) at DOF (\d+)/.exec(text);
    if (!found || !this.#counts) return;
    const what = instabilities[['QPOS', 'QVEL', 'QACC'].indexOf(found[1])][1];
    this.tell('unstable', { what, at: Number(found[2]), time: this.#simulation.time });
  }

  /** Tells what the step brought that was just taken. */
  look() {
    this.#lookAtWarnings();
    const before = this.#touching;
    if (!before) return;
    const now = touching(this.#simulation);
    this.#touching = now;
    const { time } = this.#simulation;
    for (const [key, event] of now) if (!before.has(key)) this.tell('contactBegin', event);
    for (const [key, event] of before)
      if (!now.has(key)) this.tell('contactEnd', { ...event, time });
  }

  #lookAtWarnings() {
    const before = this.#counts;
    if (!before) return;
    const { time } = this.#simulation;
    const now = countWarnings(this.#simulation);
    this.#counts = now;
    // the engine that starts anew counts from the beginning
    const isLater = now.time > before.time;
    instabilities.forEach(([warning, what], i) => {
      if (now.counts[i] <= (isLater ? before.counts[i] : 0)) return;
      const at = warningOf(this.#simulation, warning)?.lastinfo ?? -1;
      this.tell('unstable', { what, at, time });
    });
  }
}

/** @param {Simulation} simulation @param {(typeof instabilities)[number][0]} name */
const warningOf = ({ mujoco, data }, name) => data.warning.get(mujoco.mjtWarning[name].value);

/** How often each instability was warned of, and the time. @param {Simulation} simulation */
const countWarnings = (simulation) => ({
  counts: instabilities.map(([name]) => warningOf(simulation, name)?.number ?? 0),
  time: simulation.time,
});

/** What touches what, by the ids. @param {Simulation} simulation */
function touching({ model, data }) {
  const { geom_bodyid: bodyOf } = model;
  const { contact, ncon, time } = data;
  /** @type {Map<string, ContactEvent>} */
  const found = new Map();
  for (let i = 0; i < ncon; i++) {
    const one = contact.get(i);
    // those in the gap exert no force
    if (!one || one.exclude !== 0) continue;
    const [a, b] = one.geom;
    const [f, g] = one.flex;
    const key = `${a} ${b} ${f} ${g}`;
    if (found.has(key)) continue;
    const bodies = [a, b].map((geom) => (geom < 0 ? -1 : bodyOf[geom]));
    found.set(key, {
      geoms: [a, b],
      bodies: /** @type {[number, number]} */ (bodies),
      flexes: [f, g],
      time,
    });
  }
  return found;
}
