// The policy that batches of chunks call: what it does is set by the thread that runs the chunk.

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {(simulation: Simulation, context: import('../batch/batch.js').PolicyContext) => void} Follow */

/** @type {Follow} */
let present = () => {};

/** @param {Follow} next */
export function setFollow(next) {
  present = next;
}

/** @type {Follow} */
export default (simulation, context) => present(simulation, context);
