// Inverse kinematics against closed solutions, limits, distances, and what it leaves alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import { createIk, solveIk } from 'limber/control';
import { sevenJointArm, sevenRanges } from '../control/arms.mjs';

/** Numbers that look random. @param {number} seed */
const sequence = (seed) => () => (seed = (seed * 16807) % 2147483647) / 2147483647;

const two = `<mujoco><compiler angle="radian"/><worldbody><body><joint name="a" axis="0 0 1"/><geom size=".05"/>
  <body pos=".5 0 0"><joint name="b" axis="0 0 1"/><geom size=".05"/><site name="tip" pos=".3 0 0"/></body></body></worldbody></mujoco>`;

test('two joints: the two closed solutions', async (t) => {
  const sim = await load(two);
  t.after(() => sim.dispose());
  const random = sequence(5);
  for (let i = 0; i < 50; i++) {
    const [r, turn] = [0.25 + 0.5 * random(), Math.PI * (2 * random() - 1)];
    const position = [r * Math.cos(turn), r * Math.sin(turn), 0];
    const elbow = Math.acos((r * r - 0.25 - 0.09) / (2 * 0.5 * 0.3));
    const closed = [1, -1].map((sign) => {
      const b = sign * elbow;
      return [turn - Math.atan2(0.3 * Math.sin(b), 0.5 + 0.3 * Math.cos(b)), b];
    });
    const { qpos, solved } = solveIk(
      sim,
      { site: 'tip', position },
      { method: i % 2 ? 'qp' : 'dls', tolerance: 1e-9, start: [turn, i % 3 ? 1 : -1] },
    );
    assert.ok(solved);
    const gaps = closed.map((q) => Math.max(...q.map((angle, k) => wrapped(angle - qpos[k]))));
    assert.ok(Math.min(...gaps) < 1e-6, `${gaps}`);
  }
});

/** Size of an angle, turns aside. @param {number} angle */
const wrapped = (angle) => Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));

const six = `<mujoco><compiler angle="radian"/><default><geom size=".04" contype="0" conaffinity="0"/></default><worldbody>
  <body pos="0 0 .31"><joint axis="0 0 1"/><geom/><body><joint axis="0 1 0"/><geom/><body pos="0 0 .34"><joint axis="0 1 0"/><geom/>
  <body pos="0 0 .33"><joint axis="0 0 1"/><geom/><body><joint axis="0 1 0"/><geom/><body><joint axis="0 0 1"/><geom/><site name="tool" pos="0 0 .16"/>
  </body></body></body></body></body></body></worldbody></mujoco>`;

/** @param {number} angle @param {'y' | 'z'} axis */
function turnMatrix(angle, axis) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return axis === 'z' ? [c, -s, 0, s, c, 0, 0, 0, 1] : [c, 0, s, 0, 1, 0, -s, 0, c];
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const product = (a, b) =>
  Array.from({ length: 9 }, (_, k) =>
    [0, 1, 2].reduce((sum, j) => sum + a[3 * Math.floor(k / 3) + j] * b[3 * j + (k % 3)], 0),
  );

/** All solutions of the arm with a spherical wrist. @param {ArrayLike<number>} p @param {ArrayLike<number>} m orientation, row by row */
function closedSix(p, m) {
  const [x, y, z] = [0, 1, 2].map((k) => p[k] - 0.16 * m[3 * k + 2] - (k === 2 ? 0.31 : 0));
  const found = [];
  for (const side of [1, -1])
    for (const bend of [1, -1])
      for (const flip of [1, -1]) {
        const turn = Math.atan2(side * y, side * x);
        const reach = side * Math.hypot(x, y);
        const square = reach * reach + z * z;
        const elbow = bend * Math.acos((square - 0.34 ** 2 - 0.33 ** 2) / (2 * 0.34 * 0.33));
        const shoulder =
          Math.atan2(reach, z) - Math.atan2(0.33 * Math.sin(elbow), 0.34 + 0.33 * Math.cos(elbow));
        const wrist = product(turnMatrix(turn, 'z'), turnMatrix(shoulder + elbow, 'y'));
        const transposed = wrist.map((_, k) => wrist[3 * (k % 3) + Math.floor(k / 3)]);
        const r = product(transposed, m);
        const pitch = flip * Math.acos(Math.min(1, Math.max(-1, r[8])));
        const roll = Math.atan2(flip * r[5], flip * r[2]);
        const flange = Math.atan2(flip * r[7], -flip * r[6]);
        found.push([turn, shoulder, elbow, roll, pitch, flange]);
      }
  return found;
}

