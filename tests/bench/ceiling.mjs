// What the processors of a machine can give at most: simulations in threads that share nothing, one beside several at once. Two
// hardware threads of one core look like two processors and reach little more than one; a gain from threads is to be read beside this.
import { once } from 'node:events';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { load } from 'limber';
import { best } from './turns.mjs';

const ROUNDS = 5;

/**
 * Gain over one thread of each of `counts` threads with a simulation of its own, the best of several runs.
 * @param {string} xml
 * @param {import('limber').LoadOptions} options that can be sent to a thread
 * @param {number[]} counts
 * @param {number} steps of a run
 */
export async function ceiling(xml, options, counts, steps) {
  const workers = Array.from(
    { length: Math.max(...counts) },
    () => new Worker(new URL(import.meta.url), { workerData: { xml, options, steps } }),
  );
  const said = async (/** @type {Worker} */ worker) => once(worker, 'message');
  await Promise.all(workers.map(said));
  const step = async (/** @type {Worker} */ worker) => {
    worker.postMessage('step');
    await said(worker);
  };
  const least = await best(
    ROUNDS,
    counts.map((count) => () => Promise.all(workers.slice(0, count).map(step))),
  );
  await Promise.all(workers.map((worker) => worker.terminate()));
  const single = least[counts.indexOf(1)];
  return least.map((time, i) => (counts[i] * single) / time);
}

if (!isMainThread && parentPort && workerData) {
  const { xml, options, steps } = workerData;
  const sim = await load(xml, options);
  sim.step(steps);
  parentPort.on('message', () => {
    sim.step(steps);
    parentPort?.postMessage('done');
  });
  parentPort.postMessage('ready');
}
