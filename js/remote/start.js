// moveToWorker: what simulations in workers need is loaded when the first one is asked for. Their classes are known before, so that
// `instanceof` tells them.
import { RemoteHistoryKind, RemoteSimulationKind } from './kinds.js';

/** @typedef {import('../sim/types.js').ModelNames} ModelNames */
/** @typedef {import('./simulation.js').RemoteHistory} RemoteHistory */
/** @template {ModelNames} [N=ModelNames] @typedef {import('./simulation.js').RemoteSimulation<N>} RemoteSimulation */

export const RemoteHistory = /** @type {typeof import('./simulation.js').RemoteHistory} */ (
  /** @type {unknown} */ (RemoteHistoryKind)
);
export const RemoteSimulation = /** @type {typeof import('./simulation.js').RemoteSimulation} */ (
  /** @type {unknown} */ (RemoteSimulationKind)
);

/**
 * Moves a simulation into a worker; the given one becomes the copy.
 * @template {ModelNames} [N=ModelNames]
 * @param {import('../sim/simulation.js').Simulation<N>} simulation
 * @param {import('./simulation.js').RemoteOptions} [options]
 * @returns {Promise<RemoteSimulation<N>>}
 */
export async function moveToWorker(simulation, options = {}) {
  const { move } = await import('./simulation.js');
  return move(simulation, options);
}
