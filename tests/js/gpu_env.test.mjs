// Environments on the GPU, on a software adapter: the same observations, rewards, ends, commands and resets as on the CPU.
import assert from 'node:assert/strict';
import test from 'node:test';
import * as env from 'limber/env';
import { Training } from 'limber/env/train';
import { difference } from '../gpu_compare.mjs';
import { hasDriver } from '../gpu_stages.mjs';

const options = { skip: !hasDriver && 'needs the Vulkan driver of Chromium' };

const leg = `<mujoco>
  <option timestep="0.004" integrator="implicitfast"/>
  <worldbody><geom name="floor" type="plane" size="5 5 .1"/>
    <body name="trunk" pos="0 0 .5"><freejoint name="root"/><geom name="trunk" type="box" size=".1 .1 .05"/><site name="imu" euler="0 20 30"/>
      <body name="leg" pos="0 0 -.05"><joint name="hip" axis="0 1 0" range="-1 1" limited="true" damping=".2"/><geom type="capsule" fromto="0 0 0 0 0 -.2" size=".02" contype="0" conaffinity="0"/>
        <body name="shank" pos="0 0 -.2"><joint name="knee" axis="0 1 0" damping=".2" armature=".01"/><geom name="foot" pos="0 0 -.1" size=".04"/></body></body></body>
    <body name="mark" mocap="true" pos="1 0 .3"><site name="mark"/></body>
  </worldbody>
  <actuator><position name="hip" joint="hip" kp="20" ctrlrange="-1 1" ctrllimited="true"/><motor name="knee" joint="knee" gear="2" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor><gyro name="gyro" site="imu"/><jointpos name="angle" joint="knee"/></sensor>
  <keyframe><key name="stand" qpos="0 0 .36 1 0 0 0 .1 -.2" ctrl=".1 0" mpos="1 0 .3" mquat="1 0 0 0"/></keyframe>
</mujoco>`;

const route = { of: 'trunk', through: ['imu', 'mark'], radius: 0.05 };

/** All that is compiled to WGSL, in one environment. @type {import('../../js/env/types.js').EnvOptions} */
const everything = {
  control: env.position({ scale: 0.4, default: 'stand' }),
  decimation: 2,
  stepLimit: 9,
  observe: {
    policy: [
      env.jointPositions({ minus: 'stand' }),
      env.jointVelocities(),
      env.jointAccelerations({ joints: 'knee' }),
      env.sineCosine('hip'),
      env.limitExcess({ soft: 0.05 }),
      env.positions({ skip: 2 }),
      env.velocities({ skip: 6 }),
      env.torques(),
      env.power(),
      env.lastAction(),
      env.actionRate(),
      env.command('go'),
      env.sensor('gyro'),
      env.clock(0.5),
      env.field('cinert', { skip: 10 }),
    ],
    frames: [
      env.angularVelocity('imu'),
      env.linearVelocity('imu', 'world'),
      env.gravity('trunk'),
      env.framePosition('imu'),
      env.height('foot'),
      env.orientation('imu'),
      env.upright('imu'),
      env.tilt('imu'),
      env.heading('imu'),
      env.offset('mark', 'imu'),
      env.distance('mark', 'imu'),
      env.angleBetween('shank', 'imu'),
      env.rotationBetween('shank', 'imu'),
      env.centreOfMass('leg'),
      env.velocityError('go'),
      env.velocityError('go', { part: 'angular' }),
      env.touching('foot'),
      env.airTime(['foot', 'trunk'], { threshold: 0.01, others: 'floor' }),
      env.rate(env.jointPositions()),
      env.routeOffset(route, { ahead: 2 }),
      env.routeProgress(route),
      env.routePassed(route),
    ],
  },
  history: { policy: { length: 2, order: 'terms' } },
  noise: { policy: { jointVelocities: env.added(-0.1, 0.1), torques: env.normal(0.1) } },
  delay: { frames: [0, 2], action: [0, 2] },
  commands: {
    go: env.velocityCommand({
      forward: [-1, 1],
      left: [0, 1],
      turn: [-1, 1],
      every: [0.02, 0.05],
      still: 0.3,
      zero: 0.3,
    }),
  },
  reward: {
    near: [0.5, env.exp(env.velocityError('go'), 0.4)],
    calm: [-0.1, env.squared(env.jointVelocities())],
    size: [0.2, env.norm(env.velocities({ skip: 6 }))],
    all: [0.1, env.sum(env.plus(env.jointPositions(), env.minus(2, env.lastAction())))],
    less: [0.1, env.absolute(env.times(env.clipped(env.jointPositions(), -0.1, 0.1), 3))],
    up: [0.1, env.positive(env.product(env.jointPositions(), env.jointVelocities()))],
    most: [0.1, env.largest(env.part(env.gravity('trunk'), 1, 2))],
    inside: [1, env.tolerance(env.height('trunk'), { low: 0.3, high: 0.35, margin: 0.1 })],
    logic: [
      0.3,
      env.any(
        env.not(env.touching('foot')),
        env.all(env.below('trunk', 0.2), env.above('trunk', 0.1)),
      ),
    ],
  },
  terminate: { low: env.below('trunk', 0.33), leans: env.tilted('trunk', 1) },
  start: {
    key: 'stand',
    yaw: env.uniform(-1, 1),
    'joint:root.qpos[2]': env.added(0, 0.1),
    'joint:hip.qpos': env.scaledByRatio(0.5, 2),
    qvel: env.normal(0.2),
    'mocap:mark.pos[1]': env.choice([-1, 0, 1]),
  },
  randomize: {
    'geom:foot.friction[0]': env.uniform(0.5, 1.2),
    push: env.every([0.02, 0.04], env.impulse('trunk', [0, 0.5])),
  },
};

