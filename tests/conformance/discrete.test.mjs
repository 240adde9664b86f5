// The integrator `discrete` against version 3.14 of the peer: state, accelerations, forces and rows of constraints over steps.
// DISCRETE-REFSAFE: stiff contacts, limits, friction and equality; DISCRETE-DIAGONAL: exact diagonals, and every other row;
// DISCRETE-DUAL: all cases with PGS.
import assert from 'node:assert/strict';
import test from 'node:test';
import loadNewer from 'mujoco-3.14';
import loadMujoco from 'limber/mujoco';
import { arraysOf, quiet } from '../helpers.mjs';

const [newer, limber] = [await loadNewer(quiet()), await loadMujoco(quiet())];
const engines = [newer, limber];

// two arms, a free body and a ball joint, all springy and damped
const tree = `<geom name="floor" type="plane" size="2 2 1" CONTACT/><site name="hook" pos="0 0 .5"/>
  <body name="A" pos="0 0 .15"><joint name="a" axis="0 1 0" damping=".4 .1 .2" stiffness="3 1 2" JOINT/>
    <geom type="capsule" fromto="0 0 0 .3 0 -.05" size=".02" mass="1" contype="0"/>
    <body name="A2" pos=".3 0 -.05"><joint name="b" axis="1 1 0" damping=".1"/><joint name="c" axis="0 0 1" stiffness="2"/>
      <geom type="box" size=".1 .05 .04" pos=".1 0 0" euler="3 5 0" mass="2" CONTACT/><site name="s" pos=".1 .1 .1"/></body></body>
  <body name="B" pos=".6 .1 .2"><joint name="d" axis="0 1 .2" springref="20"/><geom type="capsule" fromto="0 0 0 -.2 0 .1" size=".02" mass="1" contype="0"/>
    <site name="r" pos="-.2 0 .1"/></body>
  <body name="C" pos=".3 .4 .06"><freejoint name="f"/><geom size=".05" mass="1" CONTACT/></body>
  <body name="D" pos="-.5 0 .3"><joint name="e" type="ball" damping=".3 .1 .1" stiffness="4 1 1"/><geom type="box" size=".1 .05 .07" pos=".1 .1 0" mass="1"/></body>`;

/** @typedef {{ option?: string, flag?: string, joint?: string, contact?: string, rest?: string }} Parts */

/** @param {Parts} parts */
const model = ({ option = '', flag = '', joint = '', contact = '', rest = '' }) =>
  `<mujoco><compiler autolimits="true"/><option integrator="discrete" timestep=".005" ${option}><flag ${flag}/></option>
    <worldbody>${tree.replaceAll('CONTACT', contact).replace('JOINT', joint)}</worldbody>${rest}</mujoco>`;

const fixed = (/** @type {string} */ attributes) =>
  `<tendon><fixed name="t" ${attributes}><joint joint="a" coef="1"/><joint joint="d" coef="-2"/><joint joint="b" coef=".5"/></fixed></tendon>`;
const spatial = (/** @type {string} */ attributes) =>
  `<tendon><spatial name="t" ${attributes}><site site="s"/><site site="r"/></spatial></tendon>`;
const actuator = (/** @type {string} */ xml) => `<actuator>${xml}</actuator>`;
const equality = (/** @type {string} */ xml) => `<equality>${xml}</equality>`;

