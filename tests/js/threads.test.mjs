// 'limber/mujoco/mt' and load({ threads }): one simulation on several threads gives the bits of one, and the errors.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from 'limber';
import loadMujoco from 'limber/mujoco';
import loadThreaded, { MjError } from 'limber/mujoco/mt';
import { found, internalsOf, quiet } from '../helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Walkers that fall on a plane, each an island. @param {string} [more] @param {string} [memory] */
const walkers = (
  more = '',
  memory = '20M',
) => `<mujoco><option timestep=".004"/><size memory="${memory}"/><worldbody>
  <geom type="plane" size="9 9 1"/>
  <replicate count="16" offset="1 0 0" euler="0 0 7"><body pos="0 0 .34"><freejoint/><geom type="box" size=".2 .1 .05"/>
    <body pos=".2 .1 0"><joint name="hip" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .1 0 -.3" size=".03"/></body>
    <body pos="-.2 0 0"><joint axis="0 1 0" damping=".1"/><geom type="ellipsoid" pos="0 0 -.2" size=".03 .04 .12"/></body>
  </body></replicate></worldbody>${more}</mujoco>`;

const stateOf = (
  /** @type {Mujoco} */ m,
  /** @type {MjModel} */ model,
  /** @type {MjData} */ data,
) => {
  const spec = m.mjtState.mjSTATE_INTEGRATION.value;
  const state = new Float64Array(m.mj_stateSize(model, spec));
  m.mj_getState(model, data, state, spec);
  return state;
};

/** Waits until the threads that were asked for are at work. @param {Mujoco} m */
const atWork = (m) => found(internalsOf(m).engine.crew).ready();

test('the thread calls of the peer run unchanged', async () => {
  const m = await loadThreaded();
  const model = m.MjModel.from_xml_string(walkers());
  const data = new m.MjData(model);
  assert.equal(data.threadpool, 0);
  assert.equal(data.threadlock, false);
  // as @mujoco/mujoco/mt 3.12 and 3.14 answer: counts below 1 end the threads, others are taken
  for (const count of [0, 1, 2, 3, 2, 0, -1, 40]) {
    m.mju_threadpool(data, count);
    assert.equal(data.threadpool !== 0, count > 0, `${count} threads`);
    assert.equal(data.threadlock, false);
    m.mj_step(model, data);
  }
  const copy = new m.MjData(model, data);
  assert.equal(copy.threadpool, 0);
  copy.delete();
  m.mj_resetData(model, data);
  assert.notEqual(data.threadpool, 0);
  data.delete();
  model.delete();
});

test('any number of threads gives the bits of one', async () => {
  const plain = await loadMujoco();
  const threaded = await loadThreaded();
  const xml = walkers();
  const one = plain.MjModel.from_xml_string(xml);
  const oneData = new plain.MjData(one);
  const model = threaded.MjModel.from_xml_string(xml);
  const datas = [1, 2, 3].map((count) => {
    const data = new threaded.MjData(model);
    threaded.mju_threadpool(data, count);
    return data;
  });
  await atWork(threaded);
  for (let i = 0; i < 250; i++) {
    plain.mj_step(one, oneData);
    for (const data of datas) threaded.mj_step(model, data);
    if (i % 25 > 0) continue;
    for (const data of datas) {
      assert.deepEqual(stateOf(threaded, model, data), stateOf(plain, one, oneData));
      assert.deepEqual(data.xmat.slice(), oneData.xmat.slice());
      assert.deepEqual(
        [data.ncon, data.nefc, data.nisland],
        [oneData.ncon, oneData.nefc, oneData.nisland],
      );
      assert.deepEqual(data.efc_force.slice(), oneData.efc_force.slice());
      assert.equal(data.maxuse_stack, oneData.maxuse_stack);
      assert.equal(data.maxuse_arena, oneData.maxuse_arena);
    }
  }
  assert.ok(oneData.nisland > 10);
});

test('an error is that of one thread, and the next call works', async () => {
  const plain = await loadMujoco(quiet());
  const threaded = await loadThreaded(quiet());
  const tell = async (/** @type {Mujoco} */ m, /** @type {number} */ threads) => {
    const model = m.MjModel.from_xml_string(walkers('', '60K'));
    const data = new m.MjData(model);
    if (threads) m.mju_threadpool(data, threads);
    if (threads) await atWork(m);
    /** @type {string[]} */
    const told = [];
    for (let i = 0; i < 60; i++) {
      try {
        m.mj_step(model, data);
      } catch (error) {
        assert.ok(error instanceof MjError);
        told.push(`${i}: ${error.message}`);
        m.mj_resetData(model, data);
      }
    }
    const warnings = Array.from({ length: 7 }, (_, i) => found(data.warning.get(i)).number);
    data.delete();
    model.delete();
    return { told, warnings };
  };
  const one = await tell(plain, 0);
  assert.ok(one.told.length + Math.max(...one.warnings) > 0);
  assert.deepEqual(await tell(threaded, 3), one);
});

