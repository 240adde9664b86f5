// Contacts that hang on ties: aligned shapes, edges along faces, hulls with a limited number of vertices. Many are decided by
// rounding, so that a share has to agree.
import assert from 'node:assert/strict';
import test from 'node:test';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { handOver } from './hand_over.mjs';
import { random } from './random.mjs';
import { found } from '../helpers.mjs';

const peer = await loadPeer({ print() {}, printErr() {} });
const limber = await loadLimber({ print() {}, printErr() {} });

/** @param {Mujoco} engine @param {string} xml */
function loadXml(engine, xml) {
  const files = new engine.MjVFS();
  files.addBuffer('m.xml', new TextEncoder().encode(xml));
  try {
    return engine.MjModel.from_xml_path('m.xml', files);
  } finally {
    files.delete();
  }
}

/** @param {MjData} data */
function contactsOf(data) {
  return Array.from({ length: data.ncon }, (_, i) => {
    const c = found(data.contact.get(i));
    return [c.dist, ...c.pos, ...[...c.frame].slice(0, 3)];
  });
}

/** @param {number[]} a @param {number[]} b */
const near = (a, b) => a.every((x, i) => Math.abs(x - b[i]) < 2e-6);

/** Runs both engines on the same compiled model. @param {string} xml @param {(run: (qpos: number[]) => number[][][]) => void} body */
function withBoth(xml, body) {
  const first = loadXml(peer, xml),
    second = handOver(peer, limber, first);
  const sides = [
    { engine: peer, model: first, data: new peer.MjData(first) },
    { engine: limber, model: second, data: new limber.MjData(second) },
  ];
  body((qpos) =>
    sides.map(({ engine, model, data }) => {
      data.qpos.set(qpos);
      engine.mj_forward(model, data);
      return contactsOf(data);
    }),
  );
  for (const { model, data } of sides) {
    data.delete();
    model.delete();
  }
}

/** @param {number} sides @param {number} half */
function prism(sides, half) {
  const points = [];
  for (let i = 0; i < sides; i++) {
    const x = (0.1 * Math.cos((2 * Math.PI * i) / sides)).toFixed(6),
      y = (0.1 * Math.sin((2 * Math.PI * i) / sides)).toFixed(6);
    points.push(x, y, -half, x, y, half);
  }
  return points.join(' ');
}

const meshes = `<asset>${[3, 4, 5, 6].map((n) => `<mesh name="p${n}" vertex="${prism(n, 0.08)}"/>`).join('')}</asset>`;

// COMPAT: COL-45, PATCH-TIES
test('the order of two contacts of an edge along a face', () => {
  const { uniform, normal } = random(5);
  let total = 0,
    same = 0;
  for (const pair of [
    ['type="box" size=".1 .08 .06"', 'type="mesh" mesh="p4"'],
    ['type="mesh" mesh="p3"', 'type="mesh" mesh="p5"'],
    ['type="mesh" mesh="p6"', 'type="mesh" mesh="p6"'],
  ]) {
    const bodies = `<geom ${pair[0]}/><body><freejoint/><geom ${pair[1]}/></body>`;
    withBoth(`<mujoco>${meshes}<worldbody>${bodies}</worldbody></mujoco>`, (run) => {
      for (let k = 0; k < 400; k++) {
        const quat = [normal(), normal(), normal(), normal()],
          norm = Math.hypot(...quat);
        const pos = [0.3 * uniform() - 0.15, 0.3 * uniform() - 0.15, 0.03 + 0.14 * uniform()];
        const [theirs, ours] = run([...pos, ...quat.map((x) => x / norm)]);
        if (theirs.length === 2) {
          total++;
          same += Number(ours.length === 2 && theirs.every((c, i) => near(c, ours[i])));
        }
      }
    });
  }
  assert.ok(total > 150, `${total} pairs of contacts`);
  assert.ok(same >= 0.95 * total, `${same} of ${total}`);
});

