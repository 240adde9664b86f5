// Dense products of run-time size, and the public vector functions.
//
// Inner loops run along rows. Products by rows (dots) keep four rows in registers, products by
// columns (sums of scaled rows) add four rows per pass, which is what pays: one load and one store
// of the result per four multiplications. Row i is always treated in the same order.

#include "math/blas.h"

#include "api/limber.h"
#include "base/compiler.h"
#include "math/panel.h"

// ----------------------------------------------------------------------------------------- memory

// Up to this many numbers are moved one by one. In the module these are more: the instructions for
// blocks of memory cost JavaScript engines as much at their start as copying some hundred bytes.
#ifdef LB_WASM
enum { SHORT = 48 };
#else
enum { SHORT = 4 };
#endif

LB_APART void lb_zero(mjtNum* res, int n) {
  if (n > SHORT) {
    memset(res, 0, (size_t)n * sizeof(mjtNum));
    return;
  }
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lb_store2(res + i, (lbV2){0, 0});
    LB_KEEP_LOOP(i);
  }
  if (i < n) {
    res[i] = 0;
  }
}

static inline bool anyLane(const lbWideMask* mask, int64_t rest) {
  for (int k = 0; k < LB_WIDE; k++) {
    rest |= (*mask)[k];
  }
  return rest != 0;
}

static inline int64_t bitsOf(const mjtNum* p) {
  int64_t bits;
  memcpy(&bits, p, sizeof bits);
  return bits;
}

bool lb_anyBit(const mjtNum* vec, int n) {
  lbWideMask some = {0}, more = {0};  // two sums, since one would wait for itself
  int64_t rest = 0;
  int i = 0;
  for (; i + 4 * LB_WIDE <= n; i += 4 * LB_WIDE) {
    const lbWideMask* p = (const lbWideMask*)(vec + i);
    some |= p[0] | p[1];
    more |= p[2] | p[3];
  }
  for (; i < n; i++) {
    rest |= bitsOf(vec + i);
    LB_KEEP_LOOP(i);
  }
  some |= more;
  return anyLane(&some, rest);
}

bool lb_anyBitDiffers(const mjtNum* vec1, const mjtNum* vec2, int n) {
  lbWideMask some = {0}, more = {0};
  int64_t rest = 0;
  int i = 0;
  for (; i + 2 * LB_WIDE <= n; i += 2 * LB_WIDE) {
    const lbWideMask *p = (const lbWideMask*)(vec1 + i), *q = (const lbWideMask*)(vec2 + i);
    some |= p[0] ^ q[0];
    more |= p[1] ^ q[1];
  }
  some |= more;
  for (; i < n; i++) {
    rest |= bitsOf(vec1 + i) ^ bitsOf(vec2 + i);
    LB_KEEP_LOOP(i);
  }
  return anyLane(&some, rest);
}

LB_APART void lb_copy(mjtNum* res, const mjtNum* vec, int n) {
  if (n > SHORT) {
    memmove(res, vec, (size_t)n * sizeof(mjtNum));
    return;
  }
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lb_store2(res + i, lb_load2(vec + i));
    LB_KEEP_LOOP(i);
  }
  if (i < n) {
    res[i] = vec[i];
  }
}

LB_APART void lb_copyInt(int* res, const int* vec, int n) {
  if (n > SHORT) {
    memmove(res, vec, (size_t)n * sizeof(int));
    return;
  }
  for (int i = 0; i < n; i++) {
    res[i] = vec[i];
    LB_KEEP_LOOP(i);
  }
}

// -------------------------------------------------------------------------------- matrix, vector

// Two rows at once: their sums do not wait for each other.
static inline void dotPair(mjtNum res[2], const mjtNum* row, const mjtNum* other, const mjtNum* vec,
                           int n) {
  lbV2 low = {0, 0}, high = {0, 0}, otherLow = {0, 0}, otherHigh = {0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    lbV2 a = lb_load2(vec + i), b = lb_load2(vec + i + 2);
    low += lb_load2(row + i) * a;
    high += lb_load2(row + i + 2) * b;
    otherLow += lb_load2(other + i) * a;
    otherHigh += lb_load2(other + i + 2) * b;
  }
  res[0] = lb_sum2(low + high);
  res[1] = lb_sum2(otherLow + otherHigh);
  if (i < n) {
    mjtNum tail = row[i] * vec[i], otherTail = other[i] * vec[i];
    for (i++; i < n; i++) {
      tail += row[i] * vec[i];
      otherTail += other[i] * vec[i];
    }
    res[0] += tail;
    res[1] += otherTail;
  }
}

