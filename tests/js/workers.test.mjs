// Workers: many simulations at once, and a simulation that runs beside the program.
import assert from 'node:assert/strict';
import test from 'node:test';
import * as limber from 'limber';
import { checkRemote, checkRollout } from './remote_program.mjs';

const { createRolloutPool, load, moveToWorker, rollout } = limber;

const xml = `<mujoco>
  <worldbody><body><joint name="j" damping=".1"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/></body></worldbody>
  <actuator><motor name="m" joint="j"/></actuator>
  <sensor><jointpos joint="j"/><jointvel joint="j"/></sensor>
</mujoco>`;

test('a batch is what single simulations give, whatever the number of workers', async () => {
  const sim = await load(xml);
  const steps = 20;
  const count = 9;
  const control = Float64Array.from({ length: count * steps }, (_, i) => Math.sin(i));
  const results = [];
  for (const workers of [1, 2]) {
    const pool = await createRolloutPool(sim, { workers });
    assert.equal(pool.workers, workers);
    results.push(await pool.run({ steps, control }));
    pool.dispose();
  }
  const [one, two] = results;
  assert.equal(one.count, count);
  assert.deepEqual(one.states, two.states);
  assert.deepEqual(one.sensors, two.sensors);
  assert.deepEqual([...one.good], Array(count).fill(steps));

  // the last simulation, step by step
  const last = count - 1;
  for (let i = 0; i < steps; i++) {
    sim.data.ctrl[0] = control[last * steps + i];
    sim.step();
    const row = 2 * (last * steps + i);
    assert.deepEqual([...one.sensors.subarray(row, row + 2)], [...sim.data.sensordata]);
  }
});

test('initial states, and only what is wanted', async () => {
  const sim = await load(xml);
  const pool = await createRolloutPool(sim, { workers: 1 });
  const size = pool.stateSize;
  const initial = new Float64Array(3 * size);
  for (let i = 0; i < 3; i++) initial.set([0, i / 10], i * size);
  const { states, sensors, count } = await pool.run({ initial, steps: 2, sensors: false });
  assert.equal(count, 3);
  assert.equal(sensors.length, 0);
  assert.equal(states.length, 3 * 2 * size);
  assert.ok(states[2 * 2 * size + 1] > states[1]);
  await assert.rejects(pool.run({ steps: 0 }), /steps must be a positive whole number/);
  await assert.rejects(pool.run({ steps: 2, initial: [1] }), /initial must be divisible/);
  await assert.rejects(
    pool.run({ steps: 2, initial, control: new Float64Array(4) }),
    /control is for 2 simulations, there are 3/,
  );
  pool.dispose();
  await assert.rejects(pool.run({ steps: 1 }), /the pool was closed/);
});

for (const shared of [true, false]) {
  const how = shared ? 'with shared memory' : 'with messages';
  test(`a simulation in a worker has the interface of one here, ${how}`, async () => {
    const callbacks = new URL('./remote_callbacks.mjs', import.meta.url).href;
    assert.deepEqual(await checkRemote(limber, { shared, callbacks }), []);
  });
}

test('a batch has the bits of single simulations; its errors and its end', async () => {
  assert.deepEqual(await checkRollout(limber), []);
});

test('a rollout in one call', async () => {
  const sim = await load(xml);
  const { states } = await rollout(sim, { steps: 5, count: 4, workers: 2 });
  assert.equal(states.length, 4 * 5 * 3);
});

test('a simulation in a worker steps as it does here', async () => {
  const [sim, twin] = [await load(xml), await load(xml)];
  sim.joint('j').value = 0.3;
  twin.joint('j').value = 0.3;
  const remote = await moveToWorker(sim);
  await remote.set('ctrl', [0.5]);
  twin.data.ctrl[0] = 0.5;
  await remote.step(25);
  twin.step(25);
  assert.deepEqual([...remote.local.data.qpos], [...twin.data.qpos]);
  assert.equal(remote.time, twin.time);
  const state = twin.saveState();
  await remote.reset();
  assert.equal(remote.time, 0);
  await remote.restoreState(state);
  assert.equal(remote.time, twin.time);
  remote.dispose();
  assert.throws(() => sim.step());
});

test('a simulation in a worker runs in real time and tells its states', async () => {
  const remote = await moveToWorker(await load(xml));
  /** @type {number[]} */
  const times = [];
  await remote.run({ onFrame: ({ time }) => times.push(time) });
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.ok(remote.running);
  await remote.stop();
  assert.equal(remote.running, false);
  assert.ok(times.length > 2, `${times.length} frames`);
  assert.ok(times.every((time, i) => i === 0 || time >= times[i - 1]));
  assert.ok(remote.time > 0.05 && remote.time < 0.8, `${remote.time}`);
  remote.dispose();
});

for (const shared of [true, false]) {
  const how = shared ? 'through shared memory' : 'as messages';
  test(`states and inputs travel ${how}`, async () => {
    const remote = await moveToWorker(await load(xml), { shared });
    assert.equal(remote.shared, shared);
    const running = remote.run({ speed: 4 });
    await running;
    // what is written here arrives while the worker runs
    remote.actuator('m').ctrl = 2;
    const enough = () => Number(remote.joint('j').value) > 0.5;
    for (let i = 0; i < 200 && !enough(); i++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(enough(), `${remote.joint('j').value}`);
    assert.ok(remote.realTimeFactor > 0);
    await remote.stop();
    const { time } = remote;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(remote.time, time);
    assert.equal(remote.data.ctrl[0], 2);
    assert.equal(remote.sensor(0).data.length, 1);
    assert.ok(Math.abs(remote.sensor(0).data[0] - remote.data.qpos[0]) < 0.1);
    assert.ok(remote.body(1).xpos.every(Number.isFinite));
    await remote.reset();
    assert.equal(remote.data.ctrl[0], 0);
    remote.dispose();
  });
}

test('a simulation in a worker tells where it becomes unstable', async () => {
  const remote = await moveToWorker(await load(xml));
  /** @type {import('limber').UnstableEvent[]} */
  const told = [];
  remote.on('unstable', (event) => told.push(event));
  remote.data.qvel[0] = NaN;
  await remote.step(3);
  for (let i = 0; i < 200 && !told.length; i++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(told[0]?.what, 'velocity');
  assert.equal(told[0].at, 0);
  remote.dispose();
});

test('a simulation in a worker is edited and goes on', async () => {
  const remote = await moveToWorker(await load(xml));
  remote.joint('j').value = 0.4;
  await remote.restoreState(remote.saveState());
  await remote.step(10);
  const { time } = remote;
  const position = remote.joint('j').value;
  await remote.edit((spec) => {
    spec.worldbody.addBody({ name: 'new' }).addGeom({ size: [0.1] });
  });
  assert.equal(remote.model.nbody, 3);
  assert.equal(remote.time, time);
  assert.equal(remote.joint('j').value, position);
  await remote.step(10);
  assert.ok(remote.time > time);
  await assert.rejects(remote.reset('none'), /none/);
  await remote.step();
  remote.dispose();
});
