// Rows about examples, tuning and names of the modelling chapter (TP, VZ, EX, OC): a small model each, compiled the same, or
// refused, by both engines, and moving the same for some steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showing } from './cases.mjs';
import { fieldError } from './fields.mjs';
import { agree, limber, load, peer } from './models.mjs';
import { arraysOf } from '../helpers.mjs';

/** @type {[string, string, number][]} */
const rows = [];
/** @param {string} row @param {string} xml */
const add = (row, xml, steps = 0) => rows.push([row, xml, steps]);

const plane = '<geom type="plane" size="1 1 .1"/>';
/** @param {string} o */
const opt = (o) => `<option ${o}/>`;
// TP: options over a scene with contacts, friction and a gripper-like squeeze
/** @param {string} o */
const scene = (o, extra = '') =>
  `<mujoco>${o}<worldbody>${plane}<body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1" ${extra}/></body><body pos=".5 0 .5"><joint axis="0 1 0" damping="2" armature=".01"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><body pos=".3 0 0"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/></body></body></worldbody></mujoco>`;
for (const o of [
  'timestep=".0005"',
  'timestep=".02"',
  'timestep=".1"',
  'integrator="Euler"',
  'integrator="implicit"',
  'integrator="implicitfast"',
  'integrator="RK4"',
  'iterations="3"',
  'tolerance="1e-3"',
  'tolerance="0" iterations="10"',
  'cone="elliptic"',
  'cone="elliptic" impratio="10"',
  'impratio="10"',
  'noslip_iterations="1"',
  'noslip_iterations="3" cone="elliptic"',
  'solver="CG"',
  'jacobian="sparse"',
])
  add(`TP ${o}`, scene(opt(o)), 20);
for (const f of ['multiccd', 'nativeccd'])
  for (const v of ['enable', 'disable'])
    add(`TP-11 ${f} ${v}`, scene(`<option><flag ${f}="${v}"/></option>`), 20);
for (const c of [
  'condim="1"',
  'condim="4" friction="1 .1"',
  'condim="6" friction="1 .1 .05"',
  'condim="3" friction=".1"',
  'solref="-1000 0"',
  'solref=".01 1" solimp=".8 .9"',
  'priority="1" solref="-500 -5"',
])
  add(`TP-9,10 ${c}`, scene('', c), 20);
for (const l of ['', 'solreflimit=".02 1"', 'solreflimit="-1000 -10" solimplimit=".5 .9 .1"'])
  add(
    `TP-17 ${l}`,
    `<mujoco><worldbody><body pos="0 0 1"><joint name="J1" axis="0 1 0" armature=".01"/><joint name="J2" axis="0 1 0" limited="true" range="-1 1" ${l}/><geom size=".1" pos=".2 0 0"/></body></worldbody><equality><joint joint1="J2" solimp="0 .9 .02 .5 2" active="${l ? 'true' : 'false'}"/></equality><actuator><position joint="J1" kp="10"/></actuator></mujoco>`,
    50,
  );
add(
  'TP-19',
  `<mujoco><worldbody>${plane.replace('1 1 .1', '1 1 .1')}<body pos="0 0 1"><freejoint/><geom size=".1" solref="-1000 0"/></body></worldbody></mujoco>`,
  400,
);
// VZ-05: sizes
for (const v of [
  '<statistic meansize=".2"/>',
  '<visual><scale contactwidth=".5" contactheight=".2" forcewidth=".3"/></visual>',
  '<visual><map force=".1" torque=".2"/></visual>',
  '<visual><global azimuth="3" elevation="1" orthographic="true" fovy="3" ipd=".1" linewidth="2" glow=".1" offwidth="10" offheight="20" ellipsoidinertia="true" bvactive="false"/></visual>',
  '<visual><quality shadowsize="5" offsamples="2" numslices="9" numstacks="7" numquads="3"/></visual>',
])
  add(`VZ ${v}`, scene(v));
// EX
/** @param {string} a */
const arm = (a, j = '') =>
  `<mujoco><worldbody>${plane}<body name="w" pos="0 0 1"><joint name="j" axis="0 1 0" ${j}/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><body pos=".3 0 0"><joint name="k" axis="0 1 0" ${j}/><geom name="g" type="capsule" size=".03" fromto="0 0 0 .2 0 0"/><site name="s" pos=".2 0 0"/></body></body></worldbody>${a}</mujoco>`;
for (const dis of ['', '0', '1 2', '0 1 2'])
  add(
    `EX-03 ${dis}`,
    arm(
      '<actuator><motor joint="j" group="0"/><position joint="k" kp="5" group="1"/><velocity joint="k" kv="2" group="2"/><intvelocity joint="j" actrange="-1 1" group="1"/></actuator>',
    ).replace('<worldbody>', `<option ${dis && `actuatorgroupdisable="${dis}"`}/><worldbody>`),
    20,
  );
