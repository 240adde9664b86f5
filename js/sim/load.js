// Loads a model with all files that it names and makes a simulation of it.
import { untilAborted } from './abort.js';
import { sharedEngine } from './engine.js';
import { relieve } from './pressure.js';
import { Simulation } from './simulation.js';
import { openSource } from './source.js';

/** @typedef {import('./source.js').ModelSource} ModelSource */
/** @typedef {import('./source.js').SourceOptions} LoadOptions */

/**
 * Loads a model with all files that it names and makes a simulation of it.
 * @param {ModelSource} source
 * @param {LoadOptions} [options]
 * @returns {Promise<Simulation>}
 */
export async function load(source, options = {}) {
  const { signal } = options;
  const [mujoco, bundle] = await untilAborted(
    Promise.all([options.mujoco ?? sharedEngine(), openSource(source, options)]),
    signal,
  );
  await relieve(mujoco);
  signal?.throwIfAborted();
  return Simulation.fromFiles(mujoco, bundle);
}
