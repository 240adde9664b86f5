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

/** @param {string} name @param {string} more @param {string} [type] */
const hinge = (name, more = '', type = 'hinge') =>
  `<joint name="${name}" type="${type}" axis="0 1 0" damping=".2"${more}/>`;
const slides = (/** @type {string[]} */ names) =>
  names
    .map((name) => hinge(name, '', 'slide').replace('0 1 0', /x$/.test(name) ? '1 0 0' : '0 1 0'))
    .join('');
const ball = '<geom size=".05" mass=".3" contype="0" conaffinity="0"/>';

/** Bodies in a row. @param {string[]} joints of each @param {string} [end] @returns {string} */
const chain = ([first, ...rest], end = '') =>
  `<body pos="0 0 -.1">${first && hinge(first)}<geom type="capsule" fromto="0 0 0 0 0 -.1" size=".02" mass=".5" contype="0" conaffinity="0"/>${rest.length > 0 ? chain(rest, end) : end}</body>`;

/** @param {string} bodies @param {string[]} motors joints that have one @param {string} [options] */
const brought = (bodies, motors, options = 'timestep=".01"') =>
  `<mujoco><compiler autolimits="true"/><option ${options}/><worldbody><geom type="plane" size="9 9 .1"/>${bodies}</worldbody>
  <actuator>${motors.map((name) => `<motor joint="${name}" gear="2" ctrlrange="-1 1"/>`).join('')}</actuator></mujoco>`;

/** In a plane, with so many joints. @param {number} count @param {number} [height] */
function planar(count, height = 1.25) {
  const names = Array.from({ length: count }, (_, k) => `j${k}`);
  const root = `<joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1" ref="${height}"/><joint name="y" axis="0 1 0"/>`;
  return brought(
    `<body name="torso" pos="0 0 ${height}">${root}<geom type="capsule" fromto="0 0 -.2 0 0 .2" size=".05"/>${chain(names)}</body>`,
    names,
  );
}

/** Floating, of 13 bodies. @param {number} count of joints @param {number} height @param {string} [options] */
function floating(count, height, options) {
  const names = Array.from({ length: count }, (_, k) => `j${k}`);
  const parts = Array.from({ length: 12 }, (_, k) => {
    const own = names.filter((__, i) => i % 12 === k);
    return `<body pos="${0.1 * Math.cos(k)} ${0.1 * Math.sin(k)} -.05">${own.map((name, i) => hinge(name).replace('0 1 0', i ? '1 0 0' : '0 1 0')).join('')}<geom type="capsule" fromto="0 0 0 .1 0 -.1" size=".02"/></body>`;
  });
  return brought(
    `<body name="torso" pos="0 0 ${height}"><freejoint/><geom size=".1"/>${parts.join('')}</body>`,
    names,
    options,
  );
}

const arm7 = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `r_${letter}`);

/**
 * Stand-ins for the models of Gymnasium's tasks, with the numbers that the documentation gives: sizes of observation and action, and
 * the reward of a step.
 * @typedef {{ sim: import('limber').Simulation, x: number, dt: number, action: number[], before: number }} Step before: of the place that counts
 * @type {Record<string, { model: string, sizes: [number, number], repeat: number, limit: number, place?: (step: Step['sim']) => number, reward: (step: Step) => number, seen: (sim: Step['sim']) => number[] }>}
 */
