// Panes at the left, at the right and at the bottom: by command, by menu, by dragging their heads; remembered, and brought back.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';
import { command, openSmall } from './studio.mjs';

const options = { skip, timeout: 180_000 };
const axeSource = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

/** Edges of elements of the page. @param {Page} page @param {...string} selectors */
const edges = (page, ...selectors) =>
  page.evaluate(
    (all) =>
      all.map((one) => {
        const { left, right, top, bottom } = /** @type {Element} */ (
          document.querySelector(one)
        ).getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    selectors,
  );

/** Waits until a pane is at a place, null for where it is at first. @param {Page} page @param {string} pane @param {string | null} place */
const isAt = (page, pane, place) =>
  page.waitForFunction(
    ({ pane, place }) => (document.getElementById(pane)?.dataset.dock ?? null) === place,
    { pane, place },
  );

const kept = (/** @type {Page} */ page) => page.evaluate(() => localStorage.getItem('docks'));

test('panes go to another edge by command, are remembered, and come back', options, async () => {
  const { page, problems } = await openSmall(browser, { width: 1200, height: 640 });
  const [start] = await edges(page, '#panel');
  await command(page, 'dock-panel-left');
  await isAt(page, 'panel', 'left');
  let [panel, canvas] = await edges(page, '#panel', '#canvas');
  assert.ok(panel.left < 1 && panel.right <= canvas.left + 1 && canvas.right > 1190);
  await command(page, 'editor');
  await page.waitForSelector('.cm-content');
  await page.locator('.cm-content').evaluate((one) => (one.dataset.same = 'yes'));
  await command(page, 'dock-editor-right');
  await isAt(page, 'editor', 'right');
  // what is in them goes along
  assert.equal(await page.locator('.cm-content').getAttribute('data-same'), 'yes');
  assert.match(await page.locator('.cm-content').innerText(), /mujoco model="small"/);
  // a splitter is where the pane is
  const bar = page.getByRole('separator', { name: 'Size of editor' });
  await bar.focus();
  const width = () => page.evaluate(() => document.querySelector('#editor').offsetWidth);
  const wide = await width();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await width(), wide + 24);
  await page.reload();
  await page.waitForFunction(() => window.limber?.simulation);
  await isAt(page, 'panel', 'left');
  [panel, canvas] = await edges(page, '#panel', '#canvas');
  assert.ok(panel.right <= canvas.left + 1);
  await command(page, 'dock-reset');
  await isAt(page, 'panel', null);
  assert.deepEqual((await edges(page, '#panel'))[0].left, start.left);
  assert.equal(await kept(page), null);
  assert.deepEqual(problems, []);
  await page.close();
});

test('the menu of a pane is worked with keys', options, async () => {
  const { page, problems } = await openSmall(browser, { width: 1000, height: 640 });
  const grip = page.getByRole('button', { name: 'Place of controls' });
  await grip.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Place of controls' });
  await menu.waitFor();
  const chosen = page.getByRole('menuitemradio', { checked: true });
  assert.equal(await chosen.innerText(), 'Controls on the right');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await isAt(page, 'panel', 'bottom');
  assert.equal(await menu.isVisible(), false);
  // the focus is where it was
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    'Place of controls',
  );
  const [panel, transport] = await edges(page, '#panel', '.transport');
  assert.ok(panel.top >= transport.bottom - 1 && panel.bottom < 641, JSON.stringify(panel));
  const bar = page.getByRole('separator', { name: 'Size of controls' });
  assert.equal(await bar.getAttribute('aria-orientation'), 'horizontal');
  await bar.focus();
  await page.keyboard.press('ArrowUp');
  const [higher] = await edges(page, '#panel');
  assert.equal(Math.round(panel.top - higher.top), 24);
  // Escape closes the menu and changes nothing
  await grip.focus();
  await page.keyboard.press('Enter');
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await isAt(page, 'panel', 'bottom');
  assert.deepEqual(problems, []);
  await page.close();
});

