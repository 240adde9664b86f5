// Rollouts: steps per second of a batch, over the number of workers, beside the same steps taken one after another.
import fs from 'node:fs';
import os from 'node:os';
import { createRolloutPool, load } from 'limber';
import { best } from './turns.mjs';

const count = 64;
const steps = 200;
const repeats = 5;

const xml = fs.readFileSync(new URL('../../examples/humanoid.xml', import.meta.url), 'utf8');
const sim = await load(xml);
const [serial] = await best(repeats, [
  () => {
    for (let i = 0; i < count; i++) {
      sim.reset();
      sim.step(steps);
    }
  },
]);
const rate = (/** @type {number} */ milliseconds) =>
  ((count * steps) / milliseconds).toFixed(1).padStart(8);
console.log(`humanoid, ${count} simulations of ${steps} steps, thousand steps per second`);
console.log(`one after another ${rate(serial)}`);
for (let workers = 1; workers <= os.availableParallelism(); workers++) {
  const pool = await createRolloutPool(sim, { workers });
  const [time] = await best(repeats, [
    () => pool.run({ count, steps, states: true, sensors: false }),
  ]);
  pool.dispose();
  console.log(
    `${String(workers).padStart(2)} workers        ${rate(time)}   ${(serial / time).toFixed(2)}x`,
  );
}
