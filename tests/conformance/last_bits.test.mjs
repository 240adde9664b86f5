// What decides ties: poses of compiled models agree to the last bit, polygons of meshes come in the
// same order, boxes that touch exactly are in contact in the same cases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { arraysOf, found } from '../helpers.mjs';
import { random } from './random.mjs';

const quiet = () => ({ print() {}, printErr() {} });
const [peer, limber] = [await loadPeer(quiet()), await loadLimber(quiet())];

/** The same numbers from 0 to 1 in each run. @param {number} seed */
function uniform(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Compares fields of a model exactly. @param {string} xml @param {string[]} fields */
function sameBits(xml, fields) {
  const models = [peer, limber].map((engine) => engine.MjModel.from_xml_string(xml));
  for (const field of fields) {
    const [a, b] = models.map((model) => Array.from(arraysOf(model)[field], (x) => x + 0));
    assert.deepEqual(b, a, field);
  }
  models.forEach((model) => model.delete());
}

const poses = [
  'body_pos',
  'body_quat',
  'geom_pos',
  'geom_quat',
  'site_pos',
  'site_quat',
  'jnt_axis',
  'key_qpos',
];

// SPEC-ANGLES: degrees become radians in one order of operations
test('poses from every kind of orientation agree to the last bit', () => {
  const next = uniform(3);
  /** @param {number} n */
  const values = (n) => Array.from({ length: n }, () => (next() * 200 - 100).toFixed(2)).join(' ');
  const kinds = [
    () => `euler="${values(3)}"`,
    () => `axisangle="${values(4)}"`,
    () => `xyaxes="${values(6)}"`,
    () => `zaxis="${values(3)}"`,
    () => `quat="${values(4)}"`,
  ];
  const one = (/** @type {() => string} */ turn) =>
    `<body pos="${values(3)}" ${turn()}><joint axis="${values(3)}"/><geom size=".1" pos="${values(3)}" ${turn()}/></body>`;
  const bodies = Array.from({ length: 50 }, (_, i) => one(kinds[i % 5])).join('');
  sameBits(`<mujoco><worldbody>${bodies}</worldbody></mujoco>`, poses);
});

test('frames within frames and replicates agree to the last bit', () => {
  const inner = `<body pos="1.5 -15 4.4" euler="1 2 6"><freejoint/><geom size=".1" pos=".1 .2 .3" euler="10 20 34"/></body>
    <site pos=".7 .2 .1" xyaxes="1 2 3 3 1 1"/>`;
  sameBits(
    `<mujoco><worldbody><frame pos="1 2 3" euler="10 20 12"><frame pos=".3 .1 .7" axisangle="1 2 3 40">
      <replicate count="7" offset="0 .1 .3" euler="3 0 12"><replicate count="5" euler="0 36 0">${inner}</replicate></replicate>
    </frame></frame></worldbody><keyframe><key time="1"/></keyframe></mujoco>`,
    poses,
  );
});

test('masses and inertias of primitives agree to the last bit', () => {
  const next = uniform(7);
  const size = () => (0.1 + next()).toFixed(3);
  const bodies = ['sphere', 'capsule', 'cylinder', 'ellipsoid', 'box'].flatMap((type) =>
    Array.from(
      { length: 20 },
      () => `<body><geom type="${type}" size="${size()} ${size()} ${size()}"/></body>`,
    ),
  );
  sameBits(`<mujoco><worldbody>${bodies.join('')}</worldbody></mujoco>`, [
    'body_mass',
    'body_inertia',
  ]);
});

// COMPAT: MODEL-SPHERE-BITS: middles of edges in single precision decide the axes of a sphere
test('principal axes of symmetric meshes: nearly equal moments keep their order', () => {
  /** @param {number} n @param {number} height */
  const round = (n, height) =>
    Array.from({ length: 2 * n }, (_, i) => {
      const angle = (2 * Math.PI * (i >> 1)) / n;
      const point = [Math.cos(angle), Math.sin(angle), i % 2 ? height : -height];
      return point.map((x) => x.toFixed(6)).join(' ');
    }).join('  ');
  const shapes = [
    ...['', 'scale=".05 .05 .05"', 'scale="1 1 2"'].flatMap((scale) => [
      ...['1', '2', '3'].map((levels) => `builtin="sphere" params="${levels}" ${scale}`),
      ...['3 0', '6 .5', '12 .2'].map((shape) => `builtin="cone" params="${shape}" ${scale}`),
      `builtin="hemisphere" params="4" ${scale}`,
      `builtin="supersphere" params="10 1 1" ${scale}`,
      ...['8 .5 1 1', '10 .3 1 1'].map((s) => `builtin="supertorus" params="${s}" ${scale}`),
    ]),
    ...[4, 8, 12, 16, 32].flatMap((n) =>
      [0.5, 1, Math.sqrt(3)].map((height) => `vertex="${round(n, height)}"`),
    ),
  ];
  for (const inertia of ['convex', 'exact', 'legacy', 'shell']) {
    const meshes = shapes.map((s, i) => `<mesh name="m${i}" ${s} inertia="${inertia}"/>`);
    const bodies = shapes.map((_, i) => `<body><geom type="mesh" mesh="m${i}"/></body>`);
    sameBits(
      `<mujoco><asset>${meshes.join('')}</asset><worldbody>${bodies.join('')}</worldbody></mujoco>`,
      ['mesh_pos', 'mesh_quat', 'mesh_vert', 'body_mass', 'body_inertia', 'body_iquat'],
    );
  }
});

test('points of circles agree to the last bit', () => {
  const circles = [5, 8, 16, 40, 41].map(
    (n) =>
      `<flexcomp name="c${n}" type="circle" count="${n} 1 1" spacing=".15 1 1" dim="1" radius=".02"/>`,
  );
  sameBits(`<mujoco><worldbody>${circles.join('')}</worldbody></mujoco>`, ['body_pos']);
});

const polygons = [
  'mesh_polyvertadr',
  'mesh_polyvertnum',
  'mesh_polyvert',
  'mesh_polymapadr',
  'mesh_polymap',
];

for (const sides of [3, 4, 6, 13, 30, 100]) {
  test(`MESH-POLYGON, MESH-HULL: polygons of a prism with ${sides} sides come in the same order`, () => {
    const corners = Array.from({ length: sides }, (_, i) => {
      const angle = (2 * Math.PI * (i + 0.15 * (i % 2) + 0.1 * (i % 3))) / sides;
      const xy = `${Math.cos(angle)} ${Math.sin(angle)}`;
      return `${xy} -1 ${xy} 2`;
    });
    sameBits(
      `<mujoco><asset><mesh name="a" vertex="${corners.join(' ')}"/></asset>
        <worldbody><geom type="mesh" mesh="a"/></worldbody></mujoco>`,
      polygons,
    );
  });
}

test('boxes that touch up to rounding are in contact in the same cases', () => {
  const xml = `<mujoco><worldbody><body><freejoint/><geom type="box" size="3 3 3"/></body>
    <body><freejoint/><geom type="box" size="3 3 3"/></body></worldbody></mujoco>`;
  const next = uniform(5);
  const pairs = [peer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    return { engine, model, data: new engine.MjData(model) };
  });
  let touching = 0;
  for (let i = 0; i < 500; i++) {
    /** @param {number} x */
    const round = (x) => Math.round(x * 1000) / 1000;
    const [a, b, z] = [round(0.1 + next()), round(0.1 + next()), round(4 * next())];
    const above = z + a + b + (Math.floor(9 * next()) - 4) * 2 ** -52;
    const turn = next();
    const [expected, counted] = pairs.map(({ engine, model, data }) => {
      model.geom_size.set([1, 0.5, a, 0.7, 0.6, b]);
      const below = i % 3 ? 2 * turn : 0;
      data.qpos.set([0, 0, z, Math.cos(below), 0, 0, Math.sin(below)]);
      data.qpos.set([0.1, 0.05, above, Math.cos(turn), 0, 0, Math.sin(turn)], 7);
      engine.mj_forward(model, data);
      return data.ncon;
    });
    assert.equal(counted, expected, `${a} ${b} ${z} ${above} ${turn}`);
    touching += expected > 0 ? 1 : 0;
  }
  assert.ok(touching > 100 && touching < 400);
  pairs.forEach(({ model, data }) => (data.delete(), model.delete()));
});

