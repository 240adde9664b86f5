// What reaches and pushes: an arm, a pusher, a finger; and a drone.

const floor = `<geom name="floor" type="plane" size="0 0 .5" rgba=".8 .82 .84 1"/><light type="directional" pos="0 -2 4" dir=".2 .5 -1"/>`;

const joints = [1, 2, 3, 4, 5, 6];

/** The tool of an arm follows a target. @type {import('./index.js').ShippedTask} */
export const arm = {
  name: 'arm',
  title: 'Arm: follow the target',
  model: `<mujoco model="arm"><compiler autolimits="true"/><option timestep=".005" integrator="implicitfast"/>
  <default><geom type="capsule" size=".045" density="500" contype="0" conaffinity="0" rgba=".94 .94 .92 1"/><joint damping="2" armature=".1"/><position kp="200" kv="20"/></default>
  <worldbody>${floor}
    <body name="turret" pos="0 0 .1"><joint name="j1" axis="0 0 1" range="-170 170"/><geom fromto="0 0 0 0 0 .2" size=".06"/>
    <body pos="0 0 .2"><joint name="j2" axis="0 1 0" range="-100 100"/><geom fromto="0 0 0 0 0 .34"/>
    <body pos="0 0 .34"><joint name="j3" axis="0 1 0" range="-20 150"/><geom fromto="0 0 0 0 0 .2" size=".038"/>
    <body pos="0 0 .22"><joint name="j4" axis="0 0 1" range="-170 170"/><geom fromto="0 0 0 0 0 .1" size=".034"/>
    <body pos="0 0 .11"><joint name="j5" axis="0 1 0" range="-110 110"/><geom fromto="0 0 0 0 0 .05" size=".03"/>
    <body name="hand" pos="0 0 .06"><joint name="j6" axis="0 0 1" range="-170 170"/><geom fromto="0 0 0 0 0 .06" size=".025" rgba=".2 .45 .75 1"/><site name="tool" pos="0 0 .1" rgba=".9 .2 .2 1"/></body></body></body></body></body></body></worldbody>
  <actuator>${joints.map((i) => `<position name="a${i}" joint="j${i}" ctrlrange="${[-2.9, -1.7, -0.3, -2.9, -1.9, -2.9][i - 1]} ${[2.9, 1.7, 2.6, 2.9, 1.9, 2.9][i - 1]}"/>`).join('')}</actuator></mujoco>`,
  terms: [
    { name: 'reach', of: '10 * (site.tool - goal)', weight: 1, norm: 'l2', size: 0.2 },
    { name: 'speed', of: 'qvel', weight: 0.01 },
    { name: 'effort', of: 'ctrl - qpos', weight: 0.05 },
  ],
  parameters: { goal: [0.45, 0.3, 0.4] },
  places: ['goal'],
  traces: ['tool'],
  planner: {
    method: 'cem',
    horizon: 0.5,
    rollouts: 32,
    noise: 0.15,
    spline: { kind: 'linear', knots: 3 },
    hold: 4,
  },
  noise: 0.05,
  interval: 0.04,
  aim: { cost: 0.4, seconds: 4 },
};

/** A hand pushes a block to a goal. @type {import('./index.js').ShippedTask} */
export const push = {
  name: 'push',
  title: 'Push a block',
  model: `<mujoco model="push"><compiler autolimits="true"/><option timestep=".005" integrator="implicitfast" cone="elliptic"/>
  <worldbody>${floor}
    <body name="hand" pos="-.3 0 .04"><joint name="x" type="slide" axis="1 0 0" damping="4"/><joint name="y" type="slide" axis="0 1 0" damping="4"/><geom type="cylinder" size=".025 .035" mass=".5" rgba=".2 .45 .75 1"/><site name="hand"/></body>
    <body name="block" pos="0 0 .04"><joint name="bx" type="slide" axis="1 0 0" damping="3" frictionloss=".6"/><joint name="by" type="slide" axis="0 1 0" damping="3" frictionloss=".6"/><joint name="turn" axis="0 0 1" damping=".01" frictionloss=".01"/><geom type="box" size=".05 .05 .035" mass=".3" friction=".6" rgba=".9 .6 .25 1"/><site name="block"/></body></worldbody>
  <actuator><position name="x" joint="x" kp="80" kv="6" ctrlrange="-.5 1.2"/><position name="y" joint="y" kp="80" kv="6" ctrlrange="-.8 .8"/></actuator></mujoco>`,
  terms: [
    {
      name: 'block',
      of: ['10 * (site.block[0] - goal[0])', '10 * (site.block[1] - goal[1])'],
      weight: 1,
      norm: 'l2',
      size: 0.2,
    },
    {
      name: 'near',
      of: '5 * (norm(site.hand - site.block) - 0.085)',
      weight: 0.3,
      norm: 'l2',
      size: 0.2,
    },
    { name: 'speed', of: ['qvel.x', 'qvel.y'], weight: 0.05 },
  ],
  parameters: { goal: [0.25, 0.2] },
  places: ['goal'],
  traces: ['hand', 'block'],
  planner: {
    method: 'sampling',
    horizon: 0.8,
    rollouts: 64,
    noise: 0.3,
    spline: { kind: 'cubic', knots: 5 },
    hold: 4,
  },
  noise: 0.01,
  interval: 0.04,
  aim: { cost: 0.6, seconds: 8 },
};

