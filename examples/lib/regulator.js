// Gains of the discrete linear-quadratic regulator: u = -K x minimises the sum of x'Qx + R u^2 for x' = A x + B u.
// The Riccati equation is solved by iterating it to its fixed point.

const SWEEPS = 5000;
const SETTLED = 1e-10;

/**
 * @param {number[][]} A
 * @param {number[]} B one input
 * @param {number[]} weights diagonal of Q
 * @param {number} effort R
 * @returns {number[]} K
 */
export function regulator(A, B, weights, effort) {
  let P = weights.map((w, i) => weights.map((_, k) => (i === k ? w : 0)));
  let gains = B.map(() => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const PA = P.map((row) => B.map((_, k) => row.reduce((s, p, j) => s + p * A[j][k], 0)));
    const PB = P.map((row) => row.reduce((s, p, j) => s + p * B[j], 0));
    const scale = effort + B.reduce((s, b, i) => s + b * PB[i], 0);
    const next = B.map((_, k) => B.reduce((s, b, i) => s + b * PA[i][k], 0) / scale);
    P = P.map((_, i) =>
      B.map((_, k) => {
        const ATPA = A.reduce((s, row, j) => s + row[i] * PA[j][k], 0);
        const ATPB = A.reduce((s, row, j) => s + row[i] * PB[j], 0);
        return (i === k ? weights[i] : 0) + ATPA - ATPB * next[k];
      }),
    );
    const change = Math.max(...next.map((gain, i) => Math.abs(gain - gains[i])));
    gains = next;
    if (change < SETTLED * Math.max(...gains.map(Math.abs))) break;
  }
  return gains;
}