// COMPAT: EPA-LISTED: in a plane of symmetry two faces of the polytope are equally near again and again
test('of normals that mirror each other the same one is chosen', () => {
  const next = uniform(5);
  const ellipsoid = '<body><freejoint/><geom type="ellipsoid" size=".025 .02 .015"/></body>';
  const xml = `<mujoco><worldbody>${ellipsoid}${ellipsoid}</worldbody></mujoco>`;
  const sides = [peer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    return { engine, model, data: new engine.MjData(model) };
  });
  const pose = (/** @type {number} */ reach) => {
    const angle = Math.PI * next();
    const place = [next() - 0.5, next() - 0.5].map((x) => reach * x);
    return [...place, 0.1, Math.cos(angle), 0, 0, Math.sin(angle)];
  };
  let contacts = 0;
  for (let i = 0; i < 2000; i++) {
    const qpos = [...pose(0), ...pose(0.08)];
    const [theirs, ours] = sides.map(({ engine, model, data }) => {
      data.qpos.set(qpos);
      engine.mj_kinematics(model, data);
      engine.mj_collision(model, data);
      const contact = data.contact.get(0);
      return data.ncon && contact ? [contact.dist, ...contact.pos, ...contact.frame] : [];
    });
    if (theirs.length === ours.length) assert.deepEqual(ours, theirs, `scene ${i}: ${qpos}`);
    contacts += ours.length ? 1 : 0;
  }
  assert.ok(contacts > 1500, `${contacts}`);
  sides.forEach(({ model, data }) => (data.delete(), model.delete()));
});

