// Batches: their rows, their parameters, masks, resets, rollouts, errors and what they leave behind.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as limber from 'limber';
import { engineOf } from '../../js/sim/engine.js';
import { batchModels } from './batch_models.mjs';
import { checkBits } from './batch_program.mjs';

const { createBatch, load, MjError } = limber;

const xml = `<mujoco>
  <worldbody><geom type="plane" size="3 3 .1"/>
    <body name="ball" pos="0 0 .5"><freejoint/><geom name="skin" size=".1"/></body>
    <body name="arm" pos="1 0 1"><joint name="j" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/><site name="tip" pos=".5 0 0"/></body>
  </worldbody>
  <actuator><motor name="m" joint="j"/></actuator>
  <sensor><jointpos joint="j"/><jointvel joint="j"/></sensor>
  <keyframe><key name="high" time="1" qpos="0 0 2 1 0 0 0 .5"/></keyframe>
</mujoco>`;

const policies = new URL('./batch_policies.mjs', import.meta.url).href;

/** A batch that ends with its test. @param {import('node:test').TestContext} t @param {Parameters<typeof createBatch>} args */
const made = async (t, ...args) => {
  const batch = await createBatch(...args);
  t.after(() => batch.dispose());
  return batch;
};

/** Ways in which the threads of a batch work together. @type {[string, import('limber').BatchOptions][]} */
const crews = [
  ['this thread alone', { workers: 1 }],
  ['this thread and a worker', { workers: 2 }],
  ['two workers', { workers: 2, here: false }],
  ['messages', { workers: 2, shared: false }],
];

test('batches of all kinds of models have the bits of plain loops', async () => {
  const some = crews.map(([, options]) => options);
  const { humanoid, sleeping, plugins, ...others } = batchModels;
  const wrong = await checkBits(
    limber,
    { humanoid, sleeping, plugins },
    { count: 6, steps: 60, crews: some },
  );
  assert.deepEqual(wrong, []);
  const rest = await checkBits(limber, others, { count: 4, steps: 25, crews: [{ workers: 3 }] });
  assert.deepEqual(rest, []);
});

