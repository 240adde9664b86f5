// The texts of the studio: each with an undo history of its own, each error marked at its line, told beside the text.
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

/** Replaces a part of the text as typing does. @param {Page} page @param {string} from @param {string} to */
const type = (page, from, to) =>
  page.evaluate(
    ([a, b]) => {
      const { view } = document.querySelector('.cm-content').cmTile;
      const at = view.state.doc.toString().indexOf(a);
      view.dispatch({
        changes: { from: at, to: at + a.length, insert: b },
        selection: { anchor: at },
        scrollIntoView: true,
      });
    },
    [from, to],
  );

/** @param {Page} page */
const text = (page) =>
  page.evaluate(() => document.querySelector('.cm-content').cmTile.view.state.doc.toString());

/** Presses undo in the editor, and waits until what it brings back runs. @param {Page} page */
async function undo(page) {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  await page.waitForTimeout(700);
}

/** @param {string} path */
async function openEditor(path) {
  const opened = await openStudio(browser, path, { width: 1000, height: 500 });
  await opened.page.evaluate(() => window.limber.setRunning(false));
  await command(opened.page, 'editor');
  await opened.page.waitForSelector('.cm-content');
  return opened;
}

test('undo never leads out of a text', options, async () => {
  const { page, problems } = await openEditor('#cradle');
  const whole = await text(page);
  assert.match(whole, /limber cradle/);
  await undo(page);
  assert.equal(await text(page), whole, 'undo right after opening changes nothing');
  await type(page, 'extent="0.8"', 'extent="0.7"');
  await page.waitForFunction(() => window.limber.simulation.model.stat.extent === 0.7);
  await undo(page);
  assert.equal(await text(page), whole, 'an edit is taken back');
  await page.waitForFunction(() => window.limber.simulation.model.stat.extent === 0.8);
  await type(page, 'extent="0.8"', 'extent="0.9"');
  await page.selectOption('#gallery', 'gyroscope');
  await page.waitForFunction(() => document.documentElement.dataset.model === 'gyroscope.xml');
  const other = await text(page);
  assert.match(other, /gyroscope/);
  await undo(page);
  await undo(page);
  assert.equal(await text(page), other, 'undo does not come to the model before');
  const source = await page.evaluate(() => window.limber.studio.source);
  assert.deepEqual([source.name, source.xml], ['gyroscope.xml', other]);
  assert.deepEqual(problems, []);
  await page.close();
});

for (const [kind, open] of /** @type {[string, (page: Page) => Promise<unknown>][]} */ ([
  ['an example', async () => {}],
  ['a new model', (page) => command(page, 'new')],
  [
    'a model of a link',
    (page) =>
      page.evaluate(async () => {
        const { writeLink } = await import('/src/share/link.js');
        const { xml } = window.limber.studio.source;
        const model = { name: 'robots/shared.xml', xml, files: new Map() };
        location.hash = writeLink({ model, snapshot: { paused: true } });
        while (window.limber.studio.source.name !== model.name)
          await new Promise((resolve) => setTimeout(resolve, 20));
      }),
  ],
]))
  test(`a mistake in ${kind} is marked at its line, beside the text`, options, async () => {
    const { page, problems } = await openEditor('#cradle');
    await open(page);
    await page.evaluate(() => window.limber.setRunning(false));
    await type(page, '</worldbody>', '<geo/></worldbody>');
    await page.waitForSelector('.status.bad');
    const line = (await text(page)).split('\n').findIndex((one) => one.includes('<geo/>')) + 1;
    const told = String(await page.textContent('#editor .status'));
    assert.match(told, new RegExp(`^Line ${line}: .*geo`));
    assert.match(
      String(await page.locator('.cm-lintRange-error').first().textContent()),
      /^\s*<geo/,
    );
    assert.equal(await page.isVisible('.cm-lint-marker-error'), true);
    assert.equal(await page.isVisible('#message'), false, 'the picture stays free');
    await type(page, '<geo/>', '');
    await page.waitForSelector('.status:not(.bad)');
    assert.equal(await page.locator('.cm-lintRange-error').count(), 0);
    assert.deepEqual(problems, []);
    await page.close();
  });

test('lines that scroll sideways go below the numbers', options, async () => {
  const { page } = await openEditor('#cradle');
  const [gutter, paper] = await page.evaluate(() => {
    const color = (/** @type {string} */ selector) =>
      getComputedStyle(/** @type {Element} */ (document.querySelector(selector))).backgroundColor;
    return [color('.cm-gutters'), color('#editor')];
  });
  assert.equal(gutter, paper);
  await page.close();
});
