// Steps a second of batches on the GPU: `npm run bench -- --gpu [count ...]`. Without a hardware GPU the software adapter of Chromium
// is used if VK_ICD_FILENAMES names it; its figures say nothing about GPUs.
import fs from 'node:fs';
import process from 'node:process';
import { createBatch } from 'limber';

const counts = process.argv
  .slice(2)
  .map(Number)
  .filter((count) => count > 0);
const models = ['humanoid', 'quadruped', 'three_finger_hand', 'rover'];
const folder = new URL('../../examples/', import.meta.url);

for (const name of models) {
  const xml = fs.readFileSync(new URL(`${name}.xml`, folder), 'utf8');
  for (const count of counts.length > 0 ? counts : [256, 2048, 8192, 32768]) {
    try {
      const batch = await createBatch(xml, { backend: 'gpu', count });
      await batch.reset(undefined, { noise: 0.01 });
      await batch.step(20);
      await batch.read('status');
      const steps = 200;
      const start = performance.now();
      await batch.step(steps);
      const [status] = await batch.read('status');
      const seconds = (performance.now() - start) / 1000;
      const { bytes, dispatches } = batch.costs;
      const rate = Math.round((count * steps) / seconds);
      const still = status.filter((value) => value !== 0).length;
      console.log(
        `${name} x ${count}: ${rate} steps/s, ${dispatches} dispatches a step, ${bytes} bytes each, ${still} diverged, ${batch.adapter}`,
      );
      batch.dispose();
    } catch (error) {
      console.log(`${name} x ${count}: ${error instanceof Error ? error.message : error}`);
    }
  }
}
