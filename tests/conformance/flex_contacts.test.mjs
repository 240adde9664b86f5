// Contacts of flexes on both engines, contact by contact: which ones, in which order, where, and their parameters. Requirement
// COL-54.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { arraysOf, found, valuesOf } from '../helpers.mjs';

const quiet = { print() {}, printErr() {} };
const [peer, limber] = [await loadPeer(quiet), await loadLimber(quiet)];

const numbers = ['pos', 'frame', 'friction', 'solref', 'solreffriction', 'solimp'];
const scalars = ['dist', 'includemargin', 'dim', 'exclude'];

/** Numbers in [-1, 1], more of them near 0. @param {number} seed */
function random(seed) {
  let state = seed;
  const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
  return () => uniform() + uniform() - 1;
}

/** What there is to compare of every contact. @param {MjData} d */
function contactsOf(d) {
  const all = d.contact,
    list = [];
  for (let i = 0; i < d.ncon; i++) {
    const c = found(all.get(i));
    list.push({
      name: `geom ${[...c.geom]} flex ${[...c.flex]} element ${[...c.elem]} vertex ${[...c.vert]}`,
      values: [
        ...scalars.map((f) => Number(valuesOf(c)[f])),
        ...numbers.flatMap((f) => [...arraysOf(c)[f]]),
      ],
    });
    c.delete();
  }
  all.delete();
  return list;
}

/**
 * Loads a model into both engines, moves every joint by a random amount and compares the contacts. Returns their number.
 *
 * @param {string} xml
 * @param {number} amplitude
 * @param {number} seed
 */
function compareContacts(xml, amplitude, seed) {
  const [a, b] = [peer, limber].map((mj) => {
    const m = mj.MjModel.from_xml_string(xml),
      d = new mj.MjData(m),
      rnd = random(seed);
    d.qpos.set(d.qpos.map((q) => q + amplitude * rnd()));
    mj.mj_forward(m, d);
    const contacts = contactsOf(d);
    d.delete();
    m.delete();
    return contacts;
  });
  assert.deepEqual(
    b.map((c) => c.name),
    a.map((c) => c.name),
    xml,
  );
  for (let i = 0; i < a.length; i++) {
    a[i].values.forEach((x, k) =>
      assert.ok(
        Math.abs(x - b[i].values[k]) < 1e-7,
        `${a[i].name}: ${x} ${b[i].values[k]}\n${xml}`,
      ),
    );
  }
  return a.length;
}

/** @param {string} body */
const world = (body, options = '') => `<mujoco>${options}<worldbody>${body}</worldbody></mujoco>`;

/** Counts of vertices by dimension. @type {Record<number, string[]>} */
const counts = {
  1: ['9 1 1', '20 1 1'],
  2: ['4 5 1', '9 7 1', '6 8 1'],
  3: ['2 2 3', '3 4 4', '4 3 3'],
};

/**
 * A grid that is small or large, with attributes of its contact element.
 *
 * @param {number} dim
 * @param {string} count
 * @param {number} radius
 * @param {string} contact
 */
const grid = (dim, count, radius, contact, more = '') =>
  `<flexcomp name="f" type="grid" dim="${dim}" count="${count}" spacing=".05 .05 .05" mass="1" radius="${radius}" ${more}>
    <contact ${contact}/></flexcomp>`;

for (const mode of ['narrow', 'sap', 'bvh', 'auto']) {
  // COMPAT: FLEX-SELF-ORDER, FLEX-SPREAD
  test(`self collisions by ${mode} come in the peer's order, and the same 50 of many are kept`, () => {
    let total = 0;
    for (const dim of [1, 2, 3]) {
      for (const [i, count] of counts[dim].entries()) {
        for (const amplitude of [0.04, 0.1]) {
          const contact = `selfcollide="${mode}" internal="false" activelayers="${i + 1}"`;
          total += compareContacts(world(grid(dim, count, 0.005, contact)), amplitude, i + 1);
        }
      }
    }
    assert.ok(total > 300, `${total} contacts`);
  });
}

