// Dense Cholesky factorization, solution and rank-one update.
//
// L_ij = (A_ij - L_i . L_j) / L_jj, rows two at a time against columns two at a time, so that four
// dot products share their loads. The update is the usual sequence of plane rotations (Golub and
// Van Loan, Matrix Computations, section 6.5.4).

#include "math/solve.h"

#include <math.h>

#include "api/limber.h"
#include "math/blas.h"

// Replaced pivots keep a negative diagonal (or -0) while factoring: their column of L is zero.
static inline mjtNum belowPivot(mjtNum value, mjtNum pivot) {
  return pivot <= 0 && signbit(pivot) ? 0 : value / pivot;
}

// Square root of the pivot, with the mark of a replaced one.
static inline mjtNum markPivot(mjtNum value, mjtNum mindiag, int* rank) {
  if (value < mindiag) {
    (*rank)--;
    return -sqrt(mindiag);
  }
  return sqrt(value);
}

// Four dot products over n elements: a0.b0, a0.b1, a1.b0, a1.b1.
static inline void dotPairs(mjtNum res[4], const mjtNum* a0, const mjtNum* a1, const mjtNum* b0,
                            const mjtNum* b1, int n) {
  lbV2 sum00 = {0, 0}, sum01 = {0, 0}, sum10 = {0, 0}, sum11 = {0, 0};
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    lbV2 u0 = lb_load2(a0 + k), u1 = lb_load2(a1 + k);
    lbV2 v0 = lb_load2(b0 + k), v1 = lb_load2(b1 + k);
    sum00 += u0 * v0;
    sum01 += u0 * v1;
    sum10 += u1 * v0;
    sum11 += u1 * v1;
  }
  res[0] = lb_sum2(sum00);
  res[1] = lb_sum2(sum01);
  res[2] = lb_sum2(sum10);
  res[3] = lb_sum2(sum11);
  if (k < n) {
    res[0] += a0[k] * b0[k];
    res[1] += a0[k] * b1[k];
    res[2] += a1[k] * b0[k];
    res[3] += a1[k] * b1[k];
  }
}

int lb_cholFactor(mjtNum* mat, int n, mjtNum mindiag) {
  int rank = n;
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    mjtNum *row0 = mat + (size_t)i * n, *row1 = row0 + n;
    mjtNum dot[4];

    // columns left of the 2 x 2 diagonal block
    for (int j = 0; j < i; j += 2) {
      const mjtNum *col0 = mat + (size_t)j * n, *col1 = col0 + n;
      dotPairs(dot, row0, row1, col0, col1, j);
      row0[j] = belowPivot(row0[j] - dot[0], col0[j]);
      row1[j] = belowPivot(row1[j] - dot[2], col0[j]);
      row0[j + 1] = belowPivot(row0[j + 1] - dot[1] - row0[j] * col1[j], col1[j + 1]);
      row1[j + 1] = belowPivot(row1[j + 1] - dot[3] - row1[j] * col1[j], col1[j + 1]);
    }

    // the diagonal block
    dotPairs(dot, row0, row1, row0, row1, i);
    row0[i] = markPivot(row0[i] - dot[0], mindiag, &rank);
    row1[i] = belowPivot(row1[i] - dot[2], row0[i]);
    row1[i + 1] = markPivot(row1[i + 1] - dot[3] - row1[i] * row1[i], mindiag, &rank);
  }

  // last row of an odd size
  if (i < n) {
    mjtNum* row = mat + (size_t)i * n;
    for (int j = 0; j < i; j++) {
      const mjtNum* column = mat + (size_t)j * n;
      row[j] = belowPivot(row[j] - lb_dot(row, column, j), column[j]);
    }
    row[i] = markPivot(row[i] - lb_dot(row, row, i), mindiag, &rank);
  }

  if (rank < n) {
    for (i = 0; i < n; i++) {
      mat[(size_t)i * n + i] = fabs(mat[(size_t)i * n + i]);
    }
  }
  return rank;
}

void lb_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n) {
  if (res != vec) {
    lb_copy(res, vec, n);
  }
  for (int i = 0; i < n; i++) {
    const mjtNum* row = mat + (size_t)i * n;
    res[i] = (res[i] - lb_dot(row, res, i)) / row[i];
  }
  for (int i = n - 1; i >= 0; i--) {
    const mjtNum* row = mat + (size_t)i * n;
    res[i] /= row[i];
    lb_addToScl(res, row, -res[i], i);
  }
}

int lb_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus) {
  int rank = n;
  for (int k = 0; k < n; k++) {
    if (x[k] == 0) {
      continue;
    }
    mjtNum pivot = mat[(size_t)k * (n + 1)];
    mjtNum square = pivot * pivot + (flg_plus ? x[k] * x[k] : -x[k] * x[k]);
    if (square < mjMINVAL) {
      square = mjMINVAL;
      rank--;
    }
    mjtNum root = sqrt(square);
    mjtNum c = root / pivot, cInverse = pivot / root, s = x[k] / pivot;
    mjtNum signedS = flg_plus ? s : -s;
    mat[(size_t)k * (n + 1)] = root;
    for (int i = k + 1; i < n; i++) {
      mjtNum value = (mat[(size_t)i * n + k] + signedS * x[i]) * cInverse;
      mat[(size_t)i * n + k] = value;
      x[i] = c * x[i] - s * value;
    }
  }
  return rank;
}

// ------------------------------------------------------------------------------ public functions

int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag) {
  return lb_cholFactor(mat, n, mindiag);
}

void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n) {
  lb_cholSolve(res, mat, vec, n);
}

int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus) {
  return lb_cholUpdate(mat, x, n, flg_plus);
}
