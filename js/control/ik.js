// Inverse kinematics: configurations in which frames are where they should be, by damped least squares (Levenberg-Marquardt with the
// damping of Sugihara, 2011) and steps of a quadratic program with limits.
import { MjError, demand } from '../engine/error.js';
import { IkProblem } from './ik_problem.js';
import { factorCholesky, solveCholesky } from './linear.js';
import { makeRandom } from './random.js';

/** @typedef {import('../sim/reader.js').SimulationReader} SimulationReader */
/** @typedef {import('./ik_problem.js').IkTask} IkTask */
/** @typedef {import('./ik_problem.js').Apart} Apart */

/**
 * @typedef {object} IkOptions
 * @property {'qp' | 'dls'} [method] steps of a quadratic program with limits (the default), or damped least squares with limits by
 *   holding what meets one
 * @property {readonly (string | number)[]} [joints] those that may move (all)
 * @property {boolean} [limits] whether limits of joints hold (true)
 * @property {{ qpos?: ArrayLike<number>, weight: number }} [posture] a configuration (nq) to stay near (where it starts), and its weight
 *   of radians and metres against those of tasks
 * @property {readonly Apart[]} [avoid] pairs of geoms that stay apart
 * @property {number} [damping] added to the squares of the Jacobian (1e-6)
 * @property {number} [tolerance] metres and radians at which a task counts as solved (1e-6)
 * @property {number} [iterations] most iterations of each attempt (30)
 * @property {number} [restarts] number of attempts from other configurations (20); 0 keeps to the nearest solution
 * @property {number} [seed] of these (0)
 * @property {ArrayLike<number>} [start] configuration (nq) that the search begins with; that of the simulation when left out
 * @property {number} [maxStep] longest step of a degree of freedom in an iteration, metres or radians (0.6)
 * @property {boolean} [apply] whether the simulation is moved there, if solved (false)
 * @property {boolean} [strict] whether a pose that is not reached is an error (false)
 *
 * @typedef {object} IkResult
 * @property {boolean} solved
 * @property {Float64Array} qpos best configuration found (nq)
 * @property {number} position greatest distance that is left, metres
 * @property {number} rotation greatest angle that is left, radians
 * @property {number} iterations number of all iterations
 * @property {number} attempts number of starts
 * @property {string} message what is not reached; '' where all is
 */

/** Numbers of a step. */
class Work {
  /** @param {IkProblem} problem */
  constructor(problem) {
    const n = problem.free.length;
    const { nv, nq } = problem.simulation.model;
    const pairs = problem.pairs.length;
    const m = 2 * n + pairs;
    this.error = new Float64Array(problem.rows);
    this.jacobian = new Float64Array(problem.rows * n);
    this.hessian = new Float64Array(n * n);
    this.factor = new Float64Array(n * n);
    this.gradient = new Float64Array(n);
    this.low = new Float64Array(n);
    this.high = new Float64Array(n);
    this.step = new Float64Array(n);
    this.whole = new Float64Array(nv);
    this.qpos = new Float64Array(nq);
    this.posture = new Float64Array(nv);
    this.gaps = { position: 0, rotation: 0 };
    this.apart = new Float64Array(pairs);
    this.closer = new Float64Array(pairs * n);
    this.trial = new Float64Array(pairs);
    this.program = new Float64Array(n * (n + 7));
    this.dual = pairs > 0 ? new Float64Array(m * (m + 7)) : null;
  }
}

/**
 * How fast degrees of freedom go: seconds of a step, greatest speed and acceleration, velocity before (free), share of the error that
 * a step takes away.
 * @typedef {{ seconds: number, speed: number, acceleration: number, velocity: Float64Array, share: number }} Pace
 */

/** Share of the error that goes in a second of continuous use, as a rate, 1/s. */
const followRate = 15;

