// What bends, and what plugins draw, in Chromium: flexes in all their looks, a skin, the colours of a cable, the plates of a touch
// sensor, surfaces given by their distance. Pictures against stored ones, and against the abstract scene where it says what is seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from './browser.mjs';
import { timeout, withScenes } from './scene_pictures.mjs';

const { inPage, testPicture } = withScenes('/tests/browser/pictures/soft_scenes.js');
const SENSOR = 20; // mjOBJ_SENSOR
const shapes = ['bowl', 'bolt', 'gear', 'nut', 'torus', 'sdflib'];

for (const name of [
  'flexVertices',
  'flexEdges',
  'flexFaces',
  'flexSkin',
  'flexFlatSkin',
  'skin',
  'cable',
  'touchGrid',
  ...shapes,
])
  testPicture(name);

test('a bent sheet has no dots of its own shadow', { skip, timeout }, async () => {
  const dots = await inPage(async ({ openScene, scenes }) => {
    const [width, height] = [960, 720];
    const pixels = await openScene(scenes.hollow, { width, height, samples: 0 });
    const colors = pixels.color().slice();
    const ids = pixels.raw('id').slice();
    pixels.dispose();
    /** @param {number} x @param {number} y */
    const at = (x, y) => 4 * (y * width + x);
    let count = 0;
    for (let y = 3; y < height - 3; y++)
      for (let x = 3; x < width - 3; x++) {
        const i = at(x, y);
        // inside of one thing, darker than what is three pixels away on every side
        const around = [at(x - 3, y), at(x + 3, y), at(x, y - 3), at(x, y + 3)];
        const inside = ids[i] > 0 && around.every((k) => ids[k] === ids[i]);
        if (inside && around.every((k) => colors[i] < colors[k] - 6)) count++;
      }
    return count;
  });
  assert.ok(dots < 4, `${dots} dots`);
});

test('segments of a cable have the colours that its plugin gives', { skip, timeout }, async () => {
  const { segments, own } = await inPage(async ({ openScene, scenes }) => {
    const pixels = await openScene(scenes.cable, { samples: 0 });
    // all light is that of the headlight's ambient part: pixels are the colours themselves
    const colors = pixels.color().slice();
    const ids = pixels.raw('id').slice();
    const { memory } = pixels.view;
    /** @type {Map<number, { told: number[], worst: number, count: number }>} */
    const found = new Map();
    for (let i = 0; i < ids.length; i += 4) {
      const segment = ids[i] + 256 * ids[i + 1] - 1;
      if (segment < 0) continue;
      const rgba = memory.geom(segment) + memory.at.rgba;
      const told = Array.from(memory.engine.f32.subarray(rgba, rgba + 3));
      const entry = found.get(segment) ?? { told, worst: 0, count: 0 };
      told.forEach((value, k) => {
        entry.worst = Math.max(entry.worst, Math.abs(colors[i + k] - 255 * value));
      });
      entry.count++;
      found.set(segment, entry);
    }
    const own = Array.from(pixels.view.model.geom_rgba.subarray(0, 3));
    pixels.dispose();
    return { segments: [...found.values()], own };
  });
  assert.ok(segments.length >= 15, `${segments.length} segments are seen`);
  for (const { told, worst } of segments) assert.ok(worst < 3, `${told}: off by ${worst}`);
  const reds = segments.map(({ told }) => told[0]);
  assert.ok(Math.max(...reds) - Math.min(...reds) > 0.5, 'the clamped end is strained most');
  assert.ok(segments.some(({ told }) => told.some((value, k) => Math.abs(value - own[k]) > 0.3)));
});

