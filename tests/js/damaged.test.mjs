// Damaged binary models: loading them gives an MjError or a model that works, and the module goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import loadMujoco, { MjError } from 'limber/mujoco';
import { internalsOf } from '../helpers.mjs';

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

/** A cut file, or one with another integer somewhere; the same in every run. @param {number} count */
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

/** @param {unknown} error */
function isRefusal(error) {
  assert.ok(error instanceof MjError, String(error));
  return true;
}

test('the drop-in refuses damaged files or steps what they hold', () => {
  const live = internalsOf(mujoco).engine.exports.lb_liveBytes();
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
    assert.equal(internalsOf(mujoco).engine.exports.lb_liveBytes(), live);
  }
  assert.ok(refused > 50);
  const model = mujoco.MjModel.from_binary_buffer(sound);
  assert.equal(model.nq, 8);
  model.delete();
});

// In 32 bits, which size_t has in the module, these sizes wrap around to small ones.
test('sizes that wrap around in 32 bits are refused', () => {
  const textures = [
    'type="2d" builtin="flat" width="1431655766" height="1"', // times 3 bytes: 2
    'type="2d" builtin="flat" width="65536" height="65536" nchannel="1"', // 0
    'type="cube" builtin="gradient" width="26755"', // 6 faces: 78,654 bytes more than 3 * 2^32
    'type="2d" builtin="flat" width="1073741825" height="1" nchannel="4"',
  ];
  for (const texture of textures) {
    const text = `<mujoco><asset><texture name="t" ${texture}/></asset><worldbody/></mujoco>`;
    assert.throws(() => mujoco.MjModel.from_xml_string(text), /too large|size overflow/, texture);
  }
  const sizes = [0x55555556, 0, 0, 0]; // vertices times 3: 2
  const mesh = new Uint8Array(16 + 4 * 2);
  new Int32Array(mesh.buffer).set(sizes);
  mujoco.FS.writeFile('/wrap.msh', mesh);
  const text = `<mujoco><asset><mesh name="m" file="/wrap.msh"/></asset><worldbody/></mujoco>`;
  assert.throws(() => mujoco.MjModel.from_xml_string(text), /unexpected file size in MSH file/);
  mujoco.FS.unlink('/wrap.msh');
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
