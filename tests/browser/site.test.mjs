// The site as a static host serves it, from a path of its own: every page, every link, and what the first model costs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { buildWeb } from '../../scripts/web.mjs';
import { coldStart } from '../../scripts/cold_start.mjs';
import { executablePath, flags, harmless, skip } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { deviceFile, knowHeadsets, lookThrough, putOn } from './headset.mjs';
import { figures, sample } from '../../web/welcome_plugin.js';
import { found, portOf } from '../helpers.mjs';

const options = { skip, timeout: 120_000 };
const BASE = '/some/deep/path/';
const axeSource = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** @type {string} */
let folder;
/** @type {http.Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let origin;
let sent = 0;

before(async () => {
  if (skip) return;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-site-'));
  await buildWeb(folder);
  server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const name = decodeURIComponent(pathname);
    let file = name.startsWith(BASE) ? path.join(folder, name.slice(BASE.length)) : '';
    if (name.endsWith('/')) file = path.join(file, 'index.html');
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    const body = gzipSync(fs.readFileSync(file));
    sent += body.length;
    response.writeHead(200, {
      'content-type': contentType(file),
      'content-encoding': 'gzip',
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  origin = `http://127.0.0.1:${portOf(server)}`;
  browser = await chromium.launch({ executablePath, args: flags });
});
after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  if (folder) fs.rmSync(folder, { recursive: true });
});

/** @param {string} name @param {import('playwright-core').BrowserContextOptions} [settings] */
async function open(name, settings = {}) {
  const page = await browser.newPage({ viewport: { width: 800, height: 500 }, ...settings });
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !harmless.test(message.text()))
      problems.push(message.text());
  });
  await page.goto(`${origin}${BASE}${name}`);
  return { page, problems };
}

test('the first model costs less than a megabyte', options, async () => {
  sent = 0;
  const { page, problems } = await open('');
  await page.waitForFunction(() => window.limber?.simulation?.data.time > 0.05, null, {
    timeout: 60_000,
  });
  // with the parts around the picture, without what is kept for later visits
  assert.ok(sent > 300_000 && sent < 1e6, `${sent} bytes, compressed`);
  // the picture that stood there gives way to the first frame
  assert.equal(await page.locator('#poster').count(), 0);
  assert.equal(await page.evaluate(() => window.limber.studio.source.task), 'quadruped');
  assert.deepEqual(problems, []);
  await page.close();
});

test(
  'on a slow network the picture comes first, the robot walks, then comes the rest',
  options,
  async (t) => {
    const { picture, moves, bytes, files, asked } = await coldStart(browser, origin + BASE);
    t.diagnostic(`picture ${picture.toFixed(0)} ms, moves ${moves.toFixed(0)} ms, ${bytes} bytes`);
    assert.ok(
      picture > 0 && picture < moves / 2,
      `picture after ${picture} ms, motion after ${moves}`,
    );
    assert.ok(bytes < 800_000, `${bytes} bytes until it moves`);
    const names = files.map((line) => line.split(' ')[0]);
    assert.ok(names.some((name) => /^quadruped-.*json$/.test(name)));
    const late = names.filter((name) =>
      /^(parts|editor|plots|prepare|runs|gallery|train)-/.test(name),
    );
    assert.deepEqual(late, [], 'they come after it moves');
    // engine and picture are asked for before the programs, which would keep them waiting
    const place = (/** @type {RegExp} */ pattern) => asked.findIndex((name) => pattern.test(name));
    const [picturePlace, enginePlace, programPlace] = [
      /^poster\.webp/,
      /\.wasm/,
      /^studio-.*js/,
    ].map(place);
    assert.ok(picturePlace >= 0 && enginePlace >= 0, asked.join(' '));
    assert.ok(picturePlace < programPlace && enginePlace < programPlace, asked.join(' '));
    const at = (/** @type {RegExp} */ pattern, /** @type {number} */ column) =>
      Number(files.find((line) => pattern.test(line))?.split(' ')[column]);
    assert.ok(at(/^poster\.webp/, 2) < at(/^first-/, 3));
  },
);

