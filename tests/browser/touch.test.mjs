// Fingers and mouse on the picture, in the element <limber-viewer> and in the studio, on a page as large as a phone's screen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skip, startBrowser } from './browser.mjs';
import { openStudio } from './studio.mjs';

const options = { skip, timeout: 120_000 };
const phone = { width: 360, height: 640, hasTouch: true };
// without gravity and with damping: what nobody pulls stays where it is
const XML = `<mujoco><option timestep=".002" gravity="0 0 0"/><statistic extent="1" center="0 0 .5"/>
  <visual><global azimuth="90" elevation="-10"/></visual>
  <worldbody><light pos="0 -1 3" castshadow="false"/><geom name="floor" type="plane" size="3 3 .1"/>
  <body name="cube" pos="0 0 .5"><joint type="slide" axis="1 0 0" damping="2"/><joint type="slide" axis="0 0 1" damping="2"/>
  <geom type="box" size=".12 .12 .12" mass="1" rgba=".9 .4 .1 1"/></body></worldbody></mujoco>`;

/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

/** In the page: what the visitor acts on. */
const parts = `(() => {
  const viewer = document.querySelector('limber-viewer');
  const { view, camera, canvas } = viewer ?? window.limber.stage;
  const simulation = viewer ? viewer.simulation : window.limber.simulation;
  return { view, camera, canvas, simulation };
})()`;

const hosts = {
  'the element': {
    open: async () => {
      const opened = await browser.open('embed.html', phone);
      await opened.page.waitForFunction(() => document.querySelector('limber-viewer').view);
      await opened.page.evaluate(() =>
        document.querySelector('limber-viewer').removeAttribute('camera'),
      );
      return opened;
    },
    show: (/** @type {Page} */ page) =>
      page.evaluate(async (xml) => {
        const viewer = document.querySelector('limber-viewer');
        viewer.paused = true;
        await viewer.load(xml);
      }, XML),
    run: (/** @type {Page} */ page, /** @type {boolean} */ on) =>
      page.evaluate((on) => (document.querySelector('limber-viewer').paused = !on), on),
  },
  'the studio': {
    open: () => openStudio(browser, '', phone),
    show: (/** @type {Page} */ page) =>
      page.evaluate((xml) => {
        const { studio } = window.limber;
        studio.setRunning(false);
        studio.runModel({ xml, name: 'cube.xml', files: new Map() }, false);
      }, XML),
    run: (/** @type {Page} */ page, /** @type {boolean} */ on) =>
      page.evaluate((on) => window.limber.studio.setRunning(on), on),
  },
};

/**
 * State of camera, selection and body.
 *
 * @typedef {object} Shown
 * @property {number} azimuth
 * @property {number} elevation
 * @property {number} distance
 * @property {number[]} lookat
 * @property {number} selected
 * @property {number} pulls
 * @property {number[]} body
 * @property {number} force
 *
 * @param {Page} page
 * @returns {Promise<Shown>}
 */
const read = (page) =>
  page.evaluate(`(() => {
    const { view, camera, simulation } = ${parts};
    const { azimuth, elevation, distance, lookat } = camera;
    return {
      azimuth, elevation, distance, lookat: lookat.toArray(),
      selected: view.perturb.select, pulls: view.perturb.active,
      body: Array.from(simulation.data.qpos),
      force: Math.hypot(...simulation.data.xfrc_applied),
    };
  })()`);

/** @typedef {[x: number, y: number]} Place on the page */

/** Where a point of the model is on the page. @param {Page} page @param {number[]} point @returns {Promise<Place>} */
const placeOf = (page, point) =>
  page.evaluate(`(() => {
    const { camera, canvas } = ${parts};
    const p = camera.position.clone().set(${point.join()}).project(camera);
    const box = canvas.getBoundingClientRect();
    return [box.left + box.width * (p.x + 1) / 2, box.top + box.height * (1 - p.y) / 2];
  })()`);

/** A place of the picture without a body. @param {Page} page @returns {Promise<Place>} */
const besideOf = (page) =>
  page.evaluate(`(() => {
    const box = ${parts}.canvas.getBoundingClientRect();
    return [box.left + 0.2 * box.width, box.top + 0.3 * box.height];
  })()`);

/**
 * Fingers by real touch events; each gets a list of places that it goes through.
 *
 * @param {Page} page
 * @param {Place[][]} paths
 * @param {{ wait?: number, holds?: number, lift?: boolean }} [options]
 */
async function fingers(page, paths, { wait = 0, holds = 0, lift = true } = {}) {
  const session = await page.context().newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {number | null} at */
  const send = (type, at) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        at === null
          ? []
          : paths.map((path, id) => ({
              x: path[at][0],
              y: path[at][1],
              id,
            })),
    });
  await send('touchStart', 0);
  if (wait > 0) await page.waitForTimeout(wait);
  for (let i = 1; i < paths[0].length; i++) await send('touchMove', i);
  if (holds > 0) await page.waitForTimeout(holds);
  const before = await read(page);
  if (lift) await send('touchEnd', null);
  await session.detach();
  return before;
}

