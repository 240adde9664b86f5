// Dense products of run-time size, and the public vector functions.
//
// Inner loops run along rows. Products by rows (dots) keep four rows in registers, products by
// columns (sums of scaled rows) add four rows per pass, which is what pays: one load and one store
// of the result per four multiplications. Row i is always treated in the same order.

#include "math/blas.h"

#include "api/limber.h"

// -------------------------------------------------------------------------------- matrix, vector

// Dot products of four rows with one vector.
static inline void dotFour(mjtNum res[4], const mjtNum* row0, const mjtNum* row1,
                           const mjtNum* row2, const mjtNum* row3, const mjtNum* vec, int n) {
  lbV2 sum0 = {0, 0}, sum1 = {0, 0}, sum2 = {0, 0}, sum3 = {0, 0};
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lbV2 v = lb_load2(vec + i);
    sum0 += lb_load2(row0 + i) * v;
    sum1 += lb_load2(row1 + i) * v;
    sum2 += lb_load2(row2 + i) * v;
    sum3 += lb_load2(row3 + i) * v;
  }
  res[0] = lb_sum2(sum0);
  res[1] = lb_sum2(sum1);
  res[2] = lb_sum2(sum2);
  res[3] = lb_sum2(sum3);
  if (i < n) {
    res[0] += row0[i] * vec[i];
    res[1] += row1[i] * vec[i];
    res[2] += row2[i] * vec[i];
    res[3] += row3[i] * vec[i];
  }
}

void lb_mulMatVecStride(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int nr,
                        int nc) {
  int i = 0;
  for (; i + 4 <= nr; i += 4) {
    const mjtNum* row = mat + (size_t)i * stride;
    dotFour(res + i, row, row + stride, row + 2 * (size_t)stride, row + 3 * (size_t)stride, vec,
            nc);
  }
  for (; i < nr; i++) {
    res[i] = lb_dot(mat + (size_t)i * stride, vec, nc);
  }
}

void lb_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  lb_mulMatVecStride(res, mat, nc, vec, nr, nc);
}

// res += scl[0] row0 + scl[1] row1 + scl[2] row2 + scl[3] row3
static inline void addFour(mjtNum* restrict res, const mjtNum* row0, const mjtNum* row1,
                           const mjtNum* row2, const mjtNum* row3, const mjtNum scl[4], int n) {
  const mjtNum s0 = scl[0], s1 = scl[1], s2 = scl[2], s3 = scl[3];
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lbV2 low = lb_load2(row0 + i) * s0 + lb_load2(row1 + i) * s1;
    lbV2 high = lb_load2(row2 + i) * s2 + lb_load2(row3 + i) * s3;
    lb_store2(res + i, lb_load2(res + i) + (low + high));
  }
  if (i < n) {
    res[i] += (row0[i] * s0 + row1[i] * s1) + (row2[i] * s2 + row3[i] * s3);
  }
}

// Collects rows with nonzero scale and adds them four at a time: callers push, then flush.
typedef struct {
  const mjtNum* row[4];
  mjtNum scl[4];
  int count;
} PendingRows;

static inline void pushRow(PendingRows* rows, mjtNum* res, const mjtNum* row, mjtNum scl, int n) {
  if (scl == 0) {
    return;
  }
  rows->row[rows->count] = row;
  rows->scl[rows->count++] = scl;
  if (rows->count == 4) {
    addFour(res, rows->row[0], rows->row[1], rows->row[2], rows->row[3], rows->scl, n);
    rows->count = 0;
  }
}

static inline void flushRows(PendingRows* rows, mjtNum* res, int n) {
  for (int i = 0; i < rows->count; i++) {
    lb_addToScl(res, rows->row[i], rows->scl[i], n);
  }
}

void lb_addMatTVecStride(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int nr,
                         int nc) {
  PendingRows rows = {.count = 0};
  for (int i = 0; i < nr; i++) {
    pushRow(&rows, res, mat + (size_t)i * stride, vec[i], nc);
  }
  flushRows(&rows, res, nc);
}

void lb_mulMatTVecStride(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int nr,
                         int nc) {
  lb_zero(res, nc);
  lb_addMatTVecStride(res, mat, stride, vec, nr, nc);
}

