// Rules of the overview and of changes at run time, by requirement row: what a model's fields may be set to while it lives,
// and what mj_setConst makes of them, in both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testModels } from './cases.mjs';
import { dataDifferences } from './fields.mjs';
import { handOver } from './hand_over.mjs';
import { agree, differences, limber, load, peer } from './models.mjs';
import { arraysOf } from '../helpers.mjs';

const machine = `<mujoco><asset>
  <hfield name="h" nrow="3" ncol="3" size="1 1 .5 .1" elevation="0 1 2 3 4 5 6 7 8"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
  <texture name="t" type="2d" builtin="flat" width="2" height="2"/><material name="mt" texture="t"/><material name="mu"/></asset>
<worldbody><geom type="plane" size="5 5 .1"/><geom type="hfield" hfield="h" pos="3 0 0"/>
  <light mode="trackcom" pos="1 1 3"/><camera mode="targetbody" target="a" pos="1 2 3"/>
  <body name="a" pos="0 0 1"><freejoint/><geom size=".1 .2 .1" type="box" material="mt"/><site name="s1" pos=".1 0 0"/><camera mode="track" pos="1 0 0"/>
    <body name="b" pos=".3 0 0"><joint name="j1" axis="0 1 0" range="-60 60" stiffness="1" damping=".1"/><geom size=".08"/><site name="s2" pos=".1 0 0"/>
      <body pos=".3 0 0"><joint name="j2" type="slide" axis="1 0 0" frictionloss=".1" armature=".01"/><geom type="capsule" size=".05 .1"/><geom type="mesh" mesh="m" pos="0 1 0"/></body></body></body>
  <body name="d" pos="1 0 .5"><joint type="ball" range="0 50"/><geom size=".1 .1 .1" type="ellipsoid" pos="0 .2 0"/><site quat=".8 .6 0 0"/></body>
  <body name="e" pos="1 1 .5" simple="false"><joint name="je" axis="1 0 0"/><geom size=".1"/></body></worldbody>
<tendon><spatial name="t1" stiffness="3" damping=".2" range="0 .5"><site site="s1"/><site site="s2"/></spatial><fixed name="t2"><joint joint="j1" coef="2"/><joint joint="j2" coef="-1"/></fixed></tendon>
<equality><connect body1="b" body2="d" anchor="0 .1 0"/><weld body1="e" body2="d"/><joint joint1="j1" joint2="j2" polycoef="0 1 0 0 0"/><tendon tendon1="t1"/></equality>
<actuator><position joint="j1" kp="10" dampratio="1"/><motor joint="j2"/><muscle tendon="t1" lengthrange=".1 .9"/><general tendon="t2" gainprm="2"/></actuator>
<sensor><accelerometer site="s1"/><tendonpos tendon="t1"/></sensor></mujoco>`;

/** @param {number} factor */
const scale = (factor) => (/** @type {Float64Array} */ a) =>
  a.forEach((value, i) => (a[i] = factor * value));
/** @param {number} step */
const shift = (step) => (/** @type {Float64Array} */ a) =>
  a.forEach((value, i) => (a[i] = value + step * (((i * 7) % 5) - 2)));
/** @param {number} value */
const to = (value) => (/** @type {Float64Array} */ a) => a.fill(value);
/** @param {...number[]} pairs */
const at =
  (...pairs) =>
  (/** @type {Float64Array} */ a) =>
    pairs.forEach(([i, value]) => (a[i] = value));
