// Entry 'limber': load a model from anywhere, step it, look into it, change it.
//
//   import { load } from 'limber';
//   const sim = await load('https://example.org/robot/scene.xml');
//   sim.actuator('knee').ctrl = 1;
//   sim.step(100);
//   console.log(sim.time, sim.body('torso').xpos);
import loadMujoco from './mujoco.js';
import { engineOf, sharedEngine } from './sim/engine.js';

export { createBatch } from './batch/create.js';
export { resolveParameter } from './batch/names.js';
export { MjError } from './engine/error.js';
export { provideEngine, sharedEngine } from './sim/engine.js';
export { History } from './sim/history.js';
export { load } from './sim/load.js';
export { Pace } from './sim/pace.js';
export { SimulationReader } from './sim/reader.js';
export { Simulation } from './sim/simulation.js';
export { findModels, openSource, readFiles } from './sim/source.js';
export { RolloutPool, createRolloutPool, rollout } from './rollout/start.js';
export { RemoteHistory, RemoteSimulation, moveToWorker } from './remote/start.js';
export { loadMujoco };

/** @typedef {import('./mujoco.js').MujocoModule} MujocoModule */
/** @template [Own=unknown] @typedef {import('./mujoco.js').Plugin<Own>} Plugin */
/** @template [Own=unknown] @typedef {import('./mujoco.js').PluginInstance<Own>} PluginInstance */
/** @typedef {import('./batch/batch.js').Batch} Batch */
/** @typedef {import('./batch/batch.js').BatchCall} BatchCall */
/** @typedef {import('./batch/batch.js').BatchFields} BatchFields */
/** @typedef {import('./batch/batch.js').BatchMask} BatchMask */
/** @typedef {import('./batch/batch.js').BatchOptions} BatchOptions */
/** @typedef {import('./batch/batch.js').BatchParameters} BatchParameters */
/** @typedef {import('./batch/batch.js').BatchReset} BatchReset */
/** @typedef {import('./batch/batch.js').PolicyContext} PolicyContext */
/** @typedef {import('./batch/batch.js').Recorded} Recorded */
/** @typedef {import('./batch/batch.js').RolloutPlan} RolloutPlan */
/** @typedef {import('./batch/names.js').Resolved} ResolvedParameter */
/** @typedef {import('./sim/collect.js').Bundle} Bundle */
/** @typedef {import('./sim/types.js').Kind} Kind */
/** @typedef {import('./sim/types.js').HandleTypes} HandleTypes */
/** @typedef {import('./sim/types.js').ModelNames} ModelNames */
/** @typedef {import('./sim/types.js').Callbacks} Callbacks */
/** @typedef {import('./sim/events.js').SimulationEvents} SimulationEvents */
/** @typedef {import('./sim/events.js').ContactEvent} ContactEvent */
/** @typedef {import('./sim/events.js').UnstableEvent} UnstableEvent */
/** @typedef {import('./sim/body_motion.js').PushOptions} PushOptions */
/** @typedef {import('./sim/collection.js').Column} Column */
/** @template {Kind} K @template {string} [Name=string] @typedef {import('./sim/types.js').CollectionOf<K, Name>} CollectionOf */
/** @typedef {import('./sim/loop.js').RunOptions} RunOptions */
/** @typedef {import('./sim/pace.js').PaceOptions} PaceOptions */
/** @typedef {import('./sim/source.js').ModelSource} ModelSource */
/** @typedef {import('./sim/source.js').SourceOptions} LoadOptions */

/**
 * Calls a function with the text of every warning, in place of the console: warnings of compiling and of stepping, also in workers.
 * @param {(text: string) => void} listener
 * @param {MujocoModule | Promise<MujocoModule>} [mujoco] the engine that warns, when it is not the one that simulations share
 * @returns {Promise<() => void>} ends it
 */
export async function onWarning(listener, mujoco = sharedEngine()) {
  const { listeners } = engineOf(await mujoco);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Makes a plugin written in JavaScript known to the engine that simulations share, for models loaded from then on.
 * @template Own
 * @param {Plugin<Own>} plugin
 */
export async function registerPlugin(plugin) {
  (await sharedEngine()).registerPlugin(plugin);
}
