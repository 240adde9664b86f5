// Small dense linear algebra: matrices are Float64Arrays, row by row.

/** @typedef {Float64Array} Matrix */

/** @param {number} n @returns {Matrix} (n x n) */
export function identity(n) {
  const result = new Float64Array(n * n);
  for (let i = 0; i < n; i++) result[i * n + i] = 1;
  return result;
}

/**
 * A B.
 * @param {ArrayLike<number>} a (n x k)
 * @param {ArrayLike<number>} b (k x m)
 * @param {number} n
 * @param {number} k
 * @param {number} m
 * @param {Matrix} [target] (n x m), neither a nor b
 */
export function multiply(a, b, n, k, m, target = new Float64Array(n * m)) {
  target.fill(0);
  for (let i = 0; i < n; i++)
    for (let p = 0; p < k; p++) {
      const factor = a[i * k + p];
      if (factor === 0) continue;
      for (let j = 0; j < m; j++) target[i * m + j] += factor * b[p * m + j];
    }
  return target;
}

/**
 * A^T B.
 * @param {ArrayLike<number>} a (k x n)
 * @param {ArrayLike<number>} b (k x m)
 * @param {number} k
 * @param {number} n
 * @param {number} m
 * @param {Matrix} [target] (n x m)
 */
export function multiplyTransposed(a, b, k, n, m, target = new Float64Array(n * m)) {
  target.fill(0);
  for (let p = 0; p < k; p++)
    for (let i = 0; i < n; i++) {
      const factor = a[p * n + i];
      if (factor === 0) continue;
      for (let j = 0; j < m; j++) target[i * m + j] += factor * b[p * m + j];
    }
  return target;
}

/** A^T. @param {ArrayLike<number>} a (n x m) @param {number} n @param {number} m */
export function transpose(a, n, m) {
  const result = new Float64Array(n * m);
  for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) result[j * n + i] = a[i * m + j];
  return result;
}

/** (A + A^T) / 2 in place. @param {Matrix} a (n x n) @param {number} n */
export function symmetrize(a, n) {
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      const mean = (a[i * n + j] + a[j * n + i]) / 2;
      a[i * n + j] = mean;
      a[j * n + i] = mean;
    }
  return a;
}

/** a + factor b, in place. @param {Matrix} a @param {ArrayLike<number>} b @param {number} [factor] */
export function add(a, b, factor = 1) {
  for (let i = 0; i < a.length; i++) a[i] += factor * b[i];
  return a;
}

/**
 * L of A = L L^T in the lower triangle, in place; false where A is not positive definite.
 * @param {Matrix} a (n x n)
 * @param {number} n
 */
export function factorCholesky(a, n) {
  for (let j = 0; j < n; j++) {
    let diagonal = a[j * n + j];
    for (let k = 0; k < j; k++) diagonal -= a[j * n + k] ** 2;
    if (!(diagonal > 0)) return false;
    const root = Math.sqrt(diagonal);
    a[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum / root;
    }
  }
  return true;
}

/**
 * Solves L L^T X = B, in place.
 * @param {Matrix} l (n x n) of factorCholesky
 * @param {Matrix} b (n x m)
 * @param {number} n
 * @param {number} [m]
 */
export function solveCholesky(l, b, n, m = 1) {
  for (let c = 0; c < m; c++) {
    for (let i = 0; i < n; i++) {
      let sum = b[i * m + c];
      for (let k = 0; k < i; k++) sum -= l[i * n + k] * b[k * m + c];
      b[i * m + c] = sum / l[i * n + i];
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = b[i * m + c];
      for (let k = i + 1; k < n; k++) sum -= l[k * n + i] * b[k * m + c];
      b[i * m + c] = sum / l[i * n + i];
    }
  }
  return b;
}

/**
 * Solves A X = B by elimination with row exchanges; null where A is singular to working precision.
 * @param {ArrayLike<number>} a (n x n)
 * @param {ArrayLike<number>} b (n x m)
 * @param {number} n
 * @param {number} [m]
 * @returns {Matrix | null}
 */
export function solve(a, b, n, m = 1) {
  const left = Float64Array.from(a);
  const right = Float64Array.from(b);
  const largest = left.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let j = 0; j < n; j++) {
    let pivot = j;
    for (let i = j + 1; i < n; i++)
      if (Math.abs(left[i * n + j]) > Math.abs(left[pivot * n + j])) pivot = i;
    if (!(Math.abs(left[pivot * n + j]) > 1e-14 * largest)) return null;
    swapRows(left, n, j, pivot);
    swapRows(right, m, j, pivot);
    for (let i = j + 1; i < n; i++) {
      const factor = left[i * n + j] / left[j * n + j];
      if (factor === 0) continue;
      for (let k = j; k < n; k++) left[i * n + k] -= factor * left[j * n + k];
      for (let k = 0; k < m; k++) right[i * m + k] -= factor * right[j * m + k];
    }
  }
  for (let c = 0; c < m; c++)
    for (let i = n - 1; i >= 0; i--) {
      let sum = right[i * m + c];
      for (let k = i + 1; k < n; k++) sum -= left[i * n + k] * right[k * m + c];
      right[i * m + c] = sum / left[i * n + i];
    }
  return right;
}

/** @param {Matrix} a @param {number} m numbers in a row @param {number} i @param {number} j */
function swapRows(a, m, i, j) {
  if (i === j) return;
  for (let k = 0; k < m; k++) [a[i * m + k], a[j * m + k]] = [a[j * m + k], a[i * m + k]];
}

/**
 * Eigenvalues (ascending) and eigenvectors (columns) of a symmetric matrix, by Jacobi's rotations (Golub and Van Loan, 8.5).
 * @param {ArrayLike<number>} symmetric (n x n)
 * @param {number} n
 */
export function eigenSymmetric(symmetric, n) {
  const a = Float64Array.from(symmetric);
  const v = identity(n);
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    let all = 0;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        all += a[i * n + j] ** 2;
        if (i !== j) off += a[i * n + j] ** 2;
      }
    if (!(off > 1e-30 * all)) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, v, n, p, q);
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[i * n + i] - a[j * n + j]);
  const values = Float64Array.from(order, (i) => a[i * n + i]);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    for (let i = 0; i < n; i++) vectors[i * n + to] = v[i * n + from];
  });
  return { values, vectors };
}

/** Makes a[p][q] zero. @param {Matrix} a @param {Matrix} v @param {number} n @param {number} p @param {number} q */
function rotate(a, v, n, p, q) {
  const apq = a[p * n + q];
  if (apq === 0) return;
  const tau = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[k * n + p], a[k * n + q]];
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[p * n + k], a[q * n + k]];
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
  }
  for (let k = 0; k < n; k++) {
    const [x, y] = [v[k * n + p], v[k * n + q]];
    v[k * n + p] = c * x - s * y;
    v[k * n + q] = s * x + c * y;
  }
}