/** Row: field and what is done to it. @type {[string, string, (a: Float64Array) => void][]} */
const changes = [
  ['MODEL-04', 'geom_matid', at([2, 1])],
  ['MODEL-05', 'body_sameframe', to(0)],
  ['MODEL-05', 'geom_sameframe', to(0)],
  ['MODEL-05', 'site_sameframe', to(0)],
  ['MODEL-07', 'geom_condim', to(6)],
  ['MODEL-07', 'geom_priority', at([0, 1])],
  ['MODEL-12', 'qpos0', at([0, 0.3], [7, 0.2], [8, 0.1])],
  ['MODEL-12', 'qpos_spring', shift(0.1)],
  ['MODEL-13', 'body_mass', scale(1.7)],
  ['MODEL-13', 'body_inertia', scale(2)],
  ['MODEL-13', 'body_ipos', shift(0.02)],
  ['MODEL-13', 'body_iquat', at([4, 0.8], [5, 0.6], [20, 0.8], [21, 0.6])],
  ['MODEL-14', 'body_pos', (a) => shift(0.05)(a.subarray(3))],
  ['MODEL-15', 'body_gravcomp', at([1, 1], [2, 0.5])],
  ['MODEL-15', 'body_gravcomp', at([1, -0.5])],
  ['MODEL-16', 'dof_armature', to(0.1)],
  ['MODEL-17', 'geom_pos', shift(0.1)],
  ['MODEL-18', 'site_pos', shift(0.1)],
  ['MODEL-18', 'cam_pos', shift(0.3)],
  ['MODEL-18', 'light_pos', shift(0.2)],
  ['MODEL-19', 'tendon_stiffness', at([0, 0], [1, 3])],
  ['MODEL-19', 'tendon_damping', at([1, 2])],
  ['MODEL-20', 'actuator_gainprm', at([0, 20])],
  ['MODEL-20', 'actuator_biasprm', at([1, -20], [2, 0.9])],
  ['MODEL-21', 'eq_data', at([0, 0.1], [3, 0], [4, 0], [5, 0])],
  ['MODEL-21', 'eq_data', (a) => a.fill(0, 11, 22)],
  ['MODEL-22', 'hfield_size', scale(2)],
  ['MODEL-24', 'mesh_pos', shift(0.1)],
  ['MODEL', 'geom_surfacevel', at([0, 1])],
  ['MODEL', 'geom_adhesion', at([0, 1])],
  ['MODEL', 'tendon_range', scale(0.5)],
  ['MODEL', 'jnt_axis', at([4, 0.6], [5, 0.8])],
  ['MODEL', 'actuator_gear', scale(2)],
];
for (const [row, field, change] of changes) {
  for (const setConst of [false, true]) {
    const place = changes
      .filter((other) => other[1] === field)
      .findIndex((other) => other[2] === change);
    const name = `${row}: ${field}${place ? ` (${place + 1})` : ''} changed at run time`;
    test(`${name}, ${setConst ? 'with' : 'without'} mj_setConst`, () => {
      const theirs = peer.MjModel.from_xml_string(machine);
      const ours = handOver(peer, limber, theirs);
      const data = [];
      for (const [engine, model] of /** @type {[Mujoco, MjModel][]} */ ([
        [peer, theirs],
        [limber, ours],
      ])) {
        change(arraysOf(model)[field]);
        const d = new engine.MjData(model);
        if (setConst) engine.mj_setConst(model, d);
        engine.mj_resetData(model, d);
        d.ctrl.fill(0.3);
        engine.mj_forward(model, d);
        data.push(d);
      }
      if (setConst) {
        assert.deepEqual(differences(handOver(peer, limber, theirs), ours, 1e-9), []);
      }
      assert.deepEqual(dataDifferences(data[0], data[1], 1e-7), []);
    });
  }
}

test('MODEL-13: the inertia of a simple body stays in its frame', () => {
  for (const engine of [peer, limber]) {
    const model = engine.MjModel.from_xml_string(
      '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>',
    );
    const data = new engine.MjData(model);
    model.body_ipos[3] = 0.1;
    assert.throws(() => engine.mj_setConst(model, data), /simple/);
  }
});

/** Both compile a model to the same, up to a share. @param {number} tolerance */
const alike = (tolerance) => (/** @type {string} */ xml) => void agree(xml, undefined, tolerance);

