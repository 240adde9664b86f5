// Rollouts: what makes them is loaded when the first one is asked for. The class is known before, so that `instanceof` tells it.
import { RolloutPoolKind } from './kinds.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('./pool.js').PoolOptions} PoolOptions */
/** @typedef {import('./pool.js').RolloutOptions} RolloutOptions */
/** @typedef {import('./pool.js').RolloutPool} RolloutPool */
/** @typedef {import('./pool.js').RolloutResult} RolloutResult */

export const RolloutPool = /** @type {typeof import('./pool.js').RolloutPool} */ (
  /** @type {unknown} */ (RolloutPoolKind)
);

/**
 * Starts workers for the model of a simulation.
 * @param {Simulation} simulation
 * @param {PoolOptions} [options]
 * @returns {Promise<RolloutPool>}
 */
export async function createRolloutPool(simulation, options = {}) {
  const { makePool } = await import('./pool.js');
  return makePool(simulation, options);
}

/**
 * Simulates many times at once with workers that end afterwards; for repeated use make a pool.
 * @param {Simulation} simulation
 * @param {RolloutOptions & PoolOptions} options
 * @returns {Promise<RolloutResult>}
 */
export async function rollout(simulation, options) {
  const { runOnce } = await import('./pool.js');
  return runOnce(simulation, options);
}
