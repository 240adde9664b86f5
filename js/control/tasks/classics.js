// Classics: a cart with a pole, an acrobot, a ball in a cup.

const look = `<visual><headlight ambient=".4 .4 .4"/></visual>`;

/** A pole that hangs from a cart is swung up and held. @type {import('./index.js').ShippedTask} */
export const cartPole = {
  name: 'cart-pole',
  title: 'Cart and pole: swing up',
  model: `<mujoco model="cart and pole"><compiler autolimits="true"/><option timestep=".01" integrator="implicitfast"/>${look}
  <worldbody><light pos="0 -2 3" dir="0 .5 -1"/><geom name="rail" type="capsule" fromto="-1.9 0 1 1.9 0 1" size=".015" contype="0" conaffinity="0"/>
    <body name="cart" pos="0 0 1"><joint name="slider" type="slide" axis="1 0 0" range="-1.8 1.8" damping=".05"/><geom type="box" size=".12 .07 .05" mass="1" rgba=".83 .33 .28 1"/>
      <body name="pole" pos="0 -.09 0"><joint name="hinge" axis="0 1 0" damping=".0005"/><geom type="capsule" fromto="0 0 0 0 0 -.6" size=".022" mass=".1" rgba=".95 .78 .35 1"/><site name="tip" pos="0 0 -.6"/></body></body></worldbody>
  <actuator><motor name="push" joint="slider" gear="12" ctrlrange="-1 1"/></actuator>
  <keyframe><key name="start" qpos="0 .1"/></keyframe></mujoco>`,
  terms: [
    { name: 'upright', of: 'cos(qpos.hinge) + 1', weight: 10 },
    { name: 'centre', of: 'qpos.slider - goal', weight: 2 },
    { name: 'speed', of: ['qvel.slider', '0.3 * qvel.hinge'], weight: 0.2 },
    { name: 'effort', of: 'ctrl', weight: 0.1 },
  ],
  parameters: { goal: 0 },
  traces: ['tip'],
  planner: { method: 'ilqg', horizon: 1.5, rollouts: 11, hold: 2 },
  // where it hangs straight, no derivative says which way to begin
  key: 'start',
  noise: 0.05,
  interval: 0.04,
  aim: { cost: 0.1, seconds: 8 },
};

/** Two links with a motor at the elbow alone stand up. @type {import('./index.js').ShippedTask} */
export const acrobot = {
  name: 'acrobot',
  title: 'Acrobot: swing up',
  model: `<mujoco model="acrobot"><compiler autolimits="true"/><option timestep=".01" integrator="implicitfast"><flag contact="disable"/></option>${look}
  <worldbody><light pos="0 -2 4" dir="0 .5 -1"/><geom type="cylinder" fromto="0 -.1 2 0 .1 2" size=".03"/>
    <body name="upper" pos="0 0 2"><joint name="shoulder" axis="0 1 0" damping=".02"/><geom type="capsule" fromto="0 0 0 0 0 -.8" size=".035" mass="1" rgba=".3 .5 .8 1"/>
      <body name="lower" pos="0 0 -.8"><joint name="elbow" axis="0 1 0" damping=".02"/><geom type="capsule" fromto="0 0 0 0 0 -.8" size=".03" mass="1" rgba=".9 .6 .3 1"/><site name="tip" pos="0 0 -.8"/></body></body></worldbody>
  <actuator><motor name="elbow" joint="elbow" gear="12" ctrlrange="-1 1"/></actuator>
  <keyframe><key name="start" qpos=".1 0"/></keyframe></mujoco>`,
  terms: [
    { name: 'tip', of: ['site.tip[0]', 'site.tip[2] - height'], weight: 3 },
    { name: 'speed', of: ['0.3 * qvel.shoulder', '0.15 * qvel.elbow'], weight: 0.4 },
    { name: 'effort', of: 'ctrl', weight: 0.02 },
  ],
  parameters: { height: 3.6 },
  traces: ['tip'],
  planner: { method: 'ilqg', horizon: 2, rollouts: 11, hold: 2 },
  // where it hangs straight, no derivative says which way to begin
  key: 'start',
  noise: 0.05,
  interval: 0.04,
  aim: { cost: 0.2, seconds: 12 },
};

/** A ball on a string is swung into the cup that it hangs from. @type {import('./index.js').ShippedTask} */
export const ballInCup = {
  name: 'ball-in-cup',
  title: 'Ball in cup',
  model: `<mujoco model="ball in cup"><compiler autolimits="true"/><option timestep=".005" integrator="implicitfast"/>${look}
  <default><geom rgba=".3 .5 .8 1"/></default>
  <worldbody><light pos="0 -2 3" dir="0 .5 -1"/>
    <body name="cup" pos="0 0 1"><joint name="x" type="slide" axis="1 0 0" range="-.4 .4" damping="2"/><joint name="z" type="slide" axis="0 0 1" range="-.4 .4" damping="2"/>
      <geom type="capsule" fromto="-.06 0 0 .06 0 0" size=".012" mass=".3"/><geom type="capsule" fromto="-.06 0 0 -.09 0 .1" size=".012" mass=".05"/><geom type="capsule" fromto=".06 0 0 .09 0 .1" size=".012" mass=".05"/>
      <site name="bottom" pos="0 0 -.012"/><site name="inside" pos="0 0 .05"/></body>
    <body name="ball" pos="0 0 .7"><joint name="bx" type="slide" axis="1 0 0" damping=".005"/><joint name="bz" type="slide" axis="0 0 1" damping=".005"/><geom type="sphere" size=".03" mass=".06" rgba=".9 .3 .25 1"/><site name="ball"/></body></worldbody>
  <tendon><spatial name="string" range="0 .32" width=".004"><site site="bottom"/><site site="ball"/></spatial></tendon>
  <actuator><position name="x" joint="x" kp="60" kv="4" ctrlrange="-.35 .35"/><position name="z" joint="z" kp="60" kv="4" ctrlrange="-.35 .35"/></actuator></mujoco>`,
  terms: [
    { name: 'caught', of: '10 * (site.ball - site.inside)', weight: 1, norm: 'l2', size: 0.3 },
    { name: 'above', of: '10 * (site.inside[2] - site.ball[2])', weight: 0.5, norm: 'positive' },
    { name: 'centre', of: ['qpos.x', 'qpos.z'], weight: 0.5 },
    { name: 'speed', of: ['qvel.bx', 'qvel.bz'], weight: 0.02 },
  ],
  traces: ['ball', 'cup'],
  planner: {
    method: 'sampling',
    horizon: 1,
    rollouts: 64,
    noise: 0.5,
    spline: { kind: 'cubic', knots: 6 },
  },
  noise: 0.01,
  interval: 0.04,
  aim: { cost: 0.25, seconds: 8 },
};