/** A solver of one problem: keeps its memory. */
class Solver {
  /** @param {IkProblem} problem @param {IkOptions} options */
  constructor(problem, options) {
    const { method = 'qp', damping = 1e-6, maxStep = 0.6, posture } = options;
    if (method !== 'qp' && method !== 'dls')
      throw new MjError(`ik: there is no method '${method}': methods are qp, dls`);
    demand(damping >= 0, 'ik: damping is at least 0', damping);
    demand(maxStep > 0, 'ik: maxStep is a positive number', maxStep);
    this.problem = problem;
    this.method = method;
    this.damping = damping;
    this.maxStep = maxStep;
    this.posture = posture;
    this.work = new Work(problem);
    this.rest = Float64Array.from(posture?.qpos ?? problem.simulation.data.qpos);
    demand(
      this.rest.length === problem.simulation.model.nq,
      `ik: a posture has ${problem.simulation.model.nq} numbers`,
      this.rest.length,
    );
  }

  /** Errors where the problem's data is. @returns {number} half their squared sum */
  look() {
    const { error, gaps } = this.work;
    this.problem.errors(error, gaps);
    let sum = 0;
    for (let i = 0; i < error.length; i++) sum += error[i] * error[i];
    return sum / 2;
  }

  /**
   * Quadratic model of the errors about a configuration that was looked at.
   * @param {Float64Array} qpos
   * @param {number} damping
   */
  #model(qpos, damping) {
    const { problem, work, posture } = this;
    const { error, jacobian, hessian, gradient } = work;
    const n = problem.free.length;
    problem.jacobian(jacobian);
    hessian.fill(0);
    gradient.fill(0);
    for (let r = 0; r < error.length; r++)
      for (let i = 0; i < n; i++) {
        const a = jacobian[r * n + i];
        if (a === 0) continue;
        gradient[i] -= a * error[r];
        for (let j = 0; j <= i; j++) hessian[i * n + j] += a * jacobian[r * n + j];
      }
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) hessian[j * n + i] = hessian[i * n + j];
    for (let i = 0; i < n; i++) hessian[i * n + i] += damping;
    if (!posture) return;
    const { mujoco, model } = problem.simulation;
    mujoco.mj_differentiatePos(model, work.posture, 1, qpos, this.rest);
    const square = posture.weight ** 2;
    for (let i = 0; i < n; i++) {
      hessian[i * n + i] += square;
      gradient[i] -= square * work.posture[problem.free[i]];
    }
  }

  /**
   * How far each degree of freedom may go.
   * @param {Float64Array} qpos
   * @param {Pace | null} pace
   */
  #bounds(qpos, pace) {
    const { free, place, low, high } = this.problem;
    const { work, maxStep } = this;
    for (let i = 0; i < free.length; i++) {
      const at = place[free[i]];
      const below = at >= 0 ? Math.max(0, qpos[at] - low[free[i]]) : Infinity;
      const above = at >= 0 ? Math.max(0, high[free[i]] - qpos[at]) : Infinity;
      let [least, most] = [-maxStep, maxStep];
      if (pace) {
        const { seconds, speed, acceleration, velocity } = pace;
        // what still can stop before the limit, and what acceleration allows
        const brake = (/** @type {number} */ room) => {
          const stopping = Math.sqrt(seconds * seconds + (2 * room) / acceleration) - seconds;
          return Math.min(speed, acceleration * stopping) * seconds;
        };
        const change = acceleration * seconds;
        least = Math.min(Math.max(-brake(below), (velocity[i] - change) * seconds), brake(above));
        most = Math.max(Math.min(brake(above), (velocity[i] + change) * seconds), -brake(below));
      }
      work.low[i] = Math.max(-below, least);
      // the program wants some room between them
      work.high[i] = Math.max(Math.min(above, most), work.low[i] + 1e-12);
    }
  }

  /**
   * A step from a configuration that was looked at: into work.step.
   * @param {Float64Array} qpos
   * @param {number} damping
   * @param {Pace | null} [pace] for continuous use
   */
  step(qpos, damping, pace = null) {
    const { problem, work } = this;
    const { mujoco } = problem.simulation;
    this.#model(qpos, damping);
    this.#bounds(qpos, pace);
    if (pace) for (let i = 0; i < work.gradient.length; i++) work.gradient[i] *= pace.share;
    if (problem.pairs.length > 0) return this.#programWithPairs();
    if (this.method === 'dls') return this.#leastSquares();
    const { step, program, hessian, gradient, low, high } = work;
    // where what least squares holds at bounds is pushed against them, that is the solution
    this.#leastSquares();
    if (this.#isOptimal()) return step;
    step.fill(0);
    const rank = mujoco.mju_boxQP(step, program, null, hessian, gradient, low, high);
    if (rank < 0) this.#leastSquares();
    return step;
  }

  /** Least squares; what would leave its bounds is held there, and the rest solved again. */
  #leastSquares() {
    const { step, factor, hessian, gradient, low, high } = this.work;
    const n = step.length;
    const held = new Uint8Array(n);
    for (let round = 0; round <= n; round++) {
      factor.set(hessian);
      for (let i = 0; i < n; i++) {
        step[i] = -gradient[i];
        for (let j = 0; j < n; j++)
          if (held[j] && !held[i])
            step[i] -= hessian[i * n + j] * (held[j] === 1 ? low[j] : high[j]);
      }
      for (let i = 0; i < n; i++) {
        if (!held[i]) continue;
        for (let j = 0; j < n; j++) factor[i * n + j] = factor[j * n + i] = Number(i === j);
        step[i] = held[i] === 1 ? low[i] : high[i];
      }
      if (!factorCholesky(factor, n)) return step.fill(0);
      solveCholesky(factor, step, n);
      let isOut = false;
      for (let i = 0; i < n; i++) {
        if (held[i]) continue;
        if (step[i] < low[i]) held[i] = 1;
        else if (step[i] > high[i]) held[i] = 2;
        isOut ||= held[i] > 0;
      }
      if (!isOut) break;
    }
    for (let i = 0; i < n; i++) step[i] = Math.min(high[i], Math.max(low[i], step[i]));
    return step;
  }

  /** Whether work.step solves the program with bounds. */
  #isOptimal() {
    const { step, hessian, gradient, low, high } = this.work;
    const n = step.length;
    for (let i = 0; i < n; i++) {
      const atLow = step[i] <= low[i];
      if (!atLow && step[i] < high[i]) continue;
      let slope = gradient[i];
      for (let j = 0; j < n; j++) slope += hessian[i * n + j] * step[j];
      if (atLow ? slope < 0 : slope > 0) return false;
    }
    return true;
  }

  /** The quadratic program with limits and distances: its dual has bounds alone. */
  #programWithPairs() {
    const { problem, work } = this;
    const { step, factor, hessian, gradient, low, high, apart, closer } = work;
    const n = step.length;
    const pairs = problem.pairs.length;
    problem.distances(apart, closer);
    // rows a' step >= b
    const m = 2 * n + pairs;
    const rows = new Float64Array(m * n);
    const b = new Float64Array(m);
    for (let i = 0; i < n; i++) {
      rows[i * n + i] = 1;
      b[i] = low[i];
      rows[(n + i) * n + i] = -1;
      b[n + i] = -high[i];
    }
    rows.set(closer, 2 * n * n);
    // what is too near goes away, what is far comes no nearer than most of the way in one step
    for (let i = 0; i < pairs; i++) b[2 * n + i] = apart[i] < 0 ? -0.5 * apart[i] : -0.8 * apart[i];
    factor.set(hessian);
    if (!factorCholesky(factor, n)) return step.fill(0);
    const spread = new Float64Array(m * n);
    for (let i = 0; i < m; i++)
      spread.set(solveCholesky(factor, rows.slice(i * n, (i + 1) * n), n), i * n);
    const free = solveCholesky(
      factor,
      gradient.map((g) => -g),
      n,
    );
    const dual = new Float64Array(m * m);
    const pull = new Float64Array(m);
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < m; j++) dual[i * m + j] = dot(rows, i * n, spread, j * n, n);
      pull[i] = dot(rows, i * n, free, 0, n) - b[i];
    }
    for (let i = 0; i < m; i++) dual[i * m + i] *= 1 + 1e-9;
    for (let i = 0; i < m; i++) dual[i * m + i] += 1e-10;
    const force = new Float64Array(m);
    const { mujoco } = problem.simulation;
    const most = new Float64Array(m).fill(1e10);
    const scratch = /** @type {Float64Array} */ (work.dual);
    mujoco.mju_boxQP(force, scratch, null, dual, pull, new Float64Array(m), most);
    step.set(free);
    for (let i = 0; i < m; i++)
      if (force[i] > 0) for (let k = 0; k < n; k++) step[k] += force[i] * spread[i * n + k];
    for (let i = 0; i < n; i++) step[i] = Math.min(high[i], Math.max(low[i], step[i]));
    return step;
  }

  /**
   * Moves a configuration by a step; shorter where it would bring a pair too near.
   * @param {Float64Array} qpos changed in place
   * @param {Float64Array} from
   */
  move(qpos, from) {
    const { problem, work } = this;
    const { mujoco, model } = problem.simulation;
    const { whole, step, apart, trial } = work;
    for (let factor = 1; ; factor /= 2) {
      whole.fill(0);
      for (let i = 0; i < step.length; i++) whole[problem.free[i]] = step[i];
      qpos.set(from);
      mujoco.mj_integratePos(model, qpos, whole, factor);
      problem.clamp(qpos);
      problem.moveTo(qpos);
      if (apart.length === 0) return factor;
      problem.distances(trial, null);
      if (trial.every((gap, i) => gap >= Math.min(0, apart[i]) - 1e-9)) return factor;
      if (factor < 1e-3) {
        qpos.set(from);
        problem.moveTo(qpos);
        return 0;
      }
    }
  }
}

