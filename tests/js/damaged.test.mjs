// Damaged binary models: loading them gives an MjError or a model that works, and the module goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import loadMujoco, { MjError } from 'limber/mujoco';

const mujoco = await loadMujoco({ print() {}, printErr() {} });
const xml = `<mujoco><size memory="200K"/><worldbody><geom type="plane" size="1 1 .1"/>
  <body pos="0 0 .1"><freejoint/><geom size=".1"/><site name="s"/></body>
  <body pos="1 0 .3"><joint name="h"/><geom type="box" size=".1 .1 .1"/></body></worldbody>
  <actuator><motor joint="h"/></actuator><sensor><gyro site="s"/></sensor></mujoco>`;

function saved() {
  const model = mujoco.MjModel.from_xml_string(xml);
  const buffer = new mujoco.Uint8Buffer(Number(mujoco.mj_sizeModel(model)));
  mujoco.mj_saveModel(model, null, buffer);
  const bytes = buffer.GetView().slice();
  buffer.delete();
  model.delete();
  return bytes;
}

const sound = saved();

/** A cut file, or one with another integer somewhere; the same in every run. */
function* damaged(count) {
  const wild = [-1, 0x7fffffff, 3, 1 << 20];
  for (let i = 0; i < count; i++) {
    const random = (i * 2654435761) >>> 0;
    const bytes = sound.slice(0, i % 8 ? sound.length : random % sound.length);
    const at = 4 * (random % Math.floor((i % 2 ? 1500 : bytes.length) / 4));
    if (i % 8 && at + 4 <= bytes.length) {
      new DataView(bytes.buffer).setInt32(at, wild[i % wild.length], true);
    }
    yield bytes;
  }
}

function isRefusal(error) {
  assert.ok(error instanceof MjError, String(error));
  return true;
}

test('the drop-in refuses damaged files or steps what they hold', () => {
  const live = mujoco.engine.exports.lb_liveBytes();
  let refused = 0;
  for (const bytes of damaged(300)) {
    let model, data;
    try {
      model = mujoco.MjModel.from_binary_buffer(bytes);
      data = new mujoco.MjData(model);
      mujoco.mj_step(model, data);
    } catch (error) {
      refused += Number(isRefusal(error));
    }
    data?.delete();
    model?.delete();
    assert.equal(mujoco.engine.exports.lb_liveBytes(), live);
  }
  assert.ok(refused > 50);
  const model = mujoco.MjModel.from_binary_buffer(sound);
  assert.equal(model.nq, 8);
  model.delete();
});

test('load refuses damaged files or opens them', async () => {
  let refused = 0;
  for (const bytes of damaged(60)) {
    try {
      (await load({ 'a.mjb': bytes })).dispose();
    } catch (error) {
      refused += Number(isRefusal(error));
    }
  }
  assert.ok(refused > 10);
  const sim = await load({ 'a.mjb': sound });
  sim.step();
  sim.dispose();
});
