// Flexes on both engines, small models compiled by each: coefficients of elasticity, forces in deformed states, contacts and
// their order, statistics.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { handOver } from './hand_over.mjs';
import { arraysOf, found } from '../helpers.mjs';

const quiet = { print() {}, printErr() {} };
const [peer, limber] = [await loadPeer(quiet), await loadLimber(quiet)];

const noContact = '<contact selfcollide="none" internal="false"/>';
const soft = '<elasticity young="1000" poisson="0.1" damping="0.1"/>';
const shell = '<elasticity young="1000" poisson="0.1" elastic2d="bend" thickness="0.02"/>';
const solid = 'type="box" dim="3" count="3 3 3" spacing=".1 .13 .17" radius=".01" mass="1"';

const models = {
  'full solid': `<flexcomp name="f" ${solid}>${soft}${noContact}</flexcomp>`,
  'trilinear cells': `<flexcomp name="f" ${solid} dof="trilinear" cellcount="2 1 2">${soft}${noContact}</flexcomp>`,
  'cells without vertices': `<flexcomp name="f" type="direct" dim="3" point="0 0 0 1 0 0 0 1 0 0 0 1" element="0 1 2 3"
    radius=".01" mass="1" dof="trilinear" cellcount="3 3 3">${soft}${noContact}</flexcomp>`,
  'quadratic cell': `<flexcomp name="f" ${solid} dof="quadratic">${soft}${noContact}</flexcomp>`,
  'strain of trilinear cells': `<flexcomp name="f" ${solid} dof="trilinear"><edge equality="strain"/>${noContact}</flexcomp>`,
  'strain of a quadratic cell': `<flexcomp name="f" ${solid} dof="quadratic"><edge equality="strain"/>${noContact}</flexcomp>`,
  'hollow lattice': `<flexcomp name="f" ${solid} dof="trilinear" cellcount="2 2 2"><edge equality="strain"/>${shell}${noContact}</flexcomp>`,
  'hollow quadratic cell': `<flexcomp name="f" ${solid} dof="quadratic"><edge equality="strain"/>${shell}${noContact}</flexcomp>`,
  'pinned nodes': `<flexcomp name="f" ${solid} dof="trilinear" pos="1 2 3"><pin id="0 1"/>${soft}${noContact}</flexcomp>`,
  'bending sheet': `<flexcomp name="f" type="grid" count="4 4 1" spacing=".1 .1 .1" radius=".01" mass="1">
    <elasticity young="1000" poisson="0.1" thickness=".01" elastic2d="both" damping=".01"/>${noContact}</flexcomp>`,
};

// boxes with equal sides have modes of equal stiffness, which the last bit of the matrix tells apart
const equalSides = 'type="box" dim="3" count="3 3 3" spacing=".1 .1 .1" radius=".01" mass="1"';
const alike = {
  'a trilinear cube': `<flexcomp name="f" ${equalSides} dof="trilinear"><edge equality="strain"/>${noContact}</flexcomp>`,
  'a quadratic cube': `<flexcomp name="f" ${equalSides} dof="quadratic"><edge equality="strain"/>${noContact}</flexcomp>`,
  'a hollow cube': `<flexcomp name="f" ${equalSides} dof="quadratic"><edge equality="strain"/>${shell}${noContact}</flexcomp>`,
};

/**
 * The worst relative difference of two arrays.
 *
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
function difference(a, b) {
  assert.equal(b.length, a.length);
  let worst = 0,
    scale = 1;
  for (let i = 0; i < a.length; i++) {
    worst = Math.max(worst, Math.abs(a[i] - b[i]));
    scale = Math.max(scale, Math.abs(a[i]));
  }
  return worst / scale;
}

/**
 * The same model on both engines, in the same disturbed state.
 *
 * @param {string} xml
 * @param {number} amplitude
 */
function loadBoth(xml, amplitude) {
  const both = [peer, limber].map((mj) => {
    const m = mj.MjModel.from_xml_string(xml),
      d = new mj.MjData(m);
    for (let i = 0; i < m.nq; i++) d.qpos[i] += amplitude * Math.sin(7.3 * i + 1);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 3 * amplitude * Math.cos(5.1 * i);
    mj.mj_forward(m, d);
    return { m, d };
  });
  return both;
}

