// A humanoid stands up from a crouch, stays up, and walks as commands say.
import { every, impulse, position, velocityCommand } from '../controls.js';
import { normal, uniform } from '../distributions.js';
import {
  above,
  actionRate,
  angularVelocity,
  below,
  clipped,
  clock,
  command,
  exp,
  gravity,
  height,
  jointPositions,
  jointVelocities,
  lastAction,
  linearVelocity,
  minus,
  norm,
  part,
  product,
  squared,
  tilted,
  times,
  velocityError,
} from '../terms.js';
import { assets, light, text } from './scenery.js';

/** @typedef {import('./task.js').Task} Task */

/** Signs of the second axis on the two sides. */
const sides = /** @type {const} */ ([
  ['left', 1],
  ['right', -1],
]);

/** @param {string} s @param {number} y */
const armOf = (s, y) => `<body name="upper_arm_${s}" pos="0 ${text(0.205 * y)} 0.13">
            <joint name="shoulder_swing_${s}" axis="0 1 0" range="-150 60"/>
            <joint name="shoulder_lift_${s}" axis="${y} 0 0" range="-15 150"/>
            <geom fromto="0 ${text(0.015 * y)} -0.02 0 ${text(0.02 * y)} -0.25" size="0.042" class="inner"/>
            <body name="forearm_${s}" pos="0 ${text(0.02 * y)} -0.28">
              <joint name="elbow_${s}" class="weak" axis="0 1 0" range="-140 6"/>
              <geom name="forearm_${s}" fromto="0 0 0 0 0 -0.22" size="0.034"/>
              <geom name="hand_${s}" type="sphere" pos="0 0 -0.28" size="0.045" material="dark"/>
            </body>
          </body>`;

/** @param {string} s @param {number} y */
const legOf = (s, y) => `<body name="thigh_${s}" pos="0 ${text(0.095 * y)} -0.04">
        <joint name="hip_lift_${s}" class="strong" axis="${y} 0 0" range="-20 45"/>
        <joint name="hip_turn_${s}" axis="0 0 ${y}" range="-40 40"/>
        <joint name="hip_swing_${s}" class="strong" axis="0 1 0" range="-115 30"/>
        <geom fromto="0 0 -0.03 0 ${text(-0.005 * y)} -0.37" size="0.062" class="inner"/>
        <body name="shin_${s}" pos="0 ${text(-0.005 * y)} -0.43">
          <joint name="knee_${s}" class="strong" axis="0 1 0" range="-4 145"/>
          <geom name="shin_${s}" fromto="0 0 0 0 0 -0.35" size="0.046"/>
          <body name="foot_${s}" pos="0 0 -0.43">
            <joint name="ankle_bend_${s}" axis="0 1 0" range="-35 45"/>
            <joint name="ankle_roll_${s}" class="weak" axis="${y} 0 0" range="-25 25"/>
            <geom name="foot_outer_${s}" class="foot" fromto="-0.07 ${text(0.035 * y)} -0.045 0.15 ${text(0.045 * y)} -0.045"/>
            <geom name="foot_inner_${s}" class="foot" fromto="-0.07 ${text(-0.025 * y)} -0.045 0.15 ${text(-0.03 * y)} -0.045"/>
          </body>
        </body>
      </body>`;

/** Stiffness of a servo for each N m of its motor, 1/rad. */
const STIFFNESS = 1.2;
/** Its damping, s. */
const DAMPING = 0.08;

/** A servo that reaches the range of its joint, with no more force than its motor has. @param {string} joint @param {number} force N m */
const servo = (joint, force) =>
  `<position name="${joint}" joint="${joint}" kp="${STIFFNESS * force}" kv="${DAMPING * force}" inheritrange="1" forcerange="-${force} ${force}"/>`;

/** Strength of the motors, N m. */
const trunkMotors = { waist_twist: 60, waist_bend: 110, waist_lean: 80 };
const sideMotors = {
  shoulder_swing: 50,
  shoulder_lift: 50,
  elbow: 35,
  hip_lift: 90,
  hip_turn: 50,
  hip_swing: 150,
  knee: 130,
  ankle_bend: 60,
  ankle_roll: 25,
};
const motors = [
  ...Object.entries(trunkMotors),
  ...sides.flatMap(([side]) =>
    Object.entries(sideMotors).map(([joint, force]) => [`${joint}_${side}`, force]),
  ),
].map(([joint, force]) => servo(String(joint), Number(force)));

/** Angles of the joints, arms hanging. @param {number} hip @param {number} knee @param {number} ankle */
const pose = (hip, knee, ankle) =>
  `0 0 0 ${sides.map(() => '0 0 -0.2').join(' ')} ${sides.map(() => `0 0 ${hip} ${knee} ${ankle} 0`).join(' ')}`;

/** Servos hold the pose. @param {string} name @param {string} root @param {string} joints */
const key = (name, root, joints) =>
  `<key name="${name}" qpos="${root} ${joints}" ctrl="${joints}"/>`;
const keys = [
  key('stand', '0 0 0.96 1 0 0 0', pose(-0.2, 0.4, -0.2)),
  key('crouch', '0 0 0.72 1 0 0 0', pose(-1.2, 1.9, -0.6)),
  key('back', '0 0 0.16 0.70710678 0 -0.70710678 0', pose(-0.3, 0.5, 0)),
  key('front', '0 0 0.16 0.70710678 0 0.70710678 0', pose(-0.1, 0.3, 0.3)),
];

