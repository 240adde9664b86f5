// The renderer in Chromium: pictures against stored ones, depth, segmentation, draw calls, stereo, a headset.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from './browser.mjs';
import { timeout, withScenes } from './scene_pictures.mjs';

const { inPage, testPicture } = withScenes('/tests/browser/pictures/scenes.js');

for (const name of [
  'types',
  'textures',
  'shadow',
  'mirror',
  'sky',
  'tendon',
  'cloth',
  'forces',
  'labels',
  'glass',
])
  testPicture(name);

test('depth is in metres along the axis of the camera', { skip, timeout }, async () => {
  const metres = await inPage(async ({ openScene }) => {
    const xml =
      '<mujoco><worldbody><camera name="c" pos="0 0 3"/><geom type="box" size="1 .2 .5"/></worldbody></mujoco>';
    const pixels = await openScene({ xml });
    const depth = pixels.depth({ camera: 'c' });
    const found = [depth[60 * 160 + 80], depth[60 * 160 + 110], depth[0]];
    pixels.dispose();
    return found.map(String);
  });
  assert.ok(
    Math.abs(Number(metres[0]) - 2.5) < 1e-5 && Math.abs(Number(metres[1]) - 2.5) < 1e-5,
    `${metres}`,
  );
  assert.equal(metres[2], 'Infinity');
});

test('segmentation names the object of every pixel', { skip, timeout }, async () => {
  const found = await inPage(async ({ openScene, scenes }) => {
    const pixels = await openScene(scenes.types);
    const objects = pixels.segmentation();
    const seen = new Set();
    for (let i = 0; i < objects.length; i += 2) seen.add(`${objects[i]}:${objects[i + 1]}`);
    pixels.dispose();
    return [...seen].sort();
  });
  assert.deepEqual(found, ['-1:-1', '5:0', '5:1', '5:2', '5:3', '5:4', '5:5', '5:6', '5:7']);
});

test('a thousand moving geoms of two shapes take a few draw calls', { skip, timeout }, async () => {
  const { calls, kept, count } = await inPage(async ({ openScene }) => {
    let bodies = '';
    for (let i = 0; i < 1000; i++)
      bodies += `<body pos="${i % 10} ${Math.floor(i / 10) % 10} ${Math.floor(i / 100)}"><freejoint/><geom type="${i % 2 ? 'sphere' : 'box'}" size=".2 .2 .2"/></body>`;
    const pixels = await openScene({ xml: `<mujoco><worldbody>${bodies}</worldbody></mujoco>` });
    pixels.color();
    const before = pixels.renderer.info.memory.geometries;
    for (let i = 0; i < 3; i++) {
      pixels.view.context.mujoco.mj_step(pixels.view.model, pixels.view.data);
      pixels.color();
    }
    const { info } = pixels.renderer;
    const result = {
      calls: info.render.calls,
      kept: info.memory.geometries === before,
      count: pixels.view.memory.count,
    };
    pixels.dispose();
    return result;
  });
  assert.equal(count, 1000);
  assert.ok(calls <= 4, `${calls} calls`);
  assert.ok(kept, 'no geometry is made while things move');
});

test(
  'many meshes with textures of their own take a few draw calls',
  { skip, timeout },
  async () => {
    const found = await inPage(async ({ openScene }) => {
      let assets = '';
      let bodies = '';
      for (let i = 0; i < 24; i++) {
        const [kind, size] = i % 2 ? ['cube', ''] : ['2d', 'height="16"'];
        assets += `<texture name="t${i}" type="${kind}" builtin="flat" rgb1="${i / 24} 0 .5" rgb2="${i / 24} 0 .5" width="16" ${size}/>
        <material name="m${i}" texture="t${i}" specular="0"/>
        <mesh name="s${i}" vertex="-.3 -.3 0 .3 -.3 0 .3 .3 0 -.3 .3 0 0 0 .${1 + (i % 5)}"/>`;
        bodies += `<body pos="${(i % 6) - 2.5} ${Math.floor(i / 6) - 1.5} 0"><freejoint/><geom type="mesh" mesh="s${i}" material="m${i}"/></body>`;
      }
      const xml = `<mujoco><visual><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual>
      <asset>${assets}</asset><worldbody><camera name="top" pos="0 0 7" fovy="50"/>${bodies}</worldbody></mujoco>`;
      const pixels = await openScene({ xml });
      const { view, renderer } = pixels;
      const look = { camera: 'top' };
      /** Red of each mesh, within its edges. */
      const reds = () => {
        const bytes = pixels.color(look);
        const objects = pixels.segmentation(look);
        const most = Array.from({ length: 24 }, () => -1);
        for (let i = 0; i < objects.length / 2; i++) {
          const id = objects[2 * i + 1];
          if (id >= 0) most[id] = Math.max(most[id], bytes[4 * i]);
        }
        return most;
      };
      const first = reds();
      pixels.color(look);
      const { calls } = renderer.info.render;
      const made = { ...renderer.info.memory };
      view.context.mujoco.mj_step(view.model, view.data);
      pixels.color(look);
      const kept = JSON.stringify(made) === JSON.stringify(renderer.info.memory);
      // films in textures, and meshes that change
      for (const id of [0, 1]) {
        const start = Number(view.model.tex_adr[id]);
        const end = Number(view.model.tex_adr[id + 1]);
        view.model.tex_data.fill(250, start, end);
        view.uploadTexture(id);
      }
      const filmed = reds().slice(0, 3);
      const seen = () =>
        pixels.segmentation(look).reduce((n, value, i) => n + (i % 2 && value === 3 ? 1 : 0), 0);
      const before = seen();
      const { mesh_vert: vertices, mesh_vertadr: first3, mesh_vertnum: count } = view.model;
      for (let i = 3 * first3[3]; i < 3 * (first3[3] + count[3]); i++) vertices[i] *= 0.5;
      view.uploadMesh(3);
      const shrunk = seen() / before;
      pixels.dispose();
      return { first, calls, kept, filmed, shrunk };
    });
    assert.ok(found.calls <= 3, `${found.calls} calls`);
    assert.ok(found.kept, 'nothing is made while things move');
    found.first.forEach((red, i) => assert.ok(Math.abs(red - (255 * i) / 24) < 3, `${i}: ${red}`));
    assert.deepEqual(found.filmed, [250, 250, found.first[2]]);
    assert.ok(found.shrunk > 0.15 && found.shrunk < 0.4, `${found.shrunk}`);
  },
);

