// Vectors and dense row-major matrices of run-time size.
//
// lb_xxx is the twin of the public mju_xxx. Level-1 functions are inline. An output may equal an
// input of the same size in the element-wise functions; in matrix products and transposition the
// output must not overlap any input.

#pragma once

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/simd.h"

#ifdef __cplusplus
extern "C" {
#endif

// -------------------------------------------------------------------------------------- vectors

// What keeps compilers from making a call of a loop over few numbers.
#define LB_KEEP_LOOP(index) __asm__("" : "+r"(index))

// res = 0, res = vec.
void lb_zero(mjtNum* res, int n);
void lb_copy(mjtNum* res, const mjtNum* vec, int n);
void lb_copyInt(int* res, const int* vec, int n);

// Whether some bit of vec is set; -0 has one. Whether some bit of vec1 is not that of vec2.
bool lb_anyBit(const mjtNum* vec, int n);
bool lb_anyBitDiffers(const mjtNum* vec1, const mjtNum* vec2, int n);

static inline void lb_fill(mjtNum* res, mjtNum val, int n) {
  for (int i = 0; i < n; i++) {
    res[i] = val;
  }
}

static inline void lb_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lb_store2(res + i, lb_load2(vec + i) * scl);
  }
  if (i < n) {
    res[i] = vec[i] * scl;
  }
}

static inline void lb_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lb_store2(res + i, lb_load2(vec1 + i) + lb_load2(vec2 + i));
  }
  if (i < n) {
    res[i] = vec1[i] + vec2[i];
  }
}

static inline void lb_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lb_store2(res + i, lb_load2(vec1 + i) - lb_load2(vec2 + i));
  }
  if (i < n) {
    res[i] = vec1[i] - vec2[i];
  }
}

static inline void lb_addTo(mjtNum* res, const mjtNum* vec, int n) {
  lb_add(res, res, vec, n);
}

static inline void lb_subFrom(mjtNum* res, const mjtNum* vec, int n) {
  lb_sub(res, res, vec, n);
}

// res = vec1 + vec2 scl
static inline void lb_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl,
                             int n) {
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    lbV2 low = lb_load2(vec1 + i) + lb_load2(vec2 + i) * scl;
    lbV2 high = lb_load2(vec1 + i + 2) + lb_load2(vec2 + i + 2) * scl;
    lb_store2(res + i, low);
    lb_store2(res + i + 2, high);
  }
  for (; i < n; i++) {
    res[i] = vec1[i] + vec2[i] * scl;
  }
}

// res += vec scl
static inline void lb_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  lb_addScl(res, res, vec, scl, n);
}

// COMPAT: MATH-DOT: four running sums, added as (0 + 2) + (1 + 3), then the sum of the tail.
static inline mjtNum lb_dot(const mjtNum* vec1, const mjtNum* vec2, int n) {
  lbV2 low = {0, 0}, high = {0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    low += lb_load2(vec1 + i) * lb_load2(vec2 + i);
    high += lb_load2(vec1 + i + 2) * lb_load2(vec2 + i + 2);
  }
  mjtNum sum = lb_sum2(low + high);
  if (i == n) {
    return sum;
  }
  mjtNum tail = vec1[i] * vec2[i];
  if (i + 1 < n) {
    tail += vec1[i + 1] * vec2[i + 1];
  }
  return sum + (i + 2 < n ? tail + vec1[i + 2] * vec2[i + 2] : tail);
}

// res[r] = lb_dot of each of `rows` rows, `stride` numbers apart, with vec.
void lb_mulRowsVec(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int rows, int n);

// COMPAT: MATH-DOT: values . vec[cols], with running sums as in lb_dot; the tail is added one by
// one.
mjtNum lb_sparseDot(const mjtNum* values, const int* cols, const mjtNum* vec, int n);

static inline mjtNum lb_norm(const mjtNum* vec, int n) {
  return sqrt(lb_dot(vec, vec, n));
}

static inline mjtNum lb_sum(const mjtNum* vec, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) {
    sum += vec[i];
  }
  return sum;
}

// ------------------------------------------------------------------------------- dense matrices

// res[nr] = mat[nr x nc] vec[nc]
void lb_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);

// res[nc] = mat[nr x nc]' vec[nr]; rows whose vec is zero are skipped.
void lb_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);

// The same with rows `stride` numbers apart.
void lb_mulMatVecStride(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int nr,
                        int nc);
void lb_mulMatTVecStride(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int nr,
                         int nc);

// res += mat' vec
void lb_addMatTVecStride(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int nr,
                         int nc);

// res[r1 x c2] = mat1[r1 x c1] mat2[c1 x c2]
void lb_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2);

// res[r1 x r2] = mat1[r1 x c1] mat2[r2 x c1]'
void lb_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int r2);

// res[c1 x c2] = mat1[r1 x c1]' mat2[r1 x c2]
void lb_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2);

// res[nc x nc] = mat[nr x nc]' diag(diag[nr]) mat; diag NULL = ones. Both triangles.
void lb_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc);

// Lower triangle of H (rows stride apart) += J' diag(diag) J, J (nr x nc) with rows strideJ apart.
// diag NULL = ones; rows with zero are skipped. The upper triangle is left alone.
void lb_addSqrMatTDLower(mjtNum* H, int stride, const mjtNum* J, int strideJ, const mjtNum* diag,
                         int nr, int nc);

#ifdef __cplusplus
}
#endif