/** @type {Record<string, Parts>} */
const cases = {
  'joints and contacts': {},
  'elliptic contacts': { option: 'cone="elliptic" impratio="2"', contact: 'condim="6"' },
  'contacts that do not slide': { contact: 'condim="1"' },
  'stiff contacts': { contact: 'solref=".0005 1"', option: 'cone="elliptic"' },
  'underdamped stiff contacts': { contact: 'solref=".0005 .4" solimp=".8 .99 .002"' },
  'contacts without refsafe': { contact: 'solref=".002 1"', flag: 'refsafe="disable"' },
  'direct references': { contact: 'solref="-2e5 -300"' },
  'stiff friction of cones': {
    option: 'cone="elliptic" o_solref=".001 1"',
    flag: 'override="enable"',
  },
  limits: { joint: 'range="-10 1" solreflimit=".001 1"' },
  friction: { joint: 'frictionloss=".2" solreffriction=".001 1"' },
  'exact diagonals': { flag: 'diagexact="enable"', rest: fixed('damping="2" stiffness="5"') },
  'tendon between trees': {
    rest: fixed('damping="3 1 1" stiffness="20 2 3" springlength=".1 .2"'),
  },
  'tendon that pushes': { rest: fixed('damping="-1" stiffness="5"') },
  'spatial tendon': {
    rest: spatial('damping="2" stiffness="100" springlength=".1" range="0 .45"'),
  },
  'friction of a tendon': { rest: spatial('damping="2" frictionloss=".4"') },
  'position servo': { rest: actuator('<position joint="a" kp="50" kv="3" gear="2"/>') },
  'servo on a tendon': {
    rest:
      fixed('') +
      actuator('<position tendon="t" kp="50" kv="3"/><motor tendon="t" damping="2 1 1"/>'),
  },
  'servo between sites': {
    rest: actuator(
      '<general site="s" refsite="r" gear="1 0 2 0 1 0" biastype="affine" biasprm="0 -50 -3"/>',
    ),
  },
  'affine gains': {
    rest: actuator(`<general joint="a" gaintype="affine" gainprm="2 -3 -4" biastype="affine" biasprm="1 -5 -6" ctrlrange="0 .5"/>
      <general joint="d" gaintype="affine" gainprm="2 -3 -4" dyntype="filter" dynprm=".1"/>
      <general joint="b" gaintype="affine" gainprm="2 -3 -4" dyntype="filter" dynprm=".1" actearly="true"/>`),
  },
  'saturated servo': { rest: actuator('<position joint="a" kp="50" kv="3" forcerange="-.5 .5"/>') },
  muscles: {
    rest: actuator(
      `<muscle joint="a" lengthrange="-1 1.5" force="3"/><muscle joint="d" lengthrange="-.2 .3" force="2" gear="-1"/>`,
    ),
  },
  motors: {
    rest: actuator(`<dcmotor joint="a" motorconst=".5" resistance="2" input="pos" controller="3 0 1"/>
      <dcmotor joint="d" motorconst=".5" resistance="2" inductance=".02"/>`),
  },
  'dampers of actuators': {
    rest: actuator('<motor joint="a" damping="4 1 1" armature=".1" gear="2"/>'),
  },
  fluid: { option: 'density="500" viscosity=".5" wind="1 0 0"' },
  'joint equality': {
    rest: equality('<joint joint1="a" joint2="d" polycoef="0 2 .5 0 0" solref=".001 1"/>'),
  },
  connect: { rest: equality('<connect body1="A2" body2="B" anchor=".3 0 0"/>') },
  weld: { rest: equality('<weld body1="A2" body2="C"/>') + fixed('damping="3" stiffness="20"') },
  'tendon equality': {
    rest: fixed('stiffness="3"') + equality('<tendon tendon1="t" polycoef=".3"/>'),
  },
  adhesion: { contact: 'condim="3" adhesion="8"' },
  'surface velocity': { contact: 'surfacevel=".3 .1 0 0 0 .5"', option: 'cone="elliptic"' },
  'without springs': { flag: 'spring="disable"', rest: fixed('damping="3" stiffness="20"') },
  'without dampers': { flag: 'damper="disable"', rest: fixed('damping="3" stiffness="20"') },
  'without islands': { flag: 'island="disable"' },
  'without slip': {
    option: 'cone="elliptic" noslip_iterations="50" noslip_tolerance="0"',
    rest: actuator('<position joint="a" kp="50" kv="3"/>'),
  },
  'without slip, a tendon between trees': {
    option: 'cone="elliptic" noslip_iterations="50" noslip_tolerance="0"',
    rest: fixed('damping="3" stiffness="20"'),
  },
  asleep: { flag: 'sleep="enable"' },
};