/** Places on a straight way. @param {Place} from @param {Place} to @returns {Place[]} */
const line = ([x0, y0], [x1, y1], steps = 8) =>
  Array.from({ length: steps + 1 }, (_, i) => [
    x0 + ((x1 - x0) * i) / steps,
    y0 + ((y1 - y0) * i) / steps,
  ]);
/** @param {Place} place @param {number} dx @param {number} dy @returns {Place} */
const shifted = ([x, y], dx, dy) => [x + dx, y + dy];
/** @param {number} a @param {number} b @param {number} tolerance @param {string} what */
const near = (a, b, tolerance, what) =>
  assert.ok(Math.abs(a - b) < tolerance, `${what}: ${a}, ${b}`);

for (const [host, { open, show, run }] of Object.entries(hosts)) {
  /** @type {{ page: Page, problems: string[] } | undefined} */
  let opened;
  /** The page of the host with the model at its start, paused. */
  const begin = async () => {
    opened ??= await open();
    await show(opened.page);
    return opened;
  };

  test(`${host}: one finger turns the camera, over a body too`, options, async () => {
    const { page, problems } = await begin();
    const start = await read(page);
    const middle = await placeOf(page, [0, 0, 0.5]);
    await fingers(page, [line(middle, shifted(middle, 80, 40))]);
    const turned = await read(page);
    const height = await page.evaluate(`${parts}.canvas.clientHeight`);
    near(start.azimuth - turned.azimuth, (180 * 80) / height, 4, 'azimuth');
    near(start.elevation - turned.elevation, (180 * 40) / height, 4, 'elevation');
    assert.deepEqual(turned.lookat, start.lookat);
    assert.equal(turned.distance, start.distance);
    assert.equal(turned.selected, 0);
    assert.deepEqual(problems, []);
  });

  test(`${host}: two fingers move and zoom`, options, async () => {
    const { page, problems } = await begin();
    const start = await read(page);
    const middle = await placeOf(page, [0, 0, 0.5]);
    const [left, right] = [shifted(middle, -50, 0), shifted(middle, 50, 0)];
    await fingers(page, [line(left, shifted(left, 60, 0)), line(right, shifted(right, 60, 0))]);
    const moved = await read(page);
    assert.equal(moved.azimuth, start.azimuth);
    near(moved.distance, start.distance, 0.02 * start.distance, 'distance');
    // what was in the middle went along with the fingers
    const [x] = await placeOf(page, [0, 0, 0.5]);
    near(x - middle[0], 60, 12, 'shift');

    await fingers(page, [line(left, shifted(left, -60, 0)), line(right, shifted(right, 60, 0))]);
    const zoomed = await read(page);
    assert.ok(zoomed.distance < 0.75 * moved.distance, `${zoomed.distance} of ${moved.distance}`);
    assert.equal(zoomed.azimuth, start.azimuth);
    assert.equal(zoomed.selected, 0);
    assert.deepEqual(problems, []);
  });

  test(`${host}: a tap selects, and next to it takes the selection back`, options, async () => {
    const { page, problems } = await begin();
    const cube = await placeOf(page, [0, 0, 0.5]);
    await fingers(page, [[cube]]);
    const tapped = await read(page);
    assert.equal(tapped.selected, 1);
    await page.waitForTimeout(400);
    await fingers(page, [[await besideOf(page)]]);
    const after = await read(page);
    assert.equal(after.selected, 0);
    assert.equal(after.azimuth, tapped.azimuth);
    assert.deepEqual(problems, []);
  });

  test(`${host}: a finger held still pulls what is under it`, options, async () => {
    const { page, problems } = await begin();
    const start = await read(page);
    await run(page, true);
    const cube = await placeOf(page, [0, 0, 0.5]);
    const during = await fingers(page, [line(cube, shifted(cube, 90, 0))], {
      wait: 700,
      holds: 900,
    });
    assert.equal(during.selected, 1);
    assert.equal(during.pulls, 1);
    assert.ok(during.body[0] > 0.02, `moved to ${during.body}`);
    const after = await read(page);
    assert.equal(after.pulls, 0);
    assert.equal(after.azimuth, start.azimuth);
    await run(page, false);
    assert.equal((await read(page)).force, 0);
    assert.deepEqual(problems, []);
  });

  test(`${host}: a drag after a tap pulls at once`, options, async () => {
    const { page, problems } = await begin();
    const start = await read(page);
    const cube = await placeOf(page, [0, 0, 0.5]);
    await fingers(page, [[cube]]);
    // paused: what is pulled goes along with the finger
    const during = await fingers(page, [line(cube, shifted(cube, 60, 0))], { holds: 300 });
    assert.equal(during.pulls, 1);
    assert.equal(during.azimuth, start.azimuth);
    assert.equal((await read(page)).pulls, 0);
    assert.deepEqual(problems, []);
  });

  test(
    `${host}: a drag with the mouse pushes a body, beside it turns the camera`,
    options,
    async () => {
      const { page, problems } = await begin();
      await run(page, true);
      const start = await read(page);
      const cube = await placeOf(page, [0, 0, 0.5]);
      await page.mouse.move(...cube);
      await page.mouse.down();
      await page.mouse.move(...shifted(cube, 90, 0), { steps: 6 });
      await page.waitForTimeout(900);
      const during = await read(page);
      await page.mouse.up();
      assert.equal(during.pulls, 1);
      assert.ok(during.body[0] > 0.02, `moved to ${during.body}`);
      assert.equal(during.azimuth, start.azimuth);
      await run(page, false);
      const after = await read(page);
      assert.equal(after.force, 0);
      const beside = await besideOf(page);
      await page.mouse.move(...beside);
      await page.mouse.down();
      await page.mouse.move(...shifted(beside, 60, 0), { steps: 4 });
      await page.mouse.up();
      const turned = await read(page);
      assert.notEqual(turned.azimuth, start.azimuth);
      assert.deepEqual(turned.body, after.body);
      assert.deepEqual(problems, []);
    },
  );
}

