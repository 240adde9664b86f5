// Editing specs in the style of objects, and what happens to handles of what is removed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import loadMujoco, { MjError } from 'limber/mujoco';
import { found, functionsOf, internalsOf } from '../helpers.mjs';

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
  /** Wrong on purpose. @type {[object, RegExp][]} */
  const mistakes = [
    [{ siz: [1] }, /MjsGeom has no field 'siz'; fields: type, pos/],
    [{ type: 'bax' }, /type must be a value of mjtGeom \(plane, hfield, sphere.*got bax/],
    [{ name: 'g' }, /there is a MjsGeom 'g' already/],
    [{ size: [1, 2, 3, 4] }, /MjsGeom\.size has 3 items, got 4/],
  ];
  for (const [options, message] of mistakes) {
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

const robot = `<mujoco model="robot"><default><default class="red"><geom rgba="1 0 0 1"/></default></default>
  <worldbody><geom name="floor" type="plane" size="5 5 .1"/><frame name="shelf" pos="1 0 0"><geom name="box" type="box" size=".1 .1 .1"/></frame>
  <body name="arm" pos="0 0 1"><joint name="hinge" axis="0 1 0"/><geom name="rod" type="capsule" size=".05 .2"/><site name="tip" pos="0 0 .3" euler="0 90 0"/>
    <body name="inner"><geom name="ball" size=".1"/></body></body></worldbody>
  <actuator><motor name="motor" joint="hinge"/></actuator><keyframe><key name="home" qpos=".2" ctrl=".1"/></keyframe></mujoco>`;
const gripper = `<mujoco model="gripper"><worldbody><frame name="mount"><body name="hand"><geom size=".03"/><body name="finger" pos="0 .05 0">
  <joint name="slide" type="slide"/><geom size=".01"/></body></body></frame></worldbody><actuator><position name="grip" joint="slide" kp="5"/></actuator></mujoco>`;
/** @param {{ name: string }[]} list */
const namesOf = (list) => list.map(({ name }) => name);

test('elements are found by kind and name, and listed', () => {
  const spec = mujoco.parseXMLString(robot);
  assert.deepEqual(namesOf(spec.all('geom')), ['floor', 'box', 'rod', 'ball']);
  assert.deepEqual(namesOf(found(spec.body('arm')).all('geom')), ['rod', 'ball']);
  assert.deepEqual(namesOf(found(spec.body('arm')).all('geom', false)), ['rod']);
  for (const [kind, name] of Object.entries({
    body: 'arm',
    geom: 'rod',
    joint: 'hinge',
    site: 'tip',
    frame: 'shelf',
    actuator: 'motor',
    key: 'home',
  })) {
    const find = /** @type {(name: string) => { name: string } | null} */ (functionsOf(spec)[kind]);
    assert.equal(find.call(spec, name)?.name, name);
    assert.equal(find.call(spec, 'none'), null);
  }
  // @ts-expect-error no kind
  assert.throws(() => spec.all('geoms'), /'geoms' is none of body, geom, joint/);
  // @ts-expect-error: an object that is no text, whatever is asked of it
  assert.throws(() => spec.all({ toJSON: () => 1n }), /'an object' is none of body, geom, joint/);
  assert.equal(found(found(spec.geom('ball')).parent).name, 'inner');
  assert.equal(spec.worldbody.parent, null);
  found(spec.geom('ball')).name = 'head';
  assert.equal(found(found(spec.geom('head')).parent).name, 'inner');
  assert.throws(() => (found(spec.geom('head')).name = 'rod'), /there is a MjsGeom 'rod' already/);
});

test('elements are put into frames and taken out', () => {
  const spec = mujoco.parseXMLString(robot);
  /** @param {string} name */
  const place = (name) => [...spec.compile().geom(name).pos];
  assert.equal(found(found(spec.geom('box')).frame).name, 'shelf');
  assert.equal(found(spec.geom('rod')).frame, null);
  spec.worldbody.addGeom({
    name: 'new',
    size: [0.1],
    pos: [0, 0, 1],
    frame: found(spec.frame('shelf')),
  });
  assert.deepEqual(place('new'), [1, 0, 1]);
  found(spec.geom('new')).frame = null;
  assert.deepEqual(place('new'), [0, 0, 1]);
});

test('default classes are added, found and edited', () => {
  const spec = mujoco.parseXMLString(robot);
  const dark = spec.addDefault('dark', 'red');
  dark.geom.rgba[0] = 0.25;
  spec.default().geom.friction[0] = 0.5;
  const geom = spec.worldbody.addGeom({ size: [1], class: 'dark' });
  assert.deepEqual([...geom.rgba], [0.25, 0, 0, 1]);
  assert.equal(found(spec.body('arm')).addGeom({ size: [1] }).friction[0], 0.5);
  assert.throws(() => spec.addDefault('dark'), /repeated default class name/);
  assert.throws(() => spec.default('light'), /no default class 'light'/);
});

test('bodies, frames and whole specs are attached, and detached', () => {
  const arm = mujoco.parseXMLString(robot);
  const host = found(arm.site('tip'));
  const hand = host.attach(found(mujoco.parseXMLString(gripper).body('hand')), 'left_', '_l');
  assert.equal(hand.name, 'left_hand_l');
  const frame = found(arm.body('inner')).attach(
    found(mujoco.parseXMLString(gripper).frame('mount')),
    'right_',
  );
  assert.equal(frame.name, 'right_mount');
  const whole = found(arm.frame('shelf')).attach(mujoco.parseXMLString(gripper), 'spare_');
  assert.equal(whole.constructor.name, 'MjsFrame');
  const model = arm.compile();
  assert.deepEqual([model.nbody, model.nu, model.nq], [9, 4, 4]);
  assert.ok(Math.abs(model.body('left_hand_l').pos[2] - 0.3) < 1e-12);
  // what keyframes said of the arm stays
  assert.deepEqual(
    [model.key_qpos[model.jnt_qposadr[model.jnt('hinge').id]], model.key_ctrl[0]],
    [0.2, 0.1],
  );
  hand.remove();
  const rest = arm.compile();
  assert.deepEqual([rest.nbody, rest.nu, rest.nq], [7, 3, 3]);
  const again = mujoco.parseXMLString(arm.toXml()).compile();
  assert.deepEqual([again.nbody, again.nu, again.nq], [7, 3, 3]);
  /** Wrong on purpose. @type {[unknown, RegExp][]} */
  const mistakes = [
    [arm.geom('rod'), /child element is not a body or frame/],
    [{}, /child must be a MjsElement/],
    [found(mujoco.parseXMLString(robot).body('arm')), /repeated name/],
  ];
  for (const [child, message] of mistakes)
    assert.throws(() => host.attach(/** @type {MjSpec} */ (child)), message);
});

test('copies are specs of their own', () => {
  const spec = mujoco.parseXMLString(robot);
  const copy = spec.copy();
  found(copy.body('arm')).remove();
  assert.deepEqual([copy.all('body').length, spec.all('body').length], [1, 3]);
  const body = found(spec.copy().body('arm'));
  assert.equal(body.name, 'arm');
  copy.delete();
  assert.throws(() => copy.compile(), /this MjSpec was deleted/);
});

test('the world cannot be removed, and what was removed cannot be used', () => {
  const spec = mujoco.parseXMLString(robot);
  assert.throws(() => spec.worldbody.remove(), /cannot delete the world body/);
  const arm = found(spec.body('arm'));
  const rod = found(spec.geom('rod'));
  arm.remove();
  for (const use of [
    () => arm.addGeom({ size: [1] }),
    () => arm.all('geom'),
    () => arm.remove(),
    () => rod.name,
    () => rod.parent,
    () => rod.assign({ size: [1] }),
  ])
    assert.throws(use, /was deleted/);
});

test('ten thousand edits leave nothing behind', () => {
  const spec = mujoco.parseXMLString(robot);
  const other = mujoco.parseXMLString(gripper);
  const { exports } = internalsOf(mujoco).engine;
  let live = 0;
  for (let i = 0; i < 10_000; i++) {
    const body = found(spec.body('arm')).addBody({ name: 'extra', pos: [0, 0, 1] });
    body.addGeom({ type: 'box', size: [0.1, 0.1, 0.1], userdata: [1, 2] });
    body.addJoint({ name: 'extra' });
    spec.addActuator({ name: 'extra', trntype: 'joint', target: 'extra' });
    if (i % 50 === 0) {
      const hand = found(spec.site('tip')).attach(found(other.body('hand')), 'x_');
      spec.compile().delete();
      const host = found(hand.frame);
      hand.remove();
      host.remove();
    }
    body.remove();
    if (i === 200) live = exports.lb_liveBytes();
  }
  assert.ok(exports.lb_liveBytes() <= live + 4096, `${exports.lb_liveBytes()} of ${live}`);
  assert.deepEqual([spec.all('body').length, spec.all('actuator').length], [3, 1]);
});

test('fields of enums take words, numbers and values, and refuse what is none of them', () => {
  const spec = mujoco.parseXMLString(
    '<mujoco><worldbody><geom name="g" size="1 1 1"/></worldbody></mujoco>',
  );
  const geom = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (spec.geom('g')));
  const { mjtGeom, mjtIntegrator, mjtCone } = mujoco;
  geom.type = 'box';
  assert.equal(geom.type, mjtGeom.mjGEOM_BOX);
  geom.type = mjtGeom.mjGEOM_SPHERE;
  geom.type = mjtGeom.mjGEOM_CAPSULE.value;
  assert.equal(geom.type, mjtGeom.mjGEOM_CAPSULE);
  assert.throws(() => (geom.type = 'cube'), /type must be a value of mjtGeom \(plane, .*got cube/);
  assert.throws(() => (geom.type = undefined), /type must be a value of mjtGeom .*got undefined/);
  assert.equal(geom.type, mjtGeom.mjGEOM_CAPSULE);
  const { option } = spec;
  option.integrator = 'rk4';
  option.cone = 'elliptic';
  assert.deepEqual(
    [option.integrator, option.cone],
    [mjtIntegrator.mjINT_RK4.value, mjtCone.mjCONE_ELLIPTIC.value],
  );
  assert.throws(
    () => (option.solver = /** @type {'cg'} */ ('gauss')),
    /solver must be a value of mjtSolver \(pgs, cg, newton\), got gauss/,
  );
  // plain numbers in C, and the same rule
  const { opt } = mujoco.mj_compile(spec);
  const loose = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (opt));
  loose.integrator = mjtIntegrator.mjINT_IMPLICIT;
  loose.cone = mjtCone.mjCONE_ELLIPTIC.value;
  loose.jacobian = 'sparse';
  assert.deepEqual([opt.integrator, opt.cone, opt.jacobian], [2, 1, 1]);
  for (const [record, field] of /** @type {const} */ ([
    [loose, 'integrator'],
    [loose, 'cone'],
    [loose, 'jacobian'],
    [loose, 'solver'],
    [geom, 'type'],
  ]))
    for (const wrong of [99, -1, 1.5, NaN, null, undefined, '', {}, { value: 99 }, [1]])
      assert.throws(() => (record[field] = wrong), /must be a value of mjt\w+ \(/, field);
  assert.deepEqual([opt.integrator, geom.type], [2, mjtGeom.mjGEOM_CAPSULE]);
  assert.throws(() => (option.timestep = /** @type {number} */ (/** @type {unknown} */ ('rk4'))));
  const texture = spec.addTexture({ name: 't', builtin: 'flat', width: 4, height: 4 });
  texture.type = 'cube';
  assert.equal(texture.type, mujoco.mjtTexture.mjTEXTURE_CUBE);
});