/** The same for a body in the world. @param {string} body @param {number} amplitude */
const makeBoth = (body, amplitude) =>
  loadBoth(`<mujoco><option gravity="0 0 -1"/><worldbody>${body}</worldbody></mujoco>`, amplitude);

/** @param {{ m: MjModel, d: MjData }[]} both */
function dispose(both) {
  for (const { m, d } of both) {
    d.delete();
    m.delete();
  }
}

for (const [name, body] of Object.entries({ ...models, ...alike })) {
  test(`${name}: coefficients, forces and statistics are those of the peer`, () => {
    const both = makeBoth(body, 0.01),
      [a, b] = both;
    for (const field of [
      'flex_interp',
      'flex_stiffness',
      'flex_bending',
      'flex_stiffnessadr',
      'flex_bendingadr',
      'body_pos',
    ]) {
      assert.ok(difference(arraysOf(a.m)[field], arraysOf(b.m)[field]) < 1e-9, field);
    }
    assert.ok(Math.abs(a.m.stat.meansize - b.m.stat.meansize) < 1e-9, 'meansize');
    assert.ok(Math.abs(a.m.stat.extent - b.m.stat.extent) < 1e-9, 'extent');
    for (const field of ['flexvert_xpos', 'qfrc_spring', 'qfrc_damper', 'qacc_smooth']) {
      assert.ok(difference(arraysOf(a.d)[field], arraysOf(b.d)[field]) < 1e-8, field);
    }
    assert.equal(b.d.nefc, a.d.nefc);
    assert.ok(difference(a.d.efc_pos, b.d.efc_pos) < 1e-8, 'efc_pos');
    assert.ok(difference(a.d.qacc, b.d.qacc) < 1e-5, 'qacc');
    dispose(both);
  });
}

/** Unconnected elements around the origin. @param {number} dim @param {number} count @param {number} seed */
function scatter(dim, count, seed) {
  const points = [],
    elements = [];
  let state = seed;
  const uniform = () => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
  for (let i = 0; i < count; i++) {
    const center = [1.6 * uniform(), 1.3 * uniform(), uniform()];
    for (let k = 0; k <= dim; k++) {
      for (let axis = 0; axis < 3; axis++) points.push((center[axis] + 0.6 * uniform()).toFixed(4));
      elements.push(i * (dim + 1) + k);
    }
  }
  return `type="direct" point="${points.join(' ')}" element="${elements.join(' ')}"`;
}

/** Elements and distances of the contacts. */
function listContacts(/** @type {{ m: MjModel; d: MjData; }} */ { d }) {
  const all = d.contact,
    list = [];
  for (let i = 0; i < d.ncon; i++) {
    const contact = found(all.get(i));
    list.push({
      elements: [...contact.geom, ...contact.elem, ...contact.vert].join(),
      numbers: [contact.dist, ...contact.pos],
    });
    contact.delete?.();
  }
  all.delete?.();
  return list;
}

/** A flex of tiny triangles near a plane. @param {number} count */
function specks(count) {
  const points = [],
    elements = [];
  let state = 11;
  const uniform = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [uniform(), uniform(), -0.01 * uniform()].map((v) => +v.toFixed(5));
    points.push(x, y, z, x + 0.001, y, z, x, y + 0.001, z);
    elements.push(3 * i, 3 * i + 1, 3 * i + 2);
  }
  return `<flexcomp name="f" dim="2" type="direct" point="${points.join(' ')}" element="${elements.join(' ')}"
    radius="0.02" mass="1"><contact internal="false" selfcollide="none"/></flexcomp>`;
}

const crowd = `<flexcomp name="f" dim="2" ${scatter(2, 150, 7)} radius="0.02" mass="1">
    <contact internal="false" selfcollide="none"/></flexcomp>`;
const ball = '<geom type="sphere" size="100" pos="0.1 0.2 -99.9"/>';
for (const [name, body] of Object.entries({
  'a plane': `<geom type="plane" size="5 5 1"/>${crowd}`,
  'a sphere': ball + crowd,
  'two geoms of one body': `<body pos="0 0 0.05">${ball}<geom type="capsule" size="0.4 1"/></body>${crowd}`,
  'another flex': `${specks(120)}<flexcomp name="g" dim="2" type="grid" pos=".5 .5 .02" count="8 8 1"
    spacing=".13 .13 .1" radius="0.02" mass="1"><contact internal="false" selfcollide="none"/></flexcomp>`,
  'the flex itself': crowd.replace('"none"', '"bvh"'),
})) {
  // COMPAT: FLEX-SPREAD
  test(`more contacts with ${name} than the limit: the same ones are kept, in the same order`, () => {
    const both = makeBoth(body, 0);
    const lists = both.map(listContacts);
    assert.equal(lists[0].length, 50);
    assert.deepEqual(
      lists[1].map((c) => c.elements),
      lists[0].map((c) => c.elements),
    );
    lists[0].forEach((c, i) => assert.ok(difference(c.numbers, lists[1][i].numbers) < 1e-6));
    dispose(both);
  });
}

