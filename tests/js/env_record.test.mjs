// Recordings of environments: everything by name in .npz and tables, and motions that are played back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import { EnvRecorder, makeEnv } from 'limber/env';
import { MotionPlayer, readCsv, readMotion, readNpz } from 'limber/data';
import { everything, optionsOf } from './env_program.mjs';
import * as env from 'limber/env';

/** @param {import('node:test').TestContext} t @param {number} steps @param {ConstructorParameters<typeof EnvRecorder>[1]} [options] */
async function record(t, steps, options) {
  const made = await makeEnv(everything.model, { ...optionsOf(env), count: 3, workers: 1 });
  t.after(() => made.dispose());
  await made.reset({ seed: 2 });
  const recorder = new EnvRecorder(made, options);
  /** What was there, step by step. @type {{ action: number[], reward: number[], body: number[], qpos: number[], go: number[] }[]} */
  const seen = [];
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < made.action.length; i++) made.action[i] = Math.sin(k + i);
    const result = await made.step(made.action);
    recorder.note(result);
    seen.push({
      action: [...made.action],
      reward: [...result.reward],
      body: [...result.observation.body],
      qpos: [...made.batch.qpos],
      go: [...result.info.commands.go],
    });
  }
  return { made, recorder, seen };
}

test('an .npz has observations, actions, rewards, ends, commands and states of each step, with their names', async (t) => {
  const { made, recorder, seen } = await record(t, 30, { rewards: true });
  const arrays = await readNpz(recorder.toNpz());
  const { nq, nv } = made.model;
  const width = made.observationSpace.body.shape[0];
  /** @type {[string, number][]} */
  const wanted = [
    ['action', 2],
    ['reward', 1],
    ['terminated', 1],
    ['truncated', 1],
    ['observation.body', width],
    ['observation.sensors', made.observationSpace.sensors.shape[0]],
    ['command.go', 3],
    ['reward.track', 1],
    ['time', 1],
    ['qpos', nq],
    ['qvel', nv],
  ];
  for (const [name, size] of wanted) assert.deepEqual(arrays[name].shape, [30, 3, size], name);
  assert.deepEqual(
    [...arrays.qpos.data],
    seen.flatMap(({ qpos }) => qpos),
  );
  assert.deepEqual(
    [...arrays.action.data],
    seen.flatMap(({ action }) => action),
  );
  assert.deepEqual(
    [...arrays.reward.data],
    seen.flatMap(({ reward }) => reward),
  );
  assert.deepEqual(
    [...arrays['observation.body'].data],
    seen.flatMap(({ body }) => body),
  );
  assert.deepEqual(
    [...arrays['command.go'].data],
    seen.flatMap(({ go }) => go),
  );
  assert.deepEqual(arrays['names.action'].data, ['front', 'rear']);
  assert.deepEqual(arrays['names.observation.body'].data, made.observationSpace.body.names);
  assert.deepEqual([...arrays.dt.data], [made.period]);
});

test('a table has the same of one environment; what is not asked for is left out, and old steps go', async (t) => {
  const { recorder, seen } = await record(t, 12, { observations: false, most: 5 });
  assert.equal(recorder.length, 5);
  const table = readCsv(recorder.toCsv(1));
  assert.equal(table.rows, 5);
  assert.deepEqual(table.columns.slice(0, 3), ['action.front', 'action.rear', 'reward']);
  assert.ok(!table.columns.some((name) => name.startsWith('observation')));
  const column = (/** @type {string} */ name) =>
    Array.from(
      { length: 5 },
      (_, k) => table.values[k * table.columns.length + table.columns.indexOf(name)],
    );
  assert.deepEqual(
    column('action.rear'),
    seen.slice(7).map(({ action }) => action[3]),
  );
  assert.deepEqual(
    column('reward'),
    seen.slice(7).map(({ reward }) => reward[1]),
  );
  assert.deepEqual(
    column('command.go.2'),
    seen.slice(7).map(({ go }) => go[5]),
  );
  assert.throws(() => recorder.toCsv(3), /an environment from 0 to 2/);
  recorder.clear();
  assert.throws(() => recorder.motion(), /record states, and note a step/);
});

test('the motion of an environment plays back from .npz and .csv', async (t) => {
  const { recorder, seen, made } = await record(t, 10);
  const simulation = await load(everything.model);
  t.after(() => simulation.dispose());
  const motion = recorder.motion(2);
  const { nq } = made.model;
  for (const content of [motion.toNpz(), motion.toCsv()]) {
    const player = new MotionPlayer(await readMotion(content), simulation);
    for (const k of [0, 4, 9]) {
      player.seek(motion.times[k]);
      const wanted = seen[k].qpos.slice(2 * nq, 3 * nq);
      simulation.data.qpos.forEach((value, i) =>
        assert.ok(Math.abs(value - wanted[i]) < 1e-14, `${k}: ${value} ${wanted[i]}`),
      );
    }
  }
});
