// Handles that write into the text of the model: elements within frames, ranges of joints, scales of meshes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from './browser.mjs';
import { command, withSmall } from './studio.mjs';

const options = { skip, timeout: 120_000 };
/** @type {{ page: Page, problems: string[] }} */
let opened;
withSmall(undefined, (ready) => (opened = ready));

/** Runs a text, paused. @param {string} xml */
const run = (xml) =>
  opened.page.evaluate((text) => {
    const { studio } = window.limber;
    studio.setRunning(false);
    studio.runModel({ xml: text, name: 'handles.xml', files: new Map() }, false);
  }, xml);

/**
 * Selects an element, asks for its handle and drags that.
 * @param {'mjOBJ_GEOM' | 'mjOBJ_SITE' | 'mjOBJ_BODY' | 'mjOBJ_JOINT'} type
 * @param {string} name
 * @param {'move-element' | 'size-element'} id
 * @param {{ shift?: number[], turn?: number[] }} drag metres; x, y, z, w
 */
async function drag(type, name, id, { shift = [0, 0, 0], turn }) {
  const { page } = opened;
  await page.evaluate(
    ({ type, name }) => {
      const { studio } = window.limber;
      const { mujoco, simulation } = studio;
      const { value } = mujoco.mjtObj[type];
      studio.select({ type: value, id: mujoco.mj_name2id(simulation?.model, value, name) });
    },
    { type, name },
  );
  await command(page, id);
  await page.waitForFunction((label) => window.limber.gizmos.gizmo?.chosen.label === label, name);
  await page.evaluate(
    async ({ shift, turn }) => {
      const { gizmo } = window.limber.gizmos;
      if (!gizmo) throw new Error('there is no handle');
      const { handle } = gizmo;
      gizmo.begin();
      const moved = handle.position.clone().fromArray(shift);
      handle.position.add(moved);
      if (turn) handle.quaternion.premultiply(handle.quaternion.clone().fromArray(turn));
      gizmo.preview();
      gizmo.end();
    },
    { shift, turn },
  );
  return page.evaluate(() => window.limber.studio.source.xml);
}

const undo = () =>
  opened.page.evaluate(() => {
    window.limber.studio.undo.pop();
    return window.limber.studio.source.xml;
  });

test('what is within frames is moved and turned in their numbers', options, async () => {
  // two frames: a quarter turn about z at (1, 0, 0), and in it one about x
  const xml = `<mujoco>
  <worldbody>
    <!-- turned -->
    <frame pos="1 0 0" euler="0 0 90">
      <geom name="box"   type="box" size=".1 .2 .3" pos="0 0 1"/>
      <frame euler="90 0 0">
        <geom name="rod" type="capsule" size=".05" fromto="0 0 0 0 1 0"/>
      </frame>
    </frame>
  </worldbody>
</mujoco>`;
  await run(xml);
  /** @param {string} name */
  const placeOf = (name) =>
    opened.page.evaluate((one) => {
      const geom = window.limber.simulation?.geom(one);
      return [...(geom?.xpos ?? []), ...(geom?.xmat ?? [])].map((x) => Number(x.toFixed(4)) + 0);
    }, name);
  const before = await placeOf('box');
  // along x of the world is against y of the frame
  const moved = await drag('mjOBJ_GEOM', 'box', 'move-element', { shift: [0.5, 0, 0.25] });
  assert.equal(moved, xml.replace('pos="0 0 1"', 'pos="0 -0.5 1.25"'));
  const after = await placeOf('box');
  assert.deepEqual(after.slice(0, 3), [before[0] + 0.5, before[1], before[2] + 0.25]);
  assert.deepEqual(after.slice(3), before.slice(3));
  assert.equal(await undo(), xml);
  // half a turn about y of the world
  const turned = await drag('mjOBJ_GEOM', 'box', 'move-element', { turn: [0, 1, 0, 0] });
  assert.match(
    turned,
    /<!-- turned -->[^]*name="box" {3}type="box" size=".1 .2 .3" pos="0 0 1" quat="/,
  );
  assert.deepEqual((await placeOf('box')).slice(0, 3), before.slice(0, 3));
  const flip = [-1, -1, -1, 1, 1, 1, -1, -1, -1];
  assert.deepEqual(
    (await placeOf('box')).slice(3).map((x) => x + 0),
    before.slice(3).map((x, i) => x * flip[i] + 0),
  );
  assert.equal(await undo(), xml);
  // z of the world is y of the inner frame
  const rod = await drag('mjOBJ_GEOM', 'rod', 'move-element', { shift: [0, 0, 0.5] });
  assert.equal(rod, xml.replace('0 0 0 0 1 0', '0 0.5 0 0 1.5 0'));
  assert.deepEqual(opened.problems, []);
});

