// Many short runs of steps of one simulation.
import { stackKeeper } from '../engine/functions.js';
import { Handle } from '../engine/handle.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('../mujoco/module.js').LoadedModule} LoadedModule */

/**
 * Steps of a simulation, whose model and data are looked at once for all of them: a call costs a tenth of a microsecond otherwise, which
 * a small model takes for a step. To be used at once, by a caller that writes no field of the model meanwhile.
 * @param {Simulation} simulation
 * @returns {(count: number) => void}
 */
export function stepper({ mujoco, model, data }) {
  const { engine, stepMany } = /** @type {LoadedModule} */ (mujoco);
  stepMany(model, data, 0);
  const { lb_stepMany } = engine.exports;
  const stack = stackKeeper(engine);
  const m = Handle.addressOf(model);
  const d = Handle.addressOf(data);
  return (count) => {
    const saved = stack.save(d);
    try {
      lb_stepMany(m, d, count);
    } catch (error) {
      stack.restore(d, saved);
      throw engine.recover(error);
    }
  };
}
