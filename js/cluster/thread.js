// A thread that runs chunks: it keeps the tasks that it was given last.
import { parentPort, workerData } from 'node:worker_threads';
import { openFunction } from '../batch/modules.js';
import { Actor } from './actor.js';
import { ChunkRunner } from './chunk.js';
import { TaskError } from './task.js';

/** @typedef {import('./task.js').Task} Task */

/**
 * What a thread needs of a task beside its text.
 * @typedef {object} TaskParts
 * @property {Task} task
 * @property {Uint8Array} model
 * @property {Float64Array | null} controls
 * @property {string | null} metric address of a module, with #export
 * @property {string | null} policy
 *
 * @typedef {object} ThreadRequest
 * @property {string} id of the task
 * @property {TaskParts | null} open where the thread does not have it yet
 * @property {string[]} forget tasks that are not kept any longer
 * @property {import('./chunk.js').ChunkOrder} order
 *
 * @typedef {{ bytes: Uint8Array, milliseconds: number } | { text: string, ofTask: boolean }} ThreadAnswer
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const { progress } = /** @type {{ progress: Int32Array }} */ (workerData);
/** @type {Map<string, Promise<ChunkRunner | Actor>>} */
const runners = new Map();

/** @param {string | null} address @param {string} what @returns {Promise<Function | null>} */
const functionOf = async (address, what) =>
  address === null
    ? null
    : openFunction(address).catch((error) => {
        throw new TaskError(`${what}: ${error.message.replace(/^MuJoCo Error: /, '')}`);
      });

/** @param {TaskParts} parts */
async function openTask({ task, model, controls, metric, policy }) {
  if (task.episodes) return Actor.open(task.episodes);
  const functions = {
    metric: /** @type {import('./chunk.js').Metric | null} */ (await functionOf(metric, 'metric')),
    policy: /** @type {import('./chunk.js').Policy | null} */ (await functionOf(policy, 'policy')),
  };
  return ChunkRunner.open(task, model, { ...functions, controls }, progress);
}

/** @param {ThreadRequest} request @returns {Promise<ThreadAnswer>} */
async function answer({ id, open, forget, order }) {
  try {
    for (const old of forget) {
      void runners.get(old)?.then(
        (runner) => runner.dispose(),
        () => {},
      );
      runners.delete(old);
    }
    if (open) runners.set(id, openTask(open));
    const runner = await /** @type {Promise<ChunkRunner | Actor>} */ (runners.get(id));
    const start = performance.now();
    const bytes = await runner.run(order);
    return { bytes, milliseconds: performance.now() - start };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return { text: message.replace(/^MuJoCo Error: /, ''), ofTask: error instanceof TaskError };
  } finally {
    Atomics.store(progress, 0, -1);
  }
}

port.on('message', async (/** @type {ThreadRequest} */ request) => {
  const given = await answer(request);
  port.postMessage(
    given,
    'bytes' in given ? [/** @type {ArrayBuffer} */ (given.bytes.buffer)] : [],
  );
});
