// What is here of version 3.14 of the peer, under the name mujoco-3.14.
import assert from 'node:assert/strict';
import test from 'node:test';
import loadNewer from 'mujoco-3.14';
import loadMujoco from 'limber/mujoco';
import { valuesOf } from '../helpers.mjs';

const quiet = () => ({ print() {}, printErr() {} });
const [newer, limber] = [await loadNewer(quiet()), await loadMujoco(quiet())];

test('mj_insideSite finds the same points inside', () => {
  const xml = `<mujoco><worldbody><body pos=".1 .2 .3" euler="10 20 30">
    ${['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box']
      .map((type) => `<site type="${type}" size=".2 .3 .25" pos=".05 0 -.1" euler="5 -40 0"/>`)
      .join('')}</body></worldbody></mujoco>`;
  const engines = [newer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    const data = new engine.MjData(model);
    engine.mj_forward(model, data);
    return { engine, model, data };
  });
  let inside = 0;
  for (let i = 0; i < 2000; i++) {
    // points of a grid that no symmetry favours
    const point = [0.754, 0.569, 0.43].map((step, k) => ((i * step) % 1) - 0.4 + 0.1 * k);
    for (let site = 0; site < 5; site++) {
      const [theirs, ours] = engines.map(({ engine, model, data }) =>
        engine.mj_insideSite(model, data, site, point),
      );
      assert.equal(ours, theirs, `site ${site}, point ${point}`);
      inside += ours;
    }
  }
  assert.ok(inside > 500 && inside < 5000, `${inside}`);
});

/** The number of a value of an enum. @param {Mujoco} engine @param {string} name @param {string} value */
const numberOf = (engine, name, value) =>
  /** @type {Record<string, { value: number }>} */ (valuesOf(engine)[name])[value].value;

test('names of the newer version have its numbers', () => {
  for (const [name, value] of [
    ['mjtIntegrator', 'mjINT_DISCRETE'],
    ['mjtEnableBit', 'mjENBL_IPC'],
  ])
    assert.equal(numberOf(limber, name, value), numberOf(newer, name, value));
  assert.throws(
    () => limber.MjModel.from_xml_string('<mujoco><option><flag ipc="enable"/></option></mujoco>'),
    /is of version 3\.14/,
  );
});

test('controls are read with their delays', () => {
  assert.equal(typeof limber.mj_readCtrl, 'function');
});
