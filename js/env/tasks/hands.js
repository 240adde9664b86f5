// Manipulation: an arm pushes a puck to a place, a hand turns a cube.
import { position } from '../controls.js';
import { added, scaled, uniform } from '../distributions.js';
import {
  actionRate,
  angularVelocity,
  below,
  clipped,
  clock,
  distance,
  exp,
  framePosition,
  jointPositions,
  jointVelocities,
  lastAction,
  linearVelocity,
  minus,
  offset,
  part,
  rotationBetween,
  squared,
  times,
} from '../terms.js';
import { assets, light } from './scenery.js';

/** @typedef {import('./task.js').Task} Task */

const armJoints = ['turn', 'shoulder', 'elbow', 'wrist'];

/** From where the tip should be to where it is: behind the puck as seen from the target, the further off the further the puck has to go. */
const behind = minus(
  offset('site:tip', 'body:puck', 'world'),
  times(offset('body:puck', 'body:target', 'world'), 0.3),
);

/** @type {Task} */
export const arm = {
  name: 'arm',
  title: 'Arm that pushes a puck',
  model: `<mujoco model="arm and puck">
  <compiler angle="degree" autolimits="true"/>
  <option timestep="0.008" integrator="implicitfast"/>
  <statistic center="0.3 0 0.2" extent="0.9"/>
  <asset>
    ${assets}
  </asset>
  <default>
    <joint damping="1" armature="0.02"/>
    <position kp="60" kv="4" forcerange="-40 40"/>
    <geom contype="0" conaffinity="0"/>
    <default class="solid"><geom contype="1" conaffinity="1" friction="0.5"/></default>
  </default>
  <worldbody>
    ${light}
    <camera name="corner" pos="1.1 -0.8 0.9" xyaxes="0.65 0.76 0 -0.45 0.38 0.8"/>
    <geom name="table" class="solid" type="plane" size="1 1 0.1" material="floor"/>
    <body name="base" pos="0 0 0">
      <geom type="cylinder" fromto="0 0 0 0 0 0.12" size="0.06" material="dark"/>
      <body name="shoulder" pos="0 0 0.16">
        <joint name="turn" axis="0 0 1" range="-150 150"/>
        <geom type="cylinder" fromto="0 0 -0.04 0 0 0.04" size="0.055" mass="1" material="shell"/>
        <body name="upper">
          <joint name="shoulder" axis="0 1 0" range="-20 110"/>
          <geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.04" mass="1.2" material="metal"/>
          <body name="lower" pos="0 0 0.3">
            <joint name="elbow" axis="0 1 0" range="0 150"/>
            <geom type="capsule" fromto="0 0 0 0 0 0.28" size="0.032" mass="0.8" material="shell"/>
            <body name="tool" pos="0 0 0.28">
              <joint name="wrist" axis="0 1 0" range="-60 120"/>
              <geom name="finger" class="solid" type="capsule" fromto="0 0 0.02 0 0 0.12" size="0.018" mass="0.15" material="dark"/>
              <site name="tip" pos="0 0 0.13" size="0.01"/>
            </body>
          </body>
        </body>
      </body>
    </body>
    <body name="target" mocap="true"><geom type="cylinder" size="0.045 0.001" material="goal"/></body>
    <body name="puck" pos="0.45 0 0.0205">
      <freejoint name="puck"/>
      <geom name="puck" class="solid" type="cylinder" size="0.04 0.02" mass="0.15" rgba="0.83 0.33 0.28 1"/>
    </body>
  </worldbody>
  <actuator>
    <position name="turn" joint="turn" ctrlrange="-2.6 2.6"/>
    <position name="shoulder" joint="shoulder" ctrlrange="-0.3 1.9"/>
    <position name="elbow" joint="elbow" ctrlrange="0 2.6"/>
    <position name="wrist" joint="wrist" ctrlrange="-1 2"/>
  </actuator>
  <keyframe><key name="ready" qpos="0 0.35 1.75 0.7  0.45 0 0.0205 1 0 0 0" ctrl="0 0.35 1.75 0.7"/></keyframe>
</mujoco>
`,
  options: {
    control: position({ default: 'ready', scale: [1, 0.6, 0.6, 0.6], clip: 1.5 }),
    decimation: 5,
    timeLimit: 8,
    observe: [
      jointPositions({ joints: armJoints, minus: 'ready' }),
      times(jointVelocities({ joints: armJoints }), 0.3),
      framePosition('site:tip'),
      times(offset('site:tip', 'body:puck', 'world'), 3),
      times(offset('body:puck', 'body:target', 'world'), 3),
      linearVelocity('body:puck', 'world'),
      lastAction(),
      times(behind, 5),
    ],
    reward: {
      reach: [0.02, exp(behind, 0.01)],
      push: [0.03, exp(distance('body:puck', 'body:target'), 0.03)],
      there: [0.04, exp(distance('body:puck', 'body:target'), 0.002)],
      smooth: [-0.0005, squared(actionRate())],
      effort: [-0.0001, squared(times(jointVelocities({ joints: armJoints }), 0.3))],
    },
    terminate: { dropped: below('body:puck', 0.005) },
    start: {
      key: 'ready',
      'joint:turn.qpos': added(-0.3, 0.3),
      'joint:puck.qpos[0]': uniform(0.36, 0.5),
      'joint:puck.qpos[1]': uniform(-0.2, 0.2),
      'mocap:target.pos[0]': uniform(0.38, 0.58),
      'mocap:target.pos[1]': uniform(-0.3, 0.3),
      'mocap:target.pos[2]': uniform(0.001, 0.001),
    },
    randomize: { 'geom:puck.friction[0]': uniform(0.3, 0.7), 'body:puck.mass': scaled(0.7, 1.4) },
  },
};

