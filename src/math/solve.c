// Dense Cholesky factorization, solution and rank-one update.
//
// Lower layout: L_ij = (A_ij - L_i . L_j) / L_jj, rows two at a time against columns two at a time,
// so that four dot products share their loads. Upper layout: row i of U is
// (A_i - sum_k<i U_ki U_k) / U_ii, four rows k per pass. The update follows the usual sequence of
// plane rotations (Golub and Van Loan, Matrix Computations, section 6.5.4).

#include "math/solve.h"

#include <math.h>

#include "api/limber.h"
#include "math/blas.h"

// --------------------------------------------------------------------------------- lower layout

// Replaced pivots keep a negative diagonal while factoring: their column of L is zero.
static inline mjtNum belowPivot(mjtNum value, mjtNum pivot) {
  return pivot <= 0 ? 0 : value / pivot;
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

// --------------------------------------------------------------------------------- upper layout

// row -= sum of s[k] times row k of u over four rows u, u + stride, ...
static inline void subtractFour(mjtNum* restrict row, const mjtNum* u, int stride,
                                const mjtNum s[4], int begin, int end) {
  const mjtNum *u0 = u, *u1 = u0 + stride, *u2 = u1 + stride, *u3 = u2 + stride;
  const mjtNum s0 = s[0], s1 = s[1], s2 = s[2], s3 = s[3];
  int j = begin;
  for (; j + 2 <= end; j += 2) {
    lbV2 low = lb_load2(u0 + j) * s0 + lb_load2(u1 + j) * s1;
    lbV2 high = lb_load2(u2 + j) * s2 + lb_load2(u3 + j) * s3;
    lb_store2(row + j, lb_load2(row + j) - (low + high));
  }
  if (j < end) {
    row[j] -= (u0[j] * s0 + u1[j] * s1) + (u2[j] * s2 + u3[j] * s3);
  }
}

// Two rows at once share the loads of the four.
static inline void subtractFourPair(mjtNum* restrict row0, mjtNum* restrict row1, const mjtNum* u,
                                    int stride, const mjtNum s[4], const mjtNum t[4], int begin,
                                    int end) {
  const mjtNum *u0 = u, *u1 = u0 + stride, *u2 = u1 + stride, *u3 = u2 + stride;
  const mjtNum s0 = s[0], s1 = s[1], s2 = s[2], s3 = s[3];
  const mjtNum t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3];
  int j = begin;
  for (; j + 2 <= end; j += 2) {
    lbV2 v0 = lb_load2(u0 + j), v1 = lb_load2(u1 + j);
    lbV2 v2 = lb_load2(u2 + j), v3 = lb_load2(u3 + j);
    lb_store2(row0 + j, lb_load2(row0 + j) - ((v0 * s0 + v1 * s1) + (v2 * s2 + v3 * s3)));
    lb_store2(row1 + j, lb_load2(row1 + j) - ((v0 * t0 + v1 * t1) + (v2 * t2 + v3 * t3)));
  }
  if (j < end) {
    row0[j] -= (u0[j] * s0 + u1[j] * s1) + (u2[j] * s2 + u3[j] * s3);
    row1[j] -= (u0[j] * t0 + u1[j] * t1) + (u2[j] * t2 + u3[j] * t3);
  }
}

// Divides row i by its pivot; a replaced pivot clears the row.
static inline void finishRow(mjtNum* row, int i, int n, mjtNum mindiag, int* rank) {
  if (row[i] < mindiag) {
    (*rank)--;
    row[i] = sqrt(mindiag);
    lb_zero(row + i + 1, n - i - 1);
  } else {
    mjtNum root = sqrt(row[i]);
    row[i] = root;
    lb_scl(row + i + 1, row + i + 1, 1 / root, n - i - 1);
  }
}

int lb_cholFactorUpper(mjtNum* mat, int stride, int n, mjtNum mindiag) {
  int rank = n;
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    mjtNum *row0 = mat + (size_t)i * stride, *row1 = row0 + stride;

    // finished rows, four at a time; element (i, i) of the pair apart, it has no partner
    int k = 0;
    for (; k + 4 <= i; k += 4) {
      const mjtNum* u = mat + (size_t)k * stride;
      mjtNum s[4], t[4], own = 0;
      for (int r = 0; r < 4; r++) {
        s[r] = u[(size_t)r * stride + i];
        t[r] = u[(size_t)r * stride + i + 1];
        own += s[r] * s[r];
      }
      row0[i] -= own;
      subtractFourPair(row0, row1, u, stride, s, t, i + 1, n);
    }
    for (; k < i; k++) {
      const mjtNum* u = mat + (size_t)k * stride;
      lb_addToScl(row0 + i, u + i, -u[i], n - i);
      lb_addToScl(row1 + i + 1, u + i + 1, -u[i + 1], n - i - 1);
    }

    finishRow(row0, i, n, mindiag, &rank);
    lb_addToScl(row1 + i + 1, row0 + i + 1, -row0[i + 1], n - i - 1);
    finishRow(row1, i + 1, n, mindiag, &rank);
  }

  // last row of an odd size: its diagonal only
  if (i < n) {
    mjtNum* row = mat + (size_t)i * stride;
    for (int k = 0; k < i; k++) {
      mjtNum value = mat[(size_t)k * stride + i];
      row[i] -= value * value;
    }
    finishRow(row, i, n, mindiag, &rank);
  }
  return rank;
}

