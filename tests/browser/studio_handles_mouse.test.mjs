// Handles as a visitor drags them: the mouse goes to a part that is drawn, takes it along and lets it go; the text says where it went.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from './browser.mjs';
import { command, withSmall } from './studio.mjs';

const options = { skip, timeout: 120_000 };
/** @type {{ page: Page, problems: string[] }} */
let opened;
withSmall({ width: 1100, height: 640 }, (ready) => (opened = ready));

const XML = `<mujoco>
  <worldbody>
    <body name="block" pos="0 0 1">
      <geom name="box"   type="box" size=".3 .2 .1" pos="0 0 0"/> <!-- ours -->
      <site name="mark" type="box" size=".1 .1 .1" pos="0 -.6 0"/>
    </body>
    <body name="leg" pos="1 0 1"><joint name="knee" axis="0 0 1" range="-90  45"/>
      <geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/>
    </body>
    <body pos="-1 0 1"><joint name="rail" type="slide" axis="1 0 0"/><geom size=".1"/></body>
  </worldbody>
</mujoco>`;

/** @typedef {'mjOBJ_GEOM' | 'mjOBJ_SITE' | 'mjOBJ_BODY' | 'mjOBJ_JOINT'} Kind */

/** Runs the text, paused, selects an element and asks for its handle. @param {Kind} type @param {string} name @param {'move-element' | 'size-element'} id */
async function show(type, name, id) {
  const { page } = opened;
  await page.evaluate(
    ({ type, name, xml }) => {
      const { studio } = window.limber;
      studio.setRunning(false);
      studio.runModel({ xml, name: 'handles.xml', files: new Map() }, false);
      const { mujoco, simulation, stage } = studio;
      Object.assign(stage.camera ?? {}, { azimuth: 100, elevation: -30, distance: 3.5 });
      stage.camera?.lookat.set(0, 0, 1);
      const { value } = mujoco.mjtObj[type];
      studio.select({ type: value, id: mujoco.mj_name2id(simulation?.model, value, name) });
      stage.draw();
    },
    { type, name, xml: XML },
  );
  await command(page, id);
  await page.waitForFunction((label) => window.limber.gizmos.gizmo?.chosen.label === label, name);
  await page.evaluate(() => {
    window.limber.stage.draw();
    window.limber.gizmos.fit();
  });
}

/**
 * Where a place is on the page.
 * @param {number[]} local in the frame of the handle, in its own size
 * @param {number[]} [shift] metres further, along the axes of the handle
 */
const onPage = (local, shift = [0, 0, 0]) =>
  opened.page.evaluate(
    ({ local, shift }) => {
      const { gizmos, stage } = window.limber;
      const handle = gizmos.gizmo?.handle;
      if (!handle || !stage.camera) throw new Error('there is no handle');
      const { left, top, width, height } = stage.canvas.getBoundingClientRect();
      const point = handle.position.clone().fromArray(shift);
      point.applyQuaternion(handle.quaternion);
      point.add(handle.localToWorld(handle.position.clone().fromArray(local)));
      point.project(stage.camera);
      return {
        x: left + (width * (point.x + 1)) / 2,
        y: top + (height * (1 - point.y)) / 2,
      };
    },
    { local, shift },
  );

const view = () =>
  opened.page.evaluate(() => {
    const { azimuth, elevation, distance } = window.limber.stage.camera ?? {};
    return [azimuth, elevation, distance];
  });

/** Drags a part over places of the page; returns the text. @param {string} part @param {{ x: number, y: number }[]} way */
async function drag(part, way) {
  const { page } = opened;
  const before = await view();
  const [start, ...rest] = way;
  await page.mouse.move(start.x, start.y);
  assert.equal(await page.evaluate(() => window.limber.gizmos.gizmo?.handle.part), part);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  assert.deepEqual(await view(), before, 'the camera stays');
  return page.evaluate(() => window.limber.studio.source.xml);
}

/** Numbers of an attribute that is new or another; the rest of the text is what it was. @param {string} text @param {RegExp} pattern @param {string} was */
function numbersIn(text, pattern, was) {
  const found = pattern.exec(text);
  assert.ok(found, `${pattern} in ${text}`);
  assert.equal(text.replace(found[0], was), XML);
  return found[1].trim().split(/\s+/).map(Number);
}

/** @param {number[]} given @param {number[]} wanted @param {number} [tolerance] */
function near(given, wanted, tolerance = 0.02) {
  assert.equal(given.length, wanted.length);
  given.forEach((one, i) =>
    assert.ok(Math.abs(one - wanted[i]) < tolerance, `${given} and not ${wanted}`),
  );
}

