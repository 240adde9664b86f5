// Errors leave the module usable: bad models, traps, exhausted memory and stacks, exceptions from hooks.
import assert from 'node:assert/strict';
import test from 'node:test';
import loadMujoco, { MjError } from 'limber/mujoco';
import { functionsOf, internalsOf, messageOf } from '../helpers.mjs';

const mujoco = await loadMujoco({ print() {}, printErr() {} });
const { engine } = internalsOf(mujoco);
const pendulum = '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>';

function assertUsable() {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  mujoco.mj_step(model, data);
  assert.equal(data.time, 0.002);
  assert.equal(data.pstack, 0);
  assert.equal(engine.exports.emscripten_stack_get_current(), engine.stackBase);
  data.delete();
  model.delete();
}

/** @param {string} text */
const body = (text) => `<mujoco><worldbody>${text}</worldbody></mujoco>`;
const badModels = {
  'not XML': 'hello',
  empty: '',
  'unclosed element': '<mujoco><worldbody>',
  'unclosed attribute': '<mujoco model="x><worldbody/></mujoco>',
  'wrong root': '<model/>',
  'binary noise': '\u0001\u0002\u0003<\u0000>',
  'unknown element': body('<sphere/>'),
  'unknown attribute': body('<geom siz="1"/>'),
  'word instead of number': body('<geom size="big"/>'),
  'too many numbers': body('<geom size="1" pos="1 2 3 4"/>'),
  'too few numbers': body('<geom size="1" pos="1 2"/>'),
  'unknown keyword': body('<geom type="blob" size="1"/>'),
  'zero size': body('<geom size="0"/>'),
  'negative size': body('<geom size="-1"/>'),
  'no size': body('<geom type="box"/>'),
  'no mass': body('<body><joint/></body>'),
  'plane that moves': body(
    '<body><joint/><geom size=".1"/><geom type="plane" size="1 1 1"/></body>',
  ),
  'repeated name': body('<geom name="a" size="1"/><geom name="a" size="1"/>'),
  'free joint inside a body': body(
    '<body><geom size=".1"/><body><freejoint/><geom size=".1"/></body></body>',
  ),
  'joint in the world': body('<joint/>'),
  'unknown material': body('<geom size="1" material="none"/>'),
  'unknown class': body('<geom size="1" class="none"/>'),
  'actuator of nothing': '<mujoco><actuator><motor joint="none"/></actuator></mujoco>',
  'actuator without target': '<mujoco><actuator><motor/></actuator></mujoco>',
  'sensor of nothing': '<mujoco><sensor><jointpos joint="none"/></sensor></mujoco>',
  'equality of nothing': '<mujoco><equality><weld body1="none"/></equality></mujoco>',
  'missing mesh': '<mujoco><asset><mesh file="none.stl"/></asset></mujoco>',
  'missing include': '<mujoco><include file="none.xml"/></mujoco>',
  'include of itself': '<mujoco><include file="model.xml"/></mujoco>',
  'key of wrong length': '<mujoco><keyframe><key qpos="1 2 3"/></keyframe></mujoco>',
  'camera with two lenses': body('<camera fovy="40" focal="1 1" sensorsize="1 1"/>'),
  'deep nesting': body('<body>'.repeat(3000) + '</body>'.repeat(3000)),
  'bad range': body('<body><joint limited="true" range="1 -1"/><geom size=".1"/></body>'),
};

for (const [name, xml] of Object.entries(badModels)) {
  test(`a bad model is refused with a message: ${name}`, () => {
    const live = engine.exports.lb_liveBytes();
    assert.throws(
      () => {
        const vfs = new mujoco.MjVFS();
        try {
          vfs.addBuffer('model.xml', xml);
          mujoco.MjModel.from_xml_path('model.xml', vfs).delete();
        } finally {
          vfs.delete();
        }
      },
      (error) => error instanceof MjError && error.message.length > 'MuJoCo Error: '.length + 5,
    );
    assert.ok(engine.exports.lb_liveBytes() <= live);
  });
}

test('the module is usable after all of them', assertUsable);

test('an error says where it is', () => {
  const xml = '<mujoco>\n<worldbody>\n<geom siz="1"/>\n</worldbody>\n</mujoco>';
  assert.throws(
    () => mujoco.MjModel.from_xml_string(xml),
    (/** @type {MjError} */ error) => {
      assert.equal(error.line, 3);
      assert.equal(error.element, 'geom');
      assert.equal(error.attribute, 'siz');
      return true;
    },
  );
});

test('an error of the engine ends the call and restores all stacks', () => {
  assert.throws(() => mujoco.error('planned'), /^MjError: MuJoCo Error: planned/);
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  assert.throws(() => mujoco.mj_setKeyframe(model, data, 9), MjError);
  assertUsable();
});

test('a trap becomes an MjError', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  // an address far outside memory
  assert.throws(
    () => engine.guard(() => engine.exports.mj_kinematics(2 ** 31 - 2 ** 16, 2 ** 31 - 2 ** 16)),
    (error) => error instanceof MjError && /internal error/.test(error.message),
  );
  mujoco.mj_step(model, data);
  assertUsable();
});

test('exhausted memory is an error, every allocation of a load in turn', () => {
  const { lb_failAllocationAfter: failAfter, lb_liveBytes: liveBytes } = engine.exports;
  const live = liveBytes();
  let failures = 0;
  for (let i = 0n; i < 400n; i++) {
    failAfter(i);
    try {
      mujoco.MjModel.from_xml_string(pendulum).delete();
    } catch (error) {
      assert.ok(error instanceof MjError, String(error));
      failures++;
    }
    failAfter(-1n);
    assert.equal(liveBytes(), live, `allocation ${i}`);
  }
  assert.ok(failures > 10);
  assertUsable();
});

