// Keeps forgotten simulations from piling up.
//
// The garbage collector sees the small JavaScript object of a simulation, not its megabytes in the module's memory, and has no reason
// to hurry. Programs that load one model after another without disposing would run out of memory. So `load` looks at how much the
// engine holds: beyond a bound it gives the collector a reason (an allocation that is dropped at once, untouched) and a turn of the
// event loop to hand back what is found. Programs that dispose, or that hold few simulations, never get here.

/** @typedef {import('../mujoco.js').MujocoModule} MujocoModule */

/** Bytes of the engine that need no attention. */
const lowBound = 40e6;
const ballast = 128e6;
const attempts = 10;

/** Bytes at which to look again, by engine. @type {WeakMap<MujocoModule, number>} */
const bounds = new WeakMap();

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Waits until forgotten objects were handed back, when there is much to hand back.
 * @param {MujocoModule} mujoco
 */
export async function relieve(mujoco) {
  const { exports } = /** @type {{ engine: import('../engine/module.js').Engine }} */ (
    /** @type {unknown} */ (mujoco)
  ).engine;
  const before = exports.lb_liveBytes();
  if (before <= (bounds.get(mujoco) ?? lowBound)) return;
  for (let i = 0; i < attempts && exports.lb_liveBytes() >= before; i++) {
    try {
      void new Uint8Array(ballast);
    } catch {
      // no room for it: the collector has reason enough
    }
    await turn();
    await turn();
  }
  // what is held on purpose is not asked for again at once
  const now = exports.lb_liveBytes();
  bounds.set(mujoco, Math.max(lowBound, now < before ? now + lowBound / 2 : 1.25 * now));
}