test(
  'a double click takes hold of a sheet, of a block on a lattice and of a skin',
  options,
  async () => {
    const opened = await browser.open('embed.html', phone);
    const { page, problems } = opened;
    await page.waitForFunction(() => document.querySelector('limber-viewer').view);
    /** @param {string} attributes */
    const flex = (attributes, extra = '') =>
      `<mujoco><statistic extent="1" center="0 0 .5"/><worldbody><light pos="0 -1 3" castshadow="false"/><body name="b" pos="0 0 .5" euler="60 0 0">
     <flexcomp name="f" mass="1" radius=".02" spacing=".15 .15 .15" ${attributes}>${extra}<contact selfcollide="none"/></flexcomp></body></worldbody></mujoco>`;
    const skin = `<mujoco><statistic extent="1" center="0 0 .5"/><asset><skin name="s" rgba="1 0 1 1" inflate=".02"
    vertex="-.3 0 .2 .3 0 .2 -.3 0 .8 .3 0 .8" face="0 1 2 2 1 3 0 2 1 2 3 1">
    <bone body="low" bindpos="0 0 .2" bindquat="1 0 0 0" vertid="0 1" vertweight="1 1"/><bone body="high" bindpos="0 0 .8" bindquat="1 0 0 0" vertid="2 3" vertweight="1 1"/></skin></asset>
    <worldbody><light pos="0 -1 3" castshadow="false"/><body name="low" pos="0 0 .2"><joint axis="0 1 0"/><geom size=".05"/>
    <body name="high" pos="0 0 .6"><joint axis="0 1 0"/><geom size=".05"/></body></body></worldbody></mujoco>`;
    /** @type {[xml: string, kind: 'flexselect' | 'skinselect'][]} */
    const cases = [
      [flex('type="grid" dim="2" count="5 5 1"', '<edge equality="true"/>'), 'flexselect'],
      [
        flex('type="grid" dim="3" count="4 4 4" dof="trilinear"', '<elasticity young="1e4"/>'),
        'flexselect',
      ],
      [skin, 'skinselect'],
    ];
    for (const [xml, kind] of cases) {
      const point = [0.03, 0, kind === 'skinselect' ? 0.65 : 0.5];
      const first = await page.evaluate(
        async ({ xml, point: [x, y, z] }) => {
          const viewer = document.querySelector('limber-viewer');
          viewer.removeAttribute('camera');
          viewer.paused = true;
          await viewer.load(xml);
          const { camera, view } = viewer;
          const p = camera.position.clone().set(x, y, z).project(camera);
          return view.pick(camera, (p.x + 1) / 2, (p.y + 1) / 2, camera.aspect).body;
        },
        { xml, point },
      );
      assert.ok(first > 0, `${kind}: found before the first picture too`);
      const place = await placeOf(page, point);
      await page.mouse.dblclick(...place);
      const { selected, found, localpos } = await page.evaluate((kind) => {
        const { view } = document.querySelector('limber-viewer');
        const { perturb } = view;
        return {
          selected: perturb.select,
          found: perturb[kind],
          localpos: Array.from(perturb.localpos),
        };
      }, kind);
      assert.ok(selected > 0, `${kind}: body ${selected}`);
      assert.equal(found, 0);
      // held at a vertex or node: the place of the body itself
      if (kind === 'flexselect') assert.ok(Math.hypot(...localpos) < 0.1, `${localpos}`);
      // and what is held comes along
      /** @param {number} body */
      const across = (body) =>
        page.evaluate(
          (body) => document.querySelector('limber-viewer').simulation.data.xpos[3 * body],
          body,
        );
      const before = await across(selected);
      await page.evaluate(() => (document.querySelector('limber-viewer').paused = false));
      await page.keyboard.down('Control');
      await page.mouse.move(...place);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(...shifted(place, 40, 0), { steps: 4 });
      assert.equal((await read(page)).pulls, 1);
      await page.waitForFunction(
        ({ selected, before }) =>
          document.querySelector('limber-viewer').simulation.data.xpos[3 * selected] !== before,
        { selected, before },
      );
      await page.mouse.up({ button: 'right' });
      await page.keyboard.up('Control');
    }
    assert.deepEqual(problems, []);
    await page.close();
  },
);