for (const mode of ['none', 'narrow', 'bvh', 'sap', 'auto']) {
  for (const dim of [1, 2, 3]) {
    test(`self-collision ${mode} of dimension ${dim}: same contacts in the same order`, () => {
      const body = `<flexcomp name="f" dim="${dim}" ${scatter(dim, 16, 40 + dim)} radius="${dim === 1 ? 0.08 : 0.02}" mass="1">
        <contact internal="false" selfcollide="${mode}"/></flexcomp>`;
      const both = makeBoth(body, 0);
      const lists = both.map(listContacts);
      assert.ok(lists[0].length <= 50, 'fewer contacts than the limit of a pair');
      assert.equal(lists[0].length > 0, mode !== 'none');
      assert.deepEqual(
        lists[1].map((c) => c.elements),
        lists[0].map((c) => c.elements),
      );
      lists[0].forEach((c, i) => assert.ok(difference(c.numbers, lists[1][i].numbers) < 1e-6));
      dispose(both);
    });
  }
}

// COMPAT: FLEX-SWEEP-TIES
test('neighbours with the same lowest corner: the sweep takes them in order', () => {
  const sheet = `<flexcomp name="f" type="grid" count="8 8 1" spacing="1 1 1" radius="0.02" mass="1">
    <contact internal="false" selfcollide="sap"/></flexcomp>`;
  for (const amplitude of [0.8, 1.2, 2]) {
    const both = makeBoth(sheet, amplitude);
    const lists = both.map((one) => listContacts(one).map((c) => c.elements));
    assert.ok(lists[0].length > 0);
    assert.deepEqual(lists[1], lists[0], `amplitude ${amplitude}`);
    dispose(both);
  }
});

const implicit = 'integrator="implicitfast" solver="CG" tolerance="1e-13" jacobian="sparse"';
const fixedBall = '<geom type="sphere" size=".2" pos=".2 .3 -.2"/>';
/** @param {string} name @param {number} z */
const triangle = (name, z, more = '', inside = '') =>
  `<flexcomp name="${name}" type="direct" point="0 0 0 1 0 0 0 1 0" element="0 1 2" dim="2" pos="0 0 ${z}"
    radius=".01" mass=".3"><contact selfcollide="none" passive="true" ${more}/>${inside}
    <elasticity young="1000" thickness=".01" elastic2d="stretch"/></flexcomp>`;
const passive = {
  'a triangle on a fixed ball': fixedBall + triangle('f', 0.009),
  'inside the margin the spring pulls':
    fixedBall + triangle('f', 0.011, 'margin=".002" solref=".1 2"'),
  'a moving ball': `<body pos=".2 .3 -.2"><freejoint/><geom size=".2"/></body>${triangle('f', 0.009)}`,
  'two triangles': triangle('f', 0) + triangle('g', 0.019),
  'vertices on a plane': `<geom type="plane" size="1 1 1"/>${triangle('f', 0.009)}`,
  'a flex on a sliding body': `${fixedBall}<body name="b"><joint type="slide" axis="0 0 1"/><geom size=".1" pos="5 0 0"/>
    ${triangle('f', 0.009)}</body>`,
};

for (const [name, body] of Object.entries(passive)) {
  test(`passive contacts, ${name}: forces and accelerations are those of the peer`, () => {
    const both = [peer, limber].map((mj) => {
      const xml = `<mujoco><option gravity="0 0 -1" ${implicit}/><worldbody>${body}</worldbody></mujoco>`;
      const m = mj.MjModel.from_xml_string(xml),
        d = new mj.MjData(m);
      for (let i = 0; i < m.nv; i++) d.qvel[i] = Math.cos(5.1 * i);
      mj.mj_forward(m, d);
      return { mj, m, d };
    });
    const [a, b] = both;
    assert.ok(a.d.ncon > 0);
    assert.equal(b.d.ncon, a.d.ncon);
    assert.equal(b.d.nefc, a.d.nefc);
    const fields = ['qfrc_spring', 'efm_c', 'qacc_smooth', 'qacc', 'qfrc_inverse'];
    for (const { mj, m, d } of both) {
      for (let i = 0; i < m.nv; i++) d.qfrc_inverse[i] = 0;
      mj.mj_inverse(m, d);
    }
    for (const field of fields)
      assert.ok(difference(arraysOf(a.d)[field], arraysOf(b.d)[field]) < 1e-6, field);
    dispose(both);
  });
}

