// The abstract scene on both engines: geoms with every flag, label and frame; lights; cameras; mouse motions; selection.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { handOver } from './hand_over.mjs';
import { found, valuesOf } from '../helpers.mjs';

const quiet = { print() {}, printErr() {} };
const [peer, limber] = [await loadPeer(quiet), await loadLimber(quiet)];
const xml = fs.readFileSync(new URL('./scene.xml', import.meta.url), 'utf8');
const TOLERANCE = 2e-5;
const fields = [
  'type',
  'dataid',
  'objtype',
  'objid',
  'category',
  'matid',
  'texid',
  'texuniform',
  'texcoord',
  'size',
  'pos',
  'mat',
  'rgba',
  'emission',
  'specular',
  'shininess',
  'reflectance',
  'texrepeat',
  'modelrbound',
];

/** The model as the peer compiles it, on either engine. @param {Mujoco} mj */
function loadModel(mj) {
  const model = peer.MjModel.from_xml_string(xml);
  return mj === peer ? model : handOver(peer, mj, model);
}

/** The model on one engine in a state with contacts, forces and motion. @param {Mujoco} mj */
function setUp(mj) {
  const model = loadModel(mj);
  const data = new mj.MjData(model);
  for (let i = 0; i < model.nu; i++) data.ctrl[i] = 0.5 - 0.1 * i;
  data.xfrc_applied[12 + 2] = 3;
  for (let i = 0; i < 3; i++) mj.mj_step(model, data);
  mj.mj_forward(model, data);
  const option = new mj.MjvOption();
  mj.mjv_defaultOption(option);
  const camera = new mj.MjvCamera();
  mj.mjv_defaultFreeCamera(model, camera);
  const perturb = new mj.MjvPerturb();
  mj.mjv_defaultPerturb(perturb);
  const scene = new mj.MjvScene(model, 2000);
  return { mj, model, data, option, camera, perturb, scene };
}

const sides = [setUp(peer), setUp(limber)];

/**
 * @typedef {ReturnType<typeof setUp>} Side one engine with its scene
 * @typedef {import('limber/mujoco').MjvGeom} MjvGeom
 *
 * @typedef {Record<string, number | number[]> & PlainNumbers} PlainGeom fields of a geom
 * @typedef {object} PlainNumbers those that the tests look at
 * @property {number} category
 * @property {number} objtype
 * @property {number} objid
 * @property {number} type
 * @property {number[]} pos
 * @property {number[]} size
 */

/** @param {MjvGeom} geom */
const labelOf = (geom) => {
  const bytes = Uint8Array.from(geom.label);
  return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
};

/** Geoms as plain objects, in an order that does not depend on the order of the scene. @param {Side} side */
function geomsOf({ mj, model, data, option, camera, perturb, scene }) {
  mj.mjv_updateScene(model, data, option, perturb, camera, 7, scene);
  mj.mjv_updateScene(model, data, option, perturb, camera, 7, scene);
  const list = [];
  for (let i = 0; i < scene.ngeom; i++) {
    const geom = found(scene.geoms.get(i));
    const values = /** @type {Record<string, number | Float32Array>} */ (valuesOf(geom));
    /** @type {Record<string, number | number[]>} */
    const plain = {};
    for (const name of fields) {
      const value = values[name];
      plain[name] = typeof value === 'number' ? value : Array.from(value);
    }
    list.push({ label: labelOf(geom), geom: /** @type {PlainGeom} */ (plain) });
  }
  /** @param {PlainGeom} g */
  const rank = (g) => [
    g.category,
    g.objtype,
    g.objid,
    g.type,
    ...g.pos.map((x) => Math.round(x * 1e3)),
    ...g.size.map((x) => Math.round(x * 1e3)),
  ];
  return list
    .map((one) => ({ one, rank: rank(one.geom) }))
    .sort((a, b) => {
      const at = a.rank.findIndex((x, k) => x !== b.rank[k]);
      return at < 0 ? 0 : a.rank[at] - b.rank[at];
    })
    .map(({ one }) => one);
}

/** @param {number | number[]} a @param {number | ArrayLike<number>} b */
const error = (a, b) =>
  Array.isArray(a)
    ? Math.max(
        ...a.map(
          (x, k) =>
            Math.abs(x - /** @type {ArrayLike<number>} */ (b)[k]) / Math.max(1, Math.abs(x)),
        ),
      )
    : Math.abs(a - Number(b));

function compareGeoms() {
  const [expected, actual] = sides.map(geomsOf);
  /** @param {{ geom: PlainGeom }} one */
  const describe = ({ geom: g }) => `${g.category} ${g.objtype}:${g.objid} type ${g.type}`;
  assert.deepEqual(actual.map(describe), expected.map(describe));
  expected.forEach((one, i) => {
    assert.equal(actual[i].label, one.label, `label of ${describe(one)}`);
    const [wanted, got] = [one.geom, actual[i].geom];
    for (const name of fields) {
      assert.ok(
        error(wanted[name], got[name]) < TOLERANCE,
        `${describe(one)}: ${name} is ${got[name]}, expected ${wanted[name]}`,
      );
    }
  });
}