// COMPAT: COL-TOUCHING: which of the bodies that only touch are pairs hangs on their order and on where the scene spreads
test('in grids of bodies that touch the same ones are in contact', () => {
  const next = uniform(11);
  const pick = (/** @type {number} */ n) => Math.floor(n * next());
  /** @type {number[]} */
  const different = [];
  let contacts = 0;
  for (let scene = 0; scene < 80; scene++) {
    const wide = 2 + pick(3);
    const cells = Array.from({ length: 2 + pick(30) }, () =>
      [pick(wide), pick(wide), pick(wide)].join(' '),
    );
    const ground = scene % 2 ? '<geom type="plane" size="9 9 1" pos="0 0 -.5"/>' : '';
    const bodies = [...new Set(cells)].map((pos, i) => {
      const fixed = scene % 3 === 2 && i % 4 === 1;
      const type = ['box', 'sphere'][scene % 2];
      return `<body pos="${pos}">${fixed ? '' : '<freejoint/>'}<geom type="${type}" size=".5 .5 .5"/></body>`;
    });
    const xml = `<mujoco><worldbody>${ground}${bodies.join('')}</worldbody></mujoco>`;
    const [theirs, ours] = [peer, limber].map((engine) => {
      const model = engine.MjModel.from_xml_string(xml);
      const data = new engine.MjData(model);
      engine.mj_forward(model, data);
      const pairs = Array.from({ length: data.ncon }, (_, i) => `${data.contact.get(i)?.geom}`);
      data.delete();
      model.delete();
      return pairs;
    });
    if (ours.join(' ') !== theirs.join(' ')) different.push(scene);
    contacts += theirs.length;
  }
  // rounding of the axes decides in a few
  assert.ok(different.length <= 4, `${different}`);
  assert.ok(contacts > 1000, `${contacts}`);
});

// a cube whose corners and edges are cut off
const chamfered = [-1, 1].flatMap((x) =>
  [-1, 1].flatMap((y) =>
    [-1, 1].flatMap((z) => [
      [x * 0.095, y * 0.075, z * 0.075],
      [x * 0.075, y * 0.095, z * 0.075],
      [x * 0.075, y * 0.075, z * 0.095],
    ]),
  ),
);
/** @type {Record<string, { first: string, second?: string, turn: number, least: number }>} */
const patches = {
  'COL-44: contacts of tilted capsules and cylinders': {
    first: 'type="capsule" size=".05 .1"',
    second: 'type="cylinder" size=".07 .12"',
    turn: 0.1,
    least: 2,
  },
  'PATCH-TIES: corners of clipped faces': { first: 'type="mesh" mesh="m"', turn: 0.05, least: 3 },
};