testModels(
  'MODEL: mocap quaternions of keyframes may be nearly nothing',
  ['0 0 0 0', '1e-20 0 0 0', '1e-8 0 0 0', '2e-7 0 0 0', '0 2 0 0'].map(
    (quat) =>
      `<mujoco><worldbody><body mocap="true"><geom size=".1"/></body></worldbody><keyframe><key mquat="${quat}"/></keyframe></mujoco>`,
  ),
  alike(1e-12),
);

test('MS-10: fused bodies of a binary model collide through its trees', () => {
  /** @param {number} count @param {number} z */
  const row = (count, z) =>
    Array.from(
      { length: count },
      (_, i) =>
        `<body pos="${i * 0.15} 0 ${z}" euler="${i * 10} 5 0"><geom size=".1 .05 .07" type="box"/><body pos="0 .2 0"><geom size=".08"/></body></body>`,
    ).join('');
  const theirs = peer.MjModel.from_xml_string(
    `<mujoco><compiler fusestatic="true"/><worldbody><geom size=".1" pos="0 0 -1"/>${row(6, 0)}
    <body pos="0 0 .15"><freejoint/><geom size=".05"/>${row(7, 0)}</body></worldbody></mujoco>`,
  );
  const inner = theirs.bvh_nodeid.filter((item, i) => theirs.bvh_child[2 * i] > 0 && item >= 0);
  assert.ok(inner.length > 10, 'inner nodes carry an item');
  const data = /** @type {[Mujoco, MjModel][]} */ ([
    [peer, theirs],
    [limber, handOver(peer, limber, theirs)],
  ]).map(([engine, model]) => {
    const d = new engine.MjData(model);
    engine.mj_forward(model, d);
    return d;
  });
  assert.ok(data[0].ncon > 20);
  assert.deepEqual(dataDifferences(data[0], data[1], 1e-7), []);
});

/** @param {string} attributes @param {string} content */
const lattice = (attributes, content) =>
  `<mujoco><worldbody><body name="p"><flexcomp name="f" dof="trilinear" spacing=".1 .1 .1" radius=".01" ${attributes}>${content}</flexcomp></body></worldbody></mujoco>`;
const shapes = [
  'type="grid" dim="3" count="3 3 3"',
  'type="grid" dim="3" count="4 4 4" cellcount="2 2 2"',
  'type="box" dim="2" count="3 3 3"',
  'type="grid" dim="2" count="3 3 1"',
  'type="grid" dim="1" count="3 1 1"',
];
const pins = [
  'id="0"',
  'id="8"',
  'range="0 2"',
  'range="0 7"',
  'range="0 26"',
  'range="5 3"',
  'grid="1 1"',
  'grid="0 0 0 1 1 1"',
  'gridrange="0 0 2 2"',
  'gridrange="0 0 0 1 1 1"',
  'gridrange="0 0 0 2 2 2"',
];
const pinned = (/** @type {string} */ shape) => [
  ...pins.map((pin) => lattice(shape, `<pin ${pin}/><contact selfcollide="none"/>`)),
  lattice(shape, '<pin range="0 2"/>'),
];
for (const shape of shapes) {
  testModels(
    `GP-13: pins of lattices are numbered as the points: ${shape}`,
    pinned(shape),
    alike(1e-6),
  );
}
testModels(
  'GP-13: pins of quadratic lattices are numbered as the points',
  pinned(shapes[2]).map((xml) => xml.replace('trilinear', 'quadratic')),
  alike(1e-6),
);

testModels(
  'GP-13: lattices are as thick as their cells need',
  ['0', '5e-8', '1.5e-7', '1e-3'].flatMap((thickness) =>
    ['1 1 1', '1 1 2'].map((cells) =>
      lattice(
        `type="direct" dim="2" cellcount="${cells}" point="0 0 0 1 0 0 0 1 0 1 1 ${thickness}" element="0 1 2 1 2 3"`,
        '<contact selfcollide="none"/>',
      ),
    ),
  ),
  alike(1e-6),
);