test('the nearer end of a joint goes where its handle is let go', options, async () => {
  const xml = `<mujoco>
  <worldbody>
    <body pos="0 0 1"><joint name="knee" axis="0 1 0" range="-90  45"/> <!-- of the leg -->
      <geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/>
      <body pos="0 0 -.5"><joint name="rail" type="slide" axis="1 0 0"/><geom size=".1"/></body>
    </body>
  </worldbody>
</mujoco>`;
  await run(xml);
  const s = Math.SQRT1_2;
  const low = Math.sin(Math.PI / 6);
  const wide = await drag('mjOBJ_JOINT', 'knee', 'size-element', { turn: [0, s, 0, s] });
  assert.equal(wide, xml.replace('-90  45', '-90 90'));
  assert.equal(await undo(), xml);
  await run(xml);
  const less = await drag('mjOBJ_JOINT', 'knee', 'size-element', {
    turn: [0, -low, 0, Math.sqrt(1 - low * low)],
  });
  assert.equal(less, xml.replace('-90  45', '-60 45'));
  await run(xml);
  const rail = await drag('mjOBJ_JOINT', 'rail', 'size-element', { shift: [0.25, 0.1, 0] });
  assert.equal(rail, xml.replace('axis="1 0 0"/>', 'axis="1 0 0" range="0 0.25"/>'));
  const bare = xml.replace(' range="-90  45"', '');
  await run(bare.replace('<mujoco>', '<mujoco><compiler angle="radian" autolimits="false"/>'));
  const radian = await drag('mjOBJ_JOINT', 'knee', 'size-element', { turn: [0, s, 0, s] });
  assert.match(radian, /range="0 1.5708" limited="true"|limited="true" range="0 1.5708"/);
  assert.deepEqual(opened.problems, []);
});

test('a mesh is scaled as a whole, in its asset', options, async () => {
  const xml = `<mujoco>
  <asset>
    <mesh name="wedge" scale="2 2 1" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/> <!-- ours -->
  </asset>
  <worldbody><geom name="one" type="mesh" mesh="wedge"/></worldbody>
</mujoco>`;
  await run(xml);
  const extent = () =>
    opened.page.evaluate(() => window.limber.simulation?.model.geom_rbound[0] ?? 0);
  const before = await extent();
  const half = await opened.page.evaluate(() =>
    Math.max(...(window.limber.simulation?.model.geom_aabb.subarray(3, 6) ?? [])),
  );
  /** Along an axis of the geom, as much as its box is wide. */
  const axis = await opened.page.evaluate(() => {
    const mat = window.limber.simulation?.data.geom_xmat ?? [];
    return [mat[0], mat[3], mat[6]];
  });
  const text = await drag('mjOBJ_GEOM', 'one', 'size-element', {
    shift: axis.map((x) => 0.5 * half * x),
  });
  assert.equal(text, xml.replace('2 2 1', '3 3 1.5'));
  assert.ok(Math.abs((await extent()) / before - 1.5) < 1e-3);
  assert.equal(await undo(), xml);
  assert.ok(Math.abs((await extent()) / before - 1) < 1e-9);
  assert.deepEqual(opened.problems, []);
});
