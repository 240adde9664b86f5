// The studio as a page: accessible, at ease on a phone, with the keyboard alone, fed by drops, quick to load.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { zipSync } from 'fflate';
import { build } from 'vite';
import { skip, startBrowser } from './browser.mjs';
import { deviceFile, knowHeadsets, lookThrough, putOn } from './headset.mjs';
import { command, MODEL, openSmall, openStudio, runSmall } from './studio.mjs';
import { found, portOf } from '../helpers.mjs';

const options = { skip, timeout: 120_000 };
/** Run by the browser's own tools: the page's policy lets no strange script in. */
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

/** What axe finds on the page as it is. @param {Page} page */
async function faults(page) {
  // colours in the middle of a transition are nobody's
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((one) => one.finished)),
  );
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    }),
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`)}`,
  );
}

for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
  test(`names, roles and contrast are right in the ${colorScheme} theme`, options, async () => {
    const { page, problems } = await openSmall(browser, { width: 1000, height: 640, colorScheme });
    await page.evaluate(axeSource);
    await command(page, 'info');
    await command(page, 'profiler');
    await page.waitForSelector('[data-card=Solver] canvas');
    for (const tab of ['run', 'physics', 'view', 'model', 'files']) {
      await page.click(`#tab-${tab}`);
      if (tab === 'model') {
        await page.waitForSelector('.tree [role=treeitem]');
        await page.click('.tree [role=treeitem]');
      }
      for (const title of await page.$$(`#tab-${tab}-page .lil-title[aria-expanded=false]`))
        if (await title.isVisible()) await title.click();
      assert.deepEqual(await faults(page), [], tab);
    }
    await command(page, 'plots');
    await command(page, 'editor');
    await page.waitForSelector('.cm-content');
    assert.deepEqual(await faults(page), [], 'editor');
    await command(page, 'help');
    assert.equal(await page.locator('#keys a[href="./welcome.html"]').innerText(), 'About limber');
    assert.deepEqual(await faults(page), [], 'help');
    assert.deepEqual(problems, []);
    await page.close();
  });
}

test('on a phone the panes come from below, and all fits', options, async () => {
  const { page, problems } = await openSmall(browser, { width: 390, height: 800 });
  await page.evaluate(axeSource);
  /** @param {string} selector */
  const box = async (selector) => found(await page.locator(selector).boundingBox());
  assert.equal(await page.isVisible('#panel'), false);
  await page.click('#toggle-panel');
  const [panel, picture] = [await box('#panel'), await box('.stage')];
  assert.equal(panel.width, 390);
  assert.ok(panel.y >= picture.y + picture.height - 1, 'the picture stays above the sheet');
  assert.ok(picture.height > 250, `${picture.height} pixels of picture`);
  await page.click('#toggle-editor');
  await page.waitForSelector('.cm-content');
  assert.equal(await page.isVisible('#panel'), false, 'one pane at a time');
  assert.deepEqual(await faults(page), [], 'editor');
  await page.click('#toggle-plots');
  await page.waitForSelector('.card-plot canvas');
  assert.equal(await page.isVisible('#editor'), false, 'one pane at a time');
  const out = await page.evaluate(() =>
    [...document.querySelectorAll('.bar button, .bar select, .transport *, .tabs button')]
      .filter((one) => one.checkVisibility() && !one.closest('svg'))
      .map((one) => ({ name: one.id || one.className, box: one.getBoundingClientRect() }))
      .filter(({ box: { left, right } }) => left < -1 || right > innerWidth + 1)
      .map(({ name }) => name),
  );
  assert.deepEqual(out, []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  const small = await page.$$eval('.transport button', (all) =>
    all
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 40)
      .map(({ id }) => id),
  );
  assert.deepEqual(small, [], 'fingers need room');
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(problems, []);
  await page.close();
});

