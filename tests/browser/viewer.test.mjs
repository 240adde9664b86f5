// The element <limber-viewer>.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { skip, startBrowser } from './browser.mjs';

/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

async function openViewer(query = '') {
  const opened = await browser.open(`embed.html${query}`, { width: 480, height: 360 });
  await opened.page.waitForFunction(() => document.querySelector('limber-viewer').view, null, {
    timeout: 60_000,
  });
  return opened;
}

test('runs, pauses, steps and restarts', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openViewer();
  const time = () => page.evaluate(() => document.querySelector('limber-viewer').simulation.time);
  await page.waitForFunction(
    () => document.querySelector('limber-viewer').simulation.time > 0.1,
    null,
    { timeout: 60_000 },
  );
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await time();
  await page.waitForTimeout(300);
  assert.equal(await time(), paused);
  await page.getByRole('button', { name: 'Step' }).click();
  assert.ok((await time()) > paused);
  await page.getByRole('button', { name: 'Restart' }).click();
  assert.equal(await time(), 0);
  assert.deepEqual(problems, []);
  await page.close();
});

test('steps that wait for an answer end with a pause', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openViewer();
  const times = await page.evaluate(async () => {
    const viewer = document.querySelector('limber-viewer');
    const frame = () =>
      new Promise((done) => viewer.addEventListener('frame', done, { once: true }));
    const settled = () => new Promise((done) => setTimeout(done, 20));
    let asked = 0;
    let answer = () => {};
    viewer.ready = () => {
      asked++;
      return new Promise((done) => (answer = () => done(undefined)));
    };
    while (!asked) await frame();
    viewer.paused = true;
    viewer.reset();
    answer();
    await settled();
    const paused = viewer.simulation.time;
    const step = viewer.step();
    await settled();
    answer();
    await step;
    const stepped = viewer.simulation.time;
    return { paused, stepped, timestep: viewer.simulation.timestep };
  });
  assert.equal(times.paused, 0);
  assert.equal(times.stepped, times.timestep);
  assert.deepEqual(problems, []);
  await page.close();
});

test(
  'loads what src names and says what is wrong with it',
  { skip, timeout: 120_000 },
  async () => {
    const { page } = await openViewer();
    const message = await page.evaluate(async () => {
      const viewer = document.querySelector('limber-viewer');
      const failed = new Promise((resolve) =>
        viewer.addEventListener(
          'error',
          (event) =>
            resolve(
              /** @type {CustomEvent<Error>} */ (/** @type {unknown} */ (event)).detail.message,
            ),
          { once: true },
        ),
      );
      viewer.load('<mujoco><worldbody><geom size="-1"/></worldbody></mujoco>');
      return failed;
    });
    assert.match(message, /size/);
    const bodies = await page.evaluate(async () => {
      const viewer = document.querySelector('limber-viewer');
      const loaded = new Promise((resolve) =>
        viewer.addEventListener('load', () => resolve(viewer.simulation.model.nbody), {
          once: true,
        }),
      );
      viewer.load(
        '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
      );
      return loaded;
    });
    assert.equal(bodies, 2);
    await page.close();
  },
);

test('leaves and comes back with the page', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openViewer();
  await page.evaluate(() => {
    const viewer = document.querySelector('limber-viewer');
    viewer.remove();
    document.body.append(viewer);
  });
  await page.waitForFunction(() => document.querySelector('limber-viewer').view);
  const before = await page.evaluate(() => document.querySelector('limber-viewer').simulation.time);
  await page.waitForFunction(
    (t) => document.querySelector('limber-viewer').simulation.time > t,
    before,
    { timeout: 30_000 },
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('the keyboard alone runs it and turns the camera', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openViewer();
  const read = () =>
    page.evaluate(() => {
      const viewer = document.querySelector('limber-viewer');
      const { azimuth, distance } = viewer.camera;
      return { azimuth, distance, paused: viewer.paused, time: viewer.simulation.time };
    });
  await page.evaluate(() => {
    const viewer = document.querySelector('limber-viewer');
    viewer.paused = false;
    viewer.canvas.focus();
  });
  await page.keyboard.press(' ');
  const before = await read();
  assert.equal(before.paused, true);
  for (const key of ['ArrowLeft', '+', '.']) await page.keyboard.press(key);
  const after = await read();
  assert.notEqual(after.azimuth, before.azimuth);
  assert.ok(after.distance < before.distance);
  assert.ok(after.time > before.time);
  await page.keyboard.press('r');
  assert.equal((await read()).time, 0);
  assert.deepEqual(problems, []);
  await page.close();
});

test('two on a page run by themselves', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openViewer();
  const times = await page.evaluate(async () => {
    const first = document.querySelector('limber-viewer');
    first.paused = true;
    const second = document.createElement('limber-viewer');
    second.style.height = '200px';
    document.body.prepend(second);
    await second.load(
      '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
    );
    const start = first.simulation.time;
    await new Promise((/** @type {(done?: void) => void} */ resolve) => {
      const check = () => (second.simulation.time > 0.05 ? resolve() : setTimeout(check, 20));
      check();
    });
    const result = [first.simulation.time - start, second.simulation.time];
    second.remove();
    return result;
  });
  assert.equal(times[0], 0);
  assert.ok(times[1] > 0);
  assert.deepEqual(problems, []);
  await page.close();
});

