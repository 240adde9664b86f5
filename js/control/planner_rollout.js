// What planners do in workers: rollouts with costs, and derivatives along a trajectory. Called by `batch.each` with a simulation of
// the thread; what they are told is in `argument`.
import { backwardPass } from './ilqg.js';
import { makeRandom } from './random.js';
import { Residual } from './residual.js';
import { splineValue } from './spline.js';
import { stepper } from './stepper.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('../mujoco/module.js').LoadedModule} LoadedModule */

/**
 * The task and the horizon as workers get them.
 * @typedef {object} Horizon
 * @property {string} id of the planner's task: what was compiled for it is kept
 * @property {readonly import('./residual.js').Term[]} terms
 * @property {Record<string, number | number[] | Float64Array>} parameters
 * @property {Float64Array} values of the parameters, one after another
 * @property {Float64Array} weights of terms
 * @property {Float64Array} start integration state
 * @property {number} steps of the horizon
 * @property {number} hold steps between two looks at the cost
 * @property {number} bound cost above which a sample is stopped: it only grows, where no weight is below zero
 * @property {Float64Array} low limits of controls (nu)
 * @property {Float64Array} high
 * @property {{ array: 'site_xpos' | 'xpos', at: number }[]} traces points whose way is told
 *
 * @typedef {object} SplinePlan controls that samples follow
 * @property {import('./spline.js').SplineKind} kind
 * @property {number} interval seconds between knots
 * @property {number} count of knots
 * @property {number} offset seconds of the plan that have gone at the start
 * @property {Float64Array} nominal (count x nu)
 * @property {Float64Array | null} deviation (count x nu) of samples
 * @property {number} seed
 * @property {Float64Array | null} list of all samples' knots (samples x count x nu), in place of random ones
 *
 * @typedef {object} FeedbackPlan controls of a trajectory with gains
 * @property {Float64Array} controls (intervals x nu)
 * @property {Float64Array} changes (intervals x nu)
 * @property {Float64Array | null} gains (intervals x nu x nx)
 * @property {Float64Array} positions (intervals x nq) of the trajectory
 * @property {Float64Array} speeds (intervals x (nv + na))
 * @property {Float64Array} lengths of the step, one for each sample
 *
 * @typedef {Horizon & { spline?: SplinePlan, feedback?: FeedbackPlan, wantStates?: boolean }} RolloutArgument
 */

/** What threads call this module. */
export const address = 'limber:control';

/** What was made for a simulation. @typedef {{ id: string, residual: Residual, control: Float64Array, knots: Float64Array, gap: Float64Array }} Prepared */

/** @type {WeakMap<Simulation, Prepared>} */
const prepared = new WeakMap();

/** @param {Simulation} simulation @param {Horizon} horizon */
function prepare(simulation, { id, terms, parameters }) {
  let found = prepared.get(simulation);
  if (found?.id === id) return found;
  const { nu, nv, na } = simulation.model;
  found = {
    id,
    residual: new Residual(simulation, terms, parameters, 'planner'),
    control: new Float64Array(nu),
    knots: new Float64Array(nu),
    gap: new Float64Array(2 * nv + na),
  };
  prepared.set(simulation, found);
  return found;
}

/** Knots of a sample: the nominal ones, those of a list, or random ones. @param {SplinePlan} plan @param {number} index @param {Float64Array} target */
export function sampleKnots({ nominal, deviation, list, seed }, index, target) {
  if (list) {
    target.set(list.subarray(index * nominal.length, (index + 1) * nominal.length));
    return target;
  }
  target.set(nominal);
  if (index === 0 || !deviation) return target;
  const { normal } = makeRandom(seed, index);
  for (let i = 0; i < target.length; i++) target[i] += deviation[i] * normal();
  return target;
}

/**
 * Keeps knots within the limits of controls.
 * @param {Float64Array} knots @param {Float64Array} low (nu) @param {Float64Array} high (nu)
 */
export function clampKnots(knots, low, high) {
  const { length } = low;
  for (let i = 0; i < knots.length; i++)
    knots[i] = Math.min(high[i % length], Math.max(low[i % length], knots[i]));
  return knots;
}

/**
 * A function that sets the controls of an interval.
 * @param {Simulation} simulation
 * @param {RolloutArgument} argument
 * @param {number} index
 * @param {Prepared} own
 * @returns {(interval: number) => void}
 */
