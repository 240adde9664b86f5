// Editing specs in the style of objects, and what happens to handles of what is removed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import loadMujoco, { MjError } from 'limber/mujoco';

const mujoco = await loadMujoco({ print() {}, printErr() {} });

test('bodies, geoms, joints and actuators are added with their fields', () => {
  const spec = mujoco.parseXMLString('<mujoco/>');
  const box = spec.worldbody.addBody({ name: 'box', pos: [0, 0, 1], euler: [0, 0, 90] });
  box.addFreeJoint({ name: 'free' });
  box.addGeom({ name: 'g', type: 'box', size: [0.1, 0.2, 0.3], rgba: [1, 0, 0, 1] });
  const arm = box.addBody({ name: 'arm' });
  arm.addJoint({ name: 'hinge', type: mujoco.mjtJoint.mjJNT_HINGE, axis: [0, 1, 0] });
  arm.addGeom({ size: 0.1 }).assign({ friction: [0.5], group: 3 });
  arm.addSite({ name: 'tip', pos: [0, 0, 0.4] });
  spec.addActuator({ name: 'motor', trntype: 'joint', target: 'hinge' });
  spec.addSensor({ name: 'angle', type: 'jointpos', objtype: 'joint', objname: 'hinge' });
  spec.addMaterial({ name: 'red', rgba: [1, 0, 0, 1] });
  const model = mujoco.mj_compile(spec);
  assert.deepEqual([...model.geom('g').size], [0.1, 0.2, 0.3]);
  assert.ok(Math.abs(model.body('box').quat[3] - Math.SQRT1_2) < 1e-12);
  assert.deepEqual([...model.geom(1).friction], [0.5, 0.005, 0.0001]);
  assert.equal(model.geom(1).group, 3);
  assert.equal(model.nu, 1);
  assert.equal(model.sensor_objid[0], model.jnt('hinge').id);
  arm.remove();
  assert.throws(() => arm.pos, /this MjsBody was deleted/);
  // with a body goes what refers to it
  const rest = mujoco.mj_compile(spec);
  assert.deepEqual([rest.nbody, rest.nu, rest.nsensor], [2, 0, 0]);
  spec.addActuator({ name: 'motor', trntype: 'joint', target: 'hinge' });
  assert.throws(() => mujoco.mj_compile(spec), /unknown transmission target 'hinge'/);
});

test('default classes are given by name', () => {
  const spec = mujoco.parseXMLString(
    '<mujoco><default><default class="green"><geom rgba="0 1 0 1" size=".2"/></default></default></mujoco>',
  );
  const body = spec.worldbody.addBody({ name: 'b' });
  assert.deepEqual([...body.addGeom({ class: 'green' }).rgba], [0, 1, 0, 1]);
  assert.throws(() => body.addGeom({ class: 'blue' }), /no default class 'blue'/);
});

test('mistakes are named, and leave nothing behind', () => {
  const spec = mujoco.parseXMLString('<mujoco/>');
  const body = spec.worldbody.addBody({ name: 'b' });
  body.addGeom({ name: 'g', size: [1] });
  for (const [options, message] of [
    [{ siz: [1] }, /MjsGeom has no field 'siz'; fields: type, pos/],
    [{ type: 'bax' }, /'bax' is none of the values of mjtGeom: plane, hfield, sphere/],
    [{ name: 'g' }, /there is a MjsGeom 'g' already/],
    [{ size: [1, 2, 3, 4] }, /MjsGeom\.size has 3 items, got 4/],
  ]) {
    assert.throws(
      () => body.addGeom(options),
      (error) => error instanceof MjError && message.test(error.message),
    );
  }
  assert.equal(mujoco.mj_compile(spec).ngeom, 1);
});

test('structs and lists inside of a removed element are gone too', () => {
  const spec = mujoco.parseXMLString('<mujoco/>');
  const body = spec.worldbody.addBody({ name: 'b' });
  const geom = body.addGeom({ size: [1], userdata: [1, 2] });
  const { plugin, alt, userdata, element } = geom;
  const other = spec.worldbody.addGeom({ size: [1] });
  const { plugin: kept } = other;
  body.remove();
  for (const use of [
    () => plugin.active,
    () => alt.type,
    () => userdata.get(0),
    () => element.isAliasOf(element),
  ])
    assert.throws(use, MjError);
  assert.equal(kept.active, false);
});

test('a simulation is edited in this style', async () => {
  const sim = await load(
    '<mujoco><worldbody><body name="b" pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  sim.step(10).forward();
  const height = sim.body('b').xpos[2];
  sim.edit((spec) => {
    spec.worldbody
      .addBody({ name: 'new', pos: [1, 0, 0] })
      .addGeom({ type: 'capsule', size: [0.1, 0.2] });
  });
  assert.equal(sim.body('b').xpos[2], height);
  assert.equal(sim.body('new').pos[0], 1);
});