test('a headset’s part of the page is fetched when one is put on', options, async () => {
  const { page } = await open('gallery.html', {
    viewport: { width: 400, height: 320 },
    serviceWorkers: 'block',
  });
  await knowHeadsets(page);
  await page.route('**/xr_device.js', (route) => route.fulfill({ path: deviceFile }));
  /** @type {string[]} */
  const asked = [];
  let isThere = false;
  await page.route('**/*three-headset*', (route) => {
    asked.push(route.request().url());
    return isThere ? route.continue() : route.abort();
  });
  await page.goto(`${origin}${BASE}`);
  await page.waitForFunction(() => window.limber?.simulation?.data.time > 0, null, {
    timeout: 60_000,
  });
  await putOn(page, `${BASE}xr_device.js`);
  await page.waitForSelector('#headset:not([hidden])');
  assert.deepEqual(asked, []);
  await page.click('#headset');
  await page.waitForFunction(() =>
    /What draws in a headset could not be fetched/.test(
      document.getElementById('message')?.textContent ?? '',
    ),
  );
  isThere = true;
  await putOn(page, `${BASE}xr_device.js`);
  await page.click('#headset');
  await page.waitForFunction(() => window.limber.stage.headset);
  const seen = await lookThrough(page, 30);
  assert.ok(seen.passed > 0.1, `${seen.passed} s`);
  assert.deepEqual([seen.lit, seen.ended], [true, true]);
  // frames are the page's again
  await page.waitForFunction(
    (time) => window.limber.simulation.data.time > time,
    await page.evaluate(() => window.limber.simulation.data.time),
  );
  await page.close();
});

test('the embedded page works from any path', options, async () => {
  const { page, problems } = await open('embed.html#slider_crank');
  await page.waitForFunction(() => document.querySelector('limber-viewer').simulation?.time > 0, {
    timeout: 60_000,
  });
  assert.deepEqual(problems, []);
  await page.close();
});

