// Shapes, light and haze of the renderer as native MuJoCo has them: geometry in node, pixels in Chromium.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from '../../js/index.js';
import { cornerNormals } from '../../js/three/mesh_normals.js';
import {
  capsuleGeometry,
  endlessGeometry,
  geomTypes,
  meshGeometry,
  toEdges,
  unitGeometry,
} from '../../js/three/shapes.js';
import { weld } from '../../js/three/weld.js';
import { skip } from './browser.mjs';
import { startPictures } from './picture_server.mjs';
import { found } from '../helpers.mjs';

const timeout = 120_000;
const quality = { slices: 28, stacks: 16, quads: 4, bands: 16 };

/** Bounds of an arrow: least and greatest z, greatest radius, radius of the shaft. @param {number} type */
function boundsOf(type) {
  const positions = found(unitGeometry(type, quality)).getAttribute('position');
  const points = Array.from({ length: positions.count }, (_, i) => [
    Math.hypot(positions.getX(i), positions.getY(i)),
    positions.getZ(i),
  ]);
  const heights = points.map(([, z]) => z);
  const radii = points.map(([r]) => r);
  return [Math.min(...heights), Math.max(...heights), Math.max(...radii)].map((x) =>
    Number(x.toFixed(6)),
  );
}

test('arrows are half as long as their size, a third of it the head', () => {
  assert.deepEqual(boundsOf(geomTypes.arrow), [0, 0.5, 1.75]);
  assert.deepEqual(boundsOf(geomTypes.arrow1), [0, 0.5, 1]);
  assert.deepEqual(boundsOf(geomTypes.arrow2), [-0.25, 0.25, 1.75]);
  const positions = found(unitGeometry(geomTypes.arrow, quality)).getAttribute('position');
  const wide = Array.from({ length: positions.count }, (_, i) => i).filter(
    (i) => Math.hypot(positions.getX(i), positions.getY(i)) > 1.7,
  );
  for (const i of wide) assert.ok(Math.abs(positions.getZ(i) - 1 / 3) < 1e-6);
});

test('wireframes are of squares: no line joins two corners across', () => {
  const plane = endlessGeometry(3);
  toEdges(plane);
  const points = plane.getAttribute('position');
  const edges = Array.from(found(plane.getIndex()).array);
  assert.equal(edges.length, 2 * 4 * 9);
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [edges[i], edges[i + 1]];
    const slanted =
      Math.abs(points.getX(a) - points.getX(b)) > 1e-6 &&
      Math.abs(points.getY(a) - points.getY(b)) > 1e-6;
    assert.ok(!slanted, `${a} to ${b}`);
  }
  // between the halves of a capsule there are rings
  const capsule = capsuleGeometry(8, 4, 5);
  const caps = new Set(capsule.getAttribute('cap').array);
  assert.deepEqual(
    [...caps].map((cap) => cap.toFixed(2)),
    ['1.00', '0.60', '0.20', '-0.20', '-0.60', '-1.00'],
  );
});

/** @param {string} attributes */
const meshed = (attributes) =>
  `<mujoco><asset><mesh name="m" ${attributes}/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`;
const cube = 'vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1"';

/**
 * Greatest part of corner normals along an axis of their own, least over all corners.
 *
 * @param {string} attributes
 */
async function leastAlongAxis(attributes) {
  const simulation = await load(meshed(attributes));
  const normals = cornerNormals(simulation.model, 0);
  const along = [];
  for (let i = 0; i < normals.length; i += 3)
    along.push(Math.max(...normals.subarray(i, i + 3).map(Math.abs)));
  simulation.dispose();
  return Math.min(...along);
}

