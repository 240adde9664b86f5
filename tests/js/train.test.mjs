// Learners: kernels against plain sums, slopes against differences, PPO and the evolution strategy on tasks, the same for a seed.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadPolicy, makeTask, taskNames, writeOnnx, writePolicy } from 'limber/env';
import { Random, Training, evaluate, recipeNames, recipeOf } from 'limber/env/train';
import { Arena } from '../../js/env/train/kernels.js';
import { Network, padded, parameterCount, workCount } from '../../js/env/train/network.js';
import { Moments } from '../../js/env/train/normalizer.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const random = new Random(3);

/** A network with an arena of its own. @param {number[]} sizes @param {import('../../js/env/train/network.js').Activation} activation @param {number} capacity */
function makeNetwork(sizes, activation, capacity) {
  const plan = { sizes, activation, capacity };
  const count = parameterCount(sizes);
  const arena = new Arena(2 * count + workCount(plan));
  const network = new Network(arena, plan, arena.floats(count), arena.floats(count));
  network.initialize(random, 1);
  for (let i = 0; i < capacity; i++)
    for (let j = 0; j < sizes[0]; j++) network.input[i * padded(sizes[0]) + j] = random.normal();
  return network;
}

/** @type {Record<string, (x: number) => number>} */
const functions = {
  tanh: Math.tanh,
  elu: (x) => (x > 0 ? x : Math.expm1(x)),
  relu: (x) => Math.max(x, 0),
};

for (const activation of /** @type {const} */ (['tanh', 'elu', 'relu'])) {
  test(`a network gives what plain loops give: ${activation}`, () => {
    const sizes = [5, 11, 9, 3];
    const network = makeNetwork(sizes, activation, 7);
    network.forward(7);
    for (let row = 0; row < 7; row++) {
      let values = [...network.input.slice(8 * row, 8 * row + 5)];
      network.layers.forEach(({ inputs, outputs, weight, bias }, k) => {
        values = Array.from({ length: outputs }, (_, j) => {
          let sum = network.parameters[bias + j];
          for (let i = 0; i < inputs; i++)
            sum += values[i] * network.parameters[weight + i * padded(outputs) + j];
          return k < 2 ? functions[activation](sum) : sum;
        });
      });
      values.forEach((value, j) => {
        const given = network.output[8 * row + j];
        assert.ok(Math.abs(value - given) < 2e-6, `${value} ${given}`);
      });
    }
  });

  test(`slopes of all parameters are those of finite differences: ${activation}`, () => {
    const network = makeNetwork([4, 10, 3], activation, 6);
    const factors = Array.from({ length: 18 }, () => random.normal());
    const loss = () => {
      network.forward(6);
      return factors.reduce((sum, factor, k) => {
        const value = network.output[8 * Math.floor(k / 3) + (k % 3)];
        return sum + factor * value * value;
      }, 0);
    };
    loss();
    factors.forEach((factor, k) => {
      const at = 8 * Math.floor(k / 3) + (k % 3);
      network.outputSlope[at] = 2 * factor * network.output[at];
    });
    network.backward(6);
    const { parameters, slopes } = network;
    let checked = 0;
    for (let k = 0; k < parameters.length; k++) {
      if (slopes[k] === 0) continue;
      checked++;
      const before = parameters[k];
      const h = 2e-3;
      parameters[k] = before + h;
      const above = loss();
      parameters[k] = before - h;
      const difference = (above - loss()) / (2 * h);
      parameters[k] = before;
      // a kink of relu may lie between
      const allowed = activation === 'relu' ? 0.06 : 0.01;
      assert.ok(
        Math.abs(difference - slopes[k]) < allowed * (1 + Math.abs(slopes[k])),
        `${k}: ${difference} ${slopes[k]}`,
      );
    }
    assert.ok(checked > 60, `${checked}`);
  });
}

test('Adam goes where the formula goes', () => {
  const arena = new Arena(64);
  const [p, g, m, v] = [0, 1, 2, 3].map(() => arena.floats(8));
  g.set([1, -2, 0.5, 0, 3, -1, 0.1, 10]);
  for (let t = 0; t < 3; t++)
    arena.kernels.adam(
      p.byteOffset,
      g.byteOffset,
      m.byteOffset,
      v.byteOffset,
      8,
      0.1,
      0.9,
      0.99,
      0.5,
      1e-5,
    );
  for (let i = 0; i < 8; i++) {
    let [x, first, second] = [0, 0, 0];
    for (let t = 0; t < 3; t++) {
      first = 0.9 * first + 0.1 * 0.5 * g[i];
      second = 0.99 * second + 0.01 * (0.5 * g[i]) ** 2;
      x -= (0.1 * first) / (Math.sqrt(second) + 1e-5);
    }
    assert.ok(Math.abs(p[i] - x) < 1e-4, `${p[i]} ${x}`);
  }
});