void lb_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  lb_mulMatTVecStride(res, mat, nc, vec, nr, nc);
}

// -------------------------------------------------------------------------------- matrix, matrix

void lb_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  for (int i = 0; i < r1; i++) {
    lb_mulMatTVecStride(res + (size_t)i * c2, mat2, c2, mat1 + (size_t)i * c1, c1, c2);
  }
}

void lb_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int r2) {
  for (int i = 0; i < r1; i++) {
    lb_mulMatVecStride(res + (size_t)i * r2, mat2, c1, mat1 + (size_t)i * c1, r2, c1);
  }
}

void lb_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  for (int i = 0; i < c1; i++) {
    mjtNum* row = res + (size_t)i * c2;
    PendingRows rows = {.count = 0};
    lb_zero(row, c2);
    for (int j = 0; j < r1; j++) {
      pushRow(&rows, row, mat2 + (size_t)j * c2, mat1[(size_t)j * c1 + i], c2);
    }
    flushRows(&rows, row, c2);
  }
}

// Rows i and i + 1 of H += four scaled rows: H[i, j >= i] += sum_k a[k] row[k][j], same for b.
// The pair shares the loads of the four rows.
static inline void addFourToPair(mjtNum* restrict h0, mjtNum* restrict h1, const mjtNum* row[4],
                                 const mjtNum a[4], const mjtNum b[4], int begin, int end) {
  const mjtNum *row0 = row[0], *row1 = row[1], *row2 = row[2], *row3 = row[3];
  const mjtNum a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
  const mjtNum b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3];
  int j = begin;
  for (; j + 2 <= end; j += 2) {
    lbV2 r0 = lb_load2(row0 + j), r1 = lb_load2(row1 + j);
    lbV2 r2 = lb_load2(row2 + j), r3 = lb_load2(row3 + j);
    lb_store2(h0 + j, lb_load2(h0 + j) + ((r0 * a0 + r1 * a1) + (r2 * a2 + r3 * a3)));
    lb_store2(h1 + j, lb_load2(h1 + j) + ((r0 * b0 + r1 * b1) + (r2 * b2 + r3 * b3)));
  }
  if (j < end) {
    h0[j] += (row0[j] * a0 + row1[j] * a1) + (row2[j] * a2 + row3[j] * a3);
    h1[j] += (row0[j] * b0 + row1[j] * b1) + (row2[j] * b2 + row3[j] * b3);
  }
}

// Upper triangle of H += sum of d[k] row[k]' row[k] over up to four rows.
static void addOuterProducts(mjtNum* H, int stride, const mjtNum* row[4], const mjtNum d[4],
                             int count, int n) {
  if (count < 4) {
    for (int k = 0; k < count; k++) {
      for (int i = 0; i < n; i++) {
        if (row[k][i] != 0) {
          lb_addToScl(H + (size_t)i * stride + i, row[k] + i, d[k] * row[k][i], n - i);
        }
      }
    }
    return;
  }

  int i = 0;
  for (; i + 2 <= n; i += 2) {
    mjtNum a[4], b[4];
    for (int k = 0; k < 4; k++) {
      a[k] = d[k] * row[k][i];
      b[k] = d[k] * row[k][i + 1];
    }

    // columns that none of the rows touches, a frequent case for Jacobians
    if (a[0] == 0 && a[1] == 0 && a[2] == 0 && a[3] == 0 && b[0] == 0 && b[1] == 0 && b[2] == 0 &&
        b[3] == 0) {
      continue;
    }

    mjtNum *h0 = H + (size_t)i * stride, *h1 = h0 + stride;
    h0[i] += (row[0][i] * a[0] + row[1][i] * a[1]) + (row[2][i] * a[2] + row[3][i] * a[3]);
    addFourToPair(h0, h1, row, a, b, i + 1, n);
  }
  if (i < n) {
    mjtNum sum = 0;
    for (int k = 0; k < 4; k++) {
      sum += d[k] * row[k][i] * row[k][i];
    }
    H[(size_t)i * stride + i] += sum;
  }
}