test('edges of a mesh without normals are sharp, smooth ones and given ones stay', async () => {
  assert.ok((await leastAlongAxis(cube)) > 0.9999);
  assert.ok((await leastAlongAxis(`smoothnormal="true" ${cube}`)) < 0.6);
  // a box with a dent, whose normals come with it
  const dented = `${cube.slice(0, -1)} 0 0 .5" face="0 2 1 1 2 3 0 1 5 0 5 4 1 3 7 1 7 5 3 2 6 3 6 7 2 0 4 2 4 6 4 5 8 5 7 8 7 6 8 6 4 8"`;
  const given = Array(9).fill('.6 .6 .529').join(' ');
  assert.ok((await leastAlongAxis(`normal="${given}" ${dented}`)) < 0.61);
  const made = await leastAlongAxis(dented);
  assert.ok(made > 0.8, `${made}`);
});

/** @type {Awaited<ReturnType<typeof startPictures>>} */
let pictures;
/** @type {{ page: Page; problems: string[]; }} */
let opened;
before(async () => {
  if (skip) return;
  pictures = await startPictures();
  opened = await pictures.open();
});
after(async () => {
  await pictures?.close();
});

/**
 * Colours at points of a scene's picture, with flags of the view.
 *
 * @param {string} xml
 * @param {number[][]} points
 */
const colorsAt = (xml, points, flags = {}) =>
  opened.page.evaluate(
    async ({ xml, points, flags }) => {
      const { openScene } = await import('/tests/browser/pictures/scenes.js');
      const pixels = await openScene({ xml });
      Object.assign(pixels.view.flags, flags);
      pixels.view.apply();
      const bytes = pixels.color({ camera: 0 });
      const colors = points.map(([x, y]) =>
        Array.from(bytes.slice(4 * (160 * y + x), 4 * (160 * y + x) + 3)),
      );
      pixels.dispose();
      return colors;
    },
    { xml, points, flags },
  );

const dark = '<visual><headlight ambient="0 0 0" diffuse="0 0 0" specular="0 0 0"/></visual>';
const shine = '<asset><material name="s" emission="1" rgba="1 .5 .2 1"/></asset>';

test('corners of a mesh that are alike are one, and its triangles stay', async () => {
  const sim = await load(
    '<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" smoothnormal="true"/><mesh name="s" builtin="sphere" params="3"/></asset><worldbody><geom type="mesh" mesh="m"/><geom type="mesh" mesh="s"/></worldbody></mujoco>',
  );
  const { model } = sim;
  for (let id = 0; id < model.nmesh; id++) {
    const all = meshGeometry(model, id);
    const welded = weld(all);
    const index = found(welded.getIndex()).array;
    const count = 3 * model.mesh_facenum[id];
    assert.equal(index.length, count);
    // without texture coordinates, one for each vertex and its normal
    assert.equal(welded.getAttribute('position').count, model.mesh_vertnum[id]);
    for (const [name, { array, itemSize }] of Object.entries(all.attributes)) {
      const own = welded.getAttribute(name).array;
      for (let i = 0; i < count; i++)
        for (let k = 0; k < itemSize; k++)
          assert.equal(own[index[i] * itemSize + k], array[i * itemSize + k]);
    }
  }
  sim.dispose();
});

test('one sees through the back of a plane', { skip, timeout }, async () => {
  /** @param {string} zaxis */
  const scene = (zaxis) =>
    `<mujoco>${dark}${shine}<worldbody><camera pos="0 0 3"/><geom type="box" size=".5 .5 .1" material="s"/>
     <geom type="plane" size="2 2 .1" pos="0 0 1" zaxis="${zaxis}" rgba="0 0 0 1"/></worldbody></mujoco>`;
  const [[back], [front]] = [
    await colorsAt(scene('0 0 -1'), [[80, 60]]),
    await colorsAt(scene('0 0 1'), [[80, 60]]),
  ];
  assert.ok(Math.abs(back[0] - 0.7 * 255) <= 2 && Math.abs(back[1] - 0.35 * 255) <= 2, `${back}`);
  assert.deepEqual(front, [0, 0, 0]);
});

