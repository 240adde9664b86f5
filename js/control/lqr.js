// Linear models of simulations, and the linear-quadratic regulator.
import { MjError, demand } from '../engine/error.js';
import {
  add,
  factorCholesky,
  identity,
  multiply,
  multiplyTransposed,
  solve,
  solveCholesky,
  symmetrize,
  transpose,
} from './linear.js';
import { withCopy } from './copy.js';

/** @typedef {import('../index.js').Simulation} Simulation */

/**
 * How the next state follows from small changes: x' = A x + B u, y = C x + D u, where x is (position, velocity, activation), positions
 * as differences of degrees of freedom.
 * @typedef {object} LinearModel
 * @property {number} nx count of numbers of the state: 2 nv + na
 * @property {number} nu count of controls
 * @property {number} ny count of sensor readings
 * @property {Float64Array} A (nx x nx)
 * @property {Float64Array} B (nx x nu)
 * @property {Float64Array} C (ny x nx)
 * @property {Float64Array} D (ny x nu)
 */

/**
 * The linear model of one step about the present state and controls, by finite differences; the simulation stays as it is.
 * @param {Simulation} simulation
 * @param {{ eps?: number, centered?: boolean }} [options] eps: size of the differences, in units of the state (1e-6); centered:
 *   whether differences go both ways (true)
 * @returns {LinearModel}
 */
export function linearize(simulation, { eps = 1e-6, centered = true } = {}) {
  demand(eps > 0 && eps < 1, 'linearize: eps is a small positive number', eps);
  const { mujoco, model } = simulation;
  const { nv, na, nu, nsensordata: ny } = model;
  const nx = 2 * nv + na;
  const A = new Float64Array(nx * nx);
  const B = new Float64Array(nx * nu);
  const C = new Float64Array(ny * nx);
  const D = new Float64Array(ny * nu);
  withCopy(simulation, (data) => {
    // what has no numbers is not asked for
    const some = (/** @type {Float64Array} */ array) => (array.length > 0 ? array : null);
    mujoco.mjd_transitionFD(model, data, eps, centered, A, some(B), some(C), some(D));
  });
  return { nx, nu, ny, A, B, C, D };
}

/**
 * The matrix of a cost: numbers on the diagonal, or all of it.
 * @param {number | ArrayLike<number>} given a number for all, n for the diagonal, or n x n
 * @param {number} n
 * @param {string} what for the error
 */
export function costMatrix(given, n, what) {
  const result = new Float64Array(n * n);
  if (typeof given === 'number') given = new Float64Array(n).fill(given);
  const { length } = given;
  if (length === n * n && n !== 1) result.set(given);
  else if (length === n) for (let i = 0; i < n; i++) result[i * n + i] = given[i];
  else throw new MjError(`${what} has ${n} numbers, or ${n} x ${n}, got ${length}`);
  for (const value of result)
    if (!Number.isFinite(value)) throw new MjError(`${what} has finite numbers, got ${value}`);
  return symmetrize(result, n);
}

/**
 * The stabilising solution of the discrete algebraic Riccati equation P = A' P A - A' P B (R + B' P B)^-1 B' P A + Q, by the
 * structure-preserving doubling algorithm (Chu, Fan, Lin and Wang, 2004).
 * @param {ArrayLike<number>} A (n x n)
 * @param {ArrayLike<number>} B (n x m)
 * @param {Float64Array} Q (n x n), positive semidefinite
 * @param {Float64Array} R (m x m), positive definite
 * @param {number} n
 * @param {number} m
 * @returns {Float64Array} P (n x n)
 */
export function solveRiccati(A, B, Q, R, n, m) {
  const factor = Float64Array.from(R);
  if (!factorCholesky(factor, m))
    throw new MjError('lqr: R must be positive definite: controls cost something');
  const Bt = transpose(B, n, m);
  /** @type {Float64Array} */
  let a = Float64Array.from(A);
  /** @type {Float64Array} */
  let g = multiply(B, solveCholesky(factor, Bt, m, n), n, m, n);
  /** @type {Float64Array} */
  let h = Float64Array.from(Q);
  for (let round = 0; round < 60; round++) {
    const w = add(multiply(g, h, n, n, n), identity(n));
    const v = solve(w, joinColumns(a, g, n), n, 2 * n);
    if (!v) break;
    const [wa, wg] = splitColumns(v, n);
    const nextG = add(multiply(multiply(a, wg, n, n, n), transpose(a, n, n), n, n, n), g);
    const gain = multiply(multiplyTransposed(a, h, n, n, n), wa, n, n, n);
    const nextH = add(Float64Array.from(h), gain);
    a = multiply(a, wa, n, n, n);
    const largest = nextH.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const change = gain.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    g = symmetrize(nextG, n);
    h = symmetrize(nextH, n);
    if (!Number.isFinite(largest)) break;
    if (change <= 1e-15 * largest) return h;
  }
  throw new MjError(
    'lqr: the Riccati equation has no stabilising solution: the model cannot be brought to rest by its controls, or what is unstable costs nothing',
  );
}

/** [a b]. @param {Float64Array} a (n x n) @param {Float64Array} b (n x n) @param {number} n */
function joinColumns(a, b, n) {
  const result = new Float64Array(2 * n * n);
  for (let i = 0; i < n; i++) {
    result.set(a.subarray(i * n, (i + 1) * n), 2 * i * n);
    result.set(b.subarray(i * n, (i + 1) * n), 2 * i * n + n);
  }
  return result;
}