void lb_addSqrMatTDUpper(mjtNum* H, int stride, const mjtNum* J, int strideJ, const mjtNum* d,
                         int nr, int nc) {
  const mjtNum* row[4];
  mjtNum scl[4];
  int count = 0;
  for (int k = 0; k < nr; k++) {
    mjtNum scale = d ? d[k] : 1;
    if (scale == 0) {
      continue;
    }
    row[count] = J + (size_t)k * strideJ;
    scl[count++] = scale;
    if (count == 4) {
      addOuterProducts(H, stride, row, scl, 4, nc);
      count = 0;
    }
  }
  addOuterProducts(H, stride, row, scl, count, nc);
}

void lb_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc) {
  lb_zero(res, nc * nc);
  lb_addSqrMatTDUpper(res, nc, mat, nc, diag, nr, nc);
  for (int i = 0; i < nc; i++) {
    for (int j = 0; j < i; j++) {
      res[(size_t)i * nc + j] = res[(size_t)j * nc + i];
    }
  }
}

// ------------------------------------------------------------------------------ public functions

void mju_zero(mjtNum* res, int n) {
  lb_zero(res, n);
}

void mju_fill(mjtNum* res, mjtNum val, int n) {
  lb_fill(res, val, n);
}

void mju_copy(mjtNum* res, const mjtNum* vec, int n) {
  lb_copy(res, vec, n);
}

mjtNum mju_sum(const mjtNum* vec, int n) {
  return lb_sum(vec, n);
}

mjtNum mju_L1(const mjtNum* vec, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) {
    sum += fabs(vec[i]);
  }
  return sum;
}

void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  lb_scl(res, vec, scl, n);
}

void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  lb_add(res, vec1, vec2, n);
}

void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  lb_sub(res, vec1, vec2, n);
}

void mju_addTo(mjtNum* res, const mjtNum* vec, int n) {
  lb_addTo(res, vec, n);
}

void mju_subFrom(mjtNum* res, const mjtNum* vec, int n) {
  lb_subFrom(res, vec, n);
}

void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  lb_addToScl(res, vec, scl, n);
}

void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n) {
  lb_addScl(res, vec1, vec2, scl, n);
}

mjtNum mju_normalize(mjtNum* res, int n) {
  mjtNum norm = lb_norm(res, n);
  if (norm < mjMINVAL) {
    lb_zero(res, n);
    if (n > 0) {
      res[0] = 1;
    }
  } else {
    lb_scl(res, res, 1 / norm, n);
  }
  return norm;
}

mjtNum mju_norm(const mjtNum* res, int n) {
  return lb_norm(res, n);
}

mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n) {
  return lb_dot(vec1, vec2, n);
}

void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  lb_mulMatVec(res, mat, vec, nr, nc);
}

void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  lb_mulMatTVec(res, mat, vec, nr, nc);
}

mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) {
    sum += vec1[i] * lb_dot(mat + (size_t)i * n, vec2, n);
  }
  return sum;
}

void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc) {
  for (int i = 0; i < nr; i++) {
    for (int j = 0; j < nc; j++) {
      res[(size_t)j * nr + i] = mat[(size_t)i * nc + j];
    }
  }
}

void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n) {
  for (int i = 0; i < n; i++) {
    res[(size_t)i * n + i] = mat[(size_t)i * n + i];
    for (int j = 0; j < i; j++) {
      mjtNum mean = 0.5 * (mat[(size_t)i * n + j] + mat[(size_t)j * n + i]);
      res[(size_t)i * n + j] = res[(size_t)j * n + i] = mean;
    }
  }
}

void mju_eye(mjtNum* mat, int n) {
  lb_zero(mat, n * n);
  for (int i = 0; i < n; i++) {
    mat[(size_t)i * n + i] = 1;
  }
}

void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  lb_mulMatMat(res, mat1, mat2, r1, c1, c2);
}

void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int r2) {
  lb_mulMatMatT(res, mat1, mat2, r1, c1, r2);
}

void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  lb_mulMatTMat(res, mat1, mat2, r1, c1, c2);
}

void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc) {
  lb_sqrMatTD(res, mat, diag, nr, nc);
}
