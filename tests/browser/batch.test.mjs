// Batches in Chromium: their bits, with and without shared memory, and their picture.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { executablePath, flags, skip } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { timeout, withScenes } from './scene_pictures.mjs';
import { batchModels } from '../js/batch_models.mjs';
import { portOf } from '../helpers.mjs';

// all models at full length, as tests/batch_bits.mjs runs them in Node
const all = Boolean(process.env.LB_ALL);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const page = `<!doctype html><title>batches</title><script type="module">
import * as limber from '/js/index.js';
import { checkBits } from '/tests/js/batch_program.mjs';
window.checkBits = (models, options) => checkBits(limber, models, options);
window.batches = limber;
window.ready = true;
</script>`;

/** Serves the page and the repository's modules. @param {boolean} isolated @returns {Promise<http.Server>} */
function serve(isolated) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const file = path.join(root, pathname);
    const isPage = pathname === '/';
    const found = isPage || (/^\/(js|tests\/js)\//.test(pathname) && fs.existsSync(file));
    response.writeHead(found ? 200 : 404, {
      'content-type': isPage ? 'text/html' : contentType(file),
      ...(isolated && {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      }),
    });
    response.end(isPage ? page : found ? fs.readFileSync(file) : '');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await chromium.launch({ executablePath, args: flags });
});
after(() => browser?.close());

const { humanoid, sleeping, delays } = batchModels;
const models = all ? batchModels : { humanoid, sleeping, delays };
const size = all ? { count: 64, steps: 500 } : { count: 5, steps: 30 };

for (const isolated of [true, false]) {
  const how = isolated ? 'isolated' : 'ordinary';
  test(
    `batches of an ${how} page have the bits of plain loops`,
    { skip, timeout: all ? 3_600_000 : timeout },
    async () => {
      const server = await serve(isolated);
      const tab = await browser.newPage();
      try {
        await tab.goto(`http://127.0.0.1:${portOf(server)}/`);
        await tab.waitForFunction(() => window.ready, null, { timeout: 60_000 });
        const crews = all ? [{ workers: 1 }, { workers: 2 }, { workers: 3 }] : [{ workers: 2 }];
        const wrong = await tab.evaluate(
          ([given, options]) => window.checkBits(given, options),
          /** @type {const} */ ([models, { ...size, crews }]),
        );
        assert.deepEqual(wrong, []);
        const shared = await tab.evaluate(async () => {
          const batch = await window.batches.createBatch('<mujoco><worldbody/></mujoco>', {
            workers: 1,
          });
          const found = batch.shared;
          batch.dispose();
          return found;
        });
        assert.equal(shared, isolated);
        for (let i = 0; i < 100 && tab.workers().length > 0; i++) await tab.waitForTimeout(50);
        assert.equal(tab.workers().length, 0, 'workers that go on after dispose');
      } finally {
        await tab.close();
        server.close();
      }
    },
  );
}

const { inPage } = withScenes('/tests/browser/pictures/scenes.js');

test(
  'hundreds of simulations are a few draw calls, each where its rows say',
  { skip, timeout },
  async () => {
    const quadruped = batchModels.quadruped;
    const found = await inPage(async (_, xml) => {
      const { createBatch } = await import('limber');
      const { BatchView, OrbitCamera } = await import('limber/three');
      const three = await import('three');
      const count = 256;
      const batch = await createBatch(String(xml), {
        count,
        workers: 1,
        keep: [],
        vary: ['geom_rgba'],
      });
      await batch.reset(undefined, { key: 'stand', noise: 0.02 });
      const colours = batch.vary('geom_rgba');
      const width = batch.width('geom_rgba');
      // the last one is red
      for (let k = 0; k < width; k += 4) colours.set([1, 0, 0, 1], (count - 1) * width + k);
      await batch.step(5);
      const renderer = new three.WebGLRenderer();
      renderer.setSize(320, 240, false);
      const scene = new three.Scene();
      const view = new BatchView(batch);
      scene.add(view);
      const camera = new OrbitCamera(batch.model);
      camera.distance = 20;
      camera.updateMatrixWorld();
      view.update(camera);
      renderer.render(scene, camera);
      const { calls } = renderer.info.render;
      const { geometries } = renderer.info.memory;

      // a geom of simulation 200 in the scene: that of the rows, moved to its place
      /** @type {number[]} */
      let expected = [];
      batch.visit(
        ({ mujoco, model, data }) => {
          mujoco.mj_kinematics(model, data);
          const { x, y } = view.offsetOf(200);
          const g = model.ngeom - 1;
          expected = [
            data.geom_xpos[3 * g] + x,
            data.geom_xpos[3 * g + 1] + y,
            data.geom_xpos[3 * g + 2],
          ];
        },
        [200],
      );
      const { memory } = view;
      const { at, engine } = memory;
      let nearest = Infinity;
      let red = 0;
      for (let i = 0; i < memory.count; i++) {
        const g = memory.geom(i);
        const [x, y, z] = engine.f32.subarray(g + at.pos, g + at.pos + 3);
        nearest = Math.min(nearest, Math.hypot(x - expected[0], y - expected[1], z - expected[2]));
        if (engine.f32[g + at.rgba] === 1 && engine.f32[g + at.rgba + 1] === 0) red++;
      }
      await batch.step(5);
      view.update(camera);
      renderer.render(scene, camera);
      const same = renderer.info.memory.geometries === geometries;
      const result = { calls, count: memory.count, nearest, red, same, ngeom: batch.model.ngeom };
      view.dispose();
      batch.dispose();
      renderer.dispose();
      return result;
    }, quadruped);
    assert.ok(found.count > 256 * 10, `${found.count} geoms`);
    assert.ok(found.calls < 60, `${found.calls} calls`);
    assert.ok(found.nearest < 1e-5, `${found.nearest}`);
    assert.ok(found.red > 5, `${found.red} of the last one are red`);
    assert.ok(found.same, 'frames make nothing anew');
  },
);

test('ghosts are all in one place', { skip, timeout }, async () => {
  const spread = await inPage(async () => {
    const { createBatch } = await import('limber');
    const { BatchView } = await import('limber/three');
    const batch = await createBatch(
      '<mujoco><worldbody><body name="b"><joint type="slide" axis="1 0 0"/><geom size=".1"/></body></worldbody></mujoco>',
      { count: 4, workers: 1 },
    );
    batch.qpos.set([0, 1, 2, 3]);
    const view = new BatchView(batch, { spacing: 0, indices: [3, 1], opacity: 0.3 });
    view.grid.update();
    const { at, engine } = view.memory;
    const found = Array.from({ length: view.memory.count }, (_, i) => {
      const g = view.memory.geom(i);
      return [engine.f32[g + at.pos], engine.f32[g + at.rgba + 3].toFixed(2)].join();
    });
    view.dispose();
    batch.dispose();
    return found;
  });
  assert.deepEqual(spread, ['3,1.00', '1,0.30']);
});
