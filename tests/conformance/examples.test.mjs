// Every example on both engines: the compiled model, all results at several states, and a stretch of simulation.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { dataDifferences, fieldError, modelDifferences } from './fields.mjs';

const folder = new URL('../../examples/', import.meta.url);
const quiet = () => ({ print() {}, printErr() {} });
const engines = [await loadPeer(quiet()), await loadLimber(quiet())];

/** Numbers in [-1, 1) that are the same in every run. @param {number} seed */
function noise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** @param {[name: string, error: number][]} bad */
const explain = (bad) => bad.map(([name, error]) => `${name} ${error.toExponential(1)}`).join(', ');

/**
 * Puts both data into the same disturbed state.
 *
 * @param {Mujoco} engine
 * @param {MjModel} model
 * @param {MjData} data
 * @param {number} key
 * @param {number} size
 */
function disturb(engine, model, data, key, size) {
  const next = noise(7);
  if (key < 0) engine.mj_resetData(model, data);
  else engine.mj_resetDataKeyframe(model, data, key);
  const velocity = Float64Array.from({ length: model.nv }, next);
  const position = new engine.DoubleBuffer(model.nq);
  position.GetView().set(data.qpos);
  engine.mj_integratePos(model, position, velocity, size);
  data.qpos.set(position.GetView());
  position.delete();
  data.qvel.set(velocity.map((v) => 2 * size * v));
  data.ctrl.set(Float64Array.from({ length: model.nu }, () => 0.5 * next()));
}

for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.xml'))) {
  test(`${file} agrees with the peer in every field`, () => {
    const xml = fs.readFileSync(new URL(file, folder), 'utf8');
    const models = engines.map((engine) => engine.MjModel.from_xml_string(xml));
    const data = engines.map((engine, i) => new engine.MjData(models[i]));
    assert.equal(explain(modelDifferences(models[0], models[1])), '');
    // solved to the end, so that the iterations at which the engines stop do not matter
    for (const { opt } of models) {
      opt.tolerance = 1e-14;
      opt.iterations = 200;
    }
    for (let key = -1; key < models[0].nkey; key++) {
      for (const size of [0, 0.05, 0.3]) {
        engines.forEach((engine, i) => {
          disturb(engine, models[i], data[i], key, size);
          engine.mj_forward(models[i], data[i]);
        });
        assert.equal(
          explain(dataDifferences(data[0], data[1], 1e-6)),
          '',
          `key ${key}, disturbance ${size}`,
        );
        const acceleration = Float64Array.from({ length: models[0].nv }, noise(11));
        engines.forEach((engine, i) => {
          data[i].qacc.set(acceleration);
          engine.mj_inverse(models[i], data[i]);
        });
        assert.ok(
          fieldError(data[0].qfrc_inverse, data[1].qfrc_inverse) < 1e-6,
          `inverse, key ${key}, disturbance ${size}`,
        );
      }
    }
    engines.forEach((engine, i) => engine.mj_resetData(models[i], data[i]));
    for (let step = 0; step < 20; step++)
      engines.forEach((engine, i) => engine.mj_step(models[i], data[i]));
    assert.ok(fieldError(data[0].qpos, data[1].qpos) < 1e-6, 'positions after 20 steps');
  });
}