const published = {
  'InvertedPendulum-v5': {
    model: brought(`<body pos="0 0 2">${slides(['slider_x'])}${ball}${chain(['hinge'])}</body>`, [
      'slider_x',
    ]),
    sizes: [4, 1],
    repeat: 2,
    limit: 1000,
    reward: ({ sim }) => Number(Math.abs(sim.data.qpos[1]) <= 0.2),
    seen: ({ data }) => [...data.qpos, ...data.qvel],
  },
  'InvertedDoublePendulum-v5': {
    model: brought(
      `<body pos="0 0 1.6">${slides(['slider_x'])}${ball}${chain(['hinge', 'hinge2'], '<site name="tip" pos="0 0 -.3"/>')}</body>`,
      ['slider_x'],
    ),
    sizes: [9, 1],
    repeat: 5,
    limit: 1000,
    reward({ sim }) {
      const [x, , z] = sim.site('tip').xpos;
      const [, first, second] = sim.data.qvel;
      const lost = 0.01 * x * x + (z - 2) ** 2 + 1e-3 * first ** 2 + 5e-3 * second ** 2;
      return 10 * Number(z > 1) - lost;
    },
    seen({ data }) {
      const [x, a, b] = data.qpos;
      const turns = [Math.sin(a), Math.sin(b), Math.cos(a), Math.cos(b)];
      return [x, ...turns, ...cut(data.qvel, 10), ...cut(data.qfrc_constraint, 10).slice(0, 1)];
    },
  },
  'Reacher-v5': {
    model: brought(
      `${chain(['joint0', 'joint1'], `<body name="fingertip" pos="0 0 -.1">${ball}</body>`)}<body name="target">${slides(['target_x', 'target_y'])}${ball}</body>`,
      ['joint0', 'joint1'],
    ),
    sizes: [10, 2],
    repeat: 2,
    limit: 50,
    reward: ({ sim, action }) => -far(sim, 'fingertip', 'target') - squares(action),
    seen(sim) {
      const [a, b, ...target] = sim.data.qpos;
      const gap = sim.body('fingertip').xpos.map((value, k) => value - sim.body('target').xpos[k]);
      return [
        ...[Math.cos(a), Math.cos(b), Math.sin(a), Math.sin(b), ...target],
        ...sim.data.qvel.slice(0, 2),
        ...gap.slice(0, 2),
      ];
    },
  },
  'Pusher-v5': {
    model: brought(
      `${chain(arm7, `<body name="tips_arm" pos="0 0 -.1">${ball}</body>`)}<body name="object">${slides(['obj_slidey', 'obj_slidex'])}${ball}</body>
      <body name="goal">${slides(['goal_slidey', 'goal_slidex'])}${ball}</body>`,
      arm7,
    ),
    sizes: [23, 7],
    repeat: 5,
    limit: 100,
    reward: ({ sim, action }) =>
      -far(sim, 'object', 'goal') - 0.1 * squares(action) - 0.5 * far(sim, 'object', 'tips_arm'),
    seen: (sim) => [
      ...sim.data.qpos.slice(0, 7),
      ...sim.data.qvel.slice(0, 7),
      ...['tips_arm', 'object', 'goal'].flatMap((name) => [...sim.body(name).xpos]),
    ],
  },
  'HalfCheetah-v5': {
    model: planar(6),
    sizes: [17, 6],
    repeat: 5,
    limit: 1000,
    reward: ({ sim, x, dt, action }) => (sim.data.qpos[0] - x) / dt - 0.1 * squares(action),
    seen: ({ data }) => [...data.qpos.slice(1), ...data.qvel],
  },
  'Hopper-v5': {
    model: planar(3),
    sizes: [11, 3],
    repeat: 4,
    limit: 1000,
    reward({ sim, x, dt, action }) {
      const [, z, angle, ...rest] = sim.data.qpos;
      const isHealthy =
        z > 0.7 &&
        Math.abs(angle) < 0.2 &&
        [...rest, ...sim.data.qvel].every((value) => Math.abs(value) < 100);
      return Number(isHealthy) + (sim.data.qpos[0] - x) / dt - 1e-3 * squares(action);
    },
    seen: ({ data }) => [...data.qpos.slice(1), ...cut(data.qvel, 10)],
  },
  'Walker2d-v5': {
    model: planar(6),
    sizes: [17, 6],
    repeat: 4,
    limit: 1000,
    reward({ sim, x, dt, action }) {
      const [, z, angle] = sim.data.qpos;
      const isHealthy = z > 0.8 && z < 2 && Math.abs(angle) < 1;
      return Number(isHealthy) + (sim.data.qpos[0] - x) / dt - 1e-3 * squares(action);
    },
    seen: ({ data }) => [...data.qpos.slice(1), ...cut(data.qvel, 10)],
  },
  'Swimmer-v5': {
    model: planar(2).replace('axis="0 0 1" ref', 'axis="0 1 0" ref'),
    sizes: [8, 2],
    repeat: 4,
    limit: 1000,
    reward: ({ sim, x, dt, action }) => (sim.data.qpos[0] - x) / dt - 1e-4 * squares(action),
    seen: ({ data }) => [...data.qpos.slice(2), ...data.qvel],
  },
  'Ant-v5': {
    model: floating(8, 0.4),
    sizes: [105, 8],
    repeat: 5,
    limit: 1000,
    place: (sim) => sim.body('torso').xpos[0],
    reward({ sim, before, dt, action }) {
      const [, , z] = sim.data.qpos;
      const forward = (sim.body('torso').xpos[0] - before) / dt;
      const pressed = squares(cut(sim.data.cfrc_ext, 1));
      return Number(z >= 0.2 && z <= 1) + forward - 0.5 * squares(action) - 5e-4 * pressed;
    },
    seen: ({ data }) => [...data.qpos.slice(2), ...data.qvel, ...cut(data.cfrc_ext, 1).slice(6)],
  },
  'Humanoid-v5': {
    model: floating(17, 1.1),
    sizes: [348, 17],
    repeat: 5,
    limit: 1000,
    place: middle,
    reward({ sim, before, dt, action }) {
      const [, , z] = sim.data.qpos;
      const pressed = Math.min(10, 5e-7 * squares(sim.data.cfrc_ext));
      return (
        5 * Number(z > 1 && z < 2) +
        (1.25 * (middle(sim) - before)) / dt -
        0.1 * squares(action) -
        pressed
      );
    },
    seen: human,
  },
  'HumanoidStandup-v5': {
    model: floating(17, 0.3, 'timestep=".003"'),
    sizes: [348, 17],
    repeat: 5,
    limit: 1000,
    reward({ sim, action }) {
      const pressed = Math.min(10, 5e-7 * squares(sim.data.cfrc_ext));
      return sim.data.qpos[2] / 0.003 - 0.1 * squares(action) - pressed + 1;
    },
    seen: human,
  },
};

