// Frames that are dragged: handles in a picture, joints that follow in pause, actuators that follow while it runs; control.json.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { PerspectiveCamera, Raycaster, Vector2 } from 'three';
import { load } from 'limber';
import { Reach } from 'limber/control';
import { tasks } from 'limber/control/tasks';
import { Handle } from 'limber/three';
import { controlOf, readControl, writeControl } from '../../web/src/control/file.js';
import { sevenJointArm } from '../control/arms.mjs';

/** A camera that looks along y at the origin, and a ray through a point of the world. */
function lookAlongY() {
  const camera = new PerspectiveCamera(45, 1, 0.1, 100);
  camera.up.set(0, 0, 1);
  camera.position.set(0, -5, 0);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const raycaster = new Raycaster();
  return {
    camera,
    /** @param {number} x @param {number} y @param {number} z */
    through(x, y, z) {
      const point = camera.position.clone().set(x, y, z).project(camera);
      raycaster.setFromCamera(new Vector2(point.x, point.y), camera);
      return raycaster;
    },
  };
}

test('a handle is dragged along an axis, freely, and about an axis', () => {
  const { camera, through } = lookAlongY();
  const handle = new Handle({ turns: true });
  handle.fit(camera);
  const length = handle.scale.x;
  assert.ok(length > 0.3 && length < 1, 'it takes a share of the picture');
  assert.equal(handle.find(through(0, 0, 0)), 'free');
  assert.equal(handle.find(through(0.9 * length, 0, 0)), 'x');
  assert.equal(handle.find(through(0, 0, 0.9 * length)), 'z');
  assert.equal(handle.find(through(2 * length, 0, 0)), null);
  handle.mark('x');
  handle.begin(through(0.9 * length, 0, 0));
  handle.drag(through(0.9 * length + 0.4, 0, 0));
  assert.ok(Math.abs(handle.position.x - 0.4) < 1e-9, `${handle.position.x}`);
  assert.ok(Math.abs(handle.position.z) < 1e-9 && Math.abs(handle.position.y) < 1e-9);
  handle.position.set(0, 0, 0);
  handle.mark('free');
  handle.begin(through(0, 0, 0));
  handle.drag(through(0.3, 0, -0.2));
  assert.ok(Math.hypot(handle.position.x - 0.3, handle.position.z + 0.2) < 1e-9);
  handle.position.set(0, 0, 0);
  const [a, b] = [0.4, 1.1];
  handle.mark('turn y');
  handle.begin(through(Math.cos(a), 0, -Math.sin(a)));
  handle.drag(through(Math.cos(b), 0, -Math.sin(b)));
  const { w, y } = handle.quaternion;
  assert.ok(Math.abs(2 * Math.atan2(y, w) - (b - a)) < 1e-9, `${w} ${y}`);
  handle.dispose();
});

test('one that stays on its plane is dragged along the ground', () => {
  const { camera, through } = lookAlongY();
  const handle = new Handle({ axes: 'xy' });
  handle.position.set(0, 0, -1);
  handle.fit(camera);
  handle.mark('free');
  handle.begin(through(0, 0, -1));
  handle.drag(through(0.5, 2, -1));
  assert.ok(Math.hypot(handle.position.x - 0.5, handle.position.y - 2) < 1e-9);
  assert.ok(Math.abs(handle.position.z + 1) < 1e-12);
});

