// Terms of environments against closed forms, presets of Gymnasium against their definitions, and the tasks of the package.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import * as env from 'limber/env';

const { makeEnv, torque, math } = env;

// A box that moves freely, turned by 90 degrees about x and 60 degrees about the vertical, with an arm.
const box = `<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody><geom name="floor" type="plane" size="9 9 .1"/>
  <site name="mark" pos="1 2 3"/>
  <body name="box" pos="0 0 2"><freejoint name="root"/><geom name="box" type="box" size=".1 .2 .3" mass="2"/><site name="imu" pos=".1 0 0"/>
    <body name="arm" pos="0 0 .5"><joint name="hinge" axis="0 1 0" range="-90 90" limited="true"/><geom size=".05" mass="1"/></body></body></worldbody>
  <actuator><motor name="hinge" joint="hinge" gear="3" ctrlrange="-1 1"/></actuator><sensor><gyro name="gyro" site="imu"/></sensor></mujoco>`;

/** @param {import('limber/env').EnvOptions['observe']} observe */
const watching = (observe) => makeEnv(box, { control: torque(), observe, autoreset: 'off' });

/** @param {ArrayLike<number>} values @param {number[]} wanted @param {string} what @param {number} [within] */
function near(values, wanted, what, within = 1e-6) {
  assert.equal(values.length, wanted.length, what);
  wanted.forEach((value, k) =>
    assert.ok(Math.abs(values[k] - value) <= within, `${what}[${k}]: ${values[k]}, not ${value}`),
  );
}

test('terms of frames are what geometry says', async () => {
  const half = Math.SQRT1_2;
  const angle = Math.PI / 3;
  /** @type {Record<string, [import('limber/env').TermData, number[]]>} */
  const wanted = {
    // x to the side of 60 degrees; y up; z away
    place: [env.framePosition('box'), [1, 0, 2]],
    imu: [env.framePosition('imu'), [1 + 0.1 * Math.cos(angle), 0.1 * Math.sin(angle), 2]],
    height: [env.height('body:box'), [2]],
    gravity: [env.gravity('box'), [0, -1, 0]],
    upright: [env.upright('box'), [0]],
    tilt: [env.tilt('box'), [Math.PI / 2]],
    heading: [env.heading('box'), [angle]],
    axes: [env.orientation('box'), [Math.cos(angle), Math.sin(angle), 0, 0, 0, 1]],
    turning: [env.angularVelocity('box'), [0.1, 0.2, 0.3]],
    world: [env.linearVelocity('box', 'world'), [1, 2, 3]],
    own: [
      env.linearVelocity('box'),
      [Math.cos(angle) + 2 * Math.sin(angle), 3, Math.sin(angle) - 2 * Math.cos(angle)],
    ],
    away: [env.offset('box', 'site:mark', 'world'), [0, 2, 1]],
    seen: [env.offset('box', 'site:mark'), [2 * Math.sin(angle), 1, -2 * Math.cos(angle)]],
    distance: [env.distance('site:mark', 'box'), [Math.sqrt(5)]],
    between: [env.angleBetween('box', 'arm'), [0.5]],
    relative: [env.rotationBetween('box', 'arm'), [Math.cos(0.5), 0, -Math.sin(0.5), 0, 1, 0]],
    gyro: [env.sensor('gyro'), [0.1, 0.2, 0.3]],
    beyond: [env.limitExcess({ soft: 0.2 }), [0.5 - 0.1 * Math.PI]],
    joint: [env.sineCosine('hinge'), [Math.sin(0.5), Math.cos(0.5)]],
    ground: [env.touching('body:box'), [0]],
  };
  const observe = Object.fromEntries(
    Object.entries(wanted).map(([name, [term]]) => [name, [term]]),
  );
  const one = await watching(observe);
  const turned = [
    Math.cos(angle / 2) * half,
    Math.cos(angle / 2) * half,
    Math.sin(angle / 2) * half,
    Math.sin(angle / 2) * half,
  ];
  const state = { qpos: [1, 0, 2, ...turned, 0.5], qvel: [1, 2, 3, 0.1, 0.2, 0.3, 0] };
  one.dispose();
  const made = await makeEnv(box, {
    control: torque(),
    observe,
    start: Object.fromEntries(
      Object.entries(state).flatMap(([array, values]) =>
        values.map((value, k) => [`${array}[${k}]`, env.uniform(value, value)]),
      ),
    ),
  });
  const { observation } = await made.reset();
  for (const [name, [, numbers]] of Object.entries(wanted)) near(observation[name], numbers, name);
  made.dispose();
});