/** Numbers of an observation that differ by more than a tolerance, by name. @param {Record<string, ArrayLike<number>>} one @param {Record<string, ArrayLike<number>>} other @param {Record<string, import('../../js/env/types.js').Space>} space @param {number} tolerance */
const differing = (one, other, space, tolerance) =>
  Object.entries(space).flatMap(([group, { names }]) =>
    Array.from(one[group], (value, i) => {
      const apart = Math.abs(value - other[group][i]) / Math.max(1, Math.abs(value));
      return apart < tolerance
        ? ''
        : `${group} ${Math.floor(i / names.length)} ${names[i % names.length]}: ${value}, ${other[group][i]}`;
    }).filter(Boolean),
  );

/** Both backends from the same seed, with the same actions. @param {import('../../js/env/types.js').EnvOptions} given @param {(cpu: import('../../js/env/types.js').StepResult, gpu: import('../../js/env/types.js').StepResult, step: number, space: Record<string, import('../../js/env/types.js').Space>) => void} compare @param {number} steps */
async function together(given, compare, steps) {
  const cpu = await env.makeEnv(leg, { ...given, count: 5, workers: 1, first: 7 });
  const gpu = await env.makeEnv(leg, { ...given, count: 5, backend: 'gpu', first: 7 });
  try {
    const [one, other] = [await cpu.reset({ seed: 4 }), await gpu.reset({ seed: 4 })];
    const apart = differing(one.observation, other.observation, cpu.observationSpace, 1e-4);
    assert.deepEqual(apart, [], 'at the start');
    const { low, high, shape } = cpu.actionSpace;
    for (let t = 0; t < steps; t++) {
      const action = Float32Array.from({ length: 5 * shape[0] }, (_, i) => {
        const share = 0.5 + 0.5 * Math.sin(3 * i + t);
        const k = i % shape[0];
        return Number.isFinite(high[k]) ? low[k] + share * (high[k] - low[k]) : share - 0.5;
      });
      if (t === 3)
        for (const each of [cpu, gpu]) if (given.commands) each.setCommand('go', [0.5, 0, 0], [1]);
      compare(await cpu.step(action), await gpu.step(action), t, cpu.observationSpace);
    }
    assert.deepEqual(gpu.contract, cpu.contract);
    return gpu;
  } finally {
    cpu.dispose();
    gpu.dispose();
  }
}