// COMPAT: FLEX-INTERNAL
test('internal contacts are the same, in the same order', () => {
  let total = 0;
  for (const dim of [1, 2, 3]) {
    for (const [i, count] of counts[dim].entries()) {
      for (const amplitude of [0.03, 0.1]) {
        const contact = 'selfcollide="none" internal="true" condim="4" friction=".5 .01 .02"';
        total += compareContacts(world(grid(dim, count, 0.005, contact)), amplitude, i + 1);
      }
    }
  }
  assert.ok(total > 100, `${total} contacts`);
});

// COMPAT: FLEX-NO-MARGIN
test('within a flex there is no margin, not even an overriding one', () => {
  const contact = 'selfcollide="auto" internal="true" margin=".01" gap=".005"';
  const override = '<option o_margin=".02"><flag override="enable"/></option>';
  for (const options of ['', override]) {
    for (const dim of [2, 3]) {
      assert.ok(
        compareContacts(world(grid(dim, counts[dim][1], 0.005, contact), options), 0.04, 1) > 2,
      );
    }
  }
});

test('a flex whose masks exclude itself has no contacts within, internal ones neither', () => {
  const contact = 'selfcollide="auto" internal="true" contype="2" conaffinity="1"';
  for (const dim of [1, 2, 3]) {
    assert.equal(compareContacts(world(grid(dim, counts[dim][1], 0.01, contact)), 0.08, 1), 0);
  }
});

// COMPAT: BVH-EQUAL-AXES
test('the trees of flexes have the shape of the peer: active layers only, no radius, equal lengths cut along x', () => {
  for (const contact of ['activelayers="1"', 'activelayers="2"', 'activelayers="0"']) {
    for (const dim of [1, 2, 3]) {
      for (const count of [...counts[dim], ...(dim === 2 ? ['3 8 1', '9 3 1'] : [])]) {
        for (const spacing of ['.05 .05 .05', '.25 .25 .25']) {
          const xml = world(grid(dim, count, 0.001, contact)).replace('.05 .05 .05', spacing);
          const [a, b] = [peer, limber].map((mj) => {
            const m = mj.MjModel.from_xml_string(xml);
            const tree = [
              m.flex_bvhnum[0],
              m.nbvh,
              ...m.bvh_child,
              ...m.bvh_nodeid,
              ...m.bvh_depth,
            ];
            m.delete();
            return tree;
          });
          assert.deepEqual(b, a, xml);
        }
      }
    }
  }
});

// COMPAT: BVH-EQUAL-AXES
test('beside a plane, and other large boxes, the last of equal lengths is cut', () => {
  const points = ['1 2 0', '-1 1 0', '2 -1 .5', '-2 -2 .3', '.3 .4 -1'];
  for (const large of [
    'type="plane" size="3 3 .1"',
    'type="plane" size="3 3 .1" zaxis="1 1 0"',
    ...['1e10 1e10 1', '1e6 1e6 1e6', '130 130 130', '60 60 60', '100 1 100'].map(
      (size) => `type="box" size="${size}"`,
    ),
  ]) {
    const geoms = points.map((pos) => `<geom size=".1" pos="${pos}"/>`);
    const xml = `<mujoco><worldbody><geom ${large}/>${geoms.join('')}</worldbody></mujoco>`;
    const [a, b] = [peer, limber].map((mj) => [...mj.MjModel.from_xml_string(xml).bvh_nodeid]);
    assert.deepEqual(b, a, large);
  }
});

const shapes = '<mesh name="m" vertex="0 0 .15 .1 0 0 -.05 .09 0 -.06 -.08 0 .02 .03 -.12"/>';
const field =
  '<hfield name="h" nrow="3" ncol="4" size=".3 .3 .1 .05" elevation="0 1 .2 .5 .3 1 0 .1 .8 .2 .6 0"/>';
/** @type {Record<string, string>} */
const attributes = {
  mesh: 'mesh="m"',
  hfield: 'hfield="h"',
  plane: 'size="1 1 .1"',
  sphere: 'size=".1"',
};
/** @param {string} kind */
const geom = (kind, more = '') =>
  `<geom type="${kind}" ${attributes[kind] ?? 'size=".1 .13 .17"'} ${more}/>`;
/** @param {string} kind */
const isStatic = (kind) => kind === 'plane' || kind === 'hfield';

