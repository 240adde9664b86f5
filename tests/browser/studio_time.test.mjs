// Time and state in the studio: speed, history, keyframes, undo, watch, overlay, outputs, help.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { skip } from './browser.mjs';
import { command, control, downloaded, openFolder, runSmall, withSmall } from './studio.mjs';

const options = { skip, timeout: 90_000 };
/** @type {Page} */
let page;
/** @type {string[]} */
let problems;
withSmall(undefined, (opened) => ({ page, problems } = opened));
beforeEach(async () => {
  if (skip) return;
  await runSmall(page);
  await page.locator('#canvas').focus();
});

const state = () =>
  page.evaluate(() => {
    const { data } = window.limber.simulation;
    return { time: data.time, qpos: Array.from(data.qpos), qvel: Array.from(data.qvel) };
  });

test('one goes back through earlier states, to the bit, and on from there', options, async () => {
  const states = [];
  for (let i = 0; i < 6; i++) {
    states.push(await state());
    await page.keyboard.press('ArrowRight');
  }
  const newest = await state();
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await state(), states[5]);
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await state(), states[4]);
  await page.locator('#history').focus();
  await page.keyboard.press('Home');
  assert.deepEqual(await state(), states[0]);
  await page.keyboard.press('End');
  assert.deepEqual(await state(), newest);
  await page.evaluate(() => window.limber.studio.scrub({ to: 2 }));
  await command(page, 'step');
  assert.deepEqual(await state(), states[3], 'the step is the one that was');
  // what came later is gone
  await page.waitForFunction(() => document.getElementById('history').max === '3');
});

test('the history keeps no more states than it has room for', options, async () => {
  const kept = await page.evaluate(() => {
    const { studio, simulation } = window.limber;
    studio.step(2100);
    const length = studio.history?.length;
    studio.scrub({ to: 0 });
    return { length, time: simulation.data.time };
  });
  assert.equal(kept.length, 2000);
  assert.ok(Math.abs(kept.time - 101 * 0.005) < 1e-9, `oldest state at ${kept.time}`);
});

test('the speed has the steps of a tenth of a percent to ten times', options, async () => {
  const values = await page.$$eval('#speed option', (all) =>
    all.map((one) => Number(/** @type {HTMLOptionElement} */ (one).value)),
  );
  assert.equal(Math.min(...values), 0.001);
  assert.equal(Math.max(...values), 10);
  await page.keyboard.press('-');
  assert.equal(await page.evaluate(() => window.limber.studio.speed), 0.8);
  await page.keyboard.press('=');
  assert.equal(await page.evaluate(() => window.limber.studio.speed), 1);
  assert.equal(await page.inputValue('#speed'), '1');
});