/** @param {Float64Array} both (n x 2n) @param {number} n */
function splitColumns(both, n) {
  const a = new Float64Array(n * n);
  const b = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    a.set(both.subarray(2 * i * n, 2 * i * n + n), i * n);
    b.set(both.subarray(2 * i * n + n, 2 * (i + 1) * n), i * n);
  }
  return [a, b];
}

/**
 * The gain of the discrete linear-quadratic regulator: u = -K x is the least sum of x' Q x + u' R u.
 * @param {{ A: ArrayLike<number>, B: ArrayLike<number>, nx?: number, nu?: number }} system A (n x n) and B (n x m), as `linearize`
 *   gives them
 * @param {{ Q: number | ArrayLike<number>, R: number | ArrayLike<number> }} cost a number for all, a diagonal, or a matrix
 * @returns {{ K: Float64Array, P: Float64Array }} K (m x n); P (n x n): x' P x is the cost from x on
 */
export function lqr({ A, B, nx = Math.sqrt(A.length), nu = B.length / nx }, { Q, R }) {
  const fits = Number.isInteger(nx) && nx > 0 && A.length === nx * nx && B.length === nx * nu;
  demand(fits, 'lqr: A has n x n numbers, B n x m', `${A.length} and ${B.length}`);
  if (!(nu >= 1)) throw new MjError('lqr: the model has no actuators: there is nothing to control');
  const q = costMatrix(Q, nx, 'lqr: Q');
  const r = costMatrix(R, nu, 'lqr: R');
  const P = solveRiccati(A, B, q, r, nx, nu);
  const PA = multiply(P, A, nx, nx, nx);
  const PB = multiply(P, B, nx, nx, nu);
  const left = symmetrize(add(multiplyTransposed(B, PB, nx, nu, nu), r), nu);
  const K = multiplyTransposed(B, PA, nx, nu, nx);
  factorCholesky(left, nu);
  solveCholesky(left, K, nu, nx);
  return { K, P };
}

/** Limits of controls; infinite where there are none. @param {Simulation} simulation @returns {{ low: Float64Array, high: Float64Array }} */
export function controlLimits({ model }) {
  const { nu } = model;
  const ranges = model.actuator_ctrlrange;
  const limited = model.actuator_ctrllimited;
  const low = Float64Array.from({ length: nu }, (_, i) => (limited[i] ? ranges[2 * i] : -Infinity));
  const high = Float64Array.from({ length: nu }, (_, i) =>
    limited[i] ? ranges[2 * i + 1] : Infinity,
  );
  return { low, high };
}

/** The linear-quadratic regulator about a state of a simulation. */
export class Regulator {
  #simulation;
  #limits;
  #difference;

  /**
   * @param {Simulation} simulation in the state that is to be held, with the controls that hold it
   * @param {{ Q?: number | ArrayLike<number>, R?: number | ArrayLike<number>, eps?: number }} [options] costs of the state (2 nv + na: a
   *   number, a diagonal, a matrix; 1) and of controls (nu; 1); eps of `linearize`
   */
  constructor(simulation, { Q = 1, R = 1, eps } = {}) {
    const { data, model } = simulation;
    if (model.nu === 0)
      throw new MjError('lqr: the model has no actuators: there is nothing to control');
    this.#simulation = simulation;
    /** The linear model of a step. */
    this.system = linearize(simulation, { eps });
    const { K, P } = lqr(this.system, { Q, R });
    /** Gain (nu x nx). */
    this.K = K;
    /** Cost to go (nx x nx). */
    this.P = P;
    /** Position that is held (nq), in metres, radians and quaternions. */
    this.qpos = Float64Array.from(data.qpos);
    /** Velocity that is held (nv), in m/s and rad/s. */
    this.qvel = Float64Array.from(data.qvel);
    /** Activations that are held (na), numbers of the actuators' own units. */
    this.act = Float64Array.from(data.act);
    /** Controls that hold it (nu), numbers in the actuators' own units. */
    this.ctrl = Float64Array.from(data.ctrl);
    this.#limits = controlLimits(simulation);
    this.#difference = new Float64Array(this.system.nx);
  }

  /** The state's difference from the one that is held (2 nv + na). @param {Simulation} [simulation] */
  difference({ mujoco, model, data } = this.#simulation) {
    const { nv, na } = model;
    const x = this.#difference;
    const dq = new Float64Array(nv);
    mujoco.mj_differentiatePos(model, dq, 1, this.qpos, data.qpos);
    x.set(dq);
    for (let i = 0; i < nv; i++) x[nv + i] = data.qvel[i] - this.qvel[i];
    for (let i = 0; i < na; i++) x[2 * nv + i] = data.act[i] - this.act[i];
    return x;
  }

  /** Sets the controls that the state asks for, within their limits. @param {Simulation} [simulation] */
  control(simulation = this.#simulation) {
    const x = this.difference(simulation);
    const { nx, nu } = this.system;
    const { low, high } = this.#limits;
    const { ctrl } = simulation.data;
    for (let i = 0; i < nu; i++) {
      let u = this.ctrl[i];
      for (let k = 0; k < nx; k++) u -= this.K[i * nx + k] * x[k];
      ctrl[i] = Math.min(high[i], Math.max(low[i], u));
    }
    return ctrl;
  }
}
