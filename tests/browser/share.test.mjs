// Sharing: links, the dialog, embedded pages, the export as one file; links from strangers.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { skip, startBrowser } from './browser.mjs';
import { command, downloaded, MODEL, openSmall, openStudio } from './studio.mjs';
import { found } from '../helpers.mjs';

const options = { skip, timeout: 120_000 };
/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

const TETRAHEDRON = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const WITH_MESH = MODEL.replace(
  '<worldbody>',
  '<asset><mesh name="tet" file="parts/tet.obj"/></asset><worldbody><geom type="mesh" mesh="tet" pos="1 1 0"/>',
);

/**
 * @typedef {object} Parts of a page
 * @property {Mujoco} mujoco
 * @property {MjModel} model
 * @property {MjData} data
 * @property {ShownViewer['view']} view
 * @property {ShownViewer['camera']} camera
 * @property {boolean} paused
 * @property {number} speed
 */

/** What a link has to bring back: bits of the state, camera, options, pace. @param {Parts} parts */
function observe(parts) {
  const { mujoco, model, data, view, camera, paused, speed } = parts;
  const signature = mujoco.mjtState.mjSTATE_INTEGRATION.value;
  const state = new Float64Array(mujoco.mj_stateSize(model, signature));
  mujoco.mj_getState(model, data, state, signature);
  return {
    state: Array.from(new BigUint64Array(state.buffer), String),
    camera: [
      camera.fixed,
      camera.tracked,
      ...camera.lookat.toArray(),
      camera.distance,
      camera.azimuth,
      camera.elevation,
    ],
    flags: structuredClone(view.flags),
    option: [view.option.flags, view.option.sitegroup].map((values) => Array.from(values)),
    label: view.option.label,
    physics: [model.opt.timestep, model.opt.disableflags, ...model.opt.gravity],
    meshes: model.nmesh,
    paused,
    speed,
  };
}

/** @param {Page} page */
const observeStudio = (page) =>
  page.evaluate(`(${observe})({
    mujoco: limber.studio.mujoco, model: limber.simulation.model, data: limber.simulation.data,
    view: limber.stage.view, camera: limber.stage.camera,
    paused: !limber.studio.running, speed: limber.studio.speed })`);

/** @param {Page} page */
const observeViewer = (page) =>
  page.evaluate(`(() => { const { simulation: s, view, camera, paused, speed } = document.querySelector('limber-viewer');
    return (${observe})({ mujoco: s.mujoco, model: s.model, data: s.data, view, camera, paused, speed }); })()`);

/** The studio, paused, far from a model just loaded in everything that a link carries. */
async function openChanged() {
  const opened = await openSmall(browser);
  await opened.page.evaluate(
    ([xml, mesh]) => {
      const { studio, stage } = window.limber;
      const files = new Map([['parts/tet.obj', new TextEncoder().encode(mesh)]]);
      studio.runModel({ xml, name: 'scene.xml', files }, false);
      const { mujoco, simulation } = studio;
      simulation.model.opt.gravity[2] = -3.7;
      simulation.model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT.value;
      simulation.data.ctrl[0] = 0.75;
      for (let i = 0; i < 40; i++) studio.step();
      studio.setSpeed(2);
      const { view, camera } = stage;
      camera.rotate(0.2, 0.1);
      camera.move(0.1, 0.05, true);
      view.flags.shadow = false;
      view.flags.geomgroup[1] = false;
      view.option.flags[14] = 1;
      view.option.sitegroup[3] = 1;
      view.option.label = 2;
      view.apply();
    },
    [WITH_MESH, TETRAHEDRON],
  );
  return opened;
}

/** The link that the dialog shows. @param {Page} page */
async function linkOf(page) {
  await command(page, 'share');
  const value = await page.inputValue('dialog.share input[type=text]');
  await page.keyboard.press('Escape');
  return new URL(value);
}

/** @param {Pick<Page, 'waitForFunction'>} page */
const ready = (page) =>
  page.waitForFunction(() => document.querySelector('limber-viewer').view, null, {
    timeout: 60_000,
  });