/** @param {ArrayLike<number>} values @param {number} limit */
function cut(values, limit) {
  return Array.from(values, (value) => Math.max(-limit, Math.min(limit, value)));
}

/** @param {ArrayLike<number>} values */
function squares(values) {
  return Array.from(values).reduce((sum, value) => sum + value * value, 0);
}

/** @param {import('limber').Simulation} sim @param {string} a @param {string} b */
function far(sim, a, b) {
  return Math.hypot(...sim.body(a).xpos.map((value, k) => value - sim.body(b).xpos[k]));
}

/** Of the mass of all bodies, forward. @param {import('limber').Simulation} sim */
function middle({ model, data }) {
  let [sum, mass] = [0, 0];
  for (let i = 0; i < model.nbody; i++) {
    sum += model.body_mass[i] * data.xipos[3 * i];
    mass += model.body_mass[i];
  }
  return sum / mass;
}

/** @param {import('limber').Simulation} sim */
function human({ data }) {
  return [
    ...data.qpos.slice(2),
    ...data.qvel,
    ...data.cinert.slice(10),
    ...data.cvel.slice(6),
    ...data.qfrc_actuator.slice(6),
    ...data.cfrc_ext.slice(6),
  ];
}

for (const [name, { model, sizes, repeat, limit, place, reward, seen }] of Object.entries(
  published,
))
  test(`the preset ${name} is its definition`, async () => {
    const options = env.gymnasium(name);
    assert.equal(options.stepLimit, limit);
    const one = await makeEnv(model, { ...options, count: 1 });
    const sim = await load(model);
    const { data, mujoco } = sim;
    await one.reset({ seed: 4 });
    assert.deepEqual([one.observationSpace.policy.shape[0], one.actionSpace.shape[0]], sizes);
    sim.restoreState(one.batch.state(0));
    sim.forward();
    const dt = repeat * sim.timestep;
    let ended = false;
    for (let k = 0; k < 40 && !ended; k++) {
      const action = Array.from({ length: sizes[1] }, (_, i) => Math.fround(Math.sin(k + i)));
      const [x] = data.qpos;
      const before = place?.(sim) ?? 0;
      data.ctrl = action;
      for (let i = 0; i < repeat; i++) mujoco.mj_step(sim.model, data);
      mujoco.mj_rnePostConstraint(sim.model, data);
      const result = await one.step(action);
      const wanted = reward({ sim, x, dt, action, before });
      near(result.reward, [wanted], `reward ${k}`, 2e-6 * Math.max(1, Math.abs(wanted)));
      ended = result.terminated[0] === 1;
      const { policy } = ended
        ? /** @type {{ policy: Float32Array }} */ (result.info.finalObservation)
        : result.observation;
      const all = seen(sim);
      near(policy, all, 'observation', 1e-6 * Math.max(1, ...all.map(Math.abs)));
    }
    one.dispose();
    sim.dispose();
  });

