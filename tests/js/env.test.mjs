// Environments: their semantics, their terms, what is random in them, and what goes wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MjError, load } from 'limber';
import * as env from 'limber/env';
import { crews, envBits, everything, optionsOf } from './env_program.mjs';
import { quadruped, sample } from './env_sample.mjs';

const {
  makeEnv,
  torque,
  position,
  pd,
  muscle,
  control,
  jointPositions,
  jointVelocities,
  lastAction,
  actionRate,
  command,
  squared,
  above,
  below,
  uniform,
  added,
  scaled,
  normal,
  asked,
  every,
  effect,
  impulse,
  term,
} = env;

const functions = new URL('./env_functions.mjs', import.meta.url).href;

// A mass of 2 kg on a rail: everything that it does has a closed form.
const rail = `<mujoco><option timestep="0.01"/><worldbody>
  <body name="cart"><joint name="x" type="slide" axis="1 0 0"/><geom name="cart" size=".1" mass="2"/></body></worldbody>
  <actuator><motor name="push" joint="x" ctrlrange="-4 4"/></actuator>
  <keyframe><key name="one" qpos="1" ctrl="2"/></keyframe></mujoco>`;

/** @type {import('limber/env').EnvOptions} */
const plain = {
  control: torque(),
  observe: [jointPositions(), jointVelocities()],
  reward: { still: [-1, squared(jointPositions())] },
};

/** Environments that end with their test. @param {import('node:test').TestContext} t @param {Parameters<typeof makeEnv>} args */
const made = async (t, ...args) => {
  const found = await makeEnv(...args);
  t.after(() => found.dispose());
  return found;
};

/** @param {number} count @param {number} value */
const constant = (count, value) => new Float32Array(count).fill(value);

for (const [how, options] of crews)
  test(`environments by ${how} have the bits of one thread`, async () => {
    const [one, two] = [
      await envBits(env, { count: 16, steps: 60, workers: 1 }),
      await envBits(env, { count: 16, steps: 60, ...options }),
    ];
    assert.deepEqual(two, one);
  });

test('environments one by one have the bits of many', async () => {
  const many = await envBits(env, { count: 6, steps: 60, workers: 1 });
  for (const first of [0, 4]) {
    const one = await envBits(env, { count: 1, steps: 60, workers: 1, first });
    assert.equal(one[0], many[first]);
  }
});

test('a step is what mechanics says; rewards have their parts', async (t) => {
  const one = await made(t, rail, { ...plain, decimation: 5 });
  const { observation, info } = await one.reset({ seed: 0 });
  assert.deepEqual([...observation.policy], [0, 0]);
  let [x, v] = [0, 0];
  for (let k = 1; k <= 20; k++) {
    const result = await one.step([0.5]);
    for (let i = 0; i < 5; i++) {
      v += ((0.5 * 4) / 2) * 0.01;
      x += v * 0.01;
    }
    assert.ok(Math.abs(result.observation.policy[0] - x) < 1e-6);
    assert.ok(Math.abs(result.observation.policy[1] - v) < 1e-6);
    assert.ok(Math.abs(result.reward[0] + x * x) < 1e-9);
    assert.equal(result.info.rewardTerms.still[0], result.reward[0]);
  }
  assert.equal(one.period, 0.05);
  assert.equal(one.steps[0], 20);
  assert.equal(info.ended[0], 0);
  // beyond the space an action counts as its end
  await one.reset({ seed: 0 });
  await one.step([9]);
  assert.ok(Math.abs(one.batch.qvel[0] - 5 * 0.02) < 1e-12);
});

