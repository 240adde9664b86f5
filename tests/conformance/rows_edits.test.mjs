// Rows about models that are changed after they were compiled (MODEL) and about inputs beyond the usual: both engines make the
// same of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataDifferences } from './fields.mjs';
import { handOver } from './hand_over.mjs';
import { limber, load, peer } from './models.mjs';
import { arraysOf } from '../helpers.mjs';

/**
 * Both engines do the same with one model, and all of mjData agrees.
 *
 * @param {string} xml
 * @param {(engine: Mujoco, model: MjModel, data: MjData) => void} run
 */
function alike(xml, run) {
  const [theirs, ours] = [peer, limber].map((engine) => {
    const model = load(engine, xml);
    const data = new engine.MjData(model);
    run(engine, model, data);
    return data;
  });
  assert.deepEqual(dataDifferences(theirs, ours, 1e-9), []);
  return ours;
}

/** @param {string} joint @param {string} sections */
const pendulum = (joint, sections) =>
  `<mujoco><worldbody><body><joint name="j" axis="0 1 0" ${joint}/><geom size=".1" pos=".1 0 0"/></body></worldbody>
  <tendon><fixed name="t"><joint joint="j" coef="2"/></fixed></tendon>${sections}</mujoco>`;

for (const target of ['joint="j"', 'tendon="t"']) {
  const motors = pendulum('', `<actuator><motor ${target}/><motor ${target}/></actuator>`);
  for (const field of ['actuator_damping', 'actuator_dampingpoly', 'actuator_armature']) {
    test(`MODEL-03: mj_setConst finds ${field} of motors with ${target}`, () => {
      alike(motors, (engine, model, data) => {
        arraysOf(model)[field].fill(0.5);
        engine.mj_setConst(model, data);
        data.qvel[0] = 1;
        engine.mj_forward(model, data);
      });
    });
  }
}

test('LC-19: models with several actuators that damp one joint or tendon come over as MJB', () => {
  const motors = ['joint="j"', 'tendon="t"'].map((of) => `<motor ${of} damping="1"/>`.repeat(2));
  const xml = pendulum('', `<actuator>${motors.join('')}</actuator>`);
  for (const engine of [peer, limber]) {
    const model = handOver(engine, limber, load(engine, xml));
    assert.deepEqual([model.jnt_actuatorid[0], model.tendon_actuatorid[0]], [-2, -2]);
  }
});

for (const disabled of [0, 1]) {
  for (const actuator of [
    'intvelocity kp="3" actrange="-1 1"',
    'intvelocity kp="3"',
    'general dyntype="filterexact" dynprm=".1" actrange="-1 1"',
    'muscle lengthrange="0 1"',
    'dcmotor motorconst=".05" resistance="2" inductance=".1 .2"',
  ]) {
    test(`ACT-DISABLED: activation of ${disabled ? 'a disabled' : 'an enabled'} ${actuator}`, () => {
      alike(
        pendulum('', `<actuator><${actuator} joint="j"/></actuator>`),
        (engine, model, data) => {
          model.opt.disableactuator = disabled;
          data.act.fill(9);
          engine.mj_step(model, data);
        },
      );
    });
  }
}

test('MODEL: negative friction loss of a joint has a row, negative adhesion acts through the gap', () => {
  alike(pendulum('frictionloss="-.1"', ''), (engine, model, data) => {
    engine.mj_forward(model, data);
    assert.equal(data.nefc, 1);
  });
  alike(
    '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
    (engine, model, data) => {
      arraysOf(model).geom_adhesion[1] = -0.02;
      engine.mj_forward(model, data);
      assert.equal(data.nefc, 1);
    },
  );
});