test('a preset of Gymnasium ends where it is not healthy, and starts as published', async (t) => {
  const one = await makeEnv(planar(1), { ...env.gymnasium('Hopper-v5'), count: 1 });
  t.after(() => one.dispose());
  await one.reset({ seed: 4 });
  const sim = await load(planar(1));
  assert.ok(one.batch.qpos.every((x, k) => Math.abs(x - sim.model.qpos0[k]) <= 0.005));
  sim.dispose();
  let ended = false;
  for (let k = 0; k < 400 && !ended; k++) {
    const { terminated, info, observation } = await one.step([0]);
    const [z, angle] = info.ended[0] ? info.finalObservation.policy : observation.policy;
    ended = !(z > 0.7 && Math.abs(angle) < 0.2);
    assert.equal(terminated[0], Number(ended), `${z} ${angle}`);
  }
  assert.ok(ended);
  assert.throws(
    () => env.gymnasium('Hopper-v9'),
    /there is no preset 'Hopper-v9', there are InvertedPendulum-v5/,
  );
});

test('points of a start lie where they are asked for, up to the edge', async (t) => {
  /** @param {string} name @param {number} first */
  const radii = async (name, first) => {
    const many = await makeEnv(published[name].model, { ...env.gymnasium(name), count: 400 });
    t.after(() => many.dispose());
    await many.reset({ seed: 2 });
    const { nq } = many.simulation(0).model;
    const points = Array.from({ length: 400 }, (_, i) =>
      many.batch.qpos.slice(i * nq + first, i * nq + first + 2),
    );
    return points.map(([a, b]) => ({ a, b, r: Math.hypot(a, b) }));
  };
  const disc = await radii('Reacher-v5', 2);
  assert.ok(disc.every(({ r }) => r <= 0.2));
  // a quarter of a disc's area lies within half of its radius
  const inner = disc.filter(({ r }) => r < 0.1).length;
  assert.ok(inner > 65 && inner < 135, `${inner}`);
  assert.ok(disc.some(({ a }) => a > 0.18) && disc.some(({ b }) => b < -0.18));
  const outer = await radii('Pusher-v5', 7);
  assert.ok(outer.every(({ a, b, r }) => a >= -0.3 && a <= 0 && Math.abs(b) <= 0.2 && r >= 0.17));
  await assert.rejects(async () => {
    const options = env.gymnasium('Reacher-v5');
    const far = { joints: ['target_x'], draw: [env.uniform(0, 1)], beyond: 2 };
    const never = await makeEnv(published['Reacher-v5'].model, {
      ...options,
      start: { points: [far] },
    });
    t.after(() => never.dispose());
    await never.reset({ seed: 1 });
  }, /no point of target_x lies beyond 2 in 1000 draws/);
  await assert.rejects(
    makeEnv(published['Reacher-v5'].model, {
      ...env.gymnasium('Reacher-v5'),
      start: { points: [{ joints: ['target_x', 'target_y'], draw: [env.uniform(0, 1)] }] },
    }),
    /start: a point is \{ joints, draw, within, beyond, of \}/,
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
    // each environment begins in its own way, and no episode goes on for ever
    const width = before.length / 4;
    const starts = [0, 1, 2, 3].map((i) => before.slice(i * width, (i + 1) * width).join());
    assert.equal(new Set(starts).size, 4);
    assert.ok(Number(task.options.timeLimit) > 0);
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