test('a link brings back model, files, state bits, camera, options and pace', options, async () => {
  const { page, problems } = await openChanged();
  const expected = await observeStudio(page);
  const link = await linkOf(page);
  assert.match(link.hash, /^#m=1\.[\w-]+$/);
  assert.ok(link.href.length < 4000, `${link.href.length} characters`);
  const stepped = await page.evaluate(() => {
    const { simulation } = window.limber;
    simulation.step();
    return Array.from(simulation.data.qpos);
  });

  const second = await openStudio(browser, link.hash, { width: 600, height: 400 });
  assert.deepEqual(await observeStudio(second.page), expected);
  const again = await second.page.evaluate(() => {
    const { simulation } = window.limber;
    simulation.step();
    return Array.from(simulation.data.qpos);
  });
  assert.deepEqual(again, stepped, 'the next step is the same to the bit');
  assert.match(String(await second.page.textContent('.origin')), /came with the link/);

  const third = await browser.open(`embed.html${link.hash}`, { width: 480, height: 360 });
  await ready(third.page);
  await third.page.waitForFunction(
    () => document.querySelector('limber-viewer').simulation.time > 0,
  );
  assert.deepEqual(await observeViewer(third.page), expected);
  assert.equal(
    await third.page.getAttribute('a.studio', 'href'),
    third.page.url().replace('embed.html', ''),
  );
  for (const one of [{ page, problems }, second, third]) {
    assert.deepEqual(one.problems, []);
    await one.page.close();
  }
});

test('a link of an edited model says what it is based on', options, async () => {
  const { page } = await openStudio(browser, '#cradle', { width: 500, height: 400 });
  const edit = (/** @type {Page} */ one, /** @type {string} */ name) =>
    one.evaluate((text) => {
      const { studio } = window.limber;
      studio.runText(studio.source.xml.replace(/model="[^"]*"/, `model="${text}"`));
    }, name);
  await edit(page, 'first');
  const link = await linkOf(page);
  await page.close();

  const second = await openStudio(browser, link.hash, { width: 500, height: 400 });
  assert.match(String(await second.page.textContent('.origin')), /Based on Cradle\./);
  assert.equal(await second.page.getAttribute('.origin a', 'href'), './#cradle');
  const origin = (/** @type {Page} */ one) =>
    one.evaluate(() => window.limber.studio.source.origin);
  assert.deepEqual(await origin(second.page), { name: 'cradle', kind: 'example', at: 'cradle' });
  await edit(second.page, 'second');
  const fork = await linkOf(second.page);
  await second.page.close();

  const third = await openStudio(browser, fork.hash, { width: 500, height: 400 });
  assert.ok(link.hash.length < 4000, `${link.hash.length} characters`);
  assert.deepEqual(await origin(third.page), { name: 'cradle', kind: 'link', at: link.hash });
  assert.match(String(await third.page.textContent('.origin')), /Based on cradle\./);
  await third.page.close();
});

test('an example with its program is a short link', options, async () => {
  const { page, problems } = await openStudio(browser, '#quadruped', { width: 500, height: 400 });
  await page.waitForFunction(() => window.limber.studio.experiment());
  await page.evaluate(() => {
    window.limber.studio.setRunning(false);
    window.limber.studio.reset(0);
  });
  const plain = await linkOf(page);
  assert.ok(plain.hash.length < 300, plain.hash);
  const made = await page.evaluate(async () => {
    const { readLink, writeLink } = await import('/src/share/link.js');
    const shared = readLink(location.hash) ?? { model: { example: 'quadruped' }, snapshot: {} };
    const program = {
      example: 'quadruped',
      on: true,
      values: { speed: 0.1, height: 99, strange: 1 },
    };
    return writeLink({ ...shared, program });
  });
  await page.evaluate((hash) => (location.hash = hash), made);
  await page.waitForFunction(() => window.limber.studio.experiment()?.values.speed === 0.1);
  const { values } = found(await page.evaluate(() => window.limber.studio.experiment()));
  assert.deepEqual(values, { speed: 0.1, turn: 0, height: 0.33 }, 'within the bounds');
  assert.deepEqual(problems, []);
  await page.close();
});

test(
  'the dialog: choices, copying, code for pages, models that are too large',
  options,
  async () => {
    const { page, problems } = await openChanged();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.focus('#share');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.waitFor();
    const link = dialog.getByRole('textbox', { name: 'Link' });
    const whole = await link.inputValue();
    await dialog.getByRole('checkbox', { name: 'State as it is now' }).uncheck();
    const without = await link.inputValue();
    assert.ok(without.length < whole.length);
    await dialog.getByRole('button', { name: 'Copy' }).first().click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), without);
    assert.match(String(await dialog.getByRole('status').textContent()), /Link copied/);
    const code = dialog.getByRole('textbox', { name: 'Code' });
    assert.match(await code.inputValue(), /^<iframe src="http[^"]*embed\.html#m=1\.[\w-]+"/);
    await dialog.getByRole('combobox', { name: 'Width' }).selectOption('100%');
    assert.match(await code.inputValue(), / title="scene" width="100%" height="400" /);
    await dialog.getByText('QR code').click();
    const square = dialog.getByRole('img', { name: 'QR code of the link' });
    assert.ok(Number(await square.evaluate((canvas) => canvas.clientWidth)) > 100);
    await dialog.getByRole('combobox', { name: 'Kind of code' }).selectOption('element');
    assert.match(await code.inputValue(), /<limber-viewer title="scene" controls/);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'share');

    await page.evaluate(() => {
      const noise = crypto.getRandomValues(new Uint8Array(65_000));
      for (let i = 0; i < 6; i++) window.limber.studio.source.files.set(`big${i}.bin`, noise);
      for (const [i, name] of [...window.limber.studio.source.files.keys()].entries())
        if (name.startsWith('big'))
          window.limber.studio.source.files.set(
            name,
            noise.slice().map((x) => x * (2 * i + 1)),
          );
    });
    await page.click('#share');
    assert.match(
      String(await dialog.textContent()),
      /too large for a link \(0\.\d MB of at most 0\.4 MB\)/,
    );
    assert.equal(await dialog.getByRole('button', { name: 'Copy' }).first().isDisabled(), true);
    assert.deepEqual(problems, []);
    await page.close();
  },
);