test('keyframes: load, save, add to the model, undo of a reset', options, async () => {
  await page.evaluate(() => window.limber.studio.step(20));
  const there = await state();
  await command(page, 'reset');
  assert.equal((await state()).qpos[0], 0.5, 'the keyframe');
  await page.keyboard.press('Control+z');
  assert.deepEqual(await state(), there);
  await openFolder(page, 'Run', 'Keyframes');
  await page.getByRole('button', { name: 'Save state in key' }).click();
  await page.evaluate(() => window.limber.studio.step(5));
  await page.getByRole('button', { name: 'Load key' }).click();
  assert.deepEqual(await state(), there);
  await command(page, 'add-key');
  const keys = await page.evaluate(() => {
    const { studio, simulation } = window.limber;
    return { count: simulation.model.nkey, xml: studio.source.xml };
  });
  assert.equal(keys.count, 2);
  assert.match(keys.xml, /<key name="key_1" time="0\.1/);
  await page.locator('#canvas').focus();
  await page.keyboard.press('.');
  assert.deepEqual(await state(), there);
  assert.equal(await page.inputValue('#keyframe'), '1');
});

test('the model is loaded anew, without the state', options, async () => {
  await page.evaluate(() => window.limber.studio.step(20));
  await page.keyboard.press('Shift+L');
  assert.equal((await state()).time, 0);
});

test('the watch shows any number of the data', options, async () => {
  await openFolder(page, 'Run', 'Watch');
  await control(page, 'Field').locator('input').fill('site_xpos');
  await control(page, 'Index').locator('input').fill('2');
  await page.evaluate(() => {
    const { studio } = window.limber;
    studio.step(3);
    studio.changed('state');
  });
  const [shown, is] = [
    Number(await control(page, 'Value').locator('input').inputValue()),
    await page.evaluate(() => window.limber.simulation.data.site_xpos[2]),
  ];
  assert.ok(Math.abs(shown - is) < 1e-4, `${shown} for ${is}`);
});

test(
  'the overlay tells time, steps, contacts, energy, memory and iterations',
  options,
  async () => {
    await page.keyboard.press('F2');
    await page.evaluate(() => window.limber.studio.step(100));
    await page.waitForFunction(() => /Steps100/.test(document.getElementById('info').textContent));
    const text = await page.textContent('#info');
    for (const word of ['Time0.5', 'Contacts', 'Energy', 'Memory', 'Iterations', 'paused'])
      assert.ok(text?.includes(word), `${word} in ${text}`);
    await page.keyboard.press('F2');
    assert.equal(await page.isVisible('#info'), false);
  },
);

test('model and data are saved and printed', options, async () => {
  const xml = await downloaded(page, () => command(page, 'save-xml'));
  assert.equal(xml.name, 'small.xml');
  assert.match(xml.bytes.toString(), /<mujoco model="small">[\s\S]*name="shoulder"/);
  assert.doesNotMatch(xml.bytes.toString(), /energy/, 'the model is as it was');
  const mjb = await downloaded(page, () => command(page, 'save-mjb'));
  assert.ok(mjb.name === 'small.mjb' && mjb.bytes.length > 1000);
  await page.evaluate(
    (bytes) => window.limber.studio.runFiles(new Map([['kept.mjb', Uint8Array.from(bytes)]])),
    [...mjb.bytes],
  );
  assert.equal(await page.evaluate(() => window.limber.simulation.model.nv), 7, 'and loads again');
  const model = await downloaded(page, () => command(page, 'print-model'));
  assert.match(model.bytes.toString(), /model name +small[\s\S]*njnt +2/);
  const data = await downloaded(page, () => command(page, 'print-data'));
  assert.match(data.bytes.toString(), /QPOS/i);
});

/** What a saved picture shows: how far apart its numbers are, how many pixels are clear and how many cover what is behind. @param {Buffer} bytes */
const pictureIn = (bytes) =>
  page.evaluate(
    async (list) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(list)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const some = data.filter((_, i) => i % 400 === 0);
      const alphas = data.filter((_, i) => i % 4 === 3);
      const [clear, seen] = [0, 255].map((alpha) => alphas.filter((one) => one === alpha).length);
      return { spread: Math.max(...some) - Math.min(...some), clear, seen };
    },
    [...bytes],
  );

test('a picture is saved', options, async () => {
  const { name, bytes } = await downloaded(page, () => page.keyboard.press('Shift+P'));
  assert.equal(name, 'small.png');
  const { spread } = await pictureIn(bytes);
  assert.ok(spread > 40, `the picture shows something: ${spread}`);
});

test('the model alone is saved, without ground and sky', options, async () => {
  const { name, bytes } = await downloaded(page, () => command(page, 'cut-out'));
  assert.equal(name, 'small_cut.png');
  const { clear, seen } = await pictureIn(bytes);
  assert.ok(clear > seen && seen > 0, `${clear} pixels are clear, ${seen} are not`);
});

