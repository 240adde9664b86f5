// What is edited or opened stays: the address follows the model, a reload brings back every edit, a link that fails changes nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';
import { command, MODEL, openStudio } from './studio.mjs';

const options = { skip, timeout: 120_000 };
const size = { width: 800, height: 420 };
/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

/** @param {Page} page */
async function reload(page) {
  await page.reload();
  await page.waitForFunction(() => window.limber?.simulation, null, { timeout: 60_000 });
}

/** @param {Page} page */
const shown = (page) =>
  page.evaluate(() => {
    const { source, simulation } = window.limber.studio;
    const menu = document.querySelector('#gallery');
    return {
      name: source.name,
      menu: menu.selectedOptions[0]?.textContent,
      bodies: simulation.model.nbody,
      hash: location.hash,
      search: location.search,
      title: document.title,
      origin: document.querySelector('.origin')?.textContent,
      running: window.limber.studio.running,
    };
  });

test('an edit survives a reload, and the address says so', options, async () => {
  const { page, problems } = await openStudio(browser, '#cradle', size);
  assert.match(await page.title(), /^Cradle · limber/);
  await page.evaluate(() => {
    const { studio } = window.limber;
    studio.setRunning(false);
    studio.runText(studio.source.xml.replace('extent="0.8"', 'extent="0.75"'));
  });
  await page.waitForFunction(() => location.hash.startsWith('#draft=cradle'));
  const { hash } = await shown(page);
  await reload(page);
  await page.waitForFunction(() => window.limber.simulation.model.stat.extent === 0.75);
  assert.equal((await shown(page)).hash, hash);
  // another model, and back by the address
  await page.selectOption('#gallery', 'gyroscope');
  await page.waitForFunction(() => location.hash === '#gyroscope');
  assert.match(await page.title(), /^Gyroscope/);
  await page.evaluate((draft) => (location.hash = draft), hash);
  await page.waitForFunction(() => window.limber.simulation.model.stat.extent === 0.75);
  assert.deepEqual(problems, []);
  await page.close();
});

test(
  'a text that does not compile is kept too, and what is typed while the page goes',
  options,
  async () => {
    const { page } = await openStudio(browser, '#cradle', size);
    await command(page, 'editor');
    await page.waitForSelector('.cm-content');
    await page.evaluate(() => {
      const { view } = document.querySelector('.cm-content').cmTile;
      const at = view.state.doc.toString().indexOf('</mujoco>');
      view.dispatch({ changes: { from: at, insert: '<half' } });
    });
    await page.waitForSelector('.status.bad');
    await page.evaluate(() => {
      const { view } = document.querySelector('.cm-content').cmTile;
      const at = view.state.doc.toString().indexOf('<half');
      view.dispatch({ changes: { from: at + 5, insert: '-typed' } });
    });
    await reload(page);
    await page.waitForFunction(() => window.limber.studio.source.xml.includes('<half-typed'));
    assert.equal((await shown(page)).bodies, 6, 'the last model that compiles runs');
    await command(page, 'editor');
    await page.waitForSelector('.status.bad');
    await page.close();
  },
);

test('opened files and new models survive a reload', options, async () => {
  const { page, problems } = await openStudio(browser, '', size);
  await page.evaluate(async (xml) => {
    /** @param {string} text */
    const encode = (text) => new TextEncoder().encode(text);
    await window.limber.studio.runFiles(
      new Map([
        ['robot/scene.xml', encode('<mujoco><include file="arm.xml"/></mujoco>')],
        ['robot/arm.xml', encode(xml)],
      ]),
      'robot/scene.xml',
    );
  }, MODEL);
  await page.waitForFunction(() => location.hash.startsWith('#draft=scene'));
  await reload(page);
  const after = await shown(page);
  assert.deepEqual([after.name, after.bodies], ['robot/scene.xml', 3]);
  await command(page, 'new');
  await page.waitForFunction(() => location.hash.startsWith('#draft=model'));
  await reload(page);
  assert.equal((await shown(page)).name, 'model.xml');
  assert.deepEqual(problems, []);
  await page.close();
});

test('a link that fails leaves the model that runs whole', options, async () => {
  const { page } = await openStudio(browser, '#gyroscope', size);
  await page.waitForFunction(() => document.title.startsWith('Gyroscope'));
  const before = await shown(page);
  const state = () =>
    page.evaluate(() => ({
      xml: window.limber.studio.source.xml,
      files: [...window.limber.studio.source.files.keys()],
    }));
  const source = await state();
  const links = await page.evaluate(async () => {
    const { writeLink } = await import('/src/share/link.js');
    /** @param {string} xml @param {object} snapshot */
    const link = (xml, snapshot = {}) =>
      `#${writeLink({ model: { name: 'm.xml', xml, files: new Map([['a.obj', new Uint8Array(4)]]) }, snapshot })}`;
    return [
      link('<mujoco><worldbody><nothing/></worldbody></mujoco>'),
      '#m=1.damaged',
      '#draft=gone-1',
    ];
  });
  for (const link of links) {
    await page.evaluate((hash) => {
      document.getElementById('message').hidden = true;
      location.hash = hash;
    }, link);
    await page.waitForSelector('#message:not([hidden])');
    await page.waitForFunction(() => location.hash === '#gyroscope');
    assert.deepEqual(await shown(page), before, link.slice(0, 40));
    assert.deepEqual(await state(), source);
  }
  await page.waitForFunction(
    (time) => window.limber.simulation.data.time > time,
    await page.evaluate(() => window.limber.simulation.data.time),
  );
  await page.close();
});

test('of two models that are opened at once the later stays', options, async () => {
  const { page, problems } = await openStudio(browser, '', size);
  await page.route('**/models/slow.xml', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.fulfill({ body: MODEL, contentType: 'text/xml' });
  });
  await page.evaluate(async () => {
    const slow = window.limber.studio.runAddress(new URL('/models/slow.xml', location.href).href);
    document.querySelector('#gallery').value = 'cradle';
    document.querySelector('#gallery').dispatchEvent(new Event('change'));
    await slow;
  });
  assert.equal((await shown(page)).name, 'cradle.xml');
  assert.equal((await shown(page)).hash, '#cradle');
  assert.deepEqual(problems, []);
  await page.close();
});