/** A flex of one element whose corners move freely. @param {number} dim @param {string} contact */
function oneElement(dim, contact) {
  const names = Array.from({ length: dim + 1 }, (_, i) => `v${i}`);
  const slides = ['1 0 0', '0 1 0', '0 0 1']
    .map((axis) => `<joint type="slide" axis="${axis}"/>`)
    .join('');
  const ghost = '<geom size=".01" mass="1" contype="0" conaffinity="0"/>';
  return {
    bodies: names.map((name) => `<body name="${name}">${slides}${ghost}</body>`).join(''),
    flex: `<flex name="f" dim="${dim}" radius=".01" body="${names.join(' ')}" element="${names.map((_, i) => i).join(' ')}">
      <contact selfcollide="none" internal="false" ${contact}/></flex>`,
  };
}

/**
 * The same contacts in many random poses. Returns their number.
 *
 * @param {string} xml
 * @param {number} scale
 * @param {number} poses
 */
function comparePoses(xml, scale, poses) {
  const rnd = random(11);
  const sides = [peer, limber].map((mj) => {
    const m = mj.MjModel.from_xml_string(xml);
    return { mj, m, d: new mj.MjData(m) };
  });
  const { nq, nv } = sides[0].m,
    hasFree = nq > nv;
  let total = 0;
  for (let pose = 0; pose < poses; pose++) {
    const qpos = Array.from({ length: nq }, () => scale * rnd());
    if (hasFree) {
      const quat = Array.from({ length: 4 }, rnd),
        norm = Math.hypot(...quat);
      quat.forEach((x, i) => (qpos[3 + i] = x / norm));
    }
    const [a, b] = sides.map(({ mj, m, d }) => {
      d.qpos.set(qpos);
      mj.mj_fwdPosition(m, d);
      return contactsOf(d);
    });
    assert.equal(b.length, a.length, `${qpos}\n${xml}`);
    a.forEach((c, i) =>
      c.values.forEach((x, k) =>
        assert.ok(Math.abs(x - b[i].values[k]) < 1e-6, `${x} ${b[i].values[k]} at ${qpos}\n${xml}`),
      ),
    );
    total += a.length;
  }
  for (const { m, d } of sides) {
    d.delete();
    m.delete();
  }
  return total;
}

for (const kind of [
  'plane',
  'hfield',
  'sphere',
  'capsule',
  'ellipsoid',
  'cylinder',
  'box',
  'mesh',
]) {
  // COMPAT: FLEX-ELEMENT, HFIELD-FLEX, HFIELD-PRISM
  test(`an element of any dimension against a ${kind}: the peer's contacts, with margin and without`, () => {
    for (const dim of [1, 2, 3]) {
      for (const margin of [0, 0.03]) {
        for (const ccd of ['enable', 'disable']) {
          const element = oneElement(dim, `margin="${margin}"`);
          const body = `<body>${isStatic(kind) ? '' : '<freejoint/>'}${geom(kind)}</body>`;
          const xml = `<mujoco><option><flag nativeccd="${ccd}"/></option><asset>${shapes}${field}</asset>
            <worldbody>${body}${element.bodies}</worldbody><deformable>${element.flex}</deformable></mujoco>`;
          assert.ok(comparePoses(xml, 0.25, 60) > 3, xml);
        }
      }
    }
  });
}

// COMPAT: HFIELD-FLEX
test('elements meet a turned height field as the peer has it', () => {
  for (const dim of [1, 2, 3]) {
    for (const turn of ['euler="10 20 30"', 'euler="-30 5 140"']) {
      const element = oneElement(dim, '');
      const xml = `<mujoco><asset>${field}</asset><worldbody><body>${geom('hfield', turn)}</body>
        ${element.bodies}</worldbody><deformable>${element.flex}</deformable></mujoco>`;
      assert.ok(comparePoses(xml, 0.25, 150) > 30, xml);
    }
  }
});

// COMPAT: COL-33, HFIELD-MARGIN
test('geoms within the margin of a height field meet the same prisms', () => {
  for (const kind of ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh']) {
    const body = `${geom('hfield')}<body><freejoint/>${geom(kind, 'margin=".05"')}</body>`;
    const xml = `<mujoco><asset>${shapes}${field}</asset><worldbody>${body}</worldbody></mujoco>`;
    assert.ok(comparePoses(xml, 0.4, 60) > 30, kind);
  }
});