test('hooks run in the thread of the program', async () => {
  const m = await loadThreaded();
  const model = m.MjModel.from_xml_string(walkers());
  const data = new m.MjData(model);
  m.mju_threadpool(data, 3);
  await atWork(m);
  let calls = 0;
  m.mjcb_contactfilter = (_, d) => {
    calls += d === data ? 1 : 0;
    return 0;
  };
  for (let i = 0; i < 60; i++) m.mj_step(model, data);
  m.mjcb_contactfilter = null;
  assert.ok(calls > 0);
});

test('load with threads makes a simulation with the bits of one', async () => {
  const sims = await Promise.all([load(walkers()), load(walkers(), { threads: 2 })]);
  const [one, two] = sims;
  assert.deepEqual([one.threads, two.threads], [1, 2]);
  for (const sim of sims) sim.step(120);
  assert.deepEqual(two.data.qpos.slice(), one.data.qpos.slice());
  two.threads = 3;
  for (const sim of sims) sim.step(30);
  assert.deepEqual(two.data.qpos.slice(), one.data.qpos.slice());
  // editing makes a new mjData, which has the threads
  for (const sim of sims) {
    sim.edit((spec) => {
      spec.option.gravity[2] = -8;
    });
    sim.step(50);
  }
  assert.notEqual(two.data.threadpool, 0);
  assert.deepEqual(two.data.qpos.slice(), one.data.qpos.slice());
  two.threads = 1;
  assert.equal(two.data.threadpool, 0);
  for (const sim of sims) sim.dispose();
});

test('what cannot have threads says so', async () => {
  for (const threads of [0, 1.5, -2, NaN])
    await assert.rejects(load(walkers(), { threads }), /threads is a whole number from 1/);
  const plain = await loadMujoco();
  await assert.rejects(
    load(walkers(), { threads: 2, mujoco: plain }),
    /'limber\/mujoco\/mt' \(2 asked for\)/,
  );
  const sim = await load(walkers());
  assert.throws(() => (sim.threads = 4), /'limber\/mujoco\/mt' \(4 asked for\)/);
  assert.equal(sim.threads, 1);
});

test('threads that come and go leave nothing', async () => {
  const m = await loadThreaded();
  const { engine } = internalsOf(m);
  const model = m.MjModel.from_xml_string(walkers('', '2M'));
  const cycle = async (/** @type {boolean} */ wait) => {
    const data = new m.MjData(model);
    m.mju_threadpool(data, 2);
    if (wait) await atWork(m);
    m.mj_step(model, data);
    data.delete();
  };
  for (let i = 0; i < 20; i++) await cycle(i % 2 > 0);
  const before = engine.memory.buffer.byteLength;
  for (let i = 0; i < 300; i++) await cycle(i % 10 === 0);
  assert.equal(engine.memory.buffer.byteLength, before);
});

test('a program ends while its threads are there', () => {
  const program = `import { load } from 'limber';
    const sim = await load(${JSON.stringify(walkers())}, { threads: 3 });
    sim.step(50);
    console.log(sim.time.toFixed(3));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  assert.deepEqual([status, stdout.trim(), stderr], [0, '0.200', '']);
});

test("the module with threads is made of limber.wasm's bytes, and of no others", async () => {
  const wasmBinary = fs.readFileSync(path.join(root, 'js/engine/limber.wasm'));
  const m = await loadThreaded({ wasmBinary });
  assert.ok(internalsOf(m).engine.memory.buffer instanceof SharedArrayBuffer);
  const another = Uint8Array.from(wasmBinary);
  another[another.length >> 1] ^= 1;
  const complaint = /out of this package's limber\.wasm, and what was loaded \(\d+ bytes\)/;
  await assert.rejects(loadThreaded({ wasmBinary: another }), complaint);
  const compiled = await WebAssembly.compile(wasmBinary);
  await assert.rejects(loadThreaded({ wasmBinary: compiled }), /not of a module that is compiled/);
});
