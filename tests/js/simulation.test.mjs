// The entry 'limber': simulations, their handles, contacts, rays, state, callbacks, editing, running.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  load,
  loadMujoco,
  MjError,
  moveToWorker,
  onWarning,
  Pace,
  sharedEngine,
  Simulation,
} from 'limber';
import { found, internalsOf } from '../helpers.mjs';

const xml = `<mujoco>
  <option timestep="0.001"/>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="ball" pos="0 0 .099"><freejoint name="free"/><geom name="skin" size=".1" mass="2"/></body>
    <body name="arm" pos="1 0 1">
      <joint name="hinge" axis="0 1 0" damping=".1"/>
      <geom name="rod" type="capsule" fromto="0 0 0 0 0 -.5" size=".03"/>
      <site name="tip" pos="0 0 -.5"/>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge"/></actuator>
  <sensor><jointpos name="angle" joint="hinge"/><framepos name="place" objtype="site" objname="tip"/></sensor>
  <keyframe><key name="up" qpos="0 0 1 1 0 0 0 3"/></keyframe>
</mujoco>`;

test('one engine is shared', async () => {
  const [a, b] = await Promise.all([load(xml), load(xml)]);
  assert.equal(a.mujoco, b.mujoco);
  assert.equal(await sharedEngine(), a.mujoco);
  a.dispose();
  b.dispose();
});

test('many steps are as many single steps', async () => {
  const [many, single] = [await load(xml), await load(xml)];
  many.step(50);
  for (let i = 0; i < 50; i++) single.step();
  assert.equal(many.time.toFixed(6), '0.050000');
  assert.deepEqual([...many.data.qpos], [...single.data.qpos]);
});

test('handles join the fields of model and data', async () => {
  const sim = await load(xml);
  const ball = sim.body('ball');
  assert.equal(ball, sim.body('ball'));
  assert.equal(ball.name, 'ball');
  assert.equal(ball.mass, 2);
  assert.deepEqual([...ball.xpos], [0, 0, 0.099]);
  sim.actuator('motor').ctrl = 1;
  assert.equal(sim.data.ctrl[0], 1);
  sim.joint('hinge').value = 0.5;
  sim.forward();
  assert.equal(sim.sensor('angle').value, 0.5);
  assert.equal(sim.sensor('place').dimension, 3);
  assert.deepEqual(
    [.../** @type {Float64Array} */ (sim.sensor('place').value)],
    [...sim.site('tip').xpos],
  );
  assert.deepEqual(sim.names('joint'), ['free', 'hinge']);
  assert.throws(() => sim.body('none'), MjError);
  // @ts-expect-error misspelt
  assert.throws(() => (ball.masss = 1), MjError);
});

test('time, time step, reset and keyframes', async () => {
  const sim = await load(xml);
  assert.equal(sim.timestep, 0.001);
  sim.step(10);
  assert.ok(Math.abs(sim.time - 0.01) < 1e-12);
  sim.reset('up');
  assert.equal(sim.time, 0);
  assert.equal(sim.joint('hinge').value, 3);
  sim.reset();
  assert.equal(sim.joint('hinge').value, 0);
  sim.timestep = 0.002;
  assert.equal(sim.step().time, 0.002);
});

test('a saved state leads to the same future', async () => {
  const sim = await load(xml);
  sim.actuator('motor').ctrl = 0.3;
  sim.step(20);
  const state = sim.saveState();
  const future = [...sim.step(30).data.qpos];
  sim.restoreState(state);
  assert.deepEqual([...sim.step(30).data.qpos], future);
  assert.throws(() => sim.restoreState([1]), MjError);
});

test('contacts tell bodies, place and forces', async () => {
  const sim = await load(xml);
  sim.step(2000);
  const [contact] = sim.contacts;
  assert.equal(sim.contacts.length, 1);
  assert.deepEqual([...contact.geoms], [sim.geom('floor').id, sim.geom('skin').id]);
  assert.deepEqual(contact.bodies, [0, sim.body('ball').id]);
  assert.ok(Math.abs(contact.force[0] - 2 * 9.81) < 0.05);
  assert.ok(Math.abs(contact.worldForce[2] - 2 * 9.81) < 0.05);
  assert.ok(Math.abs(contact.normal[2] - 1) < 1e-12);
  assert.equal([...sim.contacts.of('body', 'ball')].length, 1);
  assert.equal([...sim.contacts.of('body', 'arm')].length, 0);
});

