// What walks: a hopper, a walker, a quadruped.
import { assets } from '../../env/tasks/scenery.js';

const plane = `<geom name="floor" type="plane" size="0 0 .5" material="floor" friction="1.2"/><light type="directional" pos="0 -2 4" dir=".2 .5 -1"/>`;
const root = (/** @type {number} */ height) =>
  `<joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1" ref="${height}"/><joint name="pitch" axis="0 1 0"/>`;

/** One leg hops forward. @type {import('./index.js').ShippedTask} */
export const hopper = {
  name: 'hopper',
  title: 'Hopper',
  model: `<mujoco model="hopper"><compiler autolimits="true"/><option timestep=".005" integrator="implicitfast"/>
  <default><geom type="capsule" size=".045" density="900" rgba=".3 .55 .75 1"/><joint damping="1" armature=".05"/><motor ctrlrange="-1 1"/></default>
  <asset>${assets}</asset><worldbody>${plane}
    <body name="torso" pos="0 0 1.25">${root(1.25).replaceAll('/>', ' damping="0" armature="0"/>')}<geom fromto="0 0 0 0 0 .4" size=".06"/><site name="head" pos="0 0 .4"/>
      <body name="thigh"><joint name="hip" axis="0 -1 0" range="-150 10"/><geom fromto="0 0 0 0 0 -.45"/>
        <body name="shin" pos="0 0 -.45"><joint name="knee" axis="0 1 0" range="-2 150"/><geom fromto="0 0 0 0 0 -.5" size=".04"/>
          <body name="foot" pos="0 0 -.5"><joint name="ankle" axis="0 -1 0" range="-45 45"/><geom fromto="-.1 0 -.1 .2 0 -.1" size=".05" rgba=".2 .2 .22 1"/></body></body></body></body></worldbody>
  <actuator><motor name="hip" joint="hip" gear="120"/><motor name="knee" joint="knee" gear="120"/><motor name="ankle" joint="ankle" gear="50"/></actuator>
  <sensor><subtreelinvel name="velocity" body="torso"/></sensor></mujoco>`,
  terms: [
    { name: 'height', of: 'xpos.torso[2] - height', weight: 20 },
    { name: 'upright', of: 'zaxis.torso[0]', weight: 5 },
    { name: 'speed', of: 'sensor.velocity[0] - speed', weight: 2, norm: 'abs' },
    { name: 'effort', of: 'ctrl', weight: 0.05 },
  ],
  parameters: { height: 1.15, speed: 0.8 },
  traces: ['torso', 'foot'],
  // rounds find more than samples do, and half a second does not see that leaning forward ends in a fall
  planner: {
    method: 'sampling',
    iterations: 6,
    horizon: 1,
    timestep: 0.01,
    rollouts: 16,
    noise: 0.35,
    spline: { kind: 'linear', knots: 7 },
    hold: 2,
  },
  noise: 0.01,
  interval: 0.04,
  aim: { cost: 3, seconds: 5 },
};

/** @param {string} side @param {string} color */
const walkerLeg = (side, color) =>
  `<body name="thigh_${side}"><joint name="hip_${side}" axis="0 -1 0" range="-30 110"/><geom fromto="0 0 0 0 0 -.42" rgba="${color}"/>
  <body name="shin_${side}" pos="0 0 -.42"><joint name="knee_${side}" axis="0 1 0" range="-2 150"/><geom fromto="0 0 0 0 0 -.42" size=".04" rgba="${color}"/>
  <body name="foot_${side}" pos="0 0 -.42"><joint name="ankle_${side}" axis="0 -1 0" range="-45 45"/><geom fromto="-.06 0 -.06 .16 0 -.06" size=".045" rgba=".2 .2 .22 1"/></body></body></body>`;
const sides = ['left', 'right'];