test('attributes take effect while it runs', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openViewer();
  const models = {
    model: `<mujoco><worldbody><light pos="0 0 3"/><camera name="top" pos="0 0 3"/>
      <body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
      <keyframe><key name="up" qpos=".5"/><key name="down" qpos="-.5"/></keyframe></mujoco>`,
    wrong: '<mujoco><worldbody><geom size="-1"/></worldbody></mujoco>',
  };
  for (const [name, body] of Object.entries(models))
    await page.route(`**/attributes/${name}.xml`, (route) =>
      route.fulfill({ body, contentType: 'text/xml' }),
    );
  const found = await page.evaluate(async () => {
    const viewer = document.querySelector('limber-viewer');
    /** @type {string[]} */
    const events = [];
    for (const name of ['load', 'reset', 'error'])
      viewer.addEventListener(name, () => events.push(name));
    /** @param {string} name */
    const next = (name) =>
      new Promise((resolve) => viewer.addEventListener(name, resolve, { once: true }));
    viewer.paused = true;
    viewer.setAttribute('camera', 'track');
    const loaded = next('load');
    viewer.setAttribute('src', './attributes/model.xml');
    await loaded;
    const state = () => viewer.simulation.data.qpos[0];
    /**
     * @typedef {object} Seen
     * @property {number} tracked
     * @property {number} [key]
     * @property {number} [number]
     * @property {number} [keyframe]
     * @property {(string | null)[]} [reflected]
     * @property {number[]} [camera]
     * @property {number} [free]
     * @property {number[]} speeds
     * @property {number} [kept]
     */

    /** @type {Seen} */
    const result = { tracked: viewer.camera.tracked, speeds: [] };
    viewer.setAttribute('key', 'down');
    result.key = state();
    viewer.setAttribute('key', '0');
    result.number = state();
    viewer.setAttribute('keyframe', 'down');
    result.keyframe = state();
    viewer.removeAttribute('keyframe');
    viewer.keyframe = 'down';
    Object.assign(viewer, { camera: 'top' });
    viewer.speed = 2;
    viewer.controls = true;
    result.reflected = ['keyframe', 'camera', 'speed', 'controls'].map((name) =>
      viewer.getAttribute(name),
    );
    viewer.keyframe = null;
    viewer.speed = 1;
    viewer.setAttribute('camera', 'top');
    result.camera = [viewer.camera.fixed, viewer.camera.tracked];
    viewer.removeAttribute('camera');
    result.free = viewer.camera.fixed;
    // a speed that is none is ignored
    viewer.setAttribute('speed', 'fast');
    result.speeds.push(viewer.speed);
    viewer.setAttribute('speed', '-1');
    result.speeds.push(viewer.speed);
    viewer.setAttribute('speed', '0.5');
    result.speeds.push(viewer.speed);
    viewer.setAttribute('src', './attributes/wrong.xml');
    await next('error');
    result.kept = viewer.simulation.model.nkey;
    return { ...result, events };
  });
  assert.equal(found.tracked, 1);
  assert.equal(found.key, -0.5);
  assert.equal(found.number, 0.5);
  assert.equal(found.keyframe, -0.5);
  assert.deepEqual(found.reflected, ['down', 'top', '2', '']);
  assert.deepEqual(found.camera, [0, -1]);
  assert.equal(found.free, -1);
  assert.deepEqual(found.speeds, [1, 1, 0.5]);
  assert.equal(found.kept, 2);
  assert.deepEqual(found.events, ['reset', 'load', ...Array(6).fill('reset'), 'error']);
  assert.deepEqual(problems, []);
  await page.close();
});

