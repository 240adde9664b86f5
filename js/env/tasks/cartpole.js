// A cart on a rail swings a pole up and keeps it there.
import { torque } from '../controls.js';
import { normal, scaled, uniform } from '../distributions.js';
import {
  jointPositions,
  jointVelocities,
  lastAction,
  plus,
  product,
  sineCosine,
  times,
  tolerance,
  upright,
} from '../terms.js';
import { assets, light } from './scenery.js';

/** @typedef {import('./task.js').Task} Task */

const model = `<!-- A cart on a rail with a pole that turns freely. -->
<mujoco model="cart-pole swing-up">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.01" integrator="RK4"><flag contact="disable"/></option>
  <statistic center="0 0 1" extent="2"/>
  <visual><global azimuth="90" elevation="-10"/></visual>
  <asset>
    ${assets}
  </asset>
  <worldbody>
    ${light}
    <camera name="front" pos="0 -4 1.2" xyaxes="1 0 0 0 0.05 1"/>
    <geom name="floor" type="plane" size="0 0 0.5" material="floor"/>
    <geom name="rail" type="capsule" fromto="-2 0.07 1 2 0.07 1" size="0.02" rgba="0.5 0.53 0.57 1"/>
    <body name="cart" pos="0 0 1">
      <joint name="slider" type="slide" axis="1 0 0" range="-1.8 1.8" damping="0.0005"/>
      <geom name="cart" type="box" size="0.15 0.05 0.08" mass="1" rgba="0.83 0.33 0.28 1"/>
      <body name="pole">
        <joint name="hinge" axis="0 1 0" damping="0.0002"/>
        <geom name="pole" type="capsule" fromto="0 -0.08 0 0 -0.08 1" size="0.03" mass="0.1" rgba="0.95 0.78 0.35 1"/>
        <site name="tip" pos="0 -0.08 1" size="0.01"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="slide" joint="slider" gear="10" ctrlrange="-1 1"/></actuator>
  <keyframe><key name="hanging" qpos="0 3.14159265"/></keyframe>
</mujoco>
`;

/** @type {Task} */
export const cartpole = {
  name: 'cartpole',
  title: 'Cart-pole swing-up',
  model,
  options: {
    control: torque(),
    decimation: 2,
    timeLimit: 10,
    observe: [jointPositions({ joints: 'slider' }), sineCosine('hinge'), jointVelocities()],
    // upright, near the middle, gently: each from 0 to 1
    reward: {
      swing: [
        0.02,
        product(
          times(plus(upright('pole'), 1), 0.5),
          times(plus(tolerance(jointPositions({ joints: 'slider' }), { margin: 2 }), 1), 0.5),
          times(plus(tolerance(lastAction(), { margin: 1, edge: 0.01 }), 4), 0.2),
          times(plus(tolerance(jointVelocities({ joints: 'hinge' }), { margin: 5 }), 1), 0.5),
        ),
      ],
    },
    start: {
      key: 'hanging',
      'joint:slider.qpos': normal(0.05),
      'joint:hinge.qpos': uniform(2.9, 3.4),
      qvel: normal(0.02),
    },
    randomize: { 'body:cart.mass': scaled(0.8, 1.2), 'body:pole.mass': scaled(0.8, 1.2) },
  },
};