test('a quadruped with history, commands, random parameters and pushes', async (t) => {
  const walking = await made(t, quadruped, { ...sample(env, false), workers: 'auto' });
  let { observation } = await walking.reset({ seed: 1 });
  // 3 + 3 + 8 + 8 + 8 + 3 numbers, of three moments
  assert.deepEqual(walking.observationSpace.base.shape, [99]);
  assert.equal(observation.base.length, 4 * 99);
  const friction = walking.batch.vary('geom_friction');
  assert.ok(friction.some((value, k) => k % 3 === 0 && value > 0.4 && value < 1.2 && value !== 1));
  for (let k = 0; k < 20; k++) {
    const result = await walking.step(new Float32Array(4 * 8));
    ({ observation } = result);
    for (let i = 0; i < 4; i++) {
      const { track, torque: effort, alive } = result.info.rewardTerms;
      assert.ok(track[i] > 0 && track[i] <= 2 && effort[i] < 0 && alive[i] === 0.5);
      assert.ok(Math.abs(result.reward[i] - track[i] - effort[i] - 0.5) < 1e-6);
      assert.deepEqual([result.terminated[i], result.truncated[i]], [0, 0]);
    }
  }
  assert.ok(observation.base.every(Number.isFinite));
});

test('an environment of a simulation that there is leaves it as it is', async (t) => {
  const simulation = await load(rail);
  t.after(() => simulation.dispose());
  simulation.data.qpos[0] = 3;
  const one = await made(t, simulation, plain);
  await one.reset({ seed: 0 });
  const { observation } = await one.step([1]);
  assert.ok(Math.abs(observation.policy[0] - 2 * 0.01 ** 2) < 1e-9, `${observation.policy}`);
  assert.deepEqual([simulation.data.qpos[0], simulation.time], [3, 0]);
});

test('spaces and the contract say what there is', async (t) => {
  const one = await made(t, rail, {
    ...plain,
    observe: { body: [jointPositions({ minus: 'one' }), lastAction()], other: [command('go')] },
    history: { body: 3 },
    commands: { go: asked({ vx: [-1, 1], turn: normal(0.1) }, { units: ['m/s', 'rad/s'] }) },
  });
  assert.deepEqual(Object.keys(one.observationSpace), ['body', 'other']);
  assert.deepEqual(one.observationSpace.body.shape, [6]);
  assert.deepEqual(one.observationSpace.body.names.slice(2), [
    'jointPositions[x]@-1',
    'lastAction[push]@-1',
    'jointPositions[x]',
    'lastAction[push]',
  ]);
  assert.deepEqual([...one.actionSpace.low, ...one.actionSpace.high], [-1, 1]);
  const { contract } = one;
  assert.deepEqual(
    contract.observation.body.map(({ name, size, units }) => [name, size, units]),
    [
      ['jointPositions', 1, ['m']],
      ['lastAction', 1, ['1']],
    ],
  );
  assert.deepEqual(contract.history.body, { length: 3, order: 'frames' });
  assert.deepEqual(contract.action, {
    names: ['push'],
    size: 1,
    kind: 'torque',
    joints: ['x'],
    kp: [],
    kd: [],
    scale: [4],
    default: [0],
  });
  assert.deepEqual(contract.commands[0].names, ['vx', 'turn']);
  assert.equal(contract.period, 0.01);
});

test('an episode that ends begins anew in the same step', async (t) => {
  const many = await made(t, rail, {
    ...plain,
    count: 3,
    workers: 1,
    timeLimit: 0.1,
    terminate: { far: above(jointPositions(), 0.002) },
    start: { 'joint:x.qvel': uniform(0, 0) },
  });
  await many.reset({ seed: 0 });
  // the first stays, the second is far after some steps, the third runs into the limit of time
  const action = [0, 1, 0.1];
  let result;
  let step = 0;
  for (; ; step++) {
    result = await many.step(action);
    if (result.info.ended[1]) break;
    assert.deepEqual([...result.terminated, ...result.truncated], [0, 0, 0, 0, 0, 0]);
  }
  assert.deepEqual([...result.terminated], [0, 1, 0]);
  assert.deepEqual([...result.truncated], [0, 0, 0]);
  assert.deepEqual([...result.info.terminations.far], [0, 1, 0]);
  assert.equal(result.info.length[1], step + 1);
  const last = result.info.finalObservation.policy.subarray(2, 4);
  assert.ok(last[0] > 0.002 && last[1] > 0);
  assert.deepEqual([...result.observation.policy.subarray(2, 4)], [0, 0]);
  assert.equal(many.episode(1), 1);
  for (; step < 8; step++) await many.step([0, 0, 0.1]);
  result = await many.step([0, 0, 0.1]);
  assert.deepEqual([...result.truncated], [1, 0, 1]);
  assert.deepEqual([...result.terminated], [0, 0, 0]);
  assert.equal(result.info.length[2], 10);
  assert.ok(result.info.return[2] < 0);
});

