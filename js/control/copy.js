// Work on a copy of a simulation's data, so that the simulation stays as it is.

/** @typedef {import('../sim/reader.js').SimulationReader} SimulationReader */
/** @typedef {import('../mujoco.js').MjData} MjData */

/**
 * Calls back with data of the model in the same state.
 * @template T
 * @param {SimulationReader} simulation
 * @param {(data: MjData) => T} body
 * @returns {T}
 */
export function withCopy({ mujoco, model, data }, body) {
  const copy = new mujoco.MjData(model);
  try {
    mujoco.mj_copyData(copy, model, data);
    return body(copy);
  } finally {
    copy.delete();
  }
}
