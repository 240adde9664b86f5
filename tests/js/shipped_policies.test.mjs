// The policies that are shipped: each fits its task, was made by its recipe, repeats the short run that is written in its file, and
// reaches the return that is written there: in some whole episodes within the spread of returns, with LB_ALL=1 in all, to the digit.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import process from 'node:process';
import test from 'node:test';
import { load } from 'limber';
import { drive, loadTask, loadTaskPolicy, makeTask, policyNames, taskNames } from 'limber/env';
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

/** What the quadruped is asked for: forward and to the left in m/s, to the left in rad/s; and how near it must come. */
const asked = /** @type {const} */ ([
  ['forward', [0.6, 0, 0], 0.9],
  ['slowly forward', [0.3, 0, 0], 0.8],
  ['back', [-0.5, 0, 0], 0.5],
  ['to the left', [0, 0.35, 0], 0.5],
  ['to the right', [0, -0.35, 0], 0.5],
  ['round to the left', [0, 0, 0.8], 0.5],
  ['round to the right', [0, 0, -0.8], 0.5],
  ['back and round to the left', [-0.5, 0, 0.8], 0.5],
  ['back and round to the right', [-0.5, 0, -0.8], 0.5],
]);

test('the quadruped goes where it is asked to, and never stands still', async () => {
  const task = await loadTask('quadruped');
  const sim = await load(task.model);
  const driver = await drive(sim, await loadTaskPolicy('quadruped'));
  /** Means of its velocities in the last of some seconds. @param {readonly number[]} command */
  const go = (command) => {
    driver.setCommand('velocity', command);
    const mean = [0, 0, 0];
    const [steps, last] = [600, 400];
    for (let i = 0; i < steps; i++) {
      driver.beforeStep();
      sim.step();
      assert.ok(!driver.ended, `it fell after ${sim.data.time} s`);
      if (i < steps - last) continue;
      const { qvel, qpos } = sim.data;
      const [w, x, y, z] = qpos.subarray(3);
      const heading = Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
      const [c, s] = [Math.cos(heading), Math.sin(heading)];
      const now = [c * qvel[0] + s * qvel[1], c * qvel[1] - s * qvel[0], qvel[5]];
      now.forEach((value, k) => (mean[k] += value / last));
    }
    return mean;
  };
  /** @param {string} name @param {readonly number[]} command @param {number} share */
  const check = (name, command, share) => {
    const mean = go(command);
    const text = `${name}: ${command.join(' ')} asked, ${mean.map((v) => v.toFixed(2)).join(' ')}`;
    command.forEach((value, k) => {
      if (value === 0) assert.ok(Math.abs(mean[k]) < 0.2, text);
      else assert.ok(mean[k] / value > share && mean[k] / value < 1.3, text);
    });
  };
  try {
    // from standing, and on from whatever it does at the time
    for (const [name, command, share] of asked) {
      sim.reset('stand');
      driver.reset();
      go([0, 0, 0]);
      assert.ok(Math.hypot(...sim.data.qvel) < 0.5, `it treads on the spot: ${sim.data.qvel}`);
      check(`${name}, from standing`, command, share);
    }
    for (const [name, command, share] of asked) check(`${name}, under way`, command, share);
  } finally {
    driver.dispose();
    sim.dispose();
  }
});