add(
  'EX-04',
  arm(
    '<actuator><motor joint="j" gear="100" ctrlrange="-1 1"/><damper joint="j" kv="10" ctrlrange="0 1"/></actuator>',
    'actuatorfrcrange="-1 1" range="-90 90"',
  ),
  30,
);
add(
  'EX-05',
  `<mujoco><worldbody>${plane}<body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .05 .02"/><body pos="0 .1 0"><joint name="l" axis="0 1 0" actuatorfrcrange="-.1 .1"/><geom type="cylinder" size=".05 .01" zaxis="0 1 0"/></body><body pos="0 -.1 0"><joint name="r" axis="0 1 0" actuatorfrcrange="-.1 .1"/><geom type="cylinder" size=".05 .01" zaxis="0 1 0"/></body></body></worldbody><tendon><fixed name="f"><joint joint="l" coef=".5"/><joint joint="r" coef=".5"/></fixed><fixed name="t"><joint joint="l" coef="-.5"/><joint joint="r" coef=".5"/></fixed></tendon><actuator><motor tendon="f" ctrlrange="-1 1" gear="12"/><motor tendon="t" ctrlrange="-1 1" gear="12"/></actuator></mujoco>`,
  30,
);
for (const g of ['1 0 0 0 0 0', '0 0 1 0 0 0', '0 0 0 0 1 0'])
  add(
    `EX-06 ${g}`,
    arm(
      `<actuator><general site="s" refsite="s" gear="${g}"/><position site="s" gear="${g}" kp="3"/></actuator>`,
      'actuatorfrcrange="-1 1"',
    ),
    20,
  );
for (const a of ['', 'actrange="-1 1"', 'actlimited="true" actrange="-.1 .1"'])
  add(
    `EX-07 ${a}`,
    arm(
      `<actuator><intvelocity joint="j" kp="10" ${a || 'actlimited="false" actrange="-1 1"'}/></actuator>`,
    ),
    30,
  );
add(
  'EX-08',
  arm(
    '<actuator><muscle joint="j"/><muscle name="m" joint="k" timeconst="0.01 0.04" range="0.75 1.05" force="-1" scale="200" lmin="0.5" lmax="1.6" vmax="1.5" fpmax="1.3" fvmax="1.2" tausmooth=".1"/></actuator>',
    'range="-90 90"',
  ),
  30,
);
for (const w of [
  '<geom geom="g"/>',
  '<geom geom="g" sidesite="ss"/>',
  '<geom geom="c"/>',
  '<geom geom="c" sidesite="ss"/>',
  '<pulley divisor="2"/><site site="b"/>',
])
  add(
    `EX-09 ${w}`,
    `<mujoco><worldbody><site name="a" pos="-.5 0 1"/><geom name="g" size=".1" pos="0 .02 1"/><geom name="c" type="cylinder" size=".1 .2" pos="0 .02 1" zaxis="0 1 .1"/><site name="ss" pos="0 0 1.2"/><body pos=".5 0 1"><joint axis="0 1 0"/><geom size=".05" pos=".1 0 0"/><site name="b"/></body></worldbody><tendon><spatial springlength=".5" stiffness="5"><site site="a"/>${w}<site site="b"/></spatial></tendon></mujoco>`,
    20,
  );
add(
  'EX-16',
  `<mujoco><worldbody>${plane}<replicate count="3" offset=".11 0 0"><replicate count="3" offset="0 .11 0"><body pos="0 0 .051"><freejoint/><geom size=".05"/></body></replicate></replicate><body mocap="true" pos="0 0 .3"><geom type="capsule" size=".03 .1"/></body></worldbody></mujoco>`,
  40,
);
add(
  'EX-17',
  `<mujoco><worldbody><body name="m" mocap="true" pos="0 0 1"><geom size=".01" contype="0" conaffinity="0"/></body><body name="h" pos="0 0 1"><freejoint/><geom type="box" size=".1 .05 .02"/></body></worldbody><equality><weld body1="m" body2="h" solref=".01 1" torquescale=".1"/></equality></mujoco>`,
  40,
);
add(
  'EX-20',
  `<robot name="r"><mujoco><compiler discardvisual="false" fusestatic="false" balanceinertia="true"/><option timestep=".001"/></mujoco><link name="b"/><link name="l"><inertial><origin xyz="0 0 .1"/><mass value="1"/><inertia ixx=".1" ixy="0" ixz="0" iyy=".1" iyz="0" izz=".3"/></inertial><collision><geometry><box size=".1 .2 .3"/></geometry></collision></link><joint name="j" type="revolute"><parent link="b"/><child link="l"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="1"/><dynamics damping=".1" friction=".2"/></joint></robot>`,
  20,
);
// OC-01, OC-03
add('OC-01', arm('', 'actuatorfrclrange="-1 1"'));
add(
  'OC-01t',
  arm('<tendon><fixed actuatorfrclrange="-1 1"><joint joint="j" coef="1"/></fixed></tendon>'),
);
add(
  'OC-01u',
  arm(
    '<tendon><fixed actuatorfrcrange="-1 1"><joint joint="j" coef="1"/></fixed></tendon><actuator><motor joint="j"/></actuator>',
    'actuatorfrcrange="-1 1"',
  ),
  10,
);
add('OC-03', arm('<actuator><muscle joint="j"></actuator>'));

/** @param {string} xml @param {number} steps */
function moveAlike(xml, steps) {
  // solvers end at a tolerance, so rates agree less well than positions
  if (agree(xml, undefined, 1e-6).error) return;
  const data = [peer, limber].map((engine) => {
    const model = load(engine, xml);
    const d = new engine.MjData(model);
    d.ctrl.fill(0.3);
    for (let i = 0; i < steps; i++) engine.mj_step(model, d);
    engine.mj_forward(model, d);
    return d;
  });
  for (const field of [
    'qpos',
    'qvel',
    'qacc',
    'act',
    'actuator_force',
    'sensordata',
    'qfrc_actuator',
  ]) {
    const error = fieldError(arraysOf(data[0])[field], arraysOf(data[1])[field]);
    assert.ok(error < (field === 'qpos' ? 1e-5 : 1e-4), `${field} ${error}`);
  }
}

for (const [row, xml, steps] of rows) {
  test(row, () => showing(xml, () => moveAlike(xml, steps)));
}
