// Entry 'limber/mujoco': the interface of npm's @mujoco/mujoco, so that a program runs after changing one import.
import { Engine, compileModule } from './engine/module.js';
import { loadDescription } from './engine/schema.js';
import { makeModule } from './mujoco/module.js';

export { MjError } from './engine/error.js';

/**
 * Loads the engine.
 * @param {import('./engine/module.js').EngineOptions} [options]
 */
export default async function loadMujoco(options = {}) {
  const [module] = await Promise.all([compileModule(options), loadDescription()]);
  return makeModule(new Engine(module, options));
}
