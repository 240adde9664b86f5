// Models by name: from a mirror here, kept after the first time, clear when there is no network.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from 'limber';
import { describeModels, listModels } from 'limber/models';
import { portOf } from '../helpers.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-zoo-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
process.env.LIMBER_CACHE = folder;

/** @type {Record<string, string>} */
const files = {
  '/unitree_go2/scene.xml':
    '<mujoco><include file="go2.xml"/><worldbody><geom name="floor" type="plane" size="1 1 1"/></worldbody></mujoco>',
  '/unitree_go2/go2.xml':
    '<mujoco><compiler meshdir="assets"/><asset><mesh name="t" file="t.obj"/></asset><worldbody><body name="trunk"><freejoint/><geom type="mesh" mesh="t"/></body></worldbody></mujoco>',
  '/unitree_go2/assets/t.obj':
    'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
};

test('a model by name comes once, and then without a network', async () => {
  /** @type {string[]} */
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push(String(request.url));
    const content = files[String(request.url)];
    response.writeHead(content ? 200 : 404).end(content);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  process.env.LIMBER_MODELS_URL = `http://127.0.0.1:${portOf(server)}`;
  const first = await load('menagerie:unitree_go2');
  assert.equal(first.body('trunk').id, 1);
  assert.deepEqual(asked.sort(), Object.keys(files).sort());
  // a file of a model that is no scene
  const robot = await load('menagerie:unitree_go2/go2.xml');
  assert.equal(robot.model.ngeom, 1);
  assert.equal(asked.length, 3, 'kept from the scene');
  await assert.rejects(load('menagerie:unitree_go1'), /there is no file 'http.*unitree_go1/);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const again = await load('menagerie:unitree_go2');
  assert.equal(again.model.nmesh, 1);
  await assert.rejects(
    load('menagerie:unitree_h1'),
    /'menagerie:unitree_h1': it is not kept from an earlier time, and 127\.0\.0\.1:\d+ cannot be reached \(connect ECONNREFUSED/,
  );
  for (const sim of [first, robot, again]) sim.dispose();
});

test('a name that nothing has is answered with those that are near', async () => {
  await assert.rejects(load('menagerie:unitre_go2'), /no model is called.*unitree_go2.*\?$/);
  await assert.rejects(load('menagerie:../secret'), /no model is called/);
  await assert.rejects(load('menagerie:zzzzzzzzzz'), /known are agility_cassie, /);
});

test('the list: names, licences, addresses of one state', () => {
  delete process.env.LIMBER_MODELS_URL;
  const list = listModels();
  assert.ok(list.length > 30);
  assert.equal(new Set(list.map(({ name }) => name)).size, list.length);
  for (const { name, licence, address, page } of list) {
    assert.match(name, /^menagerie:[a-z\d_]+$/);
    assert.match(licence, /^(MIT|Apache-2\.0|BSD-[23]-Clause(-Clear)?)$/);
    assert.match(address, /\/[0-9a-f]{40}\/\w+\/scene\w*\.xml$/);
    assert.match(page, /\/tree\/[0-9a-f]{40}\/\w+$/);
  }
  const program = fileURLToPath(new URL('../../js/cli/limber.js', import.meta.url));
  const run = spawnSync(process.execPath, [program, 'models', 'quadruped'], { encoding: 'utf8' });
  assert.match(run.stdout, /^menagerie:unitree_go2 +quadruped +BSD-3-Clause$/m);
  assert.doesNotMatch(run.stdout, /panda/);
  const none = spawnSync(process.execPath, [program, 'models', 'zebra'], { encoding: 'utf8' });
  assert.equal(none.status, 1);
  assert.equal(none.stderr, "limber: no robot has 'zebra' in its name or kind\n");
});

test('what models weigh and look like is asked once', async (t) => {
  const entries = [
    ['unitree_go2', undefined],
    ['unitree_go2/LICENSE', 1500],
    ['unitree_go2/go2.png', 400_000],
    ['unitree_go2/a_part.png', 10],
    ['unitree_go2/scene.xml', 500],
    ['unitree_go2/assets/texture.png', 7],
    ['unitree_go2_other/scene.xml', 9_000_000],
    ['shadow_hand/scene_right.xml', 250_000],
  ];
  const tree = entries.map(([path, size]) => ({ path, size }));
  /** @type {string[]} */
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push(String(request.url));
    response.end(JSON.stringify({ tree, truncated: false }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const mirror = `http://127.0.0.1:${portOf(server)}/mirror`;
  process.env.LIMBER_MODELS_URL = mirror;
  t.after(() => delete process.env.LIMBER_MODELS_URL);
  const models = await describeModels();
  const find = (/** @type {string} */ name) => models.find((model) => model.name === name);
  assert.equal(models.length, listModels().length);
  const dog = find('menagerie:unitree_go2');
  assert.equal(dog?.bytes, 402_017);
  assert.equal(dog?.thumbnail, `${mirror}/unitree_go2/go2.png`);
  assert.equal(dog?.licence, 'BSD-3-Clause');
  assert.equal(find('menagerie:shadow_hand')?.thumbnail, null);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  assert.equal((await describeModels()).length, models.length);
  assert.deepEqual(asked, ['/mirror/tree.json']);
  // the command too, from what was kept
  const program = fileURLToPath(new URL('../../js/cli/limber.js', import.meta.url));
  const run = spawnSync(process.execPath, [program, 'models', 'go2', '--sizes'], {
    encoding: 'utf8',
  });
  assert.match(run.stdout, /^menagerie:unitree_go2 +quadruped +0\.4 MB +BSD-3-Clause$/m);

  delete process.env.LIMBER_MODELS_URL;
  /** @param {BodyInit | null} body @param {number} status @returns {typeof fetch} */
  const answer =
    (body, status = 200) =>
    async (address) => {
      assert.match(
        String(address),
        /^https:\/\/api\.github\.com\/repos\/.*[0-9a-f]{40}\?recursive=1$/,
      );
      return new Response(body, { status });
    };
  await assert.rejects(describeModels({ fetch: answer('', 403) }), /cannot be read: 403/);
  await assert.rejects(
    describeModels({ fetch: answer('{"truncated":true,"tree":[]}') }),
    /no list of all files/,
  );
});