test('six joints: one of the eight closed solutions', async (t) => {
  const sim = await load(six);
  t.after(() => sim.dispose());
  const random = sequence(11);
  const quaternion = new Float64Array(4);
  for (let i = 0; i < 40; i++) {
    sim.data.qpos = Array.from({ length: 6 }, (_, k) =>
      k === 2 || k === 4 ? 0.4 + 1.8 * random() : 2 * random() - 1,
    );
    sim.forward();
    const { xpos, xmat } = sim.site('tool');
    sim.mujoco.mju_mat2Quat(quaternion, xmat);
    const closed = closedSix(xpos, xmat);
    const position = Array.from(xpos);
    const start = Array.from(sim.data.qpos, (q) => q + 0.8 * (random() - 0.5));
    const { qpos, solved } = solveIk(
      sim,
      { site: 'tool', position, quaternion },
      { start, tolerance: 1e-9, method: i % 2 ? 'qp' : 'dls' },
    );
    assert.ok(solved);
    const gaps = closed.map((q) => Math.max(...q.map((angle, k) => wrapped(angle - qpos[k]))));
    assert.ok(Math.min(...gaps) < 1e-6, `pose ${i}: ${Math.min(...gaps)}`);
  }
});

test('seven joints: 99 of 100 reachable poses, limits never broken', async (t) => {
  const sim = await load(sevenJointArm);
  t.after(() => sim.dispose());
  const random = sequence(3);
  const quaternion = new Float64Array(4);
  const target = { site: 'tool', position: new Float64Array(3), quaternion };
  quaternion[0] = 1;
  const ik = createIk(sim, target);
  t.after(() => ik.dispose());
  let solved = 0;
  for (let i = 0; i < 300; i++) {
    sim.data.qpos = sevenRanges.map((range) => range * (2 * random() - 1));
    sim.forward();
    target.position.set(sim.site('tool').xpos);
    sim.mujoco.mju_mat2Quat(quaternion, sim.site('tool').xmat);
    const result = ik.solve([0, 0.5, 0, 0.8, 0, 0.6, 0]);
    result.qpos.forEach((q, k) => assert.ok(Math.abs(q) <= sevenRanges[k]));
    if (!result.solved) continue;
    sim.data.qpos = result.qpos;
    sim.forward();
    const gap = sim.site('tool').xpos.map((x, k) => x - target.position[k]);
    assert.ok(Math.hypot(...gap) < 1e-5);
    solved++;
  }
  assert.ok(solved >= 297, `${solved} of 300`);
});

test('the simulation stays as it is unless asked', async (t) => {
  const sim = await load(two);
  t.after(() => sim.dispose());
  sim.step(3);
  const before = sim.saveState();
  const forces = Array.from(sim.data.qfrc_bias);
  const { qpos } = solveIk(sim, { site: 'tip', position: [0.2, 0.4, 0] });
  assert.deepEqual(sim.saveState(), before);
  assert.deepEqual(Array.from(sim.data.qfrc_bias), forces);
  solveIk(sim, { site: 'tip', position: [0.2, 0.4, 0] }, { apply: true });
  assert.deepEqual(Array.from(sim.data.qpos), Array.from(qpos));
  assert.ok(Math.hypot(sim.site('tip').xpos[0] - 0.2, sim.site('tip').xpos[1] - 0.4) < 1e-5);
});