test('passive contacts without the implicit integration of flexes are an error', () => {
  const xml = `<mujoco><worldbody>${fixedBall}${triangle('f', 0.009)}</worldbody></mujoco>`;
  for (const engine of [peer, limber])
    assert.throws(
      () => engine.MjModel.from_xml_string(xml),
      /passive flex contact.* effective metric: /,
    );
  assert.throws(() => limber.MjModel.from_xml_string(xml), /contact of flex 0 needs/);
});

// COMPAT: SHELL-CURVATURE. The peer's compiler pins nodes by chance here: its model is used by both
test('bending of hollow quadratic lattices of several cells is that of the peer', () => {
  const body = `<flexcomp name="f" ${solid} dof="quadratic" cellcount="2 1 3">${shell}${noContact}</flexcomp>`;
  const m = peer.MjModel.from_xml_string(`<mujoco><worldbody>${body}</worldbody></mujoco>`);
  const both = [
    { m, d: new peer.MjData(m) },
    ...[handOver(peer, limber, m)].map((n) => ({ m: n, d: new limber.MjData(n) })),
  ];
  for (const [i, mj] of [peer, limber].entries()) {
    const one = both[i];
    for (let i = 0; i < m.nq; i++) one.d.qpos[i] += 0.01 * Math.cos(i);
    mj.mj_forward(one.m, one.d);
  }
  const [a, b] = both;
  assert.ok(a.d.qfrc_spring.some((x) => Math.abs(x) > 0.01));
  assert.ok(difference(a.d.qfrc_spring, b.d.qfrc_spring) < 1e-12);
  dispose(both);
});

const lattices = {
  'trilinear cells': `<flexcomp name="f" ${solid} dof="trilinear" cellcount="2 1 2">${soft}${noContact}</flexcomp>`,
  'a quadratic cell': `<flexcomp name="f" ${solid} dof="quadratic">${soft}${noContact}</flexcomp>`,
  // COMPAT: LATTICE-PINNED
  'a pinned node': `<flexcomp name="f" ${solid} dof="trilinear"><pin id="0"/>${soft}${noContact}</flexcomp>`,
};
for (const [name, body] of Object.entries(lattices)) {
  test(`implicit integration of lattices, ${name}: accelerations and motion are those of the peer`, () => {
    const xml = `<mujoco><option ${implicit}/><worldbody>${body}</worldbody></mujoco>`;
    const both = [peer, limber].map((mj) => {
      const m = mj.MjModel.from_xml_string(xml),
        d = new mj.MjData(m);
      for (let i = 0; i < m.nv; i++) {
        d.qpos[i] += 0.01 * Math.cos(i);
        d.qvel[i] = Math.sin(i + 1);
      }
      mj.mj_forward(m, d);
      const smooth = Float64Array.from(d.qacc_smooth);
      for (let i = 0; i < 20; i++) mj.mj_step(m, d);
      return { m, d, smooth };
    });
    const [a, b] = both;
    assert.equal(b.d.efm_active, 1);
    assert.ok(difference(a.smooth, b.smooth) < 1e-10, 'qacc_smooth');
    assert.ok(difference(a.d.qpos, b.d.qpos) < 1e-10, 'qpos');
    dispose(both);
  });
}