test('a ray meets the nearest geom', async () => {
  const sim = await load(xml);
  const hit = found(sim.ray([0, 0, 3], [0, 0, -2]));
  assert.equal(hit.geom, sim.geom('skin').id);
  assert.ok(Math.abs(hit.distance - (3 - 0.199)) < 1e-12);
  assert.ok(Math.abs(hit.point[2] - 0.199) < 1e-12);
  assert.ok(Math.abs(hit.normal[2] - 1) < 1e-12);
  assert.equal(sim.ray([0, 0, 3], [0, 0, -1], { excludeBody: 'ball' })?.geom, sim.geom('floor').id);
  assert.equal(sim.ray([0, 0, 3], [0, 0, 1]), null);
});

test('a Jacobian maps joint velocities to a velocity', async () => {
  const sim = await load(xml);
  const { position, rotation } = sim.jacobian('site', 'tip');
  const { nv } = sim.model;
  // the hinge turns about y, half a metre above the tip
  assert.ok(Math.abs(position[nv - 1] - -0.5) < 1e-12);
  assert.ok(Math.abs(rotation[nv + nv - 1] - 1) < 1e-12);
});

test('a callback belongs to its simulation', async () => {
  const [one, two] = [await load(xml), await load(xml)];
  /** @type {Simulation[]} */
  const seen = [];
  one.setCallback('control', (sim) => {
    seen.push(sim);
    sim.actuator('motor').ctrl = 1;
  });
  one.step(3);
  two.step(3);
  assert.deepEqual(seen, [one, one, one]);
  assert.equal(two.data.ctrl[0], 0);
  one.setCallback('control', null);
  one.step();
  assert.equal(seen.length, 3);
  assert.equal(one.mujoco.mjcb_control, null);
  // @ts-expect-error no callback
  assert.throws(() => one.setCallback('none', () => {}), MjError);
});

test('an edited model goes on from the same state', async () => {
  const sim = await load(xml);
  const ball = sim.body('ball');
  sim.joint('hinge').value = 0.4;
  sim.step(10);
  const angle = sim.joint('hinge').value;
  const { time } = sim;
  sim.edit((spec, mujoco) => {
    const body = mujoco.mjs_addBody(found(mujoco.mjs_findBody(spec, 'world')), null);
    mujoco.mjs_setName(body.element, 'new');
    const geom = mujoco.mjs_addGeom(body, null);
    geom.size = [0.2, 0, 0];
  });
  assert.equal(sim.model.nbody, 4);
  assert.equal(sim.time, time);
  assert.equal(sim.joint('hinge').value, angle);
  assert.equal(ball.mass, 2);
  assert.equal(sim.body('new').name, 'new');
  sim.step(5);
  const before = sim.model;
  assert.throws(() =>
    sim.edit((spec, mujoco) => {
      mujoco.mjs_addGeom(found(mujoco.mjs_findBody(spec, 'world')), null).size = [-1, 0, 0];
    }),
  );
  assert.equal(sim.model, before);
  sim.step();
});

test('a loop follows the clock and never runs ahead of it', async () => {
  const sim = await load(xml);
  const start = performance.now();
  let frames = 0;
  const loop = await new Promise((resolve) => {
    const running = sim.run({ onFrame: () => ++frames === 5 && resolve(running) });
  });
  const elapsed = (performance.now() - start) / 1000;
  sim.stop();
  assert.equal(loop.running, false);
  assert.ok(sim.time > 0 && sim.time <= elapsed + sim.timestep, `${sim.time} s after ${elapsed} s`);
  const { time } = sim;
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(sim.time, time);
});

test('an error in a loop stops it and is told', async () => {
  const sim = await load(xml);
  const error = await new Promise((resolve) => {
    sim.run({
      onStep() {
        throw new Error('planned');
      },
      onError: resolve,
    });
  });
  assert.equal(error.message, 'planned');
  sim.dispose();
});

test('disposal frees everything and may be repeated', async () => {
  const engine = internalsOf(await sharedEngine()).engine;
  const warm = await load(xml);
  warm.edit(() => {});
  warm.dispose();
  const live = engine.exports.lb_liveBytes();
  const sim = await load(xml);
  sim.edit(() => {});
  sim.dispose();
  sim[Symbol.dispose]();
  assert.equal(engine.exports.lb_liveBytes(), live);
  assert.throws(
    () => sim.step(),
    /^MjError: .*this MjModel was deleted: its simulation was disposed$/,
  );
});

