// A quadrotor flies through gates, one after another.
import { every, impulse, torque } from '../controls.js';
import { added, scaled, uniform } from '../distributions.js';
import {
  above,
  actionRate,
  angularVelocity,
  below,
  distance,
  lastAction,
  linearVelocity,
  orientation,
  routeOffset,
  routePassed,
  routeProgress,
  squared,
  tilted,
  times,
} from '../terms.js';
import { assets, light, text } from './scenery.js';

/** @typedef {import('./task.js').Task} Task */

const gates = [
  [2, 0, 1.2, 90],
  [3, 2.2, 1.6, 180],
  [0.5, 3.2, 1.2, 270],
  [-1.2, 1.2, 1.7, 0],
];

/** A gate of eight bars around its middle. @param {number[]} place @param {number} k */
const gate = ([x, y, z, turn], k) => {
  const bars = Array.from({ length: 8 }, (_, i) => {
    const [a, b] = [i, i + 1].map((side) => (side * Math.PI) / 4);
    const ends = [a, b].map(
      (angle) => `${text(0.55 * Math.cos(angle))} 0 ${text(0.55 * Math.sin(angle))}`,
    );
    return `<geom type="capsule" size="0.03" fromto="${ends.join(' ')}" material="shell" contype="0" conaffinity="0"/>`;
  });
  return `<body name="gate${k}" pos="${x} ${y} ${z}" euler="0 0 ${turn}"><site name="gate${k}" size="0.02" rgba="0 0 0 0"/>${bars.join('')}</body>`;
};

const rotors = [
  ['front_left', 0.13, 0.13, 1],
  ['front_right', 0.13, -0.13, -1],
  ['rear_right', -0.13, -0.13, 1],
  ['rear_left', -0.13, 0.13, -1],
];

const route = { of: 'drone', through: gates.map((_, k) => `site:gate${k}`), radius: 0.4 };

/** @type {Task} */
export const drone = {
  name: 'drone',
  title: 'Drone through gates',
  model: `<mujoco model="drone">
  <compiler angle="degree" autolimits="true"/>
  <option timestep="0.005" integrator="implicitfast" density="1.2" viscosity="1.8e-5"><flag contact="disable"/></option>
  <statistic center="1 1 1" extent="4"/>
  <asset>
    ${assets}
  </asset>
  <worldbody>
    ${light}
    <camera name="field" mode="targetbody" target="drone" pos="1 -4 3"/>
    <geom name="floor" type="plane" size="0 0 0.5" material="floor"/>
    <site name="middle" pos="1 1.5 1.4" size="0.01" rgba="0 0 0 0"/>
    ${gates.map(gate).join('\n    ')}
    <body name="drone" pos="0 0 1">
      <freejoint name="root"/>
      <geom name="shell" type="ellipsoid" size="0.08 0.055 0.03" mass="0.55" material="dark" fluidshape="ellipsoid"/>
      <geom type="capsule" size="0.01" density="400" material="metal" fromto="-0.13 -0.13 0 0.13 0.13 0"/>
      <geom type="capsule" size="0.01" density="400" material="metal" fromto="-0.13 0.13 0 0.13 -0.13 0"/>
      ${rotors.map(([name, x, y]) => `<geom type="cylinder" size="0.075 0.003" density="120" rgba="0.3 0.55 0.85 0.5" pos="${x} ${y} 0.02"/><site name="${name}" pos="${x} ${y} 0.02"/>`).join('\n      ')}
    </body>
  </worldbody>
  <actuator>
    ${rotors.map(([name, , , turn]) => `<motor name="${name}" site="${name}" gear="0 0 1 0 0 ${text(0.016 * Number(turn))}" ctrlrange="0 5"/>`).join('\n    ')}
  </actuator>
</mujoco>
`,
  options: {
    // about what holds it in the air
    control: torque({ default: 1.76, scale: 1.4, clip: 1 }),
    decimation: 4,
    timeLimit: 12,
    observe: [
      routeOffset(route, { ahead: 2 }),
      orientation('drone'),
      linearVelocity('drone'),
      times(angularVelocity('drone'), 0.3),
      lastAction(),
    ],
    reward: {
      progress: [0.5, routeProgress(route)],
      passed: [0.5, routePassed(route)],
      alive: [0.004, 1],
      spin: [-0.00008, squared(angularVelocity('drone'))],
      smooth: [-0.001, squared(actionRate())],
    },
    terminate: {
      low: below('body:drone', 0.25),
      lost: above(distance('site:middle', 'body:drone'), 5),
      tipped: tilted('body:drone', 1.6),
    },
    start: {
      'joint:root.qpos[0]': added(-0.3, 0.3),
      'joint:root.qpos[1]': added(-0.3, 0.3),
      'joint:root.qpos[2]': added(-0.2, 0.3),
      yaw: uniform(-0.5, 0.5),
      qvel: added(-0.1, 0.1),
    },
    randomize: {
      'body:drone.mass': scaled(0.9, 1.1),
      push: every([3, 6], impulse('drone', [0, 0.2])),
    },
  },
};