// COMPAT: COL-36
test('without native collision, normals are those of the curved geoms', () => {
  const flag = '<option><flag nativeccd="disable"/></option>';
  for (const kind of ['sphere', 'capsule', 'ellipsoid']) {
    const onField = `${geom('hfield')}<body><freejoint/>${geom(kind)}</body>`;
    const pair = `<body><freejoint/>${geom('ellipsoid')}</body><body pos=".1 .1 0">${geom(kind)}</body>`;
    for (const body of [onField, pair]) {
      const xml = `<mujoco>${flag}<asset>${shapes}${field}</asset><worldbody>${body}</worldbody></mujoco>`;
      assert.ok(comparePoses(xml, 0.15, 60) > 20, kind);
    }
  }
});

/** @param {string} geoms @param {string} pos */
const moving = (geoms, pos) => `<body pos="${pos}"><freejoint/>${geoms}</body>`;

// COMPAT: FLEX-TREE-MARGIN, FLEX-LEAVES, FLEX-DESCENT
test('trees are searched within the margin, not the gap, and leaves meet whatever their boxes', () => {
  let total = 0;
  for (const [a, b] of [
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 3],
    [3, 3],
  ]) {
    for (const contact of ['gap=".005"', 'margin=".01" gap=".005"']) {
      const own = `selfcollide="none" internal="false" ${contact}`;
      const first = grid(a, counts[a][0], 0.005, own);
      const second = grid(b, counts[b][0], 0.005, own, 'pos=".01 .02 .03"').replace('"f"', '"g"');
      for (const seed of [1, 2, 3]) total += compareContacts(world(first + second), 0.04, seed);
      const box = moving(
        '<geom type="box" size=".06 .03 .05" margin=".01" gap=".005"/>',
        '.05 .05 .02',
      );
      total += compareContacts(world(first + box), 0.04, 4);
    }
  }
  assert.ok(total > 200, `${total} contacts`);
});

/**
 * Contacts of bodies over a sheet in random poses. Returns how many there were, and how many poses had none.
 *
 * @param {string} option
 * @param {string[]} bodies geoms of each
 * @param {string} contact of the sheet
 */
function compareOverSheet(option, bodies, contact) {
  const xml = `<mujoco>${option}<worldbody>${bodies.map((geoms) => `<body><freejoint/>${geoms}</body>`).join('')}
    <flexcomp name="f" type="grid" dim="2" count="5 5 1" spacing=".1 .1 .1" mass="1" radius=".01">
    <contact ${contact} selfcollide="none" internal="false"/></flexcomp></worldbody></mujoco>`;
  const sides = [peer, limber].map((mj) => {
    const m = mj.MjModel.from_xml_string(xml);
    return { mj, m, d: new mj.MjData(m) };
  });
  const next = random(100);
  let near = 0,
    missed = 0;
  for (let pose = 0; pose < 400; pose++) {
    const places = bodies.flatMap(() => [
      ...[next() / 2, next() / 2, 0.12 + 0.04 * next()],
      ...[next(), next(), next(), next()],
    ]);
    const [theirs, ours] = sides.map(({ mj, m, d }) => {
      places.forEach((x, i) => (d.qpos[i] = x));
      mj.mj_fwdPosition(m, d);
      return contactsOf(d).map(({ name, values }) => `${name} ${values[0].toFixed(6)}`);
    });
    assert.deepEqual(ours, theirs, `${bodies} pose ${pose}`);
    near += ours.length;
    missed += Number(ours.length === 0);
  }
  sides.forEach(({ m, d }) => (d.delete(), m.delete()));
  return [near, missed];
}

// COMPAT: OVERRIDE-REACH: bodies near a sheet, and bodies near each other
test('under an overriding margin, gaps reach as far as the boxes of the peer do', () => {
  for (const type of ['capsule', 'cylinder', 'ellipsoid']) {
    for (const margin of ['0', '.0128']) {
      const bodies = [type, 'capsule'].map(
        (own) =>
          `<geom type="${own}" size=".05 .1 .03"/><geom size=".03" pos=".05 .1 .1" gap=".02"/>`,
      );
      const option = `<option o_margin="${margin}"><flag override="enable" midphase="disable"/></option>`;
      const [near, missed] = compareOverSheet(option, bodies, 'gap=".02"');
      assert.ok(near > 200 && missed > 40, `${near} ${missed}`);
    }
  }
});