test('plates of a touch sensor are seen, and are the sensor', { skip, timeout }, async () => {
  const { seen, plates } = await inPage(async ({ openScene, scenes }, SENSOR) => {
    const pixels = await openScene(scenes.touchGrid);
    // what touches hides the plates
    pixels.view.flags.geomgroup.fill(false);
    const ids = pixels.raw('id').slice();
    const { memory } = pixels.view;
    /** @param {number} segment */
    const isPlate = (segment) =>
      segment >= 0 && memory.engine.i32[memory.geom(segment) + memory.at.objtype] === SENSOR;
    const seen = new Set();
    for (let i = 0; i < ids.length; i += 4) {
      const segment = ids[i] + 256 * ids[i + 1] - 1;
      if (isPlate(segment)) seen.add(segment);
    }
    const plates = Array.from({ length: memory.count }, (_, i) => i).filter(isPlate).length;
    pixels.dispose();
    return { seen: seen.size, plates };
  }, SENSOR);
  assert.ok(plates >= 4, `${plates} plates in the scene`);
  assert.ok(seen >= 4, `${seen} of ${plates} plates are seen`);
});

test('a click goes through flexes of hidden groups', { skip, timeout }, async () => {
  const found = await inPage(async ({ openScene }) => {
    const { OrbitCamera } = await import('limber/three');
    /** @param {string} name @param {number} z @param {number} group */
    const cloth = (name, z, group) =>
      `<flexcomp name="${name}" type="grid" dim="2" count="5 5 1" spacing=".2 .2 .2" pos="0 0 ${z}" radius=".01" group="${group}"><contact selfcollide="none"/></flexcomp>`;
    const pixels = await openScene({
      xml: `<mujoco><worldbody><light pos="0 0 4"/>${cloth('upper', 0.4, 1)}${cloth('lower', 0.2, 0)}
        <body name="box"><geom type="box" size=".5 .5 .05"/></body></worldbody></mujoco>`,
    });
    const { view } = pixels;
    const camera = new OrbitCamera(view.model);
    camera.elevation = -80;
    camera.place();
    const { flexgroup } = view.option;
    const sizes = () => Array.from(view.model.flex_elemnum).concat(...view.model.flex_vertnum);
    const before = sizes();
    /** @param {number[]} groups */
    const pick = (groups) => {
      flexgroup.set(groups);
      const { flex, geom } = view.pick(camera, 0.5, 0.5, 4 / 3);
      return [flex, geom];
    };
    const all = pick([1, 1, 0, 0, 0, 0]);
    const one = pick([1, 0, 0, 0, 0, 0]);
    const none = pick([0, 0, 0, 0, 0, 0]);
    const after = sizes();
    pixels.dispose();
    return { all, one, none, same: before.join() === after.join() };
  });
  assert.deepEqual(found, { all: [0, -1], one: [1, -1], none: [-1, 0], same: true });
});

for (const name of shapes) {
  test(`the surface of a ${name} is where its distance is zero`, { skip, timeout }, async () => {
    const { both, either } = await inPage(async ({ openScene, scenes }, name) => {
      const pixels = await openScene(scenes[name]);
      const objects = pixels.segmentation();
      const { view } = pixels;
      let [both, either] = [0, 0];
      const point = new Float64Array(3);
      const [geom, flex, skin] = [0, 1, 2].map(() => new Int32Array(1));
      for (let y = 0; y < 120; y += 2) {
        for (let x = 0; x < 160; x += 2) {
          const drawn = objects[2 * (160 * y + x)] >= 0;
          const { mujoco, model, data } = view.context;
          const { option, scene } = view.memory;
          const [u, v] = [(x + 0.5) / 160, 1 - (y + 0.5) / 120];
          mujoco.mjv_select(model, data, option, 160 / 120, u, v, scene, point, geom, flex, skin);
          const hit = geom[0] >= 0;
          both += hit && drawn ? 1 : 0;
          either += hit || drawn ? 1 : 0;
        }
      }
      pixels.dispose();
      return { both, either };
    }, name);
    assert.ok(either > 300, `${either} pixels`);
    assert.ok(both / either > 0.97, `${both} of ${either}`);
  });
}
