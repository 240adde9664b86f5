// Entry 'limber/mujoco/mt': 'limber/mujoco' with threads inside one simulation, as '@mujoco/mujoco/mt' has them (mju_threadpool).
// In Node, and in pages that are cross-origin isolated.
import { compileThreaded, demandIsolation, makeThreadedEngine } from './engine/crew.js';
import { loadDescription } from './engine/schema.js';
import { makeModule } from './mujoco/module.js';

export * from './mujoco.js';

/** @typedef {import('./engine/crew.js').ThreadedOptions} ThreadedOptions */

/**
 * Loads the engine.
 * @param {ThreadedOptions} [options]
 * @returns {Promise<import('./mujoco.js').MujocoModule>}
 */
export default async function loadMujoco(options = {}) {
  await demandIsolation();
  const [module] = await Promise.all([compileThreaded(options), loadDescription()]);
  return makeModule(await makeThreadedEngine(module, options));
}