test('moments that are taken in by parts are those of all', () => {
  const rows = Float32Array.from({ length: 300 }, () => 5 + 2 * random.normal());
  const [parts, all] = [new Moments(3), new Moments(3)];
  parts.add(rows.subarray(0, 90), 30);
  parts.add(rows.subarray(90), 70);
  all.add(rows, 100);
  for (let j = 0; j < 3; j++) {
    assert.ok(Math.abs(parts.mean[j] - all.mean[j]) < 1e-12);
    assert.ok(Math.abs(parts.deviation(j) - all.deviation(j)) < 1e-12);
  }
});

const small = {
  hidden: [32, 32],
  activation: /** @type {const} */ ('tanh'),
  steps: 25,
  entropy: 0,
};

/** Trains on the cart-pole for some iterations. @param {number} workers @param {number} iterations @param {number} [seed] */
async function trainShortly(workers, iterations, seed = 4) {
  const env = await makeTask('cartpole', { count: 32, workers, here: true, timeLimit: 1 });
  try {
    const training = new Training(env, { ...small, seed });
    const returns = [];
    for (let k = 0; k < iterations; k++) returns.push((await training.next()).return);
    return { returns, text: writePolicy(training.policy()) };
  } finally {
    env.dispose();
  }
}

test('a training gives the same bits for one and two workers, and others for another seed', async () => {
  const one = await trainShortly(1, 4);
  const two = await trainShortly(2, 4);
  const other = await trainShortly(1, 4, 5);
  assert.equal(one.text, two.text);
  assert.notEqual(one.text, other.text);
});

test('PPO improves a policy that balances a pole', async () => {
  const { options } = await import('../../js/env/tasks/cartpole.js').then(
    ({ cartpole }) => cartpole,
  );
  const start = {
    ...options.start,
    'joint:hinge.qpos': { draw: 'uniform', as: 'set', low: -0.1, high: 0.1 },
  };
  const env = await makeTask('cartpole', { count: 32, workers: 1, timeLimit: 2, start });
  try {
    const training = new Training(env, { ...small, seed: 2 });
    const before = await evaluate(env, await loadPolicy(writePolicy(training.policy())), {
      seed: 9,
    });
    for (let k = 0; k < 40; k++) await training.next();
    const data = training.policy();
    const after = await evaluate(env, await loadPolicy(writePolicy(data)), { seed: 9 });
    assert.ok(after.return > 1.5 * before.return, `${before.return} to ${after.return}`);
    // what is exported runs the same in onnxruntime
    const onnx = await loadPolicy(writeOnnx(data));
    const exported = await evaluate(env, onnx, { seed: 9 });
    onnx.dispose();
    assert.ok(Math.abs(exported.return - after.return) < 0.02 * after.return, `${exported.return}`);
  } finally {
    env.dispose();
  }
});

test('the evolution strategy improves a policy that balances a pole', async () => {
  const { options } = await import('../../js/env/tasks/cartpole.js').then(
    ({ cartpole }) => cartpole,
  );
  const start = {
    ...options.start,
    'joint:hinge.qpos': { draw: 'uniform', as: 'set', low: -0.1, high: 0.1 },
  };
  const env = await makeTask('cartpole', { count: 64, workers: 1, timeLimit: 1, start });
  try {
    const training = new Training(env, {
      method: 'es',
      hidden: [8],
      episodes: 2,
      noise: 0.2,
      rate: 0.1,
      seed: 1,
    });
    const score = async () =>
      (await evaluate(env, await loadPolicy(writePolicy(training.policy())), { seed: 9 })).return;
    const before = await score();
    for (let k = 0; k < 30; k++) await training.next();
    const after = await score();
    // the most is 1: it is upright for 50 steps of 0.02
    assert.ok(1 - after < 0.3 * (1 - before), `${before} to ${after}`);
  } finally {
    env.dispose();
  }
});

test('a training goes on from a checkpoint, and refuses one that is of something else', async () => {
  const env = await makeTask('cartpole', { count: 16, workers: 1, timeLimit: 1 });
  try {
    const first = new Training(env, small);
    for (let k = 0; k < 3; k++) await first.next();
    const text = first.save();
    const [a, b] = [new Training(env, small), new Training(env, small)];
    for (const training of [a, b]) {
      training.restore(text);
      assert.equal(writePolicy(training.policy()), writePolicy(first.policy()));
    }
    const progress = await a.next();
    await b.next();
    assert.equal(progress.iteration, 4);
    assert.equal(progress.total, 4 * 16 * 25);
    assert.equal(writePolicy(a.policy()), writePolicy(b.policy()));
    const other = new Training(env, { ...small, hidden: [16] });
    assert.throws(
      () => other.restore(text),
      /the checkpoint is of \["ppo",\[32,32\]\], this training of/,
    );
    assert.throws(() => other.restore('{}'), /format must be 'limber-training'/);
    assert.throws(() => other.restore('x'), /the checkpoint is no JSON/);
    const unknown = /** @type {object} */ ({ learningRate: 1 });
    assert.throws(
      () => new Training(env, unknown),
      /there is no option 'learningRate', there are hidden/,
    );
    // @ts-expect-error a method that is not there
    assert.throws(() => new Training(env, { method: 'sac' }), /method is 'ppo' or 'es', got 'sac'/);
    assert.throws(
      () => new Training(env, { group: 'eyes' }),
      /no group of observations 'eyes', there are policy/,
    );
  } finally {
    env.dispose();
  }
});

