// Batches on the GPU, on a software adapter: stages and steps against the engine, masks, resets, parameters, capacities, what is
// refused, and worlds that diverge. `node tests/gpu_stages.mjs` compares the stages of many models.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MjError, createBatch, load } from 'limber';
import { mostDofs } from '../../js/gpu/coverage.js';
import { solverBytes } from '../../js/gpu/wgsl/solve.js';
import { findProgram, found } from '../helpers.mjs';
import { allScenes, field, shapes } from '../gpu_scenes.mjs';
import { beyond, compareStages, difference } from '../gpu_compare.mjs';
import { hasDriver } from '../gpu_stages.mjs';
import { compareStatistics, unlike } from '../gpu_statistics.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const execute = promisify(execFile);
const options = { skip: !hasDriver && 'needs the Vulkan driver of Chromium' };

/** The sample; `node tests/gpu_stages.mjs` compares all. */
const sample = allScenes.filter(({ name }) =>
  [
    'all kinds of contacts and constraints',
    'meshes, boxes and cylinders on a height field',
    'tendons around geoms',
    'sensors',
    'PID, orientation servos, motors, implicitfast',
    'adhesion',
  ].includes(name),
);

for (const scene of sample)
  test(`stages of a GPU batch are those of the engine: ${scene.name}`, options, async () => {
    const simulation = await load(scene.xml);
    try {
      const found = await compareStages(simulation, { steps: scene.steps });
      assert.deepEqual(beyond(found, scene), [], JSON.stringify(found));
    } finally {
      simulation.dispose();
    }
  });

test('worlds on the GPU do in the mean what they do on the CPU', options, async () => {
  const found = await compareStatistics('hopper', { count: 32, steps: 80 });
  assert.deepEqual(unlike(found), [], JSON.stringify(found));
});

const cart = `<mujoco>
  <option timestep="0.01" integrator="INTEGRATOR"/>
  <worldbody><body><joint name="x" type="slide" axis="1 0 0" damping=".1" range="-1 1" limited="true"/><geom size=".1" mass="1"/>
    <body name="pole"><joint name="hinge" axis="0 1 0" damping=".01"/><geom name="rod" type="capsule" fromto="0 0 0 0 0 .6" size=".02" mass=".1"/></body></body></worldbody>
  <actuator><motor joint="x" gear="10" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor><jointpos joint="x"/><jointpos joint="hinge"/></sensor>
  <keyframe><key name="tilted" qpos=".1 .2" qvel="0 .3" time="2"/></keyframe>
</mujoco>`;

for (const [integrator, dispatches, limits] of /** @type {const} */ ([
  ['Euler', 4, 'limits'],
  ['RK4', 9, 'limits'],
  ['RK4', 1, 'no constraints'],
  ['implicitfast', 4, 'limits'],
]))
  test(
    `steps and resets follow those of the engine: ${integrator}, ${limits}`,
    options,
    async () => {
      const xml = cart
        .replace('INTEGRATOR', integrator)
        .replace('limited="true"/><geom size', `limited="${limits === 'limits'}"/><geom size`);
      const gpu = await createBatch(xml, { backend: 'gpu', count: 40, seed: 5 });
      const cpu = await createBatch(xml, { count: 40, seed: 5, workers: 1 });
      try {
        assert.equal(gpu.costs.dispatches, dispatches);
        const start = { key: 'tilted', noise: { qpos: 0.05, qvel: 0.1 } };
        for (const batch of [gpu, cpu]) {
          await batch.reset([3, 37], start);
          batch.field('ctrl').fill(0.4);
          await batch.step(50);
        }
        const [qpos, qvel, time, sensors] = await gpu.read('qpos', 'qvel', 'time', 'sensordata');
        assert.ok(difference(qpos, cpu.qpos) < 5e-5, `positions ${difference(qpos, cpu.qpos)}`);
        assert.ok(difference(qvel, cpu.qvel) < 5e-4, `velocities ${difference(qvel, cpu.qvel)}`);
        assert.ok(difference(time, cpu.time) < 1e-6);
        assert.ok(difference(sensors, cpu.field('sensordata')) < 1e-4);
        assert.ok(Math.abs(time[3] - 2.5) < 1e-5 && Math.abs(time[4] - 0.5) < 1e-5);
      } finally {
        gpu.dispose();
        cpu.dispose();
      }
    },
  );

