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

/**
 * Makes an engine the one that simulations share: one whose module is elsewhere, or whose messages go elsewhere. Simulations that
 * are there keep theirs.
 * @param {MujocoModule | Promise<MujocoModule>} engine
 */
export function provideEngine(engine) {
  shared = Promise.resolve(engine);
}

/**
 * The engine below a module of 'limber/mujoco'.
 * @param {MujocoModule} mujoco
 */
export const engineOf = (mujoco) =>
  /** @type {{ engine: import('../engine/module.js').Engine }} */ (/** @type {unknown} */ (mujoco))
    .engine;