test('other modes of the automatic reset', async (t) => {
  const options = { ...plain, stepLimit: 2 };
  const next = await made(t, rail, { ...options, autoreset: 'next-step' });
  await next.reset();
  await next.step([1]);
  let result = await next.step([1]);
  assert.deepEqual([result.truncated[0], result.info.ended[0]], [1, 1]);
  assert.ok(result.observation.policy[1] > 0);
  result = await next.step([1]);
  assert.deepEqual([result.truncated[0], result.reward[0], result.info.ended[0]], [0, 0, 0]);
  assert.deepEqual([...result.observation.policy], [0, 0]);
  assert.equal((await next.step([1])).truncated[0], 0);

  const off = await made(t, rail, { ...options, autoreset: 'off', count: 2, workers: 1 });
  await off.reset();
  await off.step([1, 1]);
  await off.step([1, 1]);
  const still = (await off.step([1, 1])).observation.policy.slice();
  assert.ok(still[1] > 0);
  await off.reset({ mask: [1] });
  result = await off.step([1, 1]);
  assert.equal(result.observation.policy[0], still[0]);
  assert.ok(result.observation.policy[2] < still[0]);
});

test('a seed begins everything anew, without one it goes on', async (t) => {
  const many = await made(t, rail, {
    ...plain,
    count: 4,
    workers: 1,
    start: { qpos: uniform(-1, 1) },
  });
  const starts = async (/** @type {number} */ seed) => [
    ...(await many.reset({ seed })).observation.policy,
  ];
  const first = await starts(7);
  const second = [...(await many.reset()).observation.policy];
  assert.notDeepEqual(second, first);
  assert.deepEqual(await starts(7), first);
  assert.deepEqual([...(await many.reset()).observation.policy], second);
  assert.notDeepEqual(await starts(2 ** 40 + 7), first);
  assert.equal(new Set(first).size > 4, true);
});

test('history, delay and noise of observations', async (t) => {
  const terms = { terms: [term(`${functions}#numbers`, { size: 3, names: ['i', 'step', 'n'] })] };
  const watch = term(`${functions}#numbers`, { size: 3, name: 'watch' });
  const many = await made(t, rail, {
    ...plain,
    observe: { now: [watch], past: [watch, jointPositions()], late: [watch], loud: [watch] },
    history: { past: { length: 3, order: 'terms' } },
    delay: { late: 2 },
    noise: { loud: { watch: added(-0.25, 0.25) } },
    first: 5,
  });
  assert.equal(terms.terms.length, 1);
  await many.reset({ seed: 0 });
  let result;
  for (let k = 0; k < 4; k++) result = await many.step([0]);
  const { now, past, late, loud } = /** @type {NonNullable<typeof result>} */ (result).observation;
  assert.deepEqual([...now], [5, 4, 0]);
  assert.deepEqual([...past], [5, 2, 0, 5, 3, 0, 5, 4, 0, 0, 0, 0]);
  assert.deepEqual([...late], [5, 2, 0]);
  const away = loud.map((value, k) => Math.abs(value - now[k]));
  assert.ok(away.every((value) => value > 0 && value <= 0.25));
  assert.deepEqual(
    [...(await many.reset()).observation.past.subarray(0, 9)],
    [5, 0, 1, 5, 0, 1, 5, 0, 1],
  );
});

test('an action may come late', async (t) => {
  const one = await made(t, rail, {
    ...plain,
    delay: { action: 2 },
    observe: [lastAction(), actionRate()],
  });
  await one.reset();
  const speeds = [];
  for (const action of [1, 0, 0, 0]) {
    const { observation } = await one.step([action]);
    speeds.push(one.batch.qvel[0]);
    if (speeds.length === 2) assert.deepEqual([...observation.policy], [0, -1]);
  }
  assert.deepEqual(speeds, [0, 0, 0.02, 0.02]);
});

