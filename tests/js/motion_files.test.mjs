// Motions in files of the commands, and as animations of glTF.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { AnimationMixer } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { load } from 'limber';
import { MotionPlayer, MotionRecorder, readNpz } from 'limber/data';
import { exportGltf } from 'limber/three';
import { found } from '../helpers.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-motion-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
const program = fileURLToPath(new URL('../../js/cli/limber.js', import.meta.url));
/** @param {...string} args */
const limber = (...args) =>
  spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', cwd: folder });

const xml = `<mujoco><worldbody><geom type="plane" size="1 1 .1" rgba=".2 .3 .4 1"/>
  <body name="ball" pos="0 0 2"><freejoint/><geom size=".1"/><geom name="rod" type="capsule" size=".02 .2" pos=".1 0 0"/></body>
  <body name="arm" pos="1 0 1"><joint name="elbow" axis="0 1 0"/><geom type="box" size=".1 .2 .3" rgba="1 0 0 .5"/></body></worldbody>
  <actuator><motor joint="elbow"/></actuator></mujoco>`;

/** A motion and the simulation that made it. */
async function record() {
  const sim = await load(xml);
  sim.data.qvel = [1, 0, 0, 0, 0, 5, 1];
  sim.data.ctrl[0] = 0.5;
  const recorder = new MotionRecorder(sim);
  recorder.note();
  for (let i = 0; i < 20; i++) {
    sim.step(5);
    recorder.note();
  }
  return { sim, motion: recorder.motion };
}

test('commands: simulate writes arrays, export an animation of them', async () => {
  fs.writeFileSync(path.join(folder, 'model.xml'), xml);
  const fields = ['--fields', 'time,qpos,body:ball.xpos'];
  const run = limber('simulate', 'model.xml', '-t', '.2', '-e', '10', ...fields, '-o', 'm.npz');
  assert.equal(run.status, 0, run.stderr);
  const arrays = await readNpz(fs.readFileSync(path.join(folder, 'm.npz')));
  assert.deepEqual(arrays.time.shape, [11]);
  assert.deepEqual(arrays['body:ball.xpos'].shape, [11, 3]);
  const exported = limber('export', 'model.xml', 'model.glb', '--play', 'm.npz');
  assert.equal(exported.status, 0, exported.stderr);
  const content = fs.readFileSync(path.join(folder, 'model.glb'));
  const text = content.subarray(20, 20 + content.readUInt32LE(12)).toString();
  assert.equal(JSON.parse(text).animations.length, 1);
  // the same from a table
  assert.equal(limber('simulate', 'model.xml', '-t', '.2', '-o', 'm.csv').status, 0);
  const table = limber('export', 'model.xml', 'table.glb', '--play', 'm.csv');
  assert.equal(table.status, 0, table.stderr);
  fs.writeFileSync(path.join(folder, 'other.csv'), 'time,qpos\n0,1\n');
  const other = limber('export', 'model.xml', 'other.glb', '--play', 'other.csv');
  assert.match(other.stderr, /'other\.csv' has 1 positions, the model 8/);
  assert.match(limber('export', 'model.xml', 'model.obj').stderr, /should end with \.glb/);
});

test("three's own loader reads what was exported: bodies, shapes, motion", async () => {
  const { sim, motion } = await record();
  const before = sim.saveState();
  const file = exportGltf(sim, { motion, fps: 50 });
  assert.deepEqual(sim.saveState(), before);
  const { scene, animations } = await new GLTFLoader().parseAsync(file.buffer, '');
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  mixer.setTime(0.1);
  scene.updateMatrixWorld(true);
  const time = found(motion.times.find((t) => Math.abs(t - 0.1) < 1e-9));
  new MotionPlayer(motion, sim).seek(time);
  const ball = found(scene.getObjectByName('ball'));
  const [x, y, z] = sim.body('ball').xpos;
  const { x: X, y: Y, z: Z } = ball.getWorldPosition(ball.position.clone());
  assert.ok(Math.hypot(X - x, Y - z, Z + y) < 1e-6, `${[X, Y, Z]} and ${[x, y, z]}`);
  assert.equal(ball.children.length, 2);
  assert.ok(scene.getObjectByName('rod'));
});
