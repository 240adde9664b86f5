// Loads a model with all files that it names and makes a simulation of it.
import { untilAborted } from './abort.js';
import { engineOf, sharedEngine, threadedEngine } from './engine.js';
import { relieve } from './pressure.js';
import { Simulation } from './simulation.js';
import { openSource } from './source.js';

/** @typedef {import('./types.js').ModelNames} ModelNames */
/** @typedef {import('./source.js').ModelSource} ModelSource */
/** @typedef {import('./source.js').SourceOptions} LoadOptions */

/**
 * Loads a model with all files that it names and makes a simulation of it. `load<Names>(...)`, with what `limber types` writes of the
 * model, lets the compiler know its names.
 * @template {ModelNames} [N=ModelNames]
 * @param {ModelSource} source
 * @param {LoadOptions} [options]
 * @returns {Promise<Simulation<N>>}
 */
export async function load(source, options = {}) {
  const { signal, threads = 1 } = options;
  const shared = () => (threads > 1 ? threadedEngine() : sharedEngine());
  const [mujoco, bundle] = await untilAborted(
    Promise.all([options.mujoco ?? shared(), openSource(source, options)]),
    signal,
  );
  await relieve(mujoco);
  signal?.throwIfAborted();
  const simulation = /** @type {Simulation<N>} */ (Simulation.fromFiles(mujoco, bundle));
  if (threads === 1) return simulation;
  try {
    simulation.threads = threads;
    await untilAborted(engineOf(mujoco).crew?.ready() ?? Promise.resolve(), signal);
  } catch (error) {
    simulation.dispose();
    throw error;
  }
  return simulation;
}