test('commands are drawn now and then, and may be given', async (t) => {
  const many = await made(t, rail, {
    ...plain,
    count: 3,
    workers: 1,
    commands: { go: asked({ vx: [1, 2], vy: [-2, -1] }, { every: 0.05, still: 0.3 }) },
    observe: [command('go')],
  });
  const { info } = await many.reset({ seed: 3 });
  const seen = new Set();
  let rests = 0;
  for (let k = 0; k < 60; k++) {
    const { observation } = await many.step([0, 0, 0]);
    const [vx, vy] = observation.policy;
    assert.ok((vx === 0 && vy === 0) || (vx >= 1 && vx <= 2 && vy >= -2 && vy <= -1));
    seen.add(vx);
    rests += Number(vx === 0);
  }
  assert.ok(
    seen.size > 5 && seen.size <= 13 && rests > 0 && rests % 5 <= 5,
    `${seen.size} ${rests}`,
  );
  many.setCommand('go', [5, 6], [1]);
  for (let k = 0; k < 12; k++) await many.step([0, 0, 0]);
  assert.deepEqual([...info.commands.go.subarray(2, 4)], [5, 6]);
  assert.ok(info.commands.go[0] <= 2);
  many.setCommand('go', null, [1]);
  for (let k = 0; k < 6; k++) await many.step([0, 0, 0]);
  assert.ok(info.commands.go[2] <= 2);
  assert.throws(() => many.setCommand('stop', [1]), /commands are go/);
  assert.throws(() => many.setCommand('go', [1]), /go has 2 numbers/);
});

test('numbers of commands are zero by themselves, and without that draws are as they were', async (t) => {
  const count = 200;
  /** @param {{ still?: number, zero?: number }} options */
  const draw = async (options) => {
    const many = await made(t, rail, {
      ...plain,
      count,
      workers: 1,
      commands: { go: asked({ vx: [1, 2], vy: [-2, -1] }, options) },
      observe: [command('go')],
    });
    return (await many.reset({ seed: 3 })).observation.policy.slice();
  };
  const [none, some] = [await draw({ still: 0.2 }), await draw({ still: 0.2, zero: 0.25 })];
  /** How many have as many zeros. @param {Float32Array} rows @param {number} zeros */
  const share = (rows, zeros) =>
    Array.from({ length: count }, (_, i) => rows.subarray(2 * i, 2 * i + 2)).filter(
      (row) => row.filter((value) => value === 0).length === zeros,
    ).length / count;
  assert.equal(share(none, 1), 0);
  assert.ok(Math.abs(share(none, 2) - 0.2) < 0.08);
  // 0.8 times 2 x 0.25 x 0.75, and 0.2 + 0.8 x 0.25 x 0.25
  assert.ok(Math.abs(share(some, 1) - 0.3) < 0.08, `${share(some, 1)}`);
  assert.ok(Math.abs(share(some, 2) - 0.25) < 0.08, `${share(some, 2)}`);
  assert.deepEqual(await draw({ still: 0.2, zero: 0 }), none);
});

test('parameters are drawn for each episode and hold in it', async (t) => {
  const many = await made(t, rail, {
    ...plain,
    count: 8,
    workers: 2,
    stepLimit: 5,
    randomize: { 'body:cart.mass': scaled(0.5, 1.5), 'opt.gravity[2]': uniform(-12, -8) },
  });
  await many.reset({ seed: 1 });
  const mass = many.batch.vary('body_mass');
  const before = mass.slice();
  for (let i = 0; i < 8; i++) assert.ok(mass[2 * i + 1] > 1 && mass[2 * i + 1] < 3);
  for (let k = 0; k < 4; k++) {
    await many.step(constant(8, 1));
    assert.deepEqual(mass, before);
  }
  // a = F / m, with the mass that each has
  for (let i = 0; i < 8; i++)
    assert.ok(Math.abs(many.batch.qvel[i] - (4 * 0.04) / mass[2 * i + 1]) < 1e-12);
  await many.step(constant(8, 1));
  assert.notDeepEqual(mass, before);
  assert.equal(new Set(mass).size, 9);
});

