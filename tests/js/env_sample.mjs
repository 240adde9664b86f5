// A quadruped of our own, and an environment with a term of each kind that people write first: with pictures in a page, without in Node.

/** @typedef {typeof import('limber/env')} Env */

const leg = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y) =>
  `<body name="${name}" pos="${x} ${y} 0"><joint name="${name}_hip" axis="0 1 0" range="-60 60"/><geom type="capsule" fromto="0 0 0 0 0 -.15" size=".02"/>
    <body pos="0 0 -.15"><joint name="${name}_knee" axis="0 1 0" range="-120 0"/><geom type="capsule" fromto="0 0 0 0 0 -.15" size=".015"/>
      <geom name="foot_${name}" pos="0 0 -.16" size=".025"/></body></body>`;
const corners = /** @type {const} */ ([
  ['fl', 0.2, 0.1],
  ['fr', 0.2, -0.1],
  ['rl', -0.2, 0.1],
  ['rr', -0.2, -0.1],
]);

export const joints = corners.flatMap(([name]) => [`${name}_hip`, `${name}_knee`]);

export const quadruped = `<mujoco><compiler autolimits="true"/><option timestep=".002" integrator="implicitfast"/><worldbody>
  <light pos="0 0 3"/><geom name="floor" type="plane" size="9 9 .1" rgba=".2 .6 .3 1"/>
  <body name="trunk" pos="0 0 .32"><freejoint name="root"/><geom name="trunk" type="box" size=".22 .08 .04" mass="4"/><site name="imu"/>
    <camera name="head" pos=".25 0 .05" xyaxes="0 -1 0 .3 0 1"/>${corners.map(([name, x, y]) => leg(name, x, y)).join('')}</body></worldbody>
  <actuator>${joints.map((name) => `<motor name="${name}" joint="${name}" ctrlrange="-20 20"/>`).join('')}</actuator>
  <keyframe><key name="home" qpos="0 0 .3 1 0 0 0 ${'.4 -.8 '.repeat(4)}"/></keyframe></mujoco>`;

/** @param {Env} env @param {boolean} draws whether there are pictures @returns {import('limber/env').EnvOptions} */
export function sample(env, draws) {
  const { pd, angularVelocity, gravity, jointPositions, jointVelocities, lastAction, command } =
    env;
  const { exp, velocityError, squared, torques, below, uniform, scaled, every, impulse } = env;
  return {
    count: 4,
    seed: 1,
    control: pd({ joints, kp: 30, kd: 1, scale: 0.25, default: 'home' }),
    decimation: 10,
    timeLimit: 20,
    observe: {
      base: [
        angularVelocity('imu'),
        gravity('trunk'),
        jointPositions({ minus: 'home' }),
        jointVelocities(),
        lastAction(),
        command('velocity'),
      ],
      ...(draws && { camera: env.pixels('head', 64, 64) }),
    },
    history: { base: 3 },
    noise: { base: { gravity: env.added(-0.05, 0.05) } },
    delay: { base: [0, 1] },
    commands: { velocity: env.velocityCommand({ forward: [-1, 1], turn: [-1, 1] }) },
    reward: {
      track: [2, exp(velocityError('velocity'), 0.25)],
      torque: [-2e-4, squared(torques())],
      alive: [0.5, 1],
    },
    terminate: { fell: below('trunk', 0.2) },
    start: { key: 'home' },
    randomize: {
      'geom:foot*.friction[0]': uniform(0.4, 1.2),
      'body:trunk.mass': scaled(0.8, 1.2),
      push: every(4, impulse('trunk', 0.5)),
    },
  };
}