// shapes with their extent along z, stacked in line and a little aside
const stacked = [
  ['type="sphere" size=".1"', 0.1],
  ['type="capsule" size=".1 .1"', 0.2],
  ['type="ellipsoid" size=".1 .08 .05"', 0.05],
  ['type="cylinder" size=".1 .1"', 0.1],
  ['type="box" size=".2 .1 .05"', 0.05],
  ['type="mesh" mesh="p4"', 0.08],
];
for (const [flag, share] of /** @type {[string, number][]} */ ([
  ['', 0.97],
  ['<flag nativeccd="disable"/>', 0.85],
]))
  // COMPAT: COL-36, COL-44
  test(`aligned shapes ${flag}`, () => {
    let total = 0,
      same = 0;
    for (const [i, [shape1, half1]] of stacked.entries())
      for (const [shape2, half2] of stacked.slice(i)) {
        const bodies = `<geom ${shape1}/><body><freejoint/><geom ${shape2}/></body>`;
        const option = `<option>${flag}</option>`;
        withBoth(`<mujoco>${option}${meshes}<worldbody>${bodies}</worldbody></mujoco>`, (run) => {
          for (const x of [0, 0.05, -0.03])
            for (const y of [0, 0.02])
              for (const depth of [0.0001, 0.01]) {
                const pos = [x, y, Number(half1) + Number(half2) - depth];
                const [theirs, ours] = run([...pos, 1, 0, 0, 0]);
                const left = [...ours];
                total++;
                same += Number(
                  ours.length === theirs.length &&
                    theirs.every((c) => {
                      const at = left.findIndex((o) => near(c, o));
                      return at >= 0 && left.splice(at, 1);
                    }),
                );
              }
        });
      }
    assert.ok(same >= share * total, `${same} of ${total}`);
  });

// The vertices of a flat base lie in no coordinate plane of the mesh's own frame: rounding to single precision leaves it uneven.
// COMPAT: COL-PLANE-MESH-TIES
test('meshes with a flat base on a plane', () => {
  const { uniform } = random(12);
  let total = 0,
    same = 0;
  for (let shape = 0; shape < 12; shape++) {
    const points = [];
    const sides = 9 + shape;
    for (let i = 0; i < sides; i++) {
      const x = 0.12 * Math.cos((2 * Math.PI * i) / sides),
        y = 0.07 * Math.sin((2 * Math.PI * i) / sides);
      points.push(x, y, 0, 0.6 * x + 0.03, 0.5 * y - 0.02, 0.05 + 0.03 * uniform());
    }
    const mesh = `<mesh name="m" vertex="${points.map((x) => x.toFixed(5)).join(' ')}"/>`;
    const bodies =
      '<geom type="plane" size="1 1 1"/><body><freejoint/><geom type="mesh" mesh="m"/></body>';
    withBoth(`<mujoco><asset>${mesh}</asset><worldbody>${bodies}</worldbody></mujoco>`, (run) => {
      for (let k = 0; k < 10; k++) {
        const half = Math.PI * uniform();
        const [theirs, ours] = run([0, 0, -0.001, Math.cos(half), 0, 0, Math.sin(half)]);
        total++;
        same += Number(ours.length === theirs.length && theirs.every((c, i) => near(c, ours[i])));
      }
    });
  }
  assert.equal(same, total);
});

// a cube's corners, those of a cube with cut edges, which is searched by climbing, and of a prism
/** @type {number[][]} */
const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
const cut = corners.flatMap((c) =>
  [0, 1, 2].map((axis) => c.map((x, i) => x * (i === axis ? 0.095 : 0.08))),
);
const turned = {
  cube: `type="mesh" mesh="cube"`,
  cut: `type="mesh" mesh="cut"`,
  prism: `type="mesh" mesh="p6"`,
  box: `type="box" size=".1 .1 .1"`,
  ellipsoid: `type="ellipsoid" size=".1 .08 .12"`,
};
const turnedMeshes = `<asset><mesh name="cube" vertex="${corners.map((c) => c.map((x) => 0.1 * x).join(' ')).join(' ')}"/>
  <mesh name="cut" vertex="${cut.map((c) => c.join(' ')).join(' ')}"/><mesh name="p6" vertex="${prism(6, 0.08)}"/></asset>`;

/** @param {number[]} a @param {number[]} b */
const times = (a, b) => [
  a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
  a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
];

/**
 * Poses of two bodies: the first turned at random, the second at an offset from it and turned about it.
 *
 * @param {() => number} normal @param {number[]} offset @param {number[]} turn
 */