test('recipes are those of tasks', () => {
  for (const name of recipeNames) assert.ok(taskNames.includes(name), name);
  assert.deepEqual(recipeOf('plate').options, recipeOf('plate').options);
});

test('limber train writes policies, checkpoints and curves; a mistake is one line', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-train-'));
  const limber = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [path.join(root, 'js/cli/limber.js'), 'train', ...args], {
      encoding: 'utf8',
      cwd: folder,
    });
  try {
    const common = ['cartpole', '--count', '8', '--workers', '1'];
    const done = limber(
      ...common,
      '--samples',
      '2000',
      '-o',
      'a.onnx',
      '--checkpoint',
      'a.part',
      '--curve',
      'a.csv',
    );
    assert.equal(done.status, 0, done.stderr);
    assert.match(done.stdout, /^a.onnx: return [\d.]+ \+- [\d.]+ over 8 episodes\n$/);
    const policy = await loadPolicy(path.join(folder, 'a.onnx'));
    assert.equal(policy.task, 'cartpole');
    assert.equal(policy.training.seed, 1);
    policy.dispose();
    assert.match(
      fs.readFileSync(path.join(folder, 'a.csv'), 'utf8'),
      /^samples,seconds,return,length\n/,
    );
    const again = limber(...common, '--samples', '4000', '-o', 'b.json', '--resume', 'a.part');
    assert.equal(again.status, 0, again.stderr);
    const resumed = await loadPolicy(path.join(folder, 'b.json'));
    assert.equal(resumed.training.samples, 4096);
    // samples before the checkpoint count: nothing is left to do
    const idle = limber(...common, '--samples', '2000', '-o', 'd.json', '--resume', 'a.part');
    assert.equal(idle.status, 0, idle.stderr);
    assert.equal((await loadPolicy(path.join(folder, 'd.json'))).training.samples, 2048);
    /** @type {[string[], RegExp, number][]} */
    const mistakes = [
      [['flying'], /^limber: there is no task 'flying', there are cartpole/, 1],
      [['cartpole', '-o', 'a.txt'], /^limber: train: 'a.txt' must end with .onnx or .json/, 2],
      [['cartpole', '-o', 'b.json'], /^limber: 'b.json' exists; --force overwrites it/, 1],
      [['cartpole', '--resume', 'none', '-o', 'c.json'], /^limber: there is no file 'none'/, 1],
      [['cartpole', '--method', 'sac', '-o', 'c.json'], /method is 'ppo' or 'es', got 'sac'/, 1],
    ];
    for (const [args, message, status] of mistakes) {
      const result = limber(...args);
      assert.match(result.stderr, message);
      assert.equal(result.status, status);
      assert.equal(result.stderr.trim().split('\n').length, 1, result.stderr);
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('limber train takes a task of the user from a module; Ctrl+C ends early and writes what was learned', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-own-'));
  const program = path.join(root, 'js/cli/limber.js');
  try {
    // a task without an import: a description
    fs.writeFileSync(
      path.join(folder, 'rail.mjs'),
      `export default {
  model: '<mujoco><worldbody><body><joint name="x" type="slide" axis="1 0 0"/><geom size=".1" mass="1"/></body></worldbody><actuator><motor joint="x" ctrlrange="-1 1"/></actuator></mujoco>',
  options: {
    control: { kind: 'torque' }, decimation: 5, timeLimit: 1, observe: [{ term: 'jointPositions' }, { term: 'jointVelocities' }],
    reward: { near: [-1, { term: 'squared', of: { term: 'jointPositions' } }] },
  },
  recipe: { count: 8, samples: 1e9, options: { hidden: [8], steps: 25 } },
};`,
    );
    const args = [program, 'train', './rail.mjs', '--workers', '1', '-o', 'rail.json'];
    const child = spawn(process.execPath, args, { cwd: folder });
    let told = '';
    child.stdout.on('data', (text) => (told += text));
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    const [status] = await once(child, 'exit');
    assert.equal(status, 0);
    assert.match(told, /^rail\.json: return -?[\d.]+ \+- [\d.]+ over 8 episodes\n$/);
    const policy = await loadPolicy(path.join(folder, 'rail.json'));
    assert.equal(policy.task, 'rail');
    assert.equal(policy.observation.size, 2);
    fs.writeFileSync(path.join(folder, 'none.mjs'), 'export default {};');
    const wrong = spawnSync(process.execPath, [program, 'train', './none.mjs'], {
      encoding: 'utf8',
      cwd: folder,
    });
    assert.equal(wrong.status, 1);
    assert.match(
      wrong.stderr,
      /'.\/none.mjs' exports no task: its default export must have 'model'/,
    );
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
