// The policies that are shipped: each fits its task, was made by its recipe, repeats the short run that is written in its file, and
// reaches the return that is written there: in some whole episodes within the spread of returns, with LB_ALL=1 in all, to the digit.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import process from 'node:process';
import test from 'node:test';
import { loadTask, loadTaskPolicy, makeTask, policyNames, taskNames } from 'limber/env';
import { evaluate } from 'limber/env/train';

const all = Boolean(process.env.LB_ALL);
/** Seed of the episodes whose mean is the return, as `limber train` takes it. */
const SEED = 1e6;
const FEW = 6;

const folder = new URL('../../js/env/policies/', import.meta.url);

test('each file is listed, and is of a task', () => {
  const files = fs.readdirSync(folder).map((name) => name.replace(/\.json$/, ''));
  assert.deepEqual(files.sort(), [...policyNames].sort());
  for (const name of policyNames) assert.ok(taskNames.includes(name), name);
});

test('a task without a policy says how to make one', async () => {
  const bare = taskNames.find((name) => !policyNames.includes(name)) ?? '';
  if (bare)
    await assert.rejects(loadTaskPolicy(bare), new RegExp(`'limber train ${bare}' makes one`));
  await assert.rejects(loadTaskPolicy('juggler'), /no task of that name; there are acrobot, arm/);
});

test('episodes of a task differ in parameters or by pushes, not only in their start', async () => {
  for (const name of taskNames) {
    const { options } = await loadTask(name);
    assert.ok(Object.keys(options.randomize ?? {}).length > 0, name);
    assert.ok(Object.keys(options.start ?? {}).length > 0, name);
  }
});

/** @typedef {{ count: number, steps: number, seed: number, return: number }} Check */

for (const name of policyNames)
  test(`the policy of ${name} gives the return that its file says`, async () => {
    const policy = await loadTaskPolicy(name);
    const { check, recipe, seed, ...facts } = policy.training;
    assert.equal(policy.task, name);
    assert.ok(Number.isInteger(seed) && Number.isFinite(facts.return));
    // the network is the one that its recipe makes
    const { hidden, activation } = /** @type {{ hidden: number[], activation: string }} */ (recipe);
    const { layers } = policy.data;
    assert.deepEqual(
      layers.slice(0, -1).map((layer) => [layer.bias.length, layer.activation]),
      hidden.map((width) => [width, activation]),
    );
    const { count, steps, seed: start, return: expected } = /** @type {Check} */ (check);
    const env = await makeTask(name, { count, workers: 1, here: true });
    try {
      const result = await evaluate(env, policy, { seed: start, steps });
      assert.ok(Math.abs(result.return - expected) < 1e-9, `${result.return} and ${expected}`);
    } finally {
      env.dispose();
    }
  });

for (const name of policyNames)
  test(`the policy of ${name} reaches its return in whole episodes`, async () => {
    const policy = await loadTaskPolicy(name);
    const {
      return: expected,
      deviation,
      episodes,
    } = /** @type {Record<string, number>} */ (policy.training);
    const env = await makeTask(name, { count: all ? episodes : FEW, workers: 1, here: true });
    try {
      const result = await evaluate(env, policy, { seed: SEED });
      const allowed = all ? 1e-9 : (3 * deviation) / Math.sqrt(FEW);
      assert.ok(result.return > expected - allowed, `${result.return} and ${expected}`);
      if (all) assert.ok(Math.abs(result.return - expected) < allowed, `${result.return}`);
    } finally {
      env.dispose();
    }
  });

test('the hand turns its cube to the left without dropping it', async () => {
  const [count, steps] = [16, 125];
  const env = await makeTask('hand', { count, workers: 1, here: true });
  try {
    const policy = await loadTaskPolicy('hand');
    let { observation } = await env.reset({ seed: 3 });
    const qpos = env.batch.field('qpos');
    const nq = qpos.length / count;
    /** Angle of each cube about the vertical. @param {number} i */
    const angle = (i) => {
      const [w, , , z] = qpos.subarray((i + 1) * nq - 4, (i + 1) * nq);
      return 2 * Math.atan2(z, w);
    };
    const last = Float64Array.from({ length: count }, (_, i) => angle(i));
    let [turned, drops] = [0, 0];
    for (let t = 0; t < steps; t++) {
      const result = await env.step(await policy.act(observation));
      for (let i = 0; i < count; i++) {
        const now = angle(i);
        if (result.terminated[i]) drops++;
        else turned += Math.atan2(Math.sin(now - last[i]), Math.cos(now - last[i]));
        last[i] = now;
      }
      ({ observation } = result);
    }
    const rate = turned / count / (steps * 0.04);
    assert.ok(rate > 0.7, `${rate} rad/s`);
    assert.ok(drops <= 1, `${drops} dropped`);
  } finally {
    env.dispose();
  }
});