test(
  'where there are shadows, clear things are drawn in order twice',
  { skip, timeout },
  async () => {
    /** @param {string} name @param {string} rgba */
    const glass = (name, rgba) => `<material name="${name}" emission="1" rgba="${rgba}"/>`;
    const xml = `<mujoco>${dark}<asset>${glass('r', '1 0 0 .5')}${glass('b', '0 0 1 .5')}</asset><worldbody><camera pos="0 0 3"/>
     <light pos="0 0 4" diffuse="0 0 0" specular="0 0 0"/><geom type="box" size=".5 .5 .1" material="r"/>
     <geom type="box" size=".5 .5 .1" pos="0 0 1" material="b"/></worldbody></mujoco>`;
    const [[twice], [once]] = [
      await colorsAt(xml, [[80, 60]]),
      await colorsAt(xml, [[80, 60]], { shadow: false }),
    ];
    // red, blue, red, blue; each takes half of what is behind
    /** @param {number[]} a @param {number[]} b */
    const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) <= 2);
    assert.ok(near(twice, [0.3125 * 255, 0, 0.625 * 255]), `${twice}`);
    assert.ok(near(once, [0.25 * 255, 0, 0.5 * 255]), `${once}`);
  },
);

test(
  'haze lies before what is low and far, not before what is high',
  { skip, timeout },
  async () => {
    const xml = `<mujoco><statistic extent="1" center="0 0 0"/><visual><map zfar="10" haze="1"/><rgba haze="0 0 1 1"/>
     <headlight ambient="0 0 0" diffuse="0 0 0" specular="0 0 0"/></visual>
     <asset><texture type="skybox" builtin="flat" rgb1="0 0 0" rgb2="0 0 0" width="8" height="48"/><material name="s" emission="1" rgba="1 0 0 1"/></asset>
     <worldbody><camera pos="0 -3.5 1" xyaxes="1 0 0 0 .2 1"/><geom type="plane" size="0 0 .1" rgba="0 0 0 1"/>
     <geom type="box" size=".1 .1 1.2" pos="0 0 0" material="s"/></worldbody></mujoco>`;
    // the cone is half as high as the eye where the box stands: R = 7, distance 3.5
    const column = Array.from({ length: 120 }, (_, y) => [80, y]);
    const colors = await colorsAt(xml, column);
    const body = colors.filter(([red]) => red > 20);
    const clear = body.filter(([red, , blue]) => red > 250 && blue < 5);
    const hazy = body.filter(([, , blue]) => blue > 50);
    assert.ok(clear.length > 10 && hazy.length > 10, JSON.stringify(colors));
    // above the cone nothing, below it all at once: only a pixel or two are between
    assert.ok(body.length - clear.length - hazy.length <= 2, JSON.stringify(body));
    const without = await colorsAt(xml, column, { haze: false });
    assert.ok(without.every(([, , blue]) => blue === 0));
  },
);

