// The element <limber-viewer>.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';

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

test(
  'loads what src names and says what is wrong with it',
  { skip, timeout: 120_000 },
  async () => {
    const { page } = await openViewer();
    const message = await page.evaluate(async () => {
      const viewer = document.querySelector('limber-viewer');
      const failed = new Promise((resolve) =>
        viewer.addEventListener('error', (event) => resolve(event.detail.message), { once: true }),
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
    await new Promise((resolve) => {
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
