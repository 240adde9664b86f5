// Pieces of small models, and whether both engines compile them the same, or refuse them, and move them the same for some steps.
import assert from 'node:assert/strict';
import loadPeer from '@mujoco/mujoco';
import { testModels } from './cases.mjs';
import { fieldError } from './fields.mjs';
import { handOver } from './hand_over.mjs';
import { differences, limber, load } from './models.mjs';
import { arraysOf, messageOf } from '../helpers.mjs';

/** @param {string} text what is between bars */
export const list = (text) => text.split('|').map((item) => item.trim());
/** @param {string} content */
export const world = (content, sections = '') =>
  `<mujoco><worldbody>${content}</worldbody>${sections}</mujoco>`;
export const plane = '<geom name="floor" type="plane" size="5 5 .1"/>';
export const ball =
  '<body name="ball" pos="0 0 .099"><freejoint/><geom name="bg" size=".1"/></body>';
export const arm = (joint = '', more = '', sections = '') =>
  world(
    `<site name="w" pos="0 0 2"/><body name="a" pos="0 0 1"><joint name="j" axis="0 1 0" ${joint}/><geom name="ga" type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
    <body name="b" pos=".3 0 0"><joint name="k" axis="0 1 0" ${joint}/><geom name="gb" type="capsule" size=".03" fromto="0 0 0 .2 0 .1"/><site name="s" pos=".2 0 .1" euler="10 20 30"/>${more}</body></body>`,
    sections,
  );
/** @param {string} content */
export const asset = (content) => `<asset>${content}</asset>`;

export const geomKinds = list(`plane | sphere | capsule | ellipsoid | cylinder | box`);
/** @param {string} joints */
export const fixed = (joints, a = '') =>
  arm('', '', `<tendon><fixed name="t" ${a}>${joints}</fixed></tendon>`);

const moved = list(
  `qpos | qvel | qacc | act | actuator_force | sensordata | site_xpos | ten_length | cam_xmat | light_xdir | geom_xmat`,
);

/**
 * What one engine makes of a model: the model and the data after some steps, or why it refuses it.
 *
 * @param {Mujoco} engine
 * @param {string} xml
 * @returns {{ refused: string } | { model: MjModel, data: MjData, refused?: undefined }}
 */
function run(engine, xml) {
  let model;
  try {
    model = load(engine, xml);
  } catch (error) {
    return { refused: messageOf(error) };
  }
  const data = new engine.MjData(model);
  for (let i = 0; i < 10; i++) {
    data.ctrl.fill(0.2);
    engine.mj_step(model, data);
  }
  engine.mj_forward(model, data);
  return { model, data };
}

/** @param {Mujoco} peer @param {string} xml */
function compare(peer, xml) {
  const [theirs, ours] = [peer, limber].map((engine) => run(engine, xml));
  assert.equal(
    Boolean(ours.refused),
    Boolean(theirs.refused),
    `${theirs.refused} | ${ours.refused}`,
  );
  if (theirs.refused !== undefined || ours.refused !== undefined) return;
  const expected = handOver(peer, limber, theirs.model);
  assert.deepEqual(differences(expected, ours.model, 1e-6), []);
  const [wanted, got] = [arraysOf(theirs.data), arraysOf(ours.data)];
  const far = moved.filter((field) => !(fieldError(wanted[field], got[field]) < 1e-5));
  assert.deepEqual(far, []);
  [expected, ours.model, ours.data].forEach((object) => object.delete());
}

/** One test for each row. @param {Record<string, string[]>} rows models by row */
export function testRows(rows) {
  for (const [row, models] of Object.entries(rows)) {
    /** @type {Mujoco} */
    let peer;
    testModels(row, models, async (xml, i) => {
      // a peer of its own: what it refuses costs it memory
      if (i % 40 === 0) peer = await loadPeer({ print() {}, printErr() {} });
      compare(peer, xml);
    });
  }
}