const model = `<mujoco model="humanoid">
  <compiler angle="degree" autolimits="true"/>
  <option timestep="0.01" integrator="implicitfast" iterations="6" ls_iterations="8"/>
  <statistic center="0 0 0.9" extent="2.2"/>
  <asset>
    ${assets}
  </asset>
  <default>
    <geom type="capsule" material="shell" condim="3" friction="1" density="985" contype="0" conaffinity="1"/>
    <joint type="hinge" damping="2" armature="0.03" stiffness="2" limited="auto" solreflimit="0.02 1"/>
    <default class="strong"><joint damping="4" stiffness="6"/></default>
    <default class="weak"><joint damping="1" stiffness="1.5" armature="0.01"/></default>
    <default class="foot"><geom size="0.028" friction="1.1"/></default>
    <default class="inner"><geom conaffinity="0"/></default>
  </default>
  <worldbody>
    ${light}
    <camera name="side" mode="trackcom" pos="0 -3.4 0.3" xyaxes="1 0 0 0 0.1 1"/>
    <geom name="floor" type="plane" size="0 0 0.25" material="floor" contype="1" conaffinity="0"/>
    <body name="pelvis" pos="0 0 0.98">
      <freejoint name="root"/>
      <geom name="hips" fromto="0 -0.085 0 0 0.085 0" size="0.088"/>
      <body name="chest" pos="0 0 0.2">
        <joint name="waist_twist" class="strong" axis="0 0 1" range="-40 40"/>
        <joint name="waist_bend" class="strong" axis="0 1 0" range="-35 75"/>
        <joint name="waist_lean" class="strong" axis="1 0 0" range="-30 30"/>
        <geom fromto="0 -0.06 -0.06 0 0.06 -0.06" size="0.085" class="inner"/>
        <geom name="ribs" fromto="0 -0.09 0.06 0 0.09 0.06" size="0.1"/>
        <geom name="shoulders" fromto="0 -0.14 0.15 0 0.14 0.15" size="0.058"/>
        <geom name="head" type="sphere" pos="0 0 0.33" size="0.11"/>
        <site name="head" pos="0 0 0.33" size="0.02"/>
        ${sides.map(([s, y]) => armOf(s, y)).join('\n        ')}
      </body>
      ${sides.map(([s, y]) => legOf(s, y)).join('\n      ')}
    </body>
  </worldbody>
  <actuator>${motors.join('\n    ')}</actuator>
  <keyframe>
    ${keys.join('\n    ')}
  </keyframe>
</mujoco>
`;

/** Joints that the policy drives; arms are held. */
const driven = [
  ...sides.flatMap(([side]) =>
    ['hip_lift', 'hip_turn', 'hip_swing', 'knee', 'ankle_bend', 'ankle_roll'].map(
      (joint) => `${joint}_${side}`,
    ),
  ),
  'waist_bend',
  'waist_lean',
  'waist_twist',
];

/** Of a step with each foot, s. */
const STRIDE = 0.9;

/** 1 where a velocity is asked for. */
const moving = above(norm(command('velocity')), 0.1);
/** How far the left foot is above the right one, dm. */
const lift = times(minus(height('body:foot_left'), height('body:foot_right')), 10);

/** @type {Task} */
export const humanoid = {
  name: 'humanoid',
  title: 'Humanoid that walks',
  model,
  options: {
    control: position({ default: 'stand', joints: driven, scale: 0.4, clip: 3 }),
    decimation: 3,
    timeLimit: 10,
    observe: [
      height('body:pelvis'),
      gravity('pelvis'),
      linearVelocity('pelvis'),
      times(angularVelocity('pelvis'), 0.3),
      command('velocity'),
      jointPositions({ joints: driven, minus: 'stand' }),
      times(jointVelocities({ joints: driven }), 0.1),
      lastAction(),
      clock(STRIDE),
    ],
    commands: {
      velocity: velocityCommand({
        forward: [0, 0.8],
        turn: [-0.4, 0.4],
        every: [4, 8],
        still: 0.15,
      }),
    },
    reward: {
      track: [0.04, exp(velocityError('velocity'), 0.15)],
      turn: [0.015, exp(velocityError('velocity', { part: 'angular' }), 0.2)],
      alive: [0.015, 1],
      upright: [0.01, exp(part(gravity('chest'), 0, 2), 0.05)],
      tall: [0.01, exp(minus(height('body:pelvis'), 0.95), 0.01)],
      // feet are lifted in turn, by the clock
      steps: [0.06, product(moving, clipped(product(part(clock(STRIDE), 0), lift), -1, 1))],
      pose: [
        -0.002,
        squared(
          jointPositions({
            joints: ['hip_lift_*', 'hip_turn_*', 'ankle_roll_*', 'waist_*'],
            minus: 'stand',
          }),
        ),
      ],
      smooth: [-0.0005, squared(actionRate())],
      effort: [-0.0001, squared(lastAction())],
    },
    terminate: { fell: below('body:pelvis', 0.6), tilted: tilted('chest', 0.9) },
    start: {
      // a fourth of the episodes begin in a crouch
      key: ['stand', 'stand', 'stand', 'crouch'],
      'joint:*.qvel': normal(0.1),
      yaw: uniform(-Math.PI, Math.PI),
    },
    randomize: { push: every([4, 8], impulse('pelvis', [0, 5])) },
  },
};