/** Two legs walk. @type {import('./index.js').ShippedTask} */
export const walker = {
  name: 'walker',
  title: 'Walker',
  model: `<mujoco model="walker"><compiler autolimits="true"/><option timestep=".005" integrator="implicitfast"/>
  <default><geom type="capsule" size=".05" density="900" contype="1" conaffinity="0"/><joint damping="1" armature=".05"/><motor ctrlrange="-1 1"/></default>
  <asset>${assets}</asset><worldbody>${plane.replace('name="floor"', 'name="floor" contype="0" conaffinity="1"')}
    <body name="torso" pos="0 0 1">${root(1).replaceAll('/>', ' damping="0" armature="0"/>')}<geom fromto="0 0 .05 0 0 .5" size=".07" rgba=".35 .6 .4 1"/><site name="head" pos="0 0 .5"/>
      ${walkerLeg('left', '.85 .55 .3 1')}${walkerLeg('right', '.4 .5 .75 1')}</body></worldbody>
  <actuator>${sides.map((side) => `<motor name="hip_${side}" joint="hip_${side}" gear="110"/><motor name="knee_${side}" joint="knee_${side}" gear="90"/><motor name="ankle_${side}" joint="ankle_${side}" gear="40"/>`).join('')}</actuator>
  <sensor><subtreelinvel name="velocity" body="torso"/></sensor></mujoco>`,
  terms: [
    { name: 'height', of: 'xpos.torso[2] - height', weight: 20 },
    { name: 'upright', of: 'zaxis.torso[0]', weight: 3 },
    { name: 'speed', of: 'sensor.velocity[0] - speed', weight: 3, norm: 'abs' },
    { name: 'effort', of: 'ctrl', weight: 0.05 },
  ],
  parameters: { height: 0.9, speed: 1 },
  traces: ['torso', 'foot_left', 'foot_right'],
  planner: {
    method: 'sampling',
    iterations: 1,
    horizon: 0.6,
    rollouts: 64,
    noise: 0.35,
    spline: { kind: 'linear', knots: 5 },
    hold: 4,
  },
  noise: 0.01,
  interval: 0.05,
  aim: { cost: 2.5, seconds: 5 },
};

/** @param {string} name @param {number} x @param {number} y */
const quadrupedLeg = (name, x, y) =>
  `<body name="${name}" pos="${x} ${y} 0"><joint name="${name}_a" class="a"/><geom type="sphere" size=".04" density="600" contype="0" conaffinity="0"/>
  <body pos="0 ${Math.sign(y) * 0.045} 0"><joint name="${name}_h" class="h"/><geom class="leg" fromto="0 0 0 0 0 -.2"/>
  <body pos="0 0 -.2"><joint name="${name}_k" class="k"/><geom class="leg" fromto="0 0 0 0 0 -.19"/><geom name="${name}_foot" type="sphere" pos="0 0 -.2" size=".028" friction="1.2" rgba=".2 .2 .22 1"/></body></body></body>`;
const legs = ['fl', 'fr', 'rl', 'rr'];

// costs of what both tasks on four legs are about
/** @typedef {import('./index.js').ShippedTask['terms'][number]} Term */
/** @type {Term} */
const toGoal = {
  name: 'goal',
  of: ['xpos.trunk[0] - goal[0]', 'xpos.trunk[1] - goal[1]'],
  weight: 3,
  norm: 'l2',
  size: 0.2,
};
/** @type {Term} */
const ahead = { name: 'heading', of: ['xaxis.trunk[1] * 2'], weight: 0.3 };
/** @type {Term} */
const posed = { name: 'posture', of: 'ctrl - stand', weight: 0.02 };

