// Steps of environments beside those of the bare batch: the same simulations, the same number of time steps.
//
// usage: npm run bench -- --env
import process from 'node:process';
import { createBatch, load } from 'limber';
import { loadTask, makeTask, taskNames } from 'limber/env';

const count = 256;
const rounds = 7;
const steps = 20;

/** @param {string} name @param {number} workers */
async function measure(name, workers) {
  const task = await loadTask(name);
  const decimation = task.options.decimation ?? 1;
  const env = await makeTask(name, { count, workers });
  const simulation = await load(task.model);
  const batch = await createBatch(simulation, { count, workers, keep: [] });
  await env.reset({ seed: 1 });
  const action = env.action;
  for (let i = 0; i < action.length; i++) action[i] = 0.2 * Math.sin(i);
  for (let k = 0; k < steps; k++) await env.step(action);
  let [quickest, bare] = [Infinity, Infinity];
  // in turns, so that other programs disturb both
  for (let round = 0; round < rounds; round++) {
    for (const field of /** @type {const} */ (['qpos', 'qvel', 'ctrl', 'qacc_warmstart']))
      batch.field(field).set(env.batch.field(field));
    let begun = performance.now();
    for (let k = 0; k < steps; k++) await batch.step(decimation);
    bare = Math.min(bare, (performance.now() - begun) / steps);
    begun = performance.now();
    for (let k = 0; k < steps; k++) await env.step(action);
    quickest = Math.min(quickest, (performance.now() - begun) / steps);
  }
  for (const made of [env, batch, simulation]) made.dispose();
  return { rate: (1000 * count) / quickest, share: bare / quickest };
}

console.log(
  `${count} environments; steps/s of environments, and how much of the bare batch that is\n`,
);
console.log('| task | one thread | | two threads | |');
console.log('| --- | ---: | ---: | ---: | ---: |');
for (const name of taskNames) {
  const cells = [];
  for (const workers of [1, 2]) {
    const { rate, share } = await measure(name, workers);
    cells.push(Math.round(rate).toLocaleString('en'), `${Math.round(100 * share)} %`);
  }
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
process.exit(0);