test('pushes come and go', async (t) => {
  const ball =
    `<mujoco><option gravity="0 0 0"/><worldbody><body name="ball"><freejoint/><geom size=".1" mass="2"/></body></worldbody>
    <actuator><motor name="none" site="s" gear="0 0 0 0 0 0"/></actuator></mujoco>`.replace(
      '<geom',
      '<site name="s"/><geom',
    );
  const one = await made(t, ball, {
    control: torque(),
    decimation: 5,
    observe: [env.framePosition('ball')],
    randomize: { push: every(0.05, impulse('ball', [3, 3])) },
  });
  await one.reset({ seed: 2 });
  const speed = () => Math.hypot(...one.batch.qvel.subarray(0, 3));
  for (let k = 0; k < 5; k++) await one.step([0]);
  assert.equal(speed(), 0);
  await one.step([0]);
  // an impulse of 3 N s on 2 kg
  assert.ok(Math.abs(speed() - 1.5) < 1e-9);
  const after = one.batch.qvel.slice();
  for (let k = 0; k < 3; k++) await one.step([0]);
  assert.deepEqual(one.batch.qvel, after);
});

test('controls: positions, springs and dampers, muscles, a function', async (t) => {
  const arm = `<mujoco><option timestep="0.001" gravity="0 0 0"/><worldbody><body><joint name="a" axis="0 1 0"/><geom name="g" type="box" size=".1 .1 .1" mass="3"/>
    <body pos="1 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" mass="1"/></body></body></worldbody>
    <actuator>%</actuator><keyframe><key name="bent" qpos=".5 .2" ctrl="CONTROLS"/></keyframe></mujoco>`;
  const motors = arm.replace('%', '<motor name="a" joint="a" gear="2"/>').replace('CONTROLS', '0');
  const spring = await made(t, motors, {
    ...plain,
    control: pd({
      joints: ['b', 'a'],
      kp: { a: 10, '*': 4 },
      kd: 0.1,
      scale: 0.5,
      default: 'bent',
      limit: 3,
    }),
  });
  await spring.reset();
  await spring.step([0.4, 1]);
  // kp (default + scale action - q) - kd v, by the motor of one and on the other joint itself
  assert.ok(Math.abs(2 * spring.batch.ctrl[0] - 3) < 1e-6);
  assert.ok(Math.abs(spring.batch.qfrc_applied[1] - 4 * (0.2 + 0.5 * 0.4)) < 1e-6);
  assert.deepEqual(spring.contract.action.joints, ['b', 'a']);
  assert.deepEqual(spring.contract.action.kp, [4, 10]);

  const servos = arm
    .replace(
      '%',
      '<position name="a" joint="a" kp="5" ctrlrange="-1 3"/><position name="b" joint="b" kp="5"/>',
    )
    .replace('CONTROLS', '.3 .1');
  const targets = await made(t, servos, { ...plain, control: position() });
  await targets.reset();
  await targets.step([0.5, 0.5]);
  assert.deepEqual([...targets.batch.ctrl], [2, 0.5]);
  const bent = await made(t, servos, {
    ...plain,
    control: position({ default: 'bent', scale: 0.1 }),
  });
  await bent.reset();
  await bent.step([1, -1]);
  assert.ok(Math.abs(bent.batch.ctrl[0] - 0.4) < 1e-7 && Math.abs(bent.batch.ctrl[1]) < 1e-7);
  await assert.rejects(
    makeEnv(servos, { ...plain, control: pd({ kp: 1 }) }),
    /joint 'a' is no motor: with position actuators use position/,
  );

  const strength = await made(t, motors, { ...plain, control: muscle() });
  await strength.reset();
  await strength.step([0.5]);
  assert.equal(strength.batch.ctrl[0], 0.75);

  const own = await made(t, motors, {
    ...plain,
    control: control(`${functions}#left`, { size: 1 }),
  });
  await own.reset();
  await own.step([0.5]);
  assert.equal(own.batch.ctrl[0], -0.5);
  const raw = await made(t, rail, { ...plain, control: torque({ raw: true }) });
  assert.deepEqual([...raw.actionSpace.low, ...raw.actionSpace.high], [-4, 4]);
});