test('masks, parameters, snapshots, buffers and worlds that diverge', options, async () => {
  const xml = cart.replace('INTEGRATOR', 'Euler');
  const gpu = await createBatch(xml, {
    backend: 'gpu',
    count: 4,
    vary: ['body_mass', 'body_inertia', 'opt.gravity'],
  });
  try {
    gpu.vary('opt.gravity').set([3, 0, -9.81], 3);
    gpu.vary('body_mass').set([0, 5, 1], 6);
    const [qpos] = await gpu.read('qpos');
    for (let i = 0; i < 4; i++) qpos[2 * i + 1] = 0.3;
    const before = await gpu.snapshot();
    await gpu.step(20, { mask: [0, 1, 2] });
    const moved = (await gpu.read('qpos'))[0].slice();
    assert.equal(moved[7], Math.fround(0.3), 'left out by the mask');
    assert.ok(moved[2] !== moved[0] && moved[4] !== moved[0], 'gravity and mass of its own');

    await gpu.restore(before);
    await gpu.step(20, { mask: Uint8Array.of(1, 1, 1, 0) });
    assert.deepEqual((await gpu.read('qpos'))[0], moved, 'the same again');

    gpu.give(['qpos']);
    const buffer = gpu.buffer('qpos');
    assert.equal(buffer.size, 4 * 4 * 2);
    // what others of the device do with the rows of a field: here they swap two simulations
    const encoder = gpu.device.createCommandEncoder();
    const spare = gpu.device.createBuffer({ size: 16, usage: 4 | 8 });
    encoder.copyBufferToBuffer(buffer, 0, spare, 0, 8);
    encoder.copyBufferToBuffer(buffer, 16, spare, 8, 8);
    encoder.copyBufferToBuffer(spare, 8, buffer, 0, 8);
    encoder.copyBufferToBuffer(spare, 0, buffer, 16, 8);
    gpu.device.queue.submit([encoder.finish()]);
    gpu.take(['qpos']);
    const [swapped] = await gpu.read('qpos');
    assert.deepEqual(
      [...swapped],
      [4, 5, 2, 3, 0, 1, 6, 7].map((k) => moved[k]),
    );
    swapped.set(moved);

    // what is not finite, and what has no inertia, rests; the others go on as they would
    const [qvel] = await gpu.read('qvel');
    qvel[2] = NaN;
    gpu.vary('body_mass').fill(0, 9, 12);
    gpu.vary('body_inertia').fill(0, 27, 36);
    await gpu.step(3);
    const [status, warnings, time, qpos2] = await gpu.read('status', 'warnings', 'time', 'qpos');
    assert.deepEqual([...status], [0, 1, 0, 1]);
    assert.equal(
      warnings.subarray(7, 14).some((x) => x > 0),
      true,
    );
    assert.ok(Math.abs(time[0] - 0.23) < 1e-6 && time[3] < 0.01);
    const [first, third] = [qpos2.slice(0, 2), qpos2.slice(4, 6)];
    await gpu.restore(before);
    await gpu.step(23, { mask: [0, 2] });
    const [again] = await gpu.read('qpos');
    assert.deepEqual([again.slice(0, 2), again.slice(4, 6)], [first, third]);
  } finally {
    gpu.dispose();
  }
  await assert.rejects(gpu.step(), /disposed/);
});

