// Models whose stages on the GPU are compared with the engine (gpu_stages.mjs): examples, and small scenes written for a part each. The
// tolerance is that of constraint forces, relative to the largest; that of accelerations is ten times it.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * A model, its tolerances, and steps to the state that is compared. `contact` is that of places and depths of contacts (1e-4); shapes that
 * are met by iterations, here and there by others, have a larger one.
 * @typedef {{ name: string, xml: string, tolerance: number, contact?: number, steps: number }} Scene
 */

/** @param {string} name @param {number} [tolerance] @param {number} [steps] @returns {Scene} */
const example = (name, tolerance = 1e-3, steps = 60) => ({
  name,
  xml: fs.readFileSync(`${root}/examples/${name}.xml`, 'utf8'),
  tolerance,
  steps,
});

/** @param {string} name @param {string} body @param {{ tolerance?: number, contact?: number, steps?: number }} [options] @returns {Scene} */
const scene = (name, body, { tolerance = 1e-3, contact = 1e-4, steps = 60 } = {}) => ({
  name,
  xml: `<mujoco>${body}</mujoco>`,
  tolerance,
  contact,
  steps,
});

/** Bodies that fall, side by side. @param {string[]} geoms @param {number} height @param {number} gap */
const fallen = (geoms, height, gap) =>
  geoms
    .map(
      (geom, i) =>
        `<body pos="${gap * (i % 3)} ${gap * Math.floor(i / 3)} ${height}"><freejoint/><geom ${geom}/></body>`,
    )
    .join('');

const wedge = `<asset><mesh name="wedge" vertex="-.1 -.1 0 .1 -.1 0 -.1 .1 0 .1 .1 0 -.05 0 .12 .05 0 .12"/></asset>`;
const kinds = [
  'size=".06"',
  'type="capsule" size=".04 .08" euler="70 10 0"',
  'type="ellipsoid" size=".05 .07 .09"',
  'type="cylinder" size=".06 .05"',
  'type="box" size=".05 .06 .07" euler="5 8 20"',
];
const cells = Array.from({ length: 81 }, (_, i) =>
  (0.5 + 0.5 * Math.sin(0.9 * i) * Math.cos(0.37 * i * i)).toFixed(3),
).join(' ');

/** A height field of gentle hills. */
export const field = `<hfield name="f" nrow="9" ncol="9" size="1 1 .1 .1" elevation="${cells}"/>`;

const motors = `<dcmotor joint="a" motorconst=".5" resistance="2" input="none"/><dcmotor joint="a" motorconst=".5" resistance="2" inductance=".01" saturation="0 0 40" thermal="1 2 3 .04 25 20" lugre="10 .2 .3 .4 5"/>
        <dcmotor joint="b" motorconst=".4" resistance="2" saturation=".2" controller="3 4 .5 .4 .02 6" input="pos vel ff" cogging=".05 7 .5" damping=".01" armature=".002"/>
        <dcmotor joint="b" motorconst=".3" resistance="1" inductance=".002" controller="2 0 .1" input="pos"/><motor joint="a"/><dcmotor joint="a" motorconst=".3" resistance="2" thermal="1 2 3 .04 25 20"/>`;

/** Kinds of shapes on a plane. @param {string} options @param {string} geom what all geoms have */
const grounded = (options, geom) =>
  `<option timestep="0.004" ${options}/><default><geom ${geom}/></default>
  <worldbody><geom type="plane" size="5 5 .1"/>${fallen(kinds, 0.075, 0.5)}</worldbody>`;

const arm = `<body pos="0 0 1"><joint name="a" axis="0 1 0" damping=".1" range="-1 1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="s1" pos=".1 0 .05"/>
    <body pos=".3 0 0"><joint name="b" axis="0 0 1" damping=".1" springref=".2" stiffness="2"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="s2" pos=".2 .02 .05"/>
      <body pos=".3 0 0"><joint name="c" type="ball" damping=".05" range="0 .5" limited="true"/><geom size=".05"/><site name="s3" pos="0 .05 .02"/></body></body></body>
  <site name="base" pos="-.2 0 1.1"/><site name="slider" pos="0 .3 1" euler="0 90 0"/>`;