// a hundred conjugate gradients make differences of the last bit visible
for (const type of ['ellipsoid', 'cylinder', 'box']) {
  // COMPAT: ALG-06-ORDER
  test(`conjugate gradients of ${type} edges are those of the peer to the last bit`, () => {
    const body = `<flexcomp name="f" type="${type}" count="6 6 6" spacing=".07 .07 .07" dim="3" pos="-.5 0 1" radius=".001" mass="5">
      <edge equality="true"/>${noContact}</flexcomp>`;
    const xml = `<mujoco><option solver="CG" tolerance="1e-6" integrator="implicitfast"/><worldbody>${body}</worldbody></mujoco>`;
    const [a, b] = [peer, limber].map((mj) => {
      const m = mj.MjModel.from_xml_string(xml),
        d = new mj.MjData(m);
      for (let i = 0; i < m.nv; i++) d.qpos[i] = 0.01 * ((i * 37) % 11) - 0.05;
      for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.125 * ((i * 29) % 7);
      mj.mj_forward(m, d);
      const result = [
        'flexedge_length',
        'flexedge_velocity',
        'efc_aref',
        'qfrc_constraint',
        'qacc',
      ];
      const values = Object.fromEntries(
        result.map((f) => [f, Array.from(arraysOf(d)[f], (x) => x + 0)]),
      );
      d.delete();
      m.delete();
      return values;
    });
    assert.deepEqual(b, a);
  });
}

// COMPAT: VERT-PINNED: rows of pinned vertices have no inertia in the peer, 1e15 for efc_D, and no solver can follow; here they
// count like those of moving vertices.
test('strain at vertices counts by the mass there', () => {
  /** @param {number} mass @param {string} pin */
  const sheet = (
    mass,
    pin,
  ) => `<flexcomp name="f" type="grid" dim="2" count="4 5 1" spacing=".04 .05 .05" radius=".01"
    mass="${mass}"><edge equality="vert"/>${noContact}${pin}</flexcomp>`;
  for (const body of [sheet(1, ''), sheet(0.55, ''), sheet(3, '<pin id="0 1"/>')]) {
    const both = makeBoth(body, 0.01);
    for (const field of ['flexvert_length', 'flexvert_J', 'efc_aref']) {
      const worst = difference(arraysOf(both[0].d)[field], arraysOf(both[1].d)[field]);
      assert.ok(worst < 1e-9, `${field} ${worst}`);
    }
    const pinned = body.includes('<pin');
    const [expected, actual] = both.map(({ d }) => [...d.efc_D]);
    expected.forEach((weight, i) => {
      if (pinned && weight > 1e14) assert.ok(actual[i] <= Math.max(...actual.slice(4)) * 1.001);
      else assert.ok(Math.abs(actual[i] - weight) < 1e-9 * weight);
    });
    assert.equal(expected.filter((weight) => weight > 1e14).length, pinned ? 4 : 0);
    dispose(both);
  }
});

test('pyramids of contacts may be harder than any other row', () => {
  const ball = `<geom type="plane" size="1 1 1" friction="1e-5"/><body pos="0 0 .0999"><freejoint/>
    <geom size=".1" mass="1e9" friction="1e-5"/></body>`;
  const both = makeBoth(ball, 0);
  assert.ok(both[0].d.efc_R[0] < 1e-15);
  assert.ok(difference(both[0].d.efc_D, both[1].d.efc_D) < 1e-12);
  dispose(both);
});

test('lattices that collide within are refused', () => {
  const xml = `<mujoco><worldbody><flexcomp name="f" ${solid} dof="trilinear">${soft}
    <contact selfcollide="none" internal="true"/></flexcomp></worldbody></mujoco>`;
  for (const mj of [peer, limber]) {
    assert.throws(() => mj.MjModel.from_xml_string(xml), /cannot do internal collisions/);
  }
});

