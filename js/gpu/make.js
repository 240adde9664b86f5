// createBatch(source, { backend: 'gpu' }): loaded when the first one is asked for.
import { MjError, demand } from '../engine/error.js';
import { load } from '../sim/load.js';
import { Simulation, hasCallbacks } from '../sim/simulation.js';
import { GpuBatch } from './batch.js';
import { measureCapacity } from './capacity.js';
import { uncovered } from './coverage.js';

/** @typedef {import('./batch.js').GpuBatchOptions} GpuBatchOptions */
/** @typedef {import('../sim/source.js').ModelSource} ModelSource */
/** @typedef {import('../sim/source.js').SourceOptions} SourceOptions */

/** Most simulations of a batch. */
const mostSimulations = 1 << 20;

/** A simulation of the same model. @param {Simulation} simulation */
function copyOf({ mujoco, model }) {
  const copy = new mujoco.MjModel(model);
  try {
    return new Simulation(mujoco, copy);
  } catch (error) {
    copy.delete();
    throw error;
  }
}

/** Everything of a simulation that is not covered, in words. @param {Simulation} original */
export const uncoveredOf = (original) => [
  ...uncovered(original.model),
  ...(hasCallbacks(original) ? ['callbacks'] : []),
];

/** @param {Simulation} original */
function refuse(original) {
  const list = uncoveredOf(original);
  if (list.length > 0)
    throw new MjError(
      `createBatch: backend 'gpu' does not cover ${list.join(', ')}; createBatch(source, { backend: 'cpu' }) does`,
    );
}

/** @param {Simulation} original @param {GpuBatchOptions} options */
function capacityOf(original, options) {
  const { nconmax, njmax } = options;
  for (const [name, value] of Object.entries({ nconmax, njmax }))
    demand(
      value === undefined || (Number.isInteger(value) && value >= 0),
      `createBatch: ${name} is a whole number of at least 0`,
      value,
    );
  if (nconmax !== undefined && njmax !== undefined) return { nconmax, njmax };
  const copy = copyOf(original);
  try {
    const measured = measureCapacity(copy);
    return { nconmax: nconmax ?? measured.nconmax, njmax: njmax ?? measured.njmax };
  } finally {
    copy.dispose();
  }
}

/**
 * See createBatch.
 * @param {Simulation | ModelSource} source
 * @param {GpuBatchOptions & SourceOptions} options
 * @returns {Promise<GpuBatch>}
 */
export async function makeGpuBatch(source, options) {
  const { count = 1 } = options;
  const good = Number.isInteger(count) && count > 0 && count <= mostSimulations;
  demand(good, `createBatch: count is a whole number from 1 to ${mostSimulations}`, count);
  const given = source instanceof Simulation;
  const original = given ? source : await load(source, options);
  try {
    refuse(original);
    const own = copyOf(original);
    try {
      return await GpuBatch.make(own, { ...options, count }, capacityOf(original, options));
    } catch (error) {
      own.dispose();
      throw error;
    }
  } finally {
    if (!given) original.dispose();
  }
}