test(
  'a link to a model shows its picture elsewhere, and opens it with what it carries',
  options,
  async () => {
    const { page, problems } = await open('models/slider_crank.html');
    const shows = (/** @type {string} */ hash) =>
      page.waitForFunction(
        (start) =>
          location.hash.startsWith(start) &&
          window.limber?.studio.source.example === 'slider_crank' &&
          Number(window.limber.simulation?.data.time) > 0,
        hash,
        { timeout: 60_000 },
      );
    await shows('#slider_crank');
    await page.evaluate(() => window.limber.studio.setSpeed(0.5));
    await page.evaluate(() => window.limber.commands.run('share'));
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    assert.match(link, /\/models\/slider_crank\.html#m=1\./);
    await page.goto(link);
    await shows('#m=');
    assert.equal(await page.evaluate(() => window.limber.studio.speed), 0.5);
    assert.deepEqual(problems, []);
    await page.close();
  },
);

test('viewer.js of the site works in pages of others', options, async () => {
  const { page, problems } = await open('gallery.html');
  await page.waitForSelector('.card');
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><link rel="icon" href="data:,"><limber-viewer style="height: 200px"></limber-viewer>
        <script type="module" src="${origin}${BASE}viewer.js"></script>`,
    }),
  );
  await page.goto(`${origin}/host.html`);
  await page.waitForFunction(() => customElements.get('limber-viewer'));
  await page.evaluate(() =>
    document
      .querySelector('limber-viewer')
      .load('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>'),
  );
  await page.waitForFunction(() => document.querySelector('limber-viewer').simulation?.time > 0);
  assert.deepEqual(problems, []);
  await page.close();
});

test('samples of the recipes run in their page, and as they are changed', options, async () => {
  const { page, problems } = await open('docs/recipes.html', { deviceScaleFactor: 0.4 });
  const buttons = page.getByRole('button', { name: 'Run', exact: true });
  const count = await buttons.count();
  assert.ok(count >= 14, `${count} samples`);
  for (let k = 0; k < count; k++) {
    await buttons.nth(k).click();
    const output = page.locator('output.printed').nth(k);
    await output
      .and(page.locator('[data-done], .wrong'))
      .waitFor({ state: 'attached', timeout: 30_000 });
    assert.doesNotMatch(
      String(await output.getAttribute('class')),
      /wrong/,
      await output.innerText(),
    );
  }
  await page.waitForFunction(
    () => Number(document.querySelector('limber-viewer')?.simulation?.time) > 0,
  );
  const first = page.locator('code.language-js').first();
  await first.fill("sim.step(7);\nconsole.log('time', sim.time, sim.joint('kne'));");
  await buttons.first().click();
  const output = page.locator('output.printed').first();
  await output.and(page.locator('.wrong')).waitFor();
  assert.match(await output.innerText(), /no joint 'kne'|'kne'/);
  assert.deepEqual(problems, []);
  await page.close();
});

test('all pages have a policy, a title and a preview; no link leads nowhere', options, async () => {
  const models = fs.readdirSync(path.join(folder, 'models')).filter((name) => /html$/.test(name));
  assert.equal(models.length, 48);
  const pages = ['index.html', 'gallery.html', 'embed.html', 'herd.html', 'welcome.html'];
  for (const name of [...pages, ...models.map((model) => `models/${model}`)]) {
    const html = fs.readFileSync(path.join(folder, name), 'utf8');
    const [, policy] = found(/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html));
    assert.match(
      policy.replaceAll('&#39;', "'"),
      /script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/]+=*')?;/,
    );
    assert.ok(html.indexOf('charset') < 1024, 'the encoding is told at once');
    for (const tag of ['og:title', 'og:description', 'og:image', 'twitter:card'])
      assert.match(html, new RegExp(`="${tag}" content="[^"]+"`), `${name}: ${tag}`);
    assert.doesNotMatch(html, /<script(?![^>]* src=)[^>]*>/, 'no inline script');
    const [, image] = found(/="og:image" content="([^"]+)"/.exec(html));
    assert.ok(fs.existsSync(path.join(folder, path.dirname(name), image)), `${name}: ${image}`);
  }

  // pages as the browser has made them, then everything that they name
  const { page, problems } = await open('gallery.html');
  await page.waitForSelector('.card');
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @param {string[]} list @param {string} from */
  const note = (list, from) => {
    for (const href of list) {
      const url = new URL(href, from);
      if (url.origin === origin) names.set(url.href, from);
    }
  };
  const collect = () =>
    page.$$eval('a[href], link[href], img[src], script[src]', (all) =>
      /** @type {(HTMLAnchorElement & HTMLImageElement)[]} */ (all).map(
        (one) => one.href || one.src,
      ),
    );
  note(await collect(), page.url());
  assert.equal(await page.locator('.bar a[href="./docs/index.html"]').count(), 1);
  await page.goto(`${origin}${BASE}docs/index.html`);
  note(await collect(), page.url());
  await page.goto(`${origin}${BASE}welcome.html`);
  note(await collect(), page.url());
  assert.deepEqual(problems, []);
  await page.close();
  const texts = new Map();
  /** @param {URL} url */
  const read = (url) => {
    const name = url.pathname.slice(BASE.length);
    const file = path.join(folder, name.endsWith('/') || !name ? `${name}index.html` : name);
    if (!texts.has(file)) texts.set(file, fs.existsSync(file) ? fs.readFileSync(file) : null);
    return texts.get(file);
  };
  for (const href of names.keys()) {
    const url = new URL(href);
    const content = read(url);
    assert.ok(content, `${names.get(href)} names ${href}`);
    if (!url.pathname.endsWith('.html')) continue;
    const html = String(content);
    const places = [...html.matchAll(/\s(?:href|src)="([^"#][^"]*|#[^"]+)"/g)].map(([, to]) =>
      to.replaceAll('&amp;', '&'),
    );
    note(places, url.href);
    // documents: the place on the page is there too
    if (url.hash && url.pathname.includes('/docs/'))
      assert.ok(
        html.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`),
        `${names.get(href)} names ${href}`,
      );
  }
  assert.ok(names.size > 100, `${names.size} links`);
});

test(
  'the page that says what limber is: pictures come alive in sight, figures are those of the files',
  options,
  async () => {
    for (const [colorScheme, width] of /** @type {['light' | 'dark', number][]} */ ([
      ['light', 1200],
      ['dark', 390],
    ])) {
      sent = 0;
      const { page, problems } = await open('welcome.html', {
        colorScheme,
        viewport: { width, height: 420 },
        deviceScaleFactor: 0.2,
      });
      await page.waitForLoadState('networkidle');
      assert.ok(sent < 150_000, `${sent} bytes before a sample is in sight`);
      assert.equal(await page.evaluate(() => !!customElements.get('limber-viewer')), false);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(await page.evaluate(faintTexts), [], `${colorScheme}: contrast`);
      const shown = await page.locator('.numbers dt').allTextContents();
      assert.deepEqual(
        shown,
        figures().map(({ value }) => value),
      );
      const code = await page.locator('pre').allTextContents();
      assert.deepEqual(code, ['npm install limber', sample('js'), sample('html')]);

      const viewers = page.locator('limber-viewer');
      assert.equal(await viewers.count(), 3);
      // once is enough: drawing takes long without a graphics card
      for (let k = 0; k < 3 && width > 1000; k++) {
        await viewers.nth(k).scrollIntoViewIfNeeded();
        // it moves: positions, and not the clock alone
        /** @type {number[]} */
        const first = [];
        const end = Date.now() + 60_000;
        for (;;) {
          const q = await page.evaluate((index) => {
            const { simulation } = document.querySelectorAll('limber-viewer')[index];
            return simulation && simulation.time > 0.3 ? [...simulation.data.qpos] : [];
          }, k);
          if (q.length > 0 && first.length === 0) first.push(...q);
          if (q.some((value, i) => Math.abs(value - first[i]) > 0.02)) break;
          assert.ok(Date.now() < end, `sample ${k} moves`);
          await page.waitForTimeout(100);
        }
      }
      await page.evaluate(axeSource);
      const { violations } = await page.evaluate(() => window.axe.run(document));
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`),
        [],
      );
      assert.deepEqual(problems, []);
      await page.close();
    }
  },
);