/**
 * Runs a comparison with something set on both sides, and takes it back.
 *
 * @param {(side: Side) => unknown} set
 * @param {(side: Side) => unknown} reset
 */
function withSetting(set, reset, body = compareGeoms) {
  sides.forEach(set);
  try {
    body();
  } finally {
    sides.forEach(reset);
  }
}

test('the default scene', () => compareGeoms());

// MESHBVH shows height fields as if they were meshes in the peer; the flex flags have no geoms of their own
const flags = {
  CONVEXHULL: 0,
  TEXTURE: 1,
  JOINT: 2,
  CAMERA: 3,
  ACTUATOR: 4,
  LIGHT: 6,
  TENDON: 7,
  RANGEFINDER: 8,
  CONSTRAINT: 9,
  INERTIA: 10,
  PERTFORCE: 12,
  CONTACTPOINT: 14,
  ISLAND: 15,
  CONTACTFORCE: 16,
  TRANSPARENT: 18,
  AUTOCONNECT: 19,
  COM: 20,
  STATIC: 22,
  BODYBVH: 28,
};
for (const [name, flag] of Object.entries(flags)) {
  test(`with ${name} toggled`, () => {
    const toggle = (/** @type {Side} */ { option }) => (option.flags[flag] ^= 1);
    withSetting(toggle, toggle);
  });
}

for (const [first, second] of [
  [16, 17],
  [10, 11],
  [4, 5],
]) {
  test(`with flags ${first} and ${second}`, () => {
    const toggle = (/** @type {Side} */ { option }) => {
      option.flags[first] ^= 1;
      option.flags[second] ^= 1;
    };
    withSetting(toggle, toggle);
  });
}

for (let label = 1; label <= 16; label++) {
  test(`labels of kind ${label}`, () => {
    const on = (/** @type {Side} */ { option }) => {
      option.label = label;
      for (const f of [2, 3, 4, 6, 9, 14, 16]) option.flags[f] = 1;
    };
    const off = (/** @type {Side} */ { option }) => {
      option.label = 0;
      for (const f of [2, 3, 4, 6, 9, 14, 16]) option.flags[f] = 0;
    };
    withSetting(on, off);
  });
}

for (let frame = 1; frame <= 7; frame++) {
  test(`frames of kind ${frame}`, () => {
    withSetting(
      ({ option }) => (option.frame = frame),
      ({ option }) => (option.frame = 0),
    );
  });
}

test('geom groups', () => {
  withSetting(
    ({ option }) => (option.geomgroup[4] = 1),
    ({ option }) => (option.geomgroup[4] = 0),
  );
});

/** The numbers of a struct. @param {object} object @returns {Record<string, number[]>} */
const plain = (object) =>
  Object.fromEntries(
    Object.keys(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object)))
      .concat(Object.keys(object))
      .flatMap((name) => {
        const value = valuesOf(object)[name];
        if (typeof value === 'number') return [[name, [value]]];
        const isArray = ArrayBuffer.isView(value);
        return isArray ? [[name, Array.from(/** @type {Float64Array} */ (value), Number)]] : [];
      }),
  );

/** @param {object} expected @param {object} actual @param {string} what */
function compareObjects(expected, actual, what, tolerance = 1e-6) {
  for (const [name, values] of Object.entries(plain(expected))) {
    const got = plain(actual)[name];
    assert.ok(
      got && error(values, got) < tolerance,
      `${what}: ${name} is ${got}, expected ${values}`,
    );
  }
}

test('lights and cameras', () => {
  sides.forEach(geomsOf);
  const [a, b] = sides.map(({ scene }) => scene);
  assert.equal(b.nlight, a.nlight);
  for (let i = 0; i < a.nlight; i++)
    compareObjects(found(a.lights.get(i)), found(b.lights.get(i)), `light ${i}`);
  for (let view = 0; view < 2; view++)
    compareObjects(found(a.camera.get(view)), found(b.camera.get(view)), `camera ${view}`);
});

for (const [type, id] of [
  [0, -1],
  [1, 2],
  [2, 0],
  [2, 1],
  [2, 2],
]) {
  test(`camera of type ${type}, id ${id}, moved by the mouse`, () => {
    for (let action = 1; action < 10; action++) {
      for (const { mj, model, data, camera, scene } of sides) {
        mj.mjv_defaultFreeCamera(model, camera);
        camera.type = type;
        if (type === 1) camera.trackbodyid = id;
        if (type === 2) camera.fixedcamid = id;
        mj.mjv_updateCamera(model, data, camera, scene);
        mj.mjv_moveCamera(model, action, 0.1, -0.2, camera);
        mj.mjv_updateCamera(model, data, camera, scene);
      }
      compareObjects(sides[0].camera, sides[1].camera, `action ${action}`);
      compareObjects(
        found(sides[0].scene.camera.get(0)),
        found(sides[1].scene.camera.get(0)),
        `action ${action}`,
        1e-5,
      );
    }
    for (const { mj, model, camera } of sides) mj.mjv_defaultFreeCamera(model, camera);
  });
}

