// The models of the gallery that use plugins, which the peer's web build cannot load: they load, run and behave.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import loadLimber from 'limber/mujoco';

const root = fileURLToPath(new URL('../../../shared/models/gallery/', import.meta.url));
const skip = !fs.existsSync(root) && 'the models are not here';
const mujoco = await loadLimber({ print() {}, printErr() {} });

/** Loads <name>.xml with the files beside it. @param {string} name */
function open(name) {
  const vfs = new mujoco.MjVFS();
  const folders = [path.posix.dirname(name), 'mug'];
  for (const folder of folders) {
    for (const entry of fs.readdirSync(path.join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })) {
      const file = path.posix.join(folder, entry);
      if (fs.statSync(path.join(root, file)).isFile())
        vfs.addBuffer(file, fs.readFileSync(path.join(root, file)));
    }
  }
  const model = mujoco.MjModel.from_xml_path(`${name}.xml`, vfs);
  vfs.delete();
  return { model, data: new mujoco.MjData(model) };
}

/** Runs 1,000 steps and checks that nothing went wrong. */
function run(/** @type {{ model: MjModel; data: MjData; }} */ { model, data }, steps = 1000) {
  mujoco.mj_step(model, data);
  const start = Float64Array.from(data.qpos);
  for (let i = 1; i < steps; i++) mujoco.mj_step(model, data);
  assert.ok(data.time > (steps - 1) * model.opt.timestep, 'was reset');
  assert.ok(data.qpos.every(Number.isFinite) && data.qvel.every((v) => Math.abs(v) < 50));
  return start;
}

const jointAt = (/** @type {{ model: MjModel }} */ { model }, /** @type {string} */ name) =>
  model.jnt_qposadr[mujoco.mj_name2id(model, 3, name)];

const names = [
  ...['actuator/pid', 'sensor/touch_grid'],
  ...['elasticity/scene', 'elasticity/belt', 'elasticity/cable', 'elasticity/coil'],
  ...['scene', 'bowl', 'cow', 'gear', 'mesh', 'mug', 'nutbolt', 'primitives', 'torus'].map(
    (name) => `sdf/${name}`,
  ),
].map((name) => `plugin/${name}`);
names.push('tactile/tactile', 'flex/cloth_sdf');

/** What else must hold, by model. @type {Record<string, (sim: ReturnType<typeof open>, start: Float64Array) => void>} */
const behaviour = {
  'actuator/pid': ({ data }) => {
    // towards 0.1: without integral below it, with an integral closer
    const [, pd, pid] = data.qpos;
    assert.ok(Math.abs(pid - 0.1) < 0.01 && pd < pid);
  },
  'sensor/touch_grid': ({ data }) => {
    const normal = data.sensordata
      .subarray(0, 49)
      .reduce((/** @type {number} */ sum, /** @type {number} */ x) => sum + x, 0);
    assert.ok(normal > 0.5 * 0.981 && normal < 2 * 0.981, `${normal}`);
  },
  'elasticity/coil': (sim) => {
    // pulled at its end, the coil opens
    assert.ok(sim.data.qpos[jointAt(sim, 'slide')] > 0.1);
  },
  'sdf/nutbolt': ({ data }, start) => {
    const fallen = start[2] - data.qpos[2];
    const turns = (2 * Math.atan2(data.qpos[5], data.qpos[4])) / (2 * Math.PI);
    assert.ok(fallen > 0.005, `${fallen}`);
    assert.ok(Math.abs(Math.abs(turns) - 12 * fallen) < 0.05, `${turns} turns, ${fallen} m`);
    assert.ok(Math.hypot(data.qpos[0], data.qpos[1]) < 0.01);
  },
  'sdf/gear': ({ data }) => {
    const [follower, driver] = data.qpos;
    assert.ok(driver > 0.5, `${driver}`);
    assert.ok(Math.abs(driver + follower) < 0.1, `${driver} ${follower}`);
  },
  'sdf/bowl': ({ data, model }) => {
    // all three balls are in the bowl
    for (let i = 2; i < model.nbody; i++) {
      const [x, y, z] = data.xpos.subarray(3 * i, 3 * i + 3);
      assert.ok(Math.hypot(x, y, z - 1) < 1.05, `ball at ${x} ${y} ${z}`);
    }
  },
  'sdf/primitives': ({ data, model }) => {
    // nothing falls through the floor
    for (let i = 1; i < model.nbody; i++) assert.ok(data.xpos[3 * i + 2] > 0);
  },
  'sdf/mug': ({ data }) => assert.ok(data.qpos[2] > 0.5),
  'sdf/cow': ({ data }) => assert.ok(data.qpos[2] > 0 && data.qpos[9] > 0),
};
/** @type {Record<string, number>} */
/** @type {Record<string, number>} */
const controls = { 'actuator/pid': 0.1, 'elasticity/coil': 1, 'sdf/gear': 1 };

for (const name of names) {
  test(`${name} runs and behaves`, { skip }, () => {
    const sim = open(name);
    sim.data.ctrl.fill(controls[name.replace('plugin/', '')] ?? 0);
    const start = run(sim);
    behaviour[name.replace('plugin/', '')]?.(sim, start);
    sim.data.delete();
    sim.model.delete();
  });
}