test('what is left of a simulation says how it ended', async () => {
  const sim = await load(xml);
  const { model, data } = sim;
  const copy = model.clone();
  const arm = data.body(1);
  sim.edit(() => {});
  assert.throws(() => model.nbody, /this MjModel was deleted: its simulation was edited$/);
  assert.throws(() => arm.xpos, /deleted: its simulation was edited$/);
  assert.ok(copy.nbody > 0);
  copy.delete();
  assert.throws(() => copy.nbody, /this MjModel was deleted$/);
  const body = found(sim.bodies[1]);
  sim.dispose();
  assert.throws(() => sim.time, /this MjData was deleted: its simulation was disposed$/);
  assert.throws(() => body.position, /deleted: its simulation was disposed$/);
  await assert.rejects(moveToWorker(sim), /its simulation was disposed$/);
});

test("the engine's memory does not grow while stepping", async () => {
  const sim = await load(xml);
  const { exports } = internalsOf(sim.mujoco).engine;
  sim.step(10);
  const count = exports.lb_allocationCount();
  sim.step(1000);
  assert.equal(exports.lb_allocationCount(), count);
});

test('a history goes back, and another course forgets what had come later', async () => {
  const sim = await load(
    '<mujoco><option timestep=".01"/><worldbody><body><joint name="j" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/></body></worldbody></mujoco>',
  );
  const history = sim.record({ interval: 0.05, capacity: 8 });
  sim.step(3).step(32);
  assert.equal(history.length, 8);
  assert.ok(Math.abs(history.times[7] - 0.35) < 1e-9);
  const later = sim.data.qpos[0];

  // the same states again, however often
  history.seek(0.21);
  assert.ok(Math.abs(sim.time - 0.2) < 1e-9);
  const middle = sim.data.qpos[0];
  history.go(-1);
  assert.equal(sim.data.qpos[0], later);
  history.seek(0.2);
  assert.equal(sim.data.qpos[0], middle);

  // stepping on repeats what was, and then what is new
  sim.step(15);
  assert.equal(sim.data.qpos[0], later);
  assert.ok(Math.abs(found(history.times.at(-1)) - 0.35) < 1e-9);
  sim.step(20);
  assert.equal(history.length, 8);
  assert.ok(Math.abs(history.times[0] - 0.2) < 1e-9);
  history.seek(-1);
  assert.ok(Math.abs(sim.time - 0.2) < 1e-9);
  assert.throws(() => history.go(8), RangeError);

  // a reset starts anew
  history.go(-1);
  sim.reset().step(10);
  assert.ok(found(history.times.at(-1)) <= 0.11);
  sim.record(null);
  sim.step(100);
  assert.ok(found(history.times.at(-1)) <= 0.11);
  assert.throws(() => sim.record({ interval: 0 }), /interval of a history must be positive/);
});

const swing = (
  joints = '<joint name="j" axis="0 1 0"/>',
  more = '',
) => `<mujoco><option timestep=".01"/><worldbody>
  <body name="arm">${joints}<geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/></body>${more}
  <geom type="plane" pos="0 0 -.4" size="1 1 1"/></worldbody><actuator><motor name="m" joint="j"/></actuator></mujoco>`;
const free = '<body name="ball" pos="1 0 0"><freejoint name="f"/><geom size=".1"/></body>';

test('going back keeps the present, and a step from there is to the bit the one that was', async () => {
  const sim = await load(swing());
  // a shorter time than a step takes a state after every one
  const history = sim.record({ interval: 1e-9, capacity: 200 });
  const states = [sim.saveState()];
  for (let i = 0; i < 120; i++) states.push(sim.step().saveState());
  assert.ok(sim.data.ncon > 0, 'the warm start of the solver matters');
  assert.equal(history.length, 121);
  for (const at of [100, 3, 119]) {
    history.go(at);
    assert.deepEqual(sim.saveState(), states[at]);
  }
  sim.step();
  assert.deepEqual(sim.saveState(), states[120]);

  // the present, when it was changed by hand or has gone past the last state
  const rough = sim.record({ interval: 1 });
  sim.step(30);
  const present = sim.saveState();
  rough.go(0);
  assert.equal(rough.length, 2);
  rough.go(1);
  assert.deepEqual(sim.saveState(), present);
  sim.joint('j').value = 0.5;
  rough.note();
  rough.go(0);
  rough.go(-1);
  assert.equal(sim.joint('j').value, 0.5);
  assert.equal(rough.length, 2);
});

