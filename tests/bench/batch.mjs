// Batches beside the same steps taken by simulations of their own, one after another in one thread; what a call costs beyond its
// steps; memory of ten thousand humanoids. Both sides take turns, the best of several runs counts. What as many threads gain that share
// nothing says what the machine could give.
import fs from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import { createBatch, load } from 'limber';
import { ceiling } from './ceiling.mjs';
import { best } from './turns.mjs';

const humanoid = fs.readFileSync(new URL('../../examples/humanoid.xml', import.meta.url), 'utf8');
const pendulum =
  '<mujoco><worldbody><body><joint axis="0 1 0" damping=".01"/><geom size=".05" pos=".5 0 0" mass="1"/></body></worldbody></mujoco>';
const threads = Array.from({ length: Math.min(4, os.availableParallelism()) }, (_, i) => i + 1);

/** @param {string} name @param {string} xml @param {number} count @param {number} steps @param {number} repeats */
async function compare(name, xml, count, steps, repeats) {
  const sims = await Promise.all(Array.from({ length: Math.min(count, 64) }, () => load(xml)));
  const batches = await Promise.all(
    threads.map((workers) => createBatch(xml, { count, workers, keep: [] })),
  );
  const plain = () => {
    for (let i = 0; i < count; i++) sims[i % sims.length].step(steps);
  };
  const bodies = [plain, ...batches.map((batch) => () => batch.step(steps))];
  await best(Math.ceil(repeats / 5), bodies);
  const [single, ...times] = await best(repeats, bodies);
  const most = await ceiling(xml, {}, threads, count * steps);
  const rate = (/** @type {number} */ time) => ((count * steps) / time).toFixed(0).padStart(7);
  console.log(`${name}, ${count} simulations, ${steps} steps a call; thousand steps a second`);
  console.log(`one after another ${rate(single)}`);
  times.forEach((time, i) => {
    const over = 1e3 * (time - single / threads[i]);
    console.log(
      `${threads[i]} threads         ${rate(time)}   ${(single / time).toFixed(2)}x of ${most[i].toFixed(2)}x   ${over.toFixed(0)} us a call beyond its share of the steps`,
    );
  });
  for (const batch of batches) batch.dispose();
  for (const sim of sims) sim.dispose();
}

async function memory() {
  const count = 10_000;
  const megabytes = () => process.memoryUsage.rss() / 1e6;
  const before = megabytes();
  const batch = await createBatch(humanoid, { count });
  await batch.step();
  console.log(
    `${count} humanoids: ${(megabytes() - before).toFixed(0)} MB with ${batch.workers} threads, of which rows ` +
      `${(batch.snapshot().rows.reduce((sum, row) => sum + row.byteLength, 0) / 1e6).toFixed(0)} MB`,
  );
  batch.dispose();
}

await memory();
await compare('humanoid', humanoid, 256, 20, 10);
await compare('humanoid', humanoid, 64, 1, 60);
await compare('pendulum', pendulum, 4096, 1, 60);
await compare('pendulum', pendulum, 64, 1, 300);