test('terms belong to the state that a step reached', async () => {
  const one = await makeEnv(box, {
    control: torque(),
    observe: [env.framePosition('box')],
    start: { 'qvel[0]': env.uniform(1, 1) },
  });
  const stale = await makeEnv(box, {
    control: torque(),
    observe: [env.framePosition('box')],
    start: { 'qvel[0]': env.uniform(1, 1) },
    fresh: false,
  });
  await one.reset();
  await stale.reset();
  assert.equal((await one.step([0])).observation.policy[0], Math.fround(0.01));
  assert.equal((await stale.step([0])).observation.policy[0], 0);
  one.dispose();
  stale.dispose();
});

test('terms of terms', async () => {
  const joint = env.jointVelocities({ joints: 'hinge' });
  const two = env.part(env.velocities(), 0, 2);
  /** @type {Record<string, [import('limber/env').TermData, number[]]>} */
  const wanted = {
    squared: [env.squared(two), [25]],
    norm: [env.norm(two), [5]],
    absolute: [env.absolute(two), [7]],
    sum: [env.sum(two), [-1]],
    positive: [env.positive(two), [3]],
    largest: [env.largest(two), [3]],
    exp: [env.exp(two, 50), [Math.exp(-0.5)]],
    below: [env.below(two, -3.5), [1]],
    above: [env.above(two, 3.5), [0]],
    inside: [env.tolerance(two, { low: -4, high: 3 }), [1]],
    margin: [env.tolerance(env.part(two, 0), { high: 2, margin: 1, edge: 0.25 }), [0.25]],
    times: [env.times(two, 2), [6, -8]],
    clipped: [env.clipped(two, -1, 1), [1, -1]],
    not: [env.not(two), [0, 0]],
    product: [env.product(two, 2, two), [18, 32]],
    plus: [env.plus(two, 1), [4, -3]],
    minus: [env.minus(two, 1), [2, -5]],
    any: [env.any(0, joint), [0]],
    all: [env.all(1, two), [1, 1]],
    rate: [env.rate(two), [0, 0]],
  };
  const observe = Object.fromEntries(
    Object.entries(wanted).map(([name, [term]]) => [name, [term]]),
  );
  const one = await makeEnv(box, {
    control: torque(),
    observe,
    start: { 'qvel[0]': env.uniform(3, 3), 'qvel[1]': env.uniform(-4, -4) },
  });
  const { observation } = await one.reset();
  for (const [name, [, numbers]] of Object.entries(wanted)) near(observation[name], numbers, name);
  one.dispose();
});

test('a route counts its points; feet count their time in the air', async () => {
  const route = { of: 'box', through: ['site:a', 'site:b'], radius: 0.15 };
  const model = box.replace(
    '<site name="mark"',
    '<site name="a" pos="1 0 2"/><site name="b" pos="1 1 2"/><site name="mark"',
  );
  const one = await makeEnv(model, {
    control: torque(),
    decimation: 10,
    observe: [env.routeOffset(route, { ahead: 2 })],
    reward: { progress: [1, env.routeProgress(route)], passed: [1, env.routePassed(route)] },
    start: { 'qvel[0]': env.uniform(1, 1) },
  });
  const { observation, info } = await one.reset();
  near(observation.policy, [1, 0, 0, 1, 1, 0], 'at first');
  /** @type {number[]} */
  const progress = [];
  let passed = 0;
  for (let k = 1; k <= 10; k++) {
    await one.step([0]);
    progress.push(info.rewardTerms.progress[0]);
    if (info.rewardTerms.passed[0]) passed = k;
  }
  near(progress, [0, ...new Array(8).fill(0.1), Math.hypot(0.1, 1) - 1], 'progress', 1e-4);
  assert.equal(passed, 9);
  near(observation.policy, [0, 1, 0, 0, 0, 0], 'at last', 1e-5);
  one.dispose();

  const ball = `<mujoco><option timestep="0.01"/><worldbody><geom name="floor" type="plane" size="9 9 .1"/><body pos="0 0 .6"><freejoint/><geom name="ball" size=".1"/></body>
    <body pos="2 0 1"><joint name="j"/><geom size=".01"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>`;
  const falls = await makeEnv(ball, {
    control: torque(),
    observe: [env.touching('ball', 'floor')],
    reward: { air: [1, env.airTime('ball', { threshold: 0.1 })] },
  });
  await falls.reset();
  let landed = 0;
  for (let k = 1; k <= 50 && !landed; k++) {
    const { reward, observation: seen } = await falls.step([0]);
    if (seen.policy[0]) landed = reward[0];
    else assert.equal(reward[0], 0);
  }
  // 0.5 m take 0.32 s
  near([landed], [Math.sqrt(1 / 9.81) - 0.1], 'time in the air', 0.025);
  falls.dispose();
});

