// Cameras of every lens: what three.js draws with is what the engine's scene says, and what is picked is what is seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from './browser.mjs';
import { timeout, withScenes } from './scene_pictures.mjs';

const { inPage, testPicture, shared } = withScenes('/tests/browser/pictures/lens_scenes.js');

testPicture('orthographic');

for (const [name, id] of /** @type {[string, number][]} */ ([
  ['perspective', -1],
  ['orthographic', -1],
  ['orthographic', 0],
  ['perspective', 1],
  ['perspective', 2],
])) {
  const what = id < 0 ? `the free ${name} camera` : `camera ${id} of the ${name} scene`;
  test(`${what} is the same in three.js and in the engine`, { skip, timeout }, async () => {
    const found = await inPage(
      async ({ openScene, scenes }, { name, id }) => {
        const { OrbitCamera } = await import('limber/three');
        const { Vector3 } = await import('three');
        const pixels = await openScene(scenes[name]);
        const { view } = pixels;
        pixels.color({ camera: id });
        const orbit = new OrbitCamera(view.model);
        orbit.aspect = 160 / 120;
        orbit.useFixed(id);
        orbit.updateProjectionMatrix();
        orbit.follow(view.data);
        const result = [];
        for (const at of [
          [0, 0, 0],
          [0.3, 0.2, 0.4],
          [-0.4, 0.5, 0.1],
        ]) {
          const [a, b] = [pixels.camera, orbit].map((camera) => new Vector3(...at).project(camera));
          result.push([a.x, a.y], [b.x, b.y]);
        }
        pixels.dispose();
        return result;
      },
      { name, id },
    );
    for (let i = 0; i < found.length; i += 2) {
      const off = Math.hypot(found[i][0] - found[i + 1][0], found[i][1] - found[i + 1][1]);
      assert.ok(off < 1e-4, `${found[i]} and ${found[i + 1]}`);
    }
    // the points are told apart
    assert.ok(Math.hypot(found[0][0] - found[2][0], found[0][1] - found[2][1]) > 0.05);
  });
}

test('boxes far and near are as large for an orthographic camera', { skip, timeout }, async () => {
  const [near, far] = await inPage(async ({ openScene, scenes }) => {
    const pixels = await openScene(scenes.orthographic);
    const objects = pixels.segmentation({ camera: 0 });
    const counts = [0, 0];
    for (let i = 0; i < objects.length; i += 2)
      if (objects[i] === 5 && objects[i + 1] > 0) counts[objects[i + 1] - 1]++;
    pixels.dispose();
    return counts;
  });
  assert.ok(near > 300, `${near} pixels`);
  assert.ok(Math.abs(near - far) < 0.05 * near, `${near} and ${far} pixels`);
});

test(
  'an orthographic camera zooms, and picks and pulls what it shows',
  { skip, timeout },
  async () => {
    const found = await inPage(async ({ openScene, scenes }) => {
      const { OrbitCamera } = await import('limber/three');
      const { Vector3 } = await import('three');
      const pixels = await openScene(scenes.orthographic);
      const { view } = pixels;
      const { data } = view;
      const camera = new OrbitCamera(view.model);
      camera.aspect = 4 / 3;
      camera.enlarge(2);
      view.update(camera);
      /** @param {number} body @returns {[number, number]} */
      const place = (body) => {
        const p = new Vector3().fromArray(data.xpos, 3 * body).project(camera);
        return [(p.x + 1) / 2, (p.y + 1) / 2];
      };
      const picked = [1, 2].map((body) => view.pick(camera, ...place(body), 4 / 3).body);
      // a body that is pulled by a fifth of the picture goes that far
      view.select(view.pick(camera, ...place(1), 4 / 3));
      view.startPerturb(camera, 1);
      view.update(camera);
      const before = Array.from(view.perturb.refselpos);
      view.movePerturb(3, 0.2, 0);
      const moved = Math.hypot(...before.map((x, k) => view.perturb.refselpos[k] - x));
      view.endPerturb();
      const result = { picked, moved, height: camera.height, fov: camera.fov };
      pixels.dispose();
      return result;
    });
    assert.equal(found.height, found.fov / 2);
    assert.deepEqual(found.picked, [1, 2]);
    assert.ok(Math.abs(found.moved - 0.2 * found.height) < 1e-4, JSON.stringify(found));
    assert.deepEqual(shared.problems, []);
  },
);