test('joints follow a frame that is dragged in pause, motors while it runs', async (t) => {
  const sim = await load(sevenJointArm);
  t.after(() => sim.dispose());
  sim.data.qpos = [0.3, 0.6, 0, 0.9, 0, 0.5, 0];
  sim.forward();
  const reach = new Reach(sim, { site: 'tool', turns: true });
  t.after(() => reach.dispose());
  const start = Array.from(reach.position);
  assert.deepEqual(start, Array.from(sim.site('tool').xpos));
  reach.position[2] -= 0.1;
  reach.position[1] += 0.15;
  let moving = 0;
  let largest = 0;
  let before = Float64Array.from(sim.data.qpos);
  for (let i = 0; i < 120; i++) {
    if (reach.pose(1 / 60)) moving++;
    const now = Float64Array.from(sim.data.qpos);
    largest = Math.max(largest, ...now.map((q, k) => Math.abs(q - before[k])));
    before = now;
  }
  assert.ok(reach.distance < 2e-3, `${reach.distance}`);
  assert.ok(moving > 10 && moving < 120, 'it comes to rest');
  assert.ok(largest <= 3 / 60 + 1e-9, 'no joint jumps');
  assert.equal(sim.time, 0);
  // back again, by the motors
  assert.ok(reach.isDriven);
  reach.position.set(start);
  for (let i = 0; i < 1500; i++) {
    reach.control();
    sim.step();
  }
  const left = Math.hypot(...Array.from(sim.site('tool').xpos, (x, k) => x - start[k]));
  assert.ok(left < 5e-3, `${left} m are left`);
  reach.restart();
  assert.deepEqual(Array.from(reach.position), Array.from(sim.site('tool').xpos));
});

test('what cannot be dragged is told', async (t) => {
  const free = await load(
    '<mujoco><worldbody><body name="b"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const loose = await load(
    '<mujoco><worldbody><body name="b"><joint/><geom size=".1" pos=".1 0 0"/></body></worldbody></mujoco>',
  );
  t.after(() => [free, loose].forEach((sim) => sim.dispose()));
  assert.throws(() => new Reach(free, { body: 'b' }), /no joint moves body 'b' but a free one/);
  assert.throws(() => new Reach(free, {}), /one of site, body, geom names what is dragged/);
  const reach = new Reach(loose, { body: 'b' });
  assert.equal(reach.isDriven, false);
  assert.throws(() => reach.control(), /while it runs nothing can bring the frame there/);
  reach.dispose();
});

test('control.json keeps what was turned, and refuses what is wild', () => {
  const guide = fs.readFileSync(new URL('../../docs/control.md', import.meta.url), 'utf8');
  const [, sample] = /```json\n([^]*?)```/.exec(guide) ?? [];
  const shown = readControl(new TextEncoder().encode(sample));
  assert.equal(shown.task.terms[0].of, 'site.tool - goal');
  assert.equal(shown.planner.rollouts, 32);
  for (const task of Object.values(tasks)) {
    const control = controlOf(task);
    control.task.terms[0].weight = 3.25;
    control.on = false;
    assert.deepEqual(readControl(writeControl(control)), control, task.name);
    assert.equal(control.task.terms.length, task.terms.length);
  }
  const good = JSON.parse(new TextDecoder().decode(writeControl(controlOf(tasks.arm))));
  /** @param {object} change */
  const read = (change) =>
    readControl(new TextEncoder().encode(JSON.stringify({ ...good, ...change })));
  const { task, planner } = good;
  const [first] = task.terms;
  for (const [change, words] of /** @type {[object, RegExp][]} */ ([
    [{ format: 'other' }, /its format is not limber-control 1/],
    [{ planner: { ...planner, rollouts: 1e9 } }, /rollouts must be a number from 2 to 512/],
    [{ planner: { ...planner, horizon: 1e6 } }, /horizon must be a number from/],
    [{ planner: { ...planner, method: 'magic' } }, /methods are sampling, cem/],
    [{ interval: -1 }, /interval must be a number from/],
    [{ task: { ...task, terms: [] } }, /it has no terms/],
    [{ task: { ...task, terms: Array(99).fill(first) } }, /terms must be a list of at most 50/],
    [
      { task: { ...task, terms: [{ ...first, of: 'x'.repeat(1e4) }] } },
      /must be a text of at most/,
    ],
    [
      { task: { ...task, terms: [{ ...first, weight: 'heavy' }] } },
      /the weight of term reach must/,
    ],
    [{ task: { ...task, terms: [{ ...first, norm: 'l9' }] } }, /norms are quadratic/],
    [{ task: { ...task, parameters: { goal: [1, 'x', 2] } } }, /parameter goal must be a number/],
    [{ task: null }, /task must be an object/],
  ]))
    assert.throws(() => read(change), words, String(words));
  assert.throws(() => readControl(new Uint8Array([1, 2, 3])), /it is no JSON/);
});