function controller(simulation, { spline, feedback, low, high, hold }, index, own) {
  const { model, data } = simulation;
  const { nu } = model;
  const { control } = own;
  const { ctrl } = data;
  const write = () => {
    for (let i = 0; i < nu; i++)
      ctrl[i] = control[i] = Math.min(high[i], Math.max(low[i], control[i]));
  };
  if (spline) {
    if (own.knots.length !== spline.nominal.length)
      own.knots = new Float64Array(spline.nominal.length);
    // as the planner keeps them: a spline between knots within limits, not one that is cut off
    const knots = clampKnots(sampleKnots(spline, index, own.knots), low, high);
    const { kind, interval, offset } = spline;
    const time = model.opt.timestep * hold;
    return (k) => {
      splineValue(kind, knots, nu, (offset + k * time) / interval, control);
      write();
    };
  }
  const plan = /** @type {FeedbackPlan} */ (feedback);
  const { nq, nv, na } = model;
  const nx = 2 * nv + na;
  const { gap } = own;
  const share = plan.lengths[index] ?? 0;
  const turn = new Float64Array(nv);
  return (k) => {
    if (plan.gains) {
      const q = plan.positions.subarray(k * nq, (k + 1) * nq);
      const v = plan.speeds.subarray(k * (nv + na), (k + 1) * (nv + na));
      simulation.mujoco.mj_differentiatePos(model, turn, 1, q, data.qpos);
      gap.set(turn);
      for (let i = 0; i < nv; i++) gap[nv + i] = data.qvel[i] - v[i];
      for (let i = 0; i < na; i++) gap[2 * nv + i] = data.act[i] - v[nv + i];
    }
    for (let i = 0; i < nu; i++) {
      let u = plan.controls[k * nu + i] + share * plan.changes[k * nu + i];
      if (plan.gains) for (let j = 0; j < nx; j++) u += plan.gains[(k * nu + i) * nx + j] * gap[j];
      control[i] = u;
    }
    write();
  };
}

/** Numbers before the costs of terms in what a sample gives: its cost, and how many steps it took. */
export const told = 2;

/** Bits of the integration state. @param {Simulation} simulation */
const wholeState = ({ mujoco }) => mujoco.mjtState.mjSTATE_INTEGRATION.value;

/**
 * One sample: its cost, the number of its steps, the cost of each term, the ways of traced points (intervals + 1 points each); then,
 * where they are wanted, the states at the beginning of each interval and at the end, and the controls of each interval. One that is
 * stopped has the cost until then, and ways that stay where it was.
 * @param {Simulation} simulation
 * @param {{ index: number, argument: unknown }} context
 * @returns {Float64Array}
 */
function rollout(simulation, { index, argument }) {
  const given = /** @type {RolloutArgument} */ (argument);
  const { mujoco, model, data } = simulation;
  const own = prepare(simulation, given);
  const { residual } = own;
  const { steps, hold, weights, values, traces, start, wantStates, bound } = given;
  const intervals = Math.ceil(steps / hold);
  const terms = weights.length;
  const size = told + terms + 3 * traces.length * (intervals + 1);
  const { nu } = model;
  const extra = wantStates ? (intervals + 1) * start.length + intervals * nu : 0;
  const result = new Float64Array(size + extra);
  const costs = result.subarray(told, told + terms);
  const whole = wholeState(simulation);
  mujoco.mj_setState(model, data, start, whole);
  const began = data.time;
  const control = controller(simulation, given, index, own);
  const step = stepper(simulation);
  const isRk4 = model.opt.integrator === mujoco.mjtIntegrator.mjINT_RK4.value;
  const isSplit = !residual.isOfState && !isRk4;
  // what a step leaves behind is of its beginning, but for the state: with a copy of that it is read after a whole step
  const isAfter = isSplit && !residual.readsForces;
  // stepping moves no memory: arrays stay where they are
  residual.bind(data, values, isAfter);
  const ways = traces.map(({ array, at }) => ({ points: data[array], at }));
  const factor = 1 / (intervals + 1);
  for (let k = 0; k < intervals; k++) {
    if (wantStates) mujoco.mj_getState(model, data, states(result, size, k, start.length), whole);
    control(k);
    if (wantStates) result.set(own.control, size + (intervals + 1) * start.length + k * nu);
    const { time } = data;
    // residuals read what follows from the state at the interval's beginning, and its controls
    if (isAfter) {
      residual.keep();
      step(1);
    } else if (isSplit) mujoco.mj_step1(model, data);
    else if (!residual.isOfState) mujoco.mj_forward(model, data);
    else if (k === 0 && traces.length > 0) mujoco.mj_kinematics(model, data);
    residual.read(time);
    result[0] += factor * residual.cost(weights, false, costs, factor);
    trace(ways, result, told + terms, k);
    if (result[0] > bound) {
      result[1] = k * hold;
      for (let i = k + 1; i <= intervals; i++) trace(ways, result, told + terms, i);
      return result;
    }
    const count = Math.min(hold, steps - k * hold);
    if (isSplit) {
      if (!isAfter) mujoco.mj_step2(model, data);
      if (count > 1) step(count - 1);
    } else {
      step(count);
    }
  }
  if (wantStates)
    mujoco.mj_getState(model, data, states(result, size, intervals, start.length), whole);
  if (!residual.isOfState) mujoco.mj_forward(model, data);
  else if (traces.length > 0) mujoco.mj_kinematics(model, data);
  residual.keep();
  residual.read(data.time);
  result[0] += factor * residual.cost(weights, true, costs, factor);
  trace(ways, result, told + terms, intervals);
  result[1] = steps;
  // the engine starts again what diverges
  const reached = data.time - began;
  const isGood = Number.isFinite(result[0]) && reached > (steps - 0.5) * model.opt.timestep;
  if (!isGood) result[0] = Infinity;
  return result;
}