function besideOneAnother(normal, offset, turn) {
  const any = [0, 1, 2, 3].map(normal);
  const first = any.map((x) => x / Math.hypot(...any));
  const inverse = [first[0], -first[1], -first[2], -first[3]];
  const at = times(times(first, [0, ...offset]), inverse).slice(1);
  return [0, 0, 0, ...first, ...at, ...times(first, turn)];
}

// COMPAT: COL-HILLCLIMB, PATCH-TIES: edges and faces are parallel, so that supports and cuts tie
for (const [
  one,
  other,
  flag = '',
] of /** @type {[keyof typeof turned, keyof typeof turned, string?][]} */ ([
  ['cube', 'cube'],
  ['cut', 'cut'],
  ['prism', 'prism'],
  ['cut', 'prism'],
  ['box', 'cut'],
  ['ellipsoid', 'cut'],
  ['cut', 'cut', '<flag nativeccd="disable"/>'],
  ['prism', 'prism', '<flag nativeccd="disable"/>'],
]))
  test(`${one} and ${other}, turned about an axis of one another ${flag}`, () => {
    const { uniform, normal } = random(11);
    let total = 0,
      same = 0;
    const bodies = [one, other].map((name) => `<body><freejoint/><geom ${turned[name]}/></body>`);
    withBoth(
      `<mujoco><option>${flag}</option>${turnedMeshes}<worldbody>${bodies.join('')}</worldbody></mujoco>`,
      (run) => {
        for (let k = 0; k < 300; k++) {
          const turn = [0, 0, 0, 0],
            angle = uniform() < 0.3 ? 0.05 * uniform() : 2 * uniform();
          turn[0] = Math.cos(angle);
          turn[1 + Math.floor(3 * uniform())] = Math.sin(angle);
          const depth = 0.02 * 10 ** (-7 * uniform());
          const offset = [0, 1, 2].map(() => (uniform() < 0.4 ? 0.2 * uniform() - 0.1 : 0));
          offset[Math.floor(3 * uniform())] = 0.19 - depth;
          const [theirs, ours] = run(besideOneAnother(normal, offset, turn));
          total += Number(theirs.length > 0);
          same += Number(
            theirs.length > 0 &&
              ours.length === theirs.length &&
              theirs.every((c, i) => near(c, ours[i])),
          );
        }
      },
    );
    assert.ok(total > 100, `${total} pairs touch`);
    assert.ok(same >= 0.98 * total, `${same} of ${total}`);
  });

// COMPAT: BOX-TIES: quarter turns are such up to rounding; edges lie on edges
test('boxes turned by quarters, edges in line', () => {
  const half = Math.SQRT1_2;
  const turns = [
    [1, 0, 0, 0],
    [half, 0, 0, half],
    [half, 0, 0, -half],
    [0, 0, 0, 1],
    [half, half, 0, 0],
  ];
  const body = `<body><freejoint/><geom type="box" size=".1 .15 .2"/></body>`;
  withBoth(`<mujoco><worldbody>${body}${body}</worldbody></mujoco>`, (run) => {
    for (const first of turns)
      for (const second of turns)
        for (const x of [0, 0.05, -0.1])
          for (const y of [0, 0.05, -0.02]) {
            const height = [first, second].reduce((z, turn) => z + (turn[1] ? 0.15 : 0.2), -0.01);
            const [theirs, ours] = run([0, 0, 0, ...first, x, y, height, ...second]);
            const pose = `${first} ${second} ${x} ${y}`;
            assert.equal(ours.length, theirs.length, pose);
            assert.ok(
              theirs.every((c, i) => near(c, ours[i])),
              pose,
            );
          }
  });
});