// U' y = vec (sums of rows), then U res = y (dot products).
void lb_cholSolveUpper(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int n) {
  if (res != vec) {
    lb_copy(res, vec, n);
  }
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const mjtNum* u = mat + (size_t)i * stride;
    mjtNum s[4];
    for (int r = 0; r < 4; r++) {
      const mjtNum* row = u + (size_t)r * stride + i;
      s[r] = res[i + r] / row[r];
      res[i + r] = s[r];
      for (int c = r + 1; c < 4; c++) {
        res[i + c] -= s[r] * row[c];
      }
    }
    subtractFour(res, u, stride, s, i + 4, n);
  }
  for (; i < n; i++) {
    const mjtNum* row = mat + (size_t)i * stride;
    res[i] /= row[i];
    lb_addToScl(res + i + 1, row + i + 1, -res[i], n - i - 1);
  }
  for (i = n - 1; i >= 0; i--) {
    const mjtNum* row = mat + (size_t)i * stride;
    res[i] = (res[i] - lb_dot(row + i + 1, res + i + 1, n - i - 1)) / row[i];
  }
}

// Coefficients of one rotation: new row = (row + sign s x) / c, new x = c x - s row.
typedef struct {
  mjtNum c, cInverse, s, signedS;
} Rotation;

static inline Rotation makeRotation(mjtNum* pivot, mjtNum x, int flg_plus, int* rank) {
  Rotation rotation;
  mjtNum old = *pivot, square = old * old + (flg_plus ? x * x : -x * x);
  if (square < mjMINVAL) {
    square = mjMINVAL;
    (*rank)--;
  }
  mjtNum root = sqrt(square), oldInverse = 1 / old;
  rotation.c = root * oldInverse;
  rotation.cInverse = old / root;
  rotation.s = x * oldInverse;
  rotation.signedS = flg_plus ? rotation.s : -rotation.s;
  *pivot = root;
  return rotation;
}

static inline void rotateRow(mjtNum* restrict row, mjtNum* restrict x, Rotation g, int n) {
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lbV2 v = lb_load2(x + i);
    lbV2 value = (lb_load2(row + i) + v * g.signedS) * g.cInverse;
    lb_store2(row + i, value);
    lb_store2(x + i, v * g.c - value * g.s);
  }
  if (i < n) {
    mjtNum value = (row[i] + x[i] * g.signedS) * g.cInverse;
    row[i] = value;
    x[i] = x[i] * g.c - value * g.s;
  }
}

int lb_cholUpdateUpper(mjtNum* mat, int stride, mjtNum* x, int n, int flg_plus) {
  int rank = n;
  for (int k = 0; k < n; k++) {
    if (x[k] != 0) {
      mjtNum* row = mat + (size_t)k * stride;
      Rotation g = makeRotation(row + k, x[k], flg_plus, &rank);
      rotateRow(row + k + 1, x + k + 1, g, n - k - 1);
    }
  }
  return rank;
}

int lb_cholUpdateUpper2(mjtNum* mat, int stride, mjtNum* x, mjtNum* y, int n, int plusX,
                        int plusY) {
  int rank = n;
  for (int k = 0; k < n; k++) {
    mjtNum* row = mat + (size_t)k * stride;
    if (x[k] == 0 || y[k] == 0) {
      // one vector at most takes part in this row
      mjtNum* z = x[k] != 0 ? x : y;
      if (z[k] != 0) {
        Rotation g = makeRotation(row + k, z[k], z == x ? plusX : plusY, &rank);
        rotateRow(row + k + 1, z + k + 1, g, n - k - 1);
      }
      continue;
    }

    Rotation g = makeRotation(row + k, x[k], plusX, &rank);
    Rotation h = makeRotation(row + k, y[k], plusY, &rank);
    int i = k + 1;
    for (; i + 2 <= n; i += 2) {
      lbV2 v = lb_load2(x + i), w = lb_load2(y + i);
      lbV2 value = (lb_load2(row + i) + v * g.signedS) * g.cInverse;
      lb_store2(x + i, v * g.c - value * g.s);
      value = (value + w * h.signedS) * h.cInverse;
      lb_store2(row + i, value);
      lb_store2(y + i, w * h.c - value * h.s);
    }
    if (i < n) {
      mjtNum value = (row[i] + x[i] * g.signedS) * g.cInverse;
      x[i] = x[i] * g.c - value * g.s;
      value = (value + y[i] * h.signedS) * h.cInverse;
      row[i] = value;
      y[i] = y[i] * h.c - value * h.s;
    }
  }
  return rank;
}

void lb_mulCholUpper(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int n) {
  lb_zero(res, n);
  for (int i = 0; i < n; i++) {
    const mjtNum* row = mat + (size_t)i * stride + i;
    mjtNum value = lb_dot(row, vec + i, n - i);
    lb_addToScl(res + i, row, value, n - i);
  }
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
