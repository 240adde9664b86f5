// Control in pages: a planner drives a model in the studio while the page stays free, what is turned goes along with a link, places and
// frames are dragged; the same handle in a viewer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';
import { command, openStudio } from './studio.mjs';
import { found } from '../helpers.mjs';

const options = { skip, timeout: 240_000 };
const size = { width: 860, height: 420, scale: 0.3 };
/** Milliseconds of the processor that a task of the page may take. */
const LONGEST_TASK = 20;

/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

/** Waits for so many plans. @param {Page} page @param {number} count */
const plans = (page, count) =>
  page.waitForFunction(
    (/** @type {number} */ least) => (window.limber.control.session?.pilot?.plans ?? 0) >= least,
    count,
    { timeout: 120_000 },
  );

/** Where a point of the world is on the page. @param {Page} page @param {number[]} place */
const onPage = (page, place) =>
  page.evaluate((/** @type {number[]} */ [x, y, z]) => {
    const { stage } = window.limber;
    stage.draw();
    const { left, top, width, height } = stage.canvas.getBoundingClientRect();
    const point = stage.camera.position.clone().set(x, y, z).project(stage.camera);
    return [left + ((point.x + 1) / 2) * width, top + ((1 - point.y) / 2) * height];
  }, place);

/** Drags a handle from where it is. @param {Page} page @param {number[]} place @param {[number, number]} by pixels */
async function drag(page, place, [dx, dy]) {
  const [x, y] = await onPage(page, place);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
}

test(
  'a planner drives a model, is turned in the panel, and goes along with a link',
  options,
  async () => {
    const { page, problems } = await openStudio(browser, '#control=cart-pole', size);
    await page.click('#tab-control');
    await plans(page, 3);
    await page.waitForFunction(() => window.limber.simulation.time > 0.05);
    await page.evaluate(() => window.limber.setRunning(false));
    const first = await page.evaluate(() => {
      const { session } = window.limber.control;
      const { pilot, ghosts, pane } = found(session);
      const { planner } = found(pilot);
      /** @template T @param {T | null | undefined} value @returns {T} */
      function found(value) {
        if (value === null || value === undefined) throw new Error('not there');
        return value;
      }
      return {
        terms: found(planner).terms,
        lines: found(ghosts).lines.geometry.drawRange.count,
        moved: window.limber.simulation.data.ctrl.some((value) => value !== 0),
        told: found(pane).told?.textContent,
      };
    });
    assert.deepEqual(first.terms, ['upright', 'centre', 'speed', 'effort']);
    assert.ok(first.lines > 50, 'the ways of plans are lines in the picture');
    assert.ok(first.moved, 'the plan acts');
    // a slider of a weight
    const weight = page
      .locator('.page:not([hidden]) .lil-controller')
      .filter({ hasText: /^centre$/ })
      .locator('input');
    const before = await page.evaluate(() => window.limber.control.session?.pilot?.plans ?? 0);
    await weight.fill('7.5');
    await weight.press('Enter');
    await plans(page, before + 1); // it plans in pause too
    const weights = () =>
      page.evaluate(() => [...(window.limber.control.session?.pilot?.planner?.weights ?? [])]);
    assert.deepEqual(await weights(), [10, 7.5, 0.2, 0.1]);
    assert.match(
      found(await page.textContent('.costs + .note')),
      /A plan takes [\d.]+ ms: \d+ samples/,
    );
    assert.ok(await page.$('.costs canvas'), 'costs are curves');
    await command(page, 'share');
    const link = await page.inputValue('dialog.share:not(.open) input[type=text]');
    assert.deepEqual(problems, []);
    await page.close();

    const shared = await openStudio(browser, new URL(link).hash, size);
    await plans(shared.page, 1);
    const there = await shared.page.evaluate(() =>
      window.limber.control.session?.control?.task.terms.map((term) => term.weight),
    );
    assert.deepEqual(there, [10, 7.5, 0.2, 0.1]);
    assert.deepEqual(shared.problems, []);
    await shared.page.close();
  },
);

