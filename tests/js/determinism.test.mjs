// The native builds and the module give the same bits: every example is simulated by each and the states are compared.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import load from '../../js/mujoco.js';

const STEPS = 100;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const folder = path.join(root, 'examples');
const examples = fs.readdirSync(folder).filter((name) => name.endsWith('.xml'));
const engine = await load({ print() {}, printErr() {} });

/** 64-bit FNV-1a of the bytes of arrays. */
/** @param {Float64Array[]} arrays */
function hashOf(...arrays) {
  let hash = 0xcbf29ce484222325n;
  for (const array of arrays) {
    for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) {
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }
  }
  return hash.toString(16).padStart(16, '0');
}

/** The same run as in tests/c/state_hash.c, with sines of the engine. */
/** @param {string} file */
function simulate(file) {
  const model = engine.MjModel.from_xml_string(fs.readFileSync(path.join(folder, file), 'utf8'));
  const data = new engine.MjData(model);
  for (let step = 0; step < STEPS; step++) {
    for (let i = 0; i < model.nu; i++) data.ctrl[i] = 0.3 * sine(step / 7 + i);
    engine.mj_step(model, data);
  }
  const kind = engine.mjtState.mjSTATE_INTEGRATION.value;
  const state = new engine.DoubleBuffer(engine.mj_stateSize(model, kind));
  engine.mj_getState(model, data, state, kind);
  const hash = hashOf(state.GetView(), data.sensordata);
  for (const object of [state, data, model]) object.delete();
  return hash;
}

/** Sine by the engine's own library, whose last bit differs from JavaScript's: the imaginary part of a quaternion. */
/** @param {number} angle */
function sine(angle) {
  const quat = new engine.DoubleBuffer(4);
  engine.mju_axisAngle2Quat(quat, [1, 0, 0], 2 * angle);
  const value = quat.GetView()[1];
  quat.delete();
  return value;
}

for (const preset of ['debug', 'release']) {
  const program = path.join(root, 'build', preset, 'state_hash');
  const skip = !fs.existsSync(program) && `no native ${preset} build`;
  test(
    `the native ${preset} build simulates the examples like the module, to the bit`,
    { skip },
    () => {
      const files = examples.map((name) => path.join(folder, name));
      const run = spawnSync(program, [String(STEPS), ...files], { encoding: 'utf8' });
      assert.equal(run.status, 0, run.stderr);
      const native = Object.fromEntries(
        run.stdout
          .trim()
          .split('\n')
          .map((line) => line.split(' ')),
      );
      assert.deepEqual(native, Object.fromEntries(examples.map((name) => [name, simulate(name)])));
    },
  );
}