// The peer, which is no measure here, adds energy under some parents.
test('PAS-43: bending dampers take the same power however the parent of a cloth is turned', () => {
  const powers = ['1 0 0 0', '.8 .6 0 0', '.5 .5 .5 .5'].map((quat) => {
    const model = load(
      limber,
      `<mujoco><worldbody><body name="p" quat="${quat}"><flexcomp name="f" type="grid" dim="2" count="4 4 1" spacing=".05 .05 .05" mass="1">
      <contact selfcollide="none" internal="false"/><elasticity young="1e4" poisson=".2" damping=".1" thickness=".02" elastic2d="bend"/></flexcomp></body></worldbody></mujoco>`,
    );
    const data = new limber.MjData(model);
    data.qvel.forEach((_, i) => (data.qvel[i] = Math.sin(7 * i)));
    limber.mj_forward(model, data);
    return data.qvel.reduce((sum, v, i) => sum + v * data.qfrc_damper[i], 0);
  });
  assert.ok(powers[0] < -0.1);
  for (const power of powers) assert.ok(Math.abs(power - powers[0]) < 1e-9 * -powers[0]);
});

test('PAS-43: negative damping of a flex drives it', () => {
  for (const shape of [
    'dim="3" count="3 3 3"',
    'dim="2" count="4 4 1"',
    'dim="3" count="3 3 3" dof="trilinear"',
  ]) {
    const bending = shape.includes('4 4 1') ? 'elastic2d="bend" thickness=".02"' : '';
    alike(
      `<mujoco><worldbody><flexcomp name="f" type="grid" ${shape} spacing=".05 .05 .05" mass="1"><contact selfcollide="none" internal="false"/>
      <elasticity young="1e4" poisson=".2" damping="-.01" ${bending}/></flexcomp></worldbody></mujoco>`,
      (engine, model, data) => {
        data.qvel.forEach((_, i) => (data.qvel[i] = Math.sin(3 * i)));
        engine.mj_forward(model, data);
      },
    );
  }
});

test('DE-13: numbers of pins are whole', () => {
  for (const pin of ['id="0.5 1"', 'range="0 1.0"', 'grid="1e0 2"', 'gridrange="0 0 1.5 1"']) {
    const xml = `<mujoco><worldbody><flexcomp name="f" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1"><pin ${pin}/></flexcomp></worldbody></mujoco>`;
    for (const engine of [peer, limber])
      assert.throws(() => load(engine, xml), /bad format in attribute/);
  }
});

const ball = (/** @type {number} */ x) =>
  `<body pos="${x} 0 1"><freejoint/><geom size=".1"/></body>`;

test('margins and gaps that are changed after compiling find more contacts', () => {
  const scene = `<mujoco><worldbody>${ball(0)}${ball(0.21)}${ball(0.45)}</worldbody></mujoco>`;
  for (const field of ['geom_margin', 'geom_gap'])
    for (const reach of [0.005, 0.02, 0.05]) {
      const data = alike(scene, (engine, model, data) => {
        arraysOf(model)[field][1] = reach;
        engine.mj_forward(model, data);
      });
      assert.equal(data.ncon, [0.01, 0.04].filter((distance) => distance < reach).length);
    }
});

// COMPAT: OVERRIDE-REACH: bodies of several geoms are compared by their trees, which know no gap
test('under an overriding margin, gaps of bodies with several geoms count where the trees meet', () => {
  const plane = '<geom type="plane" size="5 5 .1" pos="0 0 -5"/>',
    walls = '<geom size=".05" pos="0 3 0"/><geom size=".05" pos="0 0 4"/>';
  const counts = [];
  for (const type of ['sphere', 'box'])
    for (const world of ['', plane])
      for (const others of ['', walls])
        for (const margin of [0, 0.005, 0.02])
          for (const distance of [0.001, 0.012, 0.03]) {
            const geom = `<geom type="${type}" size=".1 .1 .1" gap=".02"`;
            const xml = `<mujoco><option o_margin="${margin}"><flag override="enable"/></option><worldbody>${world}${geom}/>${others}
              <body pos="${0.2 + distance} 0 0"><freejoint/>${geom}/>${others}</body></worldbody></mujoco>`;
            const data = alike(xml, (engine, model, data) => engine.mj_forward(model, data));
            counts.push(data.ncon);
          }
  assert.ok(counts.filter(Boolean).length > 20 && counts.filter((count) => !count).length > 20);
});