for (const body of [1, 2, 3, 4]) {
  test(`perturbation of body ${body}`, () => {
    for (const active of [1, 2, 3]) {
      for (const { mj, model, data, perturb, scene, camera } of sides) {
        mj.mjv_defaultPerturb(perturb);
        mj.mjv_updateCamera(model, data, camera, scene);
        perturb.select = body;
        perturb.localpos[0] = 0.05;
        perturb.localpos[1] = 0.02;
        mj.mjv_initPerturb(model, data, scene, perturb);
        perturb.active = active;
        for (let action = 1; action < 8; action++)
          mj.mjv_movePerturb(model, data, action, 0.03, 0.05, scene, perturb);
        data.xfrc_applied.fill(0);
        mj.mjv_applyPerturbForce(model, data, perturb);
      }
      compareObjects(sides[0].perturb, sides[1].perturb, `body ${body}`, 1e-5);
      assert.ok(
        error(Array.from(sides[0].data.xfrc_applied), sides[1].data.xfrc_applied) < 1e-5,
        `active ${active}: forces ${sides.map(({ data }) => Array.from(data.xfrc_applied.slice(6 * body, 6 * body + 6)))}`,
      );
      compareGeoms();
    }
    for (const { mj, data, perturb } of sides) {
      mj.mjv_defaultPerturb(perturb);
      data.xfrc_applied.fill(0);
      data.xfrc_applied[12 + 2] = 3;
    }
  });
}

test('selection by rays through the picture', () => {
  const results = sides.map(({ mj, model, data, option, scene }) => {
    const found = [];
    for (let x = 0.05; x < 1; x += 0.15) {
      for (let y = 0.05; y < 1; y += 0.15) {
        const point = new mj.DoubleBuffer(3);
        const [geom, flex, skin] = [0, 1, 2].map(() => new mj.IntBuffer(1));
        const body = mj.mjv_select(model, data, option, 1.5, x, y, scene, point, geom, flex, skin);
        found.push(body, geom.GetView()[0], ...(body >= 0 ? Array.from(point.GetView()) : []));
        for (const buffer of [point, geom, flex, skin]) buffer.delete();
      }
    }
    return found;
  });
  assert.ok(
    results[0].some((x) => x > 0),
    'rays hit bodies',
  );
  assert.equal(results[1].length, results[0].length);
  assert.ok(error(results[0], results[1]) < 1e-5);
});

test('the model moved in the room', () => {
  for (const up of [
    [0, 0, 1],
    [0, 1, 0],
  ]) {
    for (let action = 1; action < 8; action++) {
      const results = sides.map(({ mj, model, data, camera, scene }) => {
        mj.mjv_updateCamera(model, data, camera, scene);
        scene.enabletransform = 1;
        scene.translate.set([1, 2, 0]);
        scene.rotate.set([Math.cos(0.3), Math.sin(0.3), 0, 0]);
        scene.scale = 2;
        mj.mjv_moveModel(model, action, 0.1, 0.2, up, scene);
        const [pos, quat] = [new mj.DoubleBuffer(3), new mj.DoubleBuffer(4)];
        mj.mjv_room2model(pos, quat, [1, 2, 3], [1, 0, 0, 0], scene);
        const found = [
          ...scene.translate,
          ...scene.rotate,
          scene.scale,
          mj.mjv_frustumHeight(scene),
        ];
        found.push(...pos.GetView(), ...quat.GetView());
        mj.mjv_cameraInModel(pos, new mj.DoubleBuffer(3), new mj.DoubleBuffer(3), scene);
        found.push(...pos.GetView());
        mj.mjv_model2room(pos, quat, [1, 2, 3], [1, 0, 0, 0], scene);
        found.push(...pos.GetView(), ...quat.GetView());
        scene.enabletransform = 0;
        return found;
      });
      assert.ok(error(results[0], results[1]) < 1e-5, `action ${action}: ${results}`);
    }
  }
});

test('geoms come in the same order, with their numbers', () => {
  const shown = [2, 3, 4, 6, 7, 8, 9, 10, 14, 16, 20, 28, 29];
  const toggle = (/** @type {Side} */ { option }) =>
    shown.forEach((flag) => (option.flags[flag] ^= 1));
  for (const frame of [1, 2, 3, 7]) {
    withSetting(
      (side) => {
        toggle(side);
        side.option.frame = frame;
      },
      (side) => {
        toggle(side);
        side.option.frame = 0;
      },
      () => {
        const [expected, actual] = sides.map((side) => {
          geomsOf(side);
          return Array.from({ length: side.scene.ngeom }, (_, i) => {
            const { type, objtype, objid, segid } = found(side.scene.geoms.get(i));
            return `${segid}: ${objtype}:${objid} type ${type}`;
          });
        });
        assert.deepEqual(actual, expected);
      },
    );
  }
});

/** @param {string} attributes */
const slack = (attributes, site = '') =>
  `<mujoco><worldbody><site name="a" pos="0 0 1"/><body pos=".8 .3 1.5"><joint/><geom size=".1"/><site name="b"/></body>${site}</worldbody>
   <tendon><spatial name="t" ${attributes}><site site="a"/><site site="b"/></spatial></tendon></mujoco>`;