for (const [what, { first, second = first, turn, least }] of Object.entries(patches)) {
  test(`${what} agree to the last bit`, () => {
    const next = uniform(9);
    const xml = `<mujoco><option><flag multiccd="enable"/></option><asset><mesh name="m" vertex="${chamfered.flat().join(' ')}"/></asset>
      <worldbody><body><freejoint/><geom ${first}/></body><body><freejoint/><geom ${second}/></body></worldbody></mujoco>`;
    const sides = [peer, limber].map((engine) => {
      const model = engine.MjModel.from_xml_string(xml);
      return { engine, model, data: new engine.MjData(model) };
    });
    const near = (/** @type {number} */ size) => size * (next() + next() + next() - 1.5);
    let many = 0;
    for (let i = 0; i < 600; i++) {
      const far = what.startsWith('COL') ? 0.11 : 0.187;
      const turned = () => [1, near(turn), near(turn), near(turn)];
      const qpos = [0, 0, 0, ...turned(), far, near(0.05), near(0.05), ...turned()];
      const [theirs, ours] = sides.map(({ engine, model, data }) => {
        data.qpos.set(qpos);
        engine.mj_kinematics(model, data);
        engine.mj_collision(model, data);
        return Array.from({ length: data.ncon }, (_, k) => {
          const contact = data.contact.get(k);
          return contact && [contact.dist, ...contact.pos, ...contact.frame];
        });
      });
      assert.equal(ours.length, theirs.length);
      if (ours.length < least) continue;
      assert.deepEqual(ours, theirs, `scene ${i}: ${qpos}`);
      many++;
    }
    assert.ok(many > 50, `${many} patches`);
    sides.forEach(({ model, data }) => (data.delete(), model.delete()));
  });
}

/** Contacts of the initial state. @param {Mujoco} engine @param {string} xml */
function contactsOf(engine, xml) {
  const model = engine.MjModel.from_xml_string(xml);
  const data = new engine.MjData(model);
  engine.mj_forward(model, data);
  const contacts = Array.from({ length: data.ncon }, (_, i) => {
    const contact = found(data.contact.get(i));
    const numbers = [contact.dist, ...contact.pos, ...contact.frame];
    contact.delete?.();
    return numbers.map((x) => x + 0);
  });
  data.delete();
  model.delete();
  return contacts;
}

// COMPAT: COL-LAST-BITS
test('contacts of two geoms within a wide margin agree to the last bit', () => {
  const { uniform: next, normal } = random(11);
  const size = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => 0.03 + 0.1 * next()).join(' ');
  const turn = () => `quat="${Array.from({ length: 4 }, normal).join(' ')}"`;
  const sizes = { plane: 3, sphere: 1, capsule: 2, cylinder: 2, ellipsoid: 3, box: 3 };
  const others = {
    plane: ['sphere', 'capsule', 'cylinder', 'ellipsoid', 'box'],
    sphere: ['sphere', 'capsule', 'cylinder', 'ellipsoid', 'box'],
    capsule: ['cylinder', 'ellipsoid'],
    cylinder: ['cylinder', 'ellipsoid', 'box'],
  };
  for (const [first, list] of Object.entries(others)) {
    for (const second of list) {
      for (let i = 0; i < 20; i++) {
        const place = `pos="${0.3 * normal()} ${0.3 * normal()} 0" ${turn()}`;
        const above = `pos="${0.1 * normal()} ${0.1 * normal()} .25" ${turn()}`;
        const [one, two] = [first, second].map(
          (type) => `type="${type}" size="${size(sizes[/** @type {'box'} */ (type)])}"`,
        );
        const xml = `<mujoco><worldbody><body ${place}><geom ${one} margin=".5"/></body>
          <body ${above}><freejoint/><geom ${two}/></body></worldbody></mujoco>`;
        assert.deepEqual(contactsOf(limber, xml), contactsOf(peer, xml), xml);
      }
    }
  }
});