test(
  'terms, noise, delays, commands, events and resets on the GPU are those of the CPU',
  options,
  async () => {
    let ended = 0;
    await together(
      everything,
      (cpu, gpu, t, space) => {
        const apart = differing(cpu.observation, gpu.observation, space, 5e-3);
        assert.deepEqual(apart, [], `step ${t}`);
        for (const [name, rows] of Object.entries(cpu.info.rewardTerms))
          assert.ok(
            difference(gpu.info.rewardTerms[name], rows) < 2e-3,
            `step ${t}: reward ${name}`,
          );
        assert.deepEqual(gpu.terminated, cpu.terminated, `step ${t}`);
        assert.deepEqual(gpu.truncated, cpu.truncated);
        assert.deepEqual(gpu.info.ended, cpu.info.ended);
        assert.ok(difference(gpu.info.commands.go, cpu.info.commands.go) < 1e-5);
        for (let i = 0; i < 5; i++)
          if (cpu.info.ended[i]) {
            ended++;
            assert.equal(gpu.info.length[i], cpu.info.length[i]);
            assert.ok(Math.abs(gpu.info.return[i] - cpu.info.return[i]) < 5e-3);
            const size = cpu.info.finalObservation.policy.length / 5;
            const row = (/** @type {Float32Array} */ rows) =>
              rows.subarray(i * size, (i + 1) * size);
            assert.ok(
              difference(
                row(gpu.info.finalObservation.policy),
                row(cpu.info.finalObservation.policy),
              ) < 2e-3,
            );
          }
      },
      12,
    );
    assert.ok(ended >= 5, `${ended} episodes ended`);
  },
);

test(
  'springs between joints and targets, and episodes that begin in the next step',
  options,
  async () => {
    await together(
      {
        control: env.pd({ joints: ['knee'], kp: 20, kd: 1, limit: 3, scale: 0.5 }),
        observe: [env.jointPositions(), env.field('qfrc_applied')],
        reward: { high: [1, env.height('trunk')] },
        stepLimit: 3,
        autoreset: 'next-step',
        start: { key: 'stand', qvel: env.normal(0.2) },
      },
      (cpu, gpu, t) => {
        assert.ok(difference(gpu.observation.policy, cpu.observation.policy) < 1e-3, `step ${t}`);
        assert.deepEqual(gpu.truncated, cpu.truncated);
        assert.ok(difference(gpu.reward, cpu.reward) < 1e-4, `step ${t}`);
      },
      6,
    );
  },
);

/** A small perceptron with numbers that look random. @param {number} inputs @param {number} outputs @returns {import('limber/env').PolicyData} */
function perceptron(inputs, outputs) {
  const wave = (/** @type {number} */ size) =>
    Float32Array.from({ length: size }, (_, i) => Math.sin(7 * i + 1) / 2);
  const layer = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {'elu' | 'tanh' | 'none'} */ activation,
  ) => ({
    weight: wave(from * to),
    bias: wave(to),
    activation,
  });
  return {
    observation: {
      group: 'policy',
      size: inputs,
      terms: [],
      mean: wave(inputs),
      deviation: new Float32Array(inputs).fill(2),
      clip: 1,
    },
    action: { size: outputs },
    commands: [],
    layers: [layer(inputs, 5, 'elu'), layer(5, 4, 'tanh'), layer(4, outputs, 'none')],
  };
}

