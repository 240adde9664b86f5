// Clusters on the threads of this machine: results are those of a plain loop, however a job is cut; what goes wrong is told of the
// simulations that it happened to.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from 'limber';
import { Cluster, act, folderStore, local, memoryStore, objectStore } from 'limber/cluster';
import { makeTask } from 'limber/env';
import { Cutter } from '../../js/cluster/cut.js';
import { pack, unpack } from '../../js/cluster/pack.js';
import { normal, uniform } from '../../js/cluster/random.js';
import { parseVary } from '../../js/cluster/values.js';
import { readNpz } from '../../js/data/npz.js';
import { messageOf } from '../helpers.mjs';

const metrics = fileURLToPath(new URL('./cluster/metrics.mjs', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-cluster-'));
const pole = `<mujoco><worldbody><body name="pole" pos="0 0 1"><joint name="hinge" axis="0 1 0" damping=".01"/>
  <geom name="rod" type="capsule" size=".02" fromto="0 0 0 0 0 .5"/></body></worldbody>
  <actuator><motor joint="hinge"/></actuator>
  <keyframe><key name="tilted" qpos=".3"/></keyframe></mujoco>`;
const vary = { 'joint:hinge.damping': '0.01:0.2:5', 'body:pole.mass': [0.4, 0.8] };
const cluster = local({ threads: 2 });
after(async () => {
  await cluster.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a sweep is what a plain loop gives, bit by bit, however it is cut', async () => {
  const options = { model: pole, vary, steps: 100, key: 'tilted', metric: `${metrics}#height` };
  const table = await cluster.sweep({ ...options, verify: 1 }).table();
  const cut = await cluster.sweep({ ...options, chunkSeconds: 1e-4 }).table();
  assert.equal(table.toCSV(), cut.toCSV());
  assert.deepEqual(table.toNPZ(), cut.toNPZ());
  const heights = table.column('metric');
  assert.equal(heights.length, 10);
  const sim = await load(pole);
  for (let i = 0; i < 10; i++) {
    sim.model.dof_damping[0] = table.column('joint:hinge.damping')[i];
    sim.model.body_mass[1] = table.column('body:pole.mass')[i];
    sim.mujoco.mj_setConst(sim.model, sim.data);
    sim.reset('tilted');
    sim.step(100);
    assert.equal(heights[i], sim.body('pole').xipos[2]);
  }
  sim.dispose();
});

test('seeds differ in noise alone, and have the same noise at every point', async () => {
  const noise = { qpos: 0.1, qvel: 0.1, ctrl: 0.05 };
  const run = (/** @type {number} */ seeds) =>
    cluster.sweep({ model: pole, vary, seeds, noise, steps: 1, metric: metrics }).table();
  const [three, two] = [await run(3), await run(2)];
  const angles = three.column('angle');
  assert.notEqual(angles[0], angles[1]);
  assert.equal(angles[0], two.column('angle')[0]);
  assert.deepEqual(
    [...angles].filter((_, i) => i % 3 === 1),
    [...two.column('angle')].filter((_, i) => i % 2 === 1),
  );
  assert.equal(three.means('angle').length, 10);
});

test('normal numbers are normal, and named by their keys', () => {
  const numbers = Float64Array.from({ length: 20_000 }, (_, i) => normal([7, 1, i]));
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  const moment = (/** @type {number} */ power) =>
    numbers.reduce((sum, x) => sum + (x - mean) ** power, 0) / numbers.length;
  assert.ok(Math.abs(mean) < 0.03, String(mean));
  assert.ok(Math.abs(moment(2) - 1) < 0.04, String(moment(2)));
  assert.ok(Math.abs(moment(4) - 3) < 0.3, String(moment(4)));
  const next = numbers.slice(1).reduce((sum, x, i) => sum + x * numbers[i], 0) / numbers.length;
  assert.ok(Math.abs(next) < 0.03, String(next));
  const seeds = Array.from({ length: 1000 }, (_, seed) => normal([seed, 1, 0]));
  assert.equal(new Set(seeds).size, 1000);
  // bits that no machine may change
  assert.equal(normal([1, 2, 3]), normal([1, 2, 3]));
  assert.ok(uniform([5]) >= 0 && uniform([5]) < 1);
});

test('policies, controllers and controls; what policies take varies too', async () => {
  const steps = 60;
  const driven = await cluster
    .sweep({
      model: pole,
      vary: { 'policy.gain': [0, 2] },
      steps,
      policy: `${metrics}#drive`,
      metric: metrics,
    })
    .table();
  const sim = await load(pole);
  const angles = [0, 2].map((gain) => {
    sim.reset();
    for (let step = 0; step < steps; step++) {
      sim.data.ctrl[0] = -gain * sim.data.qpos[0] + Math.sin(step / 50);
      sim.step();
    }
    return sim.data.qpos[0];
  });
  assert.deepEqual([...driven.column('angle')], angles);
  const held = await cluster
    .sweep({
      model: pole,
      steps: 400,
      key: 'tilted',
      metric: metrics,
      controller: { gain: [20, 4] },
    })
    .table();
  assert.ok(Math.abs(held.column('angle')[0]) < 0.02);
  const controls = new Float64Array(steps).fill(0.3);
  const pushed = await cluster.sweep({ model: pole, steps, controls, metric: metrics }).table();
  sim.reset();
  sim.data.ctrl[0] = 0.3;
  sim.step(steps);
  assert.equal(pushed.column('angle')[0], sim.data.qpos[0]);
  sim.dispose();
});

test('rollouts take states, controls and points, and record', async () => {
  const sim = await load(pole);
  sim.reset('tilted');
  const states = [sim.saveState(), sim.step(20).saveState()];
  const initial = Float64Array.from(states.flatMap((state) => [...state]));
  const controls = Float64Array.from({ length: 2 * 30 }, (_, i) => i / 100);
  const rows = [];
  const job = cluster.rollouts({
    model: sim,
    steps: 30,
    initial,
    controls,
    record: ['qpos', 'xpos'],
    recordEvery: 10,
  });
  for await (const row of job) rows.push(row);
  rows.sort((a, b) => a.index - b.index);
  assert.equal(rows.length, 2);
  assert.equal(rows[1].recorded.xpos.length, 3 * 6);
  sim.restoreState(states[1]);
  for (let k = 0; k < 30; k++) {
    sim.data.ctrl[0] = controls[30 + k];
    sim.step();
    if (k % 10 === 9) assert.equal(rows[1].recorded.qpos[(k - 9) / 10], sim.data.qpos[0]);
  }
  await assert.rejects(job.table(), /gives its results once/);
  const points = [0.01, 0.5, 0.9];
  const table = await cluster
    .rollouts({
      model: sim,
      steps: 10,
      parameters: ['joint:hinge.damping'],
      points,
      metric: metrics,
    })
    .table();
  assert.deepEqual([...table.column('joint:hinge.damping')], points);
  sim.dispose();
});

test('a metric that throws, never ends or ends its thread costs its own simulation alone', async () => {
  const options = {
    model: pole,
    vary: { 'joint:hinge.damping': '0:1:12' },
    steps: 10,
    chunkSeconds: 10,
  };
  const good = await cluster.sweep({ ...options, metric: `${metrics}#height` }).table();
  assert.deepEqual(good.failures, []);
  /** @param {string} name @param {number[]} indices @param {RegExp} message */
  const failing = async (name, indices, message) => {
    const table = await cluster
      .sweep({ ...options, limit: 0.5, metric: `${metrics}#${name}` })
      .table();
    assert.deepEqual(
      table.failures.map(({ index }) => index),
      indices,
      name,
    );
    assert.match(table.failures[0].text, message);
    const lines = table.toCSV().trim().split('\n');
    assert.equal(lines.length, 13);
    assert.match(lines[1 + indices[0]], /,,10$|,,0$/);
    assert.equal(table.column('metric').filter(Number.isFinite).length, 12 - indices.length);
  };
  await failing('fails', [3], /the metric failed: simulation 3 has no angle/);
  await failing('text', [1], /a metric gives a number or an object of numbers, it gave string/);
  await failing('endless', [5], /did not end within 0.5 s/);
  await failing('quits', [2], /the function did not return: it ended its thread/);
  const taken = await cluster.sweep({ ...options, metric: `${metrics}#taken` }).table();
  assert.match(taken.failures[0].text, /a metric cannot be called 'seed'/);
  const lost = await cluster
    .sweep({ ...options, policy: `${metrics}#lost`, metric: `${metrics}#height` })
    .table();
  assert.match(lost.failures[0].text, /the policy failed: the policy is lost/);
  assert.equal(lost.failures.length, 1);
});

test('chunks that run twice are compared', async () => {
  const notices = /** @type {string[]} */ ([]);
  const table = await cluster
    .sweep({
      model: pole,
      steps: 1,
      metric: `${metrics}#random`,
      verify: 1,
      onNotice: (text) => notices.push(text),
    })
    .table();
  assert.match(table.failures[0].text, /results of .* differ/);
  assert.match(notices[0], /simulation 0 failed/);
});

test('what cannot run is told before it runs', async () => {
  const good = { model: pole, steps: 10, metric: metrics };
  /** @type {[object, RegExp][]} */
  const mistakes = [
    [{ steps: 0 }, /steps is a positive whole number, got 0/],
    [{ seeds: 1.5 }, /seeds is a positive whole number/],
    [{ metric: undefined }, /nothing is asked for: give a metric, or fields to record/],
    [{ metric: () => 1 }, /a function of this program cannot run in workers/],
    [{ metric: '/nowhere/metric.js' }, /there is no file '\/nowhere\/metric.js'/],
    [{ metric: 'https://example.org/m.js' }, /only files can be sent to workers/],
    [{ metric: `${metrics}#none` }, /must export a function 'none'/],
    [{ vary: { 'joint:elbow.damping': [1] } }, /fits no joint, there are hinge/],
    [{ vary: { 'joint:hinge.damping': '1:2' } }, /first:last:count/],
    [{ vary: { 'joint:hinge.damping': [] } }, /varies through some values/],
    [{ vary: { 'geom:rod.type': [1] } }, /geom_type/],
    [{ key: 'down' }, /down/],
    [{ controls: [1, 2] }, /controls has 10 numbers, got 2/],
    [{ controller: { gain: [1] } }, /controller.gain has 2 numbers/],
    [{ controller: { gain: [1, 1] }, policy: metrics }, /controls come from one place/],
    [{ record: ['nothing'] }, /nothing/],
    [{ noise: { qpos: -1 } }, /noise of qpos is a number of at least 0/],
    [{ model: '<mujoco><wordbody/></mujoco>' }, /wordbody/],
    [{ argument: () => 1 }, /argument is JSON/],
    [{ verify: 2 }, /verify is a part from 0 to 1/],
  ];
  for (const [change, message] of mistakes)
    await assert.rejects(async () => cluster.sweep({ ...good, ...change }).table(), message);
  await assert.rejects(
    cluster.rollouts({ ...good, initial: [1, 2] }).table(),
    /initial has a multiple of/,
  );
  await assert.rejects(
    cluster.rollouts({ ...good, count: 0 }).table(),
    /count is a positive whole number/,
  );
  assert.throws(() => local({ threads: 0 }), /threads is a positive whole number/);
  assert.throws(() => objectStore(/** @type {never} */ ({})), /has no function 'put'/);
});

test('a signal ends a job; with a folder it goes on by its name', async () => {
  const place = path.join(folder, 'jobs');
  const one = local({ threads: 2, folder: place });
  const options = {
    model: pole,
    vary,
    seeds: 20,
    noise: { qpos: 0.1 },
    steps: 5,
    chunkSeconds: 0.02,
  };
  const asked = { ...options, metric: `${metrics}#slow`, argument: 3 };
  const whole = await cluster.sweep(asked).table();
  const abort = new AbortController();
  const onProgress = (/** @type {{ done: number }} */ { done }) =>
    void (done > 40 && abort.abort(new Error('enough')));
  await assert.rejects(
    one.sweep({ ...asked, name: 'mine', signal: abort.signal, onProgress }).table(),
    /enough/,
  );
  await assert.rejects(one.sweep({ ...asked, steps: 6, name: 'mine' }).table(), /another one/);
  await one.close();
  const again = local({ threads: 2, folder: place });
  assert.deepEqual(
    (await again.jobs()).map(({ name, state }) => [name, state]),
    [['mine', 'running']],
  );
  let first = 0;
  const job = again.resume('mine', {
    onProgress: ({ done, rate }) => void (rate === 0 && (first = done)),
  });
  const table = await job.table();
  assert.ok(first >= 40, `${first} simulations were there`);
  assert.equal(table.toCSV(), whole.toCSV());
  assert.equal((await again.jobs())[0].state, 'done');
  await assert.rejects(again.resume('yours').table(), /there is no job 'yours': there are mine/);
  await again.close();
});

test('a job that is left early ends its chunks', async () => {
  for await (const row of cluster.sweep({ model: pole, vary, steps: 5, metric: metrics })) {
    assert.ok(row.metrics.angle !== undefined);
    break;
  }
  const table = await cluster.sweep({ model: pole, vary, steps: 5, metric: metrics }).table();
  assert.ok(table.complete);
});

test('cutting: every simulation once, aligned, and little at the end', () => {
  const cutter = new Cutter(1000, [
    { first: 100, count: 50 },
    { first: 120, count: 50 },
    { first: 990, count: 20 },
  ]);
  assert.deepEqual(cutter.used, [{ first: 100, count: 50 }]);
  assert.equal(cutter.left, 950);
  const seen = new Uint8Array(1000).fill(1, 100, 150);
  let last = 0;
  for (let chunk; (chunk = cutter.next(64, 4)); last = chunk.count) {
    for (let i = chunk.first; i < chunk.first + chunk.count; i++) assert.equal(seen[i]++, 0);
    assert.ok(chunk.count <= 64);
    cutter.measure(chunk.count, chunk.count);
  }
  assert.ok(seen.every((count) => count === 1));
  assert.equal(last, 1);
});

test('blobs: the same content is one, what is damaged is told', async () => {
  /** @type {Map<string, Uint8Array>} */
  const bucket = new Map();
  const client = {
    put: async (/** @type {string} */ key, /** @type {Uint8Array} */ bytes) =>
      bucket.set(key, bytes),
    get: async (/** @type {string} */ key) => bucket.get(key),
    delete: async (/** @type {string} */ key) => bucket.delete(key),
  };
  const place = path.join(folder, 'blobs');
  for (const store of [memoryStore(), folderStore(place), objectStore(client)]) {
    const bytes = new Uint8Array([1, 2, 3]);
    const id = await store.put(bytes);
    assert.equal(id, '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81');
    assert.equal(await store.put(bytes), id);
    assert.deepEqual(await store.get(id), bytes);
    assert.equal(await store.get('00'), null);
    await store.delete(id);
    assert.equal(await store.has(id), false);
  }
  const store = folderStore(place);
  const id = await store.put(new Uint8Array([7]));
  fs.writeFileSync(path.join(place, id.slice(0, 2), id), 'other');
  await assert.rejects(store.get(id), /is damaged/);
});

test('packing and NumPy files', async () => {
  const arrays = {
    a: new Float64Array([1, NaN]),
    b: new Int32Array([3]),
    c: new Uint8Array(),
    d: new Float32Array(3),
  };
  const packed = unpack(pack({ x: 1 }, arrays));
  assert.deepEqual(packed, { about: { x: 1 }, arrays });
  const table = await cluster
    .sweep({
      model: pole,
      vary: { 'joint:hinge.damping': '0:1:3' },
      steps: 4,
      metric: metrics,
      record: ['qpos'],
    })
    .table();
  const read = await readNpz(table.toNPZ());
  assert.deepEqual(read['joint:hinge.damping'], {
    data: new Float64Array([0, 0.5, 1]),
    shape: [3],
  });
  assert.deepEqual(read['recorded/qpos'].shape, [3, 4, 1]);
  assert.equal(read['recorded/qpos'].data[3], read.angle.data[0]);
});

test('values of command lines', () => {
  assert.deepEqual(parseVary('joint:elbow.damping=0:1:5'), [
    'joint:elbow.damping',
    [0, 0.25, 0.5, 0.75, 1],
  ]);
  assert.deepEqual(parseVary('geom:*.friction[0]=0.4,0.8'), ['geom:*.friction[0]', [0.4, 0.8]]);
  assert.deepEqual(parseVary('a=3'), ['a', [3]]);
  for (const text of ['a', 'a=', 'a=1:2', 'a=1:2:0', 'a=x,2', 'a=1:2:3:4', '=1'])
    assert.throws(
      () => parseVary(text),
      (error) => messageOf(error).includes(text.split('=')[0]),
    );
  assert.equal(typeof Cluster, 'function');
});

test('optimize finds parameters of the model and of policies', async () => {
  for (const method of /** @type {const} */ (['cem', 'cma-es', 'es'])) {
    const found = await cluster.optimize({
      model: pole,
      steps: 100,
      key: 'tilted',
      metric: `${metrics}#distance`,
      policy: `${metrics}#hold`,
      space: { 'policy.torque': [-2, 2], 'joint:hinge.damping': [0, 0.2] },
      argument: 0.5,
      method,
      generations: 15,
      population: 16,
      ...(method === 'es' ? { spread: 0.05 } : {}),
    });
    assert.ok(found.cost < 0.02, `${method}: ${found.cost}`);
    assert.ok(found.history[0] >= found.history[found.history.length - 1], method);
    // the same point again has the same cost
    const again = await cluster
      .rollouts({
        model: pole,
        steps: 100,
        key: 'tilted',
        metric: `${metrics}#distance`,
        policy: `${metrics}#hold`,
        argument: 0.5,
        parameters: Object.keys(found.point),
        points: Object.values(found.point).map(Number),
      })
      .table();
    assert.equal(again.column('metric')[0], found.cost);
  }
  const options = {
    model: pole,
    steps: 10,
    metric: `${metrics}#fails`,
    space: { 'joint:hinge.damping': /** @type {[number, number]} */ ([0, 1]) },
  };
  await assert.rejects(
    cluster.optimize({ ...options, cost: 'none' }),
    /there is no metric 'none', there are metric/,
  );
  await assert.rejects(
    cluster.optimize({
      ...options,
      space: { 'joint:hinge.damping': { low: 0, high: 1, length: 2 } },
    }),
    /only those of policies may be vectors/,
  );
});

test('actors on threads, a learner here: a policy is trained, the same on any number of threads', async () => {
  const options = {
    task: 'cartpole',
    hidden: [8],
    generations: 12,
    population: 16,
    episodes: 2,
    steps: 200,
    seed: 1,
  };
  const states = /** @type {number[]} */ ([]);
  const trained = await cluster.train({
    ...options,
    rate: 0.15,
    onGeneration: ({ mean }) => states.push(mean),
  });
  assert.equal(states.length, 12);
  assert.deepEqual([...trained.returns], states);
  const early = (states[0] + states[1]) / 2;
  const late = (states[10] + states[11]) / 2;
  assert.ok(late > early, `${early} to ${late}`);
  const one = local({ threads: 1 });
  const again = await one.train({ ...options, rate: 0.15 });
  await one.close();
  assert.deepEqual(again.policy, trained.policy);
  assert.deepEqual(JSON.parse(JSON.stringify(trained.policy)), trained.policy);
  const env = await makeTask('cartpole', { count: 1 });
  const { observation } = await env.reset({ seed: 5 });
  const action = act(trained.policy, observation.policy);
  assert.equal(action.length, env.actionSpace.shape[0]);
  env.dispose();
  await assert.rejects(
    cluster.train({ ...options, task: 'juggling' }),
    /there is no task 'juggling', there are cartpole/,
  );
  await assert.rejects(
    cluster.train({ ...options, population: 3 }),
    /population is an even number/,
  );
});
