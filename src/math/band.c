// Band-dense symmetric matrices: a band of nband diagonals on and below the diagonal, then ndense
// full rows at the bottom (and columns at the right, by symmetry), ntotal rows in all.
//
// Storage of the lower triangle: (ntotal - ndense) rows of nband numbers ending at the diagonal
// (numbers left of column 0 are unused), then ndense rows of ntotal numbers, used up to the
// diagonal. Cholesky factors keep the same form.

#include "api/limber.h"
#include "math/blas.h"

typedef struct {
  int total, band, dense;
} Shape;

static inline bool isDenseRow(Shape s, int i) {
  return i >= s.total - s.dense;
}

// First column stored (and used) in row i.
static inline int firstColumn(Shape s, int i) {
  return isDenseRow(s, i) || i < s.band ? 0 : i - s.band + 1;
}

// Address of column 0 of row i, so that rowAddress + j is element (i, j) for stored j.
static inline ptrdiff_t rowAddress(Shape s, int i) {
  if (isDenseRow(s, i)) {
    ptrdiff_t sparse = s.total - s.dense;
    return sparse * s.band + (i - sparse) * s.total;
  }
  return (ptrdiff_t)(i + 1) * s.band - 1 - i;
}

int mju_bandDiag(int i, int ntotal, int nband, int ndense) {
  return (int)(rowAddress((Shape){ntotal, nband, ndense}, i) + i);
}

mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd,
                          mjtNum diagmul) {
  Shape s = {ntotal, nband, ndense};
  mjtNum smallest = -1;
  for (int i = 0; i < ntotal; i++) {
    ptrdiff_t row = rowAddress(s, i);
    int first = firstColumn(s, i);

    // L_ij = (A_ij - L_i . L_j) / L_jj over the columns both rows have
    for (int j = first; j < i; j++) {
      ptrdiff_t other = rowAddress(s, j);
      int common = firstColumn(s, j) > first ? firstColumn(s, j) : first;
      mjtNum dot = lb_dot(mat + (row + common), mat + (other + common), j - common);
      mat[row + j] = (mat[row + j] - dot) / mat[other + j];
    }

    mjtNum pivot = mat[row + i];
    pivot += diagadd + diagmul * pivot;
    pivot -= lb_dot(mat + (row + first), mat + (row + first), i - first);
    if (!(pivot >= mjMINVAL)) {
      return 0;
    }
    mat[row + i] = sqrt(pivot);
    if (smallest < 0 || pivot < smallest) {
      smallest = pivot;
    }
  }
  return smallest;
}

void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband,
                       int ndense) {
  Shape s = {ntotal, nband, ndense};
  lb_copy(res, vec, ntotal);
  for (int i = 0; i < ntotal; i++) {
    ptrdiff_t row = rowAddress(s, i);
    int first = firstColumn(s, i);
    mjtNum dot = lb_dot(mat + (row + first), res + first, i - first);
    res[i] = (res[i] - dot) / mat[row + i];
  }
  for (int i = ntotal - 1; i >= 0; i--) {
    ptrdiff_t row = rowAddress(s, i);
    int first = firstColumn(s, i);
    res[i] /= mat[row + i];
    lb_addToScl(res + first, mat + (row + first), -res[i], i - first);
  }
}

void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense,
                    mjtBool flg_sym) {
  Shape s = {ntotal, nband, ndense};
  lb_zero(res, ntotal * ntotal);
  for (int i = 0; i < ntotal; i++) {
    ptrdiff_t row = rowAddress(s, i);
    for (int j = firstColumn(s, i); j <= i; j++) {
      res[(size_t)i * ntotal + j] = mat[row + j];
      if (flg_sym) {
        res[(size_t)j * ntotal + i] = mat[row + j];
      }
    }
  }
}

void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense) {
  Shape s = {ntotal, nband, ndense};
  for (int i = 0; i < ntotal; i++) {
    ptrdiff_t row = rowAddress(s, i);
    for (int j = firstColumn(s, i); j <= i; j++) {
      res[row + j] = mat[(size_t)i * ntotal + j];
    }
  }
}

void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband,
                       int ndense, int nvec, mjtBool flg_sym) {
  Shape s = {ntotal, nband, ndense};
  for (int k = 0; k < nvec; k++) {
    mjtNum* out = res + (size_t)k * ntotal;
    const mjtNum* in = vec + (size_t)k * ntotal;
    for (int i = 0; i < ntotal; i++) {
      ptrdiff_t row = rowAddress(s, i);
      int first = firstColumn(s, i);
      out[i] = lb_dot(mat + (row + first), in + first, i + 1 - first);
      if (flg_sym) {
        lb_addToScl(out + first, mat + (row + first), in[i], i - first);
      }
    }
  }
}