for (const [how, options] of crews) {
  test(`a batch by ${how}`, async (t) => {
    const batch = await made(t, xml, {
      ...options,
      count: 9,
      keep: ['sensordata', 'site_xpos', 'ncon', 'energy'],
    });
    assert.equal(batch.count, 9);
    assert.equal(batch.workers, options.workers);
    assert.equal(batch.field('qpos'), batch.qpos);
    assert.equal(batch.qpos.length, 9 * 8);
    for (let i = 0; i < 9; i++) batch.ctrl[i] = i / 10;
    await batch.step(20);
    assert.ok(batch.field('energy').every(Number.isFinite));
    assert.ok(batch.qvel[8 * 7 + 6] > batch.qvel[6]);

    // masks
    const before = batch.time.slice();
    await batch.step(1, { mask: [3, 5] });
    const moved = batch.time.map((time, i) => Number(time > before[i]));
    assert.deepEqual([...moved], [0, 0, 0, 1, 0, 1, 0, 0, 0]);
    await batch.reset(Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, 1]), { key: 'high' });
    assert.deepEqual([batch.time[0], batch.time[8], batch.qpos[2]], [1, 1, 2]);
    assert.ok(batch.time[1] < 1);

    // a state goes to a simulation and back
    const sim = batch.simulation(4);
    assert.deepEqual(sim.saveState(), batch.state(4));
    sim.step(7);
    await batch.load(2, sim.saveState());
    assert.deepEqual(batch.state(2), sim.saveState());
    sim.dispose();

    // back to what was
    const snapshot = batch.snapshot();
    await batch.step(10);
    const later = batch.qpos.slice();
    batch.restore(snapshot);
    await batch.step(10);
    assert.deepEqual(batch.qpos, later);
    await batch.forward();
    assert.ok(batch.field('ncon').every((ncon) => ncon >= 0));
  });

  test(`noise does not depend on who resets, by ${how}`, async (t) => {
    const noise = { qpos: 0.1, qvel: 0.2 };
    const one = await made(t, xml, { ...options, count: 7, seed: 5 });
    const two = await made(t, xml, { workers: 1, count: 7, seed: 5 });
    await one.reset(undefined, { noise });
    for (let i = 6; i >= 0; i--) await two.reset([i], { noise });
    assert.deepEqual([...one.qpos, ...one.qvel], [...two.qpos, ...two.qvel]);
    const first = one.qpos.slice();
    await one.reset(undefined, { noise });
    assert.notDeepEqual(one.qpos, first);
    await one.reset(undefined, { noise, seed: 5 });
    assert.deepEqual(one.qpos, first);
    await one.reset(undefined, { noise: { qvel: 1, uniform: true } });
    assert.ok(one.qvel.every((v) => Math.abs(v) <= 1) && one.qvel.some((v) => Math.abs(v) > 0.5));
  });

  test(`rollouts by ${how}`, async (t) => {
    const batch = await made(t, xml, { ...options, count: 5 });
    const [steps, count] = [12, 5];
    const controls = Float64Array.from({ length: count * steps }, (_, i) => Math.sin(i));
    const start = batch.snapshot();
    const open = await batch.rollout({ steps, controls, record: ['qpos', 'sensordata', 'time'] });
    assert.deepEqual([...open.good], Array(count).fill(steps));
    const sim = await load(xml);
    for (let k = 0; k < steps; k++) {
      sim.data.ctrl[0] = controls[3 * steps + k];
      sim.step();
      const row = 3 * steps + k;
      assert.deepEqual(
        [...(open.recorded.qpos ?? new Float64Array()).subarray(8 * row, 8 * row + 8)],
        [...sim.data.qpos],
      );
    }
    // a policy in the workers that does the same
    batch.restore(start);
    const closed = await batch.rollout({
      steps,
      policy: `${policies}#sine`,
      argument: { steps },
      record: ['qpos', 'sensordata'],
    });
    assert.deepEqual(closed.recorded.qpos, open.recorded.qpos);
    assert.deepEqual(closed.recorded.sensordata, open.recorded.sensordata);
    assert.deepEqual(closed.good, open.good);
    // from other states
    const again = await batch.rollout({
      steps,
      controls,
      initial: sim.saveState(),
      record: ['time'],
    });
    assert.ok((again.recorded.time ?? [])[0] > steps * 0.002);
    sim.dispose();

    // a function for each
    const heights = await batch.each(`${policies}#height`, { argument: 10, mask: [1, 4] });
    assert.deepEqual(heights, [
      undefined,
      10 + batch.qpos[10],
      undefined,
      undefined,
      10 + batch.qpos[34],
    ]);
  });

  test(`what goes wrong in one simulation leaves the others alone, by ${how}`, async (t) => {
    const batch = await made(t, xml, { ...options, count: 6 });
    batch.qvel[2 * 7] = NaN;
    await batch.step(5);
    assert.deepEqual([...batch.status], [0, 0, 1, 0, 0, 0]);
    assert.ok(batch.warnings.subarray(2 * 7, 3 * 7).some((number) => number > 0));
    const rest = [0, 1, 3, 4, 5].map((i) => batch.state(i).join());
    assert.equal(new Set(rest).size, 1);
    await batch.reset(batch.status);
    assert.deepEqual([...batch.status], [0, 0, 0, 0, 0, 0]);

    // a policy that throws for one of them
    await assert.rejects(
      batch.rollout({ steps: 3, policy: `${policies}#fails`, argument: 4 }),
      (/** @type {Error & { simulations: number[] }} */ error) => {
        assert.ok(error instanceof MjError);
        assert.match(error.message, /batch.rollout: simulation 4: the policy is lost/);
        assert.deepEqual(error.simulations, [4]);
        return true;
      },
    );
    assert.deepEqual([...batch.status], [0, 0, 0, 0, 2, 0]);
    assert.ok(batch.time[3] > batch.time[4]);
    await batch.step();
    assert.equal(batch.status[4], 0);

    // a call that is ended, and one after it; of so many that nobody is through before this thread hears of the end
    const many = await made(t, xml, { ...options, count: 200 });
    const controller = new AbortController();
    const long = many.step(1000, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 5);
    await assert.rejects(long, /enough/);
    /** @type {number[]} */
    const told = [];
    await many.step(1, { onProgress: (done) => told.push(done) });
    assert.equal(told.at(-1), 200);
  });
}

test('parameters are those of a model each, and are refused by name', async (t) => {
  const batch = await made(t, xml, {
    count: 3,
    workers: 2,
    vary: ['geom_friction', 'opt.gravity'],
  });
  const mass = batch.vary('body_mass');
  assert.equal(batch.vary('body_mass'), mass);
  assert.equal(mass.length, 3 * 3);
  const gravity = batch.vary('opt.gravity');
  gravity.set([0, 0, 0], 3);
  mass[2 * 3 + 2] *= 4;
  for (let i = 0; i < 3; i++) batch.ctrl[i] = 1;
  await batch.step(10);
  assert.ok(batch.qvel[2] < 0 && batch.qvel[7 + 2] === 0);
  assert.notEqual(batch.qvel[2 * 7 + 6], batch.qvel[6]);
  const sim = batch.simulation(2);
  assert.equal(sim.body('arm').mass, mass[8]);
  assert.ok(sim.body('arm').subtreemass > 3 * batch.model.body_subtreemass[2]);
  sim.dispose();
  for (const [name, pattern] of /** @type {[any, RegExp][]} */ ([
    ['body_parentid', /batch: 'body_parentid' says how the model is built/],
    ['geom_frction', /batch: mjModel has no field 'geom_frction'/],
    ['opt.gravty', /batch: mjOption has no field 'gravty'/],
  ]))
    assert.throws(() => batch.vary(name), pattern);
  // @ts-expect-error a misspelt output
  assert.throws(() => batch.keep('xposs'), /mjData has no field 'xposs'/);
  // @ts-expect-error an output that no step keeps
  assert.throws(() => batch.field('xpozs'), /there is no field 'xpozs': there are time, qpos/);
  assert.throws(() => batch.keep('efc_force'), /another size in each step/);
  await batch.setConst([0, 1]);
});

