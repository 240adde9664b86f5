// createBatch: what makes batches is loaded when the first one is asked for.
import { demand } from '../engine/error.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('../sim/source.js').ModelSource} ModelSource */
/** @typedef {import('../sim/source.js').SourceOptions} SourceOptions */

/**
 * What makes batches: of workers, and with `backend: 'gpu'` on a GPU (docs/gpu.md).
 * @typedef {{
 *   (source: Simulation | ModelSource, options: import('../gpu/batch.js').GpuBatchOptions & SourceOptions & { backend: 'gpu' }): Promise<import('../gpu/batch.js').GpuBatch>,
 *   (source: Simulation | ModelSource, options?: import('./batch.js').BatchOptions & SourceOptions & { backend?: 'cpu' }): Promise<import('./batch.js').Batch>,
 * }} CreateBatch
 */

/** @param {Simulation | ModelSource} source @param {Record<string, unknown>} [options] */
async function make(source, options = {}) {
  const { backend = 'cpu' } = options;
  if (backend === 'gpu') {
    const { makeGpuBatch } = await import('../gpu/make.js');
    return makeGpuBatch(source, options);
  }
  demand(backend === 'cpu', "createBatch: backend is 'cpu' or 'gpu'", backend);
  const { makeBatch } = await import('./make.js');
  return makeBatch(source, options);
}

/**
 * Makes many simulations of one model; all of them are where `source` is, those on a GPU at its reference configuration. `source` is a
 * simulation, which stays as it is, or what `load` takes.
 */
export const createBatch = /** @type {CreateBatch} */ (make);
