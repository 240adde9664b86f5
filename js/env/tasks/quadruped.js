// A four-legged robot follows velocity commands on rough ground.
import { every, impulse, position, velocityCommand } from '../controls.js';
import { added, scaled, uniform } from '../distributions.js';
import {
  actionRate,
  airTime,
  angularVelocity,
  clock,
  command,
  exp,
  gravity,
  jointPositions,
  jointVelocities,
  lastAction,
  limitExcess,
  linearVelocity,
  minus,
  part,
  product,
  above,
  norm,
  squared,
  sum,
  tilted,
  torques,
  touching,
  velocityError,
} from '../terms.js';
import { assets, light, text } from './scenery.js';

/** @typedef {import('./task.js').Task} Task */

const ROWS = 81;
const HALF = 10; // m
const RISE = 0.06; // m

/** Of the clock that it sees, s: without one a policy may stand for good in a place that only noise leads out of. */
const BEAT = 0.4;

/**
 * Bumps and hollows: sums of waves, the same in every browser, flat in the middle.
 * @returns {number[]} from 0 to 1
 */
function ground() {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const rough = Array.from({ length: ROWS * ROWS }, random);
  // the mean of each and its neighbours: slopes that a leg can climb
  return rough.map((_, i) => {
    const [row, column] = [Math.floor(i / ROWS), i % ROWS];
    let total = 0;
    for (const [dr, dc] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ])
      total += rough[((row + dr + ROWS) % ROWS) * ROWS + ((column + dc + ROWS) % ROWS)] / 5;
    return Math.max(0, Math.min(1, 2 * total - 0.5));
  });
}

/** @param {string} name @param {number} x @param {number} y */
const leg = (name, x, y) => {
  const side = Math.sign(y);
  return `<body name="${name}_shoulder" pos="${x} ${y} 0">
        <joint name="${name}_abduction" class="abduction"/>
        <geom type="cylinder" fromto="-0.03 ${text(0.02 * side)} 0 0.03 ${text(0.02 * side)} 0" size="0.04" density="600" material="dark" class="visual"/>
        <body name="${name}_thigh" pos="0 ${text(0.045 * side)} 0">
          <joint name="${name}_hip" class="hip"/>
          <geom class="visual" type="capsule" size="0.022" density="600" material="metal" fromto="0 0 0 0 0 -0.2"/>
          <body name="${name}_shank" pos="0 0 -0.2">
            <joint name="${name}_knee" class="knee"/>
            <geom class="visual" type="capsule" size="0.016" density="600" material="metal" fromto="0 0 0 0 0 -0.19"/>
            <geom name="${name}_foot" class="foot" pos="0 0 -0.2"/>
          </body>
        </body>
      </body>`;
};

const legs = /** @type {const} */ ([
  ['front_left', 0.19, 0.1],
  ['front_right', 0.19, -0.1],
  ['rear_left', -0.19, 0.1],
  ['rear_right', -0.19, -0.1],
]);

const actuator = (/** @type {string} */ name) =>
  ['abduction', 'hip', 'knee']
    .map((joint) => `<position class="${joint}" name="${name}_${joint}" joint="${name}_${joint}"/>`)
    .join('');

const pose = '0 0.7 -1.4 '.repeat(4);

const model = `<!-- A four-legged robot with twelve position-controlled joints on rough ground. -->
<mujoco model="quadruped on rough ground">
  <compiler angle="degree" autolimits="true"/>
  <option timestep="0.005" integrator="implicitfast" iterations="6" ls_iterations="8"/>
  <statistic center="0 0 0.3" extent="1.2"/>
  <visual><global azimuth="130" elevation="-16"/></visual>
  <asset>
    ${assets}
    <hfield name="ground" nrow="${ROWS}" ncol="${ROWS}" size="${HALF} ${HALF} ${RISE} 0.1" elevation="${ground().map(text).join(' ')}"/>
  </asset>
  <default>
    <default class="abduction"><joint axis="1 0 0" range="-45 45" damping="0.4" armature="0.01"/><position kp="50" kv="1" ctrlrange="-0.7 0.7" forcerange="-30 30"/></default>
    <default class="hip"><joint axis="0 1 0" range="-60 120" damping="0.4" armature="0.01"/><position kp="50" kv="1" ctrlrange="-0.8 1.8" forcerange="-30 30"/></default>
    <default class="knee"><joint axis="0 1 0" range="-150 -30" damping="0.4" armature="0.01"/><position kp="50" kv="1" ctrlrange="-2.5 -0.6" forcerange="-30 30"/></default>
    <default class="visual"><geom contype="0" conaffinity="0"/></default>
    <default class="foot"><geom type="sphere" size="0.028" density="900" material="dark" friction="1" contype="0" conaffinity="1"/></default>
  </default>
  <worldbody>
    ${light}
    <geom name="ground" type="hfield" hfield="ground" material="floor" contype="1" conaffinity="0"/>
    <body name="trunk" pos="0 0 0.36">
      <freejoint name="root"/>
      <camera name="follow" mode="trackcom" pos="0.3 -1.5 0.5" xyaxes="1 0.2 0 -0.06 0.3 1"/>
      <geom name="trunk" type="box" size="0.22 0.09 0.055" density="900" material="shell" contype="0" conaffinity="1"/>
      <geom name="head" class="visual" type="capsule" fromto="0.24 -0.03 0.03 0.24 0.03 0.03" size="0.045" density="400" material="dark"/>
      <site name="imu"/>
      ${legs.map(([name, x, y]) => leg(name, x, y)).join('\n      ')}
    </body>
  </worldbody>
  <actuator>${legs.map(([name]) => actuator(name)).join('\n    ')}</actuator>
  <keyframe><key name="stand" qpos="0 0 0.39 1 0 0 0 ${pose}" ctrl="${pose}"/></keyframe>
</mujoco>
`;