test('everything is reached and worked with the keyboard alone', options, async () => {
  const { page, problems } = await openSmall(browser, { width: 800, height: 500 });
  const reached = new Set();
  const focused = () =>
    page.evaluate(() => {
      const one = /** @type {HTMLElement} */ (document.activeElement);
      return one.id || one.textContent.trim().slice(0, 20);
    });
  for (let i = 0; i < 60 && !reached.has('tab-run'); i++) {
    await page.keyboard.press('Tab');
    reached.add(await focused());
    const seen = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(
        /** @type {Element} */ (document.activeElement),
      );
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    });
    assert.ok(seen, `the focus is seen on ${await focused()}`);
  }
  for (const id of [
    'gallery',
    'open',
    'share',
    'toggle-editor',
    'toggle-plots',
    'toggle-panel',
    'theme',
    'canvas',
    'play',
    'step',
    'reset',
    'speed',
    'tab-run',
  ])
    assert.ok(reached.has(id), `${id} in ${[...reached]}`);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getAttribute('#tab-physics', 'aria-selected'), 'true');
  await page.locator('#play').focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => window.limber.studio.running), true);
  await page.keyboard.press('Space');
  assert.equal(await page.evaluate(() => window.limber.studio.running), false);
  await page.keyboard.press('F1');
  await page.keyboard.press('Escape');
  assert.equal(await focused(), 'play', 'the focus comes back');
  assert.deepEqual(problems, []);
  await page.close();
});

const files = {
  'robot/scene.xml': '<mujoco><include file="parts/arm.xml"/></mujoco>',
  'robot/parts/arm.xml':
    '<mujoco><worldbody><body name="dropped"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>',
};
/** @param {Page} page */
const isDropped = (page) =>
  page.waitForFunction(() => {
    const { simulation } = window.limber;
    return simulation.mujoco.mj_name2id(simulation.model, 1, 'dropped') === 1;
  });

test('a zip and a folder are dropped', options, async () => {
  const { page, problems } = await openSmall(browser);
  const zip = zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]),
    ),
  );
  await page.evaluate(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], 'robot.zip'));
      dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
    },
    [...zip],
  );
  await isDropped(page);
  await page.evaluate(
    (/** @type {string} */ xml) =>
      window.limber.studio.runModel({ xml, name: 'small.xml', files: new Map() }, false),
    MODEL,
  );
  // a folder as the browser hands it over: entries that are walked
  await page.evaluate((list) => {
    /** @param {string} name @param {string} text */
    const file = (name, text) => ({
      isFile: true,
      name,
      file: (/** @type {(file: File) => void} */ done) => done(new File([text], name)),
    });
    /** @param {string} name @param {object[]} children */
    const folder = (name, children) => ({
      isFile: false,
      isDirectory: true,
      name,
      createReader() {
        const batches = [children, []];
        return {
          readEntries: (/** @type {(batch?: object[]) => void} */ done) => done(batches.shift()),
        };
      },
    });
    const root = folder('robot', [
      file('scene.xml', list['robot/scene.xml']),
      folder('parts', [file('arm.xml', list['robot/parts/arm.xml'])]),
    ]);
    const event = new Event('drop', { cancelable: true });
    Object.defineProperty(event, 'dataTransfer', {
      value: { types: ['Files'], items: [{ webkitGetAsEntry: () => root }], files: [] },
    });
    dispatchEvent(event);
  }, files);
  await isDropped(page);
  assert.equal(await page.evaluate(() => window.limber.studio.source.name), 'robot/scene.xml');
  assert.deepEqual(problems, []);
  await page.close();
});

test('nothing moves while the page loads', options, async () => {
  const { page } = await openStudio(browser, '', { width: 900, height: 600 });
  await page.waitForTimeout(500);
  const shift = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  assert.ok(shift < 0.02, `layout shift ${shift}`);
  await page.close();
});