test('a batch whose GPU is lost says so and goes on from a snapshot', options, async () => {
  const xml = `<mujoco><worldbody><body><joint name="x" type="slide" axis="1 0 0"/><geom size=".1"/></body></worldbody>
    <actuator><motor joint="x"/></actuator></mujoco>`;
  const gpu = await createBatch(xml, { backend: 'gpu', count: 2 });
  try {
    await assert.rejects(gpu.recover(), /recover is for a batch whose GPU was lost/);
    for (let k = 0; k < 2; k++) {
      await gpu.reset();
      assert.deepEqual([...gpu.field('ctrl')], [0, 0], 'held rows follow a reset');
      gpu.field('ctrl').set([0.4, -0.2]);
      await gpu.step(5);
    }
    const before = await gpu.snapshot();
    await gpu.step(4);
    const expected = (await gpu.read('qpos'))[0].slice();
    assert.ok(expected[0] > 0 && expected[1] < 0, 'the same controls after a reset');
    gpu.device.destroy();
    await gpu.device.lost;
    await assert.rejects(gpu.step(), /batch.step: the GPU was lost .*recover\(\)/);
    await assert.rejects(gpu.read('qpos'), /batch.read: the GPU was lost/);
    await gpu.recover(before);
    await gpu.step(4);
    assert.deepEqual((await gpu.read('qpos'))[0], expected);
    await gpu.reset();
    assert.deepEqual([...gpu.field('qpos')], [0, 0]);
  } finally {
    gpu.dispose();
  }
});

test(
  'simulations have what the model has not: damping, gravity compensation',
  options,
  async () => {
    const made = (/** @type {string} */ joint, /** @type {string} */ body) =>
      `<mujoco><worldbody><body ${body}><joint axis="0 1 0" ${joint}/><geom pos=".2 0 0" size=".1"/></body></worldbody></mujoco>`;
    const gpu = await createBatch(made('', ''), {
      backend: 'gpu',
      count: 2,
      vary: ['dof_damping', 'body_gravcomp'],
    });
    try {
      gpu.vary('dof_damping')[1] = 5;
      gpu.vary('body_gravcomp')[3] = 0.5;
      await gpu.step(30);
      const [qvel] = await gpu.read('qvel');
      for (const [i, xml] of [made('', ''), made('damping="5"', 'gravcomp=".5"')].entries()) {
        const simulation = await load(xml);
        simulation.step(30);
        const [expected] = simulation.data.qvel;
        assert.ok(Math.abs(qvel[i] - expected) < 1e-5, `${i}: ${qvel[i]} for ${expected}`);
        simulation.dispose();
      }
    } finally {
      gpu.dispose();
    }
  },
);

test(
  'a corner in a ridge of a height field is pushed upwards, on a device with the limits of every WebGPU',
  options,
  async () => {
    const { create } = await import('webgpu');
    const instance = create([]);
    const device = await found(await instance.requestAdapter()).requestDevice();
    const box = `<geom type="box" size=".05 .06 .07" euler="40 38 20"/>`;
    const gpu = await createBatch(
      `<mujoco><asset>${field}</asset><worldbody><geom type="hfield" hfield="f" pos=".3 .3 0"/>
    <body><freejoint/>${box}</body></worldbody></mujoco>`,
      { backend: 'gpu', device, nconmax: 4, njmax: 16 },
    );
    try {
      await gpu.read('qpos');
      gpu.field('qpos').set([0.322, 0.02, 0.139, 1, 0.003, 0.001, 0.011]);
      await gpu.forward();
      const [[count], contact] = await gpu.read('ncon', 'contact');
      assert.equal(count, 2);
      for (const up of [contact[6], contact[37]]) assert.ok(up > 0.9, `${up}`);
    } finally {
      gpu.dispose();
      device.destroy();
    }
  },
);

test('contacts beyond the capacity are counted, and do not disturb others', options, async () => {
  const gpu = await createBatch(shapes, { backend: 'gpu', count: 2, nconmax: 2, njmax: 60 });
  try {
    const raise = async (/** @type {number} */ world, /** @type {number} */ height) => {
      const [qpos] = await gpu.read('qpos');
      const { nq } = gpu.model;
      for (let body = 0; body < 7; body++) qpos[world * nq + 7 * body + 2] += height * (body + 1);
    };
    await raise(1, 5);
    const [begun] = (await gpu.read('warnings')).map((rows) => rows.slice());
    await gpu.step(2);
    const [warnings, ncon, status, qpos] = await gpu.read('warnings', 'ncon', 'status', 'qpos');
    assert.equal(warnings, gpu.warnings);
    assert.ok(warnings[1] > begun[1] && ncon[0] === 2);
    assert.equal(warnings[8], begun[8], 'one that overflows beside one that does not');
    assert.deepEqual([...status], [0, 0]);
    const beside = qpos.slice(gpu.model.nq);
    await gpu.reset();
    for (const world of [0, 1]) await raise(world, 5);
    await gpu.step(2);
    const [none, again] = await gpu.read('warnings', 'qpos');
    assert.deepEqual([none[1], none[8]], [begun[1], begun[8]]);
    assert.deepEqual(again.slice(gpu.model.nq), beside);
  } finally {
    gpu.dispose();
  }
});