/** All kinds of shapes and constraints. */
export const shapes = `<mujoco>
  <option timestep="0.005" cone="pyramidal"/>
  <worldbody><geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .1"><freejoint/><geom type="cylinder" size=".1 .1"/></body>
    <body pos=".02 1.03 .259"><freejoint/><geom type="capsule" size=".06 .1" euler="85 5 0"/></body>
    <body pos="1 0 .1"><freejoint/><geom type="ellipsoid" size=".1 .1 .2" euler="80 0 10"/></body>
    <body pos="1.01 .02 .24"><freejoint/><geom size=".05"/></body>
    <body pos="1 1 .1"><freejoint/><geom type="box" size=".1 .1 .1" condim="4"/></body>
    <body pos="1.02 1.03 .299"><freejoint/><geom type="box" size=".1 .1 .1" condim="6" euler="0 0 20"/></body>
    <body pos="0 1 .1"><freejoint/><geom size=".1" condim="1"/></body>
    <body pos="2 0 1"><joint name="slide" type="slide" axis="1 0 0" frictionloss=".1"/><geom size=".05"/>
      <body><joint name="turn" axis="0 1 0" damping=".02" armature=".01"/><geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02"/></body></body>
    <body pos="3 0 1"><joint name="ball" type="ball" limited="true" range="0 .4" stiffness=".3"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="hand" pos=".3 0 0"/></body>
    <body name="held" pos="4 0 1"><freejoint/><geom type="box" size=".05 .05 .05" contype="0" conaffinity="0"/></body>
    <body name="target" mocap="true" pos="4 0 1"/>
  </worldbody>
  <equality><weld body1="held" body2="target"/><joint joint1="turn" polycoef="0.1 0 0 0 0" solref=".1 1"/></equality>
  <actuator><position joint="slide" kp="20" forcelimited="true" forcerange="-5 5"/><motor site="hand" gear="0 0 1 0 0 0"/></actuator>
  <sensor><jointpos joint="turn"/><framepos objtype="site" objname="hand"/><gyro site="hand"/><accelerometer site="hand"/><velocimeter site="hand"/></sensor>
</mujoco>`;