/** @param {Float64Array} result @param {number} size @param {number} k @param {number} length */
const states = (result, size, k, length) =>
  result.subarray(size + k * length, size + (k + 1) * length);

/** @param {{ points: Float64Array, at: number }[]} ways @param {Float64Array} result @param {number} base @param {number} k */
function trace(ways, result, base, k) {
  for (let i = 0; i < ways.length; i++) {
    const { points, at } = ways[i];
    const to = base + 3 * (k * ways.length + i);
    result[to] = points[at];
    result[to + 1] = points[at + 1];
    result[to + 2] = points[at + 2];
  }
}

/**
 * @typedef {Horizon & { states: Float64Array, controls: Float64Array, eps: number }} DerivativeArgument states (intervals + 1 x
 *   start.length), controls (intervals x nu)
 */

/**
 * Derivatives of an interval of a trajectory: A (nx x nx), B (nx x nu) of the state at its end, then the slope of the cost (nx + nu)
 * and its Gauss-Newton curvature ((nx + nu) x (nx + nu)) at its beginning. The one beyond the last interval has those of the cost alone.
 * @param {Simulation} simulation
 * @param {{ index: number, argument: unknown }} context
 * @returns {Float64Array}
 */
function derivatives(simulation, { index, argument }) {
  const given = /** @type {DerivativeArgument} */ (argument);
  const { mujoco, model, data } = simulation;
  const { residual } = prepare(simulation, given);
  const { steps, hold, weights, values, start, eps } = given;
  const { nv, na, nu } = model;
  const nx = 2 * nv + na;
  const all = nx + nu;
  const intervals = Math.ceil(steps / hold);
  const isFinal = index === intervals;
  const result = new Float64Array(nx * nx + nx * nu + all + all * all);
  const whole = wholeState(simulation);
  const state = given.states.subarray(index * start.length, (index + 1) * start.length);
  const control = given.controls.subarray(index * nu, (index + 1) * nu);
  const put = () => {
    mujoco.mj_setState(model, data, state, whole);
    if (!isFinal) data.ctrl.set(control);
  };
  put();
  costDerivatives(
    simulation,
    residual,
    { values, weights, isFinal, eps, put },
    result.subarray(nx * nx + nx * nu),
  );
  if (isFinal) return result;
  put();
  let A = new Float64Array(nx * nx);
  let B = new Float64Array(nx * nu);
  const count = Math.min(hold, steps - index * hold);
  const { stepMany } = /** @type {LoadedModule} */ (mujoco);
  for (let s = 0; s < count; s++) {
    const a = new Float64Array(nx * nx);
    const b = new Float64Array(nx * nu);
    mujoco.mj_forward(model, data);
    mujoco.mjd_transitionFD(model, data, eps, true, a, b, null, null);
    if (s === 0) {
      [A, B] = [a, b];
    } else {
      A = product(a, A, nx, nx);
      const carried = product(a, B, nx, nu);
      B = b.map((x, i) => x + carried[i]);
    }
    if (s < count - 1) stepMany(model, data, 1);
  }
  result.set(A);
  result.set(B, nx * nx);
  return result;
}

