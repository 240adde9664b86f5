// Inertias that are physically consistent whatever their parameters: the log-Cholesky form of the pseudo-inertia (Rucker and Wensing,
// 2022): J = U U', U upper triangular with a positive diagonal.
import { eigenSymmetric, factorCholesky } from './linear.js';

/** Mass, centre, principal axes and moments of a body in its own frame. @typedef {{ mass: number, ipos: ArrayLike<number>, iquat: ArrayLike<number>, inertia: ArrayLike<number> }} Inertia */

/** What the ten numbers are called. */
export const inertiaNames = ['a', 'd1', 'd2', 'd3', 's12', 's23', 's13', 't1', 't2', 't3'];

/** Columns of a rotation. @param {ArrayLike<number>} q quaternion @returns {number[]} (3 x 3) */
function rotation(q) {
  const [w, x, y, z] = Array.from(q);
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

/** Pseudo-inertia (4 x 4) about the origin of the body. @param {Inertia} given */
export function pseudoInertia({ mass, ipos, iquat, inertia }) {
  const r = rotation(iquat);
  const [a, b, c] = Array.from(inertia);
  // second moments of mass along the principal axes
  const moments = [(b + c - a) / 2, (a + c - b) / 2, (a + b - c) / 2];
  const J = new Float64Array(16);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) J[4 * i + j] += r[3 * i + k] * moments[k] * r[3 * j + k];
      J[4 * i + j] += mass * ipos[i] * ipos[j];
    }
    J[4 * i + 3] = J[12 + i] = mass * ipos[i];
  }
  J[15] = mass;
  return J;
}

/** Mass, centre, axes and moments of a pseudo-inertia. @param {ArrayLike<number>} J @returns {Inertia} */
export function fromPseudoInertia(J) {
  const mass = J[15];
  const ipos = [0, 1, 2].map((i) => J[4 * i + 3] / mass);
  const second = Float64Array.from(
    { length: 9 },
    (_, k) => J[4 * Math.floor(k / 3) + (k % 3)] - mass * ipos[Math.floor(k / 3)] * ipos[k % 3],
  );
  const { values, vectors } = eigenSymmetric(second, 3);
  const [a, b, c] = values;
  // eigenvalues ascend, so moments of inertia descend, as compiled models have them
  const inertia = [b + c, a + c, a + b];
  const m = Array.from(vectors);
  const determinant =
    m[0] * (m[4] * m[8] - m[5] * m[7]) -
    m[1] * (m[3] * m[8] - m[5] * m[6]) +
    m[2] * (m[3] * m[7] - m[4] * m[6]);
  if (determinant < 0) for (const k of [2, 5, 8]) m[k] = -m[k];
  return { mass, ipos, iquat: quaternion(m), inertia };
}

/** @param {number[]} m rotation (3 x 3) */
function quaternion(m) {
  const trace = m[0] + m[4] + m[8];
  const squares = [
    1 + trace,
    1 + m[0] - m[4] - m[8],
    1 - m[0] + m[4] - m[8],
    1 - m[0] - m[4] + m[8],
  ];
  const k = squares.indexOf(Math.max(...squares));
  const root = Math.sqrt(squares[k]);
  const f = 0.5 / root;
  const rest = [
    [0, m[7] - m[5], m[2] - m[6], m[3] - m[1]],
    [m[7] - m[5], 0, m[1] + m[3], m[2] + m[6]],
    [m[2] - m[6], m[1] + m[3], 0, m[5] + m[7]],
    [m[3] - m[1], m[2] + m[6], m[5] + m[7], 0],
  ][k];
  return rest.map((x, i) => (i === k ? root / 2 : f * x));
}

/** The ten numbers of a pseudo-inertia. @param {ArrayLike<number>} J (4 x 4) */
export function toParameters(J) {
  // U U' = J with U upper triangular: Cholesky from the last row on
  const turned = Float64Array.from({ length: 16 }, (_, k) => J[15 - k]);
  if (!factorCholesky(turned, 4)) return null;
  const U = (/** @type {number} */ i, /** @type {number} */ j) => turned[15 - (4 * i + j)];
  const scale = U(3, 3);
  return Float64Array.of(
    Math.log(scale),
    Math.log(U(0, 0) / scale),
    Math.log(U(1, 1) / scale),
    Math.log(U(2, 2) / scale),
    U(0, 1) / scale,
    U(1, 2) / scale,
    U(0, 2) / scale,
    U(0, 3) / scale,
    U(1, 3) / scale,
    U(2, 3) / scale,
  );
}

/** Pseudo-inertia of ten numbers: positive definite for any of them. @param {ArrayLike<number>} p */
export function fromParameters(p) {
  const [a, d1, d2, d3, s12, s23, s13, t1, t2, t3] = Array.from(p);
  const U = [
    Math.exp(d1),
    s12,
    s13,
    t1,
    0,
    Math.exp(d2),
    s23,
    t2,
    0,
    0,
    Math.exp(d3),
    t3,
    0,
    0,
    0,
    1,
  ];
  const factor = Math.exp(2 * a);
  return Float64Array.from({ length: 16 }, (_, n) => {
    const [i, j] = [Math.floor(n / 4), n % 4];
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += U[4 * i + k] * U[4 * j + k];
    return factor * sum;
  });
}