test('functions of modules: terms, starts, what happens', async (t) => {
  const many = await made(t, rail, {
    ...plain,
    count: 2,
    workers: 2,
    here: false,
    observe: [term(`${functions}#energy`, { argument: 2, units: 'J' })],
    start: { run: effect(`${functions}#at`, 0.25) },
  });
  await many.reset();
  const { observation } = await many.step([1, 0]);
  assert.deepEqual(
    [...many.batch.qpos].map((x) => x >= 0.25),
    [true, true],
  );
  assert.ok(Math.abs(observation.policy[0] - 0.5 * 2 * 0.02 ** 2) < 1e-9);
  assert.equal(many.contract.observation.policy[0].name, 'energy');
});

test('functions that close over variables run on their own thread, and are refused where there are others', async (t) => {
  let goal = 1;
  /** @type {number[]} */
  const heard = [];
  const missing = (/** @type {import('limber/env').TermWorld} */ { qpos }) => goal - qpos[0];
  const options = {
    ...plain,
    count: 3,
    control: control(
      ({ ctrl }, action) => {
        ctrl[0] = goal * action[0];
      },
      { size: 1 },
    ),
    observe: [term(missing, { units: 'm' }), term(() => [goal, 2], { size: 2, name: 'both' })],
    reward: { near: /** @type {[number, import('limber/env').TermData]} */ ([2, term(missing)]) },
    start: { run: effect(({ index }) => void heard.push(index)) },
  };
  const few = await made(t, rail, { ...options, workers: 1 });
  await few.reset();
  assert.deepEqual(heard, [0, 1, 2]);
  goal = 3;
  const { observation, reward } = await few.step([1, 1, 1]);
  assert.equal(few.batch.ctrl[0], 3);
  assert.equal(observation.policy[2], 2);
  assert.equal(reward[1], 2 * (3 - few.batch.qpos[few.batch.model.nq]));
  assert.equal(few.contract.observation.policy[0].name, 'missing');
  for (const threads of [{ workers: 2 }, {}, { workers: 1, here: false }])
    await assert.rejects(
      makeEnv(rail, { ...options, ...threads }),
      /makeEnv: .*'missing'.*: a function of this program cannot run in workers: .*workers: 1.*module\.js#name/,
    );
});

test('what cannot be made is told by name', async () => {
  /** @param {object} options @param {RegExp} message */
  const refused = (options, message) =>
    assert.rejects(makeEnv(rail, { ...plain, ...options }), (error) => {
      assert.ok(error instanceof MjError, String(error));
      assert.match(error.message, message);
      return true;
    });
  await refused({ decimaton: 2 }, /no option 'decimaton'/);
  await refused({ decimation: 0 }, /decimation is a positive whole number/);
  await refused({ control: {} }, /control is torque\(\), position\(\)/);
  await refused(
    { observe: [jointPositions({ joints: 'knee' })] },
    /observe: policy\[0\]: jointPositions: 'knee' is no hinge or slide joint, there are x/,
  );
  await refused(
    { observe: [{ term: 'jointPosition' }] },
    /expected a term or a number, got \{"term":"jointPosition"\}/,
  );
  await refused({ observe: [() => 1] }, /a function: give term\(f\), or put it in a module/);
  const lost = term(`${functions}#energy`, { argument: () => 1 });
  await refused(
    { observe: [lost], count: 2, workers: 2 },
    /the argument of 'energy' .*could not be cloned/,
  );
  await refused({ observe: [command('go')] }, /no command is called 'go'/);
  await refused({ reward: { a: squared(jointPositions()) } }, /reward: a is \[weight, term\]/);
  await refused({ reward: { a: [1, env.position()] } }, /reward: a: expected a term/);
  await refused(
    { reward: { a: [1, env.plus(sizeTwo(), 1)] } },
    /a has 2 numbers \(.*\): make one of them/,
  );
  await refused({ terminate: { low: below('trunk', 1) } }, /nothing is called 'trunk'/);
  await refused({ noise: { other: uniform(0, 1) } }, /there is no group 'other', there are policy/);
  await refused(
    { noise: { policy: { speed: uniform(0, 1) } } },
    /has no term 'speed', it has jointPositions, jointVelocities/,
  );
  await refused(
    { randomize: { 'geom:wheel.friction': uniform(0, 1) } },
    /fits no geom, there are cart/,
  );
  await refused({ randomize: { 'body:cart.mass': [0, 1] } }, /is a distribution/);
  await refused({ start: { key: 'two' } }, /no keyframe is called 'two', there are one/);
  await refused({ start: { 'joint:x.speed': uniform(0, 1) } }, /'joint:x.speed' is unknown/);
  await refused({ delay: { policy: -1 } }, /delay of policy is a whole number/);
  await refused({ observe: [term(`${functions}#none`)] }, /must export a function 'none'/);
  await refused({ observe: { eye: env.pixels(0, 8, 8) } }, /pictures are drawn in a page/);
  assert.throws(() => uniform(2, 1), /from low to high/);
});