testModels(
  'DE: lattices rest along their own axes, in turned bodies too',
  ['trilinear', 'quadratic'].flatMap((dof) =>
    [
      '<elasticity young="1000" poisson=".2" damping=".1"/>',
      '<elasticity young="1000" poisson=".2" thickness=".01" elastic2d="stretch"/>',
      '<elasticity young="1000" poisson=".2" thickness=".01" elastic2d="both"/>',
      '<edge equality="strain"/>',
    ].map((content) =>
      lattice(
        'type="grid" dim="3" count="6 4 4" cellcount="2 1 1"',
        `${content}<pin id="0"/><contact selfcollide="none"/>`,
      )
        .replace('trilinear', dof)
        .replace('name="p"', 'name="p" pos="1 2 3" euler="10 20 30"'),
    ),
  ),
  (xml) => {
    agree(xml, undefined, 1e-6);
    const data = [peer, limber].map((engine) => {
      const model = engine.MjModel.from_xml_string(xml);
      const d = new engine.MjData(model);
      d.qpos.forEach((q, i) => (d.qpos[i] = q + 0.01 * Math.sin(7 * i)));
      engine.mj_forward(model, d);
      return d;
    });
    assert.deepEqual(dataDifferences(data[0], data[1], 1e-6), []);
  },
);

const sheet = 'dim="2" count="4 3 1"';
const solid = 'dim="3" count="3 3 3"';
const shell = 'young="1e3" poisson=".2" thickness=".01" elastic2d=';
testModels(
  'FEAT-27: elastic flexes are one island, others as their constraints tie them',
  [
    [sheet, ''],
    [sheet, 'young="1e3" poisson=".2"'],
    [sheet, `${shell}"bend"`],
    [sheet, `${shell}"stretch"`],
    [solid, 'young="1e3" poisson=".2"'],
    [`${solid} dof="trilinear"`, 'young="1e3" poisson=".2"'],
    [`${solid} dof="trilinear"`, `${shell}"stretch"`],
    [`${solid} dof="trilinear"`, `${shell}"bend"`],
  ].map(
    ([
      attributes,
      elastic,
    ]) => `<mujoco><worldbody><body name="p"><flexcomp name="f" type="grid" ${attributes} spacing=".1 .1 .1" radius=".01">
      <elasticity ${elastic}/><contact selfcollide="none"/></flexcomp></body></worldbody>
      <equality><connect body1="f_${attributes.includes('dof') ? '0_0_0' : 1}" anchor=".1 0 0"/></equality></mujoco>`,
  ),
  (xml) => {
    const [expected, actual] = [peer, limber].map((engine) => {
      const model = engine.MjModel.from_xml_string(xml);
      const d = new engine.MjData(model);
      engine.mj_forward(model, d);
      return [d.nisland, d.nidof];
    });
    assert.deepEqual(actual, expected);
  },
);

testModels(
  'EQ: rigid flexes take no equality',
  ['rigid="true"', 'dof="2d"'].flatMap((attributes) =>
    ['flex', 'flexvert'].map(
      (equality) =>
        `<mujoco><worldbody><body name="p"><flexcomp name="f" dim="2" count="3 3 1" ${attributes} spacing=".1 .1 .1" radius=".01"/></body></worldbody>
        <equality><${equality} flex="f"/></equality></mujoco>`,
    ),
  ),
  alike(1e-6),
);

test('LC: an error in an attached file names both places, the inner one first', () => {
  const parent =
    '<mujoco>\n<asset>\n\n<model name="c" file="c.xml"/></asset><worldbody><attach model="c" prefix="p"/></worldbody></mujoco>';
  const files = { 'c.xml': '<mujoco>\n<worldbody><geom siz="1"/></worldbody></mujoco>' };
  for (const engine of [peer, limber]) {
    assert.throws(() => load(engine, parent, files), {
      message: /Element 'geom', line 2[^]*\nElement 'model', line 4/,
    });
  }
  assert.throws(() => load(limber, parent, files), { file: 'c.xml', line: 2, element: 'geom' });
});