test('the built site shows its first model within 1 MB, from any folder', options, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-site-'));
  /** @type {Record<string, string>} */
  const types = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
  };
  const sizes = new Map();
  await build({
    configFile: fileURLToPath(new URL('../../web/vite.config.js', import.meta.url)),
    logLevel: 'error',
    build: { outDir: folder },
  });
  const server = http.createServer((request, response) => {
    const name =
      new URL(String(request.url), 'http://x').pathname.replace(/^\/some\/folder\//, '') ||
      'index.html';
    const file = path.join(folder, name);
    if (!request.url?.startsWith('/some/folder/') || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const packed = zlib.gzipSync(fs.readFileSync(file), { level: 9 });
    sizes.set(name, packed.length);
    response.writeHead(200, {
      'content-type': types[path.extname(name)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
    });
    response.end(packed);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  try {
    const { page, problems } = await browser.open(
      `http://127.0.0.1:${portOf(server)}/some/folder/`,
      { width: 500, height: 400 },
    );
    await page.waitForFunction(() => window.limber?.simulation?.data.time > 0.02, null, {
      timeout: 60_000,
    });
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const list = [...sizes].map(([name, size]) => `${name} ${size}`).join(', ');
    assert.ok(total < 1e6, `${total} bytes: ${list}`);
    assert.ok(total > 4e5, `all was counted: ${list}`);
    assert.ok(
      ![...sizes.keys()].some((name) => /editor|plots/.test(name)),
      `loaded later: ${list}`,
    );
    // here pictures are drawn in software: without samples within pixels
    const picture = await page.evaluate(() => ({
      antialias: window.limber.stage.renderer.getContextAttributes().antialias,
      shown: window.limber.stage.canvas === document.getElementById('canvas'),
    }));
    assert.deepEqual(picture, { antialias: false, shown: true });
    assert.deepEqual(problems, []);
    await page.close();
  } finally {
    server.close();
    server.closeAllConnections();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test('a headset has a button, shows the model, and gives the page back', options, async () => {
  const { page, problems } = await browser.open('gallery.html', { width: 400, height: 320 });
  await knowHeadsets(page);
  await page.goto(page.url().replace('gallery.html', ''));
  await page.waitForFunction(() => window.limber?.simulation, null, { timeout: 60_000 });
  await runSmall(page);
  await putOn(page, `/@fs${deviceFile}`);
  await page.click('#headset');
  await page.waitForFunction(() => window.limber.stage.headset);
  await page.evaluate(() => window.limber.studio.setRunning(true));
  const found = await lookThrough(page, 60);
  await page.evaluate(() => window.limber.studio.setRunning(false));
  assert.ok(found.passed > 0.2, `${found.passed} s`);
  assert.deepEqual([found.lit, found.ended, found.turned], [true, true, 1]);
  await page.evaluate(() => window.limber.studio.step());
  await page.waitForFunction(() => !window.limber.stage.dirty);
  assert.deepEqual(problems, []);
  await page.close();
});

test('dialogs throw nothing else on the page', options, async () => {
  const { page } = await openSmall(browser, { width: 1000, height: 760, colorScheme: 'light' });
  /** The colours of a line below an open dialog. @param {string} id @param {string} selector */
  const below = async (id, selector) => {
    await command(page, id);
    await page.waitForSelector(`${selector}[open]`);
    // room below, whatever there is to read
    await page.evaluate((name) => {
      const box = document.querySelector(name);
      if (box.getBoundingClientRect().bottom > innerHeight - 60) box.style.maxHeight = '420px';
    }, selector);
    await page.waitForTimeout(200);
    const bytes = Array.from(await page.screenshot());
    const colors = await page.evaluate(
      async ({ bytes, selector }) => {
        const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
        const copy = /** @type {OffscreenCanvasRenderingContext2D} */ (
          new OffscreenCanvas(picture.width, picture.height).getContext('2d')
        );
        copy.drawImage(picture, 0, 0);
        const { bottom, left } = document.querySelector(selector).getBoundingClientRect();
        /** @param {number} x */
        const at = (x) => Array.from(copy.getImageData(x, Math.round(bottom) + 6, 1, 1).data);
        return [at(left + 12), at(left + 60)];
      },
      { bytes, selector },
    );
    await page.keyboard.press('Escape');
    return colors;
  };
  for (const [id, selector] of [
    ['share', 'dialog.share'],
    ['help', '#keys'],
  ]) {
    const [edge, inner] = await below(id, selector);
    const difference = Math.max(...edge.map((value, i) => Math.abs(value - inner[i])));
    assert.ok(difference < 25, `${id}: ${edge} beside ${inner}`);
  }
  await page.close();
});

test('a new model is a pendulum that swings and can be edited', options, async () => {
  const { page, problems } = await openStudio(browser, '#cradle', { width: 900, height: 500 });
  await command(page, 'new');
  await page.waitForSelector('#editor .cm-content');
  const found = await page.evaluate(() => ({
    angle: window.limber.simulation.data.qpos[0],
    menu: document.querySelector('#gallery').selectedOptions[0].textContent,
    hash: location.hash.replace(/-\w+$/, ''),
    contacts: window.limber.simulation.data.ncon,
  }));
  assert.equal(found.contacts, 0);
  assert.ok(Math.abs(found.angle) <= 1.01, `${found.angle}`);
  assert.equal(found.menu, 'model.xml');
  assert.equal(found.hash, '#draft=model');
  // to one side and to the other
  for (const side of [1, -1]) {
    await page.waitForFunction((side) => side * window.limber.simulation.data.qpos[0] > 0.1, side, {
      timeout: 60_000,
    });
  }
  assert.deepEqual(problems, []);
  await page.close();
});

test('the menu shows what was opened, and runs another model of a folder', options, async () => {
  const { page, problems } = await openSmall(browser);
  const shown = () =>
    page.evaluate(() => {
      const menu = document.querySelector('#gallery');
      return {
        chosen: menu.selectedOptions[0]?.textContent,
        opened: [...menu.querySelectorAll('optgroup[label=Opened] option')].map(
          (one) => /** @type {HTMLOptionElement} */ (one).text,
        ),
        model: document.documentElement.dataset.model,
        bodies: window.limber.simulation.model.nbody,
      };
    });
  const opened = (/** @type {number} */ count) =>
    page.waitForFunction(
      (n) => document.querySelectorAll('#gallery optgroup[label=Opened] option').length === n,
      count,
    );
  await opened(1);
  assert.equal((await shown()).chosen, 'small.xml');
  await page.evaluate(async () => {
    /** @param {string} xml */
    const text = (xml) => new TextEncoder().encode(xml);
    await window.limber.studio.runFiles(
      new Map([
        [
          'robot/arm.xml',
          text('<mujoco><worldbody><body name="a"><geom size=".1"/></body></worldbody></mujoco>'),
        ],
        [
          'robot/scene.xml',
          text(
            '<mujoco><include file="arm.xml"/><worldbody><body name="b" pos="1 0 0"><geom size=".1"/></body></worldbody></mujoco>',
          ),
        ],
        ['robot/README.xml', text('<notes/>')],
      ]),
    );
  });
  await opened(2);
  assert.deepEqual(await shown(), {
    chosen: 'robot/scene.xml',
    opened: ['robot/arm.xml', 'robot/scene.xml'],
    model: 'robot/scene.xml',
    bodies: 3,
  });
  await page.selectOption('#gallery', 'file:robot/arm.xml');
  const other = await shown();
  assert.deepEqual([other.chosen, other.bodies], ['robot/arm.xml', 2]);
  await page.selectOption('#gallery', 'cradle');
  await page.waitForFunction(() => document.documentElement.dataset.model === 'cradle.xml');
  await opened(0);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a folder is picked without dragging', options, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-folder-'));
  fs.writeFileSync(path.join(folder, 'picked.xml'), MODEL);
  const { page } = await openSmall(browser);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    command(page, 'open-folder'),
  ]);
  await chooser.setFiles(folder);
  await page.waitForFunction(() => document.documentElement.dataset.model?.endsWith('picked.xml'));
  await page.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

// VZ-01: Ctrl+L where the studio has a window of its own; in a browser's it is the address bar's
test('Shift+L reads the files or the address again', options, async () => {
  const { page, problems } = await openSmall(browser);
  const model = (/** @type {number} */ count) =>
    `<mujoco><worldbody>${'<body><geom size=".1"/></body>'.repeat(count)}</worldbody></mujoco>`;
  const bodies = (/** @type {number} */ count) =>
    page.waitForFunction((n) => window.limber.simulation.model.nbody === n + 1, count);

  // files that are read by a function, as those that were dropped
  await page.evaluate(async (texts) => {
    const read = async () => new Map([['m.xml', new TextEncoder().encode(texts.shift())]]);
    await window.limber.studio.runFiles(await read(), undefined, read);
  }, [2, 3, 4].map(model));
  await bodies(2);
  await page.evaluate(() => window.limber.studio.runText(window.limber.studio.source.xml));
  await page.keyboard.press('Shift+L');
  await bodies(3);
  await command(page, 'reload');
  await bodies(4);

  // an address
  let served = 5;
  await page.route('**/models/again.xml', (route) =>
    route.fulfill({ body: model(served++), contentType: 'text/xml' }),
  );
  const address = new URL('/models/again.xml', page.url()).href;
  await page.evaluate((from) => window.limber.studio.runAddress(from), address);
  await bodies(5);
  await page.keyboard.press('Shift+L');
  await bodies(6);

  // a text that came from nowhere starts anew
  await command(page, 'new');
  await page.waitForFunction(() => document.documentElement.dataset.model === 'model.xml');
  await command(page, 'reload');
  await page.waitForFunction(() => window.limber.simulation.model.njnt === 1);
  assert.deepEqual(problems, []);
  await page.close();
});

test('files that were picked are read again, or the page says why it cannot', options, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-folder-'));
  const file = path.join(folder, 'picked.xml');
  fs.writeFileSync(file, MODEL);
  const { page } = await openSmall(browser);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), command(page, 'open')]);
  await chooser.setFiles(file);
  await page.waitForFunction(() => document.documentElement.dataset.model?.endsWith('picked.xml'));
  const bodies = await page.evaluate(() => window.limber.simulation.model.nbody);
  await command(page, 'reload');
  fs.writeFileSync(
    file,
    MODEL.replace('</worldbody>', '<body><geom size=".1"/></body></worldbody>'),
  );
  await command(page, 'reload');
  await page.waitForFunction(
    (count) =>
      window.limber.simulation.model.nbody === count + 1 ||
      /have changed.*open them once more/.test(document.body.textContent),
    bodies,
  );
  await page.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('who asked for less motion finds the studio and the viewer paused', options, async () => {
  const { page, problems } = await browser.open('gallery.html', { width: 500, height: 400 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const base = page.url().replace('gallery.html', '');
  await page.goto(`${base}#cradle`);
  await page.waitForFunction(() => window.limber?.simulation, null, { timeout: 60_000 });
  await page.waitForTimeout(500);
  const studio = () => page.evaluate(() => window.limber.simulation.data.time);
  assert.equal(await studio(), 0);
  await page.click('#play');
  await page.waitForFunction(() => window.limber.simulation.data.time > 0);
  await page.goto(`${base}embed.html#cradle`);
  await page.waitForFunction(() => document.querySelector('limber-viewer').view, null, {
    timeout: 60_000,
  });
  await page.waitForTimeout(500);
  const viewer = () => page.evaluate(() => document.querySelector('limber-viewer').simulation.time);
  assert.equal(await viewer(), 0);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.waitForFunction(() => document.querySelector('limber-viewer').simulation.time > 0);
  assert.deepEqual(problems, []);
  await page.close();
});

test('the keys of the browser stay the browser’s', options, async () => {
  const { page } = await openSmall(browser);
  const taken = await page.evaluate(() =>
    ['F3', 'F6', 'F10', 'Ctrl+l', 'Ctrl+p', 'Ctrl+k', 'Ctrl+a', 'Ctrl+o'].filter((name) => {
      const key = name.replace('Ctrl+', '');
      const ctrlKey = name !== key;
      const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    }),
  );
  assert.deepEqual(taken, []);
  await page.close();
});

test('a click leaves no ring around the picture, the tabulator shows one', options, async () => {
  const { page } = await openSmall(browser);
  const ring = () =>
    page.$eval(
      '#canvas',
      (canvas) => document.activeElement === canvas && getComputedStyle(canvas).outlineStyle,
    );
  await page.click('#canvas', { position: { x: 40, y: 40 } });
  await page.keyboard.press('Shift');
  assert.equal(await ring(), 'none');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  assert.notEqual(await ring(), 'none');
  // nothing of the bar of time lies over the picture
  const boxes = await page.evaluate(() =>
    ['#canvas', '.transport'].map((one) =>
      document.querySelector(one).getBoundingClientRect().toJSON(),
    ),
  );
  assert.ok(boxes[1].top >= boxes[0].bottom - 1, JSON.stringify(boxes));
  // a pane is made larger with keys, and a reload remembers it
  const width = () => page.evaluate(() => document.querySelector('#panel').offsetWidth);
  const before = await width();
  const bar = page.getByRole('separator', { name: 'Size of controls' });
  await bar.focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await width(), before + 24);
  assert.equal(await bar.getAttribute('aria-valuenow'), String(before + 24));
  await page.reload();
  await page.waitForFunction(() => window.limber?.simulation);
  assert.equal(await width(), before + 24);
  await page.close();
});

/** A robot by name, from a network of the test's own; its link names it too. @param {Page} page */
async function chooseRobot(page) {
  /** @type {string[]} */
  const asked = [];
  await page.route('https://raw.githubusercontent.com/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({
      body: '<mujoco><worldbody><body name="trunk"><geom size=".1"/></body></worldbody></mujoco>',
      contentType: 'text/xml',
    });
  });
  await page.click('#open');
  await page.waitForSelector('.zoo li');
  const shown = '.zoo li:not([hidden])';
  assert.ok((await page.locator(shown).count()) > 30);
  await page.fill('.zoo input', 'Unitree quadruped');
  const names = await page.locator(`${shown} button`).allTextContents();
  assert.deepEqual(names, ['unitree a1', 'unitree go1', 'unitree go2']);
  await page.click('.zoo button:has-text("unitree go2")');
  await page.waitForFunction(() => window.limber.studio.source.address === 'menagerie:unitree_go2');
  assert.equal(asked.length, 1);
  assert.match(asked[0], /unitree_go2\/scene\.xml$/);
  assert.equal(await page.isVisible('dialog.open'), false);
}

