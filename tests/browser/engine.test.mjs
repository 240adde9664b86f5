// The engine in a real browser, unbundled, under a Content-Security-Policy without eval: loading over HTTP with assets, stepping,
// workers, a dropped file.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { executablePath, flags, skip } from './browser.mjs';
import { portOf } from '../helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.xml': 'text/xml',
};
const policy = "script-src 'self' 'sha256-HASH' 'wasm-unsafe-eval'; worker-src 'self'";
const importMap = '{"imports":{}}';
const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
/** Files that are nowhere. @type {Record<string, string>} */
const virtual = {
  '/blank.html': `<!doctype html><script type="importmap">${importMap}</script>`,
  '/robot/scene.xml':
    '<mujoco><compiler meshdir="meshes"/><asset><mesh file="a.obj"/></asset><worldbody><geom type="mesh" mesh="a"/><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
  '/robot/meshes/a.obj': obj,
};

async function serve() {
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(importMap).digest('base64');
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const file = path.join(root, decodeURIComponent(pathname));
    const content =
      virtual[pathname] ??
      (fs.existsSync(file) && fs.statSync(file).isFile() ? fs.readFileSync(file) : null);
    const type = types[path.extname(pathname)] ?? 'application/octet-stream';
    response.writeHead(content === null ? 404 : 200, {
      'content-type': type,
      'content-security-policy': policy.replace('HASH', hash),
    });
    response.end(content ?? '');
  });
  await new Promise((resolve) => server.listen(0, () => resolve(undefined)));
  return { server, origin: `http://localhost:${portOf(server)}` };
}

test('the engine in a browser', { skip }, async (t) => {
  const { server, origin } = await serve();
  const browser = await chromium.launch({ executablePath, args: flags });
  const page = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${origin}/blank.html`);

  await t.test('loads a model with its files and steps it', async () => {
    const result = await page.evaluate(async () => {
      const { load } = await import('/js/index.js');
      const sim = await load('/robot/scene.xml');
      sim.step(10);
      return { meshes: sim.model.nmesh, time: sim.time, moved: sim.data.qpos.length };
    });
    assert.equal(result.meshes, 1);
    assert.ok(Math.abs(result.time - 0.02) < 1e-12);
    assert.equal(result.moved, 1);
  });

  await t.test('takes files that were dropped', async () => {
    const meshes = await page.evaluate(async (text) => {
      const { load } = await import('/js/index.js');
      const transfer = new DataTransfer();
      transfer.items.add(
        new File(
          [
            '<mujoco><asset><mesh file="a.obj"/></asset><worldbody><geom type="mesh" mesh="a"/></worldbody></mujoco>',
          ],
          'm.xml',
        ),
      );
      transfer.items.add(new File([text], 'a.obj'));
      return (await load(transfer)).model.nmesh;
    }, obj);
    assert.equal(meshes, 1);
  });

  await t.test('runs beside the page, and on all processors', async () => {
    const result = await page.evaluate(async () => {
      const { createRolloutPool, load, moveToWorker } = await import('/js/index.js');
      const sim = await load('/robot/scene.xml');
      const pool = await createRolloutPool(sim, { workers: 2 });
      const { states } = await pool.run({ steps: 3, count: 4 });
      pool.dispose();
      const remote = await moveToWorker(sim);
      let frames = 0;
      await remote.run({ onFrame: () => frames++ });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await remote.stop();
      return { numbers: states.length, frames, time: remote.time };
    });
    assert.equal(result.numbers, 4 * 3 * 3);
    assert.ok(result.frames > 0 && result.time > 0, JSON.stringify(result));
  });

  await t.test('runs with the display', async () => {
    const time = await page.evaluate(async () => {
      const { load } = await import('/js/index.js');
      const sim = await load('/robot/scene.xml');
      sim.run();
      await new Promise((resolve) => setTimeout(resolve, 300));
      sim.stop();
      return sim.time;
    });
    assert.ok(time > 0.02 && time < 0.6, `${time}`);
  });

  assert.deepEqual(problems, []);
  await browser.close();
  server.close();
});