const fields = ['qpos', 'qvel', 'act', 'qacc', 'qacc_smooth', 'qfrc_smooth', 'qfrc_constraint'];
const rows = ['efc_KBIP', 'efc_D', 'efc_R', 'efc_aref', 'efc_force'];

/** Steps both engines, each time from the state of the first; the largest difference of each field, relative to its size. @param {string} xml @param {string[]} names @param {number} steps */
function differences(xml, names, steps) {
  const pair = engines.map((engine) => {
    const m = engine.MjModel.from_xml_string(xml);
    return { engine, m, d: new engine.MjData(m) };
  });
  /** @type {Record<string, number>} */
  const worst = {};
  const kind = limber.mjtState.mjSTATE_INTEGRATION.value;
  for (let step = 0; step < steps; step++) {
    const [first, second] = pair;
    const state = new newer.DoubleBuffer(newer.mj_stateSize(first.m, kind));
    newer.mj_getState(first.m, first.d, state, kind);
    limber.mj_setState(second.m, second.d, state.GetView().slice(), kind);
    state.delete();
    for (const { engine, m, d } of pair) {
      if (step === 0) for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.cos(2 * i);
      for (let i = 0; i < m.nu; i++) d.ctrl[i] = 0.6 * Math.sin(step / 9 + i);
      engine.mj_step(m, d);
    }
    for (const name of names) {
      const [theirs, ours] = pair.map(({ d }) => arraysOf(d)[name]);
      assert.equal(ours.length, theirs.length, `${name} in step ${step}`);
      const size = Math.max(1, ...theirs.map(Math.abs));
      ours.forEach((value, i) => {
        worst[name] = Math.max(worst[name] ?? 0, Math.abs(value - theirs[i]) / size);
      });
    }
  }
  for (const { m, d } of pair) for (const object of [d, m]) object.delete();
  return worst;
}

/** Enough for each solver to get to where it stands still. @type {Record<string, string>} */
const accuracy = {
  Newton: 'tolerance="1e-12" iterations="100"',
  CG: 'tolerance="1e-14" iterations="1000" ls_tolerance="1e-6"',
  PGS: 'tolerance="0" iterations="2000"',
};
// how near conjugate gradients and sweeps for slip get to where they stand still
const tolerance = (/** @type {string} */ solver, /** @type {string} */ name) =>
  solver === 'CG' || name.startsWith('without slip') ? 1e-5 : 1e-6;

for (const solver of Object.keys(accuracy)) {
  for (const [name, parts] of Object.entries(cases)) {
    test(`${name}, ${solver}`, () => {
      const option = `${parts.option ?? ''} solver="${solver}" ${accuracy[solver]}`;
      const worst = differences(model({ ...parts, option }), [...fields, ...rows], 60);
      for (const [field, error] of Object.entries(worst))
        assert.ok(error < tolerance(solver, name), `${field} differs by ${error}`);
    });
  }
}

test('inverse dynamics of any acceleration', () => {
  const forces = engines.map((engine) => {
    const m = engine.MjModel.from_xml_string(model({ rest: fixed('damping="3" stiffness="20"') }));
    const d = new engine.MjData(m);
    engine.mj_forward(m, d);
    for (let i = 0; i < m.nv; i++) [d.qvel[i], d.qacc[i]] = [Math.sin(i), 5 * Math.cos(3 * i)];
    engine.mj_inverse(m, d);
    return [...d.qfrc_inverse];
  });
  forces[1].forEach((force, i) => assert.ok(Math.abs(force - forces[0][i]) < 1e-8, `dof ${i}`));
});

test('the word is read and written', () => {
  const spec = limber.parseXMLString(model({}));
  assert.equal(spec.option.integrator, limber.mjtIntegrator.mjINT_DISCRETE.value);
  assert.match(limber.mj_saveXMLString(spec), /integrator="discrete"/);
  spec.delete();
});
