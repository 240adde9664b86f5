// createBatch: what makes batches is loaded when the first one is asked for.

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('../sim/source.js').ModelSource} ModelSource */
/** @typedef {import('../sim/source.js').SourceOptions} SourceOptions */

/**
 * Makes many simulations of one model; all of them are where `source` is.
 * @param {Simulation | ModelSource} source a simulation, which stays as it is, or what `load` takes
 * @param {import('./batch.js').BatchOptions & SourceOptions} [options]
 * @returns {Promise<import('./batch.js').Batch>}
 */
export async function createBatch(source, options = {}) {
  const { makeBatch } = await import('./make.js');
  return makeBatch(source, options);
}