//---------------------------------- gallery --------------------------------------------------------

/** Contrast of visible text with what lies behind it, where that is below 4.5. */
function faintTexts() {
  /** @param {string} color */
  const parse = (color) => {
    const [r, g, b, a = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return [r, g, b, a];
  };
  /** @param {number[]} front @param {number[]} back @returns {number[]} */
  const over = (front, back) =>
    [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);
  /** @param {Element | null} element @returns {number[]} */
  const behind = (element) => {
    if (!element) return [255, 255, 255, 1];
    const own = parse(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  /** @param {number[]} color */
  const light = (color) => {
    const [r, g, b] = color.map((value) => {
      const c = value / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll('h1, h2, h3, p, a, label, output, .badge')]
    .filter((one) => one.innerText?.trim() && one.checkVisibility())
    .map((one) => {
      const back = behind(one);
      const pair = [light(over(parse(getComputedStyle(one).color), back)), light(back)];
      const [low, high] = pair.sort((a, b) => a - b);
      return { text: one.innerText.slice(0, 30), ratio: (high + 0.05) / (low + 0.05) };
    })
    .filter(({ ratio }) => ratio < 4.5);
}

test('gallery: filter, keyboard, contrast, no layout shift, phone', options, async () => {
  for (const [colorScheme, width] of /** @type {['light' | 'dark', number][]} */ ([
    ['light', 1200],
    ['dark', 390],
  ])) {
    const { page, problems } = await open('gallery.html', {
      colorScheme,
      viewport: { width, height: 800 },
    });
    await page.waitForSelector('.card');
    assert.deepEqual(await page.evaluate(faintTexts), [], `${colorScheme}: contrast`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    // before anything is filtered: that moves cards on purpose
    await page.mouse.wheel(0, 3000);
    await page.waitForTimeout(200);
    const shift = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          const watch = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
          });
          watch.observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 100);
        }),
    );
    assert.ok(shift < 0.01, `layout shift ${shift}`);
    // the whole card opens its model, and its picture moves under the mouse
    const card = page.locator('.card').first();
    await card.scrollIntoViewIfNeeded();
    await card.hover({ position: { x: 100, y: 60 } });
    const [under, strip] = await card.evaluate((one) => {
      const { left, top } = one.getBoundingClientRect();
      const { backgroundImage } = getComputedStyle(
        /** @type {Element} */ (one.querySelector('.strip')),
      );
      return [document.elementFromPoint(left + 100, top + 60)?.className, backgroundImage];
    });
    assert.equal(under, 'open');
    assert.match(strip, /quadruped\.strip\.webp/);
    const visible = () => page.locator('.card:visible h3').allTextContents();
    assert.equal((await visible()).length, 48);
    await page.getByRole('searchbox', { name: 'Find a model' }).fill('EXPERIMENT legged');
    assert.deepEqual(await visible(), [
      'Quadrupedexperiment',
      'Humanoidexperiment',
      'Hopperexperiment',
    ]);
    assert.equal(await page.textContent('#found'), '3 models');
    await page.keyboard.press('Tab');
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Open Quadruped in the studio',
    );
    await page.fill('#filter', '<b>nothing</b>');
    assert.equal(await page.isVisible('#nothing'), true);
    assert.deepEqual(problems, []);
    await page.close();
  }
});

test('after the first visit the studio works without a net', options, async () => {
  const { page, problems } = await open('');
  await page.waitForFunction(() => window.limber?.simulation);
  const isKept = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const [name] = await caches.keys();
      if (registration?.active?.state !== 'activated' || !name) return false;
      const there = await (await caches.open(name)).keys();
      const list = await (await fetch('offline.js')).text();
      const { files } = JSON.parse(/limberSite = (.*);/.exec(list)?.[1] ?? '{}');
      return there.length === files.length + 1;
    });
  const end = Date.now() + 60_000;
  while (!(await isKept())) {
    assert.ok(Date.now() < end, 'the site is kept');
    await page.waitForTimeout(500);
  }
  // the last test: nothing answers any more
  server.closeAllConnections();
  server.close();
  await page.goto(`${origin}${BASE}#slider_crank`);
  await page.reload();
  await page.waitForFunction(() => window.limber?.studio.source.example === 'slider_crank', null, {
    timeout: 60_000,
  });
  await page.evaluate(() => window.limber.commands.run('editor'));
  await page.waitForSelector('.cm-content');
  await page.goto(`${origin}${BASE}embed.html#slider_crank`);
  await page.waitForFunction(() => document.querySelector('limber-viewer').simulation?.time > 0);
  assert.deepEqual(problems, []);
  await page.close();
});