// COMPAT: FLEX-NO-MIDPHASE
test('without midphase, a box with a margin meets a sheet beside its edges and corners, too', () => {
  const box = '<geom type="box" size=".05 .1 .03"/>';
  const [near, missed] = compareOverSheet(
    '<option><flag midphase="disable"/></option>',
    [box],
    'gap=".02"',
  );
  assert.ok(near > 200 && missed > 40, `${near} ${missed}`);
});

// COMPAT: FLEX-SDF
test('of sheets on a signed distance shape, a shared corner belongs to the last element', () => {
  const g = 1.618;
  const vertices = [-1, 1].flatMap((a) =>
    [-g, g].flatMap((b) => [
      [0, a, b],
      [a, b, 0],
      [b, 0, a],
    ]),
  );
  let found = 0;
  for (let seed = 1; seed <= 12; seed++) {
    found += compareContacts(
      `<mujoco><asset><mesh name="m" vertex="${vertices.flat().join(' ')}"/></asset><worldbody>
        <geom type="sdf" mesh="m" euler="${10 * seed} 20 0"/><flexcomp name="f" type="grid" dim="2"
        count="6 6 1" spacing=".5 .5 .5" radius=".01" pos="0 0 1.4" mass="1">
        <contact internal="false" selfcollide="none"/></flexcomp></worldbody></mujoco>`,
      0.2,
      seed,
    );
  }
  assert.ok(found > 20, `${found} contacts`);
});

// COMPAT: FLEX-SHARED-BODY
test('elements with a vertex each on one body do not collide, such as pinned ones', () => {
  const corners = '0 0 0 .1 0 0 0 .1 0',
    across = '.03 .03 -.05 .03 .03 .05 .2 .2 0';
  /** @param {string} name @param {string} point @param {string} element @param {string} pin */
  const sheet = (name, point, element, pin, mode = 'none') =>
    `<flexcomp name="${name}" type="direct" dim="2" point="${point}" element="${element}" radius=".005" mass="1">
    <edge equality="true"/><contact selfcollide="${mode}" internal="false"/>${pin}</flexcomp>`;
  /** @param {string} body */
  const count = (body) => compareContacts(`<mujoco><worldbody>${body}</worldbody></mujoco>`, 0, 1);
  const pins = ['<pin id="0"/>', '<pin id="2"/>'];
  /** @param {string[]} pin */
  const pair = (pin) => sheet('f', corners, '0 1 2', pin[0]) + sheet('g', across, '0 1 2', pin[1]);
  assert.equal(count(pair(['', ''])), 1);
  assert.equal(count(pair(pins)), 0);
  assert.equal(
    count(`<body name="b"><freejoint/><geom size=".01" pos="1 0 0"/>${pair(pins)}</body>`),
    0,
  );
  for (const mode of ['narrow', 'bvh', 'sap', 'auto']) {
    /** @param {string} pin */
    const both = (pin) => sheet('f', `${corners} ${across}`, '0 1 2 3 4 5', pin, mode);
    assert.equal(count(both('')), 1);
    assert.equal(count(both('<pin id="0 5"/>')), 0);
  }
});

// COMPAT: CONTACT-UNMOVED
test('pinned vertices touch planes; what nothing moves is left out of sparse constraints', () => {
  const sheet = `<flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".05 .05 .05" radius=".01" mass="1">
    <edge equality="true"/><contact selfcollide="none" internal="false"/><pin id="0 1"/></flexcomp>`;
  const plane = '<geom type="plane" size="1 1 1"/>';
  /** @param {string} body */
  const model = (body) =>
    `<mujoco><option jacobian="sparse"/><worldbody>${body}</worldbody></mujoco>`;
  assert.equal(compareContacts(model(plane + sheet), 0, 1), 9);
  assert.equal(
    compareContacts(model(`<body name="b" pos="0 0 .001">${plane}${sheet}</body>`), 0, 1),
    9,
  );
  const held = `<body name="b"><freejoint/><geom size=".001" pos="1 0 1"/>${sheet}</body>`;
  assert.equal(compareContacts(model(plane + held), 0, 1), 9);
});
