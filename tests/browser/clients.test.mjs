// Programs for the peer after changing their import alone: the same files, once with the peer and once with the packed limber, do the
// same. They are our own, in the manner of public demos: a viewer with three.js, an engine in a worker, a pool of threads.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { packPackage, root } from '../package/packed.mjs';
import { executablePath, flags, harmless, skip } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { found, portOf } from '../helpers.mjs';

const clients = fileURLToPath(new URL('./apps/clients/', import.meta.url));
const scene = `<mujoco>
  <compiler meshdir="assets"/><option><flag energy="enable"/></option>
  <asset>
    <mesh name="tetra" file="tetra.obj" scale=".4 .4 .4"/>
    <texture name="checks" type="2d" builtin="checker" width="32" height="32" rgb1=".9 .7 .1" rgb2=".1 .2 .5"/>
    <material name="checked" texture="checks"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1" rgba=".3 .5 .3 1"/>
    <body name="ball" pos="0 0 .5"><freejoint/><geom size=".2" rgba="1 .1 .1 1"/></body>
    <body name="box" pos=".6 .1 .6" euler="10 20 30"><freejoint/><geom type="box" size=".1 .2 .15" material="checked"/></body>
    <body name="stone" pos="-.6 .2 .4"><freejoint/><geom type="mesh" mesh="tetra" rgba=".2 .3 1 1"/></body>
    <body name="arm" pos="0 -.8 1"><joint name="swing" axis="1 0 0" damping=".1"/><geom type="capsule" size=".06" fromto="0 0 0 0 0 -.5" rgba=".2 .9 .9 1"/>
      <geom type="cylinder" size=".1 .05" pos="0 0 -.6" rgba=".9 .2 .9 1"/></body>
  </worldbody>
  <actuator><motor joint="swing"/></actuator>
  <sensor><jointpos joint="swing"/><framepos objtype="body" objname="ball"/></sensor>
  <keyframe><key qpos="0 0 .7 1 0 0 0 .6 .1 .8 1 0 0 0 -.6 .2 .5 1 0 0 0 .4"/></keyframe>
</mujoco>`;
const tetra = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';

const browser = skip ? null : await chromium.launch({ executablePath, args: flags });
test.after(() => browser?.close());
const { folder } = skip ? { folder: '' } : await packPackage('clients');

const page = (/** @type {string} */ script) =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "three": "/three/build/three.module.js" } }</script><body><script type="module" src="${script}"></script></body>`;

/** What is where the packages are. @type {Record<string, string>} */
const packages = {
  '/limber/': path.join(folder, 'node_modules/limber'),
  '/peer/': path.join(root, 'node_modules/@mujoco/mujoco'),
  '/three/': path.join(root, 'node_modules/three'),
};

/** The files of a client, its imports changed and nothing else. @param {'limber' | 'peer'} engine @param {string} name */
function fileOf(engine, name) {
  if (name === 'scene.xml') return scene;
  if (name === 'assets/tetra.obj') return tetra;
  if (name.endsWith('.html')) return page(`./${name.replace('.html', '.js')}`);
  const [one, mt] =
    engine === 'peer'
      ? ['/peer/mujoco.js', '/peer/mt/mujoco.js']
      : ['/limber/js/mujoco.js', '/limber/js/mt.js'];
  return fs
    .readFileSync(clients + name, 'utf8')
    .replace("from '@mujoco/mujoco'", `from '${one}'`)
    .replace("from '@mujoco/mujoco/mt'", `from '${mt}'`);
}

/**
 * Opens a client's page, and gives what it says in the end.
 * @param {import('node:test').TestContext} t @param {'limber' | 'peer'} engine @param {string} name
 */
async function run(t, engine, name) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const [prefix, place] =
      Object.entries(packages).find(([start]) => pathname.startsWith(start)) ?? [];
    const file = place && path.join(place, pathname.slice(String(prefix).length));
    response.setHeader('content-type', contentType(pathname));
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    response.end(file ? fs.readFileSync(file) : fileOf(engine, pathname.slice(1)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const tab = await found(browser).newPage();
  /** @type {string[]} */
  const said = [];
  tab.on('pageerror', (error) => said.push(String(error)));
  tab.on('console', (message) => {
    if (!harmless.test(message.text())) said.push(message.text());
  });
  t.after(async () => {
    await tab.close();
    server.closeAllConnections();
    server.close();
  });
  await tab.goto(`http://127.0.0.1:${portOf(server)}/${name}.html`);
  const text = await tab
    .waitForFunction(() => document.body.dataset.result, null, { timeout: 60_000 })
    .then((handle) => handle.jsonValue())
    .catch((error) => assert.fail(`${engine}: ${error.message}\n${said.join('\n')}`));
  const result = JSON.parse(String(text));
  assert.equal(result.error, undefined);
  if (engine === 'limber') assert.deepEqual(said, []);
  return result;
}

/** @param {number[]} actual @param {number[]} expected @param {number} [tolerance] */
function near(actual, expected, tolerance = 1e-9) {
  assert.equal(actual.length, expected.length);
  const far = expected.findIndex((value, i) => !(Math.abs(actual[i] - value) <= tolerance));
  assert.equal(far, -1, `${far}: ${actual[far]} for ${expected[far]}`);
}

test('a viewer with three.js', { skip }, async (t) => {
  const [own, peer] = [await run(t, 'limber', 'viewer'), await run(t, 'peer', 'viewer')];
  assert.deepEqual(own.names, ['world', 'ball', 'box', 'stone', 'arm']);
  assert.deepEqual(own.names, peer.names);
  near(own.numbers, peer.numbers, 1e-7);
  assert.ok(own.contacts.length > 3);
  near(own.contacts.flat(), peer.contacts.flat(), 1e-5);
  near(own.shapes.flat(), peer.shapes.flat(), 1e-5);
  // the same picture but for pixels on edges
  let other = 0;
  for (let i = 0; i < peer.pixels.length; i++)
    if (Math.abs(own.pixels[i] - peer.pixels[i]) > 8) other++;
  assert.ok(other < 50, `${other} values`);
  assert.ok(new Set(own.pixels).size > 50, 'there is a picture');
});

test('an engine in a worker', { skip }, async (t) => {
  const [own, peer] = [await run(t, 'limber', 'page'), await run(t, 'peer', 'page')];
  assert.deepEqual(own.loaded, { type: 'loaded', nbody: 5, nq: 22 });
  assert.deepEqual(own.loaded, peer.loaded);
  near(own.numbers, peer.numbers, 1e-7);
  assert.ok(own.failed.startsWith(peer.failed), `${own.failed} for ${peer.failed}`);
});

test('a pool of threads', { skip }, async (t) => {
  const [own, peer] = [await run(t, 'limber', 'threads'), await run(t, 'peer', 'threads')];
  assert.ok(own.isolated);
  near(own.numbers, peer.numbers, 1e-7);
});
