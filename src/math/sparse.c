// Conversion between dense matrices and sparse ones in compressed rows.
//
// Row i holds rownnz[i] values from mat[rowadr[i]] on; their columns, ascending, stand at the same
// places of colind. mju_sym2dense takes a lower triangle, of which each row ends with the diagonal
// (the layout of mjData.M). Products live where their patterns do: rows of constraints in
// constraint/, the joint-space inertia in dynamics/.

#include "api/limber.h"
#include "base/error.h"
#include "math/blas.h"

int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr,
                     int* colind, int nnz) {
  // COMPAT: DENSE2SPARSE-NO-ROOM: without room even zeros do not fit
  if (nnz <= 0) {
    return 1;
  }
  int count = 0;
  for (int i = 0; i < nr; i++) {
    rowadr[i] = count;
    rownnz[i] = 0;
    for (int j = 0; j < nc; j++) {
      mjtNum value = mat[(size_t)i * nc + j];
      if (value == 0) {
        continue;
      }
      if (count >= nnz) {
        return 1;
      }
      res[count] = value;
      colind[count++] = j;
      rownnz[i]++;
    }
  }
  return 0;
}

// What is no column would be written elsewhere.
static int columnOf(const int* colind, int k, int nc) {
  if (colind[k] < 0 || colind[k] >= nc) {
    lb_error("colind[%d] = %d is not a column of %d", k, colind[k], nc);
  }
  return colind[k];
}

void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                      const int* rowadr, const int* colind) {
  lb_zero(res, nr * nc);
  for (int i = 0; i < nr; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      res[(size_t)i * nc + columnOf(colind, k, nc)] = mat[k];
    }
  }
}

void mju_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz, const int* rowadr,
                   const int* colind) {
  lb_zero(res, n * n);
  for (int i = 0; i < n; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      int column = columnOf(colind, k, n);
      res[(size_t)i * n + column] = mat[k];
      res[(size_t)column * n + i] = mat[k];
    }
  }
}
