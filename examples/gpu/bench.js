// Steps a second of batches on the GPU. In a page: examples/gpu/bench.html, with ?counts=256,2048 and ?models=humanoid,rover; in Node:
// npm run bench -- --gpu.
import { createBatch } from 'limber';

export const models = [
  'humanoid',
  'quadruped',
  'robot_arm',
  'three_finger_hand',
  'rover',
  'box_stack',
];
export const counts = [256, 4096, 32768];

/** Whether an adapter computes on the processor: its figures say nothing about GPUs. @param {string} adapter */
export const isSoftware = (adapter) => /swiftshader|llvmpipe|lavapipe|software/i.test(adapter);

/** On software adapters fewer simulations are enough. @param {string} adapter */
const countsFor = (adapter) => (isSoftware(adapter) ? [32] : counts);

/** @param {import('../../js/gpu/batch.js').GpuBatch} batch @param {number} steps @returns {Promise<{ seconds: number, still: number }>} how long steps take */
async function time(batch, steps) {
  const begun = performance.now();
  await batch.step(steps);
  const [status] = await batch.read('status');
  const seconds = (performance.now() - begun) / 1000;
  return { seconds, still: status.filter((value) => value !== 0).length };
}

/**
 * Steps a second of all simulations together: twice as many steps, until they take a while.
 * @param {import('../../js/gpu/batch.js').GpuBatch} batch
 * @param {number} patience seconds
 * @returns {Promise<{ rate: number, steps: number, still: number }>} still: simulations that diverged
 */
export async function rateOf(batch, patience) {
  let steps = 1;
  let found = await time(batch, steps);
  while (found.seconds < patience && steps < 4096) {
    steps *= 2;
    found = await time(batch, steps);
  }
  return { rate: (batch.count * steps) / found.seconds, steps, still: found.still };
}

/**
 * Measures one model and count.
 * @param {string} name
 * @param {string} xml
 * @param {number} count
 * @param {number} [patience] seconds
 * @returns {Promise<string>} a line of figures
 */
export async function measure(name, xml, count, patience = 1) {
  try {
    const batch = await createBatch(xml, { backend: 'gpu', count });
    try {
      await batch.reset(undefined, { noise: 0.01 });
      await time(batch, 1);
      const { rate, steps, still } = await rateOf(batch, patience);
      return `${name} x ${count}: ${Math.round(rate)} steps/s (${steps} of each), ${batch.costs.dispatches} dispatches a step, ${still} diverged, ${batch.adapter}`;
    } finally {
      batch.dispose();
    }
  } catch (error) {
    return `${name} x ${count}: ${error instanceof Error ? error.message : error}`;
  }
}

/**
 * Measures models, and tells each line.
 * @param {(name: string) => Promise<string>} fetchModel
 * @param {(line: string) => void} tell
 * @param {{ models?: readonly string[], counts?: readonly number[] }} [chosen]
 */
export async function measureAll(fetchModel, tell, chosen = {}) {
  const smallest = await createBatch(
    '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
    { backend: 'gpu' },
  );
  const { adapter } = smallest;
  smallest.dispose();
  tell(`${adapter}${isSoftware(adapter) ? ' (computes on the processor, not on a GPU)' : ''}`);
  for (const name of chosen.models ?? models) {
    const xml = await fetchModel(name);
    for (const count of chosen.counts ?? countsFor(adapter)) tell(await measure(name, xml, count));
  }
}
