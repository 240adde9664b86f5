// What elements are called on the page.

/** Name of an element, or its kind and number. @param {import('limber').SimulationReader} simulation @param {number} type mjtObj @param {number} id @param {string} kind */
export const nameOf = ({ mujoco, model }, type, id, kind) =>
  mujoco.mj_id2name(model, type, id) || `${kind} ${id}`;
