// The engine that simulations share.
import loadMujoco from '../mujoco.js';

/** @typedef {import('../mujoco.js').MujocoModule} MujocoModule */

/** @type {Promise<MujocoModule> | undefined} */
let shared;

/**
 * The engine that simulations share, loaded when it is first asked for.
 * @returns {Promise<MujocoModule>}
 */
export function sharedEngine() {
  shared ??= loadMujoco().catch((error) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

/** @type {Promise<MujocoModule> | undefined} */
let threaded;

/**
 * The engine of simulations with threads, loaded when it is first asked for.
 * @returns {Promise<MujocoModule>}
 */
export function threadedEngine() {
  threaded ??= import('../mt.js')
    .then(({ default: loadThreaded }) => loadThreaded())
    .catch((error) => {
      threaded = undefined;
      throw error;
    });
  return threaded;
}

/**
 * Makes an engine the one that simulations share: one whose module is elsewhere, or whose messages go elsewhere. Simulations that
 * are there keep theirs.
 * @param {MujocoModule | Promise<MujocoModule>} engine
 */
export function provideEngine(engine) {
  shared = Promise.resolve(engine);
}

/** A module with what only the package uses of it. @param {MujocoModule} mujoco */
export const internalsOf = (mujoco) =>
  /** @type {import('../mujoco/module.js').LoadedModule} */ (mujoco);

/** The engine below a module of 'limber/mujoco'. @param {MujocoModule} mujoco */
export const engineOf = (mujoco) => internalsOf(mujoco).engine;