const hopper = `<mujoco><option timestep="0.002"/><worldbody><geom type="plane" size="9 9 .1" friction="1"/><body name="torso" pos="0 0 1.25">
  <joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1" ref="1.25"/><joint name="y" axis="0 1 0"/><geom type="capsule" fromto="0 0 -.2 0 0 .2" size=".05"/>
  <body pos="0 0 -.2"><joint name="leg" axis="0 -1 0"/><geom type="capsule" fromto="0 0 0 0 0 -1" size=".05"/></body></body></worldbody>
  <actuator><motor joint="leg" gear="100" ctrlrange="-1 1"/></actuator></mujoco>`;

test('a preset of Gymnasium is its definition', async () => {
  const one = await makeEnv(hopper, { ...env.gymnasium('Hopper-v5'), count: 1 });
  const sim = await load(hopper);
  const { model, data, mujoco } = sim;
  await one.reset({ seed: 4 });
  assert.ok(one.batch.qpos.every((x, k) => Math.abs(x - model.qpos0[k]) <= 0.005));
  sim.restoreState(one.batch.state(0));
  let ended = false;
  for (let k = 0; k < 200 && !ended; k++) {
    const action = Math.fround(Math.sin(k));
    const x = data.qpos[0];
    data.ctrl[0] = action;
    mujoco.mj_step(model, data);
    for (let i = 0; i < 3; i++) mujoco.mj_step(model, data);
    const { reward, terminated, observation, info } = await one.step([action]);
    const [, z, angle] = data.qpos;
    const healthy = z > 0.7 && Math.abs(angle) < 0.2;
    const wanted = Number(healthy) + (data.qpos[0] - x) / 0.008 - 1e-3 * action ** 2;
    near(reward, [wanted], 'reward', 1e-9);
    assert.equal(terminated[0], Number(!healthy));
    ended = !healthy;
    const seen = ended ? info.finalObservation.policy : observation.policy;
    near(
      seen,
      [...data.qpos.slice(1), ...data.qvel.map((v) => Math.max(-10, Math.min(10, v)))],
      'observation',
    );
  }
  assert.ok(ended);
  one.dispose();
  sim.dispose();
  assert.throws(
    () => env.gymnasium('Hopper-v9'),
    /there is no preset 'Hopper-v9', there are InvertedPendulum-v5/,
  );
});

test('elementary functions are right to some units in the last place', () => {
  for (let k = -400; k <= 400; k++) {
    const x = k * 0.0937;
    /** @type {[string, number, number][]} */
    const pairs = [
      ['exp', math.exp(x), Math.exp(x)],
      ['log', math.log(Math.abs(x) + 1e-3), Math.log(Math.abs(x) + 1e-3)],
      ['sin', math.sin(x), Math.sin(x)],
      ['cos', math.cos(x), Math.cos(x)],
      ['tanh', math.tanh(x), Math.tanh(x)],
      ['atan2', math.atan2(x, 1.3), Math.atan2(x, 1.3)],
      ['atan2', math.atan2(x, -0.7), Math.atan2(x, -0.7)],
      ['acos', math.acos(k / 400), Math.acos(k / 400)],
    ];
    for (const [name, value, wanted] of pairs)
      assert.ok(
        Math.abs(value - wanted) <= 1e-13 * Math.max(0.1, Math.abs(wanted)),
        `${name} ${x}`,
      );
  }
  assert.deepEqual([math.exp(710), math.exp(-800), math.log(0)], [Infinity, 0, -Infinity]);
  assert.ok([math.exp(NaN), math.log(-1), math.sin(NaN), math.atan2(NaN, 1)].every(Number.isNaN));
});

for (const name of env.taskNames)
  test(`the task ${name} runs`, async () => {
    const task = await env.loadTask(name);
    assert.equal(task.name, name);
    const made = await env.makeTask(name, { count: 4, workers: 1 });
    await made.reset({ seed: 1 });
    const before = made.batch.qpos.slice();
    const action = made.action.map((_, i) => Math.sin(i));
    for (let k = 0; k < 10; k++) {
      const { observation, reward, info } = await made.step(action);
      assert.ok(observation.policy.every(Number.isFinite) && reward.every(Number.isFinite));
      // a reward of a few at most: networks learn it as it is
      assert.ok(
        reward.every((value) => Math.abs(value) < 2),
        `${reward}`,
      );
      assert.ok(info.diverged.every((byte) => byte === 0));
    }
    assert.notDeepEqual(made.batch.qpos, before);
    made.dispose();
  });

test('a task that is not there is told', async () => {
  await assert.rejects(env.makeTask('cartpol'), /there is no task 'cartpol', there are cartpole/);
});
