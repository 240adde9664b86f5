// Objects of the engine: deleted, disposed, forgotten, shared; and what using them wrongly does.
import assert from 'node:assert/strict';
import test from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { load } from 'limber';
import loadMujoco, { MjError } from 'limber/mujoco';
import { found, internalsOf, valuesOf } from '../helpers.mjs';

const mujoco = await loadMujoco({ print() {}, printErr() {} });
const { exports } = internalsOf(mujoco).engine;
v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');
const pendulum = '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>';
const pair =
  '<mujoco><worldbody><body><joint/><joint axis="1 0 0"/><geom size=".1"/></body></worldbody></mujoco>';

test('a deleted object throws, and is deleted once', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const option = model.opt;
  assert.equal(model.isDeleted(), false);
  model.delete();
  assert.equal(model.isDeleted(), true);
  assert.throws(() => model.nq, /this MjModel was deleted/);
  assert.throws(() => model.qpos0, MjError);
  assert.throws(() => option.timestep, /this MjOption was deleted/);
  assert.throws(() => model.delete(), MjError);
  assert.throws(() => new mujoco.MjData(model), MjError);
});

test('data outlives a deleted model', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  model.delete();
  assert.equal(data.qpos.length, 1);
  assert.throws(() => mujoco.mj_step(model, data), MjError);
  data.delete();
  assert.throws(() => data.qpos, MjError);
});

test('handles of deleted elements throw, others stay', () => {
  const spec = mujoco.parseXMLString(
    '<mujoco><worldbody><body name="a"><geom name="g" size="1"/><body name="b"/></body><body name="c"/></worldbody></mujoco>',
  );
  const [a, b, c] = ['a', 'b', 'c'].map((name) => found(mujoco.mjs_findBody(spec, name)));
  const { element } = a;
  const named = found(mujoco.mjs_findElement(spec, mujoco.mjtObj.mjOBJ_GEOM, 'g'));
  const geom = found(mujoco.mjs_asGeom(named));
  mujoco.mjs_delete(spec, element);
  for (const gone of [a, b, geom, element]) assert.equal(gone.isDeleted(), true);
  assert.throws(() => geom.size, /this MjsGeom was deleted/);
  assert.throws(() => mujoco.mjs_delete(spec, element), MjError);
  assert.deepEqual([...c.pos], [0, 0, 0]);
  assert.equal(mujoco.mj_compile(spec).nbody, 2);
});

test('clones share the object', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const clone = model.clone();
  assert.ok(clone.isAliasOf(model));
  assert.ok(clone instanceof mujoco.MjModel);
  model.delete();
  assert.equal(clone.nq, 1);
  clone.delete();
  assert.equal(clone.isDeleted(), true);
});

test('disposal is deletion, and may be repeated', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  model[Symbol.dispose]();
  model[Symbol.dispose]();
  assert.equal(model.isDeleted(), true);
});

test('model and data must belong together', () => {
  const one = mujoco.MjModel.from_xml_string(pendulum);
  const two = mujoco.MjModel.from_xml_string(pair);
  const data = new mujoco.MjData(one);
  assert.throws(() => mujoco.mj_step(two, data), /data was made for another model/);
  // @ts-expect-error one for the other
  assert.throws(() => mujoco.mj_step(data, one), /m must be a MjModel, got MjData/);
  // @ts-expect-error left out
  assert.throws(() => mujoco.mj_step(one), /d must be a MjData, got undefined/);
  // @ts-expect-error nothing for a model
  assert.throws(() => mujoco.mj_step(null, data), /\[mj_step\] null is not a valid MjModel \(m\)/);
  mujoco.mj_step(new mujoco.MjModel(one), data);
});

test('a view from before memory grew is told from a live one', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  const stale = data.qpos;
  const big = new mujoco.DoubleBuffer(2 ** 23);
  assert.equal(stale.length, 0);
  assert.equal(data.qpos.length, 1);
  assert.throws(() => mujoco.mju_zero(stale, 0), /stale view/);
  big.delete();
});

test('1000 cycles of loading and deleting leave nothing behind', () => {
  const cycle = () => {
    const spec = mujoco.parseXMLString(pendulum);
    const model = mujoco.mj_compile(spec);
    const data = new mujoco.MjData(model);
    mujoco.mj_step(model, data);
    spec.delete();
    model.delete();
    data.delete();
  };
  cycle();
  const bytes = exports.lb_liveBytes();
  const memory = exports.memory.buffer.byteLength;
  for (let i = 0; i < 1000; i++) cycle();
  assert.equal(exports.lb_liveBytes(), bytes);
  assert.equal(exports.memory.buffer.byteLength, memory);
});