// COMPAT: ALG-23, ALG-28
test('sweeps of all islands start from the same side: previous forces where they are better over all of them', () => {
  /** @param {number} x */
  const box = (x) =>
    `<body pos="${x} 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
  const xml = `<mujoco><option solver="PGS" iterations="5"/><worldbody><geom type="plane" size="5 5 1"/>
    ${box(0)}${box(1)}</worldbody></mujoco>`;
  /** @param {Mujoco} mj @param {number} wrong */
  const forces = (mj, wrong) => {
    const m = mj.MjModel.from_xml_string(xml),
      d = new mj.MjData(m);
    for (let i = 0; i < 20; i++) mj.mj_step(m, d);
    d.qacc_warmstart[8] += wrong;
    mj.mj_forward(m, d);
    const force = new Float64Array(d.efc_force);
    d.delete();
    m.delete();
    return force;
  };
  const right = forces(peer, 0),
    wrong = forces(peer, -1000);
  assert.ok(difference(right.subarray(0, 16), wrong.subarray(0, 16)) > 1e-4);
  assert.ok(difference(right, forces(limber, 0)) < 1e-9);
  assert.ok(difference(wrong, forces(limber, -1000)) < 1e-9);
});

// EFFECTIVE-MASS-WARNING
test('cloth that is too stiff for the iterations is told as a singular inertia matrix, in the same steps', () => {
  for (const [count, young, expected] of [
    [8, 1e8, 0],
    [8, 1e9, 4],
    [24, 1e7, 4],
    [24, 1e8, 5],
  ]) {
    const xml = `<mujoco><option solver="CG" integrator="implicitfast"/><worldbody>
      <flexcomp name="c" type="grid" count="${count} ${count} 1" spacing=".05 .05 .05" pos="0 0 1" dim="2" mass="1" radius=".005">
        <elasticity young="${young}" poisson=".3" thickness="1e-2" elastic2d="both"/><contact selfcollide="none"/>
        <pin id="0 ${count - 1}"/></flexcomp></worldbody></mujoco>`;
    const [theirs, ours] = [peer, limber].map((engine) => {
      const model = engine.MjModel.from_xml_string(xml);
      const data = new engine.MjData(model);
      const told = [];
      for (let step = 0; step < 5; step++) {
        engine.mj_step(model, data);
        const { number, lastinfo } = found(
          data.warning.get(engine.mjtWarning.mjWARN_INERTIA.value),
        );
        // later places hang on rounding, and all of the stiffest large cloth
        told.push(number === 1 && count * young < 2e9 ? [number, lastinfo] : number);
      }
      data.delete();
      model.delete();
      return told;
    });
    assert.deepEqual(ours, theirs, `${count} x ${count}, ${young}`);
    assert.equal([ours[4]].flat()[0], expected);
  }
});

// COMPAT: FLEX-HINGE-ORDER: COMPAT: ALG-06-ORDER:
test('a sheet that bends, keeps its strain and meets the floor is that of the peer to the last bit', () => {
  const points = [],
    elements = [];
  for (let i = 0; i < 36; i++) {
    const [x, y] = [i % 6, Math.floor(i / 6)];
    points.push(0.1 * x + 0.02 * Math.sin(5 * i), 0.1 * y + 0.02 * Math.cos(7 * i), 0);
    if (x < 5 && y < 5) elements.push(i, i + 1, i + 7, i, i + 7, i + 6);
  }
  const body = `<geom type="plane" size="2 2 1"/><flexcomp name="f" type="direct" dim="2" radius=".01" mass=".5" pos="0 0 .03"
    point="${points.map((x) => x.toFixed(3)).join(' ')}" element="${elements.join(' ')}"><edge equality="vert" damping=".1"/>
    <elasticity young="3e5" thickness="8e-3" elastic2d="bend" damping=".02"/><contact selfcollide="none" internal="false"/></flexcomp>`;
  const xml = `<mujoco><option solver="CG" iterations="2" integrator="implicitfast"/><worldbody>${body}</worldbody></mujoco>`;
  const [a, b] = [peer, limber].map((mj) => {
    const m = mj.MjModel.from_xml_string(xml),
      d = new mj.MjData(m);
    for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.005 * ((i * 37) % 11) - 0.03;
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.125 * ((i * 29) % 7) - 0.4;
    mj.mj_forward(m, d);
    const copied = (/** @type {MjModel | MjData} */ object, /** @type {string[]} */ fields) =>
      fields.map((f) => [f, Array.from(arraysOf(object)[f], (x) => x + 0)]);
    assert.ok(d.ncon > 5, `${d.ncon} contacts`);
    const values = Object.fromEntries([
      ...copied(m, ['flex_size', 'flex_vert0', 'flex_vertmetric', 'flex_bending', 'efm0_L']),
      ...copied(d, ['flexvert_length', 'flexvert_J', 'qfrc_spring', 'qfrc_damper', 'efm_c']),
      ...copied(d, ['qacc_smooth', 'efc_aref', 'qacc']),
    ]);
    d.delete();
    m.delete();
    return values;
  });
  for (const field of Object.keys(a)) assert.deepEqual(b[field], a[field], field);
});

test('COMPAT: LATTICE-TREES: stiff lattices on bodies that move are solved in the same iterations', () => {
  for (const parent of ['<freejoint/>', '<joint axis="0 1 1"/>', '<joint type="slide"/>']) {
    for (const iterations of [10, 50, 100]) {
      const xml = `<mujoco><option integrator="implicitfast" solver="CG" iterations="${iterations}"/><worldbody>
        <body pos=".1 .2 .3" euler="10 20 30" name="p">${parent}<geom size=".03" mass="1"/><flexcomp name="f" ${solid} dof="quadratic">
        <elasticity young="5000" poisson=".2" damping=".05"/>${noContact}</flexcomp></body></worldbody></mujoco>`;
      const both = loadBoth(xml, 0.01),
        [a, b] = both;
      assert.ok(difference(a.d.qacc_smooth, b.d.qacc_smooth) < 1e-5, `${parent}, ${iterations}`);
      dispose(both);
    }
  }
});

test('layers of solids that are there twice, and no effective mass of rigid sheets', () => {
  const flex = (/** @type {string} */ attributes, /** @type {string} */ more) =>
    `<mujoco><worldbody><body name="p"><joint type="slide"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="1 0 0"/>
     <geom size=".1"/></body>
     ${[0, 1, 2, 3].map((i) => `<body name="b${i}" pos="${i & 1} ${i & 2} ${i}"><freejoint/><geom size=".1"/></body>`).join('')}
     </worldbody><deformable><flex name="f" radius=".01" ${attributes}>${noContact}${more}</flex></deformable></mujoco>`;
  const bending = '<elasticity young="100" thickness=".01" elastic2d="both"/>';
  for (const xml of [
    flex('dim="3" body="b0 b1 b2 b3" element="0 1 2 3 1 0 3 2"', ''),
    flex('dim="2" body="p" vertex="0 0 0 1 0 0 0 1 0 1 1 0" element="0 1 2 1 3 2"', bending),
  ]) {
    const [a, b] = [peer, limber].map((mj) => mj.MjModel.from_xml_string(xml));
    assert.deepEqual(Array.from(b.flex_elemlayer), Array.from(a.flex_elemlayer));
    assert.equal(b.nefm0dof, a.nefm0dof);
    a.delete();
    b.delete();
  }
});

// --- lattices that are not made by flexcomp: their elements may lie anywhere in and around the nodes

/** @param {{ euler?: string, size?: number[], bodies?: string, nodes?: 'bodies' | 'points', more?: string }} shape */
function lattice({
  euler = '0 0 0',
  size = [2, 3, 4],
  bodies = 'w w w w',
  nodes = 'bodies',
  more = '',
}) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    [(i >> 2) & 1, (i >> 1) & 1, i & 1].map((x, k) => x * size[k]),
  );
  const slides = [0, 1, 2].map(
    (k) => `<joint type="slide" axis="${[0, 1, 2].map((i) => +(i === k))}"/>`,
  );
  const masses = corners.map(
    (at, i) =>
      `<body name="n${i}" pos="${nodes === 'points' ? '0 0 0' : at.join(' ')}">${slides.join('').replaceAll(',', ' ')}
       <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>`,
  );
  const given = nodes === 'points' ? `nodecoord="${corners.flat().join(' ')}"` : '';
  return `<mujoco><worldbody><body name="w" pos=".1 .2 .3" euler="${euler}"/><body pos="1 2 3" euler="${euler}">${masses.join('')}</body>
    </worldbody><deformable><flex name="f" dim="3" dof="trilinear" radius=".01" node="${corners.map((_, i) => `n${i}`).join(' ')}" ${given}
    body="${bodies}" vertex="0 0 0 1 0 0 0 1 0 0 0 1" element="0 1 2 3"><contact selfcollide="none" internal="false" ${more}/></flex>
    </deformable></mujoco>`;
}

for (const [name, shape] of Object.entries({
  'as it is': {},
  turned: { euler: '20 30 40' },
  'with nodes given as points': { nodes: /** @type {const} */ ('points') },
  'with vertices on bodies of their own': { bodies: 'w n1 n5 world' },
  'without active elements': { more: 'activelayers="0"' },
})) {
  test(`where vertices are in the box of a lattice, ${name}`, () => {
    const both = loadBoth(lattice(shape), 0.1),
      [a, b] = both;
    for (const field of ['flex_vert0', 'flex_size', 'flex_node0']) {
      assert.ok(difference(arraysOf(a.m)[field], arraysOf(b.m)[field]) < 1e-12, field);
    }
    assert.ok(difference(a.d.flexvert_xpos, b.d.flexvert_xpos) < 1e-12, 'flexvert_xpos');
    dispose(both);
  });
}
