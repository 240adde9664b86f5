// Picking looks at the model and never writes into it, also where flexes are hidden and where looking fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'limber';
import { OrbitCamera, SimulationView } from 'limber/three';

// a cloth of group 2 before a ball
const cloth = `<mujoco>
  <statistic center="0 0 1" extent="2"/>
  <visual><global azimuth="90" elevation="-89"/></visual>
  <worldbody>
    <body name="ball" pos="0 0 .5"><freejoint/><geom size=".2"/></body>
    <flexcomp name="cloth" type="grid" count="3 3 1" spacing=".3 .3 .3" pos="0 0 1.2" radius=".02" dim="2">
      <contact selfcollide="none"/>
    </flexcomp>
  </worldbody>
</mujoco>`;

/** A view whose calls of mjv_select go through `select`. @param {Mujoco['mjv_select']} [select] */
async function open(select) {
  const simulation = await load(cloth);
  const { mujoco, model, data } = simulation;
  const observed = Object.create(mujoco, { mjv_select: { value: select ?? mujoco.mjv_select } });
  const view = new SimulationView({ mujoco: observed, model, data });
  const camera = new OrbitCamera(model);
  view.update(camera);
  return { mujoco, model, view, pick: () => view.pick(camera, 0.52, 0.52, 1) };
}

/** Everything that a model holds. */
function bytesOf(/** @type {{ mujoco: Mujoco, model: MjModel }} */ { mujoco, model }) {
  const path = '/picked.mjb';
  mujoco.mj_saveModel(model, path, null);
  const bytes = mujoco.FS.readFile(path).slice();
  mujoco.FS.unlink(path);
  return bytes;
}

test('a click takes what is shown, and goes through flexes of hidden groups', async () => {
  const { model, view, pick } = await open();
  assert.equal(pick().flex, 0);
  view.option.flexgroup[model.flex_group[0]] = 0;
  const behind = pick();
  assert.equal(behind.flex, -1);
  assert.equal(behind.body, 1, 'the ball');
  view.dispose();
});

test('while the engine looks, and afterwards, the model is as it was', async () => {
  let during;
  const opened = await open((/** @type {Parameters<Mujoco['mjv_select']>} */ ...args) => {
    during = bytesOf(opened);
    return opened.mujoco.mjv_select(...args);
  });
  const { model, view, pick } = opened;
  view.option.flexgroup[model.flex_group[0]] = 0;
  const before = bytesOf(opened);
  assert.equal(pick().body, 1);
  assert.deepEqual(during, before);
  assert.deepEqual(bytesOf(opened), before);
  view.dispose();
});

test('the model is as it was when looking fails, and nothing is left behind', async () => {
  /** @type {MjModel[]} */
  const copies = [];
  const opened = await open((/** @type {MjModel} */ model) => {
    copies.push(model);
    throw new Error('broken');
  });
  const { model, view, pick } = opened;
  view.option.flexgroup[model.flex_group[0]] = 0;
  const before = bytesOf(opened);
  assert.throws(pick, /broken/);
  assert.deepEqual(bytesOf(opened), before);
  assert.equal(copies.length, 1);
  assert.notEqual(copies[0], model);
  assert.ok(copies[0].isDeleted(), 'the copy is freed');
  view.dispose();
});
