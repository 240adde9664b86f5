// Runs: recorded inputs and hashes are replayed bit for bit, elsewhere too; the first step that differs is named.
import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import fs from 'node:fs';
import test from 'node:test';
import { load } from 'limber';
import { RunPlayer, RunRecorder, readRun, replayRun, writeNpz } from 'limber/data';

const example = (/** @type {string} */ name) =>
  fs.readFileSync(new URL(`../../examples/${name}.xml`, import.meta.url), 'utf8');

/** A run with controls, pushes and forces that change now and then. @param {string} name */
async function record(name) {
  const sim = await load(example(name));
  sim.step(7);
  const recorder = new RunRecorder(sim);
  const { data } = sim;
  for (let k = 0; k < 200; k++) {
    if (k % 3 === 0) for (let i = 0; i < data.ctrl.length; i++) data.ctrl[i] = Math.sin(k / 20 + i);
    if (k === 50) data.xfrc_applied[7] = 3;
    if (k === 60) data.xfrc_applied[7] = 0;
    if (k === 80) data.qfrc_applied[0] = -0;
    recorder.step();
  }
  return { sim, run: recorder.run };
}

for (const name of ['humanoid', 'muscle_leg', 'flag'])
  test(`${name}: a run is replayed to the last bit, from a file, in a worker too`, async () => {
    const { sim, run } = await record(name);
    const end = Array.from(sim.data.qpos);
    const bytes = run.toNpz();
    const other = await load(example(name));
    const steps = /** @type {number[]} */ ([]);
    const result = replayRun(other, await readRun(bytes), (step) => steps.push(step));
    assert.deepEqual(result, { steps: 200, diverged: null });
    assert.equal(steps.length, 200);
    assert.deepEqual(Array.from(other.data.qpos), end);

    const program = `import { parentPort, workerData } from 'node:worker_threads';
      import { load } from ${JSON.stringify(new URL('../../js/index.js', import.meta.url).href)};
      import { readRun, replayRun } from ${JSON.stringify(new URL('../../js/data/index.js', import.meta.url).href)};
      parentPort.postMessage(replayRun(await load(workerData.xml), await readRun(workerData.bytes)));`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
      workerData: { xml: example(name), bytes },
    });
    const there = await new Promise((resolve, reject) =>
      worker.once('message', resolve).once('error', reject),
    );
    assert.deepEqual(there, { steps: 200, diverged: null });
  });

test('the first step that differs is named', async () => {
  const { run } = await record('humanoid');
  const other = await load(example('humanoid'));
  other.model.geom_friction[0] += 1e-9;
  other.model.body_mass[3] *= 1 + 1e-12;
  const { diverged } = replayRun(other, run);
  assert.ok(diverged !== null && diverged < 5, `${diverged}`);

  run.values[run.values.length - 1] += 1e-9;
  const late = replayRun(await load(example('humanoid')), run);
  assert.equal(late.diverged, run.steps[run.steps.length - 1]);
});

test('what is no run, or of another model, is told', async () => {
  const { run } = await record('humanoid');
  const other = await load(
    '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  assert.throws(() => replayRun(other, run), /nq, nv, na, nu = \d+, \d+, \d+, \d+.*1, 1, 0, 0/);
  await assert.rejects(
    readRun(writeNpz({ start: [1] }), 'a.npz'),
    /a\.npz is no run: it has no sizes, steps/,
  );
  const broken = { start: [1], sizes: [1], steps: [1, 2], inputs: [1], values: [1], hashes: [1] };
  await assert.rejects(readRun(writeNpz(broken)), /2 steps, 1 inputs and 1 values/);
});

test('a player comes to any step, and finds its place again after the state was brought back', async () => {
  const { run } = await record('humanoid');
  const sim = await load(example('humanoid'));
  const player = new RunPlayer(sim, run, { every: 30 });
  const seen = [Array.from(sim.saveState())];
  for (let k = 0; k < run.length; k++) {
    assert.equal(player.step(), true);
    seen.push(Array.from(sim.saveState()));
  }
  assert.deepEqual([...player.marks.keys()], [30, 60, 90, 120, 150, 180]);
  for (const step of [200, 61, 60, 29, 0, 131]) {
    player.seek(step);
    assert.equal(player.position, step);
    assert.deepEqual(Array.from(sim.saveState()), seen[step], `step ${step}`);
  }
  sim.restoreState(seen[45]);
  assert.equal(player.find(), true);
  assert.equal(player.position, 45);
  for (let k = 45; k < 100; k++) assert.equal(player.step(), true, `step ${k}`);
  sim.restoreState(seen[0]);
  assert.equal(player.find(), true);
  assert.equal(player.position, 0);
  sim.data.qpos[0] += 1e-9;
  assert.equal(player.find(), false, 'a state that the run never had');
});

test('a recorder tells when the state was set by hand', async () => {
  const sim = await load(example('humanoid'));
  const recorder = new RunRecorder(sim);
  assert.equal(recorder.moved, false);
  recorder.step(3);
  assert.equal(recorder.moved, false);
  sim.data.ctrl[0] = 1;
  assert.equal(recorder.moved, false, 'inputs are no state');
  sim.data.qpos[0] += 1e-12;
  assert.equal(recorder.moved, true);
  assert.equal(recorder.length, 3);
});