test('stepping and reading contacts allocates nothing', () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const data = new mujoco.MjData(model);
  mujoco.mj_step(model, data);
  const count = exports.lb_allocationCount();
  const memory = exports.memory.buffer.byteLength;
  let sum = 0;
  for (let i = 0; i < 500; i++) {
    mujoco.mj_step(model, data);
    for (let k = 0; k < data.contact.size(); k++) sum += found(data.contact.get(k)).dist;
  }
  assert.ok(Number.isFinite(sum));
  assert.equal(exports.lb_allocationCount(), count);
  assert.equal(exports.memory.buffer.byteLength, memory);
});

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

async function collectAll() {
  for (let i = 0; i < 8; i++) {
    collect();
    await turn();
  }
}

test('forgotten objects are freed, but not while a view is in use', async () => {
  const makeView = () => {
    const model = mujoco.MjModel.from_xml_string(pendulum);
    return new mujoco.MjData(model).qpos;
  };
  makeView(); // the spec of the last model stays for mj_saveLastXML
  await collectAll();
  const before = exports.lb_liveBytes();
  const views = [makeView()];
  await collectAll();
  assert.ok(exports.lb_liveBytes() > before);
  views[0][0] = 1;
  views.pop();
  await collectAll();
  assert.equal(exports.lb_liveBytes(), before);
});

test('a call may be made again from a hook that it called', () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>',
  );
  const data = new mujoco.MjData(model);
  const inner = new mujoco.MjData(model);
  const sum = [0, 0, 0];
  const plain = new Float64Array(4);
  mujoco.mjd_transitionFD(model, data, 1e-6, false, plain, null, null, null);
  let depth = 0;
  mujoco.mjcb_control = () => {
    if (depth > 0) return;
    depth++;
    mujoco.mjd_transitionFD(model, inner, 1e-6, false, new Float64Array(4), null, null, null);
    mujoco.mju_add3(sum, [1, 2, 3], [1, 1, 1]);
    depth--;
  };
  const nested = new Float64Array(4);
  try {
    mujoco.mjd_transitionFD(model, data, 1e-6, false, nested, null, null, null);
  } finally {
    mujoco.mjcb_control = null;
  }
  assert.deepEqual(sum, [2, 3, 4]);
  assert.deepEqual(nested, plain);
});

test('a hook may throw in the middle of calls within calls, and all of them work afterwards', () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>',
  );
  const data = new mujoco.MjData(model);
  const inner = new mujoco.MjData(model);
  const scratch = internalsOf(mujoco).engine.scratchTop;
  /** @param {MjData} target */
  const call = (target) =>
    mujoco.mjd_transitionFD(model, target, 1e-6, false, new Float64Array(4), null, null, null);
  let depth = 0;
  mujoco.mjcb_control = () => {
    if (depth === 2) throw new RangeError('too deep');
    depth++;
    call(depth === 1 ? inner : new mujoco.MjData(model));
  };
  try {
    assert.throws(() => call(data), { name: 'RangeError', message: 'too deep' });
  } finally {
    mujoco.mjcb_control = null;
  }
  assert.equal(internalsOf(mujoco).engine.scratchTop, scratch);
  assert.equal(data.pstack, 0);
  call(data);
  const sum = [0, 0, 0];
  mujoco.mju_add3(sum, [1, 2, 3], [1, 1, 1]);
  assert.deepEqual(sum, [2, 3, 4]);
});

test('a view that goes stale within a call is an error, not a write to foreign memory', () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>',
  );
  const data = new mujoco.MjData(model);
  const result = new Float64Array(4);
  const list = [0, 0, 0, 0];
  const plain = new Float64Array(4);
  mujoco.mjd_transitionFD(model, data, 1e-6, false, plain, null, null, null);
  /** @type {InstanceType<Mujoco['DoubleBuffer']> | undefined} */
  let grown;
  mujoco.mjcb_control = () => {
    grown ??= new mujoco.DoubleBuffer(2 ** 22);
  };
  try {
    // memory moves while arrays of the caller's are inside of it
    mujoco.mjd_transitionFD(model, data, 1e-6, false, result, null, null, null);
    mujoco.mjd_transitionFD(model, data, 1e-6, false, list, null, null, null);
  } finally {
    mujoco.mjcb_control = null;
    grown?.delete();
  }
  assert.deepEqual(result, plain);
  assert.deepEqual(list, [...plain]);
});