/** @param {number} dim @param {string} count */
const sheet = (dim, count, attributes = '') =>
  `<mujoco><worldbody><body name="b"><flexcomp name="f" type="grid" dim="${dim}" count="${count}" spacing=".1 .1 .1" mass="1" ${attributes}><edge equality="true"/></flexcomp></body></worldbody></mujoco>`;

/** @param {string} text */
const textured = (text) =>
  text.replace(
    '<worldbody>',
    '<asset><texture name="t" type="2d" builtin="checker" width="8" height="8"/><material name="m" texture="t"/></asset><worldbody>',
  );
const unfolded =
  textured(`<mujoco><worldbody><body name="b"/></worldbody><deformable><flex name="f" material="m" dim="2" body="b" radius=".04"
  vertex="0 0 0 1 0 0 0 1 0 1 1 0" element="0 1 2 1 3 2" texcoord=".1 .11 .2 .21 .3 .31 .4 .41 .5 .51 .6 .61"
  elemtexcoord="0 5 4 3 2 1"/></deformable></mujoco>`);

for (const [name, text, flags] of /** @type {[string, string, number[]][]} */ ([
  ['a slack string', slack('range="0 1.5"'), []],
  ['a nearly vertical string', slack('range="0 99"').replace('.8 .3 1.5', '.01 0 2'), []],
  ['a spring with slack', slack('springlength="0 1.4" stiffness="1"'), []],
  ['a damped string', slack('range="0 1.5" damping="1"'), []],
  ['a sheet', sheet(2, '4 3 1', 'radius=".01"'), []],
  ['a flat sheet', sheet(2, '4 3 1', 'radius=".01" flatskin="true"'), []],
  ['a textured sheet', textured(sheet(2, '4 3 1', 'radius=".01" material="m"')), []],
  ['a sheet with coordinates by element', unfolded, []],
  ['a textured solid', textured(sheet(3, '3 3 3', 'radius=".01" material="m"')), []],
  ['faces of a textured solid', textured(sheet(3, '3 3 3', 'radius=".01" material="m"')), [26, 27]],
  ['faces of a sheet', sheet(2, '4 3 1', 'radius=".01"'), [26, 27]],
  ['a solid', sheet(3, '3 3 3', 'radius=".01"'), []],
  ['a solid without radius', sheet(3, '3 3 3', 'radius="0"'), []],
  ['faces of a solid', sheet(3, '3 3 3', 'radius=".01"'), [26, 27]],
  ['faces of a solid without radius', sheet(3, '3 3 3', 'radius="0"'), [26, 27]],
])) {
  test(`${name} on both engines`, () => {
    const results = [peer, limber].map((mj) => {
      const source = peer.MjModel.from_xml_string(text);
      const model = mj === peer ? source : handOver(peer, mj, source);
      const data = new mj.MjData(model);
      mj.mj_forward(model, data);
      const [option, camera, perturb] = [
        new mj.MjvOption(),
        new mj.MjvCamera(),
        new mj.MjvPerturb(),
      ];
      mj.mjv_defaultOption(option);
      mj.mjv_defaultFreeCamera(model, camera);
      mj.mjv_defaultPerturb(perturb);
      for (const flag of flags) option.flags[flag] ^= 1;
      const scene = new mj.MjvScene(model, 500);
      mj.mjv_updateScene(model, data, option, perturb, camera, 7, scene);
      const geoms = Array.from({ length: scene.ngeom }, (_, i) => {
        const { type, size, pos, mat } = found(scene.geoms.get(i));
        return [type, ...size, ...pos, ...mat];
      });
      const used = Array.from(scene.flexfaceused ?? []);
      const numbers = 9 * (used[0] ?? 0);
      return {
        count: [geoms.length, ...used, ...Array.from(scene.flexfacenum ?? [])],
        geoms: geoms.flat(),
        faces: Array.from((scene.flexface ?? []).slice(0, numbers)),
        normals: Array.from((scene.flexnormal ?? []).slice(0, numbers)),
        texcoords: text.includes('<texture')
          ? Array.from(scene.flextexcoord.slice(0, (2 * numbers) / 3))
          : [],
      };
    });
    assert.deepEqual(results[1].count, results[0].count);
    for (const part of /** @type {const} */ (['geoms', 'faces', 'normals', 'texcoords'])) {
      if (results[0][part].length > 0)
        assert.ok(error(results[0][part], results[1][part]) < TOLERANCE, `${part} differ`);
    }
  });
}

test('figures start with the same values, and keep what is written', () => {
  const [expected, actual] = [peer, limber].map((mj) => {
    const figure = new mj.MjvFigure();
    mj.mjv_defaultFigure(figure);
    figure.linedata[3] = 1.5;
    figure.linepnt[0] = 2;
    figure.linergb[4] = 0.25;
    figure.range.set([-1, 2, -3, 4]);
    figure.flg_barplot = 1;
    const found = plain(figure);
    figure.delete();
    return found;
  });
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort());
  assert.ok(Object.keys(expected).length > 25);
  assert.deepEqual(actual, expected);
});