/** A finger turns a dial to an angle. @type {import('./index.js').ShippedTask} */
export const finger = {
  name: 'finger',
  title: 'Finger: turn the dial',
  model: `<mujoco model="finger"><compiler autolimits="true"/><option timestep=".005" integrator="implicitfast" cone="elliptic"/>
  <default><geom type="capsule" friction="1"/></default>
  <worldbody>${floor}
    <body name="proximal" pos="-.2 0 .5"><joint name="base" axis="0 -1 0" range="-120 120" damping=".3" armature=".01"/><geom fromto="0 0 0 0 0 -.17" size=".02" density="800" rgba=".94 .94 .92 1" contype="0" conaffinity="0"/>
      <body name="distal" pos="0 0 -.17"><joint name="tip" axis="0 -1 0" range="-130 130" damping=".2" armature=".01"/><geom fromto="0 0 -.02 0 0 -.17" size=".018" density="800" rgba=".2 .45 .75 1"/><site name="finger" pos="0 0 -.17"/></body></body>
    <body name="dial" pos="0 0 .28"><joint name="dial" axis="0 -1 0" damping=".02" frictionloss=".02"/><geom fromto="-.1 0 0 .1 0 0" size=".03" density="600" rgba=".9 .6 .25 1"/><geom fromto="0 0 -.1 0 0 .1" size=".03" density="600" rgba=".8 .35 .25 1"/><site name="mark" pos="0 0 .13"/></body></worldbody>
  <actuator><motor name="base" joint="base" gear="2.5" ctrlrange="-1 1"/><motor name="tip" joint="tip" gear="1.5" ctrlrange="-1 1"/></actuator></mujoco>`,
  terms: [
    { name: 'turned', of: '2 * (qpos.dial - goal)', weight: 1, norm: 'l2', size: 0.2 },
    { name: 'near', of: '3 * norm(site.finger - xpos.dial)', weight: 0.1, norm: 'l2', size: 0.1 },
    { name: 'speed', of: 'qvel.dial', weight: 0.02 },
    { name: 'effort', of: 'ctrl', weight: 0.02 },
  ],
  parameters: { goal: 2 },
  traces: ['finger', 'mark'],
  planner: {
    method: 'sampling',
    horizon: 0.8,
    rollouts: 64,
    noise: 0.5,
    spline: { kind: 'cubic', knots: 5 },
    hold: 4,
  },
  noise: 0.02,
  interval: 0.04,
  aim: { cost: 0.5, seconds: 8 },
};

/** A drone flies to a goal and stays. @type {import('./index.js').ShippedTask} */
export const drone = {
  name: 'drone',
  title: 'Drone',
  model: `<mujoco model="drone"><compiler autolimits="true"/><option timestep=".01" integrator="implicitfast"/>
  <default><motor ctrlrange="0 1"/></default>
  <worldbody>${floor}
    <body name="drone" pos="0 0 1"><freejoint name="root"/><geom type="box" size=".08 .08 .02" mass=".6" rgba=".2 .22 .25 1"/>
      ${[0, 1, 2, 3].map((i) => `<geom type="cylinder" pos="${i < 2 ? 0.14 : -0.14} ${i % 2 ? 0.14 : -0.14} .02" size=".07 .006" mass=".05" rgba=".3 .6 .85 .7"/><site name="rotor${i}" pos="${i < 2 ? 0.14 : -0.14} ${i % 2 ? 0.14 : -0.14} .02"/>`).join('')}<site name="drone"/></body></worldbody>
  <actuator>${[0, 1, 2, 3].map((i) => `<motor name="rotor${i}" site="rotor${i}" gear="0 0 5 0 0 ${i === 0 || i === 3 ? 0.08 : -0.08}"/>`).join('')}</actuator>
  <keyframe><key name="hover" qpos="0 0 1 1 0 0 0" ctrl=".392 .392 .392 .392"/></keyframe></mujoco>`,
  terms: [
    { name: 'goal', of: 'xpos.drone - goal', weight: 4 },
    { name: 'upright', of: ['zaxis.drone[0]', 'zaxis.drone[1]', 'xaxis.drone[1]'], weight: 0.5 },
    { name: 'speed', of: ['qvel.root[0]', 'qvel.root[1]', 'qvel.root[2]'], weight: 0.4 },
    { name: 'turning', of: ['qvel.root[3]', 'qvel.root[4]', 'qvel.root[5]'], weight: 0.03 },
    { name: 'effort', of: 'ctrl - 0.392', weight: 0.1 },
  ],
  parameters: { goal: [1, 0.5, 1.5] },
  places: ['goal'],
  traces: ['drone'],
  planner: { method: 'ilqg', horizon: 1, rollouts: 11, hold: 2 },
  key: 'hover',
  noise: 0.05,
  interval: 0.04,
  aim: { cost: 0.05, seconds: 5 },
};
