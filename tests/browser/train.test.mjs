// The page that trains: it learns in workers while robots move, pauses, saves, and a link shows the policy again.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { recipeOf } from 'limber/env/train';
import { skip, startBrowser } from './browser.mjs';

/**
 * What the page shows to tests.
 * @typedef {{ robots: { frames: number }, points: [number[], (number | null)[]], present: { policy: string } }} Shown
 */

/** 95 % of the return that this recipe comes to. */
const SOLVED = 8;

/** @type {import('./browser.mjs').TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

/** @param {import('playwright-core').Page} page */
const look = (page) =>
  page.evaluate(() => {
    const { robots, points, present } = /** @type {{ limberTrain: Shown }} */ (
      /** @type {unknown} */ (window)
    ).limberTrain;
    const [totals, returns] = points;
    const total = totals[totals.length - 1] ?? 0;
    const best = Math.max(...returns.map((value) => value ?? 0));
    return {
      frames: robots.frames,
      total,
      iterations: totals.length,
      policy: present.policy,
      best,
    };
  });

/**
 * Waits until the page shows what is wanted.
 * @param {import('playwright-core').Page} page
 * @param {(state: Awaited<ReturnType<typeof look>>) => boolean} condition
 */
async function until(page, condition) {
  for (let i = 0; i < 3000; i++) {
    if (condition(await look(page))) return;
    await page.waitForTimeout(200);
  }
  assert.fail('the page does not go on');
}

test(
  'a page learns while robots move, pauses, goes on, and shares its policy by a link',
  { skip },
  async () => {
    const { page, problems } = await browser.open('train.html', { width: 500, height: 400 });
    await page.selectOption('#task', 'cartpole');
    await page.fill('#seed', '3');
    await page.click('#train');
    const begun = await look(page);
    await until(page, ({ iterations }) => iterations > 3);
    assert.ok((await look(page)).frames > begun.frames, 'robots move while it learns');
    // a pause ends with the iteration that was begun
    await page.click('#pause');
    await page.waitForTimeout(4000);
    const paused = await look(page);
    await page.waitForTimeout(1500);
    const later = await look(page);
    assert.equal(later.total, paused.total);
    assert.ok(later.frames > paused.frames, 'the picture goes on');
    await page.click('#pause');
    await until(page, ({ total }) => total > paused.total);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#onnx')]);
    assert.equal(file.suggestedFilename(), 'cartpole.onnx');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    assert.equal(saved.suggestedFilename(), 'cartpole.training');
    const checkpoint = await readFile(await saved.path(), 'utf8');
    await page.click('#link');
    const address = page.url();
    assert.match(address, /#p=[\w-]{1000,}$/);
    // a tab in the background draws nothing and has slow timers: it learns all the same, here until the task is solved
    const hidden = await look(page);
    await page.evaluate(() => {
      const { setTimeout: wait } = window;
      window.requestAnimationFrame = () => 0;
      window.setTimeout = /** @type {typeof setTimeout} */ (
        (/** @type {() => void} */ action, delay = 0) => wait(action, Math.max(1000, delay))
      );
    });
    await until(page, ({ best }) => best > SOLVED);
    const solved = await look(page);
    assert.ok(solved.total > hidden.total && solved.frames <= hidden.frames + 2, 'unseen');
    assert.deepEqual(problems, []);
    await page.close();
    const other = await browser.open(address);
    await other.page.waitForFunction(
      () =>
        document.querySelector('#state')?.textContent?.includes('a policy for cartpole: seed 3'),
      null,
      { timeout: 60_000 },
    );
    const { policy } = await look(other.page);
    assert.equal(JSON.parse(policy).task, 'cartpole');
    // a training that was saved goes on in another page, where it stood
    const { total: before } = /** @type {{ total: number }} */ (JSON.parse(checkpoint));
    assert.ok(before > 0 && before <= solved.total);
    await other.page.setInputFiles('#open', {
      name: 'cartpole.training',
      mimeType: 'application/json',
      buffer: Buffer.from(checkpoint),
    });
    await until(other.page, ({ total }) => total > 0);
    const { total, iterations } = await look(other.page);
    const { count, options } = recipeOf('cartpole');
    assert.equal(total, before + iterations * count * Number(options.steps));
    assert.equal(await other.page.inputValue('#seed'), '3');
    assert.deepEqual(other.problems, []);
    await other.page.close();
  },
);