// VIS-27, VIS-28, MODEL-04, MODEL-11, MODEL-23, MODEL-25
test('changed textures, meshes and height fields show when told', { skip, timeout }, async () => {
  const found = await opened.page.evaluate(async () => {
    const { openScene } = await import('/tests/browser/pictures/scenes.js');
    const flat = 'builtin="flat" rgb1="0 0 0" rgb2="0 0 0"';
    const xml = `<mujoco><statistic extent="2"/><visual><headlight ambient="0 0 0" diffuse="0 0 0" specular="0 0 0"/></visual>
     <asset><texture name="sky" type="skybox" ${flat} width="8" height="48"/><texture name="a" type="2d" ${flat} width="8" height="8"/>
     <texture name="b" type="cube" ${flat} width="8" height="8"/><texture name="c" type="2d" ${flat} width="8" height="8"/><material name="a" texture="a" emission="1"/><material name="b" texture="b" emission="1"/>
     <material name="s" emission="1" rgba="0 0 1 1"/><hfield name="h" nrow="2" ncol="2" size=".2 .2 1 .1" elevation="0 0 0 1"/>
     <mesh name="m" vertex="-.2 -.2 -.2 .2 -.2 -.2 -.2 .2 -.2 -.2 -.2 .2"/></asset>
     <worldbody><camera pos="0 0 5" fovy="40"/><geom type="plane" size=".2 .2 .1" pos="-1 1 0" material="a"/>
     <geom type="box" size=".2 .2 .2" pos="1 1 0" material="b"/><geom type="mesh" mesh="m" pos="-1 -1 0" material="s"/>
     <geom type="hfield" hfield="h" pos="1 -1 -9" material="s"/></worldbody></mujoco>`;
    const pixels = await openScene({ xml });
    const { model } = pixels.view;
    const look = () => {
      const bytes = pixels.color({ camera: 0 });
      const at = (/** @type {number} */ x, /** @type {number} */ y) =>
        Array.from(bytes.slice(4 * (160 * y + x), 4 * (160 * y + x) + 3));
      const blue = [0, 0];
      for (let y = 60; y < 120; y++)
        for (let x = 0; x < 160; x++)
          if (at(x, y)[2] > 100 && at(x, y)[0] < 50) blue[x < 80 ? 0 : 1]++;
      return { sky: at(80, 5), plane: at(47, 27), box: at(113, 27), blue };
    };
    const before = look();
    model.tex_data.fill(255);
    const vertices = model.mesh_vert;
    for (let i = 0; i < vertices.length; i++) vertices[i] *= 2;
    model.hfield_data.fill(7);
    const still = look();
    for (let id = 0; id < 3; id++) pixels.view.uploadTexture(id);
    pixels.view.uploadMesh(0);
    pixels.view.uploadHField(0);
    const after = look();
    model.tex_data.fill(0);
    pixels.view.rebuild();
    const rebuilt = look();
    model.tex_data.fill(255, Number(model.tex_adr[3]));
    model.mat_texid[1] = 3;
    const exchanged = look();
    const errors = [];
    for (const call of /** @type {const} */ (['uploadTexture', 'uploadMesh', 'uploadHField'])) {
      try {
        pixels.view[call](4);
      } catch (error) {
        errors.push(String(error));
      }
    }
    pixels.dispose();
    return { before, still, after, rebuilt, exchanged, errors };
  });
  const { before, still, after, rebuilt, exchanged, errors } = found;
  assert.deepEqual(still, before);
  for (const part of /** @type {const} */ (['sky', 'plane', 'box'])) {
    assert.ok(Math.max(...before[part]) < 5, `${part} ${before[part]}`);
    assert.ok(Math.min(...after[part]) > 250, `${part} ${after[part]}`);
    assert.ok(Math.max(...rebuilt[part]) < 5, `${part} ${rebuilt[part]}`);
  }
  for (const k of [0, 1])
    assert.ok(
      after.blue[k] > 1.5 * before.blue[k] && before.blue[k] > 10,
      `${before.blue} ${after.blue}`,
    );
  assert.ok(
    Math.min(...exchanged.plane) > 250 && Math.max(...exchanged.box) < 5,
    `${exchanged.plane} ${exchanged.box}`,
  );
  assert.deepEqual(errors, [
    'RangeError: no texture 4: the model has 4',
    'RangeError: no mesh 4: the model has 1',
    'RangeError: no height field 4: the model has 1',
  ]);
});

test('light at corners misses a highlight within a face', { skip, timeout }, async () => {
  const xml = `<mujoco>${dark}<asset><mesh name="m" vertex="-1 -1 0 1 -1 0 -1 1 0 1 1 0 -1 -1 -.1 1 1 -.1 -1 1 -.1 1 -1 -.1"/></asset><worldbody><camera pos="0 0 3"/>
     <light pos="0 0 1" dir="0 0 -1" ambient="0 0 0" diffuse="1 1 1" cutoff="30" castshadow="false"/>
     <geom type="mesh" mesh="m" rgba="1 1 1 1"/></worldbody></mujoco>`;
  const [[bright], [none]] = [
    await colorsAt(xml, [[80, 60]]),
    await colorsAt(xml, [[80, 60]], { vertexLight: true }),
  ];
  assert.ok(bright[0] > 200, `${bright}`);
  assert.ok(none[0] < 5, `${none}`);
});