// COMPAT: COL-PLANE-REACH
test('shapes above a plane whose margin just reaches them are in contact in the same cases', () => {
  const { uniform: next } = random(12);
  const digits = (/** @type {number} */ low, /** @type {number} */ high) =>
    Number((low + (high - low) * next()).toFixed(3));
  let touching = 0;
  for (let i = 0; i < 200; i++) {
    const radius = digits(0.03, 0.15);
    const half = digits(0.03, 0.1);
    const margin = i % 3 ? digits(0, 0.04) : 0;
    /** @type {[type: string, size: string, height: number][]} */
    const shapes = [
      ['sphere', `${radius}`, radius],
      ['capsule', `${radius} ${half}`, radius + half],
      ['cylinder', `${radius} ${half}`, half],
      ['ellipsoid', `.04 .05 ${half}`, half],
      ['box', `.04 .05 ${half}`, half],
    ];
    const [type, size, height] = shapes[i % shapes.length];
    const xml = `<mujoco><worldbody><geom type="plane" size="1 1 .1" margin="${margin}"/>
      <body pos="${digits(-0.01, 0.01)} 0 ${(height + margin).toFixed(6)}"><freejoint/>
      <geom type="${type}" size="${size}"/></body></worldbody></mujoco>`;
    const [theirs, ours] = [peer, limber].map((engine) => contactsOf(engine, xml).length);
    assert.equal(ours, theirs, xml);
    touching += Number(ours > 0);
  }
  assert.ok(touching > 40 && touching < 190, `${touching} of 200 touch`);
});

/** Compares fields of data exactly, after the same was done to both. @param {string} xml @param {string[]} fields @param {(engine: Mujoco, model: import('limber/mujoco').MjModel, data: import('limber/mujoco').MjData) => void} [run] */
function sameBitsOfData(xml, fields, run) {
  const [expected, actual] = [peer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    const data = new engine.MjData(model);
    run?.(engine, model, data);
    const values = fields.map((field) => Array.from(arraysOf(data)[field], (x) => x + 0));
    data.delete();
    model.delete();
    return values;
  });
  assert.deepEqual(actual, expected);
}

// COMPAT: HISTORY-TIMES
// COMPAT: GJK-BUDGET
test('contacts that are found in few iterations agree', () => {
  const next = uniform(29);
  /** @param {number} n @param {number} scale */
  const values = (n, scale) =>
    Array.from({ length: n }, () => ((2 * next() - 1) * scale).toFixed(3)).join(' ');
  const shapes = [
    'type="ellipsoid" size=".1 .12 .08"',
    'type="cylinder" size=".1 .1"',
    'type="mesh" mesh="m"',
    'type="capsule" size=".08 .1"',
  ];
  const pairs = shapes.flatMap((first) => shapes.map((second) => [first, second]));
  const bodies = [...pairs, ...pairs].map(
    ([first, second], i) => `<geom ${first} pos="${i} 0 0" quat="${values(3, 1)} 1"/>
      <body pos="${i} .02 ${0.15 + 0.02 * next()}" quat="${values(3, 1)} 1"><freejoint/><geom ${second}/></body>`,
  );
  const xml = `<mujoco><asset><mesh name="m" vertex="-.1 -.1 -.1 .1 -.1 -.1 -.1 .1 -.1 -.1 -.1 .1 .1 .1 .12"/></asset>
    <worldbody>${bodies.join('')}</worldbody></mujoco>`;
  const pairsOf = [peer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    return { engine, model, data: new engine.MjData(model) };
  });
  for (let iterations = 1; iterations < 9; iterations++) {
    const [theirs, ours] = pairsOf.map(({ engine, model, data }) => {
      model.opt.ccd_iterations = iterations;
      engine.mj_fwdPosition(model, data);
      return Array.from({ length: data.ncon }, (_, i) => {
        const contact = found(data.contact.get(i));
        return [contact.geom[1], contact.dist.toFixed(6), contact.frame[0].toFixed(4)].join();
      });
    });
    assert.deepEqual(ours, theirs, `${iterations} iterations`);
  }
  pairsOf.forEach(({ model, data }) => (data.delete(), model.delete()));
});