/** @param {Float64Array} a @param {number} i @param {Float64Array} b @param {number} j @param {number} n */
function dot(a, i, b, j, n) {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += a[i + k] * b[j + k];
  return sum;
}

/**
 * One attempt: the configuration is changed to the best that it comes to.
 * @param {Solver} solver
 * @param {Float64Array} qpos
 * @param {{ iterations: number, tolerance: number, patient: boolean }} limits patient: whether it stays although it gains little
 */
function attempt(solver, qpos, { iterations, tolerance, patient }) {
  const { problem, work } = solver;
  const from = Float64Array.from(qpos);
  problem.clamp(from);
  problem.moveTo(from);
  problem.distances(work.trial, null);
  let cost = solver.look();
  qpos.set(from);
  let extra = 0;
  let slow = 0;
  let done = 0;
  for (; done < iterations; done++) {
    const isSolved = work.gaps.position <= tolerance && work.gaps.rotation <= tolerance;
    // with a posture, the tasks' rest is spent on it
    if (isSolved && !solver.posture) break;
    solver.step(from, solver.damping * Math.min(1, cost) + 0.1 * cost + extra);
    solver.move(qpos, from);
    const next = solver.look();
    let moved = 0;
    for (let i = 0; i < work.step.length; i++) moved = Math.max(moved, Math.abs(work.step[i]));
    if (moved < 1e-12 || (solver.posture && moved < 0.1 * tolerance)) break;
    if (next > cost && !solver.posture) {
      // not as the model said: shorter steps
      extra = Math.max(4 * extra, 1e-3 + 0.1 * cost);
      qpos.set(from);
      problem.moveTo(from);
      solver.look();
      if (extra > 1e6) break;
      continue;
    }
    slow = next > 0.98 * cost ? slow + 1 : 0;
    extra = extra > 1e-6 ? extra / 8 : 0;
    cost = next;
    from.set(qpos);
    if (slow > 2 && !patient && !solver.posture) break;
  }
  return { cost, done };
}

