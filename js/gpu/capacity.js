// How many contacts and rows a world gets room for: what the CPU engine needs in a short run, and half as much again.
import { candidatePairs } from './pairs.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

/** @typedef {{ nconmax: number, njmax: number }} Capacity */

/** Rows that can be there without any contact. @param {MjModel} m */
function otherRows(m) {
  const count = (/** @type {ArrayLike<number>} */ values) =>
    Array.from(values).filter((x) => x > 0).length;
  let rows = count(m.dof_frictionloss) + count(m.tendon_frictionloss);
  rows += 2 * (count(m.jnt_limited) + count(m.tendon_limited));
  m.eq_type.forEach((type) => (rows += type === 0 ? 3 : type === 1 ? 6 : 1));
  return rows;
}

/** Rows of the contact with most. @param {MjModel} m */
function rowsOfContact(m) {
  const dim = Math.max(1, ...m.geom_condim, ...m.pair_dim);
  return dim === 1 ? 1 : m.opt.cone === 1 ? dim : 2 * (dim - 1);
}

/**
 * @param {Simulation} simulation a copy, which is stepped
 * @param {{ steps?: number }} [options] steps from each start
 * @returns {Capacity}
 */
export function measureCapacity(simulation, { steps = 200 } = {}) {
  const { model, data } = simulation;
  let contacts = 0;
  let rows = 0;
  const starts = [-1, ...Array.from({ length: Math.min(model.nkey, 4) }, (_, k) => k)];
  for (const key of starts) {
    if (key < 0) simulation.reset();
    else simulation.reset(key);
    for (let i = 0; i < steps; i++) {
      simulation.step();
      contacts = Math.max(contacts, data.ncon);
      rows = Math.max(rows, data.nefc);
    }
  }
  const others = otherRows(model);
  const some = model.opt.disableflags & 17 ? 0 : candidatePairs(model).length;
  const nconmax = some ? Math.ceil(1.5 * contacts) + 8 : 0;
  const most = nconmax * rowsOfContact(model) + others;
  return {
    nconmax,
    njmax: Math.min(most, Math.ceil(1.5 * rows) + others + 8 * rowsOfContact(model)),
  };
}
