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
export const counts = [256, 2048, 8192, 32768];

/**
 * Measures one model and count.
 * @param {string} name
 * @param {string} xml
 * @param {number} count
 * @param {number} [steps]
 * @returns {Promise<string>} a line of figures
 */
export async function measure(name, xml, count, steps = 200) {
  try {
    const batch = await createBatch(xml, { backend: 'gpu', count });
    try {
      await batch.reset(undefined, { noise: 0.01 });
      await batch.step(20);
      await batch.read('status');
      const begun = performance.now();
      await batch.step(steps);
      const [status] = await batch.read('status');
      const seconds = (performance.now() - begun) / 1000;
      const { bytes, dispatches, workgroup } = batch.costs;
      const rate = Math.round((count * steps) / seconds);
      const still = status.filter((value) => value !== 0).length;
      return (
        `${name} x ${count}: ${rate} steps/s, ${dispatches} dispatches a step, ${bytes} bytes each, ` +
        `${workgroup} bytes of a workgroup, ${still} diverged, ${batch.adapter}`
      );
    } finally {
      batch.dispose();
    }
  } catch (error) {
    return `${name} x ${count}: ${error instanceof Error ? error.message : error}`;
  }
}