const velocity = linearVelocity('trunk');

/** @type {Task} */
export const quadruped = {
  name: 'quadruped',
  title: 'Quadruped on rough ground',
  model,
  options: {
    control: position({ default: 'stand', scale: 0.35, clip: 3 }),
    decimation: 4,
    timeLimit: 20,
    observe: [
      velocity,
      angularVelocity('imu'),
      gravity('trunk'),
      command('velocity'),
      jointPositions({ minus: 'stand' }),
      jointVelocities(),
      lastAction(),
      // at rest there is nothing to step to
      { ...product(clock(BEAT), moving()), name: 'clock' },
    ],
    noise: {
      policy: {
        linearVelocity: added(-0.1, 0.1),
        angularVelocity: added(-0.2, 0.2),
        gravity: added(-0.05, 0.05),
        jointPositions: added(-0.01, 0.01),
        jointVelocities: added(-1, 1),
      },
    },
    commands: {
      velocity: velocityCommand({
        forward: [-0.5, 0.9],
        left: [-0.35, 0.35],
        turn: [-0.8, 0.8],
        every: [2, 6],
        still: 0.05,
        zero: 0.4,
      }),
    },
    reward: {
      track: [0.025, exp(velocityError('velocity'), 0.1)],
      near: [0.02, exp(velocityError('velocity'), 0.02)],
      turn: [0.015, exp(velocityError('velocity', { part: 'angular' }), 0.5)],
      nearTurn: [0.015, exp(velocityError('velocity', { part: 'angular' }), 0.08)],
      steps: [0.06, product(sum(airTime(feet(), { threshold: 0.12 })), moving())],
      trot: [0.015, product(trot(), moving())],
      bounce: [-0.03, squared(part(velocity, 2))],
      alive: [0.008, 1],
      sway: [-0.0005, squared(part(angularVelocity('imu'), 0, 2))],
      level: [-0.05, squared(part(gravity('trunk'), 0, 2))],
      torque: [-2e-6, squared(torques())],
      smooth: [-2e-4, squared(actionRate())],
      limits: [-0.1, squared(limitExcess())],
      pose: [-0.002, squared(jointPositions({ minus: 'stand' }))],
    },
    terminate: { fell: tilted('trunk', 0.9), down: touching('trunk') },
    start: {
      key: 'stand',
      yaw: uniform(-Math.PI, Math.PI),
      'joint:root.qpos[0]': uniform(-5, 5),
      'joint:root.qpos[1]': uniform(-5, 5),
      'joint:*_hip.qpos': added(-0.1, 0.1, { each: true }),
      'joint:*_knee.qpos': added(-0.1, 0.1, { each: true }),
    },
    randomize: {
      'geom:*_foot.friction[0]': uniform(0.5, 1.2),
      'body:trunk.mass': scaled(0.85, 1.2),
      push: every([5, 8], impulse('trunk', [0, 3])),
    },
  },
};

function feet() {
  return legs.map(([name]) => `${name}_foot`);
}

/** 1 where a velocity is asked for. */
function moving() {
  return above(norm(command('velocity')), 0.02);
}

/** Feet across from each other stand in turns: what stands when it should, less what stands when it should not. */
function trot() {
  const [one, other] = [
    ['front_left_foot', 'rear_right_foot'],
    ['front_right_foot', 'rear_left_foot'],
  ].map((pair) => sum(touching(pair)));
  return product(part(clock(BEAT), 0), minus(one, other));
}