// COMPAT: BOX-TIES: heights are counted from the face
test('boxes that touch, tilted by next to nothing', () => {
  const body = `<body><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
  withBoth(`<mujoco><worldbody>${body}${body}</worldbody></mujoco>`, (run) => {
    for (let k = 0; k < 200; k++) {
      const tilt = () => 10 ** (-15 - 20 * Math.abs(Math.sin(k))) * Math.sin(9 * k + 1);
      const turn = [1, tilt(), -tilt(), k % 3 ? 0 : 0.1];
      const pose = [0, 0, 0, 1, 0, k % 2 ? 0 : tilt(), 0, 0.03, 0.05, 0.2, ...turn];
      const [theirs, ours] = run(pose);
      assert.deepEqual(
        ours.map(([dist]) => dist),
        theirs.map(([dist]) => dist),
        `${pose}`,
      );
    }
  });
});

// COMPAT: EPA-FACE-THROUGH-ORIGIN: the first polytope of shapes in line often has one
test('shapes in line, turned about it', () => {
  let total = 0,
    same = 0;
  const turns = [0, 1 / 6, 1 / 4, 1 / 2, 1 / 3].map((share) => (share * Math.PI) / 2);
  const kinds = [...stacked.slice(2, 4).map(([shape]) => shape), turned.cube, turned.prism];
  for (const shape1 of kinds)
    for (const shape2 of kinds) {
      const bodies = [shape1, shape2].map((s) => `<body><freejoint/><geom ${s}/></body>`);
      withBoth(
        `<mujoco>${turnedMeshes}<worldbody>${bodies.join('')}</worldbody></mujoco>`,
        (run) => {
          for (const a of turns)
            for (const b of turns)
              for (const flip of [0, 1]) {
                const first = [Math.cos(a), 0, 0, Math.sin(a)];
                const second = times(
                  [Math.cos(b), 0, 0, Math.sin(b)],
                  flip ? [0, 1, 0, 0] : [1, 0, 0, 0],
                );
                const [theirs, ours] = run([0, 0, 0, ...first, 0, 0, 0.09, ...second]);
                total++;
                same += Number(
                  theirs.length === ours.length && theirs.every((c, i) => near(c, ours[i])),
                );
              }
        },
      );
    }
  assert.ok(same >= 0.98 * total, `${same} of ${total}`);
});

// COMPAT: COL-PLANE-MESH-TIES: corners of a face that lies on a plane are equally low
for (const mesh of /** @type {const} */ (['cut', 'prism']))
  test(`${mesh} flat on a plane`, () => {
    const body = `<body><freejoint/><geom ${turned[mesh]}/></body>`;
    withBoth(
      `<mujoco>${turnedMeshes}<worldbody><geom type="plane" size="1 1 1"/>${body}</worldbody></mujoco>`,
      (run) => {
        const half = Math.SQRT1_2;
        for (const [i, w] of [1, half, 0.5, 0.96].entries())
          for (const axis of [1, 2, 3])
            for (const sign of [1, -1]) {
              const turn = [w, 0, 0, 0];
              turn[axis] = sign * Math.sqrt(1 - w * w);
              const [theirs, ours] = run([0, 0, 0.06, ...turn]);
              assert.ok(i > 1 || theirs.length > 1, `${turn}: ${theirs.length} contacts`);
              assert.equal(ours.length, theirs.length, `${turn}`);
              assert.ok(
                theirs.every((c, k) => near(c, ours[k])),
                `${turn}`,
              );
            }
      },
    );
  });

// COMPAT: EPA-SEGMENT: one contact in place of three half of the time
test('cylinders with parallel axes', () => {
  const { uniform, normal } = random(13);
  const body = `<body><freejoint/><geom type="cylinder" size=".1 .1"/></body>`;
  /** @type {Record<number, number>} */
  const counts = {};
  let same = 0;
  withBoth(`<mujoco><worldbody>${body}${body}</worldbody></mujoco>`, (run) => {
    for (let k = 0; k < 200; k++) {
      const turn = 3 * uniform(),
        angle = 6 * uniform(),
        apart = 0.17 + 0.025 * uniform();
      const offset = [apart * Math.cos(angle), apart * Math.sin(angle), 0];
      const about = [Math.cos(turn), 0, 0, Math.sin(turn)];
      const [theirs, ours] = run(besideOneAnother(normal, offset, about));
      counts[theirs.length] = (counts[theirs.length] ?? 0) + 1;
      same += Number(ours.length === theirs.length && theirs.every((c, i) => near(c, ours[i])));
    }
  });
  assert.ok(counts[1] > 50 && counts[3] > 50, JSON.stringify(counts));
  assert.ok(same >= 180, `${same} of 200`);
});

// COMPAT: COL-CAPSULE-BOX-AXES: where the second sphere goes hangs on what rounding leaves of the axis
test('capsules along the axes of a turned box', () => {
  const { uniform, normal } = random(29);
  for (const [radius, length] of [
    [0.517, 0.306],
    [0.1, 0.2],
    [0.05, 0.05],
  ])
    withBoth(
      `<mujoco><worldbody><body><freejoint/><geom type="box" size=".1 .2 .1"/></body><body><freejoint/><geom type="capsule" size="${radius} ${length}"/></body></worldbody></mujoco>`,
      (run) => {
        for (let k = 0; k < 100; k++) {
          const turn = Array.from({ length: 4 }, normal);
          const size = Math.hypot(...turn);
          const unit = turn.map((x) => x / size);
          const offset = Array.from({ length: 3 }, () => uniform() - 0.5);
          const [theirs, ours] = run([0, 0, 0, ...unit, ...offset, ...unit]);
          assert.equal(ours.length, theirs.length, `${radius} ${k}`);
          assert.ok(
            theirs.every((c, i) => near(c, ours[i])),
            `${radius} ${k}`,
          );
        }
      },
    );
});

// COMPAT: COL-TOUCH: which of them count as touching is noise; those that do agree to the last bit
test('triangles of a flex that lie on the end of a cylinder', () => {
  const { uniform } = random(3);
  const corner = (/** @type {number} */ i) =>
    `<body name="v${i}"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
    <inertial pos="0 0 0" mass=".1" diaginertia="1e-4 1e-4 1e-4"/></body>`;
  const flex = `<flex name="f" dim="2" radius=".002" body="v0 v1 v2" element="0 1 2"><contact selfcollide="none"/></flex>`;
  const bodies = `<geom type="cylinder" size=".1 .01"/>${[0, 1, 2].map(corner).join('')}`;
  let total = 0,
    alike = 0;
  withBoth(
    `<mujoco><worldbody>${bodies}</worldbody><deformable>${flex}</deformable></mujoco>`,
    (run) => {
      for (let k = 0; k < 300; k++) {
        const qpos = [0, 1, 2].flatMap(() => [
          0.1 * uniform() - 0.05,
          0.1 * uniform() - 0.05,
          0.012,
        ]);
        const [theirs, ours] = run(qpos);
        total++;
        alike += Number(theirs.length === ours.length);
        if (theirs.length === 1 && ours.length === 1) assert.deepEqual(ours, theirs);
      }
    },
  );
  assert.ok(alike >= 0.85 * total, `${alike} of ${total}`);
});

test('hulls with a limited number of vertices have the same ones in the same order', () => {
  const { normal } = random(7);
  const points = Array.from({ length: 300 }, () => normal().toFixed(4)).join(' ');
  for (const limit of [8, 16, 500]) {
    const mesh = `<mesh name="m" vertex="${points}" maxhullvert="${limit}"/>`;
    const xml = `<mujoco><asset>${mesh}</asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`;
    const [theirs, ours] = [peer, limber].map((engine) => {
      const model = loadXml(engine, xml),
        graph = [...model.mesh_graph];
      model.delete();
      return graph.slice(2 + graph[0], 2 + 2 * graph[0]);
    });
    assert.deepEqual(ours, theirs, `maxhullvert ${limit}`);
  }
});

test('fused bodies and pairs within a body', () => {
  const arm = `<body name="r"><joint/><geom name="a" size=".1"/><geom name="c" size=".1"/>
    <body name="b" pos=".3 0 0"><geom size=".1"/><site name="s"/></body></body>`;
  for (const rest of [
    '<sensor><force site="s"/></sensor>',
    '<sensor><torque site="s"/></sensor>',
    '<sensor><touch site="s"/></sensor>',
    '<contact><pair geom1="c" geom2="a"/></contact>',
  ]) {
    const xml = `<mujoco><compiler fusestatic="true"/><worldbody>${arm}</worldbody>${rest}</mujoco>`;
    const [theirs, ours] = [peer, limber].map((engine) => {
      const model = loadXml(engine, xml),
        found = [model.nbody, ...model.pair_geom1, ...model.pair_geom2];
      model.delete();
      return found;
    });
    assert.deepEqual(ours, theirs, rest);
  }
});
