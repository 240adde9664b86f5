// Links from strangers that ask for too much: the page stays alive, says what it did not do, and fetches nothing without a question.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';
import { MODEL, openStudio } from './studio.mjs';

const options = { skip, timeout: 180_000 };
const size = { width: 500, height: 360 };
/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

/** A page of the site that makes links and holds nothing else. */
async function maker() {
  const { page } = await browser.open('src/dom.js', size);
  return {
    page,
    /** @param {string} xml @param {object} [snapshot] @returns {Promise<string>} */
    link: (xml, snapshot = {}) =>
      page.evaluate(async ([text, seen]) => {
        const { writeLink } = await import('/src/share/link.js');
        const model = { name: 'm.xml', xml: text, files: new Map() };
        return `#${writeLink({ model, snapshot: seen })}`;
      }, /** @type {[string, object]} */ ([xml, snapshot])),
    /** @param {string} address @returns {Promise<string>} */
    to: (address) =>
      page.evaluate(async (where) => {
        const { writeLink } = await import('/src/share/link.js');
        return `#${writeLink({ model: { address: where }, snapshot: {} })}`;
      }, address),
  };
}

const BALL = '<worldbody><body><freejoint/><geom size="0.1"/></body></worldbody>';

test('what a link asks of renderer and solver is limited, and told', options, async () => {
  const { page: first, link } = await maker();
  const asks = {
    slices: `<mujoco><visual><quality numslices="100000000" numstacks="100000000" numquads="100000"/></visual>${BALL}</mujoco>`,
    solver: `<mujoco><option iterations="1000000000" tolerance="0" ls_iterations="1000000000" ccd_iterations="2000000" sdf_iterations="99999"/>${BALL}</mujoco>`,
  };
  const links = {
    slices: await link(asks.slices),
    solver: await link(asks.solver),
    snapshot: await link(MODEL, {
      physics: { iterations: 1e9, tolerance: 0, noslip_iterations: 1e9 },
    }),
  };
  await first.close();
  for (const [kind, hash] of Object.entries(links)) {
    const { page, problems } = await openStudio(browser, hash, size);
    await page.waitForFunction(() => window.limber.simulation.data.time > 0.05);
    const { most, finest } = await page.evaluate(() => {
      const { opt, vis } = window.limber.simulation.model;
      const { quality } = vis;
      return {
        most: Math.max(
          opt.iterations,
          opt.ls_iterations,
          opt.ccd_iterations,
          opt.noslip_iterations,
        ),
        finest: Math.max(quality.numslices, quality.numstacks, quality.numquads),
      };
    });
    assert.ok(most <= 1000 && finest <= 128, `${kind}: ${most}, ${finest}`);
    assert.match(String(await page.textContent('.limits')), /^Limited on this page: \w+ [\d,]+ → /);
    assert.deepEqual(problems, []);
    await page.close();
    const embedded = await browser.open(`embed.html${hash}`, size);
    await embedded.page.waitForFunction(
      () => document.querySelector('limber-viewer').simulation?.time > 0.05,
      null,
      { timeout: 60_000 },
    );
    assert.match(String(await embedded.page.textContent('.limits')), /^Limited on this page: /);
    await embedded.page.close();
  }
});

test(
  'a viewer draws round shapes no finer than can be seen, whoever loads the model',
  options,
  async () => {
    const { page, problems } = await browser.open('embed.html?paused#cradle', size);
    await page.waitForFunction(() => document.querySelector('limber-viewer').view, null, {
      timeout: 60_000,
    });
    const xml = `<mujoco><visual><quality numslices="30000000" numstacks="30000000"/></visual>${BALL}</mujoco>`;
    const drawn = await page.evaluate(async (text) => {
      const viewer = document.querySelector('limber-viewer');
      await viewer.load(text);
      viewer.stage?.draw();
      return viewer.renderer.info.render.triangles;
    }, xml);
    assert.ok(drawn > 100 && drawn < 1e6, `${drawn} triangles`);
    assert.deepEqual(problems, []);
    await page.close();
  },
);