test('samples before the first step agree to the last bit', () => {
  for (const timestep of ['.003', '.0037', '.01'])
    for (const interval of ['', `${timestep} -.001`, '.01 -.004', '.02']) {
      const sampling = interval && `interval="${interval}"`;
      sameBitsOfData(
        `<mujoco><option timestep="${timestep}"/><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
        <actuator><motor joint="j" nsample="30"/></actuator><sensor><jointpos joint="j" nsample="20" ${sampling}/></sensor></mujoco>`,
        ['history'],
      );
    }
});

// COMPAT: SO3-BITS
test('torques of an orientation servo agree to the last bit, and so whether they are at their limit', () => {
  const next = uniform(5);
  const model = `<mujoco><option integrator="implicit" gravity="0 0 0"/><worldbody><body><joint name="b" type="ball"/>
    <geom type="box" size=".1 .2 .3"/></body></worldbody>
    <actuator><orientation joint="b" kp="2" kv=".5" forcerange="0 1"/></actuator></mujoco>`;
  for (let i = 0; i < 100; i++) {
    const [ctrl, qvel, qpos] = [3, 3, 4].map((n) =>
      Array.from({ length: n }, () => next() * 4 - 2),
    );
    const length = Math.sqrt(qpos.reduce((sum, x) => sum + x * x, 0));
    sameBitsOfData(model, ['actuator_force'], (engine, m, d) => {
      d.ctrl.set(ctrl);
      d.qvel.set(qvel);
      d.qpos.set(qpos.map((x) => x / length));
      engine.mj_forward(m, d);
    });
  }
});

// COMPAT: TENDON-ROUNDING
test('strings between points that nothing moves apart have rows where rounding leaves something of their zeros', () => {
  const next = uniform(9);
  const model = `<mujoco><worldbody><body pos=".1 .2 .3"><freejoint/><geom size=".1"/>
    <body pos=".3 .1 .2"><joint axis="1 2 3"/><geom size=".1"/><site name="b" pos=".2 .1 .05"/>
    <body pos=".15 .1 0" euler="10 20 30"><geom size=".1"/><site name="c" pos="0 .13 .21"/><site name="d" pos=".3 .1 0"/></body>
    <geom name="g" pos=".15 .15 .1" size=".05"/></body></body></worldbody>
    <tendon><spatial range="0 .1" limited="true" frictionloss=".1"><site site="b"/><site site="c"/></spatial>
      <spatial range="0 .1" limited="true"><site site="d"/><site site="b"/><pulley divisor="3"/><site site="c"/><site site="b"/></spatial>
      <spatial frictionloss=".1"><site site="b"/><geom geom="g"/><site site="c"/></spatial></tendon></mujoco>`;
  let rows = 0;
  for (let i = 0; i < 30; i++) {
    const qpos = Array.from({ length: 8 }, () => next() * 2 - 1);
    sameBitsOfData(model, ['efc_type', 'efc_id', 'ten_J'], (engine, m, d) => {
      d.qpos.set(qpos);
      engine.mj_forward(m, d);
      rows += d.nefc;
    });
  }
  assert.ok(rows > 0);
});

// COMPAT: WRAP-BITS
test('strings around spheres and cylinders agree to the last bit', () => {
  const next = uniform(11);
  const values = (/** @type {number} */ n) =>
    Array.from({ length: n }, () => (next() * 1.4 - 0.7).toFixed(3)).join(' ');
  for (let i = 0; i < 60; i++) {
    const type = i % 2 ? 'sphere' : 'cylinder';
    const side = ['', 'sidesite="side"', 'sidesite="inside"'][i % 3];
    const qpos = Array.from({ length: 7 }, () => next() * 2 - 1);
    sameBitsOfData(
      `<mujoco><worldbody><body><freejoint/><geom size=".1"/><site name="a" pos=".5 ${values(2)}"/><site name="b" pos="-.5 ${values(2)}"/>
        <site name="side" pos="${values(3)}"/><site name="inside" pos=".11 .12 .13"/>
        <geom name="g" type="${type}" pos=".1 .1 .1" euler="${values(3)}" size=".3 .4"/></body></worldbody>
        <tendon><spatial><site site="a"/><geom geom="g" ${side}/><site site="b"/></spatial></tendon></mujoco>`,
      ['wrap_xpos', 'ten_length'],
      (engine, m, d) => {
        d.qpos.set(qpos);
        engine.mj_forward(m, d);
      },
    );
  }
});