test(
  'a model is opened by its address or its name; what is no address is told',
  options,
  async () => {
    const { page, problems } = await openSmall(browser);
    await page.route('**/models/asked.xml', (route) =>
      route.fulfill({
        body: '<mujoco><worldbody><body name="fetched"><geom size=".1"/></body></worldbody></mujoco>',
        contentType: 'text/xml',
      }),
    );
    await page.click('#open');
    await page.fill('dialog.open input', 'ftp://example.org/a.xml');
    await page.keyboard.press('Enter');
    assert.match(String(await page.textContent('dialog.open [role=alert]')), /ftp.*https/s);
    await page.fill('dialog.open input', new URL('/models/asked.xml', page.url()).href);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset.model?.endsWith('asked.xml'));
    assert.equal(await page.isVisible('dialog.open'), false);
    await chooseRobot(page);
    assert.deepEqual(problems, []);
    await page.close();
  },
);

test('on a phone a menu holds what the bar has no room for', options, async () => {
  const { page, problems } = await openStudio(browser, '#cradle', { width: 380, height: 700 });
  await page.click('#more');
  assert.deepEqual(await page.locator('#more-menu button').allTextContents(), [
    'Open',
    'Share',
    'Gallery',
    'Find',
    'Keys and mouse',
    'Light or dark',
    'About limber',
  ]);
  await page.click('#more-menu button:has-text("Open")');
  assert.equal(await page.isVisible('dialog.open'), true);
  assert.equal(await page.isVisible('#more-menu'), false);
  await page.keyboard.press('Escape');
  await page.click('#more');
  await page.click('#more-menu button:has-text("Share")');
  await page.waitForSelector('dialog.share:not(.open)[open]');
  assert.deepEqual(problems, []);
  await page.close();
});