test('a turn round the model and what happens are saved as GIF', options, async () => {
  /** Frames, and how many colours the last has. @param {Buffer} bytes */
  const decoded = (bytes) =>
    page.evaluate(
      async (list) => {
        const data = Uint8Array.from(list);
        const decoder = new ImageDecoder({ data, type: 'image/gif' });
        await decoder.tracks.ready;
        const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
        const { image } = await decoder.decode({ frameIndex: count - 1 });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
        context.drawImage(image, 0, 0);
        image.close();
        decoder.close();
        const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
        return { count, colors: new Set(new Uint32Array(pixels.buffer)).size };
      },
      [...bytes],
    );
  const azimuth = await page.evaluate(() => window.limber.stage.camera?.azimuth);
  const turn = await downloaded(page, () => command(page, 'turntable'));
  assert.equal(turn.name, 'small_turn.gif');
  const { count, colors } = await decoded(turn.bytes);
  assert.equal(count, 48);
  assert.ok(colors > 8, `${colors} colours`);
  assert.equal(await page.evaluate(() => window.limber.stage.camera?.azimuth), azimuth);
  await command(page, 'record-gif');
  await page.waitForSelector('#recording:not([hidden])');
  const ratio = () => page.evaluate(() => window.limber.stage.effort.ratio);
  assert.equal(await ratio(), 1, 'films are drawn with all there is');
  await page.evaluate(() => window.limber.studio.step(40));
  await page.waitForTimeout(300);
  await page.evaluate(() => window.limber.studio.step(40));
  const film = await downloaded(page, () => command(page, 'record-gif'));
  assert.equal(film.name, 'small.gif');
  assert.ok((await decoded(film.bytes)).count >= 1);
});

test('video is recorded', options, async () => {
  await command(page, 'record');
  assert.ok(await page.isVisible('#recording'));
  const start = await page.evaluate(() => window.limber.simulation.data.time);
  await page.evaluate(() => window.limber.studio.setRunning(true));
  await page.waitForFunction((from) => window.limber.simulation.data.time > from + 0.6, start, {
    timeout: 60_000,
  });
  const { name, bytes } = await downloaded(page, () => command(page, 'record'));
  await page.evaluate(() => window.limber.studio.setRunning(false));
  assert.match(name, /^small\.(webm|mp4)$/);
  assert.ok(bytes.length > 2000, `${bytes.length} bytes`);
  assert.equal(await page.isVisible('#recording'), false);
});

test('the help lists every key', options, async () => {
  await page.keyboard.press('F1');
  const shown = await page.textContent('#keys');
  const titles = await page.evaluate(() =>
    [...window.limber.commands.byKey.values()].map(({ title }) => title),
  );
  assert.ok(titles.length > 50);
  for (const title of titles) assert.ok(shown?.includes(title), title);
  await page.keyboard.press('Escape');
  assert.equal(await page.isVisible('#keys'), false);
});

test('nothing of this was reported as an error', options, () => {
  assert.deepEqual(problems, []);
});

//---------------------------------- runs -----------------------------------------------------------

/** Records 60 steps of the small model with a motor that changes; leaves the bar of the run. */
async function recordRun() {
  await command(page, 'reset');
  await page.evaluate(() => {
    const { studio, commands } = window.limber;
    commands.run('record-run');
    // it runs then: here steps are counted
    studio.setRunning(false);
    for (let k = 0; k < 60; k++) {
      studio.simulation.data.ctrl[0] = Math.sin(k / 5);
      studio.step();
    }
  });
  assert.equal(await page.getAttribute('#record-run', 'aria-pressed'), 'true');
  const end = await state();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  return end;
}

const place = () => page.locator('#run').getByRole('slider');
const verdict = (/** @type {RegExp} */ text) =>
  page.locator('#run').getByRole('status').filter({ hasText: text }).waitFor();

test(
  'a run is recorded, replayed to the bit, and one comes to any step of it',
  options,
  async () => {
    const start = await state();
    const end = await recordRun();
    await verdict(/60 steps, all bits the same/);
    assert.deepEqual(await state(), end, 'recording leaves one where one was');
    await page.evaluate(() => (window.limber.simulation.data.ctrl[0] = 0));
    await place().fill('0');
    assert.deepEqual(await state(), start);
    await page.evaluate(() => window.limber.studio.step(25));
    const middle = await state();
    // with the next picture
    await place().and(page.locator('[aria-valuetext="step 25 of 60"]')).waitFor();
    await place().fill('60');
    assert.deepEqual(await state(), end);
    await place().fill('25');
    assert.deepEqual(await state(), middle);
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.limber.studio.scrub({ by: -5 }));
    await place().and(page.locator('[aria-valuetext="step 20 of 60"]')).waitFor();
    await command(page, 'reset');
    assert.equal(await place().inputValue(), '0', 'start again is the start of the run');
    await page.evaluate(() => window.limber.setRunning(true));
    await page.waitForFunction(() => !window.limber.studio.running);
    assert.deepEqual(await state(), end, 'it stands at the end');
    await page.getByRole('button', { name: 'Leave the run' }).click();
    await command(page, 'step');
    assert.ok((await state()).time > end.time, 'the simulation goes on');
    assert.deepEqual(problems, []);
  },
);