test('what cannot be is refused with a sentence', async (t) => {
  const sim = await load(xml);
  await assert.rejects(createBatch(sim, { count: 0 }), /count is a positive whole number, got 0/);
  await assert.rejects(
    createBatch(sim, { workers: 0 }),
    /workers is a positive whole number or 'auto', got 0/,
  );
  // @ts-expect-error a misspelt output
  await assert.rejects(createBatch(sim, { keep: ['qvle'] }), /mjData has no field 'qvle'/);
  sim.setCallback('control', () => {});
  await assert.rejects(createBatch(sim), /cannot run in workers: put them in a module/);
  sim.setCallback('control', null);
  const batch = await made(t, sim, { count: 2, workers: 1 });
  await assert.rejects(batch.step(-1), /whole number of steps, got -1/);
  await assert.rejects(batch.step(1, { mask: [2] }), /simulations are 0 to 1, got 2/);
  await assert.rejects(batch.step(1, { mask: new Uint8Array(3) }), /a mask has 2 bytes, got 3/);
  // @ts-expect-error a function of this program
  await assert.rejects(batch.rollout({ steps: 1, policy: () => {} }), /put it in a module/);
  await assert.rejects(
    batch.rollout({ steps: 2, controls: [1] }),
    /controls have 2 x 2 x 1 numbers/,
  );
  await assert.rejects(
    batch.rollout({ steps: 1, policy: './nothing.mjs' }),
    /Invalid URL|cannot be loaded/,
  );
  await assert.rejects(
    batch.rollout({ steps: 1, policy: `${policies}#none` }),
    /must export a function 'none'/,
  );
  await assert.rejects(batch.rollout({ steps: 1, policy: `${policies}#late` }), /answer at once/);
  await assert.rejects(batch.reset([0], { key: 'low' }), /low/);
  await assert.rejects(batch.load(0, [1]), /a state has/);
  batch.dispose();
  await assert.rejects(batch.step(), /the batch was disposed/);
  sim.dispose();
});

test('callbacks of modules run in all threads', async (t) => {
  const callbacks = { control: `${policies}#hold` };
  const batch = await made(t, xml, { count: 4, workers: 2, callbacks });
  await batch.step(3);
  assert.deepEqual([...batch.ctrl], [0.25, 0.25, 0.25, 0.25]);
});

test('a worker that dies is replaced, and its rows are marked', async (t) => {
  for (const shared of [true, false]) {
    const callbacks = { control: `${policies}#die` };
    const batch = await made(t, xml, { count: 8, workers: 2, here: false, shared, callbacks });
    batch.userdata?.fill(0);
    batch.qpos[3 * 8] = 77;
    await assert.rejects(batch.step(), /its worker ended, and was replaced/);
    assert.equal(batch.status[3], 2);
    const good = [...batch.status.keys()].filter((i) => batch.status[i] === 0);
    assert.ok(good.length >= 4 && good.every((i) => batch.time[i] > 0), `${batch.status}`);
    batch.qpos[3 * 8] = 0;
    await batch.step();
    assert.ok(batch.time.every((time) => time > 0));
    assert.ok(batch.status.every((status) => status === 0));
  }
});

test('nothing is left of batches', async () => {
  const sim = await load(xml);
  const { exports } = engineOf(sim.mujoco);
  const cycle = async () => {
    const batch = await createBatch(sim, { count: 3, workers: 1, vary: ['body_mass'] });
    await batch.step();
    batch.dispose();
  };
  await cycle();
  const blocks = exports.lb_liveBlocks();
  for (let i = 0; i < 1000; i++) await cycle();
  // forgotten objects of other tests may have gone in the meantime
  assert.ok(exports.lb_liveBlocks() <= blocks);
  const bytes = exports.memory.buffer.byteLength;
  for (let i = 0; i < 5; i++) {
    const batch = await createBatch(sim, { count: 3, workers: 2 });
    await batch.step();
    batch.dispose();
  }
  assert.ok(exports.lb_liveBlocks() <= blocks);
  assert.equal(exports.memory.buffer.byteLength, bytes);
  sim.dispose();
});

test('exhausted memory of the engine is an error, and leaves nothing', async () => {
  const sim = await load(xml);
  const { exports } = engineOf(sim.mujoco);
  const blocks = exports.lb_liveBlocks();
  let failed = 0;
  for (let i = 0; i < 200; i += 7) {
    exports.lb_failAllocationAfter(BigInt(i));
    try {
      (await createBatch(sim, { count: 2, workers: 1, vary: ['body_mass'] })).dispose();
    } catch (error) {
      failed++;
      assert.match(String(error), /memory/);
    }
    exports.lb_failAllocationAfter(-1n);
  }
  assert.ok(failed > 5);
  assert.ok(exports.lb_liveBlocks() <= blocks, `${exports.lb_liveBlocks()}`);
  sim.dispose();
});

test('workers that have nothing to do let a program end, those that are awaited do not', async () => {
  const program = fileURLToPath(new URL('./batch_ends.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  assert.equal(stdout, '0.600 0.020 false true false\n');
});
