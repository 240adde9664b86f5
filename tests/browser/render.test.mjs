// limber/render: pictures, depths, objects and films from Node, drawn by a browser without a window.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load } from 'limber';
import { createRenderer } from 'limber/render';
import { buildDist } from '../../scripts/dist.mjs';
import { executablePath, skip } from './browser.mjs';
import { found } from '../helpers.mjs';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-pictures-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const xml = `<mujoco><visual><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual>
  <worldbody><camera name="front" pos="0 -2 0" xyaxes="1 0 0 0 0 1" fovy="45"/>
    <body><joint type="slide" axis="1 0 0"/><geom name="ball" size=".3" rgba="1 0 0 1"/></body></worldbody></mujoco>`;
const size = { width: 64, height: 48, camera: 'front' };

if (!skip && !fs.existsSync(path.join(root, 'dist/viewer.js'))) await buildDist();

test('pictures of Node', { skip, timeout: 120_000 }, async (t) => {
  const renderer = await createRenderer({ browser: executablePath });
  t.after(() => renderer.close());
  const sim = await load(xml);
  const all = { ...size, depth: true, segmentation: true, format: /** @type {const} */ ('png') };
  const { color, depth, segmentation, file } = await renderer.render(sim, all);
  const middle = 24 * 64 + 32;
  assert.ok(
    color[4 * middle] > 200 && color[4 * middle + 1] < 40,
    `${color.slice(4 * middle, 4 * middle + 4)}`,
  );
  // the ball's front is 1.7 m away
  assert.ok(Math.abs(found(depth)[middle] - 1.7) < 0.01, `${found(depth)[middle]}`);
  assert.equal(found(depth)[0], Infinity);
  const objects = found(segmentation);
  const geom = sim.mujoco.mjtObj.mjOBJ_GEOM.value;
  assert.deepEqual([...objects.slice(2 * middle, 2 * middle + 2)], [geom, sim.geom('ball').id]);
  assert.deepEqual([...objects.slice(0, 2)], [-1, -1]);
  assert.equal(String.fromCharCode(...found(file).slice(1, 4)), 'PNG');
  // the look whose code is a file of its own, and back
  const nice = await renderer.render(sim, { ...size, look: 'nice' });
  const apart = nice.color.reduce((sum, value, i) => sum + Math.abs(value - color[i]), 0);
  assert.ok(apart / (64 * 48) > 1, `${apart}`);
  assert.deepEqual((await renderer.render(sim, size)).color, color);
  // another state, and another model
  sim.joint(0).qpos = [0.6];
  const moved = await renderer.render(sim, { ...size, segmentation: true });
  assert.equal(found(moved.segmentation)[2 * middle], -1);
  sim.edit((spec) => void (found(spec.geom('ball')).rgba = [0, 1, 0, 1]));
  sim.joint(0).qpos = [0];
  const green = await renderer.render(sim, size);
  assert.ok(green.color[4 * middle + 1] > 200 && green.color[4 * middle] < 40);
  assert.equal(green.depth, null);
  // what cannot be drawn
  // @ts-expect-error there is no such look
  await assert.rejects(renderer.render(sim, { look: 'fine' }), /look is 'reference' or 'nice'/);
  await assert.rejects(renderer.render(sim, { camera: 'back' }), /no camera.*'back'|back/);
  await assert.rejects(
    renderer.render(sim, { width: 0 }),
    /width is a whole number from 1 to 8192/,
  );
  // @ts-expect-error no such option
  await assert.rejects(renderer.render(sim, { widht: 9 }), /render takes width.*got widht/s);
  for (const container of /** @type {const} */ (['webm', 'mp4'])) {
    const film = await renderer.film({ ...size, container, fps: 10 });
    for (let i = 0; i < 5; i++) {
      sim.joint(0).qpos = [0.1 * i];
      await film.add(sim);
    }
    const bytes = await film.end();
    const head = Buffer.from(bytes.slice(0, 128)).toString('latin1');
    assert.match(head, container === 'mp4' ? /^....ftyp/s : /webm/);
    fs.writeFileSync(path.join(folder, `film.${container}`), bytes);
  }
});