test('several frames, weights, a posture, joints that stay', async (t) => {
  const sim = await load(
    sevenJointArm.replace(
      '<site name="tool"',
      '<site name="back" pos="0 0 -.6"/><site name="tool"',
    ),
  );
  t.after(() => sim.dispose());
  const start = [0.3, 0.5, -0.2, 0.8, 0.1, 0.6, 0];
  // a frame that can be reached is, though another one that weighs less pulls elsewhere
  const pulled = solveIk(
    sim,
    [
      { site: 'tool', position: [0.4, 0.1, 0.5] },
      { body: 4, position: [0, -1, 2], weight: 1e-4 },
    ],
    { start, restarts: 0, iterations: 200 },
  );
  sim.data.qpos = pulled.qpos;
  sim.forward();
  assert.ok(Math.abs(sim.site('tool').xpos[0] - 0.4) < 1e-3);
  // null space goes to the posture
  const posture = { qpos: [0, 0.9, 0, 1, 0, 0.3, 1], weight: 1e-3 };
  const near = solveIk(
    sim,
    { site: 'tool', position: [0.5, 0, 0.4] },
    { start, posture, tolerance: 1e-4, iterations: 200 },
  );
  const far = solveIk(sim, { site: 'tool', position: [0.5, 0, 0.4] }, { start, tolerance: 1e-4 });
  const away = (/** @type {Float64Array} */ q) =>
    Math.hypot(...q.map((x, i) => x - posture.qpos[i]));
  assert.ok(near.solved && away(near.qpos) < away(far.qpos) && Math.abs(near.qpos[6] - 1) < 1e-3);
  const held = solveIk(
    sim,
    { site: 'tool', position: [0.5, 0, 0.4] },
    { start, joints: ['j2', 'j4', 'j1'] },
  );
  assert.ok(held.solved);
  for (const k of [2, 4, 5, 6]) assert.equal(held.qpos[k], start[k]);
  // an axis that is free
  const plane = solveIk(
    sim,
    { site: 'tool', position: [9, 9, 0.7], axes: [false, false, true] },
    { start },
  );
  assert.ok(plane.solved);
});

test('the centre of mass, free joints and balls', async (t) => {
  const sim = await load(
    `<mujoco><compiler angle="radian"/><worldbody><body name="root" pos="0 0 1"><freejoint/><geom size=".1"/>
    <body pos=".2 0 0"><joint name="ball" type="ball" range="0 .7" limited="true"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/><site name="end" pos=".4 0 0"/></body></body></worldbody></mujoco>`,
  );
  t.after(() => sim.dispose());
  const quaternion = [Math.cos(0.4), 0, Math.sin(0.4), 0];
  const { solved, qpos } = solveIk(
    sim,
    [
      { com: 'root', position: [0.3, 0.1, 0.8] },
      { site: 'end', quaternion },
    ],
    { tolerance: 1e-2, iterations: 200 },
  );
  assert.ok(solved);
  assert.ok(Math.abs(Math.hypot(...qpos.subarray(3, 7)) - 1) < 1e-12);
  assert.ok(2 * Math.acos(Math.min(1, Math.abs(qpos[7]))) <= 0.7 + 1e-12);
  sim.data.qpos = qpos;
  sim.forward();
  assert.ok(Math.abs(sim.data.subtree_com[3 * sim.body('root').id] - 0.3) < 1e-2);
});

