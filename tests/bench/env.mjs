// Steps of environments beside those of the bare batch: the same simulations in the same states, the same number of time steps.
//
// usage: npm run bench -- --env [TASK...]
import process from 'node:process';
import { createBatch, load } from 'limber';
import { loadTask, makeTask, taskNames } from 'limber/env';

const count = 256;
const rounds = 7;
const steps = 20;
const stateNames = /** @type {const} */ ([
  'qpos',
  'qvel',
  'act',
  'ctrl',
  'qacc_warmstart',
  'qfrc_applied',
  'xfrc_applied',
  'mocap_pos',
  'mocap_quat',
]);

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
  const states = stateNames.filter((field) => batch.field(field).length > 0);
  let [quickest, bare] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    let [own, plain] = [0, 0];
    for (let k = 0; k < steps; k++) {
      // in turns, so that other programs disturb both, and from the same states: what lies still costs less than what moves
      for (const field of states) batch.field(field).set(env.batch.field(field));
      const begun = performance.now();
      await batch.step(decimation);
      const half = performance.now();
      await env.step(action);
      plain += half - begun;
      own += performance.now() - half;
    }
    bare = Math.min(bare, plain / steps);
    quickest = Math.min(quickest, own / steps);
  }
  for (const made of [env, batch, simulation]) made.dispose();
  return { rate: (1000 * count) / quickest, share: bare / quickest };
}

console.log(
  `${count} environments; steps/s of environments, and how much of the bare batch that is\n`,
);
console.log('| task | one thread | | two threads | |');
console.log('| --- | ---: | ---: | ---: | ---: |');
const asked = taskNames.filter((name) => process.argv.includes(name));
for (const name of asked.length > 0 ? asked : taskNames) {
  const cells = [];
  for (const workers of [1, 2]) {
    const { rate, share } = await measure(name, workers);
    cells.push(Math.round(rate).toLocaleString('en'), `${Math.round(100 * share)} %`);
  }
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
process.exit(0);
