// Model predictive control by sampling: many futures are simulated from the present state, each with a disturbed plan, and the
// best plans are averaged (the cross-entropy method). It swings both poles up; near the top a linear-quadratic regulator, made from
// the derivatives of the step, takes over and holds them there.

import { regulator } from './lib/regulator.js';

export const parameters = {
  samples: { title: 'Futures per plan', value: 40, min: 8, max: 120, step: 1 },
  position: { title: 'Stay at, m', value: 0, min: -1.2, max: 1.2 },
};

const KNOTS = 12;
const PERIOD = 0.03; // seconds between plans
const HOLD = 0.07; // seconds that a knot is held
const TIMESTEP = 0.01; // of the imagined futures
const ELITE = 6;
// the regulator's weights of position, angles and their rates, and where it takes over
const WEIGHTS = [2, 60, 60, 0.4, 1, 1];
const EFFORT = 8;
const CATCH = [1.4, 0.22, 0.3, 2, 2, 3];

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const dream = copyWithTimestep(mujoco, model);
  const future = new mujoco.MjData(dream);
  const random = noise(7);
  let plan = new Float64Array(KNOTS);
  let planned = -Infinity;

  /** Cost of following a plan from now. @param {Float64Array} knots */
  const cost = (knots) => {
    future.qpos.set(data.qpos);
    future.qvel.set(data.qvel);
    future.time = data.time;
    let total = 0;
    const steps = Math.round((KNOTS * HOLD) / TIMESTEP);
    for (let k = 0; k < steps; k++) {
      future.ctrl[0] = knots[Math.floor((k * TIMESTEP) / HOLD)];
      mujoco.mj_step(dream, future);
      const [x, lower, upper] = future.qpos;
      const [, a, b] = future.qvel;
      const height = 2 - Math.cos(lower) - Math.cos(lower + upper);
      const rest = k > steps - 8 ? 4 : 1;
      total +=
        rest * (8 * height + 0.05 * (a * a + (a + b) * (a + b)) * (height < 0.6 ? 1 : 0.06)) +
        1.5 * (x - values.position) ** 2 +
        0.05 * knots[Math.floor((k * TIMESTEP) / HOLD)] ** 2 +
        (Math.abs(x) > 1.6 ? 60 * (Math.abs(x) - 1.6) : 0);
    }
    return total;
  };

  const gains = upright(mujoco, model);
  return () => {
    const state = upState(data, values.position);
    if (state.every((value, i) => Math.abs(value) < CATCH[i])) {
      const push = -gains.reduce((sum, gain, i) => sum + gain * state[i], 0);
      data.ctrl[0] = Math.max(-1, Math.min(1, push));
      plan.fill(data.ctrl[0]);
      return;
    }
    if (data.time < planned) planned = -Infinity;
    if (data.time - planned >= PERIOD) {
      plan = improve(
        shift(plan, Math.min(1, (data.time - planned) / HOLD)),
        cost,
        values.samples,
        random,
      );
      planned = data.time;
    }
    const knot = Math.min(KNOTS - 1, Math.floor((data.time - planned) / HOLD));
    data.ctrl[0] = plan[knot];
  };
}

/** Gains about the upright state, from the derivatives of one step. @param {any} mujoco @param {any} model */
function upright(mujoco, model) {
  const data = new mujoco.MjData(model);
  const A = new Float64Array(36);
  const B = new Float64Array(6);
  mujoco.mjd_transitionFD(model, data, 1e-6, true, A, B, null, null);
  data.delete();
  const rows = [0, 1, 2, 3, 4, 5].map((i) => Array.from(A.subarray(6 * i, 6 * i + 6)));
  return regulator(rows, Array.from(B), WEIGHTS, EFFORT);
}

/** Position and velocity relative to both poles upright. @param {any} data @param {number} position */
function upState({ qpos, qvel }, position) {
  const wrap = (/** @type {number} */ angle) => Math.atan2(Math.sin(angle), Math.cos(angle));
  return [qpos[0] - position, wrap(qpos[1]), wrap(qpos[2]), qvel[0], qvel[1], qvel[2]];
}

/** The mean of the best of many disturbed plans. @param {Float64Array} plan @param {(plan: Float64Array) => number} cost @param {number} samples @param {() => number} random */
function improve(plan, cost, samples, random) {
  const tried = [{ plan, cost: cost(plan) }];
  for (let i = 1; i < samples; i++) {
    const width = i % 2 ? 0.15 : 0.7;
    const other = plan.map((u) => Math.max(-1, Math.min(1, u + width * random())));
    tried.push({ plan: other, cost: cost(other) });
  }
  tried.sort((a, b) => a.cost - b.cost);
  const best = tried.slice(0, ELITE);
  const mean = plan.map((_, k) => best.reduce((sum, one) => sum + one.plan[k], 0) / best.length);
  return cost(mean) < best[0].cost ? mean : best[0].plan;
}

/** The plan a fraction of a knot later. @param {Float64Array} plan @param {number} part */
function shift(plan, part) {
  return plan.map((u, k) => (1 - part) * u + part * (plan[k + 1] ?? u));
}

/** The same model with a longer step, for quick futures. @param {any} mujoco @param {any} model */
function copyWithTimestep(mujoco, model) {
  const copy = new mujoco.MjModel(model);
  copy.opt.timestep = TIMESTEP;
  return copy;
}

/** Normal numbers, the same in every run. @param {number} seed */
function noise(seed) {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / (2 ** 32 + 1);
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