test('a replay shows what led to the present, and leaves the simulation alone', async () => {
  const sim = await load(swing());
  const history = sim.record({ interval: 1e-9 });
  const heights = [sim.geom(0).xpos[0]];
  for (let i = 0; i < 40; i++) heights.push(sim.step().forward().geom(0).xpos[0]);
  const before = [sim.saveState(), Float64Array.from(sim.data.qacc)];
  /** @type {number[][]} */
  const seen = [];
  history.replay(1000, (past) => seen.push([past.time, past.data.geom_xpos[0], past.energy()[1]]));
  assert.equal(seen.length, 41);
  seen.forEach(([time, x], i) => {
    assert.ok(Math.abs(time - 0.01 * i) < 1e-9);
    assert.ok(Math.abs(x - heights[i]) < 1e-12, `state ${i}`);
  });
  assert.equal(seen[0][2], 0, 'at rest at first');
  assert.ok(seen[20][2] > 0);
  assert.deepEqual([sim.saveState(), Float64Array.from(sim.data.qacc)], before);
  /** @type {number[]} */
  const few = [];
  history.replay(5, ({ time }) => few.push(time));
  assert.equal(few.length, 5);
  assert.equal(few[4], sim.time);
});

test('a simulation takes over the state of another model, by name', async () => {
  const sim = await load(swing());
  sim.actuator('m').ctrl = 0.25;
  sim.step(20);
  // another joint comes before, so that nothing has its old place
  const other = await load(
    swing('<joint name="new" type="slide"/><joint name="j" axis="0 1 0"/>', free),
  );
  other.adoptState(sim);
  assert.equal(other.joint('j').value, sim.joint('j').value);
  assert.deepEqual(other.joint('j').qvel, sim.joint('j').qvel);
  assert.equal(other.joint('new').value, 0);
  assert.equal(/** @type {Float64Array} */ (other.joint('f').value)[0], 1);
  assert.equal(other.actuator('m').ctrl, 0.25);
  assert.equal(other.time, sim.time);
});

test('the energy is there also where the model does not ask for it', async () => {
  const sim = await load(
    '<mujoco><worldbody><body pos="0 0 2"><freejoint/><geom size=".1" mass="3"/></body></worldbody></mujoco>',
  );
  sim.data.qvel[0] = 2;
  sim.forward();
  assert.equal(sim.data.energy[0], 0);
  const [potential, kinetic] = sim.energy();
  assert.ok(Math.abs(potential - 3 * 9.81 * 2) < 1e-9);
  assert.ok(Math.abs(kinetic - 0.5 * 3 * 4) < 1e-9);
});

test('files at hand become a simulation at once', async () => {
  const { mujoco } = await load('<mujoco/>');
  /** @param {string} text */
  const bytes = (text) => new TextEncoder().encode(text);
  const files = new Map([
    ['robot/scene.xml', bytes('<mujoco><include file="part.xml"/></mujoco>')],
    ['robot/part.xml', bytes('<mujoco><worldbody><body name="b"/></worldbody></mujoco>')],
  ]);
  const sim = Simulation.fromFiles(mujoco, { files, main: 'robot/scene.xml' });
  assert.equal(sim.body('b').id, 1);
  assert.equal(sim.mainFile, 'robot/scene.xml');
  assert.match(sim.toXml(), /name="b"/);
  const broken = new Map([['a.mjb', bytes('no model')]]);
  assert.throws(() => Simulation.fromFiles(mujoco, { files: broken, main: 'a.mjb' }), MjError);
});

