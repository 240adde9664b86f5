// Pages that have nothing to show: a model that does not come, a page instead of a model, and what can be done then.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';
import { found } from '../helpers.mjs';

const options = { skip, timeout: 90_000 };
/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

test('an address without a model: the studio says so and stays usable', options, async () => {
  // the server answers unknown addresses with a page
  const { page } = await browser.open('?src=nothing/here.xml', { width: 900, height: 600 });
  await page.locator('#message:not([hidden])').waitFor();
  assert.match(String(await page.textContent('#message')), /here\.xml.*is a web page, not a model/);
  assert.match(String(await page.textContent('#loading')), /^No model runs\./);
  assert.equal(await page.inputValue('#gallery'), '', 'no example is named');
  assert.equal(await page.isVisible('.origin'), false);
  for (const id of ['play', 'step', 'back', 'reset'])
    assert.equal(await page.isDisabled(`#${id}`), true, id);
  assert.equal(await page.isVisible('#keyframe'), false);
  await page.selectOption('#gallery', 'cradle');
  await page.waitForFunction(() => document.documentElement.dataset.model === 'cradle.xml');
  assert.equal(await page.isVisible('#message'), false);
  assert.equal(await page.isVisible('#loading'), false);
  assert.equal(await page.isDisabled('#play'), false);
  await page.close();
});

test('an embedded viewer shows its error beside its buttons, not below them', options, async () => {
  for (const width of [480, 360]) {
    const { page } = await browser.open('embed.html?src=nothing.xml', { width, height: 300 });
    const error = page.locator('limber-viewer .error');
    await error.waitFor();
    const box = found(await error.boundingBox());
    for (const selector of ['.origin', '.studio']) {
      const other = found(await page.locator(selector).boundingBox());
      assert.ok(box.y >= other.y + other.height, `${selector} at ${width} pixels`);
    }
    await page.close();
  }
});

test('the camera goes with examples that leave their place', options, async () => {
  const { page } = await browser.open('#quadruped', { width: 480, height: 360 });
  await page.waitForFunction(() => document.documentElement.dataset.model === 'quadruped.xml');
  const tracked = () => page.evaluate(() => window.limber.stage.camera.tracked);
  await page.waitForFunction(() => window.limber.stage.camera.tracked === 1);
  await page.selectOption('#gallery', 'cradle');
  await page.waitForFunction(() => document.documentElement.dataset.model === 'cradle.xml');
  assert.equal(await tracked(), -1);
  await page.selectOption('#gallery', 'rover');
  await page.waitForFunction(() => document.documentElement.dataset.model === 'rover.xml');
  assert.equal(await tracked(), 1);
  await page.close();
});
