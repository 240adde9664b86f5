// Programs that drive models: they stay through edits, links, embedded pages and reloads, and are there before the first step.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';
import { command, openStudio } from './studio.mjs';
import { found } from '../helpers.mjs';

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

test('a robot is steered with keys; typing steers nothing', options, async () => {
  const { page, problems } = await openStudio(browser, '#quadruped', size);
  await page.waitForFunction(() => window.limber.studio.experiment());
  /** The program's own values. */
  const values = async () =>
    found(await page.evaluate(() => window.limber.studio.experiment()?.values));
  /** Steps with a key held. @param {string} code @param {number} steps */
  const hold = async (code, steps) => {
    await page.evaluate(([code, steps]) => {
      const { studio } = window.limber;
      const send = (/** @type {string} */ type) =>
        document
          .querySelector('#canvas')
          .dispatchEvent(new KeyboardEvent(type, { code, key: 'x', bubbles: true }));
      send('keydown');
      studio.step(steps);
      send('keyup');
    }, /** @type {const} */ ([code, steps]));
  };
  await page.evaluate(() => window.limber.setRunning(false));
  assert.equal((await values()).speed, 0.35);
  await hold('KeyS', 400);
  assert.ok(Math.abs((await values()).speed + 0.4) < 1e-9, 'backward, at its most');
  await hold('KeyA', 400);
  assert.deepEqual(
    [(await values()).speed, (await values()).turn].map((value) => Math.round(value * 100) / 100),
    [0, 1],
    'the key that was let go comes back to the middle',
  );
  await hold('KeyK', 10);
  assert.match(found(await page.textContent('.steering')), /W.*S.*forward.*A.*D.*turn/);
  await command(page, 'editor');
  await page.waitForSelector('.cm-content');
  await page.click('.cm-content');
  await page.keyboard.press('w');
  const typed = await page.evaluate(() => document.querySelector('.cm-content')?.textContent);
  assert.match(String(typed), /w/);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a finger steers with a stick, in an embedded page too', options, async () => {
  for (const address of ['#quadruped', 'embed.html#quadruped']) {
    const opened = await browser.open(address, { width: 390, height: 700, hasTouch: true });
    const { page, problems } = opened;
    const stick = await page.waitForSelector('.steering .stick');
    const box = await stick.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 5);
    const knob = () => page.$eval('.steering .knob', (element) => element.style.transform);
    const [x, y] = Array.from((await knob()).matchAll(/-?[\d.]+(?=px)/g), Number);
    assert.ok(Math.abs(x) < 2 && Math.abs(y + 44) < 0.1, `at the end of its way: ${x}, ${y}`);
    await page.mouse.up();
    assert.match(await knob(), /translate\(0px, 0px\)/);
    assert.deepEqual(problems, []);
    await page.close();
  }
});
