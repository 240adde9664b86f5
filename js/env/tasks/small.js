// Small tasks: an acrobot, a reacher, and a ball that is balanced on a plate.
import { position, torque } from '../controls.js';
import { normal, scaled, uniform } from '../distributions.js';
import {
  above,
  actionRate,
  below,
  distance,
  exp,
  jointPositions,
  jointVelocities,
  lastAction,
  linearVelocity,
  offset,
  part,
  sineCosine,
  squared,
  times,
} from '../terms.js';
import { assets, light } from './scenery.js';

/** @typedef {import('./task.js').Task} Task */

/** @type {Task} */
export const acrobot = {
  name: 'acrobot',
  title: 'Acrobot',
  model: `<mujoco model="acrobot">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.02" integrator="RK4"><flag contact="disable"/></option>
  <statistic center="0 0 2" extent="3"/>
  <asset>
    ${assets}
  </asset>
  <worldbody>
    ${light}
    <camera name="front" pos="0 -6 2" xyaxes="1 0 0 0 0 1"/>
    <geom name="floor" type="plane" size="0 0 0.5" material="floor"/>
    <site name="line" pos="0 0 3" type="box" size="1.5 0.01 0.01" material="goal"/>
    <body name="upper" pos="0 0 2">
      <joint name="shoulder" axis="0 1 0" damping="0.05"/>
      <geom name="upper" type="capsule" fromto="0 -0.05 0 0 -0.05 1" size="0.05" mass="1" material="shell"/>
      <body name="lower" pos="0 0 1">
        <joint name="elbow" axis="0 1 0" damping="0.05"/>
        <geom name="lower" type="capsule" fromto="0 0.05 0 0 0.05 1" size="0.04" mass="1" material="metal"/>
        <site name="tip" pos="0 0 1" size="0.04"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="elbow" joint="elbow" gear="3" ctrlrange="-1 1"/></actuator>
</mujoco>
`,
  options: {
    control: torque(),
    decimation: 5,
    timeLimit: 20,
    observe: [sineCosine(), times(jointVelocities(), 0.2)],
    // a second costs 1: the return is minus the time until the tip is a link's length above the shoulder
    reward: { time: [-0.1, 1] },
    terminate: { reached: above('site:tip', 3) },
    // hanging, nearly at rest
    start: {
      'joint:shoulder.qpos': uniform(Math.PI - 0.1, Math.PI + 0.1),
      'joint:elbow.qpos': uniform(-0.1, 0.1),
      qvel: normal(0.1),
    },
    randomize: { 'body:lower.mass': scaled(0.9, 1.1), 'joint:*.damping': scaled(0.5, 1.5) },
  },
};

/** @type {Task} */
export const reacher = {
  name: 'reacher',
  title: 'Reacher',
  model: `<mujoco model="reacher">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.01" integrator="implicitfast" gravity="0 0 0"><flag contact="disable"/></option>
  <statistic center="0 0 0" extent="0.5"/>
  <asset>
    ${assets}
  </asset>
  <worldbody>
    ${light}
    <camera name="above" pos="0 0 0.9" xyaxes="1 0 0 0 1 0"/>
    <geom name="ground" type="plane" size="0.35 0.35 0.1" pos="0 0 -0.03" material="floor"/>
    <body name="upper" pos="0 0 0">
      <joint name="shoulder" axis="0 0 1" damping="0.01"/>
      <geom type="capsule" fromto="0 0 0 0.12 0 0" size="0.01" density="1000" material="shell"/>
      <body name="lower" pos="0.12 0 0">
        <joint name="elbow" axis="0 0 1" range="-2.8 2.8" damping="0.01"/>
        <geom type="capsule" fromto="0 0 0 0.12 0 0" size="0.01" density="1000" material="metal"/>
        <site name="tip" pos="0.12 0 0" size="0.012"/>
      </body>
    </body>
    <body name="target" mocap="true"><geom name="target" type="sphere" size="0.015" material="goal" contype="0" conaffinity="0"/></body>
  </worldbody>
  <actuator>
    <motor name="shoulder" joint="shoulder" gear="0.05" ctrlrange="-1 1"/>
    <motor name="elbow" joint="elbow" gear="0.05" ctrlrange="-1 1"/>
  </actuator>
</mujoco>
`,
  options: {
    control: torque(),
    decimation: 2,
    timeLimit: 4,
    observe: [
      sineCosine(),
      times(jointVelocities(), 0.1),
      times(part(offset('site:tip', 'body:target', 'world'), 0, 2), 5),
      times(part(offset('body:upper', 'body:target', 'world'), 0, 2), 5),
    ],
    reward: {
      near: [0.01, exp(distance('site:tip', 'body:target'), 0.02)],
      there: [0.02, exp(distance('site:tip', 'body:target'), 0.0005)],
      effort: [-0.0005, squared(lastAction())],
    },
    start: {
      'joint:shoulder.qpos': uniform(-Math.PI, Math.PI),
      'joint:elbow.qpos': uniform(-2, 2),
      'mocap:target.pos[0]': uniform(-0.16, 0.16),
      'mocap:target.pos[1]': uniform(-0.16, 0.16),
    },
    randomize: { 'joint:*.damping': scaled(0.5, 2), 'actuator:*.gear[0]': scaled(0.8, 1.2) },
  },
};