test('films play', { skip, timeout: 120_000 }, async (t) => {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox'] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  for (const kind of ['webm', 'mp4']) {
    const bytes = [...fs.readFileSync(path.join(folder, `film.${kind}`))];
    const facts = await page.evaluate(
      async ({ bytes, kind }) => {
        const video = document.createElement('video');
        video.muted = true;
        const blob = new Blob([new Uint8Array(bytes)], { type: `video/${kind}` });
        video.src = URL.createObjectURL(blob);
        await new Promise((resolve, reject) => {
          video.onloadeddata = resolve;
          video.onerror = () => reject(new Error(video.error?.message));
        });
        video.currentTime = 0.25;
        await new Promise((resolve) => (video.onseeked = resolve));
        return [video.videoWidth, video.videoHeight, Math.round(10 * video.duration)];
      },
      { bytes, kind },
    );
    assert.deepEqual(facts, [64, 48, 5], kind);
  }
});

test(
  'the command writes a picture, and says what it lacks',
  { skip, timeout: 240_000 },
  async () => {
    fs.writeFileSync(path.join(folder, 'model.xml'), xml);
    const program = path.join(root, 'js/cli/limber.js');
    /** @param {...string} args */
    const limber = (...args) =>
      execute(process.execPath, [program, 'render', 'model.xml', ...args], {
        cwd: folder,
        env: { ...process.env, CHROMIUM: executablePath },
      });
    const { stdout } = await limber('-o', 'model.png', '-s', '64x48', '-c', 'front', '-t', '.1');
    assert.match(stdout, /^model\.png: \d+ bytes$/m);
    // films: of a run, and of a motion that was recorded
    const film = ['-s', '64x48', '-c', 'front'];
    await limber('-o', 'model.webm', '--duration', '.1', ...film);
    await execute(
      process.execPath,
      [program, 'simulate', 'model.xml', '-t', '.1', '-o', 'motion.npz'],
      { cwd: folder },
    );
    await limber('-o', 'replay.webm', '--play', 'motion.npz', ...film);
    for (const name of ['model.webm', 'replay.webm'])
      assert.equal(fs.readFileSync(path.join(folder, name)).readUInt32BE(0), 0x1a45dfa3, name);
    await assert.rejects(limber('-o', 'model.gif'), /should end with one of \.png/);
    await assert.rejects(limber(), /--out is missing/);
    await assert.rejects(limber('-o', 'x.png', '-s', 'large'), /--size is such as 640x480/);
    await assert.rejects(limber('-o', 'model.png'), /exists; --force overwrites it/);
    const none = { ...process.env, CHROMIUM: path.join(folder, 'none') };
    const failed = execute(process.execPath, [program, 'render', 'model.xml', '-o', 'y.png'], {
      cwd: folder,
      env: none,
    });
    await assert.rejects(failed, /there is no browser '.*none'/);
    assert.equal(fs.existsSync(path.join(folder, 'y.png')), false);
  },
);

test(
  'the program of docs/pictures.md runs; its film is cut short',
  { skip, timeout: 120_000 },
  async () => {
    // inside the repository, so that 'limber' is found
    const place = path.join(root, 'build/pictures_docs');
    fs.rmSync(place, { recursive: true, force: true });
    fs.mkdirSync(place, { recursive: true });
    const robot = fs.readFileSync(path.join(root, 'scripts/docs/robot.xml'), 'utf8');
    const camera = '<camera name="side" pos="0 -2 1" xyaxes="1 0 0 0 0 1"/>';
    fs.writeFileSync(
      path.join(place, 'robot.xml'),
      robot.replace('<worldbody>', `<worldbody>${camera}`),
    );
    const text = fs.readFileSync(path.join(root, 'docs/pictures.md'), 'utf8');
    const samples = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
    const sample = found(samples.find((code) => code.includes('limber/render')));
    assert.match(sample, /i < 90;/);
    fs.writeFileSync(path.join(place, 'sample.mjs'), sample.replace('i < 90;', 'i < 3;'));
    const env = { ...process.env, CHROMIUM: executablePath };
    const { stdout } = await execute(process.execPath, ['sample.mjs'], { cwd: place, env });
    assert.equal(stdout, '16384 4096 8192\n'.repeat(3));
    const head = (/** @type {string} */ name) =>
      fs.readFileSync(path.join(place, name)).toString('latin1', 0, 12);
    assert.match(head('robot.png'), /^.PNG/);
    assert.match(head('robot.mp4'), /ftyp/);
  },
);