/** A term of two numbers. */
const sizeTwo = () => env.part(env.plus(jointPositions(), env.clock(1)), 0, 2);

test('actions that do not fit, and steps before a reset', async (t) => {
  const many = await made(t, rail, { ...plain, count: 2, workers: 1 });
  await assert.rejects(many.step([0, 0]), /call env.reset first/);
  await many.reset();
  await assert.rejects(many.step([0]), /takes 2 x 1 numbers \(push\)/);
  await assert.rejects(
    many.step([0, NaN]),
    /env.step: environment 1: the action: it has NaN for push/,
  );
  // the other one went on, this one begins anew
  const { truncated } = await many.step([0, 0]);
  assert.deepEqual([...truncated], [0, 1]);
  await assert.rejects(many.render(), /pictures are drawn in a page/);
});

for (const [what, message] of /** @type {[string, RegExp][]} */ ([
  ['odd', /environment 2: bad: this term of the reward gave NaN/],
  ['fails', /environment 1: bad: the term is lost/],
  ['late', /environment 0 \(and 4 more\): bad: .* it gave a promise/],
]))
  test(`a reward that goes wrong (${what}) is an error or a mark`, async (t) => {
    /** @type {import('limber/env').EnvOptions} */
    const options = { ...plain, count: 5, reward: { bad: [1, term(`${functions}#${what}`)] } };
    const strict = await made(t, rail, { ...options, workers: 2 });
    await strict.reset();
    await assert.rejects(async () => {
      for (let k = 0; k < 4; k++) await strict.step(constant(5, 1));
    }, message);
    if (what !== 'late') await strict.step(constant(5, 1));
    const patient = await made(t, rail, { ...options, workers: 2, problems: 'mark' });
    await patient.reset();
    let failures = 0;
    for (let k = 0; k < 4; k++) {
      const { info, terminated, reward } = await patient.step(constant(5, 1));
      info.failed.forEach((failed, i) => {
        failures += failed;
        if (failed) assert.deepEqual([terminated[i], info.ended[i], reward[i]], [1, 1, 0]);
      });
    }
    // (the second one comes to its step again)
    assert.equal(failures, { odd: 1, fails: 2, late: 20 }[what]);
  });

/** Where functions can go wrong besides the reward: options, and what is said. @type {[string, Partial<import('limber/env').EnvOptions>, RegExp][]} */
const broken = [
  [
    'an observation that throws',
    { observe: [term(`${functions}#breaks`, { argument: 1 })] },
    /environment 1: breaks: it is lost/,
  ],
  ['an observation of NaN', { observe: [term(`${functions}#nothing`)] }, /gave NaN/],
  [
    'an end that throws',
    { terminate: { odd: term(`${functions}#breaks`) } },
    /environment 1: odd: it is lost/,
  ],
  [
    'an end of NaN',
    { terminate: { odd: term(`${functions}#nothing`) } },
    /environment 1: odd: this cause of an end gave NaN/,
  ],
  [
    'a control that throws',
    { control: control(`${functions}#breaks`, { size: 1 }) },
    /environment 1: the control: it is lost/,
  ],
  [
    'an event that throws',
    { randomize: { jolt: every(0.02, effect(`${functions}#breaks`)) } },
    /environment 1: an event: it is lost/,
  ],
  ['a start that throws', { start: { run: effect(`${functions}#breaks`) } }, /it is lost/],
];