/** A configuration anywhere within the limits. @param {IkProblem} problem @param {Float64Array} start @param {import('./random.js').Random} random */
function anywhere(problem, start, random) {
  const { simulation, free, place, low, high } = problem;
  const { model, mujoco } = simulation;
  const qpos = Float64Array.from(start);
  const turn = new Float64Array(model.nv);
  const slide = mujoco.mjtJoint.mjJNT_SLIDE.value;
  for (const i of free) {
    const at = place[i];
    const isBounded = Number.isFinite(low[i]) && Number.isFinite(high[i]);
    if (at >= 0 && isBounded) qpos[at] = low[i] + random.uniform() * (high[i] - low[i]);
    else if (at < 0) turn[i] = 0.5 * random.normal();
    else if (model.jnt_type[model.dof_jntid[i]] === slide) qpos[at] = start[at] + random.normal();
    else qpos[at] = Math.PI * (2 * random.uniform() - 1);
  }
  mujoco.mj_integratePos(model, qpos, turn, 1);
  return qpos;
}

/** What a configuration costs in which a pair is too near. */
const tooNear = 1e12;

/** @param {Solver} solver @param {number} tolerance */
function sayMissing({ problem, work }, tolerance) {
  const { position, rotation } = work.gaps;
  const near = problem.pairs.filter((_, i) => work.trial[i] < -1e-6);
  if (near.length > 0) return `ik: ${near[0].label} are nearer to each other than they should be`;
  const what = problem.frames.map(({ label }) => label).join(', ');
  const left = [
    position > tolerance && `${position.toPrecision(3)} m`,
    rotation > tolerance && `${rotation.toPrecision(3)} rad`,
  ].filter(Boolean);
  return `ik: ${what} cannot be where it should: ${left.join(' and ')} are left at best`;
}