test('VIS: islands, cameras without a sensor and selections are drawn alike', () => {
  const xml = `<mujoco><worldbody><geom type="plane" size="5 5 1"/>
    <camera pos="0 -3 1" xyaxes="1 0 0 0 0 1" resolution="64 48"/>
    ${[0, 1, 2, 2.15].map((x) => `<body pos="${x} 0 .09"><freejoint/><geom size=".1"/><site name="s${x}"/></body>`).join('')}
    <body pos="7 0 5"><freejoint/><geom size=".1"/></body>
    <flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" radius=".01" pos="0 1 .3">
    <edge equality="true"/></flexcomp></worldbody></mujoco>`;
  const [theirs, ours] = [peer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    const data = new engine.MjData(model);
    const option = new engine.MjvOption();
    const camera = new engine.MjvCamera();
    const perturb = new engine.MjvPerturb();
    const scene = new engine.MjvScene(model, 100);
    engine.mj_forward(model, data);
    // flags: cameras, islands, transparency, the selected point
    const { mjVIS_CAMERA, mjVIS_ISLAND, mjVIS_TRANSPARENT, mjVIS_SELECT } = limber.mjtVisFlag;
    for (const flag of [mjVIS_CAMERA, mjVIS_ISLAND, mjVIS_TRANSPARENT, mjVIS_SELECT])
      option.flags[flag.value] = 1;
    Object.assign(perturb, { select: 2, active: 3 });
    engine.mjv_updateScene(model, data, option, perturb, camera, 7, scene);
    const drawn = [];
    for (let i = 0; i < scene.ngeom; i++) {
      const { type, objid, pos, size, mat, rgba } = found(scene.geoms.get(i));
      drawn.push([type, objid, ...pos, ...size, ...mat, ...rgba]);
    }
    return drawn;
  });
  assert.equal(ours.length, theirs.length);
  ours.forEach((numbers, i) => {
    const error = Math.max(...numbers.map((number, k) => Math.abs(number - theirs[i][k])));
    assert.ok(error < 1e-5, `geom ${i}: ${numbers}, expected ${theirs[i]}`);
  });
});

/**
 * Both engines draw a model; what differs of the geoms of one category is an error.
 *
 * @param {string} xml
 * @param {object} [how]
 * @param {(side: Pick<Side, 'mj' | 'model' | 'data' | 'option' | 'perturb' | 'scene'>) => void} [how.set]
 *   before the picture is made
 * @param {number} [how.catmask]
 * @param {number} [how.steps]
 */
function compareDrawn(xml, { set = () => {}, catmask = 7, steps = 0 } = {}) {
  const [expected, actual] = [peer, limber].map((mj) => {
    const source = peer.MjModel.from_xml_string(xml);
    const model = mj === peer ? source : handOver(peer, mj, source);
    const data = new mj.MjData(model);
    for (let i = 0; i < steps; i++) mj.mj_step(model, data);
    if (steps === 0) mj.mj_forward(model, data);
    const [option, camera, perturb] = [new mj.MjvOption(), new mj.MjvCamera(), new mj.MjvPerturb()];
    mj.mjv_defaultOption(option);
    mj.mjv_defaultFreeCamera(model, camera);
    mj.mjv_defaultPerturb(perturb);
    const scene = new mj.MjvScene(model, 2000);
    mj.mjv_updateScene(model, data, option, perturb, camera, 7, scene);
    set({ mj, model, data, option, perturb, scene });
    mj.mjv_updateScene(model, data, option, perturb, camera, catmask, scene);
    const drawn = Array.from({ length: scene.ngeom }, (_, i) => {
      const geom = found(scene.geoms.get(i));
      const values = /** @type {Record<string, number | Float32Array>} */ (valuesOf(geom));
      return {
        what: `${geom.category} ${geom.objtype}:${geom.objid} type ${geom.type} '${labelOf(geom)}'`,
        numbers: fields.flatMap((name) => {
          const value = values[name];
          return typeof value === 'number' ? [value] : Array.from(value);
        }),
      };
    });
    for (const object of new Set([scene, perturb, camera, option, data, model, source]))
      object.delete();
    return drawn;
  });
  assert.deepEqual(
    actual.map(({ what }) => what),
    expected.map(({ what }) => what),
  );
  expected.forEach(({ what, numbers }, i) => {
    const got = actual[i].numbers;
    assert.ok(error(numbers, got) < TOLERANCE, `${what}: ${got}, expected ${numbers}`);
  });
  return expected.length;
}

/** @param {number[]} flags */
const toggled =
  (...flags) =>
  (/** @type {{ option: import('limber/mujoco').MjvOption }} */ { option }) =>
    flags.forEach((flag) => (option.flags[flag] ^= 1));

