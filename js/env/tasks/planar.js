// Robots in a vertical plane: a hopper, a cheetah and a walker that run.
import { torque } from '../controls.js';
import { scaled, uniform } from '../distributions.js';
import {
  above,
  actionRate,
  any,
  below,
  clipped,
  gravity,
  height,
  jointPositions,
  jointVelocities,
  lastAction,
  linearVelocity,
  part,
  squared,
  tilted,
  times,
} from '../terms.js';
import { assets, light } from './scenery.js';

/** @typedef {import('./task.js').Task} Task */

/** @param {string} name @param {string} body @param {string} motors @param {number} start height of the torso, m */
const planarModel = (name, body, motors, start) => `<mujoco model="${name}">
  <compiler angle="degree" autolimits="true"/>
  <option timestep="0.004" integrator="implicitfast" iterations="8" ls_iterations="8"/>
  <statistic center="0 0 0.7" extent="2"/>
  <visual><global azimuth="90" elevation="-10"/></visual>
  <asset>
    ${assets}
  </asset>
  <default>
    <joint type="hinge" axis="0 -1 0" damping="1" armature="0.02" solreflimit="0.02 1"/>
    <geom type="capsule" condim="3" friction="1 0.005 0.0001" density="900" material="shell" contype="0" conaffinity="1"/>
    <motor ctrlrange="-1 1"/>
  </default>
  <worldbody>
    ${light}
    <geom name="floor" type="plane" size="0 0 0.5" material="floor" contype="1" conaffinity="0"/>
    <body name="torso" pos="0 0 ${start}">
      <camera name="side" mode="trackcom" pos="0 -3 0.4" xyaxes="1 0 0 0 0 1"/>
      <joint name="root_x" type="slide" axis="1 0 0" damping="0" armature="0"/>
      <joint name="root_z" type="slide" axis="0 0 1" damping="0" armature="0"/>
      <joint name="root_tilt" axis="0 1 0" damping="0" armature="0"/>
      ${body}
    </body>
  </worldbody>
  <actuator>${motors}</actuator>
</mujoco>
`;

/** Observations, and a reward for running, of a planar robot. @param {string[]} joints @param {number} speed m/s beyond which nothing is gained */
const running = (joints, speed) => ({
  observe: [
    height('torso'),
    jointPositions({ joints: ['root_tilt', ...joints] }),
    linearVelocity('torso', 'world'),
    jointVelocities({ joints: ['root_tilt', ...joints] }),
    lastAction(),
  ],
  run: times(clipped(part(linearVelocity('torso', 'world'), 0), -1, speed), 1 / speed),
});

/** @param {string[]} joints */
const shaken = (joints) => ({
  'joint:root_z.qpos': uniform(0, 0.02),
  'joint:root_tilt.qpos': uniform(-0.05, 0.05),
  ...Object.fromEntries(joints.map((joint) => [`joint:${joint}.qpos`, uniform(-0.05, 0.05)])),
  qvel: uniform(-0.05, 0.05),
});

const hopperJoints = ['hip', 'knee', 'ankle'];
const hopperModel = planarModel(
  'hopper',
  `<geom name="torso" fromto="0 0 -0.2 0 0 0.2" size="0.055"/>
      <body name="thigh" pos="0 0 -0.22">
        <joint name="hip" range="-140 20"/>
        <geom name="thigh" fromto="0 0 0 0 0 -0.42" size="0.05"/>
        <body name="shank" pos="0 0 -0.44">
          <joint name="knee" range="-5 140" axis="0 -1 0"/>
          <geom name="shank" fromto="0 0 0 0 0 -0.46" size="0.04"/>
          <body name="foot" pos="0 0 -0.48">
            <joint name="ankle" range="-45 45"/>
            <geom name="foot" fromto="-0.12 0 -0.04 0.26 0 -0.04" size="0.05" friction="1.5 0.005 0.0001" material="dark"/>
          </body>
        </body>
      </body>`,
  '<motor name="hip" joint="hip" gear="80"/><motor name="knee" joint="knee" gear="80"/><motor name="ankle" joint="ankle" gear="40"/>',
  1.23,
);

const hopping = running(hopperJoints, 1.5);

/** @type {Task} */
export const hopper = {
  name: 'hopper',
  title: 'Hopper',
  model: hopperModel,
  options: {
    control: torque(),
    decimation: 4,
    timeLimit: 16,
    observe: hopping.observe,
    reward: {
      run: [0.01, hopping.run],
      alive: [0.005, 1],
      effort: [-0.0003, squared(lastAction())],
    },
    terminate: {
      fell: any(below('torso', 0.75), tilted('torso', 0.5)),
    },
    start: shaken(hopperJoints),
    randomize: { 'geom:foot.friction[0]': uniform(1, 1.8), 'body:torso.mass': scaled(0.9, 1.1) },
  },
};

const walkerJoints = ['hip_r', 'knee_r', 'ankle_r', 'hip_l', 'knee_l', 'ankle_l'];