void lb_mulRowsVec(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int rows, int n) {
  int r = 0;
  for (; r + 2 <= rows; r += 2, mat += 2 * (size_t)stride) {
    dotPair(res + r, mat, mat + stride, vec, n);
  }
  if (r < rows) {
    res[r] = lb_dot(mat, vec, n);
  }
}

void lb_mulMatVecStride(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int nr,
                        int nc) {
  int i = 0;
  for (; i + 4 <= nr; i += 4) {
    const mjtNum* row = mat + (size_t)i * stride;
    dotPanel(res + i, row, row + stride, row + 2 * (size_t)stride, row + 3 * (size_t)stride, vec,
             nc);
  }
  lb_mulRowsVec(res + i, mat + (size_t)i * stride, stride, vec, nr - i, nc);
}

mjtNum lb_sparseDot(const mjtNum* values, const int* cols, const mjtNum* vec, int n) {
  lbV2 low = {0, 0}, high = {0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    low += lb_load2(values + i) * (lbV2){vec[cols[i]], vec[cols[i + 1]]};
    high += lb_load2(values + i + 2) * (lbV2){vec[cols[i + 2]], vec[cols[i + 3]]};
  }
  mjtNum sum = lb_sum2(low + high);
  for (; i < n; i++) {
    sum += values[i] * vec[cols[i]];
  }
  return sum;
}

void lb_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  lb_mulMatVecStride(res, mat, nc, vec, nr, nc);
}

// Collects rows with nonzero scale and adds them four at a time: push all, then flush.
static inline void pushRow(Panel* panel, int* count, mjtNum* res, const mjtNum* row, mjtNum scale,
                           int n) {
  if (scale == 0) {
    return;
  }
  panel->row[*count] = row;
  panel->scale[(*count)++] = scale;
  if (*count == PANEL) {
    addPanel(res, panel, 1, n);
    *count = 0;
  }
}

static inline void flushRows(const Panel* panel, int count, mjtNum* res, int n) {
  for (int i = 0; i < count; i++) {
    lb_addToScl(res, panel->row[i], panel->scale[i], n);
  }
}

void lb_addMatTVecStride(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int nr,
                         int nc) {
  Panel panel;
  int count = 0;
  for (int i = 0; i < nr; i++) {
    pushRow(&panel, &count, res, mat + (size_t)i * stride, vec[i], nc);
  }
  flushRows(&panel, count, res, nc);
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
    Panel panel;
    int count = 0;
    lb_zero(row, c2);
    for (int j = 0; j < r1; j++) {
      pushRow(&panel, &count, row, mat2 + (size_t)j * c2, mat1[(size_t)j * c1 + i], c2);
    }
    flushRows(&panel, count, row, c2);
  }
}

void lb_addSqrMatTDLower(mjtNum* H, int stride, const mjtNum* J, int strideJ, const mjtNum* diag,
                         int nr, int nc) {
  for (int r = 0; r < nr;) {
    Panel panel;
    mjtNum factor[PANEL] = {0};
    int found = 0;
    for (; r < nr && found < PANEL; r++) {
      mjtNum weight = diag ? diag[r] : 1;
      if (weight != 0) {
        factor[found] = weight;
        panel.row[found++] = J + (size_t)r * strideJ;
      }
    }
    if (found == 0) {
      return;
    }

    // an incomplete panel repeats its first row with factor zero
    for (int k = found; k < PANEL; k++) {
      panel.row[k] = panel.row[0];
    }
    addOuterPanel(H, stride, &panel, factor, 1, nc);
  }
}

void lb_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc) {
  lb_zero(res, nc * nc);
  lb_addSqrMatTDLower(res, nc, mat, nc, diag, nr, nc);
  for (int i = 0; i < nc; i++) {
    for (int j = 0; j < i; j++) {
      res[(size_t)j * nc + i] = res[(size_t)i * nc + j];
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