test('the page stays free while it plans, and the goal is dragged', options, async () => {
  const { page, problems } = await openStudio(browser, '#control=arm', size);
  await plans(page, 3);
  // the panel is not looked at, and the compiler is warm
  const client = await page.context().newCDPSession(page);
  /** @type {{ name: string, tdur?: number, tid: number, args?: { name?: string } }[]} */
  const events = [];
  client.on('Tracing.dataCollected', ({ value }) =>
    events.push(.../** @type {typeof events} */ (/** @type {unknown} */ (value))),
  );
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata', 'disabled-by-default-toplevel'] },
  });
  const start = await page.evaluate(() => window.limber.control.session?.pilot?.plans ?? 0);
  await plans(page, start + 10);
  const done = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
  await client.send('Tracing.end');
  await done;
  const main = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const tasks = events.filter(
    ({ name, tid, tdur }) =>
      /RunTask/.test(name) && tdur !== undefined && main.some((thread) => thread.tid === tid),
  );
  const longest = tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
  assert.ok(tasks.length > 100, `${tasks.length} tasks were seen`);
  assert.ok(longest < LONGEST_TASK, `the longest task took ${longest} ms of the processor`);

  await page.evaluate(() => window.limber.setRunning(false));
  const goal = () =>
    page.evaluate(
      () => /** @type {number[]} */ (window.limber.control.session?.control?.task.parameters.goal),
    );
  const from = await goal();
  await drag(page, from, [40, -30]);
  const to = await goal();
  assert.ok(Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]) > 0.05, `${from} ${to}`);
  const told = await page.evaluate(() =>
    Array.from(
      /** @type {Float64Array} */ (window.limber.control.session?.pilot?.planner?.parameters.goal),
    ),
  );
  assert.deepEqual(told, to);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a frame is dragged: joints follow in pause, actuators while it runs', options, async () => {
  const { page, problems } = await openStudio(browser, '#robot_arm', size);
  await page.evaluate(() => {
    const { studio } = window.limber;
    studio.setRunning(false);
    studio.reset();
    const { mjOBJ_SITE } = studio.mujoco.mjtObj;
    studio.select({ type: mjOBJ_SITE.value, id: studio.simulation.site('tool').id });
  });
  await command(page, 'reach');
  await page.waitForFunction(() => window.limber.reaching.handle);
  const tool = () => page.evaluate(() => Array.from(window.limber.simulation.site('tool').xpos));
  const target = () =>
    page.evaluate(() => Array.from(window.limber.reaching.handle?.reach.position ?? []));
  const gap = async () => {
    const [a, b] = [await tool(), await target()];
    return Math.hypot(...a.map((x, k) => x - b[k]));
  };
  const start = await tool();
  await drag(page, start, [30, -25]);
  const moved = await target();
  assert.ok(Math.hypot(...moved.map((x, k) => x - start[k])) > 0.05, `${start} ${moved}`);
  await page.waitForFunction(() => (window.limber.reaching.handle?.reach.distance ?? 1) < 2e-3);
  assert.ok((await gap()) < 3e-3, 'the joints are where the handle is');
  assert.equal(await page.evaluate(() => window.limber.simulation.time), 0);
  // the same by its motors
  const [x, y, z] = moved;
  await page.evaluate(
    (/** @type {number[]} */ place) => {
      const { studio, reaching } = window.limber;
      reaching.handle?.moveTo(place);
      studio.step(400);
    },
    [x, y, z - 0.08],
  );
  assert.ok((await gap()) < 0.02, `${await gap()} m are left`);
  await command(page, 'reach');
  assert.equal(await page.evaluate(() => window.limber.reaching.handle), null);
  assert.deepEqual(problems, []);
  await page.close();
});