test(
  'round shapes of fewer parts look alike, and become round again',
  { skip, timeout },
  async () => {
    const found = await opened.page.evaluate(async () => {
      const { openScene } = await import('/tests/browser/pictures/scenes.js');
      const types = ['sphere', 'capsule', 'cylinder', 'ellipsoid'];
      const geoms = types.map(
        (type, i) => `<geom type="${type}" pos="${2 * i} 0 0" size=".9 .5 .7"/>`,
      );
      const pixels = await openScene({
        xml: `<mujoco><worldbody><light pos="3 0 9"/>${geoms.join('')}<camera pos="3 0 9"/></worldbody></mujoco>`,
      });
      const draw = (/** @type {boolean} */ round) => {
        pixels.view.effort.round = round;
        const bytes = Uint8Array.from(pixels.color({ camera: 0 }));
        return { bytes, triangles: pixels.renderer.info.render.triangles };
      };
      const [all, fewer, again] = [draw(true), draw(false), draw(true)];
      const differs = (/** @type {Uint8Array} */ a) =>
        a.filter((value, i) => Math.abs(value - all.bytes[i]) > 30).length / a.length;
      pixels.dispose();
      return {
        triangles: [all, fewer, again].map(({ triangles }) => triangles),
        differs: [fewer, again].map(({ bytes }) => differs(bytes)),
      };
    });
    const [all, fewer, again] = found.triangles;
    assert.ok(fewer < all / 2 && again === all, `${found.triangles}`);
    const [some, none] = found.differs;
    assert.ok(some > 0 && some < 0.02 && none === 0, `${found.differs}`);
  },
);

test('a wireframe lets one see between its lines', { skip, timeout }, async () => {
  const xml = `<mujoco>${dark}${shine}<worldbody><camera pos="0 0 3"/><geom type="plane" size="1 1 .1" material="s"/></worldbody></mujoco>`;
  const row = Array.from({ length: 160 }, (_, x) => [x, 55]);
  const filled = await colorsAt(xml, row);
  const lines = await colorsAt(xml, row, { wireframe: true });
  /** @param {number[][]} colors */
  const lit = (colors) => colors.filter(([red]) => red > 100).length;
  assert.ok(lit(filled) > 80, `${lit(filled)}`);
  assert.ok(lit(lines) >= 3 && lit(lines) <= 12, `${lit(lines)}`);
});

// --- pictures of native MuJoCo, where they are at hand

/** @param {string} name */
const folder = (name) => fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));
const missing = !fs.existsSync(folder('renders/manifest.json')) && 'no reference pictures here';

for (const [image, overlap, mean] of /** @type {[string, number, number][]} */ ([
  ['car', 0.985, 0.5],
  ['hammock', 0.995, 0.6],
  ['sphere_full', 0.995, 1],
  ['humanoid_joint', 0.975, 0.7],
  ['humanoid_contactsplit', 0.975, 0.7],
  ['humanoid_label_body', 0.55, 7],
  ['humanoid_rnd_wireframe', 0.9, 5.5],
])) {
  test(`like the native picture of ${image}`, { skip: skip || missing, timeout }, async () => {
    /** @param {string} name */
    const read = (name) => JSON.parse(fs.readFileSync(folder(name), 'utf8'));
    /** @type {(import('./pictures/reference.js').Entry & { scene_geoms: number })[]} */
    const manifest = read('renders/manifest.json');
    const entry = found(manifest.find((one) => one.image === `${image}.png`));
    const own = await startPictures({ models: folder('models'), renders: folder('renders') });
    try {
      const { page, problems } = await own.open();
      const result = await page.evaluate(
        async ({ entry, enums }) => {
          const { compareReference } = await import('/tests/browser/pictures/reference.js');
          return compareReference(entry, enums);
        },
        { entry, enums: read('reference/enums.json') },
      );
      assert.ok(found(result.overlap) >= overlap, `overlap ${result.overlap}`);
      assert.ok(result.mean <= mean, `mean difference ${result.mean}`);
      assert.equal(result.geoms, entry.scene_geoms);
      assert.deepEqual(problems, []);
    } finally {
      await own.close();
    }
  });
}