test('says that it loads, and that it cannot draw', { skip, timeout: 120_000 }, async () => {
  const { page } = await openViewer();
  const found = await page.evaluate(async () => {
    document.querySelector('limber-viewer').remove();
    const xml = '<mujoco><worldbody><geom size=".1"/></worldbody></mujoco>';
    const viewer = document.createElement('limber-viewer');
    document.body.append(viewer);
    const waiting = () => {
      const one = viewer.shadowRoot.querySelector('.waiting[role=status]');
      return getComputedStyle(one).display !== 'none' && one.textContent;
    };
    const said = [waiting()];
    const loading = viewer.load(xml);
    said.push(waiting());
    await loading;
    said.push(waiting());
    HTMLCanvasElement.prototype.getContext = () => null;
    const blind = document.createElement('limber-viewer');
    document.body.append(blind);
    const runs = await blind.load(xml);
    const { message } = blind;
    return { said, runs, message: message.hidden || message.textContent };
  });
  assert.deepEqual(found.said, [false, 'Loading …', false]);
  assert.equal(found.runs, true);
  assert.match(String(found.message), /WebGL 2/);
  await page.close();
});

const devicePath = `/@fs${fileURLToPath(new URL('./pictures/xr_device.js', import.meta.url))}`;

test(
  'a headset shows it, its hands pull, the end puts it back',
  { skip, timeout: 120_000 },
  async () => {
    const { page, problems } = await openViewer();
    const found = await page.evaluate(async (devicePath) => {
      const { Headset } = await import(devicePath);
      const old = document.querySelector('limber-viewer');
      old.remove();
      const headset = new Headset();
      const viewer = document.createElement('limber-viewer');
      document.body.append(viewer);
      await viewer.load(
        '<mujoco><option gravity="0 0 0"/><statistic extent="1"/><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
      );
      const button = viewer.shadowRoot.querySelector('[aria-label="Show in a headset"]');
      const shown = () => [viewer.bar.hidden, button.hidden];
      /**
       * @typedef {object} Worn
       * @property {unknown[]} without
       * @property {unknown[]} [alone]
       * @property {boolean[]} events
       * @property {number} [height]
       * @property {boolean} [lit]
       * @property {unknown[]} [ended]
       * @property {boolean} [replaced]
       */

      /** @type {Worn} */
      const result = { without: shown(), events: [] };
      viewer.setAttribute('xr', '');
      await new Promise((resolve) => setTimeout(resolve));
      result.alone = [...shown(), viewer.runButton?.hidden];
      viewer.addEventListener('headset', (event) =>
        result.events.push(/** @type {CustomEvent} */ (event).detail !== null),
      );
      button.click();
      while (!viewer.headset) await new Promise((resolve) => setTimeout(resolve, 10));
      headset.connect();
      headset.move(0, 0, 0, -1.5);
      headset.frame();
      headset.frame();
      headset.press('selectstart', 0);
      headset.move(0, 0, 0.4, -1.5);
      for (let i = 0; i < 30; i++) headset.frame();
      result.height = viewer.simulation.data.qpos[2];
      result.lit = headset
        .pixels(viewer.renderer.getContext())
        .some((/** @type {number} */ value, /** @type {number} */ i) => i % 4 < 3 && value > 60);
      await headset.session.end();
      result.ended = [viewer.headset === null, viewer.renderer.xr.enabled, viewer.view.position.z];
      // frames of the page go on
      const { time } = viewer.simulation;
      while (viewer.simulation.time === time) await new Promise(requestAnimationFrame);
      // another model ends it too
      button.click();
      while (!viewer.headset) await new Promise((resolve) => setTimeout(resolve, 10));
      await viewer.load('<mujoco><worldbody><geom size=".1"/></worldbody></mujoco>');
      result.replaced = viewer.headset === null;
      return result;
    }, devicePath);
    assert.deepEqual(found.without, [true, true]);
    assert.deepEqual(found.alone, [false, false, true]);
    assert.ok(Number(found.height) > 0.05, `${found.height}`);
    assert.equal(found.lit, true);
    assert.deepEqual(found.ended, [true, false, 0]);
    assert.equal(found.replaced, true);
    assert.deepEqual(found.events, [true, false, true, false]);
    assert.deepEqual(problems, []);
    await page.close();
  },
);