test('a pane is dragged by its head', options, async () => {
  const { page, problems } = await openSmall(browser, { width: 1200, height: 640 });
  /** @param {string} head @param {number[]} to @param {() => Promise<unknown>} [meanwhile] */
  const drag = async (head, [x, y], meanwhile) => {
    const box = await page.locator(head).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 20, box.y + 20, { steps: 3 });
    await page.waitForFunction(() => document.documentElement.dataset.docking === '');
    await page.mouse.move(x, y, { steps: 3 });
    await meanwhile?.();
    await page.mouse.up();
  };
  const shade = page.locator('.dock-shade');
  await drag('#tab-physics', [20, 300], async () =>
    assert.equal(await shade.getAttribute('data-place'), 'left'),
  );
  await isAt(page, 'panel', 'left');
  assert.equal(await shade.isVisible(), false);
  // what was pressed to drag is not pressed
  assert.equal(await page.locator('#tab-run').getAttribute('aria-selected'), 'true');
  await page.click('#tab-physics');
  assert.equal(await page.locator('#tab-physics').getAttribute('aria-selected'), 'true');
  // in the middle it stays, and so it does after Escape
  await drag('#panel .grip', [620, 260]);
  await drag('#panel .grip', [1180, 300], () => page.keyboard.press('Escape'));
  await isAt(page, 'panel', 'left');
  await command(page, 'plots');
  await page.waitForSelector('.plots-bar');
  await drag('#plots .grip', [1180, 200]);
  await isAt(page, 'plots', 'right');
  await page.waitForFunction(() => {
    const chart = document.querySelector('#plots canvas');
    return chart && chart.clientWidth > 150 && chart.clientWidth < 330;
  });
  const [plots, canvas] = await edges(page, '#plots', '#canvas');
  assert.ok(plots.left >= canvas.right - 1);
  assert.deepEqual(JSON.parse(String(await kept(page))), { panel: 'left', plots: 'right' });
  assert.deepEqual(problems, []);
  await page.close();
});

for (const colorScheme of /** @type {const} */ (['dark', 'light']))
  test(`panes elsewhere have no fault in the ${colorScheme} theme`, options, async () => {
    const { page, problems } = await openSmall(browser, { width: 1200, height: 700, colorScheme });
    await page.evaluate(axeSource);
    const faults = async () => {
      const { violations } = await page.evaluate(() => window.axe.run(document));
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
    };
    await command(page, 'editor');
    await page.waitForSelector('.cm-content');
    await command(page, 'plots');
    await page.waitForSelector('.plots-bar');
    await command(page, 'dock-plots-left');
    await command(page, 'dock-editor-right');
    await command(page, 'dock-panel-bottom');
    await isAt(page, 'panel', 'bottom');
    await page.waitForFunction(() => document.querySelector('#hint')?.hidden);
    assert.deepEqual(await faults(), []);
    await page.getByRole('button', { name: 'Place of plots' }).click();
    await page.getByRole('menu', { name: 'Place of plots' }).waitFor();
    assert.deepEqual(await faults(), [], 'menu');
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/docks_${colorScheme}.png` });
    assert.deepEqual(problems, []);
    await page.close();
  });

test('on a phone the panes come from below, wherever they were put', options, async () => {
  const { page, problems } = await openSmall(browser, { width: 1000, height: 640 });
  await command(page, 'dock-panel-left');
  await isAt(page, 'panel', 'left');
  await page.setViewportSize({ width: 390, height: 720 });
  await isAt(page, 'panel', null);
  if (await page.locator('#panel').isHidden()) await command(page, 'panel');
  const [panel, canvas] = await edges(page, '#panel', '#canvas');
  assert.ok(panel.top >= canvas.bottom - 1 && panel.left < 1 && panel.right > 389);
  assert.equal(await page.locator('#panel .grip').isVisible(), false);
  await page.setViewportSize({ width: 1000, height: 640 });
  await isAt(page, 'panel', 'left');
  assert.deepEqual(problems, []);
  await page.close();
});
