// Programs that drive models: they stay through edits, links, embedded pages and reloads, and are there before the first step.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';
import { command, openStudio } from './studio.mjs';

const options = { skip, timeout: 120_000 };
/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

const size = { width: 1000, height: 400 };

/** The studio with an example whose program runs, paused. @param {string} name */
async function openDriven(name) {
  const opened = await openStudio(browser, `#${name}`, size);
  await opened.page.waitForFunction(() => window.limber.studio.experiment());
  await opened.page.evaluate(() => window.limber.setRunning(false));
  return opened;
}

/** An edit that changes nothing of the motion. @param {Page} page */
const edit = (page) =>
  page.evaluate(() => {
    const { studio } = window.limber;
    return studio.runText(studio.source.xml.replace('</mujoco>', '<!-- edited --></mujoco>'));
  });

/** Whether the program moves the controls within some steps. @param {Page} page */
const drives = (page) =>
  page.evaluate(() => {
    const { studio } = window.limber;
    studio.simulation.data.ctrl.fill(0);
    studio.step(20);
    return studio.simulation.data.ctrl.some((value) => value !== 0);
  });

/** @param {Page} page */
async function linkOf(page) {
  await command(page, 'share');
  const value = await page.inputValue('dialog.share input[type=text]');
  await page.keyboard.press('Escape');
  return new URL(value).hash;
}

test(
  'a program stays when its model is edited, shared, embedded and reloaded',
  options,
  async () => {
    const { page, problems } = await openDriven('quadruped');
    await page.evaluate(() => {
      const { studio } = window.limber;
      const program = { example: 'quadruped', on: true, values: { speed: 0.2 } };
      studio.runModel({ ...studio.source, program }, false);
    });
    await page.waitForFunction(() => window.limber.studio.experiment()?.values.speed === 0.2);
    assert.equal(await edit(page), true);
    assert.equal(await page.evaluate(() => window.limber.studio.experiment()?.values.speed), 0.2);
    assert.equal(await page.getByText('Program runs').isVisible(), true, 'its controls are there');
    assert.equal(await drives(page), true, 'it drives the edited model');

    const hash = await linkOf(page);
    const second = await openStudio(browser, hash, size);
    await second.page.waitForFunction(() => window.limber.studio.experiment());
    await second.page.evaluate(() => window.limber.setRunning(false));
    assert.match(await second.page.evaluate(() => window.limber.studio.source.xml), /edited/);
    assert.equal(
      await second.page.evaluate(() => window.limber.studio.experiment()?.values.speed),
      0.2,
    );
    assert.equal(await drives(second.page), true, 'it drives the model of the link');

    const third = await browser.open(`embed.html${hash}`, size);
    await third.page.waitForFunction(
      () => document.querySelector('limber-viewer').simulation,
      null,
      { timeout: 60_000 },
    );
    await third.page.evaluate(() => {
      const viewer = document.querySelector('limber-viewer');
      viewer.paused = true;
      viewer.simulation.data.ctrl.fill(0);
      for (let i = 0; i < 20; i++) viewer.step();
    });
    assert.ok(
      await third.page.evaluate(() =>
        document.querySelector('limber-viewer').simulation.data.ctrl.some((value) => value !== 0),
      ),
      'it drives the embedded model',
    );

    await page.reload();
    await page.waitForFunction(() => window.limber?.studio.experiment(), null, { timeout: 60_000 });
    await page.evaluate(() => window.limber.setRunning(false));
    assert.match(await page.evaluate(() => window.limber.studio.source.xml), /edited/);
    assert.equal(await page.evaluate(() => window.limber.studio.experiment()?.values.speed), 0.2);
    assert.equal(await drives(page), true, 'it drives the model after a reload');
    for (const one of [{ page, problems }, second, third]) {
      assert.deepEqual(one.problems, []);
      await one.page.close();
    }
  },
);

/** The state and the controls at each of the first steps, of whatever steps the simulation of a page. */
const RECORD = `{
  const seen = (globalThis.recorded = []);
  const wait = () => {
    const viewer = document.querySelector('limber-viewer');
    const owner = viewer ?? globalThis.limber?.studio;
    if (!owner?.pace) return void setTimeout(wait, 0);
    const advance = owner.pace.advance.bind(owner.pace);
    owner.pace.advance = (simulation) => {
      // steps of one frame, whatever the clock says
      for (let i = 0; i < 10 && seen.length < 40; i++) {
        seen.push([simulation.data.time, ...simulation.data.qpos]);
        owner.prepareStep();
        simulation.step(1);
      }
      return advance(simulation, 0);
    };
  };
  wait();
}`;

/** @param {string} path */
async function firstSteps(path) {
  const { page, problems } = await browser.open('gallery.html', size);
  await page.addInitScript({ content: RECORD });
  // a program that comes late
  await page.route('**/examples/*.js*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto(new URL(path, page.url()).href);
  const recorded = await page.waitForFunction(
    () => window.recorded && window.recorded.length >= 40 && window.recorded,
    null,
    { timeout: 60_000 },
  );
  const value = /** @type {number[][]} */ (await recorded.jsonValue());
  return { value, page, problems };
}

test(
  'studio and embedded page start alike, from the first keyframe, with the program',
  options,
  async () => {
    const name = 'quadruped';
    const studio = await firstSteps(`./#${name}`);
    const embed = await firstSteps(`embed.html#${name}`);
    const { expected, driven } = await studio.page.evaluate(() => {
      const { studio: own } = window.limber;
      own.setRunning(false);
      own.reset(0);
      const start = Array.from(own.simulation.data.qpos);
      own.step(39);
      return { expected: start, driven: Array.from(own.simulation.data.qpos) };
    });
    assert.deepEqual(studio.value[0], [0, ...expected], 'the studio starts from the keyframe');
    assert.deepEqual(embed.value[0], [0, ...expected], 'and so does the embedded page');
    assert.deepEqual(studio.value[39].slice(1), driven, 'no step without the program');
    assert.deepEqual(embed.value, studio.value);
    // and so does a restart
    await embed.page.evaluate(() => {
      const viewer = document.querySelector('limber-viewer');
      viewer.paused = true;
      viewer.reset();
      for (let i = 0; i < 39; i++) viewer.step();
    });
    assert.deepEqual(
      await embed.page.evaluate(() =>
        Array.from(document.querySelector('limber-viewer').simulation.data.qpos),
      ),
      driven,
    );
    for (const { page, problems } of [studio, embed]) {
      assert.deepEqual(problems, []);
      await page.close();
    }
  },
);
