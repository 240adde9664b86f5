// The studio as its visitors use it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { meanColor, skip, startBrowser } from './browser.mjs';
import { openStudio as openStudioIn } from './studio.mjs';
import { found } from '../helpers.mjs';

/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

/** @param {string} [path] @param {import('./browser.mjs').PageOptions} [options] */
const openStudio = (path, options) => openStudioIn(browser, path, options);

/** @param {Page} page */
const state = (page) =>
  page.evaluate(() => {
    const { data } = window.limber.simulation;
    return { time: data.time, qpos: Array.from(data.qpos) };
  });

/** @param {Page} page */
const pause = (page) => page.evaluate(() => window.limber.setRunning(false));

/**
 * Draws in the same task as the pixels are read, since the canvas is not kept between frames.
 *
 * @param {Page} page
 */
const keepDrawing = (page) =>
  page.evaluate(() => {
    window.limberDraw = () => window.limber.stage.draw();
  });

test('the humanoid is drawn and moves', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openStudio('#humanoid');
  const first = await state(page);
  await page.waitForFunction(
    (time) => window.limber.simulation.data.time > time + 0.3,
    first.time,
    { timeout: 60_000 },
  );
  const second = await state(page);
  assert.ok(
    second.qpos.some((value, i) => Math.abs(value - first.qpos[i]) > 1e-3),
    'the pose changed',
  );
  await page.evaluate(() => document.getElementById('reset').click());
  await pause(page);
  await keepDrawing(page);
  const [body, sky] = [
    await meanColor(page, '#canvas', [0.46, 0.4, 0.08, 0.12]),
    await meanColor(page, '#canvas', [0.02, 0.02, 0.2, 0.08]),
  ];
  assert.ok(body[0] > body[2] + 40, `the body is orange: ${body}`);
  assert.ok(sky[2] > sky[0] + 15, `the sky is blue: ${sky}`);
  assert.deepEqual(problems, []);
  await page.close();
});

test('the picture is the one that was looked at', { skip, timeout: 120_000 }, async () => {
  const { page } = await openStudio('#humanoid');
  await pause(page);
  await page.evaluate(() => document.getElementById('reset').click());
  await keepDrawing(page);
  // mean colours of a 4 x 3 grid, taken from a picture found good; software and hardware rendering differ by a few levels
  const expected = [
    [135, 155, 173],
    [138, 151, 164],
    [137, 150, 163],
    [135, 155, 173],
    [158, 161, 164],
    [161, 145, 132],
    [154, 142, 133],
    [157, 161, 164],
    [157, 161, 164],
    [159, 156, 154],
    [154, 151, 148],
    [157, 161, 164],
  ];
  const colors = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++)
      colors.push(await meanColor(page, '#canvas', [column / 4, row / 3, 1 / 4, 1 / 3]));
  }
  const rounded = colors.map((color) => color.map(Math.round));
  rounded.forEach((color, i) =>
    color.forEach((value, k) => {
      assert.ok(
        Math.abs(value - expected[i][k]) <= 10,
        `cell ${i}: ${color}, expected ${expected[i]}; all: ${JSON.stringify(rounded)}`,
      );
    }),
  );
  await page.close();
});

test(
  'dragging a body moves it while paused and pulls it while running',
  { skip, timeout: 120_000 },
  async () => {
    const { page, problems } = await openStudio('#humanoid');
    await pause(page);
    await page.evaluate(() => document.getElementById('reset').click());
    const box = found(await page.locator('#canvas').boundingBox());
    const at = await page.evaluate(() => {
      const { stage, simulation } = window.limber;
      const { xipos } = simulation.data;
      const body = simulation.mujoco.mj_name2id(simulation.model, 1, 'pelvis');
      const p = stage.camera.position
        .clone()
        .fromArray(xipos, 3 * body)
        .project(stage.camera);
      return [(p.x + 1) / 2, (1 - p.y) / 2];
    });
    const before = await state(page);
    const [x, y] = [box.x + at[0] * box.width, box.y + at[1] * box.height];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 20, { steps: 4 });
    await page.waitForFunction(
      (q) =>
        Math.abs(window.limber.simulation.data.qpos[1] - q[1]) +
          Math.abs(window.limber.simulation.data.qpos[0] - q[0]) >
        0.05,
      before.qpos,
    );
    const pulled = await page.evaluate(() => {
      const { stage, simulation } = window.limber;
      stage.view.perturb.refselpos[2] += 0.2;
      stage.view.applyPerturb(false);
      return {
        select: stage.view.perturb.select,
        active: stage.view.perturb.active,
        force: Math.hypot(...simulation.data.xfrc_applied),
      };
    });
    assert.ok(pulled.select > 0 && pulled.active === 1, JSON.stringify(pulled));
    assert.ok(pulled.force > 1, `a force acts: ${pulled.force}`);
    await page.mouse.up();
    assert.equal(
      await page.evaluate(() => Math.hypot(...window.limber.simulation.data.xfrc_applied)),
      0,
    );
    assert.deepEqual(problems, []);
    await page.close();
  },
);