test('pairs stay apart', async (t) => {
  const sim = await load(
    two
      .replace(
        '</worldbody>',
        '<geom name="post" type="cylinder" pos=".25 .62 0" size=".1 .2"/></worldbody>',
      )
      .replace(
        '<geom size=".05"/><site',
        '<geom name="fore" type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site',
      ),
  );
  t.after(() => sim.dispose());
  const avoid = [{ geoms: /** @type {const} */ (['post', 'fore']), distance: 0.02 }];
  const ends = new Float64Array(6);
  const apart = (/** @type {ArrayLike<number>} */ qpos) => {
    sim.data.qpos = Array.from(qpos);
    sim.forward();
    const ids = ['post', 'fore'].map((name) => sim.geom(name).id);
    return sim.mujoco.mj_geomDistance(sim.model, sim.data, ids[0], ids[1], 1, ends);
  };
  // a goal inside of the post
  const ik = createIk(sim, { site: 'tip', position: [0.27, 0.6, 0] }, { avoid, start: [0.2, 0.5] });
  for (let i = 0; i < 200; i++) assert.ok(apart(ik.follow()) >= 0.02 - 1e-6);
  assert.ok(apart(ik.qpos) < 0.03, 'it comes as near as it may');
  ik.dispose();
  const { solved, message, qpos } = solveIk(
    sim,
    { site: 'tip', position: [0.27, 0.6, 0] },
    { avoid, start: [0.2, 0.5] },
  );
  assert.ok(!solved && message.includes("site 'tip'"));
  assert.ok(apart(qpos) >= 0.02 - 1e-6);
  const around = solveIk(
    sim,
    { site: 'tip', position: [-0.2, 0.5, 0] },
    { avoid, start: [0.2, 0.5] },
  );
  assert.ok(around.solved && apart(around.qpos) >= 0.02 - 1e-6);
});

test('following is smooth: no jumps at limits, no faster than asked', async (t) => {
  const sim = await load(sevenJointArm);
  t.after(() => sim.dispose());
  const target = { site: 'tool', position: new Float64Array(3) };
  const start = [0, 0.5, 0, 0.8, 0, 0.6, 0];
  const ik = createIk(sim, target, { start, speed: 3 });
  t.after(() => ik.dispose());
  let before = Float64Array.from(ik.qpos);
  let speeds = new Float64Array(7);
  for (let i = 0; i < 600; i++) {
    // a circle, half of it out of reach
    const phase = i / 60;
    target.position.set([0.6 + 0.7 * Math.cos(phase), 0.7 * Math.sin(phase), 0.5]);
    const now = Float64Array.from(ik.follow(1 / 60));
    const next = now.map((q, k) => (q - before[k]) * 60);
    next.forEach((speed, k) => {
      assert.ok(Math.abs(speed) <= 3 + 1e-9, `joint ${k}: ${speed} rad/s`);
      assert.ok(
        Math.abs(speed - speeds[k]) <= 1 + 1e-6,
        `joint ${k} at ${i}: ${speeds[k]} to ${speed}`,
      );
      assert.ok(Math.abs(now[k]) <= sevenRanges[k]);
    });
    [before, speeds] = [now, next];
  }
  target.position.set([0.4, 0.1, 0.6]);
  for (let i = 0; i < 240; i++) ik.follow();
  assert.ok(ik.position < 1e-4, `${ik.position}`);
});

test('errors of inverse kinematics', async (t) => {
  const sim = await load(two);
  const still = await load('<mujoco><worldbody><site name="s"/></worldbody></mujoco>');
  t.after(() => [sim, still].forEach((one) => one.dispose()));
  const position = [1, 1, 0];
  assert.throws(
    () => solveIk(sim, { site: 'tip', position: [3, 0, 0] }, { strict: true }),
    /site 'tip' cannot be where it should: 2\.20 m are left at best/,
  );
  const { solved, qpos } = solveIk(sim, { site: 'tip', position: [3, 0, 0] });
  assert.ok(!solved && wrapped(qpos[0]) < 1e-3 && wrapped(qpos[1]) < 1e-3, `${qpos}`);
  assert.throws(() => solveIk(sim, { site: 'hand', position }), /hand/);
  assert.throws(() => solveIk(sim, { position }), /task 0 names one of site, body/);
  assert.throws(() => solveIk(sim, { site: 'tip' }), /neither a position nor a quaternion/);
  assert.throws(
    () => solveIk(sim, { site: 'tip', position: [1, 2] }),
    /position of site 'tip' has 3 numbers/,
  );
  assert.throws(() => solveIk(sim, []), /tasks are a list/);
  assert.throws(() => solveIk(still, { site: 's', position }), /no joints: nothing can move/);
  // @ts-expect-error there is no such method
  const magic = () => solveIk(sim, { site: 'tip', position }, { method: 'magic' });
  assert.throws(magic, /methods are qp, dls/);
});