/** @param {string} side @param {number} y */
const walkerLeg = (side, y) => `<body name="thigh_${side}" pos="0 ${y} -0.25">
        <joint name="hip_${side}" range="-100 25"/>
        <geom name="thigh_${side}" fromto="0 0 0 0 0 -0.4" size="0.05"/>
        <body name="shank_${side}" pos="0 0 -0.42">
          <joint name="knee_${side}" range="-2 140"/>
          <geom name="shank_${side}" fromto="0 0 0 0 0 -0.4" size="0.04"/>
          <body name="foot_${side}" pos="0 0 -0.44">
            <joint name="ankle_${side}" range="-45 45"/>
            <geom name="foot_${side}" fromto="-0.04 0 -0.02 0.17 0 -0.02" size="0.045" friction="1.2 0.005 0.0001" material="dark"/>
          </body>
        </body>
      </body>`;

const walking = running(walkerJoints, 1.4);

/** @type {Task} */
export const walker = {
  name: 'walker',
  title: 'Planar walker',
  model: planarModel(
    'walker',
    `<geom name="torso" fromto="0 0 -0.2 0 0 0.25" size="0.07"/>
      ${walkerLeg('r', -0.05)}
      ${walkerLeg('l', 0.05)}`,
    ['r', 'l']
      .map(
        (side) =>
          `<motor name="hip_${side}" joint="hip_${side}" gear="100"/><motor name="knee_${side}" joint="knee_${side}" gear="80"/><motor name="ankle_${side}" joint="ankle_${side}" gear="50"/>`,
      )
      .join(''),
    1.18,
  ),
  options: {
    control: torque(),
    decimation: 4,
    timeLimit: 16,
    observe: walking.observe,
    reward: {
      run: [0.012, walking.run],
      upright: [-0.004, part(gravity('torso'), 2)],
      alive: [0.008, 1],
      effort: [-0.0002, squared(lastAction())],
      smooth: [-0.0002, squared(actionRate())],
    },
    terminate: { fell: any(below('torso', 0.75), tilted('torso', 0.8)) },
    start: shaken(walkerJoints),
    randomize: { 'geom:foot_*.friction[0]': uniform(1, 1.5), 'body:torso.mass': scaled(0.85, 1.2) },
  },
};

const cheetahJoints = [
  'rear_hip',
  'rear_knee',
  'rear_ankle',
  'front_hip',
  'front_knee',
  'front_ankle',
];

/** @param {string} name @param {number} x @param {number} lean @param {number} size */
const cheetahLeg = (name, x, lean, size) => `<body name="${name}_thigh" pos="${x} 0 0">
        <joint name="${name}_hip" range="-35 60" damping="4" stiffness="60"/>
        <geom name="${name}_thigh" fromto="0 0 0 ${0.12 * lean} 0 ${-0.24 * size}" size="0.046"/>
        <body name="${name}_shank" pos="${0.12 * lean} 0 ${-0.24 * size}">
          <joint name="${name}_knee" range="-45 45" damping="3" stiffness="45"/>
          <geom name="${name}_shank" fromto="0 0 0 ${-0.16 * lean} 0 ${-0.2 * size}" size="0.046"/>
          <body name="${name}_foot" pos="${-0.16 * lean} 0 ${-0.2 * size}">
            <joint name="${name}_ankle" range="-25 45" damping="1.5" stiffness="30"/>
            <geom name="${name}_foot" fromto="0 0 0 0.1 0 ${-0.12 * size}" size="0.046" material="dark"/>
          </body>
        </body>
      </body>`;

const galloping = running(cheetahJoints, 5);

/** @type {Task} */
export const cheetah = {
  name: 'cheetah',
  title: 'Cheetah',
  model: planarModel(
    'cheetah',
    `<geom name="torso" fromto="-0.5 0 0 0.5 0 0" size="0.05"/>
      <geom name="head" fromto="0.52 0 0.05 0.68 0 0.2" size="0.05"/>
      ${cheetahLeg('rear', -0.5, 1, 1.05)}
      ${cheetahLeg('front', 0.5, -1, 1)}`,
    cheetahJoints
      .map(
        (joint, k) =>
          `<motor name="${joint}" joint="${joint}" gear="${[120, 90, 60, 90, 60, 40][k]}"/>`,
      )
      .join(''),
    0.62,
  ),
  options: {
    control: torque(),
    decimation: 5,
    timeLimit: 10,
    observe: galloping.observe,
    reward: {
      run: [0.02, galloping.run],
      effort: [-0.0005, squared(lastAction())],
    },
    // on its back it stays there
    terminate: { rolled: above(part(gravity('torso'), 2), 0.3) },
    start: shaken(cheetahJoints),
    randomize: { 'geom:*.friction[0]': uniform(0.7, 1.2), 'body:torso.mass': scaled(0.85, 1.2) },
  },
};