test('a model that hangs is stopped, and the one before goes on', options, async () => {
  const { page: first, link } = await maker();
  const hangs = await Promise.all(
    [
      // compiles for hours, or until memory is full
      `<mujoco><worldbody>${'<replicate count="4000" offset="1 0 0">'.repeat(3)}<geom size="0.1"/>${'</replicate>'.repeat(3)}</worldbody></mujoco>`,
      '<mujoco><asset><texture name="t" type="2d" builtin="checker" width="60000" height="60000"/></asset></mujoco>',
      // one step takes very long
      `<mujoco><option iterations="1000" tolerance="0"/><worldbody><geom type="plane" size="0 0 1"/><replicate count="14" offset=".19 0 0"><replicate count="14" offset="0 .19 0"><replicate count="14" offset="0 0 .19"><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></replicate></replicate></replicate></worldbody></mujoco>`,
      `<mujoco><worldbody><body>${'<freejoint/>'}<geom size="1"/></body><replicate count="300" offset=".1 0 0"><replicate count="300" offset="0 .1 0"><geom size=".1"/></replicate></replicate></worldbody></mujoco>`,
    ].map((xml) => link(xml)),
  );
  await first.close();
  const { page } = await openStudio(browser, '#cradle', size);
  for (const hash of hangs) {
    // the page answers all the while
    await page.evaluate((fragment) => {
      document.getElementById('message').hidden = true;
      window.recorded = [];
      let last = performance.now();
      const beat = () => {
        const now = performance.now();
        window.recorded?.push([now - last]);
        last = now;
        window.beat = setTimeout(beat, 50);
      };
      beat();
      location.hash = fragment;
    }, hash);
    await page.waitForSelector('#message:not([hidden])', { timeout: 90_000 });
    const message = String(await page.textContent('#message'));
    assert.match(message, /stopped|more than|too large|memory|allocate/i);
    const longest = await page.evaluate(() => {
      clearTimeout(window.beat);
      return Math.max(...(window.recorded ?? []).map(([gap]) => gap));
    });
    assert.ok(longest < 10_000, `the page stood still for ${longest} ms: ${message}`);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.model), 'cradle.xml');
  }
  const time = await page.evaluate(() => window.limber.simulation.data.time);
  await page.waitForFunction((t) => window.limber.simulation.data.time > t, time);
  await page.close();
});

test(
  'a step that never ends is ended where it was tried, and the page goes on',
  options,
  async () => {
    const { page: first, link } = await maker();
    const row = (/** @type {string} */ offset, /** @type {string} */ inner) =>
      `<replicate count="6" offset="${offset}">${inner}</replicate>`;
    const ball = '<body pos="0 0 9"><freejoint/><geom size=".1"/></body>';
    const balls = row('.21 0 0', row('0 .21 0', row('0 0 .21', ball)));
    const xml = `<mujoco><option solver="PGS" iterations="1000" tolerance="0" gravity="0 0 0"/><worldbody><geom type="plane" size="0 0 1"/>${balls}</worldbody></mujoco>`;
    const hash = await link(xml);
    await first.close();
    for (const kind of ['', 'embed.html']) {
      const { page } = await browser.open(`${kind}${hash}`, size);
      await page.waitForFunction(
        () => (window.limber ?? document.querySelector('limber-viewer'))?.simulation?.time > 0,
        null,
        { timeout: 90_000 },
      );
      const longest = await page.evaluate(async () => {
        const { limber } = window;
        const viewer = document.querySelector('limber-viewer');
        let isCalm = true;
        // as a program would: all balls come together
        const meddle = async () => {
          const { qpos } = (limber ?? viewer).simulation.data;
          for (let i = 0; i < qpos.length && isCalm; i++)
            if (i % 7 < 3) qpos[i] = 0.5 * (qpos[i] - (i % 7 === 2 ? 8.9 : 0));
          isCalm = false;
        };
        if (limber) limber.studio.waits = meddle;
        else {
          const nothing = () => {};
          const sandboxed = { ask: meddle, apply: nothing, restart: nothing, dispose: nothing };
          Object.assign(viewer, { program: { sandboxed, values: {} } });
        }
        let last = performance.now();
        let most = 0;
        const beat = setInterval(() => {
          most = Math.max(most, performance.now() - last);
          last = performance.now();
        }, 20);
        const end = performance.now() + 60_000;
        const isPaused = () => (limber ? !limber.studio.running : viewer.paused);
        while (!isPaused() && performance.now() < end)
          await new Promise((resolve) => setTimeout(resolve, 100));
        clearInterval(beat);
        return most;
      });
      // without the worker it takes minutes
      assert.ok(longest < 10_000, `the page stood still for ${longest} ms`);
      await page.getByText(/The model was stopped: a step of it takes/).waitFor();
      await page.close();
    }
  },
);

test('physics that lets nothing else happen is paused', options, async () => {
  const { page } = await openStudio(browser, '#cradle', size);
  await page.evaluate(() => {
    const { studio } = window.limber;
    studio.beforeStep.add(() => {
      const end = performance.now() + 1700;
      while (performance.now() < end);
    });
  });
  await page.waitForSelector('#message:not([hidden])', { timeout: 60_000 });
  assert.match(String(await page.textContent('#message')), /paused: one step of this model takes/);
  assert.equal(await page.evaluate(() => window.limber.studio.running), false);
  await page.close();
});