test('wrong arguments are told, by the method that got them', async () => {
  const sim = await load(
    '<mujoco><worldbody><body name="b"><joint name="j"/><geom size=".1"/></body></worldbody><actuator><motor name="m" joint="j"/></actuator></mujoco>',
  );
  const history = sim.record();
  const loop = sim.run();
  /** @type {[() => unknown, RegExp][]} */
  const mistakes = [
    .../** @type {number[]} */ ([-1, 1.5, NaN, Infinity, 'x', null]).map(
      (count) =>
        /** @type {[() => unknown, RegExp]} */ ([
          () => sim.step(count),
          /step takes a whole number of steps/,
        ]),
    ),
    // @ts-expect-error wrong on purpose
    [() => (sim.time = 'x'), /time must be a number, got x/],
    [() => (sim.timestep = 0), /timestep must be a positive number, got 0/],
    [() => (sim.timestep = NaN), /timestep must be a positive number/],
    // @ts-expect-error wrong on purpose
    [() => sim.object('toString', 0), /kinds of objects are body, joint, .*got toString/],
    // @ts-expect-error wrong on purpose
    [() => sim.names('bodies'), /kinds of objects are .*got bodies/],
    // @ts-expect-error wrong on purpose
    [() => (sim.actuator('m').ctrl = 'x'), /ctrl must be a number, got 'x'/],
    // @ts-expect-error wrong on purpose
    [() => (sim.actuator('m').ctrl = undefined), /ctrl must be a number, got undefined/],
    [() => (sim.joint('j').value = [1, 2]), /qpos must have size 1/],
    // @ts-expect-error wrong on purpose
    [() => (sim.joint('j').value = null), /qpos must have size 1/],
    // @ts-expect-error wrong on purpose
    [() => (sim.data.time = {}), /time must be a number/],
    // @ts-expect-error wrong on purpose
    [() => (sim.model.opt.timestep = 'fast'), /timestep must be a number, got 'fast'/],
    [() => sim.body('none'), /'none' for body\. Valid names: \['b', 'world'\]/],
    [() => sim.reset('none'), /'none' for key/],
    [() => sim.saveState(new Float64Array(2)), /state must have size/],
    [() => sim.restoreState([1]), /state must have size/],
    // @ts-expect-error wrong on purpose
    [() => sim.ray(), /origin must be three numbers, got undefined/],
    [() => sim.ray([0, 0, 1], [0, NaN, 1]), /direction must be three numbers/],
    // @ts-expect-error wrong on purpose
    [() => sim.jacobian('joint', 'j'), /jacobian takes a body, geom, site or camera, got joint/],
    // @ts-expect-error wrong on purpose
    [() => sim.setCallback('toString', () => {}), /callbacks are control, passive/],
    // @ts-expect-error wrong on purpose
    [() => sim.setCallback('control', 5), /a callback is a function or null, got 5/],
    // @ts-expect-error wrong on purpose
    [() => sim.record({ interval: 'x' }), /interval of a history must be positive, got x/],
    // @ts-expect-error wrong on purpose
    [() => history.seek('x'), /seek takes a time in seconds, got x/],
    // @ts-expect-error wrong on purpose
    [() => [...sim.contacts.of('joint', 'j')], /contacts are of a geom or a body, got joint/],
    [() => sim.run({ speed: -1 }), /speed must be a number of at least 0, got -1/],
    // @ts-expect-error wrong on purpose
    [() => (loop.speed = 'x'), /speed must be a number of at least 0, got x/],
    [() => sim.run({ budget: 0 }), /budget must be positive/],
    // @ts-expect-error wrong on purpose
    [() => sim.run({ onFrame: 5 }), /onStep, onFrame and onError are functions, got 5/],
  ];
  for (const [body, pattern] of mistakes)
    assert.throws(
      body,
      (/** @type {unknown} */ error) => error instanceof MjError && pattern.test(error.message),
      String(pattern),
    );
  // @ts-expect-error misspelt
  assert.throws(() => (sim.timestp = 1), TypeError);
  class Own extends Simulation {
    extra = 1;
  }
  const { mujoco, model } = sim;
  assert.equal(new Own(mujoco, new mujoco.MjModel(model)).extra, 1);
  assert.equal(sim.contacts.at(0.5), undefined);
  sim.dispose();
});

test('warnings are heard by a function in place of the console', async () => {
  /** @type {string[]} */
  const texts = [];
  const end = await onWarning((text) => texts.push(text));
  const sim = await load(
    '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  sim.data.qvel[0] = NaN;
  sim.step();
  assert.match(texts.join(), /QVEL at DOF 0/);
  end();
});

test('what is no model is told by the error alone', async () => {
  /** @type {string[]} */
  const told = [];
  const mujoco = await loadMujoco({
    print: (text) => told.push(text),
    printErr: (text) => told.push(text),
  });
  const garbage = new Uint8Array(8).fill(7);
  await assert.rejects(
    load(garbage, { mujoco }),
    /neither XML, nor an archive, nor an MJB of this version \(the file ends too early/,
  );
  assert.deepEqual(told, []);
});

test('the real-time factor begins with what was measured', () => {
  const pace = new Pace();
  assert.equal(pace.realTimeFactor, 0);
  const slow = /** @type {Parameters<Pace['advance']>[0]} */ (
    /** @type {unknown} */ ({ timestep: 0.01, step() {} })
  );
  pace.advance(slow, 0.1);
  assert.ok(Math.abs(pace.realTimeFactor - 1) < 0.11, `${pace.realTimeFactor}`);
  pace.speed = 0.5;
  for (let i = 0; i < 40; i++) pace.advance(slow, 0.1);
  assert.ok(Math.abs(pace.realTimeFactor - 0.5) < 0.1, `${pace.realTimeFactor}`);
});