test('decoration goes with the category of its owner', () => {
  const xml = `<mujoco><worldbody><geom type="plane" size="5 5 1"/><site/>
    <body pos="0 0 1" euler="10 20 30"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 0 0" euler="5 6 7"/><site/></body>
    <body pos="2 0 1"><geom size=".1"/><site/></body><body mocap="true"><geom size=".1"/></body></worldbody></mujoco>`;
  for (const catmask of [7, 6, 5, 4, 3]) {
    for (const [flags, frame, label] of /** @type {[number[], number, number][]} */ ([
      [[10], 0, 1],
      [[10, 21], 1, 0],
      [[21], 1, 1],
      [[21], 7, 1],
      [[22], 1, 1],
      [[22, 10], 2, 1],
      [[22], 3, 12],
    ])) {
      compareDrawn(xml, {
        catmask,
        set({ option, perturb }) {
          toggled(...flags)({ option });
          Object.assign(option, { frame, label });
          Object.assign(perturb, { select: 1, active: 3 });
        },
      });
    }
  }
});

test('mocap bodies are pulled and turned at their centre of mass', () => {
  const xml = `<mujoco><worldbody><body pos="1 2 3" euler="10 20 30" mocap="true">
    <geom type="box" size=".2 .3 .4" pos=".1 .2 .3" euler="30 40 50"/></body></worldbody></mujoco>`;
  /** @type {number[][]} */
  const poses = [];
  compareDrawn(xml, {
    set({ mj, model, data, perturb, scene }) {
      perturb.select = 1;
      mj.mjv_initPerturb(model, data, scene, perturb);
      perturb.active = 3;
      for (const action of [1, 3, 4])
        mj.mjv_movePerturb(model, data, action, 0.05, 0.03, scene, perturb);
      mj.mjv_applyPerturbPose(model, data, perturb, 1);
      mj.mj_forward(model, data);
      poses.push([...data.mocap_pos, ...data.mocap_quat]);
    },
  });
  assert.ok(error(poses[0], poses[1]) < 1e-6);
  assert.ok(Math.abs(poses[0][0] - 1) > 0.01);
});

const balls = (/** @type {string} */ option, /** @type {string} */ tendon = '') =>
  `<mujoco>${option}<worldbody><geom type="plane" size="9 9 1"/><site name="w" pos="0 0 1"/><site name="w2" pos="0 1 1"/>
   ${[0, 0.35, 0.7]
     .map(
       (x, i) => `<body pos="${x} 0 ${i === 2 ? 3 : 0.09}"><freejoint/><geom size=".1"/>
   <site name="s${i}"/></body>`,
     )
     .join(
       '',
     )}<body pos=".35 0 .28"><freejoint/><geom size=".1"/></body></worldbody><tendon>${tendon}</tendon></mujoco>`;
/** @param {string} attributes */
const string = (attributes, first = 's0', second = 's1') =>
  `<spatial ${attributes}><site site="${first}"/><site site="${second}"/></spatial>`;

test('islands colour contacts, tendons and trees that sleep', () => {
  const sleeping = '<option sleep_tolerance=".1"><flag sleep="enable"/></option>';
  for (const flags of [[15], [14, 15, 16], [15, 18], [14, 15, 16, 17]]) {
    compareDrawn(balls(''), { set: toggled(...flags) });
    compareDrawn(balls('<option><flag island="disable"/></option>'), { set: toggled(...flags) });
    for (const steps of [1, 3, 200])
      compareDrawn(balls(sleeping), { set: toggled(...flags), steps });
    for (const tendon of [
      string(''),
      string('frictionloss="1"'),
      string('limited="true" range="0 .1"'),
      string('limited="true" range="0 9"'),
      string('', 's0', 's2'),
      string('limited="true" range="0 .5"', 'w', 'w2'),
      string('rgba="1 0 0 .5"', 'w', 's0'),
    ])
      compareDrawn(balls('', tendon), { set: toggled(...flags) });
  }
});

test('forces between bodies have two heads', () => {
  for (const flags of [[16], [16, 17]]) {
    assert.ok(compareDrawn(balls(''), { set: toggled(...flags) }) > 6);
    compareDrawn(balls(''), {
      set(side) {
        toggled(...flags)(side);
        // what flies apart has no force
        for (let i = 0; i < 4; i++) side.data.qvel[6 * i + 2] = i;
        side.mj.mj_forward(side.model, side.data);
      },
    });
  }
});

test('strings keep their colour, and have their name on each piece', () => {
  for (const attributes of [
    'range="0 1" margin=".5"',
    'range="0 .3"',
    'range="0 .3" stiffness="1" springlength="0 .2"',
    'springlength="0 1" stiffness="0 1 0"',
    'range="0 1" damping="0 1"',
    'springlength="0 1" stiffness="1" rgba="1 0 0 .5"',
  ]) {
    for (const flags of [[], [15], [15, 18]]) {
      compareDrawn(balls('', string(attributes)), {
        set(side) {
          toggled(...flags)(side);
          side.option.label = 7;
        },
      });
    }
  }
});