/** @param {IkProblem} problem @param {Solver} solver @param {IkOptions} options @returns {IkResult} */
function search(problem, solver, options) {
  const { iterations = 30, tolerance = 1e-6, restarts = 20, seed = 0 } = options;
  const { simulation } = problem;
  demand(tolerance > 0, 'ik: tolerance is a positive number', tolerance);
  demand(
    Number.isInteger(iterations) && iterations > 0,
    'ik: iterations is a positive whole number',
    iterations,
  );
  demand(Number.isInteger(restarts) && restarts >= 0, 'ik: restarts is a whole number', restarts);
  const start = Float64Array.from(options.start ?? simulation.data.qpos);
  demand(start.length === simulation.model.nq, 'ik: start has nq numbers', start.length);
  const random = makeRandom(seed);
  const qpos = Float64Array.from(start);
  let all = 0;
  let least = Infinity;
  /** @type {IkResult | null} */
  let best = null;
  for (let attempts = 1; attempts <= restarts + 1; attempts++) {
    if (attempts > 1) qpos.set(anywhere(problem, start, random));
    const patient = attempts === restarts + 1;
    const { cost, done } = attempt(solver, qpos, { iterations, tolerance, patient });
    all += done;
    const { position, rotation } = solver.work.gaps;
    const isClear = solver.work.trial.every((gap) => gap >= -1e-6);
    const solved = isClear && position <= tolerance && rotation <= tolerance;
    const rank = isClear ? cost : cost + tooNear;
    if (best === null || solved || rank < least) {
      least = rank;
      best = {
        solved,
        qpos: Float64Array.from(qpos),
        position,
        rotation,
        iterations: 0,
        attempts: 0,
        message: solved ? '' : sayMissing(solver, tolerance),
      };
    }
    best.iterations = all;
    best.attempts = attempts;
    // a posture trades tasks against itself: there is nothing to start again for
    if (solved || solver.posture) break;
  }
  return /** @type {IkResult} */ (best);
}

/**
 * A configuration in which frames are where they should be. The simulation stays as it is, unless `apply` says otherwise.
 * @param {import('../index.js').Simulation} simulation
 * @param {IkTask | readonly IkTask[]} tasks
 * @param {IkOptions} [options]
 * @returns {IkResult}
 */
export function solveIk(simulation, tasks, options = {}) {
  const ik = new Ik(simulation, tasks, options);
  try {
    const result = ik.solve();
    if (options.strict && !result.solved) throw new MjError(result.message);
    if (options.apply && result.solved) {
      simulation.data.qpos = result.qpos;
      simulation.forward();
    }
    return result;
  } finally {
    ik.dispose();
  }
}

/**
 * How fast degrees of freedom go in `follow`.
 * @typedef {object} FollowOptions
 * @property {number} [speed] greatest, rad/s and m/s (4)
 * @property {number} [acceleration] greatest, rad/s^2 and m/s^2 (20 times the speed)
 */

/** Inverse kinematics that goes on: a few steps each frame, smooth, within limits and speeds; or solutions of many poses. */
export class Ik {
  #problem;
  #solver;
  #options;
  #velocity;

