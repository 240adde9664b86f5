// node tests/control/task_runs.mjs [task,task] [runs] [method] [late]: seeded runs of the shipped tasks with two workers: how many reach
// their stated cost, what a plan takes, and samples a second beside the bare batch. `-` is the task's own method; `late`: intervals
// that pass before a plan is there, as on a machine that plans so slowly (0).
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createBatch, load } from 'limber';
import { createPlanner } from 'limber/control';
import { tasks } from 'limber/control/tasks';
import { splineValue } from '../../js/control/spline.js';

/** @typedef {import('limber/control/tasks').ShippedTask} ShippedTask */
/** @typedef {import('../../js/control/policies.js').SplinePolicy} SplinePolicy */

/** @param {number[]} list */
const median = (list) => Float64Array.from(list).sort()[list.length >> 1];

/** Numbers that look random. @param {number} seed */
function normals(seed) {
  let state = seed * 7919 + 17;
  const uniform = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < 10; i++) uniform();
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/**
 * One run of a task: the plan is renewed every `interval` of simulated time, however long that takes.
 * @param {ShippedTask} task
 * @param {number} seed
 * @param {import('limber/control').PlannerOptions} [options]
 * @param {number} [late] intervals that pass before a plan is there
 */
export async function runTask(task, seed, options = {}, late = 0) {
  const sim = await load(task.model);
  const normal = normals(seed + 1);
  sim.reset(task.key);
  const push = Float64Array.from({ length: sim.model.nv }, () => task.noise * normal());
  const qpos = Float64Array.from(sim.data.qpos);
  sim.mujoco.mj_integratePos(sim.model, qpos, push, 1);
  sim.data.qpos = qpos;
  sim.forward();
  const planner = await createPlanner(task, { model: sim, workers: 2, seed, ...options });
  try {
    const interval = Math.max(1, Math.round(task.interval / sim.timestep));
    const every = interval * Math.max(1, late);
    const ahead = late * interval * sim.timestep;
    const total = Math.round(task.aim.seconds / sim.timestep);
    const last = Math.round(1 / sim.timestep);
    let [sum, looks, spent, steps] = [0, 0, 0, 0];
    /** @type {number[]} */
    const processor = [];
    for (let step = 0; step < total; step++) {
      if (step % every === 0) {
        const started = process.cpuUsage();
        await planner.plan(sim, { ahead });
        const { user, system } = process.cpuUsage(started);
        processor.push((user + system) / 1000);
        spent += planner.timing.milliseconds;
        steps += planner.timing.steps;
      }
      planner.act(sim);
      sim.step();
      if (step < total - last || step % interval !== 0) continue;
      sim.forward();
      sum += planner.costOf(sim).cost;
      looks++;
    }
    const { timing } = planner;
    const terms = planner.costOf(sim).terms;
    return {
      cost: sum / looks,
      planMs: spent / processor.length,
      planSteps: steps / processor.length,
      processorMs: median(processor),
      timing,
      terms,
      qpos: Array.from(sim.data.qpos),
    };
  } finally {
    planner.dispose();
    sim.dispose();
  }
}

/** The controls that a sampling planner tries first, step by step. @param {import('limber/control').Planner} planner @param {number} count */
function sampledControls(planner, count) {
  const { steps, hold, timestep, simulation, scales, noise, limits } = planner;
  const policy = /** @type {SplinePolicy} */ (planner.policy);
  const { nu } = simulation.model;
  const deviation = policy.knots.map((_, i) => noise * scales[i % nu]);
  const plan = policy.plan(0, deviation);
  const controls = new Float64Array(count * steps * nu);
  const own = new Float64Array(nu);
  for (let i = 0; i < count; i++) {
    const knots = policy.sample(plan, i);
    for (let k = 0; k < steps; k++) {
      const time = Math.floor(k / hold) * hold * timestep;
      splineValue(policy.kind, knots, nu, time / policy.interval, own);
      for (let j = 0; j < nu; j++)
        controls[(i * steps + k) * nu + j] = Math.min(
          limits.high[j],
          Math.max(limits.low[j], own[j]),
        );
    }
  }
  return controls;
}

/**
 * Samples of a second of the processor, of a planner that stops none of them beside a bare batch that steps the same, in turns, once both
 * have run long enough to be compiled by the engine's optimising compiler.
 * @param {ShippedTask} task
 * @param {{ warm?: number, measured?: number }} [seconds]
 */
export async function compareSpeed(task, { warm = 4, measured = 6 } = {}) {
  const { horizon = 1, rollouts = 64, method } = task.planner;
  const hold = method === 'ilqg' ? undefined : task.planner.hold;
  const options = {
    method: /** @type {const} */ ('cem'),
    rollouts: Math.max(64, rollouts),
    iterations: 1,
    horizon,
    hold,
  };
  const sim = await load(task.model);
  sim.reset(task.key);
  const planner = await createPlanner(task, { model: sim, workers: 2, ...options });
  const count = options.rollouts;
  const { steps, timestep } = planner;
  sim.timestep = timestep;
  const batch = await createBatch(sim, { count, workers: 2, keep: [] });
  const initial = sim.saveState();
  const controls = sampledControls(planner, count);
  /** @type {{ bare: number[], planner: number[] }} */
  const rates = { bare: [], planner: [] };
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  while (passed() < warm + measured || rates.bare.length < 5) {
    const started = process.cpuUsage();
    await batch.rollout({ steps, controls, initial, record: [] });
    const bare = process.cpuUsage(started);
    planner.reset();
    const between = process.cpuUsage();
    await planner.plan(initial);
    const planned = process.cpuUsage(between);
    if (passed() < warm) continue;
    rates.bare.push((1e6 * count) / (bare.user + bare.system));
    rates.planner.push((1e6 * count) / (planned.user + planned.system));
  }
  planner.dispose();
  batch.dispose();
  sim.dispose();
  return { bare: median(rates.bare), planner: median(rates.planner) };
}

async function main() {
  const [, , names = 'all', runs = '10', method = '-', late = '0'] = process.argv;
  const options = method === '-' ? {} : { method: /** @type {'cem'} */ (method) };
  const chosen = names === 'all' ? Object.keys(tasks) : names.split(',');
  for (const name of chosen) {
    const task = tasks[name];
    const results = [];
    for (let seed = 0; seed < Number(runs); seed++)
      results.push(await runTask(task, seed, options, Number(late)));
    const costs = results.map(({ cost }) => cost);
    const good = costs.filter((cost) => cost < task.aim.cost).length;
    const plan = results.reduce((sum, { planMs }) => sum + planMs, 0) / results.length;
    const steps = results.reduce((sum, { planSteps }) => sum + planSteps, 0) / results.length;
    const processor = median(results.map(({ processorMs }) => processorMs));
    const { bare, planner } = await compareSpeed(task);
    console.log(
      `${name}: ${good} of ${runs} below ${task.aim.cost} (${costs.map((cost) => cost.toPrecision(2)).join(' ')}); a plan takes ${steps.toFixed(0)} steps, ${plan.toFixed(1)} ms ` +
        `of every ${1000 * task.interval} and ${processor.toFixed(1)} ms of processor time; samples of a processor's second ${planner.toFixed(0)}, bare batch ${bare.toFixed(0)}: ${((100 * planner) / bare).toFixed(0)} %`,
    );
    if (process.env.LB_TERMS)
      for (const { terms, qpos } of results)
        console.log(terms, qpos.map((q) => Number(q.toFixed(2))).join(' '));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
