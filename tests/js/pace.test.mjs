// The pace of a simulation: how many steps a frame takes, on a simulation whose steps are counted and take as long as a test says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from '../../js/index.js';

/** @typedef {import('../../js/index.js').Simulation} Simulation */

/** Counts steps of 1/128 s of simulated time, a number without rounding; each takes `cost` milliseconds of the clock. */
function counted(cost = 0) {
  const made = {
    timestep: 1 / 128,
    steps: 0,
    calls: 0,
    time: 0,
    /** @param {number} count */
    step(count) {
      made.calls++;
      made.steps += count;
      made.time += cost * count;
    },
  };
  return /** @type {typeof made & Simulation} */ (/** @type {unknown} */ (made));
}

test('a frame takes as many steps as the clock asks for, and the rest comes with the next', () => {
  const sim = counted();
  const pace = new Pace();
  pace.advance(sim, 10.75 / 128);
  assert.equal(sim.steps, 10);
  pace.advance(sim, 0.25 / 128);
  assert.equal(sim.steps, 11);
  pace.advance(sim, 0);
  assert.equal(sim.steps, 11);
  assert.ok(sim.calls < 8, `${sim.calls} calls of the engine: many steps share one`);
});

test('a frame stands for a quarter of a second at most, at any speed', () => {
  const sim = counted();
  const pace = new Pace();
  pace.advance(sim, 3600);
  assert.equal(sim.steps, 32);
  pace.speed = 10;
  pace.advance(sim, 3600);
  assert.equal(sim.steps, 32 + 320);
  pace.speed = 0;
  pace.advance(sim, 1);
  assert.equal(sim.steps, 32 + 320);
});

test('stepping ends with the budget, and what it could not do is dropped but for one step', (t) => {
  const sim = counted(4);
  t.mock.method(performance, 'now', () => sim.time);
  const pace = new Pace({ budget: 10 });
  pace.advance(sim, 0.25);
  assert.equal(sim.steps, 3, 'steps of 4 ms in 10 ms');
  const { steps } = sim;
  pace.advance(sim, 0);
  assert.equal(sim.steps, steps + 1);
  pace.advance(sim, 0);
  assert.equal(sim.steps, steps + 1, 'nothing more is owed');
  assert.ok(pace.realTimeFactor < 1);
});

test('controllers are called around each step, and restart() in one ends the frame', () => {
  const sim = counted();
  /** @type {string[]} */
  const calls = [];
  const pace = new Pace({
    beforeStep: (given) => calls.push(`before ${/** @type {typeof sim} */ (given).steps}`),
    onStep: (given) => calls.push(`after ${/** @type {typeof sim} */ (given).steps}`),
  });
  pace.advance(sim, 2 / 128);
  assert.deepEqual(calls, ['before 0', 'after 1', 'before 1', 'after 2']);
  const ending = new Pace({ onStep: () => ending.restart() });
  ending.advance(sim, 0.2);
  assert.equal(sim.steps, 3);
  ending.advance(sim, 0);
  assert.equal(sim.steps, 3, 'after a restart nothing is owed');
});

test('the real-time factor is what was reached lately', () => {
  const sim = counted();
  const pace = new Pace({ speed: 0.5 });
  for (let i = 0; i < 100; i++) pace.advance(sim, 4 / 128);
  assert.ok(Math.abs(pace.realTimeFactor - 0.5) < 1e-3, String(pace.realTimeFactor));
});

test('an error of a step reaches whoever advances', () => {
  const sim = counted();
  sim.step = () => {
    throw new Error('broken');
  };
  assert.throws(() => new Pace().advance(sim, 0.1), /broken/);
});

test('wrong options are told', () => {
  assert.throws(() => new Pace({ speed: NaN }), /speed must be a number of at least 0/);
  assert.throws(() => new Pace({ budget: 0 }), /budget must be positive/);
  // @ts-expect-error no function
  assert.throws(() => new Pace({ beforeStep: 5 }), /beforeStep, .* are functions, got 5/);
});

test('steps that wait for an answer are made when it comes; a restart ends what waits', async () => {
  const sim = counted();
  const pace = new Pace();
  let asked = 0;
  const ready = () => Promise.resolve(asked++);
  await pace.advanceAfter(sim, 4 / 128, ready);
  assert.deepEqual([sim.steps, asked], [4, 4]);
  /** @type {() => void} */
  let answer = () => {};
  const late = () => new Promise((resolve) => (answer = () => resolve(undefined)));
  const waiting = pace.advanceAfter(sim, 2 / 128, late);
  // frames that come meanwhile add their time
  await pace.advanceAfter(sim, 1 / 128, late);
  assert.equal(sim.steps, 4);
  answer();
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(sim.steps, 5);
  pace.restart();
  answer();
  await waiting;
  assert.equal(sim.steps, 5, 'no step after the restart');
  await assert.rejects(
    pace.advanceAfter(sim, 1 / 128, () => Promise.reject(new Error('no answer'))),
    /no answer/,
  );
  await pace.advanceAfter(sim, 1 / 128, ready);
  assert.equal(sim.steps, 7, 'it goes on after an error');
});