const ARROW = 0.95;
const RING = 0.62;
/** On the ring around an axis, z or x. @param {'x' | 'z'} axis @param {number} degrees */
const onRing = (axis, degrees) => {
  const [c, s] = [Math.cos, Math.sin].map((one) => RING * one((degrees * Math.PI) / 180));
  return axis === 'z' ? [c, s, 0] : [0, c, s];
};

/** Back to the text of before. */
async function undo() {
  const text = await opened.page.evaluate(() => {
    window.limber.studio.undo.pop();
    return window.limber.studio.source.xml;
  });
  assert.equal(text, XML);
}

test(
  'an arrow of the handle moves a geom along it, the ball a body in the picture',
  options,
  async () => {
    await show('mjOBJ_GEOM', 'box', 'move-element');
    const tip = [ARROW, 0, 0];
    const moved = await drag('x', [await onPage(tip), await onPage(tip, [0.4, 0, 0])]);
    near(numbersIn(moved, /pos="([^"]*)"\/> <!--/, 'pos="0 0 0"/> <!--'), [0.4, 0, 0]);
    await undo();

    await show('mjOBJ_BODY', 'block', 'move-element');
    const ball = [0, 0, 0];
    const start = await onPage(ball);
    const place = await drag('free', [start, { x: start.x + 60, y: start.y - 40 }]);
    const pos = numbersIn(place, /"block" pos="([^"]*)"/, '"block" pos="0 0 1"');
    // where the mouse let it go it is drawn
    await opened.page.waitForFunction(() => window.limber.gizmos.gizmo);
    const end = await onPage(ball);
    near([end.x, end.y], [start.x + 60, start.y - 40], 2);
    assert.ok(pos[2] > 1.05, `up: ${pos}`);
    await undo();
    assert.deepEqual(opened.problems, []);
  },
);

test('a ring of the handle turns a geom', options, async () => {
  await show('mjOBJ_GEOM', 'box', 'move-element');
  const way = [];
  for (const degrees of [290, 305, 320, 335]) way.push(await onPage(onRing('z', degrees)));
  const turned = await drag('turn z', way);
  const quat = numbersIn(turned, / quat="([^"]*)"/, '');
  const half = (45 / 2) * (Math.PI / 180);
  near(quat, [Math.cos(half), 0, 0, Math.sin(half)]);
  await undo();
  assert.deepEqual(opened.problems, []);
});

test('an arrow of the handle for sizes makes geoms and sites larger', options, async () => {
  const tip = [0, 0, ARROW];
  await show('mjOBJ_GEOM', 'box', 'size-element');
  const sized = await drag('z', [await onPage(tip), await onPage(tip, [0, 0, 0.2])]);
  near(
    numbersIn(sized, /"box" size="([^"]*)" pos="0 0 0"/, '"box" size=".3 .2 .1" pos="0 0 0"'),
    [0.3, 0.2, 0.3],
  );
  await undo();

  await show('mjOBJ_SITE', 'mark', 'size-element');
  const site = await drag('z', [await onPage(tip), await onPage(tip, [0, 0, 0.15])]);
  near(
    numbersIn(site, /"box" size="([^"]*)" pos="0 -.6 0"/, '"box" size=".1 .1 .1" pos="0 -.6 0"'),
    [0.1, 0.1, 0.25],
  );
  await undo();

  await show('mjOBJ_SITE', 'mark', 'move-element');
  const moved = await drag('z', [await onPage(tip), await onPage(tip, [0, 0, 0.3])]);
  near(
    numbersIn(moved, /pos="([^"]*)"\/>\n {4}<\/body>/, 'pos="0 -.6 0"/>\n    </body>'),
    [0, -0.6, 0.3],
  );
  await undo();
  assert.deepEqual(opened.problems, []);
});

test('ring and arrow of a joint set its range', options, async () => {
  await show('mjOBJ_JOINT', 'knee', 'size-element');
  const way = [];
  for (const degrees of [270, 290, 310, 330]) way.push(await onPage(onRing('z', degrees)));
  const wider = await drag('turn z', way);
  near(numbersIn(wider, /range="([^"]*)"/, 'range="-90  45"'), [-90, 60], 1.5);
  await undo();

  await show('mjOBJ_JOINT', 'rail', 'size-element');
  const tip = [0, 0, ARROW];
  const rail = await drag('z', [await onPage(tip), await onPage(tip, [0, 0, 0.25])]);
  near(numbersIn(rail, / range="([^"]*)"(?=\/><geom size)/, ''), [0, 0.25]);
  await undo();
  assert.deepEqual(opened.problems, []);
});