test(
  'a policy acts on the GPU, and simulations are drawn, without reading anything',
  options,
  async () => {
    const given = {
      control: env.torque(),
      observe: [env.jointPositions(), env.jointVelocities()],
      start: { key: 'stand', qvel: env.normal(0.5) },
    };
    const cpu = await env.makeEnv(leg, { ...given, count: 3, workers: 1 });
    const gpu = await env.makeEnv(leg, { ...given, count: 3, backend: 'gpu' });
    const device = gpu.gpu?.device;
    try {
      assert.ok(gpu.gpu && device);
      const data = perceptron(4, 2);
      const here = await env.loadPolicy(JSON.parse(env.writePolicy(data)));
      const there = await gpu.gpu.policy(data);
      let { observation } = await cpu.reset({ seed: 2 });
      const { observation: seen } = await gpu.reset({ seed: 2 });
      for (let t = 0; t < 4; t++) {
        ({ observation } = await cpu.step(await here.act(observation)));
        await gpu.gpu.advance(there);
      }
      assert.equal(gpu.steps[0], 0, 'nothing was read');
      await gpu.gpu.read();
      assert.deepEqual([...gpu.steps], [4, 4, 4]);
      assert.deepEqual(differing(observation, seen, cpu.observationSpace, 1e-3), []);
      await assert.rejects(
        gpu.gpu.policy(perceptron(5, 2)),
        /numbers of an observation: the policy has 5, the environment 4/,
      );

      // a picture: the background, the ground, and shapes of three simulations
      const view = await gpu.gpu.gpu.view({ format: 'rgba8unorm', spacing: 1 });
      const size = 64;
      const target = device.createTexture({
        size: [size, size],
        format: 'rgba8unorm',
        usage: 16 | 1,
      });
      view.draw(target, { azimuth: 90, elevation: -20, distance: 4, lookat: [0, 0, 0.3] });
      const copy = device.createBuffer({ size: 256 * size, usage: 1 | 8 });
      const encoder = device.createCommandEncoder();
      encoder.copyTextureToBuffer({ texture: target }, { buffer: copy, bytesPerRow: 256 }, [
        size,
        size,
      ]);
      device.queue.submit([encoder.finish()]);
      await copy.mapAsync(1);
      const pixels = new Uint32Array(copy.getMappedRange().slice(0));
      const bright = pixels.filter((pixel) => (pixel & 255) > 60).length;
      assert.ok(bright > 20 && bright < pixels.length / 2, `${bright} pixels of shapes`);
      assert.ok(new Set(pixels).size > 5, 'shades');
      view.dispose();
    } finally {
      cpu.dispose();
      gpu.dispose();
    }
  },
);

test(
  'what environments on the GPU do not cover is refused with the whole list',
  options,
  async () => {
    const made = env.makeEnv(leg.replace('<option', '<option density="1"'), {
      backend: 'gpu',
      control: env.control(() => {}, { size: 1 }),
      observe: {
        policy: [env.term(() => 1)],
        view: env.pixels('free', 4, 4),
      },
      contactForces: true,
      workers: 1,
    });
    await assert.rejects(
      made,
      /functions as terms, contactForces, functions as control, pictures, fluid forces \(density, viscosity\); backend: 'cpu' does/,
    );
  },
);

test('the evolution strategy trains a cart-pole on the GPU', options, async () => {
  const { model, options: task } = await env.loadTask('cartpole');
  const made = await env.makeEnv(model.replace('integrator="RK4"', ''), {
    ...task,
    start: { ...task.start, 'joint:hinge.qpos': env.uniform(-0.1, 0.1) },
    count: 64,
    backend: 'gpu',
    timeLimit: 1,
  });
  try {
    const training = new Training(made, {
      method: 'es',
      hidden: [8],
      episodes: 2,
      noise: 0.2,
      rate: 0.1,
      seed: 1,
    });
    const returns = [];
    for (let k = 0; k < 12; k++) returns.push((await training.next()).return);
    // the most is 1: it is upright for 50 steps of 0.02
    const [first, last] = [returns[0], returns[11]];
    assert.ok(
      1 - last < 0.6 * (1 - first),
      `returns ${returns.map((x) => x.toFixed(2)).join(' ')}`,
    );
  } finally {
    made.dispose();
  }
});
