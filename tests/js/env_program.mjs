// Environments with everything that they can have, as bits: run in Node and in a browser, with any number of threads.

/** @typedef {typeof import('limber/env')} Env */

/** Ways in which threads work together. @type {[string, Partial<import('limber/env').EnvOptions>][]} */
export const crews = [
  ['this thread and a worker', { workers: 2 }],
  ['two workers', { workers: 2, here: false }],
  ['messages', { workers: 2, shared: false }],
];

const leg = (/** @type {string} */ name, /** @type {number} */ x) =>
  `<body name="${name}" pos="${x} 0 -.1"><joint name="${name}" axis="0 1 0" range="-60 60" damping=".2"/>
    <geom name="${name}" type="capsule" fromto="0 0 0 0 0 -.2" size=".03"/></body>`;

/** A task that has a bit of all. */
export const everything = {
  model: `<mujoco><compiler autolimits="true"/><option timestep="0.005"/><worldbody><geom name="floor" type="plane" size="9 9 .1"/>
    <body name="trunk" pos="0 0 .4"><freejoint name="root"/><geom name="trunk" type="box" size=".2 .1 .05"/><site name="imu"/>${leg('front', 0.15)}${leg('rear', -0.15)}</body></worldbody>
    <actuator><motor name="front" joint="front" ctrlrange="-5 5"/><motor name="rear" joint="rear" ctrlrange="-5 5"/></actuator>
    <sensor><gyro name="gyro" site="imu"/><accelerometer name="felt" site="imu"/></sensor></mujoco>`,
};

/** @param {Env} env */
export function optionsOf(env) {
  /** @type {import('limber/env').EnvOptions} */
  const options = {
    control: env.pd({ kp: 20, kd: 0.5, scale: 0.5, limit: 5, clip: 1 }),
    decimation: 4,
    timeLimit: 0.5,
    observe: {
      body: [
        env.angularVelocity('imu'),
        env.linearVelocity('trunk'),
        env.gravity('trunk'),
        env.heading('trunk'),
        env.jointPositions(),
        env.jointVelocities(),
        env.lastAction(),
        env.command('go'),
        env.clock(0.3),
      ],
      sensors: [env.sensor('gyro'), env.sensor('felt'), env.touching(['front', 'rear'])],
    },
    history: { body: 2 },
    noise: { body: { jointPositions: env.normal(0.01), gravity: env.added(-0.1, 0.1) } },
    delay: { action: [0, 2], sensors: [0, 1] },
    commands: { go: env.velocityCommand({ forward: [-1, 1], turn: [-1, 1], every: [0.1, 0.2] }) },
    reward: {
      track: [1, env.exp(env.velocityError('go'), 0.25)],
      turn: [0.5, env.exp(env.velocityError('go', { part: 'angular' }), 0.25)],
      effort: [-1e-3, env.squared(env.torques())],
      steps: [0.1, env.sum(env.airTime(['front', 'rear'], { threshold: 0.05 }))],
      level: [0.2, env.tolerance(env.tilt('trunk'), { high: 0.1, margin: 0.5 })],
    },
    terminate: { fell: env.tilted('trunk', 1), low: env.below('trunk', 0.12) },
    start: {
      yaw: env.uniform(-3, 3),
      'joint:front.qpos': env.added(-0.3, 0.3),
      qvel: env.normal(0.1),
    },
    randomize: {
      'geom:*.friction[0]': env.uniform(0.5, 1),
      'body:trunk.mass': env.scaled(0.8, 1.2),
      push: env.every([0.1, 0.3], env.impulse('trunk', 0.5)),
    },
  };
  return options;
}

/**
 * What environments give, as a text of bits for each. ended: whether an episode must have ended on the way.
 * @param {Env} env
 * @param {{ count: number, steps: number, first?: number, ended?: boolean } & Partial<import('limber/env').EnvOptions>} setting
 * @returns {Promise<string[]>}
 */
export async function envBits(env, { count, steps, first = 0, ended: mustEnd = true, ...options }) {
  const made = await env.makeEnv(everything.model, { ...optionsOf(env), ...options, count, first });
  const sums = Array.from({ length: count }, () => [0x811c9dc5, 0x1234567]);
  /** @param {Float32Array | Float64Array | Uint8Array} rows */
  const add = (rows) => {
    const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
    const width = bytes.length / count;
    for (let i = 0; i < count; i++)
      for (let k = i * width; k < (i + 1) * width; k++) {
        sums[i][0] = Math.imul(sums[i][0] ^ bytes[k], 0x01000193);
        sums[i][1] = (Math.imul(sums[i][1], 31) + bytes[k]) | 0;
      }
  };
  let ended = 0;
  try {
    await made.reset({ seed: 11 });
    const action = made.action;
    for (let step = 0; step < steps; step++) {
      for (let i = 0; i < action.length; i++)
        action[i] = (((i + 2 * first) * 37 + step * 11) % 19) / 9 - 1;
      const { observation, reward, terminated, truncated, info } = await made.step(action);
      add(reward);
      add(terminated);
      add(truncated);
      for (const rows of Object.values(observation)) add(rows);
      for (const rows of Object.values(info.finalObservation)) add(rows);
      for (const byte of info.ended) ended += byte;
    }
  } finally {
    made.dispose();
  }
  if (ended === 0 && mustEnd) throw new Error('no episode ended: this shows less than it should');
  return sums.map(([a, b]) => `${a >>> 0}.${b >>> 0}`);
}
