// The look 'nice': soft edges of shadows, dark corners, the sky's light; it comes, goes and is kept where it should be.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';
import { withScenes } from './scene_pictures.mjs';
import { command, control, openFolder, openSmall, openStudio } from './studio.mjs';

const options = { skip, timeout: 120_000 };
const { shared, inPage } = withScenes('/tests/browser/pictures/scenes.js');
/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

test('shadows have soft edges, and corners are dark', options, async () => {
  const found = await inPage(async ({ openScene, scenes }) => {
    // a plate over the floor, drawn large enough for an edge of several pixels
    const pixels = await openScene(scenes.shadow, { width: 320, height: 240 });
    const { view } = pixels;
    /** The greatest step between neighbours along a column of the floor, as a share of all between light and shadow. */
    const sharpest = () => {
      const bytes = pixels.color();
      const column = Array.from({ length: 100 }, (_, i) => bytes[4 * (320 * (130 + i) + 160)]);
      const steps = column.slice(1).map((value, i) => Math.abs(value - column[i]));
      return Math.max(...steps) / (Math.max(...column) - Math.min(...column));
    };
    const reference = sharpest();
    const came = await view.setLook('nice');
    const nice = sharpest();
    view.effort.fine = false;
    const plain = sharpest();
    pixels.dispose();
    pixels.renderer.forceContextLoss();

    const box = await openScene({
      xml: `<mujoco><statistic extent="2" center="0 0 .3"/><visual><headlight ambient="1 1 1" diffuse="0 0 0"/></visual><worldbody>
        <geom type="plane" size="3 3 .1" rgba=".6 .6 .6 1"/><geom type="box" size=".4 .4 .4" pos="0 .4 .4"/></worldbody></mujoco>`,
    });
    await box.view.setLook('nice');
    box.freeCamera.azimuth = 90;
    /** Of the floor before the box: close to it, and far from it. */
    const floor = () => {
      const bytes = box.color();
      const objects = box.segmentation();
      let y = 119;
      const far = bytes[4 * (160 * y + 80)];
      while (objects[2 * (160 * y + 80) + 1] === 0) y--;
      return bytes[4 * (160 * (y + 2) + 80)] / far;
    };
    const corner = floor();
    box.view.effort.fine = false;
    const open = floor();
    box.dispose();
    box.renderer.forceContextLoss();
    return { reference, came, nice, plain, corner, open };
  });
  assert.equal(found.came, true);
  assert.ok(found.nice < 0.6 * found.reference, JSON.stringify(found));
  assert.ok(found.plain > 1.3 * found.nice, JSON.stringify(found));
  assert.ok(found.corner < 0.9 * found.open, JSON.stringify(found));
  assert.deepEqual(shared.problems, []);
});

test(
  'every kind of surface has the look, and nothing is left of it afterwards',
  options,
  async () => {
    const rows = await inPage(async ({ openScene, scenes }) => {
      /** @type {{ name: string, difference: number, same: boolean, depths: boolean, kept: boolean, freed: number[] }[]} */
      const rows = [];
      const first = await openScene(scenes.types);
      const { renderer } = first;
      renderer.debug.checkShaderErrors = true;
      const { memory } = renderer.info;
      first.dispose();
      const before = [memory.geometries, memory.textures];
      for (const name of Object.keys(scenes)) {
        const pixels = await openScene(scenes[name], { renderer });
        const reference = pixels.color().slice();
        const metres = pixels.depth().slice();
        const { textures } = memory;
        await pixels.view.setLook('nice');
        const nice = pixels.color().slice();
        const depths = pixels.depth().every((value, i) => value === metres[i]);
        await pixels.view.setLook('reference');
        const again = pixels.color();
        rows.push({
          name,
          difference:
            nice.reduce((sum, value, i) => sum + Math.abs(value - reference[i]), 0) / nice.length,
          same: again.every((value, i) => value === reference[i]),
          depths,
          kept: memory.textures <= textures,
          freed: [],
        });
        pixels.dispose();
        rows[rows.length - 1].freed = [memory.geometries, memory.textures].map(
          (n, i) => n - before[i],
        );
      }
      renderer.dispose();
      return rows;
    });
    assert.ok(rows.length >= 10);
    for (const { name, difference, ...rest } of rows) {
      assert.ok(difference > 0.2, `${name}: ${difference}`);
      assert.deepEqual(rest, { same: true, depths: true, kept: true, freed: [0, 0] }, name);
    }
    assert.deepEqual(shared.problems, []);
  },
);