test('stereo shows two different halves', { skip, timeout }, async () => {
  const difference = await inPage(async ({ openScene, scenes }) => {
    const { StereoPicture } = await import('limber/three');
    const { PerspectiveCamera, Vector3 } = await import('three');
    const pixels = await openScene(scenes.types);
    const { renderer, scene, view } = pixels;
    renderer.setSize(320, 120, false);
    const camera = new PerspectiveCamera(45, 320 / 120, 0.01, 100);
    camera.up.set(0, 0, 1);
    camera.position.set(0, -3, 1.5);
    camera.lookAt(new Vector3(0, 0, 0.3));
    camera.updateMatrixWorld();
    view.update(camera);
    const stereo = new StereoPicture();
    stereo.eyeDistance = 0.2;
    stereo.render(renderer, scene, camera);
    const copy = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(320, 120).getContext('2d')
    );
    copy.drawImage(renderer.domElement, 0, 0);
    const [left, right] = [0, 160].map((x) => copy.getImageData(x, 0, 160, 120).data);
    let sum = 0;
    for (let i = 0; i < left.length; i++) sum += Math.abs(left[i] - right[i]);
    const lit = left.some((value, i) => i % 4 < 3 && value > 100);
    pixels.dispose();
    return lit ? sum / left.length : -1;
  });
  assert.ok(difference > 1 && difference < 60, `${difference}`);
});

test('a hand in the room takes hold of a body and pulls it', { skip, timeout }, async () => {
  const result = await inPage(async ({ openScene }) => {
    const { XrSession } = await import('limber/three');
    const { Group } = await import('three');
    const xml =
      '<mujoco><statistic extent="1"/><worldbody><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>';
    const pixels = await openScene({ xml });
    pixels.color();
    const { renderer, scene, view } = pixels;
    // stands for the headset: its controllers are groups that the test moves
    const spaces = [0, 1, 2, 3].map(() => new Group());
    const dispatch = (/** @type {string} */ type) =>
      /** @type {import('three').EventDispatcher<Record<string, object>>} */ (
        /** @type {unknown} */ (spaces[0])
      ).dispatchEvent({ type });
    Object.assign(renderer.xr, {
      getController: (/** @type {number} */ i) => spaces[i],
      getHand: (/** @type {number} */ i) => spaces[2 + i],
    });
    const session = new XrSession(renderer, scene, view);
    // model z is up in the room, 1.5 m away
    spaces[0].position.set(0.02, 1, -1.5);
    dispatch('selectstart');
    const taken = session.grips[0].perturb.select;
    spaces[0].position.x = 0.3;
    session.update();
    const force = view.data.xfrc_applied[6];
    dispatch('selectend');
    const after = view.data.xfrc_applied[6];
    session.end();
    pixels.dispose();
    return { taken, force, after };
  });
  assert.equal(result.taken, 1);
  assert.ok(result.force > 0.1, JSON.stringify(result));
  assert.equal(result.after, 0);
});

test('without a headset there is a clear error', { skip, timeout }, async () => {
  const message = await inPage(async () => {
    const { enterXr } = await import('limber/three');
    // @ts-expect-error it fails before it looks at them
    return enterXr(null, null, null).catch((error) => error.message);
  });
  assert.match(message, /no immersive-vr session/);
});

test('a worker draws the same picture', { skip, timeout }, async () => {
  const difference = await inPage(async ({ drawScene }) => {
    const { loadInWorker } = await import('/tests/browser/pictures/in_worker.js');
    const [here, there] = [await drawScene('types'), await loadInWorker('types')];
    return here.reduce((sum, value, i) => sum + Math.abs(value - there[i]), 0) / here.length;
  });
  assert.ok(difference < 0.5, `${difference}`);
});