test('code for other pages works there', options, async () => {
  const { page, problems } = await openChanged();
  await page.click('#share');
  await page.getByLabel('Kind of code').selectOption('element');
  const code = await page.locator('dialog.share textarea').inputValue();
  const expected = await observeStudio(page);
  await page.close();
  const host = await browser.open('gallery.html', { width: 480, height: 360 });
  await host.page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${code}`,
    }),
  );
  await host.page.goto(new URL('host.html', host.page.url()).href);
  await ready(host.page);
  await host.page.waitForFunction(
    () => document.querySelector('limber-viewer').simulation.time > 0,
  );
  assert.deepEqual(await observeViewer(host.page), expected);
  assert.deepEqual([...problems, ...host.problems], []);
  await host.page.close();
});

test('an embedded page stands still while it cannot be seen', options, async () => {
  const { page, problems } = await browser.open('gallery.html', { width: 480, height: 360 });
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><p>Scroll</p>
        <div style="height: 3000px"></div>
        <iframe src="embed.html#pendulum_chain" width="400" height="300" title="Simulation"></iframe>`,
    }),
  );
  await page.goto(new URL('host.html', page.url()).href);
  const frame = found(page.frames().find((one) => one.url().includes('embed')));
  await ready(frame);
  const time = () => frame.evaluate(() => document.querySelector('limber-viewer').simulation.time);
  await frame.waitForFunction(() => document.querySelector('limber-viewer').visible === false);
  const hidden = await time();
  await page.waitForTimeout(300);
  assert.equal(await time(), hidden);
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await frame.waitForFunction(
    (before) => document.querySelector('limber-viewer').simulation.time > before + 0.05,
    hidden,
    { timeout: 30_000 },
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('the export is one file that works from disk and fetches nothing', options, async () => {
  const { page, problems } = await openChanged();
  const expected = await observeStudio(page);
  await page.click('#share');
  const { name, bytes } = await downloaded(page, () => page.click('text=Download one HTML file'));
  assert.equal(name, 'scene.html');
  assert.deepEqual([...problems], []);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-share-'));
  try {
    const file = path.join(folder, name);
    fs.writeFileSync(file, bytes);
    assert.match(bytes.toString('utf8', 0, 600), /default-src 'none'; script-src 'sha256-/);
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(pathToFileURL(file).href);
    await ready(page);
    await page.waitForFunction(() => document.querySelector('limber-viewer').simulation.time > 0);
    assert.deepEqual(await observeViewer(page), expected);
    const outside = asked.filter((url) => !/^(file|data|blob):/.test(url));
    assert.deepEqual(outside, []);
    // the policy holds: a script that somebody adds does not run
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.strange = true';
      document.body.append(script);
    });
    assert.equal(await page.evaluate(() => window.strange), undefined);
    assert.match(problems.join(), /Content Security Policy/);
    assert.equal(problems.length, 1);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  await page.close();
});

//---------------------------------- links from strangers -------------------------------------------

/** Makes the fragment of a link from a header and the bytes after it. @param {Page} page @param {string | object} header */
async function forge(page, header, body = '') {
  return page.evaluate(
    async ([line, rest]) => {
      const { deflate, toUrlText } = await import('/src/share/bytes.js');
      return `#m=1.${toUrlText(deflate(new TextEncoder().encode(`${line}\n${rest}`)))}`;
    },
    [typeof header === 'string' ? header : JSON.stringify(header), body],
  );
}

const ATTACK = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const escaped = ATTACK.replaceAll('<', '&lt;').replaceAll('"', '&quot;');

test('damaged and hostile links say what is wrong and leave the page alive', options, async () => {
  const { page, problems } = await openSmall(browser);
  const xml = '<mujoco/>';
  /** @param {string} name */
  const named = (name) => ({ model: { name: 'm.xml', text: 9, files: [[name, 1]] } });
  const bomb = await page.evaluate(async () => {
    const { deflate, toUrlText } = await import('/src/share/bytes.js');
    return `#m=1.${toUrlText(deflate(new Uint8Array(64e6)))}`;
  });
  assert.ok(bomb.length < 100_000);
  const own = (/** @type {object} */ extra) =>
    forge(page, { model: { name: 'm.xml', text: 9 }, ...extra }, xml);
  /** @type {[hash: string, message: RegExp][]} */
  const cases = [
    ['#m=1.!!!!', /damaged/],
    ['#m=1.AAAA', /damaged/],
    ['#m=1.', /damaged/],
    ['#m=9.AAAA', /newer studio \(version 9\)/],
    ['#m=AAAA', /no version/],
    [bomb, /unpacks to more than 32 MB/],
    [await forge(page, '{"model":'), /damaged/],
    [await forge(page, 'null'), /damaged/],
    [await forge(page, '[]'), /names no model/],
    [await forge(page, { model: { name: 'm.xml', text: 1e9 } }), /text is incomplete/],
    [await forge(page, { model: { name: 'm.xml', text: -4 } }), /text is incomplete/],
    [await forge(page, named('../../etc/passwd'), `${xml}x`), /leads out of the model's folder/],
    [await forge(page, named('/etc/passwd'), `${xml}x`), /leads out/],
    [await forge(page, named('a/../../b'), `${xml}x`), /leads out/],
    [await forge(page, named('c:\\windows'), `${xml}x`), /leads out/],
    [await forge(page, named('a\u0000b'), `${xml}x`), /leads out/],
    [await forge(page, { model: { example: '__proto__' } }), /no such example/],
    [await forge(page, { model: { example: '../src/main' } }), /no such example/],
    [await forge(page, { model: { address: 'javascript:alert(1)' } }), /no place/],
    [await forge(page, { model: { address: 'data:text/xml,<mujoco/>' } }), /no place/],
    [await forge(page, { model: { address: 'file:///etc/passwd' } }), /no place/],
    [await forge(page, { model: { address: 'blob:http://a/b' } }), /no place/],
    [await forge(page, { model: { address: 'https://me:secret@host/m.xml' } }), /no place/],
    [await forge(page, { model: { address: 'github:../../x' } }), /no place/],
    [await forge(page, { model: { address: 'menagerie:../../x' } }), /no place/],
    [await own({ speed: 'fast' }), /speed is not what it should be/],
    [await own({ speed: -1 }), /speed/],
    [await own({ camera: { distance: null } }), /camera\.distance/],
    [await own({ camera: { lookat: [1, 2] } }), /camera\.lookat/],
    [await own({ flags: { shadow: ATTACK } }), /flags\.shadow/],
    [await own({ option: { flags: ['x'] } }), /option\.flags/],
    [await own({ physics: { timestep: {} } }), /physics\.timestep/],
    [await own({ state: 5 }), /state is incomplete/],
    [await forge(page, { model: { name: ATTACK, text: 7 } }, '<strange'), /img src=x/],
  ];
  for (const [hash, message] of cases) {
    await page.evaluate((fragment) => {
      document.getElementById('message').hidden = true;
      document.getElementById('message').textContent = '';
      location.hash = fragment;
    }, hash);
    await page.waitForSelector('#message:not([hidden])');
    assert.match(String(await page.textContent('#message')), message, hash.slice(0, 60));
  }
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  const { time } = await page.evaluate(() => {
    window.limber.studio.step(5);
    return { time: window.limber.simulation.data.time };
  });
  assert.ok(time > 0, 'the page still works');
  assert.deepEqual(problems, []);
  await page.close();
});

test('what a page of this site holds can be opened by its address', options, async () => {
  // a file as a page, since those of the site hold no frames
  const { page } = await browser.open('src/dom.js', { width: 400, height: 300 });
  try {
    const inner = await page.evaluate(async (/** @type {string} */ xml) => {
      const address = URL.createObjectURL(new Blob([xml], { type: 'text/xml' }));
      const frame = document.createElement('iframe');
      frame.src = `/embed.html?paused&src=${encodeURIComponent(address)}`;
      document.body.append(frame);
      await new Promise((resolve) => (frame.onload = resolve));
      const inside = /** @type {Document} */ (frame.contentDocument);
      const viewer = inside.getElementById('viewer');
      while (!viewer.simulation) await new Promise((resolve) => setTimeout(resolve, 50));
      return {
        bodies: viewer.simulation.model.nbody,
        origin: inside.querySelector('.origin').textContent,
      };
    }, '<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>');
    assert.equal(inner.bodies, 2);
    assert.match(inner.origin, /another page of this browser/);
  } finally {
    await page.close();
  }
});

test('names in a model never become part of the page', options, async () => {
  const xml = `<mujoco model="${escaped}"><worldbody><camera name="${escaped}"/><body name="${escaped}">
    <joint name="${escaped}"/><geom name="${escaped}" size=".1"/><site name="__proto__"/></body>
    <body name="__proto__"><freejoint name="constructor"/><geom size=".1"/></body></worldbody>
    <actuator><motor name="${escaped}" joint="${escaped}"/></actuator>
    <sensor><jointpos name="${escaped}" joint="${escaped}"/></sensor>
    <keyframe><key name="${escaped}"/></keyframe></mujoco>`;
  const opened = await openSmall(browser);
  const header = {
    model: { name: `${ATTACK}.xml`.replaceAll('/', ''), text: xml.length },
    flags: { __proto__: true, constructor: true },
    paused: true,
    label: ATTACK,
    program: { on: true, values: { ['__proto__']: 1, constructor: 2 } },
  };
  const line = JSON.stringify(header).replace('"flags":{', '"flags":{"__proto__":[true],');
  const hash = await forge(opened.page, line, xml);
  const { page, problems } = opened;
  await page.evaluate((fragment) => (location.hash = fragment), hash);
  await page.waitForFunction(() => window.limber.simulation.model.ncam === 1);
  await page.evaluate(() => {
    const { stage, studio, commands } = window.limber;
    stage.view.option.label = 1;
    stage.draw();
    studio.step(3);
    studio.select({ type: studio.mujoco.mjtObj.mjOBJ_BODY.value, id: 1 });
    for (const tab of document.querySelectorAll('[role=tab]')) tab.click();
    for (const title of document.querySelectorAll('.lil-title')) title.click();
    for (const id of ['share', 'plots', 'tree', 'info', 'help'])
      if (commands.all.has(id)) commands.run(id);
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  });
  await page.waitForTimeout(200);
  const found = await page.evaluate(() => ({
    hacked: window.hacked,
    polluted: /** @type {{ on?: boolean }} */ ({}).on ?? {}.constructor !== Object,
    images: document.querySelectorAll('img[src="x"], script:not([src])').length,
  }));
  assert.deepEqual(found, { hacked: undefined, polluted: false, images: 0 });
  assert.deepEqual(problems, []);

  const embedded = await browser.open(`embed.html${hash}`, { width: 400, height: 300 });
  await ready(embedded.page);
  assert.equal(await embedded.page.evaluate(() => window.hacked), undefined);
  assert.deepEqual(embedded.problems, []);
  await embedded.page.close();
  await page.close();
});

test('a model from an address is fetched without cookies and named as such', options, async () => {
  const example = fileURLToPath(new URL('../../examples/cradle.xml', import.meta.url));
  const { page, problems } = await openSmall(browser);
  await page.route('**/models/scene.xml', (route) => {
    assert.equal(route.request().headers().referer, undefined);
    route.fulfill({ path: example, contentType: 'text/xml' });
  });
  const address = new URL('/models/scene.xml', page.url()).href;
  const hash = await forge(page, { model: { address }, paused: true });
  await page.evaluate((fragment) => (location.hash = fragment), hash);
  await page.waitForFunction(() => window.limber.studio.source.address);
  assert.match(
    String(await page.textContent('.origin')),
    /Model from 127\.0\.0\.1:\d+\/models\/scene\.xml/,
  );
  const link = await linkOf(page);
  assert.ok(link.hash.length < 300, 'the link names the address');
  // an edited model is no longer the one at the address
  await page.evaluate(() =>
    window.limber.studio.runText(window.limber.studio.source.xml.replace('<mujoco', '<mujoco ')),
  );
  assert.ok((await linkOf(page)).hash.length > 600);
  assert.deepEqual(problems, []);
  await page.close();
});