/** Four legs walk to a goal. @type {import('./index.js').ShippedTask} */
export const quadruped = {
  name: 'quadruped',
  title: 'Quadruped: to the goal',
  model: `<mujoco model="quadruped"><compiler autolimits="true"/><option timestep=".005" integrator="implicitfast"/><statistic center=".5 0 .25" extent="1.3"/>
  <default><default class="a"><joint axis="1 0 0" range="-45 45" damping=".4" armature=".01"/><position kp="60" kv="1.5" ctrlrange="-.5 .5"/></default>
    <default class="h"><joint axis="0 1 0" range="-60 120" damping=".4" armature=".01"/><position kp="60" kv="1.5" ctrlrange="-.1 1.5"/></default>
    <default class="k"><joint axis="0 1 0" range="-150 -30" damping=".4" armature=".01"/><position kp="60" kv="1.5" ctrlrange="-2.2 -.7"/></default>
    <default class="leg"><geom type="capsule" size=".02" density="600" contype="0" conaffinity="0" rgba=".72 .74 .77 1"/></default></default>
  <asset>${assets}</asset><worldbody>${plane}
    <!-- more of the ground -->
    <body name="trunk" pos="0 0 .3315"><freejoint name="root"/><geom type="box" size=".22 .09 .055" density="900" rgba=".92 .55 .2 1"/><site name="trunk"/>
      ${quadrupedLeg('fl', 0.19, 0.1)}${quadrupedLeg('fr', 0.19, -0.1)}${quadrupedLeg('rl', -0.19, 0.1)}${quadrupedLeg('rr', -0.19, -0.1)}</body></worldbody>
  <actuator>${legs.map((leg) => ['a', 'h', 'k'].map((kind) => `<position class="${kind}" name="${leg}_${kind}" joint="${leg}_${kind}"/>`).join('')).join('')}</actuator>
  <keyframe><key name="stand" qpos="0 0 .3315 1 0 0 0 0 .7 -1.4 0 .7 -1.4 0 .7 -1.4 0 .7 -1.4" ctrl="0 .7 -1.4 0 .7 -1.4 0 .7 -1.4 0 .7 -1.4"/></keyframe></mujoco>`,
  terms: [
    toGoal,
    { name: 'height', of: 'xpos.trunk[2] - height', weight: 20, norm: 'quadratic' },
    { name: 'upright', of: ['zaxis.trunk[0]', 'zaxis.trunk[1]', 'zaxis.trunk[2] - 1'], weight: 2 },
    ahead,
    posed,
  ],
  parameters: {
    goal: [1, 0.3],
    height: 0.3,
    stand: [0, 0.7, -1.4, 0, 0.7, -1.4, 0, 0.7, -1.4, 0, 0.7, -1.4],
  },
  places: ['goal'],
  traces: ['trunk'],
  planner: {
    method: 'sampling',
    iterations: 2,
    horizon: 0.5,
    rollouts: 32,
    noise: 0.3,
    spline: { kind: 'linear', knots: 4 },
    hold: 5,
  },
  key: 'stand',
  noise: 0.005,
  interval: 0.05,
  aim: { cost: 0.5, seconds: 8 },
};

/** Height of the box, m. */
const step = 0.12;

/** The trunk's height over what it stands on: it rises while the legs come onto the box. */
const above = `height + ${step} * min(1, max(0, (xpos.trunk[0] - 0.4) / 0.3))`;

/** Four legs climb onto a box. @type {import('./index.js').ShippedTask} */
export const climber = {
  ...quadruped,
  name: 'climber',
  title: 'Quadruped: onto a box',
  model: quadruped.model
    .replace('model="quadruped"', 'model="quadruped and box"')
    .replace(
      '<!-- more of the ground -->',
      `<geom name="box" type="box" size=".6 .5 ${step / 2}" pos="1.2 0 ${step / 2}" rgba=".55 .6 .68 1" friction="1.2"/>`,
    ),
  terms: [
    toGoal,
    { name: 'height', of: `xpos.trunk[2] - (${above})`, weight: 20 },
    {
      name: 'upright',
      of: ['zaxis.trunk[1]', '0.5 * zaxis.trunk[0]', 'zaxis.trunk[2] - 1'],
      weight: 4,
    },
    ahead,
    posed,
  ],
  parameters: { ...quadruped.parameters, goal: [1.2, 0] },
  planner: {
    ...quadruped.planner,
    iterations: 3,
    horizon: 0.6,
    timestep: 0.01,
    rollouts: 24,
    hold: 2,
  },
  aim: { cost: 0.5, seconds: 10 },
};
