// Environments in Chromium: the bits of Node, with and without shared memory, and pictures as observations.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import * as env from 'limber/env';
import { executablePath, flags, skip } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { timeout, withScenes } from './scene_pictures.mjs';
import { envBits } from '../js/env_program.mjs';
import { portOf } from '../helpers.mjs';

// full length, as tests/env_bits.mjs runs in Node
const all = Boolean(process.env.LB_ALL);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const page = `<!doctype html><title>environments</title><script type="module">
import * as env from '/js/env/index.js';
import { envBits } from '/tests/js/env_program.mjs';
window.envBits = (setting) => envBits(env, setting);
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

const size = all ? { count: 256, steps: 300 } : { count: 8, steps: 60 };

for (const isolated of [true, false])
  test(
    `environments of an ${isolated ? 'isolated' : 'ordinary'} page have the bits of Node`,
    { skip, timeout: all ? 3_600_000 : timeout },
    async () => {
      const wanted = await envBits(env, { ...size, workers: 1 });
      const server = await serve(isolated);
      const tab = await browser.newPage();
      try {
        await tab.goto(`http://127.0.0.1:${portOf(server)}/`);
        await tab.waitForFunction(() => window.ready, null, { timeout: 60_000 });
        for (const workers of all ? [1, 2] : [2]) {
          const found = await tab.evaluate((setting) => window.envBits(setting), {
            ...size,
            workers,
          });
          assert.deepEqual(found, wanted);
        }
        for (let i = 0; i < 100 && tab.workers().length > 0; i++) await tab.waitForTimeout(50);
        assert.equal(tab.workers().length, 0, 'workers that go on after dispose');
      } finally {
        await tab.close();
        server.close();
      }
    },
  );

const { inPage } = withScenes('/tests/browser/pictures/scenes.js');

test('pictures are observations of a page', { skip, timeout }, async () => {
  const found = await inPage(async () => {
    const { makeEnv, torque, pixels, jointPositions } = await import('limber/env');
    const made = await makeEnv(
      `<mujoco><worldbody><light pos="0 0 3"/><camera name="eye" pos="0 0 2"/><body><joint name="x" type="slide" axis="1 0 0"/>
        <geom type="box" size=".3 .3 .3" rgba="1 0 0 1" mass="1"/></body></worldbody><actuator><motor joint="x" ctrlrange="-9 9"/></actuator></mujoco>`,
      {
        count: 2,
        workers: 1,
        control: torque(),
        decimation: 100,
        observe: { body: [jointPositions()], eye: pixels('eye', 16, 12) },
      },
    );
    const { observation } = await made.reset();
    const middle = 3 * (6 * 16 + 8);
    const first = [...observation.eye.slice(middle, middle + 3)];
    for (let k = 0; k < 20; k++) await made.step([0, 1]);
    const picture = 3 * 16 * 12;
    const result = {
      first,
      shape: made.observationSpace.eye.shape,
      stays: [...observation.eye.slice(middle, middle + 3)],
      gone: [...observation.eye.slice(picture + middle, picture + middle + 3)],
      size: (await made.render({ index: 1, width: 20, height: 10 })).data.length,
    };
    made.dispose();
    return result;
  });
  assert.deepEqual(found.shape, [12, 16, 3]);
  // red under a light, and nothing where it has left
  assert.ok(found.first[0] > 2 * found.first[1], `${found.first}`);
  assert.deepEqual(found.stays, found.first);
  assert.ok(found.gone[0] < found.first[0] / 2, `${found.gone}`);
  assert.equal(found.size, 800);
});

test('a quadruped sees what is in front of it', { skip, timeout }, async () => {
  const found = await inPage(async () => {
    const env = await import('limber/env');
    const { quadruped, sample } = await import('/tests/js/env_sample.mjs');
    const made = await env.makeEnv(quadruped, { ...sample(env, true), workers: 1 });
    const first = (await made.reset({ seed: 1 })).observation;
    const { shape } = made.observationSpace.camera;
    const { observation, reward } = await made.step(new Float32Array(32));
    const result = {
      shape,
      sizes: [first.base.length, observation.camera.length],
      reward: [...reward],
      // below, the green floor
      floor: [...observation.camera.slice(3 * (60 * 64 + 32), 3 * (60 * 64 + 32) + 3)],
    };
    made.dispose();
    return result;
  });
  assert.deepEqual(found.shape, [64, 64, 3]);
  assert.deepEqual(found.sizes, [4 * 99, 4 * 3 * 64 * 64]);
  assert.ok(
    found.reward.every((value) => value > 0.5 && value < 2.5),
    `${found.reward}`,
  );
  const [red, green, blue] = found.floor;
  assert.ok(green > 1.5 * red && green > 1.2 * blue, `${found.floor}`);
});

test('a page records pictures, too, and plays what was recorded', { skip, timeout }, async () => {
  const found = await inPage(async () => {
    const { EnvRecorder, makeEnv, torque, pixels, jointPositions } = await import('limber/env');
    const { load } = await import('limber');
    const address = '/js/data/index.js';
    /** @type {typeof import('limber/data')} */
    const { MotionPlayer, readMotion, readNpz } = await import(address);
    const model = `<mujoco><worldbody><light pos="0 0 3"/><camera name="eye" pos="0 0 2"/><body><joint name="x" type="slide" axis="1 0 0"/>
      <geom type="box" size=".3 .3 .3" rgba="1 0 0 1" mass="1"/></body></worldbody><actuator><motor joint="x" ctrlrange="-9 9"/></actuator></mujoco>`;
    const made = await makeEnv(model, {
      count: 2,
      workers: 1,
      control: torque(),
      decimation: 20,
      observe: { body: [jointPositions()], eye: pixels('eye', 16, 12) },
    });
    await made.reset();
    const recorder = new EnvRecorder(made);
    /** @type {number[][]} */
    const drawn = [];
    for (let k = 0; k < 5; k++) {
      const result = await made.step([0, 1]);
      recorder.note(result);
      drawn.push([...result.observation.eye]);
    }
    const arrays = await readNpz(recorder.toNpz());
    const pictures = arrays['observation.eye'];
    const simulation = await load(model);
    const places = [];
    for (const content of [recorder.motion(1).toNpz(), recorder.motion(1).toCsv()]) {
      const motion = await readMotion(content);
      new MotionPlayer(motion, simulation).seek(motion.times[4]);
      places.push(simulation.data.qpos[0]);
    }
    const result = {
      shape: pictures.shape,
      same: drawn.flat().every((value, i) => value === pictures.data[i]),
      changes: new Set(drawn.map((rows) => rows.join())).size,
      columns: recorder.toCsv(0).split('\n')[0],
      wanted: made.batch.qpos[1],
      places,
    };
    simulation.dispose();
    made.dispose();
    return result;
  });
  assert.deepEqual(found.shape, [5, 2, 3 * 16 * 12]);
  assert.ok(found.same && found.changes === 5);
  // a table has no room for pictures
  assert.match(found.columns, /observation\.body/);
  assert.doesNotMatch(found.columns, /observation\.eye/);
  assert.deepEqual(found.places, [found.wanted, found.wanted]);
});
