// The backward pass of iLQG with limits of controls (Tassa, Erez and Todorov, 2012; Tassa, Mansard and Todorov, 2014).
import { factorCholesky, multiply, multiplyTransposed, solveCholesky } from './linear.js';

/**
 * @typedef {object} BackwardArgument
 * @property {Float64Array[]} pieces derivatives of each interval, as `derivatives` gives them, and of the end
 * @property {Float64Array} controls (intervals x nu)
 * @property {Float64Array} low (nu)
 * @property {Float64Array} high (nu)
 * @property {number} nx
 * @property {number} nu
 * @property {number} regularization added to the curvature of the value over states
 *
 * @typedef {{ changes: Float64Array, gains: Float64Array, expected: number } | null} Backward null where a curvature is not positive;
 *   expected: how much lower the cost should become by a full step
 */

/** Quantities of one interval. @param {BackwardArgument} argument @param {number} t @param {Float64Array} vx @param {Float64Array} vxx */
function interval({ pieces, nx, nu, regularization }, t, vx, vxx) {
  const piece = pieces[t];
  const A = piece.subarray(0, nx * nx);
  const B = piece.subarray(nx * nx, nx * (nx + nu));
  const all = nx + nu;
  const slope = piece.subarray(nx * all, nx * all + all);
  const curvature = piece.subarray(nx * all + all);
  const part = (
    /** @type {number} */ i0,
    /** @type {number} */ rows,
    /** @type {number} */ j0,
    /** @type {number} */ columns,
  ) =>
    Float64Array.from(
      { length: rows * columns },
      (_, k) => curvature[(i0 + Math.floor(k / columns)) * all + j0 + (k % columns)],
    );
  const sum = (/** @type {Float64Array} */ a, /** @type {Float64Array} */ b) =>
    a.map((x, i) => x + b[i]);
  const va = multiply(vxx, A, nx, nx, nx);
  const vb = multiply(vxx, B, nx, nx, nu);
  const qx = sum(slope.slice(0, nx), multiplyTransposed(A, vx, nx, nx, 1));
  const qu = sum(slope.slice(nx), multiplyTransposed(B, vx, nx, nu, 1));
  const qxx = sum(part(0, nx, 0, nx), multiplyTransposed(A, va, nx, nx, nx));
  const qux = sum(part(nx, nu, 0, nx), multiplyTransposed(B, va, nx, nu, nx));
  const quu = sum(part(nx, nu, nx, nu), multiplyTransposed(B, vb, nx, nu, nu));
  const bb = multiplyTransposed(B, B, nx, nu, nu);
  const ba = multiplyTransposed(B, A, nx, nu, nx);
  const stiff = quu.map((x, i) => x + regularization * bb[i] + (i % (nu + 1) ? 0 : 1e-12));
  const coupled = qux.map((x, i) => x + regularization * ba[i]);
  return { qx, qu, qxx, qux, quu, stiff, coupled };
}

/**
 * Changes of controls and feedback gains along a trajectory.
 * @param {import('../mujoco.js').MujocoModule} mujoco
 * @param {BackwardArgument} argument
 * @returns {Backward}
 */
export function backwardPass(mujoco, argument) {
  const { pieces, controls, low, high, nx, nu } = argument;
  const count = pieces.length - 1;
  const all = nx + nu;
  const end = pieces[count].subarray(nx * all);
  let vx = end.slice(0, nx);
  let vxx = Float64Array.from(
    { length: nx * nx },
    (_, k) => end[all + Math.floor(k / nx) * all + (k % nx)],
  );
  const changes = new Float64Array(count * nu);
  const gains = new Float64Array(count * nu * nx);
  let expected = 0;
  for (let t = count - 1; t >= 0; t--) {
    const { qx, qu, qxx, qux, quu, stiff, coupled } = interval(argument, t, vx, vxx);
    const at = controls.subarray(t * nu, (t + 1) * nu);
    const step = boxStep(
      mujoco,
      stiff,
      qu,
      low.map((l, i) => Math.min(0, l - at[i])),
      high.map((h, i) => Math.max(0, h - at[i])),
    );
    if (!step) return null;
    const K = freeGain(stiff, coupled, step.free, nu, nx);
    if (!K) return null;
    changes.set(step.change, t * nu);
    gains.set(K, t * nu * nx);
    const du = step.change;
    const pulled = multiply(quu, du, nu, nu, 1);
    for (let i = 0; i < nu; i++) expected -= du[i] * (qu[i] + 0.5 * pulled[i]);
    const turned = multiply(quu, K, nu, nu, nx);
    const inner = pulled.map((x, i) => x + qu[i]);
    const first = multiplyTransposed(K, inner, nu, nx, 1);
    const second = multiplyTransposed(qux, du, nu, nx, 1);
    vx = qx.map((x, i) => x + first[i] + second[i]);
    const kk = multiplyTransposed(K, turned, nu, nx, nx);
    const kq = multiplyTransposed(K, qux, nu, nx, nx);
    vxx = qxx.map((x, i) => x + kk[i] + kq[i] + kq[(i % nx) * nx + Math.floor(i / nx)]);
    for (let i = 0; i < nx; i++)
      for (let j = 0; j < i; j++)
        vxx[i * nx + j] = vxx[j * nx + i] = (vxx[i * nx + j] + vxx[j * nx + i]) / 2;
  }
  return { changes, gains, expected };
}

/** The best change within limits, and which controls are free. @param {import('../mujoco.js').MujocoModule} mujoco @param {Float64Array} stiff @param {Float64Array} slope @param {Float64Array} low @param {Float64Array} high */
function boxStep(mujoco, stiff, slope, low, high) {
  const n = slope.length;
  const factor = Float64Array.from(stiff);
  if (!factorCholesky(factor, n)) return null;
  const change = solveCholesky(
    factor,
    slope.map((x) => -x),
    n,
  );
  const free = Array.from(change, (_, i) => i);
  if (change.every((x, i) => x >= low[i] && x <= high[i])) return { change, free };
  const wide = high.map((h, i) => Math.max(h, low[i] + 1e-12));
  change.fill(0);
  const rank = mujoco.mju_boxQP(
    change,
    new Float64Array(n * (n + 7)),
    null,
    stiff,
    slope,
    low,
    wide,
  );
  if (rank < 0) return null;
  return { change, free: free.filter((i) => change[i] > low[i] && change[i] < wide[i]) };
}

/** -Q_ff^-1 Q_f; zero for controls at their limits. @param {Float64Array} stiff @param {Float64Array} coupled @param {number[]} free @param {number} nu @param {number} nx */
function freeGain(stiff, coupled, free, nu, nx) {
  const K = new Float64Array(nu * nx);
  const n = free.length;
  if (n === 0) return K;
  const left = Float64Array.from(
    { length: n * n },
    (_, k) => stiff[free[Math.floor(k / n)] * nu + free[k % n]],
  );
  const right = Float64Array.from(
    { length: n * nx },
    (_, k) => -coupled[free[Math.floor(k / nx)] * nx + (k % nx)],
  );
  if (!factorCholesky(left, n)) return null;
  solveCholesky(left, right, n, nx);
  free.forEach((i, k) => K.set(right.subarray(k * nx, (k + 1) * nx), i * nx));
  return K;
}
