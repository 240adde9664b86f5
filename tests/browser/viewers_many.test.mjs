// Twenty viewers on a page: none loses its picture without a word; what is seen moves, the others show what they showed last.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';

const options = { skip, timeout: 180_000 };
const COUNT = 20;
/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

const MODEL = `<mujoco><worldbody><light pos="0 0 3"/><geom type="plane" size="1 1 .1" rgba=".2 .6 .3 1"/>
  <body name="ball" pos="0 0 1"><freejoint/><geom size=".2" rgba="1 .4 .1 1"/></body></worldbody></mujoco>`;

/** @param {string} attributes @param {string} style */
async function openMany(attributes, style) {
  const opened = await browser.open('gallery.html', { width: 500, height: 500 });
  const { page } = opened;
  await page.route('**/many.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><title>Many</title><link rel="icon" href="data:,">
        <style>limber-viewer { ${style} }</style>
        ${`<limber-viewer src="model.xml" ${attributes}></limber-viewer>\n`.repeat(COUNT)}
        <script type="module" src="/viewer.js"></script>`,
    }),
  );
  let fetched = 0;
  await page.route('**/model.xml', (route) => {
    fetched++;
    return route.fulfill({ body: MODEL, contentType: 'text/xml' });
  });
  await page.goto(new URL('many.html', page.url()).href);
  await page.waitForFunction(
    () => document.querySelector('limber-viewer').simulation?.time > 0.05,
    null,
    {
      timeout: 60_000,
    },
  );
  return { ...opened, fetches: () => fetched };
}

/** What the viewer with a number shows. @param {Page} page @param {number} index */
const look = (page, index) =>
  page.evaluate((i) => {
    const viewer = document.querySelectorAll('limber-viewer')[i];
    const root = /** @type {ShadowRoot} */ (viewer.shadowRoot);
    const held = root.querySelector('.held');
    const still = /** @type {HTMLCanvasElement} */ (root.querySelector('.still canvas'));
    return {
      time: viewer.simulation?.time ?? -1,
      draws: viewer.stage !== null && !viewer.renderer?.getContext().isContextLost(),
      note: held.hidden ? '' : held.textContent,
      still: !still.hidden && still.width > 0,
    };
  }, index);

/** @param {Page} page */
const drawing = (page) =>
  page.evaluate(
    () => [...document.querySelectorAll('limber-viewer')].filter(({ stage }) => stage).length,
  );

test('viewers below each other take turns as they are seen', options, async () => {
  const { page, problems, fetches } = await openMany(
    'loading="lazy"',
    'display: block; height: 400px',
  );
  assert.ok(fetches() < 8, `${fetches()} models were fetched for what is in sight`);
  for (let i = 0; i < COUNT; i++) {
    await page.evaluate(
      (index) => document.querySelectorAll('limber-viewer')[index].scrollIntoView(),
      i,
    );
    await page.waitForFunction(
      (index) => {
        const viewer = document.querySelectorAll('limber-viewer')[index];
        return viewer.stage && (viewer.simulation?.time ?? 0) > 0.02;
      },
      i,
      { timeout: 60_000 },
    );
    assert.ok((await drawing(page)) <= 8);
  }
  const left = await look(page, 0);
  assert.deepEqual([left.draws, left.still], [false, true], 'the first keeps its picture');
  // and goes on where it was, as it was
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(
    (time) => document.querySelector('limber-viewer').simulation.time > time,
    left.time,
    { timeout: 60_000 },
  );
  const back = await look(page, 0);
  assert.deepEqual([back.draws, back.note, back.still], [true, '', false]);
  assert.deepEqual(problems, []);
  await page.close();
});

test('of viewers that are all in sight some move, the others do on a click', options, async () => {
  const { page, problems } = await openMany('', 'float: left; width: 90px; height: 120px');
  await page.waitForFunction(
    () => [...document.querySelectorAll('limber-viewer')].every(({ simulation }) => simulation),
    null,
    { timeout: 60_000 },
  );
  assert.equal(await drawing(page), 8);
  const last = await look(page, COUNT - 1);
  assert.equal(last.draws, false);
  assert.match(String(last.note), /Other pictures of this page move/);
  const lost = await page.evaluate(
    () =>
      [...document.querySelectorAll('limber-viewer')].filter((one) =>
        one.renderer?.getContext().isContextLost(),
      ).length,
  );
  assert.equal(lost, 0, 'the browser took none away');
  await page
    .locator('limber-viewer')
    .nth(COUNT - 1)
    .getByRole('button', { name: 'Show it' })
    .click();
  await page.waitForFunction((i) => document.querySelectorAll('limber-viewer')[i].stage, COUNT - 1);
  assert.equal(await drawing(page), 8);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a picture that the browser takes away says so, and comes back', options, async () => {
  const { page } = await openMany('', 'display: block; height: 400px');
  await page.evaluate(() => {
    const viewer = document.querySelector('limber-viewer');
    viewer.camera?.rotate(0.3, 0);
    Object.assign(window, { turned: viewer.camera?.azimuth });
    viewer.renderer?.getContext().getExtension('WEBGL_lose_context')?.loseContext();
  });
  await page.waitForFunction(() => !document.querySelector('limber-viewer').stage);
  const gone = await look(page, 0);
  assert.match(String(gone.note), /took this picture away/);
  await page.locator('limber-viewer').first().getByRole('button', { name: 'Show it' }).click();
  await page.waitForFunction(
    (time) => document.querySelector('limber-viewer').simulation.time > time,
    gone.time,
    { timeout: 60_000 },
  );
  const back = await look(page, 0);
  assert.deepEqual([back.draws, back.note], [true, '']);
  const [now, then] = await page.evaluate(() => [
    document.querySelector('limber-viewer').camera?.azimuth,
    /** @type {{ turned?: number }} */ (/** @type {unknown} */ (window)).turned,
  ]);
  assert.equal(now, then, 'it is seen from where it was');
  await page.close();
});

test('a poster stands there before the model', options, async () => {
  const { page } = await openMany(
    'loading="lazy" poster="/icon.svg"',
    'display: block; height: 400px',
  );
  const posters = await page.evaluate(() =>
    [...document.querySelectorAll('limber-viewer')].map((viewer) => {
      const image = /** @type {ShadowRoot} */ (viewer.shadowRoot).querySelector('img');
      return image !== null && !image.hidden && image.src.endsWith('icon.svg');
    }),
  );
  assert.equal(posters[0], false, 'what moves hides it');
  assert.equal(posters[COUNT - 1], true);
  await page.close();
});