/** @param {Float64Array} a (n x n) @param {Float64Array} b (n x m) @param {number} n @param {number} m */
function product(a, b, n, m) {
  const result = new Float64Array(n * m);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < n; k++) {
      const factor = a[i * n + k];
      if (factor !== 0) for (let j = 0; j < m; j++) result[i * m + j] += factor * b[k * m + j];
    }
  return result;
}

/**
 * Slope and Gauss-Newton curvature of the cost over (position, velocity, activation, control), by central differences of residuals.
 * @param {Simulation} simulation in the state
 * @param {Residual} residual
 * @param {{ values: Float64Array, weights: Float64Array, isFinal: boolean, eps: number, put: () => void }} about
 * @param {Float64Array} result slope (all), curvature (all x all)
 */
function costDerivatives(simulation, residual, { values, weights, isFinal, eps, put }, result) {
  const { mujoco, model, data } = simulation;
  const { nv, na, nu } = model;
  const all = 2 * nv + na + nu;
  const count = residual.values.length;
  mujoco.mj_forward(model, data);
  residual.look(data, values);
  const slopes = new Float64Array(count);
  const curvatures = new Float64Array(count);
  residual.terms.forEach(({ norm, size, final }, t) => {
    const weight = isFinal ? weights[t] * final : weights[t];
    const [from, to] = [residual.starts[t], residual.starts[t + 1]];
    residual.normSlopes(norm, size, from, to, slopes, curvatures);
    for (let r = from; r < to; r++) {
      slopes[r] *= weight;
      curvatures[r] *= weight;
    }
  });
  const jacobian = new Float64Array(count * all);
  const step = new Float64Array(nv);
  const qpos = new Float64Array(model.nq);
  for (let i = 0; i < (isFinal ? all - nu : all); i++) {
    for (const sign of [1, -1]) {
      put();
      if (i < nv) {
        step.fill(0);
        step[i] = sign;
        qpos.set(data.qpos);
        mujoco.mj_integratePos(model, qpos, step, eps);
        data.qpos.set(qpos);
      } else if (i < 2 * nv) data.qvel[i - nv] += sign * eps;
      else if (i < 2 * nv + na) data.act[i - 2 * nv] += sign * eps;
      else data.ctrl[i - 2 * nv - na] += sign * eps;
      // accelerations matter to few residuals; positions and velocities to most
      mujoco.mj_step1(model, data);
      residual.look(data, values);
      for (let r = 0; r < count; r++)
        jacobian[r * all + i] += (sign * residual.values[r]) / (2 * eps);
    }
  }
  for (let r = 0; r < count; r++)
    for (let i = 0; i < all; i++) {
      const a = jacobian[r * all + i];
      if (a === 0) continue;
      result[i] += a * slopes[r];
      for (let j = 0; j < all; j++)
        result[all + i * all + j] += curvatures[r] * a * jacobian[r * all + j];
    }
}

/** The backward pass of iLQG, in a worker. @param {Simulation} simulation @param {{ argument: unknown }} context */
const backward = ({ mujoco }, { argument }) =>
  backwardPass(mujoco, /** @type {import('./ilqg.js').BackwardArgument} */ (argument));

const jobs = { rollout, derivatives, backward };

/**
 * What a planner asks of a thread: some of its samples, one after another.
 * @param {Simulation} simulation
 * @param {{ index: number, argument: unknown }} context argument: name of the job, the first one, how many there are in all, how many in
 *   a call, and what they are given
 * @returns {unknown[]}
 */
export function run(simulation, { index, argument }) {
  const { name, first, count, chunk, given } =
    /** @type {{ name: keyof typeof jobs, first: number, count: number, chunk: number, given: unknown }} */ (
      argument
    );
  const results = [];
  const end = Math.min(count, (index + 1) * chunk);
  for (let i = index * chunk; i < end; i++)
    results.push(jobs[name](simulation, { index: first + i, argument: given }));
  return results;
}