test('frustums of parallel rays', () => {
  for (const attributes of [
    'resolution="8 4" fovy="1.5" projection="orthographic"',
    'resolution="8 4" sensorsize=".02 .01" focal=".03 .04" projection="orthographic"',
    'resolution="2 1"',
    'resolution="1 2"',
    'resolution="1 1"',
  ]) {
    const xml = `<mujoco><visual><scale frustum="3"/><map znear=".2"/></visual><worldbody>
      <camera pos="0 0 1" ${attributes}/><geom size=".1"/></worldbody></mujoco>`;
    compareDrawn(xml, { set: toggled(3) });
  }
});

test('sizes of joints and of their actuators', () => {
  for (const scale of [
    'jointlength="2"',
    'jointwidth=".5"',
    'actuatorlength="3" actuatorwidth=".7"',
  ]) {
    const xml = `<mujoco><visual><scale ${scale}/></visual><worldbody><body><freejoint name="f"/><geom size=".1"/>
      <body><joint name="b" type="ball"/><geom size=".1"/><body><joint name="h"/><geom size=".1"/></body></body></body></worldbody>
      <actuator><motor joint="f" gear="1 0 0 0 0 0"/><motor joint="b" gear="1 0 0"/><motor joint="h"/></actuator></mujoco>`;
    compareDrawn(xml, { set: toggled(2, 4) });
  }
});

test('activations in their range', () => {
  for (const range of [
    '',
    'ctrlrange="-20 20" ctrllimited="true"',
    'actrange="1 5" actlimited="true"',
    'actrange="-5 5" actlimited="true" ctrlrange="-20 20" ctrllimited="true"',
  ]) {
    for (const act of [-3, 0.5, 2, 30]) {
      const xml = `<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
        <actuator><general joint="j" dyntype="integrator" ${range}/></actuator></mujoco>`;
      compareDrawn(xml, {
        set(side) {
          toggled(4, 5)(side);
          side.data.act[0] = act;
        },
      });
    }
  }
});

test('marks of welds, grids of lattices, octrees of meshes, flexes that show nothing', () => {
  const weld = `<mujoco><worldbody><body name="p" pos="1 2 3" euler="10 20 30"><freejoint/><geom size=".1"/></body>
    <body name="q" pos="3 2 3" euler="40 20 10"><freejoint/><geom size=".1"/></body></worldbody>
    <equality><weld body1="p" body2="q" relpose=".1 .2 .3 .5 .5 .5 .5"/></equality></mujoco>`;
  compareDrawn(weld, { set: toggled(9) });
  const lattice = (/** @type {string} */ attributes, /** @type {string} */ parts = '') =>
    `<mujoco><worldbody><flexcomp name="f" type="grid" dim="3" count="4 4 4" spacing=".1 .1 .1" mass="1" radius=".01" ${attributes}>
     ${parts}<contact selfcollide="none" internal="false"/></flexcomp></worldbody></mujoco>`;
  const hollow =
    '<edge equality="strain"/><elasticity young="1000" poisson="0.1" elastic2d="bend" thickness="0.02"/>';
  for (const [attributes, parts] of [
    ['dof="trilinear" cellcount="2 1 1"', ''],
    ['dof="trilinear" cellcount="2 2 2"', hollow],
    ['dof="quadratic"', ''],
    ['dof="full"', ''],
  ]) {
    for (const group of [1, 0]) {
      compareDrawn(lattice(attributes, parts), {
        set(side) {
          toggled(29)(side);
          side.option.flexgroup[0] = group;
        },
      });
    }
  }
  compareDrawn(lattice('dof="full"'), { set: toggled(25, 27) });
  const mesh = `<mujoco><asset><mesh name="m" scale=".3 .3 .3" vertex="0 1 1.618 0 -1 1.618 0 1 -1.618 0 -1 -1.618 1 1.618 0
    -1 1.618 0 1 -1.618 0 -1 -1.618 0 1.618 0 1 1.618 0 -1 -1.618 0 1 -1.618 0 -1"/></asset>
    <worldbody><geom type="sdf" mesh="m" euler="10 20 30"/></worldbody></mujoco>`;
  for (const depth of [0, 1, 2]) {
    compareDrawn(mesh, {
      set(side) {
        toggled(29)(side);
        side.option.bvh_depth = depth;
      },
    });
  }
});

// VIS-LATTICE-PINS
test('pins on what stands still have no lines of a lattice', () => {
  const pinned = (/** @type {string} */ parent, /** @type {string} */ pins) =>
    `<mujoco><worldbody><body name="p" pos="1 2 3">${parent}
     <flexcomp name="f" type="grid" dim="3" count="4 4 4" spacing=".1 .1 .1" mass="1" radius=".01" dof="quadratic">
     <pin id="${pins}"/><contact selfcollide="none" internal="false"/></flexcomp></body></worldbody></mujoco>`;
  for (const parent of ['', '<geom size=".1"/>', '<freejoint/><geom size=".1"/>']) {
    for (const pins of ['0', '13', '0 1 2 14']) {
      compareDrawn(pinned(parent, pins), { set: toggled(29) });
    }
  }
});