test('a run is left where the state is set by hand, and a recording ends', options, async () => {
  await recordRun();
  await page.evaluate(() => {
    const { studio } = window.limber;
    studio.simulation.data.qpos[0] = 0.3;
    studio.step();
  });
  await page.locator('#hint', { hasText: 'The state was changed by hand' }).waitFor();
  assert.equal(await page.locator('#run').isVisible(), false);

  await page.evaluate(() => {
    const { studio, commands } = window.limber;
    commands.run('record-run');
    studio.step(5);
    studio.simulation.data.qpos[0] = 0.2;
    studio.step();
  });
  await page.locator('#hint', { hasText: 'The recording ended: the state changed' }).waitFor();
  await verdict(/5 steps, all bits the same/);
  assert.deepEqual(problems, []);
});

test(
  'a run goes with its model by link and file; the first step that differs is named',
  options,
  async () => {
    await command(page, 'reset');
    await page.evaluate(() => (window.limber.simulation.model.opt.gravity[2] = -3));
    const end = await recordRun();
    await verdict(/all bits/);
    const { bytes, name } = await downloaded(page, () =>
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    );
    assert.equal(name, 'small_run.zip');
    await command(page, 'share');
    assert.equal(await page.getByLabel('The recorded run').isChecked(), true);
    const link = await page.inputValue('dialog.share input[type=text]');
    await page.getByLabel('The recorded run').uncheck();
    const without = await page.inputValue('dialog.share input[type=text]');
    await page.keyboard.press('Escape');
    assert.ok(
      without.length < link.length - 500,
      `${without.length} and ${link.length} characters`,
    );
    await runSmall(page);
    assert.equal(await page.locator('#run').isVisible(), false);

    await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
    await verdict(/60 steps, all bits the same/);
    await page.evaluate(() => window.limber.setRunning(false));
    await place().fill('60');
    assert.deepEqual(await state(), end, 'gravity of the recording comes along');

    await runSmall(page);
    await page.setInputFiles('#files', { name, mimeType: 'application/zip', buffer: bytes });
    await verdict(/60 steps, all bits the same/);
    await page.evaluate(() => {
      const { studio } = window.limber;
      const { files, xml } = studio.source;
      studio.setRunning(false);
      studio.runModel(
        { ...studio.source, files, xml: xml.replace('size="0.05"', 'size="0.0500001"') },
        false,
      );
    });
    await verdict(/Step 0 \(0\.005 s\) is the first that differs/);

    // a page that is nothing but a viewer replays it again and again
    await page.goto(link.replace(/#/, 'embed.html#'));
    // the run takes over a moment after the model is there
    await page.waitForFunction(() => {
      const viewer = document.querySelector('limber-viewer');
      const nobody = String(document.createElement('limber-viewer').beforeStep);
      return viewer.simulation && String(viewer.beforeStep) !== nobody;
    });
    const again = await page.evaluate(async () => {
      const viewer = document.querySelector('limber-viewer');
      viewer.paused = true;
      viewer.reset();
      // a model that came by link is stepped in a worker before
      for (let k = 0; k < 61; k++) await viewer.step();
      const first = viewer.simulation.data.time;
      for (let k = 1; k < 60; k++) await viewer.step();
      return { first, qpos: Array.from(viewer.simulation.data.qpos) };
    });
    assert.deepEqual(again, { first: 0.005, qpos: end.qpos });
    assert.deepEqual(problems, []);
  },
);
