// Tasks that are shipped: each can be planned; some of them, from one seed, reach their stated cost. All of them, ten seeds each:
// node tests/control/task_runs.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { load } from 'limber';
import { createPlanner, plannerMethods } from 'limber/control';
import { tasks } from 'limber/control/tasks';
import { runTask } from '../control/task_runs.mjs';

for (const task of Object.values(tasks))
  test(`${task.name} can be planned`, async () => {
    const sim = await load(task.model);
    sim.reset(task.key);
    assert.ok(plannerMethods.includes(task.planner.method ?? 'sampling'));
    const planner = await createPlanner(task, { model: sim, workers: 2 });
    await planner.plan(sim);
    const first = planner.cost;
    await planner.plan(sim);
    assert.ok(
      Number.isFinite(first) && planner.cost <= first * (1 + 1e-9) + 1e-9,
      `${first} ${planner.cost}`,
    );
    assert.ok(planner.paths.every((path) => path.every(Number.isFinite)));
    assert.equal(planner.termCosts.length, task.terms.length);
    planner.dispose();
    sim.dispose();
  });

for (const name of ['acrobot', 'arm', 'ball-in-cup'])
  test(`${name} reaches its stated cost`, async () => {
    const { cost } = await runTask(tasks[name], 1);
    assert.ok(cost < tasks[name].aim.cost, `${cost}`);
  });

// steps: what two processors take in the time between two plans, at 8 and 15 microseconds
for (const { name, late, steps } of [
  { name: 'hopper', late: 1, steps: 10_000 },
  { name: 'climber', late: 0, steps: 6600 },
])
  test(`${name} reaches its stated cost, in few steps a plan`, async () => {
    const { cost, planSteps } = await runTask(tasks[name], 1, {}, late);
    assert.ok(cost < tasks[name].aim.cost, `${cost}`);
    assert.ok(planSteps > 1000 && planSteps < steps, `${planSteps}`);
  });

test('the gallery links each task, those with goals to drag first', () => {
  const page = fs.readFileSync(new URL('../../web/gallery.html', import.meta.url), 'utf8');
  const [, dragged, without] = page.match(/goals to drag: (.*?); without: (.*?)\. Driven/) ?? [];
  /** @param {string} text */
  const linked = (text) => Array.from(text.matchAll(/#control=([\w-]+)/g), ([, name]) => name);
  const [given, none] = [true, false].map((has) =>
    Object.values(tasks)
      .filter(({ places = [] }) => places.length > 0 === has)
      .map(({ name }) => name),
  );
  assert.deepEqual(linked(dragged).sort(), given.sort());
  assert.deepEqual(linked(without).sort(), none.sort());
});