const fingers = ['east', 'north', 'west', 'south'];

/** A finger: it leans inwards about its root, and sideways. @param {string} name @param {number} k */
const finger = (name, k) => `<frame euler="0 0 ${90 * k}">
        <body name="${name}" pos="0.072 0 0.01">
          <joint name="${name}_side" axis="1 0 0" range="-40 40"/>
          <joint name="${name}_lean" axis="0 1 0" range="-70 20"/>
          <geom class="solid" type="capsule" fromto="0 0 0.012 0 0 0.055" size="0.01" density="1000" material="shell"/>
          <site name="${name}" pos="0 0 0.055" size="0.011"/>
        </body>
        <geom class="solid" type="capsule" fromto="0.052 0.028 0.008 0.028 0.052 0.008" size="0.008" material="metal"/>
      </frame>`;

const fingerJoints = fingers.flatMap((name) => [`${name}_side`, `${name}_lean`]);
const lean = fingers.map(() => '0 -0.3').join(' ');

/** @type {Task} */
export const hand = {
  name: 'hand',
  title: 'Hand that turns a cube',
  model: `<mujoco model="hand and cube">
  <compiler angle="degree" autolimits="true"/>
  <option timestep="0.005" integrator="implicitfast" iterations="4" ls_iterations="6"/>
  <statistic center="0 0 0.25" extent="0.4"/>
  <asset>
    ${assets}
    <texture name="faces" type="cube" builtin="flat" mark="cross" rgb1="0.83 0.33 0.28" rgb2="0.2 0.5 0.7" markrgb="1 1 1" width="64" height="64"/>
    <material name="faces" texture="faces"/>
  </asset>
  <default>
    <joint damping="0.02" armature="0.001"/>
    <position kp="0.6" kv="0.03" forcerange="-0.2 0.2"/>
    <geom contype="0" conaffinity="0"/>
    <default class="solid"><geom contype="1" friction="1"/></default>
  </default>
  <worldbody>
    ${light}
    <camera name="close" pos="0.35 -0.35 0.55" xyaxes="0.7 0.7 0 -0.4 0.4 0.8"/>
    <geom name="floor" class="solid" type="plane" size="0 0 0.5" material="floor"/>
    <body name="palm" pos="0 0 0.2">
      <geom name="palm" class="solid" type="box" size="0.085 0.085 0.01" material="dark"/>
      ${fingers.map(finger).join('\n      ')}
    </body>
    <body name="cube" pos="0 0 0.241">
      <freejoint name="cube"/>
      <geom name="cube" conaffinity="1" type="box" size="0.03 0.03 0.03" density="500" material="faces" friction="0.8"/>
    </body>
  </worldbody>
  <actuator>
    ${fingers
      .map(
        (name) =>
          `<position name="${name}_side" joint="${name}_side" ctrlrange="-0.7 0.7"/><position name="${name}_lean" joint="${name}_lean" ctrlrange="-1.2 0.35"/>`,
      )
      .join('\n    ')}
  </actuator>
  <keyframe><key name="hold" qpos="${lean} 0 0 0.241 1 0 0 0" ctrl="${lean}"/></keyframe>
</mujoco>
`,
  options: {
    control: position({ default: 'hold', scale: 0.5, clip: 2 }),
    decimation: 8,
    timeLimit: 10,
    observe: [
      jointPositions({ joints: fingerJoints, minus: 'hold' }),
      times(offset('body:palm', 'body:cube'), 10),
      rotationBetween('body:palm', 'body:cube'),
      times(angularVelocity('body:cube', 'world'), 0.3),
      clock(0.8),
    ],
    reward: {
      // to the left, seen from above: radians
      turn: [0.04, clipped(part(angularVelocity('body:cube', 'world'), 2), -3, 3)],
      middle: [0.01, exp(part(offset('body:palm', 'body:cube'), 0, 2), 0.001)],
      smooth: [-0.0003, squared(actionRate())],
    },
    terminate: { dropped: below('body:cube', 0.2) },
    start: {
      key: 'hold',
      'joint:cube.qpos[0]': added(-0.008, 0.008),
      'joint:cube.qpos[1]': added(-0.008, 0.008),
    },
    randomize: { 'geom:cube.friction[0]': uniform(0.6, 1), 'body:cube.mass': scaled(0.8, 1.2) },
  },
};