  /**
   * @param {SimulationReader} simulation
   * @param {IkTask | readonly IkTask[]} tasks
   * @param {IkOptions & FollowOptions} [options]
   */
  constructor(simulation, tasks, options = {}) {
    const list = Array.isArray(tasks) ? tasks : [tasks];
    this.#problem = new IkProblem(simulation, list, options);
    try {
      this.#solver = new Solver(this.#problem, options);
    } catch (error) {
      this.#problem.dispose();
      throw error;
    }
    this.#options = options;
    this.#velocity = new Float64Array(this.#problem.free.length);
    /** Configuration that was reached (nq), in metres, radians and quaternions; write to go on from elsewhere. */
    this.qpos = Float64Array.from(options.start ?? simulation.data.qpos);
    this.#syncMocap();
  }

  /** Mocap bodies and equalities do not move, but they are where the simulation has them. */
  #syncMocap() {
    const { data, simulation } = this.#problem;
    if (simulation.model.nmocap === 0) return;
    data.mocap_pos.set(simulation.data.mocap_pos);
    data.mocap_quat.set(simulation.data.mocap_quat);
  }

  /** The tasks: positions and quaternions in them may be changed at any time; setTasks takes other frames. @returns {readonly IkTask[]} */
  get tasks() {
    return this.#problem.frames.map(({ task }) => task);
  }

  /** Takes other tasks. @param {IkTask | readonly IkTask[]} tasks */
  setTasks(tasks) {
    this.#problem.setTasks(Array.isArray(tasks) ? tasks : [/** @type {IkTask} */ (tasks)]);
    this.#solver = new Solver(this.#problem, this.#options);
  }

  /** Distance that was left after the last call, metres. */
  get position() {
    return this.#solver.work.gaps.position;
  }

  /** Angle that was left after the last call, radians. */
  get rotation() {
    return this.#solver.work.gaps.rotation;
  }

  /** Looks for a solution from where the simulation is, with restarts. @param {ArrayLike<number>} [start] (nq) @returns {IkResult} */
  solve(start) {
    this.#problem.demandSame();
    this.#syncMocap();
    const options = start ? { ...this.#options, start } : this.#options;
    const result = search(this.#problem, this.#solver, options);
    this.qpos.set(result.qpos);
    return result;
  }

  /**
   * Comes nearer, for so much time: no degree of freedom goes faster than `speed` or changes that faster than `acceleration`, and each
   * slows before its limit.
   * @param {number} [seconds] since the last call (1/60)
   * @param {number} [steps] number of iterations (3)
   * @returns {Float64Array} qpos
   */
  follow(seconds = 1 / 60, steps = 3) {
    const problem = this.#problem;
    const solver = this.#solver;
    problem.demandSame();
    demand(seconds > 0 && seconds < 10, 'ik.follow: seconds since the last call', seconds);
    demand(Number.isInteger(steps) && steps > 0, 'ik.follow: steps is a whole number', steps);
    this.#syncMocap();
    const { speed = 4, acceleration = 20 * speed } = this.#options;
    const from = new Float64Array(this.qpos);
    problem.clamp(from);
    problem.moveTo(from);
    const velocity = this.#velocity;
    const time = seconds / steps;
    const share = 1 - Math.exp(-followRate * time);
    const pace = { seconds: time, speed, acceleration, velocity, share };
    for (let i = 0; i < steps; i++) {
      const cost = solver.look();
      // damping by the error keeps far goals from whipping the arm, a floor keeps singular poses calm
      const damping = Math.max(solver.damping, 1e-4) + 0.1 * Math.min(1, cost);
      const step = solver.step(from, damping, pace);
      const moved = solver.move(this.qpos, from);
      for (let k = 0; k < step.length; k++) velocity[k] = (moved * step[k]) / time;
      from.set(this.qpos);
    }
    solver.look();
    return this.qpos;
  }

  /** Frees what it works on. */
  dispose() {
    this.#problem.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/**
 * Inverse kinematics for continuous use.
 * @param {SimulationReader} simulation
 * @param {IkTask | readonly IkTask[]} tasks
 * @param {IkOptions & FollowOptions} [options]
 */
export const createIk = (simulation, tasks, options) => new Ik(simulation, tasks, options);