test('what a hook deletes is freed when no call uses it any more', () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>',
  );
  const data = new mujoco.MjData(model);
  const bytes = exports.lb_liveBytes();
  const own = mujoco.MjModel.from_xml_string(pair.replace('<joint/>', '<joint name="j"/>'));
  own.delete();
  mujoco.mjcb_control = () => {
    if (data.isDeleted()) return;
    data.delete();
    model.delete();
    // would take the place of what was freed
    const blocks = Array.from({ length: 40 }, () => new mujoco.DoubleBuffer(3000));
    for (const block of blocks) block.GetView().fill(1e300);
    for (const block of blocks) block.delete();
  };
  try {
    mujoco.mj_step(model, data);
  } finally {
    mujoco.mjcb_control = null;
  }
  assert.throws(() => data.time, /this MjData was deleted/);
  assert.throws(() => mujoco.mj_step(model, data), /was deleted/);
  new mujoco.DoubleBuffer(1).delete();
  assert.ok(exports.lb_liveBytes() < bytes);
});

test('errors that a hook or a printer catches use up no stack', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  const inner = new mujoco.MjData(model);
  const stack = exports.emscripten_stack_get_current;
  /** @type {number | undefined} */
  let used;
  mujoco.mjcb_passive = () => {
    if (used !== undefined) throw new Error('planned');
    const before = stack();
    used = before;
    for (let i = 0; i < 20; i++) assert.throws(() => mujoco.mj_step(model, inner), /planned/);
    used = before - stack();
  };
  try {
    mujoco.mj_step(model, data);
  } finally {
    mujoco.mjcb_passive = null;
  }
  assert.equal(used, 0);
});

test('classes in numbers: fields read right whichever copy of the getters a class has', () => {
  const model = mujoco.MjModel.from_xml_string(pendulum);
  const data = new mujoco.MjData(model);
  const scene = new mujoco.MjvScene(model, 10);
  const [options, range] = [new mujoco.MjOption(), new mujoco.MjLROpt()];
  const structs = [
    options,
    new mujoco.MjVisual(),
    range,
    new mujoco.MjvCamera(),
    new mujoco.MjvOption(),
    new mujoco.MjvPerturb(),
    new mujoco.MjvGeom(),
    new mujoco.MjStatistic(),
    new mujoco.MjContact(),
    new mujoco.MjvFigure(),
  ];
  for (const object of [model, data, scene, ...structs])
    for (const name in object) void valuesOf(object)[name];
  assert.equal(options.timestep, 0.002);
  assert.equal(range.timestep, 0.01);
  assert.equal(model.body(1).id, 1);
  assert.ok(model.body(1).mass > 0);
  assert.equal(data.jnt(0).qpos[0], 0);
});

// LIMBER_CYCLES=10000 is the full measure
const cycles = Number(process.env.LIMBER_CYCLES ?? 1000);

test(`${cycles} simulations that are loaded and forgotten stay small`, async () => {
  let sim;
  for (let i = 0; i < cycles; i++) {
    sim = await load(pendulum);
    sim.step();
  }
  // one alone holds more than 10 MB
  const { memory, lb_liveBytes: live } = internalsOf(found(sim).mujoco).engine.exports;
  assert.ok(live() < 200e6, `${live()} bytes`);
  assert.ok(memory.buffer.byteLength < 200e6, `${memory.buffer.byteLength} bytes`);
});

test('reading contacts for a million frames keeps nothing', async () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>',
  );
  const data = new mujoco.MjData(model);
  mujoco.mj_step(model, data);
  let sum = 0;
  /** @param {number} count */
  const frames = (count) => {
    for (let i = 0; i < count; i++)
      for (const contact of data.contact) sum += contact.pos[0] + contact.dist;
  };
  // what the tests before left to be collected, and what the compiler keeps of a loop that runs long, is there from the start
  frames(200_000);
  await collectAll();
  const heap = process.memoryUsage().heapUsed;
  const bytes = exports.lb_liveBytes();
  frames(1_000_000);
  // others may allocate for a moment, what is kept stays: the least of several measurements counts
  let least = Infinity;
  for (let i = 0; i < 4; i++) {
    await collectAll();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  assert.ok(Number.isFinite(sum));
  assert.equal(exports.lb_liveBytes(), bytes);
  assert.ok(least - heap < 200_000, `${least - heap} bytes`);
});
