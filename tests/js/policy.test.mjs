// Policies: JSON and ONNX files, what they expect of an environment, and what is said where they do not fit.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  PolicyMismatch,
  loadPolicy,
  makePolicyEnv,
  readPolicy,
  writeOnnx,
  writePolicy,
} from 'limber/env';
import { OnnxPolicy } from '../../js/env/policy/onnx_policy.js';
import { home, mjlabFile, robotJoints } from './mjlab_file.mjs';
import { recurrentFile } from './recurrent_file.mjs';
import { readOnnx } from '../../js/env/policy/onnx_file.js';
import { Random } from '../../js/env/train/random.js';

/** @typedef {import('limber/env').PolicyData} PolicyData */

const quadruped = fs.readFileSync(
  fileURLToPath(new URL('../../examples/quadruped.xml', import.meta.url)),
  'utf8',
);
const random = new Random(7);
/** @param {number} count @param {number} [scale] */
const noise = (count, scale = 1) =>
  Float32Array.from({ length: count }, () => scale * random.normal());

/** A policy of some shape with random weights. @param {number[]} sizes @param {import('../../js/env/policy/policy_data.js').Activation} activation @returns {PolicyData} */
function randomPolicy(sizes, activation) {
  const size = sizes[0];
  const outputs = sizes[sizes.length - 1];
  return {
    observation: {
      group: 'policy',
      size,
      terms: [{ name: 'all', size }],
      mean: noise(size),
      deviation: noise(size).map((value) => 0.5 + Math.abs(value)),
      clip: 2,
    },
    action: { size: outputs, names: Array.from({ length: outputs }, (_, i) => `motor ${i}`) },
    commands: [],
    layers: sizes.slice(1).map((width, k) => ({
      weight: noise(width * sizes[k], 0.4),
      bias: noise(width, 0.1),
      activation: k + 2 < sizes.length ? activation : 'none',
    })),
  };
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const largestDifference = (a, b) =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

test('a policy of JSON is what it was after it is written and read, and half as long with 16 bits', async () => {
  const policy = randomPolicy([6, 32, 3], 'elu');
  const text = writePolicy(policy);
  assert.deepEqual(readPolicy(JSON.parse(text)), { ...policy, commands: [] });
  const rows = noise(4 * 6);
  const full = await loadPolicy(text);
  const short = writePolicy(policy, { precision: 'float16' });
  assert.ok(short.length < 0.75 * text.length, `${short.length} of ${text.length}`);
  const half = await loadPolicy(short);
  const difference = largestDifference(await full.act(rows), await half.act(rows));
  assert.ok(difference > 0 && difference < 0.01, `${difference}`);
  const least = writePolicy(policy, { precision: 'int8' });
  assert.ok(least.length < 0.75 * short.length, `${least.length} of ${short.length}`);
  const bytes = await loadPolicy(least);
  const coarse = largestDifference(await full.act(rows), await bytes.act(rows));
  assert.ok(coarse > difference && coarse < 0.1, `${coarse}`);
  // what is written again stays as it is
  assert.equal(writePolicy(readPolicy(JSON.parse(least)), { precision: 'int8' }), least);
  assert.throws(
    () => readPolicy(JSON.parse(least.replace(/int8:[^"]*/, 'int8:AA=='))),
    /is no text of float32:, float16: or int8:/,
  );
});

test('a policy of JSON gives what a hand-made sum gives', async () => {
  const policy = await loadPolicy({
    format: 'limber-policy',
    version: 1,
    observation: { size: 2, mean: [1, 0], deviation: [2, 1], clip: 3 },
    action: { size: 1 },
    layers: [
      { weight: [1, -1, 2, 0.5], bias: [0.5, 0], activation: 'relu' },
      { weight: [1, 10], bias: [-1] },
    ],
  });
  // (3 - 1) / 2 = 1 and 100 cut to 3: relu(1 + 6 + 0.5) = 7.5, relu(-1 + 1.5) = 0.5; 7.5 + 5 - 1
  assert.deepEqual([...(await policy.act(Float32Array.of(3, 100)))], [11.5]);
  assert.deepEqual(
    [...(await policy.act({ base: Float32Array.of(3, 100, 3, 100) }))],
    [11.5, 11.5],
  );
});

for (const activation of /** @type {const} */ (['elu', 'tanh', 'relu', 'sigmoid', 'softplus']))
  test(`an ONNX file of our own gives what the policy gives: ${activation}`, async () => {
    const data = randomPolicy([7, 16, 12, 3], activation);
    const own = await loadPolicy(writePolicy(data));
    const onnx = await loadPolicy(writeOnnx(data));
    const rows = noise(5 * 7, 2);
    const difference = largestDifference(await own.act(rows), await onnx.act(rows));
    assert.ok(difference < 2e-6, `${difference}`);
    assert.equal(onnx.kind, 'onnx');
    assert.deepEqual(onnx.observation.terms, data.observation.terms);
    assert.deepEqual(onnx.action.names, data.action.names);
    onnx.dispose();
  });

test('a file as mjlab writes it drives a quadruped: environment and actions follow from its metadata', async () => {
  const { bytes, weights } = mjlabFile();
  const policy = await loadPolicy(bytes);
  const env = await makePolicyEnv(quadruped, policy, {
    count: 3,
    start: { key: 'stand' },
    hints: { base: 'trunk' },
  });
  policy.check(env);
  const { contract } = env;
  assert.deepEqual(contract.action.joints, robotJoints);
  assert.ok(Math.abs(contract.period - 0.02) < 1e-9);
  assert.deepEqual(
    contract.observation.policy.map(({ name, size }) => [name, size]),
    [
      ['base_lin_vel', 3],
      ['base_ang_vel', 3],
      ['projected_gravity', 3],
      ...['joint_pos', 'joint_vel', 'actions'].map((name) => [name, 12]),
      ['command', 3],
    ],
  );
  // its servos have the policy's gains
  const { model } = env;
  assert.equal(model.actuator_gainprm[0], 20);
  assert.deepEqual([...model.actuator_biasprm.slice(0, 3)], [0, -20, -0.5]);
  let { observation } = await env.reset({ seed: 1 });
  env.setCommand('twist', [0.5, 0, 0.1]);
  for (let t = 0; t < 20; t++) {
    const action = await policy.act(observation);
    ({ observation } = await env.step(action));
    assert.ok(action.every(Number.isFinite));
  }
  // the rows that a policy sees: command at the end, small tilt, joints near the pose
  const row = observation.policy.slice(0, 48);
  assert.deepEqual(
    [...row.slice(45)].map((value) => Number(value.toFixed(6))),
    [0.5, 0, 0.1],
  );
  assert.ok(row[8] < -0.9, `gravity ${row.slice(6, 9)}`);
  assert.ok(
    row.slice(9, 21).every((value) => Math.abs(value) < 0.5),
    `${row.slice(9, 21)}`,
  );
  // and what it does with them: one matrix
  const action = await policy.act(observation);
  for (let j = 0; j < 12; j++) {
    let sum = 0;
    for (let i = 0; i < 48; i++) sum += row[i] * weights[12 * i + j];
    assert.ok(Math.abs(sum - action[j]) < 1e-5, `${sum} ${action[j]}`);
  }
  env.dispose();
  policy.dispose();
});

test('twenty kinds of mismatch are told by name, with both sides', async () => {
  const fitting = await loadPolicy(mjlabFile().bytes);
  const env = await makePolicyEnv(quadruped, fitting, { start: { key: 'stand' } });
  const { contract } = env;
  /** @typedef {Parameters<typeof mjlabFile>[0]} Change */
  const swapped = [robotJoints[1], robotJoints[0], ...robotJoints.slice(2)];
  const renamed = robotJoints.map((name) => name.replace('front_left_knee', 'front_left_wheel'));
  home.front_left_wheel = 0;
  const names = 'base_lin_vel,base_ang_vel,projected_gravity,joint_pos,joint_vel,actions,command';
  const list = (/** @type {number} */ value) => robotJoints.map(() => value).join(',');
  /** What is compared with the environment: a change of the file, and what is said. @type {[Change, RegExp][]} */
  const compared = [
    [
      { joints: renamed },
      /joints missing in the environment: front_left_wheel; it has front_left_abduction/,
    ],
    [
      { joints: renamed },
      /joints that the policy does not know: front_left_knee; it knows .*front_left_wheel/,
    ],
    [
      { joints: swapped },
      /order of joints: the policy expects front_left_hip, front_left_abduction.*, the environment has front_left_abduction, front_left_hip/,
    ],
    [
      { joints: robotJoints.slice(1) },
      /numbers of an action: the policy expects 11, the environment has 12/,
    ],
    [
      { inputs: 51 },
      /numbers of an observation: the policy expects 51 .*, the environment has 48 \(base_lin_vel 3, /,
    ],
    [
      { metadata: { observation_names: names.replace('actions,', 'actions,height_scan,') } },
      /observations missing in the environment: height_scan; it has base_lin_vel/,
    ],
    [
      { metadata: { observation_names: names.replace('base_lin_vel,', '') }, inputs: 45 },
      /observations that the policy does not know: base_lin_vel/,
    ],
    [
      {
        metadata: {
          observation_names: names.replace('joint_pos,joint_vel', 'joint_vel,joint_pos'),
        },
      },
      /order of observations: the policy expects base_lin_vel.*joint_vel, joint_pos/,
    ],
    [{ type: 11 }, /type of observations: the policy expects float64, the environment has float32/],
    [
      { metadata: { command_names: 'twist,height' } },
      /commands missing in the environment: height; it has twist/,
    ],
    [
      { metadata: { action_scale: list(0.5) } },
      /scale of actions differs .*: front_left_abduction 0.5 and 0.25/,
    ],
    [
      { metadata: { default_joint_pos: list(0.1) } },
      /default position differs .*front_left_hip 0.1 and 0.7/,
    ],
  ];
  for (const [change, message] of compared) {
    const policy = await loadPolicy(mjlabFile(change).bytes);
    assert.throws(
      () => policy.check(env),
      (/** @type {Error} */ error) =>
        error instanceof PolicyMismatch && message.test(error.message),
      `${message} in ${policy.differences(env).join('\n')}`,
    );
    policy.dispose();
  }
  /** Environments that differ. @type {[(contract: import('../../js/env/policy/contract.js').Contract) => void, RegExp][]} */
  const others = [
    [
      (given) => (given.action = { ...given.action, kp: robotJoints.map(() => 30) }),
      /stiffness \(kp\) differs .*front_left_abduction 20 and 30/,
    ],
    [
      (given) => (given.action = { ...given.action, kd: robotJoints.map(() => 1) }),
      /damping \(kd\) differs .*front_left_abduction 0.5 and 1/,
    ],
    [
      (given) => (given.action = { ...given.action, kind: 'torque' }),
      /kind of control: the policy expects pd, the environment has torque/,
    ],
    [
      (given) => (given.observation = { critic: given.observation.policy }),
      /group of observations: the policy expects 'policy', the environment has critic/,
    ],
    [
      (given) => (given.history = { policy: { length: 3 } }),
      /expects 48 .*the environment has 144 \(.* x 3 moments\)/,
    ],
  ];
  for (const [change, message] of others) {
    const given = { ...contract };
    change(given);
    assert.throws(() => fitting.check(given), message);
  }
  /** Files that contradict themselves, or are none: refused when they are loaded. @type {[Uint8Array, RegExp][]} */
  const refused = [
    [mjlabFile({ outputs: 11 }).bytes, /joint_names has 12 names \(.*\), an action has 11 numbers/],
    [
      mjlabFile({ metadata: { joint_damping: '1,2' } }).bytes,
      /joint_damping has 2 numbers, for 12 joints/,
    ],
    [
      mjlabFile({ metadata: { action_scale: 'half' } }).bytes,
      /'half' of action_scale is no number/,
    ],
    [Uint8Array.of(1, 2, 3, 4), /no ONNX file|middle of a field/],
    [new Uint8Array(), /the file is empty/],
    [mjlabFile().bytes.slice(0, 900), /middle of a field/],
  ];
  for (const [bytes, message] of refused) await assert.rejects(loadPolicy(bytes), message);
  env.dispose();
  fitting.dispose();
});

test('what a file does not tell for an environment is named', async () => {
  home.tail = 0;
  /** @type {[Parameters<typeof mjlabFile>[0], RegExp][]} */
  const cases = [
    [{ metadata: { joint_names: undefined } }, /joint_names: which joints its actions drive/],
    [{ metadata: { joint_stiffness: undefined } }, /joint_stiffness/],
    [{ metadata: { observation_names: undefined } }, /observation_names: what it looks at/],
    [
      { metadata: { observation_names: 'base_lin_vel,motion_anchor_pos_b' } },
      /unknown observations: 'motion_anchor_pos_b'; known are base_lin_vel/,
    ],
    [
      { metadata: { command_names: undefined } },
      /command_names is missing, but it observes a command/,
    ],
    [{ inputs: 144 }, /its input has 144 numbers, its observations 48 .*pass history: 3/],
    [
      { joints: [...robotJoints.slice(1), 'tail'], metadata: { default_joint_pos: '0' } },
      /joints missing in the model: tail; it has root, front_left_abduction/,
    ],
  ];
  for (const [change, message] of cases) {
    const policy = await loadPolicy(mjlabFile(change).bytes);
    await assert.rejects(makePolicyEnv(quadruped, policy), message);
    policy.dispose();
  }
  const told = await loadPolicy(mjlabFile({ inputs: 144 }).bytes);
  const env = await makePolicyEnv(quadruped, told, { hints: { history: 3 } });
  assert.deepEqual(told.differences(env), []);
  assert.equal(env.observationSpace.policy.shape[0], 144);
  env.dispose();
});

test('a recurrent policy remembers each row, and forgets those that start anew', async () => {
  const policy = await loadPolicy(recurrentFile());
  assert.ok(policy instanceof OnnxPolicy && policy.recurrent);
  const rows = Float32Array.of(1, 2, 10, 20);
  assert.deepEqual([...(await policy.act(rows))], [1, 2, 10, 20]);
  assert.deepEqual([...(await policy.act(rows))], [2.5, 4, 16, 31]);
  policy.reset([0, 1]);
  assert.deepEqual([...(await policy.act(rows))], [3.75, 5.5, 10, 20]);
  policy.reset();
  assert.deepEqual([...(await policy.act(rows))], [1, 2, 10, 20]);
  policy.dispose();
  await assert.rejects(Promise.resolve(policy.act(rows)), /the policy was disposed/);
});

test('a policy of JSON that is wrong is refused with the place', async () => {
  const good = JSON.parse(writePolicy(randomPolicy([3, 4, 2], 'tanh')));
  /** @type {[object, RegExp][]} */
  const cases = [
    [{ format: 'other' }, /its format must be 'limber-policy', got "other"/],
    [{ version: 2 }, /version 1 is read, got 2/],
    [{ observation: undefined }, /observation must be an object, got undefined/],
    [{ observation: { size: 0 } }, /observation.size must be a positive whole number, got 0/],
    [{ observation: { size: 3, mean: [1, 2] } }, /mean must have 3 numbers, it has 2/],
    [{ layers: [] }, /layers must be a list of at least one layer/],
    [
      { layers: [{ ...good.layers[0], activation: 'gelu' }] },
      /activation 'gelu' of layer 0 is not known/,
    ],
    [{ layers: [{ ...good.layers[0], weight: 'float32:AAAA' }] }, /weight of layer 0 is no text/],
    [{ layers: [good.layers[0]] }, /its last layer gives 4 numbers, an action has 2/],
    [{ action: { size: 3 } }, /its last layer gives 2 numbers, an action has 3/],
  ];
  for (const [change, message] of cases)
    await assert.rejects(loadPolicy(JSON.stringify({ ...good, ...change })), message);
  await assert.rejects(loadPolicy('{"format": '), /this is no JSON/);
  await assert.rejects(loadPolicy('/no/such/file.json'), /'\/no\/such\/file.json' cannot be read/);
  // @ts-expect-error no source at all
  await assert.rejects(loadPolicy(null), /loadPolicy takes a path/);
  const policy = await loadPolicy(JSON.stringify(good));
  assert.throws(() => policy.act(new Float32Array(4)), /rows of 3 numbers, got 4 numbers/);
  assert.throws(
    () => policy.act({ camera: new Float32Array(3) }),
    /group 'policy', there are camera/,
  );
});

test('an ONNX file says what it has', () => {
  const data = randomPolicy([5, 4, 2], 'elu');
  const file = readOnnx(writeOnnx(data, { metadata: { run_path: 'here' } }));
  assert.deepEqual(file.inputs, [{ name: 'obs', type: 'float32', shape: [-1, 5] }]);
  assert.deepEqual(file.outputs, [{ name: 'actions', type: 'float32', shape: [-1, 2] }]);
  assert.equal(file.metadata.run_path, 'here');
  assert.equal(file.producer, 'limber');
});
