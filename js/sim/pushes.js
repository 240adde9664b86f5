// Forces that act during the next step and are gone after it (body.applyForce, body.applyImpulse).
import { MjError } from '../engine/error.js';

/** @typedef {import('./reader.js').SimulationReader} Simulation */
/** Force and torque (6) by body. @typedef {Map<number, Float64Array>} Pushes */

/** Those of simulations that step in this thread. @type {WeakMap<Simulation, Pushes>} */
const waiting = new WeakMap();

/** Lets a simulation take pushes; forgets those that wait. @param {Simulation} simulation */
export function clearPushes(simulation) {
  waiting.set(simulation, new Map());
}

/** Whether there are some. @param {Simulation} simulation */
export const hasPushes = (simulation) => (waiting.get(simulation)?.size ?? 0) > 0;

/**
 * @param {Simulation} simulation
 * @param {number} body
 * @param {number[]} wrench force and torque about the centre of mass in the world (6)
 */
export function push(simulation, body, wrench) {
  const pushes = waiting.get(simulation);
  if (!pushes)
    throw new MjError(
      'applyForce and applyImpulse need a simulation of this thread: set xfrc_applied',
    );
  const sum = pushes.get(body) ?? new Float64Array(6);
  wrench.forEach((part, i) => (sum[i] += part));
  pushes.set(body, sum);
}

/**
 * Adds the pushes to the applied forces; the result takes them away again, after the step.
 * @param {Simulation} simulation
 */
export function startPushes(simulation) {
  const { xfrc_applied: applied } = simulation.data;
  const pushes = /** @type {Pushes} */ (waiting.get(simulation));
  const before = applied.slice();
  for (const [body, wrench] of pushes) wrench.forEach((part, i) => (applied[6 * body + i] += part));
  const during = applied.slice();
  waiting.set(simulation, new Map());
  return () => {
    for (const [body, wrench] of pushes) {
      wrench.forEach((part, i) => {
        const at = 6 * body + i;
        // a callback may have written others meanwhile
        applied[at] = applied[at] === during[at] ? before[at] : applied[at] - part;
      });
    }
  };
}