test(
  'a look that comes after its view is gone, or is not wanted any more, is not drawn',
  options,
  async () => {
    const found = await inPage(async ({ openScene, scenes }) => {
      const pixels = await openScene(scenes.types);
      const { view } = pixels;
      const coming = view.setLook('nice');
      view.setLook('reference');
      const dropped = [await coming, view.nice === null];
      const late = view.setLook('nice');
      pixels.dispose();
      const after = [await late, view.nice === null];
      return { dropped, after };
    });
    assert.deepEqual(found, { dropped: [false, true], after: [false, true] });
  },
);

/** In the page: the look that the picture has. @param {Page} page */
const lookOf = (page) =>
  page.evaluate(async () => {
    const { stage } = window.limber;
    await stage.view?.lookComes;
    return { asked: stage.view?.look, drawn: Boolean(stage.view?.nice), fine: stage.effort.fine };
  });

test(
  'the studio keeps the look: over models, reloads and links; its fine parts go first',
  options,
  async () => {
    const { page, problems } = await openSmall(browser);
    assert.deepEqual(await lookOf(page), { asked: 'reference', drawn: false, fine: false });
    await page.evaluate(() => window.limber.studio.quality.setAutomatic(false));
    await command(page, 'nice');
    assert.deepEqual(await lookOf(page), { asked: 'nice', drawn: true, fine: true });
    await openFolder(page, 'View', 'Rendering');
    const box = control(page, 'Nice look').locator('input');
    assert.equal(await box.isChecked(), true);
    await page.evaluate(() => {
      const { studio } = window.limber;
      studio.quality.setAutomatic(true);
      studio.quality.use(1);
      studio.runModel(
        { ...studio.source, xml: '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>' },
        false,
      );
    });
    // the same size, shadows and reflections, but no soft edges
    assert.deepEqual(await lookOf(page), { asked: 'nice', drawn: true, fine: false });
    assert.equal(await page.evaluate(() => window.limber.stage.effort.ratio), 1);
    await command(page, 'share');
    const link = new URL(await page.inputValue('dialog.share input[type=text]'));
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForFunction(() => window.limber?.simulation && window.limber.stage.view);
    assert.equal((await lookOf(page)).drawn, true);
    await command(page, 'nice');
    assert.deepEqual(problems, []);
    await page.close();
    // another browser has never heard of it
    const other = await openStudio(browser, link.hash);
    await other.page.waitForFunction(() => window.limber?.stage.view?.nice);
    assert.deepEqual(other.problems, []);
    await other.page.close();
  },
);

test(
  'a viewer has the look of its attribute, also after its picture was lost',
  options,
  async () => {
    const { page, problems } = await openStudio(browser);
    await page.route('**/look.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><meta charset="utf-8"><title>Look</title><link rel="icon" href="data:,">
        <limber-viewer look="nice" style="width: 200px; height: 150px"
          src="<mujoco><worldbody><light pos='0 0 3'/><geom size='.5'/></worldbody></mujoco>"></limber-viewer>
        <script type="module" src="/viewer.js"></script>`,
      }),
    );
    await page.goto(new URL('look.html', page.url()).href);
    const drawn = () =>
      page.waitForFunction(() => document.querySelector('limber-viewer').view?.nice);
    await drawn();
    await page.evaluate(() => {
      const viewer = document.querySelector('limber-viewer');
      viewer.renderer?.getContext().getExtension('WEBGL_lose_context')?.loseContext();
    });
    await page.getByRole('button', { name: 'Show it' }).click();
    await drawn();
    await page.evaluate(() => (document.querySelector('limber-viewer').look = null));
    assert.equal(
      await page.evaluate(() => document.querySelector('limber-viewer').view?.look),
      'reference',
    );
    assert.equal(
      await page.evaluate(() => document.querySelector('limber-viewer').view?.nice),
      null,
    );
    assert.deepEqual(
      problems.filter((text) => !/Context Lost|lose_context/.test(text)),
      [],
    );
    await page.close();
  },
);