test(
  'the program of docs/gpu.md trains a cart to balance its pole, in Node and in Deno',
  options,
  async () => {
    const folder = path.join(root, 'build/gpu_docs');
    fs.mkdirSync(folder, { recursive: true });
    const text = fs.readFileSync(path.join(root, 'docs/gpu.md'), 'utf8');
    const [, code] = /```js\n([^]*?)```/.exec(text) ?? [];
    const file = path.join(folder, 'sample.mjs');
    fs.writeFileSync(file, code);
    const deno = findProgram('@deno', 'deno');
    const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: path.join(folder, 'deno') };
    const limits = ['--no-remote', '--node-modules-dir=manual', '--allow-read', '--quiet'];
    const runs = [
      execute(process.execPath, [file]),
      ...(deno ? [execute(deno, ['run', ...limits, file], { env })] : []),
    ];
    for (const { stdout } of await Promise.all(runs)) {
      const lines = stdout.trim().split('\n');
      const upright = lines.map((line) => Number(line.split(': ')[1]));
      assert.equal(upright.length, 6);
      assert.ok(upright[5] > 85 && upright[5] > 2 * upright[0], stdout);
    }
  },
);

test('a workgroup of the solver fits into the 16 KiB of every WebGPU', () => {
  for (const solver of /** @type {const} */ (['newton', 'cg']))
    for (let nv = 1; nv <= mostDofs; nv++) {
      const sizes = /** @type {import('../../js/gpu/layout.js').Sizes} */ ({ nv, solver });
      const bytes = solverBytes(sizes);
      assert.ok(bytes > 200 && bytes <= 16384, `${solver}, ${nv} dofs: ${bytes}`);
    }
});

test('without an adapter the error says so, and what needs none', async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const gpu = { requestAdapter: () => Promise.resolve(null) };
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
  try {
    await assert.rejects(
      createBatch(shapes, { backend: 'gpu', nconmax: 8, njmax: 32 }),
      /there is no GPU adapter here; createBatch\(source, { backend: 'cpu' }\) needs none/,
    );
  } finally {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  }
});

test('what is not covered is refused with the whole list', async () => {
  const xml = `<mujoco><option solver="PGS" noslip_iterations="3" density="2"/><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody></mujoco>`;
  await assert.rejects(createBatch(xml, { backend: 'gpu' }), (error) => {
    assert.ok(error instanceof MjError);
    assert.match(error.message, /PGS, noslip iterations, fluid forces.*backend: 'cpu'/);
    return true;
  });
  // what kernels are made for cannot differ
  const plain = xml.replace(/<option[^>]*>/, '');
  for (const name of ['opt.iterations', 'opt.density', 'opt.wind', 'actuator_damping', 'geom_type'])
    await assert.rejects(
      createBatch(plain, { backend: 'gpu', vary: [name] }),
      new RegExp(`'${name}' is no parameter of numbers that the GPU can vary`),
    );
  const actuated = (/** @type {string} */ motor) =>
    `<mujoco><worldbody><site name="a"/><body><joint name="j"/><geom size=".1"/><site name="b" pos="0 0 .3"/></body></worldbody>
    <tendon><spatial name="t"><site site="a"/><site site="b"/></spatial></tendon><actuator>${motor}</actuator></mujoco>`;
  for (const [name, motor] of [
    ['actuator_gear', '<motor joint="j" damping="1"/>'],
    ['actuator_gear', '<motor joint="j" armature="1"/>'],
    ['tendon_armature', '<motor joint="j"/>'],
  ])
    await assert.rejects(
      createBatch(actuated(motor), { backend: 'gpu', vary: [name] }),
      new RegExp(`'${name}' is no parameter of numbers that the GPU can vary`),
    );
  // @ts-expect-error: no backend
  await assert.rejects(createBatch(xml, { backend: 'npu' }), /backend is 'cpu' or 'gpu', got npu/);
});