for (const [what, change, message] of broken)
  for (const shared of [true, false])
    test(`${what} is an error or a mark, and nothing hangs${shared ? '' : ' (messages)'}`, async (t) => {
      const options = { ...plain, ...change, count: 4, workers: 2, shared };
      const run = async (/** @type {import('limber/env').Environment} */ one) => {
        await one.reset({ seed: 0 });
        let failures = 0;
        for (let k = 0; k < 6; k++) {
          const { info, reward } = await one.step(constant(4, 0.1));
          failures += info.failed[1];
          assert.deepEqual([info.failed[0], info.failed[2], info.failed[3]], [0, 0, 0]);
          assert.ok(reward.every(Number.isFinite));
        }
        return failures;
      };
      const strict = await made(t, rail, options);
      await assert.rejects(run(strict), (error) => {
        assert.ok(error instanceof MjError, String(error));
        assert.match(error.message, message);
        const { simulations } = /** @type {{ simulations?: number[] }} */ (
          /** @type {unknown} */ (error)
        );
        assert.deepEqual(simulations, [1]);
        return true;
      });
      const patient = await made(t, rail, { ...options, problems: 'mark' });
      // where an episode cannot even begin there is no row to mark
      if (what.startsWith('a start')) await assert.rejects(run(patient), message);
      else assert.ok((await run(patient)) > 0);
    });

for (const shared of [true, false])
  test(`a worker that dies is replaced, and its environments are named${shared ? '' : ' (messages)'}`, async (t) => {
    const many = await made(t, rail, {
      ...plain,
      count: 6,
      workers: 1,
      here: false,
      shared,
      reward: { bad: [1, term(`${functions}#dies`)] },
    });
    await many.reset();
    await many.step(constant(6, 1));
    await assert.rejects(many.step(constant(6, 1)), (error) => {
      assert.match(String(error), /its worker ended, and was replaced/);
      const { simulations } = /** @type {{ simulations: number[] }} */ (
        /** @type {unknown} */ (error)
      );
      assert.ok(simulations.includes(3));
      return true;
    });
    const { info } = await many.step(constant(6, 1));
    assert.deepEqual([...info.failed], [0, 0, 0, 0, 0, 0]);
  });

test('a simulation that diverges ends its episode, marked', async (t) => {
  const many = await made(t, rail, {
    ...plain,
    count: 2,
    workers: 1,
    randomize: { blow: every(0.01, effect(`${functions}#explode`)) },
  });
  await many.reset();
  let found = 0;
  for (let k = 0; k < 8; k++) {
    const { info, terminated, reward, observation } = await many.step([0, 0]);
    found += info.diverged[0];
    assert.equal(info.diverged[0], terminated[0]);
    assert.ok(reward.every(Number.isFinite) && observation.policy.every(Number.isFinite));
    assert.equal(info.diverged[1], 0);
  }
  assert.equal(found, 1);
});

test('storms of resets pass', async (t) => {
  const many = await made(t, rail, {
    ...plain,
    count: 32,
    workers: 2,
    terminate: { always: 1 },
    start: { qpos: uniform(-1, 1) },
  });
  await many.reset({ seed: 0 });
  const seen = new Set();
  for (let k = 0; k < 30; k++) {
    const { terminated, observation, info } = await many.step(constant(32, 0));
    assert.ok(terminated.every((byte) => byte === 1) && info.length.every((steps) => steps === 1));
    seen.add(observation.policy[0]);
  }
  assert.equal(seen.size, 30);
});

test('steps do not make arrays anew', async (t) => {
  const many = await made(t, everything.model, { ...optionsOf(env), count: 4, workers: 1 });
  await many.reset();
  const first = await many.step(many.action);
  const second = await many.step(many.action);
  assert.equal(second, first);
  assert.equal(second.observation.body, first.observation.body);
});
