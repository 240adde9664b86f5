// What compatibility fixes in forces and their derivatives, each by its id: the numbers are the peer's.
import assert from 'node:assert/strict';
import test from 'node:test';
import { limber, peer } from './models.mjs';

/**
 * What `look` reads of a model and its data, by both engines; equal up to a share of the largest number.
 *
 * @param {string} xml
 * @param {(engine: Mujoco, model: MjModel, data: MjData) => number[]} look
 */
function sameNumbers(xml, look, tolerance = 1e-9) {
  const [expected, actual] = [peer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    const data = new engine.MjData(model);
    try {
      return look(engine, model, data);
    } finally {
      data.delete();
      model.delete();
    }
  });
  const scale = Math.max(...expected.map(Math.abs));
  assert.ok(scale > 0, 'something is there to compare');
  expected.forEach((number, i) =>
    assert.ok(Math.abs(number - actual[i]) <= tolerance * scale, `${i}: ${number}, ${actual[i]}`),
  );
  return actual;
}

/** @param {string} size @param {string} integrator */
const drop = (size, integrator) => `<mujoco>
  <option density="1000" viscosity="0" integrator="${integrator}" gravity="0 0 0"/>
  <worldbody><body><freejoint/>
    <geom type="ellipsoid" size="${size}" mass="1e-3" fluidshape="ellipsoid" fluidcoef="0 0 0 1 0"/>
  </body></worldbody></mujoco>`;
const flow = [0.01, 0.02, -0.015, 0, 0, 0];

test('FLU-37: the lift of a small ellipsoid in slow flow is switched off, that of a larger one is not', () => {
  /** @param {string} size */
  const lift = (size) =>
    sameNumbers(drop(size, 'Euler'), (engine, model, data) => {
      data.qvel.set(flow);
      engine.mj_forward(model, data);
      return [...data.qfrc_fluid, 1e-30];
    });
  const [small, large] = [lift('.0004 .0002 .0001'), lift('.04 .02 .01')];
  const strength = (/** @type {number[]} */ force) => Math.hypot(force[0], force[1], force[2]);
  // lift grows with the cross section, 1e4 times here
  assert.ok(strength(small) < (strength(large) / 1e4) * 0.1);
});

test('FLU-38: the derivative of drag on ellipsoids of millimetre size', () => {
  for (const size of ['.004 .002 .001', '.04 .02 .01']) {
    sameNumbers(
      drop(size, 'implicit').replace('0 0 0 1 0', '.5 .25 1.5 1 1'),
      (engine, model, data) => {
        data.qvel.set(flow);
        engine.mj_step(model, data);
        return [...data.qDeriv];
      },
    );
  }
});

test('DER-04: transition matrices of an implicit step with a muscle and a damping polynomial', () => {
  const xml = `<mujoco><option integrator="implicit"/><worldbody>
    <body><joint name="j" axis="0 1 0" damping=".2 .3" range="-90 90"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 -.2"/></body>
    </worldbody><actuator><muscle joint="j" lengthrange="-1 1" force="5"/></actuator></mujoco>`;
  for (const centered of [false, true]) {
    sameNumbers(
      xml,
      (engine, model, data) => {
        data.qpos[0] = 0.3;
        data.qvel[0] = 1.5;
        data.act[0] = 0.4;
        data.ctrl[0] = 0.7;
        const A = new engine.DoubleBuffer(9);
        const B = new engine.DoubleBuffer(3);
        engine.mj_forward(model, data);
        engine.mjd_transitionFD(model, data, 1e-6, centered, A, B, null, null);
        return [...A.GetView(), ...B.GetView()];
      },
      1e-7,
    );
  }
});