test('too large a model is refused', () => {
  assert.throws(() => {
    const model = mujoco.MjModel.from_xml_string('<mujoco><size memory="3G"/></mujoco>');
    new mujoco.MjData(model);
  }, MjError);
  assertUsable();
});

test('an exhausted stack is an error', () => {
  const deep = 200_000;
  const xml = `<mujoco><worldbody>${'<body>'.repeat(deep)}${'</body>'.repeat(deep)}</worldbody></mujoco>`;
  assert.throws(() => mujoco.MjModel.from_xml_string(xml), MjError);
  assertUsable();
});

test('an arena that is too small is an error of the step, and the data can be used again', () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><size memory="1K"/><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const data = new mujoco.MjData(model);
  for (let i = 0; i < 2; i++) {
    try {
      mujoco.mj_step(model, data);
    } catch (error) {
      assert.match(messageOf(error), /stack|memory|arena/);
    }
    assert.equal(data.pstack, 0);
    assert.equal(data.pbase, 0);
  }
});

test("a hook is called with the program's own objects", () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  let calls = 0;
  mujoco.mjcb_control = (m, d) => {
    assert.equal(m, model);
    assert.equal(d, data);
    d.qfrc_applied[0] = 1;
    calls++;
  };
  mujoco.mj_step(model, data);
  assert.equal(calls, 1);
  assert.ok(data.qvel[0] > 0);
  mujoco.mjcb_control = null;
  mujoco.mj_step(model, data);
  assert.equal(calls, 1);
  // @ts-expect-error no function
  assert.throws(() => (mujoco.mjcb_control = 3), TypeError);
});

test('every hook can be installed and removed many times', () => {
  const size = engine.table.length;
  for (let i = 0; i < 100; i++) {
    for (const name of [
      'passive',
      'control',
      'contactfilter',
      'sensor',
      'time',
      'act_dyn',
      'act_gain',
      'act_bias',
    ]) {
      const hooks = functionsOf(mujoco);
      hooks[`mjcb_${name}`] = () => 0;
      assert.equal(typeof hooks[`mjcb_${name}`], 'function');
    }
  }
  mujoco.mj_resetCallbacks();
  assert.equal(mujoco.mjcb_time, null);
  assert.equal(engine.table.length, size);
});

test('a contact filter drops pairs', () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  assert.equal(data.ncon, 1);
  mujoco.mjcb_contactfilter = (_m, _d, geom1, geom2) => (
    assert.deepEqual([geom1, geom2], [0, 1]),
    1
  );
  mujoco.mj_forward(model, data);
  assert.equal(data.ncon, 0);
  mujoco.mj_resetCallbacks();
});

// PORT-04
test('a collision function finds the contacts of two types of geoms', () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><geom type="plane" size="1 1 1" margin=".02"/><body pos="0 0 .3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const data = new mujoco.MjData(model);
  const row = mujoco.mjCOLLISIONFUNC[mujoco.mjtGeom.mjGEOM_PLANE.value];
  const sphere = mujoco.mjtGeom.mjGEOM_SPHERE.value;
  model.geom_rbound[1] = 1;
  row[sphere] = (m, d, geom1, geom2, margin) => {
    assert.deepEqual([m, d, geom1, geom2, margin], [model, data, 0, 1, 0.02]);
    return [
      { dist: -0.01, pos: [1, 2, 3], normal: [0, 0, 1] },
      { dist: -0.02, pos: [4, 5, 6], normal: [0, 0, 1], tangent: [0, 1, 0] },
    ];
  };
  mujoco.mj_forward(model, data);
  const contacts = [...data.contact];
  assert.deepEqual([data.ncon, data.nefc], [2, 8]);
  assert.deepEqual([...contacts[1].pos, contacts[1].dist], [4, 5, 6, -0.02]);
  assert.deepEqual([...contacts[1].frame], [0, 0, 1, 0, 1, 0, -1, 0, 0]);

  const wrong = [[{ dist: 0, pos: [1], normal: [0, 0, 1] }], Array(51).fill(contacts[0])];
  for (const answer of wrong) {
    row[sphere] = () => answer;
    assert.throws(() => mujoco.mj_forward(model, data), /at most 50 contacts with dist, pos/);
  }
  // @ts-expect-error no function, on purpose
  assert.throws(() => (row[sphere] = 3), /must be a function or null/);
  assert.throws(() => (mujoco.mjCOLLISIONFUNC[5][2] = null), TypeError);
  row[sphere] = null;
  mujoco.mj_forward(model, data);
  assert.deepEqual([data.ncon, row[sphere]], [0, null]);
  assertUsable();
});

test('what a hook throws comes out of the call unchanged', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  const planned = new RangeError('planned');
  mujoco.mjcb_passive = () => {
    throw planned;
  };
  assert.throws(
    () => mujoco.mj_step(model, data),
    (error) => error === planned,
  );
  mujoco.mjcb_passive = null;
  assert.equal(data.pstack, 0);
  mujoco.mj_step(model, data);
  assertUsable();
});

test('a hook may call the engine, and survive its errors', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  const other = new mujoco.MjData(model);
  let caught = 0;
  mujoco.mjcb_control = (m, d) => {
    if (d === other) return;
    mujoco.mj_forward(m, other);
    try {
      mujoco.mj_setKeyframe(m, other, 5);
    } catch {
      caught++;
    }
  };
  mujoco.mj_step(model, data);
  mujoco.mj_resetCallbacks();
  assert.equal(caught, 1);
  assert.equal(data.pstack, 0);
  assertUsable();
});