/** @type {Task} */
export const plate = {
  name: 'plate',
  title: 'Ball on a plate',
  model: `<mujoco model="ball on a plate">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.004" integrator="implicitfast"/>
  <statistic center="0 0 0.4" extent="0.8"/>
  <asset>
    ${assets}
  </asset>
  <worldbody>
    ${light}
    <camera name="corner" pos="0.7 -0.9 1" xyaxes="0.8 0.6 0 -0.3 0.4 0.86"/>
    <geom name="floor" type="plane" size="0 0 0.5" material="floor"/>
    <geom type="cylinder" fromto="0 0 0 0 0 0.36" size="0.03" material="metal" contype="0" conaffinity="0"/>
    <body name="plate" pos="0 0 0.4">
      <joint name="roll" axis="1 0 0" range="-0.4 0.4" damping="0.4" armature="0.01"/>
      <joint name="pitch" axis="0 1 0" range="-0.4 0.4" damping="0.4" armature="0.01"/>
      <geom name="plate" type="box" size="0.25 0.25 0.008" density="600" material="shell" friction="0.9"/>
    </body>
    <body name="target" mocap="true"><geom name="target" type="cylinder" size="0.03 0.002" material="goal" contype="0" conaffinity="0"/></body>
    <body name="ball" pos="0 0 0.433">
      <freejoint name="ball"/>
      <geom name="ball" type="sphere" size="0.025" density="1200" material="dark" friction="0.9" condim="3"/>
    </body>
  </worldbody>
  <actuator>
    <position name="roll" joint="roll" kp="8" kv="0.6" ctrlrange="-0.3 0.3"/>
    <position name="pitch" joint="pitch" kp="8" kv="0.6" ctrlrange="-0.3 0.3"/>
  </actuator>
</mujoco>
`,
  options: {
    control: position(),
    decimation: 5,
    timeLimit: 10,
    observe: [
      jointPositions({ joints: ['roll', 'pitch'] }),
      jointVelocities({ joints: ['roll', 'pitch'] }),
      times(part(offset('body:plate', 'body:ball'), 0, 2), 5),
      part(linearVelocity('body:ball', 'world'), 0, 2),
      times(part(offset('body:target', 'body:ball', 'world'), 0, 2), 5),
      lastAction(),
    ],
    noise: { policy: { jointVelocities: normal(0.02) } },
    reward: {
      near: [0.01, exp(distance('body:target', 'body:ball'), 0.04)],
      there: [0.01, exp(distance('body:target', 'body:ball'), 0.003)],
      smooth: [-0.0005, squared(actionRate())],
    },
    terminate: { dropped: below('body:ball', 0.3), thrown: above('body:ball', 0.7) },
    start: {
      'joint:ball.qpos[0]': uniform(-0.12, 0.12),
      'joint:ball.qpos[1]': uniform(-0.12, 0.12),
      'joint:ball.qvel[0]': uniform(-0.1, 0.1),
      'joint:ball.qvel[1]': uniform(-0.1, 0.1),
      'mocap:target.pos[0]': uniform(-0.12, 0.12),
      'mocap:target.pos[1]': uniform(-0.12, 0.12),
      'mocap:target.pos[2]': uniform(0.41, 0.41),
    },
    randomize: { 'geom:*.friction[0]': uniform(0.5, 1), 'body:ball.mass': scaled(0.7, 1.4) },
  },
};