test('height fields have no octree', () => {
  const xml = `<mujoco><asset><hfield name="h" nrow="3" ncol="3" size="1 1 1 1"/>
    <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1 1 1 1"/></asset><worldbody><geom type="hfield" hfield="h" pos="3 0 0"/>
    <geom type="mesh" mesh="m" pos="6 0 0"/>`;
  for (const more of ['<geom type="sdf" mesh="m"/>', '']) {
    assert.ok(compareDrawn(`${xml}${more}</worldbody></mujoco>`, { set: toggled(29) }) > 3);
  }
});

test('contacts show what moves their surfaces', () => {
  const world = (/** @type {string} */ first, /** @type {string} */ second, visual = '') =>
    `<mujoco><visual>${visual}</visual><worldbody><geom type="plane" size="3 3 .1" ${first}/>
     <body pos="0 0 .099" euler="40 50 60"><freejoint/><geom size=".1" ${second}/></body>
     <flexcomp name="f" type="grid" count="2 2 1" spacing=".1 .1 .1" radius=".02" pos="1 0 .019" dim="2"/></worldbody></mujoco>`;
  const slide = 'surfacevel="1 0 2 0 0 0"';
  for (const xml of [
    world(slide, ''),
    world('surfacevel="0 0 1 0 0 3"', ''),
    world('', 'surfacevel="1 2 3 4 5 6"'),
    world(slide, slide),
    world(`${slide} condim="1"`, 'condim="1"'),
    world(`${slide} gap=".5"`, ''),
    world(slide, '', '<scale forcewidth=".7" contactwidth=".2"/><rgba contactpoint="1 .5 .3 .4"/>'),
  ]) {
    for (const flags of [[14], [14, 15], [14, 16, 17], [16]]) {
      compareDrawn(xml, { set: toggled(...flags) });
    }
  }
});

test('skins of hidden groups are zeros, and mjv_updateSkin takes the usual groups', () => {
  const corner = (/** @type {number} */ x) => `${x} 0 0 ${x + 1} 0 0 ${x} 1 0`;
  const skin = (/** @type {number} */ group) =>
    `<skin name="s${group}" group="${group}" vertex="${corner(group)}" face="0 1 2">
     <bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin>`;
  const source = peer.MjModel.from_xml_string(
    `<mujoco><deformable>${[1, 2, 4].map(skin).join('')}</deformable><worldbody><body name="b" pos="0 0 1"><geom size=".1"/></body></worldbody></mujoco>`,
  );
  const [expected, actual] = [peer, limber].map((mj) => {
    const model = mj === peer ? source : handOver(peer, mj, source);
    const data = new mj.MjData(model);
    const option = new mj.MjvOption();
    const [camera, perturb] = [new mj.MjvCamera(), new mj.MjvPerturb()];
    mj.mjv_defaultOption(option);
    const scene = new mj.MjvScene(model, 10);
    const shown = [0, 1, 0, 1].map((isShown) => {
      option.skingroup[1] = option.skingroup[4] = isShown;
      data.qpos.fill(0);
      mj.mj_forward(model, data);
      mj.mjv_updateScene(model, data, option, perturb, camera, 7, scene);
      return [scene.skinvert, scene.skinnormal].map((array) => Array.from(array));
    });
    mj.mjv_updateSkin(model, data, scene);
    return [...shown, [scene.skinvert, scene.skinnormal].map((array) => Array.from(array))];
  });
  assert.deepEqual(actual, expected);
  assert.deepEqual(actual[2][0].slice(0, 9), Array(9).fill(0));
  assert.deepEqual(actual[4][0].slice(18), Array(9).fill(0));
});

test('rims of bent sheets, with and without a radius', () => {
  for (const attributes of ['radius=".01"', 'radius="0"', 'radius="0" flatskin="true"']) {
    for (const flags of [[], [26, 27]]) {
      const source = peer.MjModel.from_xml_string(sheet(2, '4 3 1', attributes));
      const normals = [peer, limber].map((mj) => {
        const model = mj === peer ? source : handOver(peer, mj, source);
        const data = new mj.MjData(model);
        for (let i = 0; i < model.nq; i++) data.qpos[i] = 0.03 * Math.sin(7 * i);
        mj.mj_forward(model, data);
        const [option, camera, perturb] = [
          new mj.MjvOption(),
          new mj.MjvCamera(),
          new mj.MjvPerturb(),
        ];
        mj.mjv_defaultOption(option);
        for (const flag of flags) option.flags[flag] ^= 1;
        const scene = new mj.MjvScene(model, 10);
        mj.mjv_updateScene(model, data, option, perturb, camera, 7, scene);
        return Array.from(scene.flexnormal.slice(0, 9 * scene.flexfaceused[0]));
      });
      assert.equal(normals[1].length, normals[0].length);
      assert.ok(error(normals[0], normals[1]) < 1e-4, `${attributes} with ${flags}`);
    }
  }
});

test('motions that move no body are refused with the same words', () => {
  const words = sides.map(({ mj, model, data, scene, perturb }) => {
    try {
      mj.mjv_movePerturb(model, data, 8, 0.1, 0.1, scene, perturb);
    } catch (problem) {
      return /** @type {Error} */ (problem).message;
    }
    return '';
  });
  assert.match(words[1], /unexpected mouse action 8 in convert2D/);
  assert.equal(words[1], words[0]);
});