for (const kind of ['', 'embed.html'])
  test(
    `${kind || 'the studio'} fetches nothing from elsewhere without a question`,
    options,
    async () => {
      const { page: first, to } = await maker();
      const host = 'models.example.org';
      const addresses = {
        query: `?src=https://${host}/m.xml`,
        link: await to(`https://${host}/m.xml`),
        near: await to('http://192.168.0.1/m.xml'),
        numbers: await to('http://2130706433:9/m.xml'),
        github: await to('github:somebody/models/m.xml'),
      };
      const base = first.url().replace('src/dom.js', '');
      await first.close();
      const { page } = await browser.open('src/dom.js', size);
      /** @type {string[]} */
      const asked = [];
      await page.route(
        (url) => !url.href.startsWith(base) && !/^(data|blob):/.test(url.href),
        (route) => {
          asked.push(route.request().url());
          return route.fulfill({
            body: MODEL,
            contentType: 'text/xml',
            headers: { 'access-control-allow-origin': '*' },
          });
        },
      );
      for (const [name, address] of Object.entries(addresses)) {
        await page.goto('about:blank');
        await page.goto(`${base}${kind}${address}`);
        const dialog = page.getByRole('dialog', { name: 'Fetch this model?' });
        await dialog.waitFor({ timeout: 60_000 });
        assert.deepEqual(asked, [], name);
        const isNear = ['near', 'numbers'].includes(name);
        assert.equal(await dialog.getByText('own network').isVisible(), isNear, name);
        await dialog.getByRole('button', { name: 'Do not fetch' }).click();
        await page.getByText('Nothing was fetched from').waitFor();
        assert.deepEqual(asked, [], name);
      }
      await page.goto('about:blank');
      await page.goto(`${base}${kind}${addresses.link}`);
      await page.getByRole('button', { name: 'Fetch it' }).click({ timeout: 60_000 });
      await page.waitForFunction(
        () => (window.limber ?? document.querySelector('limber-viewer'))?.simulation,
        null,
        { timeout: 60_000 },
      );
      assert.deepEqual([...new Set(asked)], [`https://${host}/m.xml`]);
      await page.close();
    },
  );

test(
  'two thousand damaged links are refused or read, and none leads elsewhere',
  options,
  async () => {
    const { page, problems } = await browser.open('src/dom.js', size);
    /** @type {string[]} */
    const outside = [];
    page.on('request', (request) => {
      if (new URL(request.url()).host !== new URL(page.url()).host) outside.push(request.url());
    });
    const found = await page.evaluate(async (xml) => {
      const { writeLink, readLink } = await import('/src/share/link.js');
      const { deflate, toUrlText } = await import('/src/share/bytes.js');
      // numbers that are the same in every run (Park and Miller, 1988)
      let seed = 20_260;
      const random = (/** @type {number} */ n) => (seed = (seed * 48_271) % 2_147_483_647) % n;
      const model = { name: 'm.xml', xml, files: new Map([['a.obj', new Uint8Array(40)]]) };
      const whole = writeLink({
        model,
        snapshot: { speed: 2, paused: true, camera: { distance: 3 } },
      });
      const odd = [
        null,
        -1,
        1e308,
        'x',
        '__proto__',
        [],
        {},
        [[]],
        true,
        '\u0000',
        'javascript:alert(1)',
        '../../x',
      ];
      const keys = [
        'model',
        'state',
        'camera',
        'flags',
        'option',
        'physics',
        'speed',
        'key',
        'program',
        'paused',
      ];
      const counts = { read: 0, refused: 0, strange: /** @type {string[]} */ ([]) };
      for (let i = 0; i < 2000; i++) {
        let text;
        if (i % 2) {
          const at = 4 + random(whole.length - 4);
          text =
            whole.slice(0, at) + String.fromCharCode(33 + random(90)) + whole.slice(at + random(3));
        } else {
          const header = { model: { name: 'm.xml', text: 9 } };
          for (let k = 0; k < 3; k++)
            Object.assign(header, { [keys[random(keys.length)]]: odd[random(odd.length)] });
          const bytes = new TextEncoder().encode(`${JSON.stringify(header)}\n<mujoco/>`);
          text = `m=1.${toUrlText(deflate(bytes))}`;
        }
        try {
          readLink(text);
          counts.read++;
        } catch (error) {
          counts.refused++;
          const { message } = /** @type {Error} */ (error);
          if (!/link|place/.test(message)) counts.strange.push(message);
        }
      }
      return counts;
    }, MODEL);
    assert.equal(found.read + found.refused, 2000);
    assert.ok(found.refused > 500, JSON.stringify(found));
    assert.deepEqual(found.strange, []);
    assert.deepEqual(outside, []);
    assert.deepEqual(problems, []);
    await page.close();
  },
);