const scenes = [
  { name: 'all kinds of contacts and constraints', xml: shapes, tolerance: 2e-3, steps: 40 },
  scene('contacts with pyramids', grounded('', 'condim="3"')),
  scene('contacts with cones', grounded('cone="elliptic" impratio="3"', 'condim="3"')),
  scene('condim 1', grounded('', 'condim="1"')),
  scene('condim 4 and 6, cones', grounded('cone="elliptic"', 'condim="6" friction="1 .02 .01"'), {
    tolerance: 3e-3,
  }),
  ...['pyramidal', 'elliptic'].map((cone) =>
    scene(
      `conjugate gradients, ${cone} cones`,
      grounded(`solver="CG" cone="${cone}" iterations="200" tolerance="1e-10"`, 'condim="4"'),
      { tolerance: 5e-3 },
    ),
  ),
  ...['pyramidal', 'elliptic'].map((cone) =>
    scene(
      `contacts, limits and friction loss in RK4, ${cone} cones`,
      `<option integrator="RK4" timestep="0.004" cone="${cone}"/><worldbody><geom type="plane" size="5 5 .1" condim="4"/>${fallen(kinds, 0.075, 0.5)}
      <body pos="3 0 .3"><joint type="slide" axis="0 0 1" range="-.1 .1" limited="true"/><joint axis="0 1 0" frictionloss=".05" damping=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body></worldbody>`,
    ),
  ),
  scene(
    'sixty dofs, whose Hessian is in the memory of rows',
    `<option timestep="0.004" cone="elliptic"/><worldbody><geom type="plane" size="5 5 .1"/>${fallen([...kinds, ...kinds], 0.075, 0.5)}</worldbody>`,
  ),
  // before it lies flat: which of the lowest vertices is the first one is then a matter of the last bits
  scene(
    'mesh on a plane',
    `${wedge}<worldbody><geom type="plane" size="3 3 .1"/><body pos="0 0 .015"><freejoint/><geom type="mesh" mesh="wedge" euler="8 5 0"/></body></worldbody>`,
    { steps: 3 },
  ),
  scene(
    'height field',
    `<option timestep="0.004"/><asset>${field}</asset>
    <worldbody><geom type="hfield" hfield="f" pos=".3 .3 0"/>${fallen(kinds.slice(0, 3), 0.16, 0.3)}</worldbody>`,
    { tolerance: 1e-2, contact: 1e-3 },
  ),
  // on their corners: where faces lie on several prisms, the depth that the engine finds is not always the least one
  scene(
    'meshes, boxes and cylinders on a height field',
    `<option timestep="0.004"/>${wedge.replace('<asset>', `<asset>${field}`)}
    <worldbody><geom type="hfield" hfield="f" pos=".37 .42 0"/>${fallen(['type="mesh" mesh="wedge" euler="60 50 0"', 'type="box" size=".05 .06 .07" euler="40 38 20"', 'type="cylinder" size=".06 .05" euler="50 10 0"'], 0.19, 0.3)}</worldbody>`,
    { tolerance: 1e-2, contact: 1e-3, steps: 25 },
  ),
  scene(
    'explicit pairs, filters, margins',
    `<worldbody><geom name="floor" type="plane" size="3 3 .1" solref=".03 1"/>
      <body name="low" pos="0 0 .06"><freejoint/><geom name="low" size=".06" margin=".01" gap=".005" priority="1" friction=".3"/></body>
      <body name="high" pos="0 .01 .17"><freejoint/><geom name="high" type="box" size=".06 .06 .05" contype="2" conaffinity="4"/></body>
      <body name="out" pos=".05 0 .05"><freejoint/><geom name="out" size=".05"/></body></worldbody>
    <contact><pair geom1="low" geom2="high" condim="6" friction=".7 .6 .01 .001 .002" solreffriction=".02 1"/><exclude body1="low" body2="out"/></contact>`,
  ),
  scene(
    'equality of bodies and sites',
    `<worldbody>${arm}<body name="p" pos="1 0 1"><freejoint/><geom size=".05"/><site name="p" pos=".05 0 0"/></body>
      <body name="q" pos="1.2 0 1"><freejoint/><geom type="box" size=".05 .04 .03"/><site name="q" pos="-.05 0 0"/></body><body name="m" mocap="true" pos="1.2 .05 1.02"/></worldbody>
    <tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="-2"/></fixed></tendon>
    <equality><connect site1="p" site2="q"/><weld body1="q" body2="m" torquescale=".5"/><joint joint1="a" joint2="b" polycoef=".1 .5 .2 0 0"/><tendon tendon1="t" polycoef=".1 0 0 0 0"/></equality>`,
  ),
  scene(
    'limits and friction loss',
    `<worldbody>${arm.replace('damping=".1" range', 'damping=".1" frictionloss=".3" range')}</worldbody>
    <tendon><fixed name="t" limited="true" range="-.1 .1" frictionloss=".2"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed>
      <spatial name="u" limited="true" range="0 .3" frictionloss=".1"><site site="base"/><site site="s1"/></spatial></tendon>`,
  ),
  scene(
    'tendons around geoms',
    `<worldbody>${arm}<geom name="ball" pos="-.05 0 1.05" size=".03" contype="0" conaffinity="0"/><geom name="drum" type="cylinder" pos="-.12 0 1.02" size=".03 .1" euler="90 0 0" contype="0" conaffinity="0"/>
      <geom name="ring" type="cylinder" pos=".02 .12 1.1" size=".1 .1" euler="90 0 0" contype="0" conaffinity="0"/><site name="above" pos="-.05 0 1.2"/><site name="in" pos=".02 .12 1.1"/></worldbody>
    <tendon><spatial stiffness="30" springlength=".1"><site site="base"/><geom geom="ball" sidesite="above"/><site site="s1"/><pulley divisor="2"/><site site="s1"/><site site="s2"/></spatial>
      <spatial stiffness="20" damping="1"><site site="base"/><geom geom="drum"/><site site="s1"/></spatial>
      <spatial stiffness="10" damping="1"><site site="base"/><geom geom="ring" sidesite="in"/><site site="s2"/></spatial></tendon>`,
  ),
  scene(
    'actuators',
    `<option integrator="implicitfast"/><worldbody>${arm}</worldbody>
    <tendon><spatial name="t"><site site="base"/><site site="s1"/></spatial></tendon>
    <actuator><motor joint="a" gear="3"/><position joint="b" kp="20" kv="1" forcerange="-2 2"/><velocity joint="a" kv="2"/><intvelocity joint="b" kp="5" actrange="-1 1"/>
      <muscle tendon="t" lengthrange=".1 .6"/><general joint="c" gear="1 2 0" dyntype="filter" dynprm=".1" gainprm="2"/><damper joint="b" kv="1" ctrlrange="0 1"/><cylinder tendon="t" timeconst=".05" area=".3"/>
      <general site="s2" refsite="base" gear="1 0 0 0 1 0" gainprm="4"/><motor jointinparent="c" gear="0 0 1"/><motor cranksite="s2" slidersite="slider" cranklength=".9"/><general joint="a" dyntype="filterexact" dynprm=".05" gaintype="affine" gainprm="1 .2 .1" biastype="affine" biasprm=".1 -1 -.1"/></actuator>`,
  ),
  // whether a servo is exactly at its limit, where an implicit integrator sees no slope, is a matter of the last bits
  ...[
    ['implicitfast', ''],
    ['RK4', 'forcerange="0 .4"'],
  ].map(([integrator, limit]) =>
    scene(
      `PID, orientation servos, motors, ${integrator}`,
      `<option integrator="${integrator}"/><worldbody>${arm}<body pos="1 0 1"><joint name="d" type="ball" damping=".1"/><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/><site name="s4" pos="0 0 -.2" euler="10 20 30"/></body></worldbody>
    <actuator><pid joint="a" kp="20" kv="1" ki="30" imax=".02" input="pos vel ff" posrange="-.3 .3"/><pid joint="b" kp="10" slewmax=".4"/><pid joint="b" kp="5" kv=".2" ki="4" forcerange="-1 1"/>
      <pid jointinparent="c" gear="0 1 1" kp="5" ki="2"/><motor joint="a" gear=".5"/><orientation joint="c" kp="4" kv=".1"/><orientation name="tilt" joint="d" kp="3" kv=".2" input="quat" ${limit}/>
      <orientation site="s4" refsite="base" kp="1.5" kv=".1"/><general joint="d" dyntype="integrator" input="expmap" gaintype="so3" biastype="so3" gainprm="1" biasprm="0 -1 -.1" actearly="true"/>${motors}</actuator>
    <sensor><actuatorpos actuator="tilt"/><actuatorvel actuator="tilt"/><actuatorfrc actuator="tilt"/></sensor>`,
    ),
  ),
  scene(
    'adhesion',
    `<default><geom gap=".02"/></default><worldbody><geom type="plane" size="3 3 .1"/><geom type="box" size=".2 .2 .05" pos="0 0 .4"/>
      <body name="low" pos="0 0 .05"><freejoint/><geom type="box" size=".05 .05 .05"/></body><body name="high" pos="0 0 .12"><freejoint/><geom type="box" size=".05 .05 .02" euler="0 0 10"/></body>
      <body name="hung" pos=".1 0 .31"><freejoint/><geom size=".035" margin=".01"/></body></worldbody>
    <actuator><adhesion body="low" gain="2" ctrlrange="0 1"/><adhesion body="high" gain="3" ctrlrange="0 1"/><adhesion name="pull" body="hung" gain="50" ctrlrange="0 1"/></actuator>
    <sensor><actuatorfrc actuator="pull"/></sensor>`,
    { steps: 20 },
  ),
  scene(
    'springs, gravity compensation, armature',
    `<option gravity="1 0 -9"/><worldbody><body pos="0 0 1" gravcomp=".5"><joint name="j" type="slide" axis="1 0 1" stiffness="30" damping="2" armature=".2" actuatorgravcomp="true"/><geom size=".1"/>
      <body pos=".2 0 0"><joint type="ball" stiffness="3" damping=".2"/><geom type="ellipsoid" size=".05 .06 .1"/></body></body>
      <body pos="1 0 1"><freejoint/><geom type="box" size=".1 .05 .02"/></body></worldbody><actuator><position joint="j" kp="10"/></actuator>`,
  ),
  scene(
    'sensors',
    `<worldbody><geom name="floor" type="plane" size="3 3 .1"/><camera name="eye" pos="1 0 1"/>
      <body name="base" pos="0 0 .105"><freejoint/><geom name="base" type="box" size=".2 .2 .1"/><site name="pad" type="box" pos=".1 0 0" size=".2 .3 .2"/><site name="anchor" pos=".2 0 .1"/><site name="ball" size=".2"/><site name="rod" type="capsule" size=".1 .2"/><site name="drum" type="cylinder" size=".3 .2"/>
        <body name="arm" pos="0 0 .1"><joint name="j" axis="0 1 0" range="-.1 .1" limited="true" stiffness="1"/><geom type="capsule" fromto="0 0 0 0 0 .3" size=".03" contype="0"/><site name="tip" pos="0 0 .3"/><site name="root"/></body></body></worldbody>
    <tendon><spatial name="t" limited="true" range="0 .35"><site site="anchor"/><site site="tip"/></spatial></tendon>
    <actuator><motor name="m" tendon="t"/><motor joint="j"/></actuator>
    <sensor><force site="root"/><torque site="root"/><accelerometer site="tip"/><gyro site="tip"/><velocimeter site="tip"/><magnetometer site="tip"/><touch site="pad"/><touch site="ball"/><touch site="rod"/><touch site="drum"/>
      <contact geom1="base" data="found force dist pos normal" num="3" reduce="mindist"/><contact body1="base" data="found force torque" reduce="netforce"/><contact subtree1="base" geom2="floor" data="found force" num="2" reduce="maxforce"/>
      <jointlimitpos joint="j"/><jointlimitvel joint="j"/><jointlimitfrc joint="j"/><tendonlimitpos tendon="t"/><tendonlimitvel tendon="t"/><tendonlimitfrc tendon="t"/><tendonactuatorfrc tendon="t"/><jointactuatorfrc joint="j"/>
      <subtreecom body="base"/><subtreelinvel body="base"/><subtreeangmom body="base"/><framelinacc objtype="site" objname="tip"/><frameangacc objtype="body" objname="arm"/><framepos objtype="camera" objname="eye" reftype="site" refname="tip"/>
      <framelinvel objtype="site" objname="tip" reftype="body" refname="base"/><insidesite site="drum" objtype="site" objname="root"/><e_potential/><e_kinetic/><clock/></sensor>`,
    { steps: 40 },
  ),
  scene(
    'tendons, equality, actuators and sensors in RK4',
    `<option integrator="RK4" cone="elliptic"/>
    <worldbody>${arm}<geom name="drum" type="cylinder" pos="-.12 0 1.02" size=".03 .1" euler="90 0 0" contype="0" conaffinity="0"/><geom type="plane" size="3 3 .1"/>
      <body name="p" pos="1 0 .05"><freejoint/><geom size=".05" condim="4"/><site name="p" pos=".05 0 0"/></body><body name="q" pos="1.2 0 .05"><freejoint/><geom name="q" type="box" size=".05 .04 .05"/><site name="q" type="box" size=".06 .06 .06"/></body><body name="m" mocap="true" pos="1.2 .05 .06"/></worldbody>
    <tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="-2"/></fixed>
      <spatial name="u" stiffness="20" damping="1"><site site="base"/><geom geom="drum"/><site site="s1"/></spatial></tendon>
    <equality><connect site1="p" site2="q"/><weld body1="q" body2="m" torquescale=".5" solref=".2 1"/><tendon tendon1="t" polycoef=".1 0 0 0 0"/></equality>
    <actuator><position joint="b" kp="20" kv="1" forcerange="-2 2"/><general joint="c" gear="1 2 0" dyntype="filter" dynprm=".1" gainprm="2"/><motor site="s2" gear="0 0 1 0 0 0"/><muscle tendon="u" lengthrange=".1 .6"/></actuator>
    <sensor><framepos objtype="site" objname="s3"/><gyro site="s3"/><accelerometer site="s3"/><force site="s2"/><touch site="q"/><contact geom1="q" data="found force" num="3"/><tendonpos tendon="u"/><subtreecom body="q"/></sensor>`,
  ),
  scene(
    'convex shapes on each other',
    `${wedge}<worldbody><geom type="plane" size="3 3 .1"/><geom type="mesh" mesh="wedge" pos="0 0 .02" euler="0 0 10"/><geom type="cylinder" size=".2 .05" pos="1 0 .05"/><geom type="ellipsoid" size=".2 .2 .08" pos="0 1 .08"/>
      <body pos="0 .02 .2"><freejoint/><geom size=".06"/></body><body pos="1.05 0 .15"><freejoint/><geom type="ellipsoid" size=".06 .05 .05"/></body><body pos=".02 1 .22"><freejoint/><geom type="capsule" size=".05 .03"/></body></worldbody>`,
    { tolerance: 1e-2, contact: 1e-3 },
  ),
];

/** @type {Scene[]} */
export const allScenes = [
  ...scenes,
  ...['balancer', 'box_stack', 'cart_double_pole', 'cradle', 'crane', 'gyroscope', 'hopper'].map(
    (name) => example(name),
  ),
  ...['humanoid', 'muscle_leg', 'orrery', 'pendulum_chain', 'quadruped', 'rattleback'].map((name) =>
    example(name),
  ),
  ...['robot_arm', 'rover', 'three_finger_hand', 'tendon_finger', 'tensegrity'].map((name) =>
    example(name),
  ),
  example('slider_crank', 1e-2),
];