test('mouse and keys move the camera and the simulation', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openStudio('#humanoid');
  await pause(page);
  const view = () =>
    page.evaluate(() => {
      const { azimuth, distance } = window.limber.stage.camera;
      return { azimuth, distance };
    });
  const before = await view();
  await page.mouse.move(60, 120);
  await page.mouse.down();
  await page.mouse.move(160, 120, { steps: 3 });
  await page.mouse.up();
  await page.mouse.wheel(0, 300);
  await page.waitForFunction((d) => window.limber.stage.camera.distance !== d, before.distance);
  const moved = await view();
  assert.notEqual(moved.azimuth, before.azimuth);
  assert.ok(moved.distance > before.distance);
  const { time } = await state(page);
  await page.locator('#canvas').focus();
  await page.keyboard.press('ArrowRight');
  assert.ok((await state(page)).time > time, 'the arrow key steps');
  await page.keyboard.press('Backspace');
  assert.ok((await state(page)).time <= time, 'backspace starts again');
  await page.keyboard.press(' ');
  await page.waitForFunction(
    (t) => window.limber.simulation.data.time > t + 0.05,
    (await state(page)).time,
    { timeout: 30_000 },
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test(
  'edits run at once and keep the state; a mistake is shown with its line',
  { skip, timeout: 120_000 },
  async () => {
    const { page, problems } = await openStudio('#humanoid');
    await page.waitForFunction(() => window.limber.simulation.data.time > 0.2, null, {
      timeout: 60_000,
    });
    await pause(page);
    const before = await state(page);
    await page.click('#toggle-editor');
    await page.waitForSelector('.cm-content');
    /** @param {string[]} change */
    const type = (change) =>
      page.evaluate(([from, to]) => {
        const { view } = document.querySelector('.cm-content').cmTile;
        const at = view.state.doc.toString().indexOf(from);
        view.dispatch({ changes: { from: at, to: at + from.length, insert: to } });
      }, change);
    await type(['rgba="0.93 0.55 0.24 1"', 'rgba="0.2 0.7 0.4 1"']);
    await page.waitForFunction(
      () =>
        Math.abs(window.limber.simulation.model.mat_rgba[5] - 0.7) < 0.01 ||
        [...window.limber.simulation.model.mat_rgba].some((v) => Math.abs(v - 0.7) < 1e-3),
      null,
      { timeout: 20_000 },
    );
    const kept = await state(page);
    assert.equal(kept.time, before.time);
    kept.qpos.forEach((value, i) => assert.ok(Math.abs(value - before.qpos[i]) < 1e-9));
    await type(['<freejoint', '<freejointt']);
    await page.waitForSelector('.status.bad');
    assert.match(String(await page.textContent('.status.bad')), /^Line \d+: /);
    await type(['<freejointt', '<freejoint']);
    await page.waitForSelector('.status:not(.bad)');
    assert.deepEqual(problems, []);
    await page.close();
  },
);

test('every example of the gallery runs', { skip, timeout: 290_000 }, async () => {
  const { page, problems } = await openStudio('', { width: 320, height: 300 });
  const names = await page.$$eval('#gallery option', (options) =>
    /** @type {HTMLOptionElement[]} */ (options).map((option) => option.value),
  );
  assert.ok(names.length >= 5);
  for (const name of names) {
    await page.selectOption('#gallery', name);
    // a trained policy or a planner comes with the model of its task
    const model = `${name.replace(/^(task|control):/, '')}.xml`;
    await page.waitForFunction((m) => document.documentElement.dataset.model === m, model, {
      timeout: 30_000,
    });
    await page.waitForFunction(() => window.limber.simulation.data.time > 0.05, null, {
      timeout: 60_000,
    });
  }
  assert.equal(await page.isVisible('#message'), false);
  assert.deepEqual(problems, []);
  await page.close();
});

test('the program of an example drives it', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openStudio('#quadruped', { width: 480, height: 400 });
  await page.waitForFunction(() => window.limber.simulation.data.qpos[0] > 0.1, null, {
    timeout: 60_000,
  });
  assert.deepEqual(problems, []);
  await page.close();
});

test('decoration, plot and small screens', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openStudio('', {
    width: 420,
    height: 760,
    colorScheme: 'light',
  });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  assert.equal(await page.isVisible('#panel'), false);
  await page.click('#toggle-panel');
  assert.equal(await page.isVisible('#panel'), true);
  await page.waitForFunction(() => window.limber.simulation.data.ncon > 0, null, {
    timeout: 60_000,
  });
  const shapes = await page.evaluate(() => {
    const { stage } = window.limber;
    window.limber.setRunning(false);
    for (let flag = 0; flag < 31; flag++) stage.view.option.flags[flag] = 1;
    stage.view.option.label = 1;
    stage.view.option.frame = 1;
    stage.view.apply();
    stage.draw();
    return { count: stage.view.memory.count, calls: stage.renderer.info.render.calls };
  });
  // as many clear shapes as these are not drawn twice under shadows: see scene_shapes.js
  assert.ok(shapes.count > 50 && shapes.calls < 60, JSON.stringify(shapes));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(wide, 'nothing sticks out');
  assert.deepEqual(problems, []);
  await page.close();
});

test('a model named in the address is fetched', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await openStudio(
    `?src=${encodeURIComponent('/@fs' + fileURLToPath(new URL('../../examples/hopper.xml', import.meta.url)))}`,
  );
  assert.match(
    String(await page.evaluate(() => document.documentElement.dataset.model)),
    /hopper\.xml$/,
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('the gallery shows every example and opens it', { skip, timeout: 120_000 }, async () => {
  const { page, problems } = await browser.open('gallery.html', { width: 1100, height: 800 });
  await page.waitForSelector('.card');
  const cards = await page.$$eval('.card', (all) =>
    all.map((one) => ({
      text: one.querySelector('p').textContent.length,
      href: one.querySelector('.links a').getAttribute('href'),
    })),
  );
  assert.ok(cards.length >= 24, `${cards.length} cards`);
  assert.ok(cards.every(({ text }) => text > 60));
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager';
  });
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete && image.naturalWidth === 480),
  );
  await page.click(`.links a[href="./#strandbeest"]`);
  await page.waitForFunction(() => document.documentElement.dataset.model === 'strandbeest.xml');
  assert.deepEqual(problems, []);
  await page.close();
});
