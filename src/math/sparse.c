// Products, transposition and conversion of sparse matrices.

#include "math/sparse.h"

#include "api/limber.h"

// -------------------------------------------------------------------------------------- vectors

mjtNum lb_dotSparse2(const mjtNum* vec1, int nnz1, const int* ind1, const mjtNum* vec2, int nnz2,
                     const int* ind2) {
  mjtNum sum = 0;
  int i = 0, j = 0;
  while (i < nnz1 && j < nnz2) {
    if (ind1[i] == ind2[j]) {
      sum += vec1[i++] * vec2[j++];
    } else if (ind1[i] < ind2[j]) {
      i++;
    } else {
      j++;
    }
  }
  return sum;
}

int lb_mergeSorted(int* res, const int* ind1, int n1, const int* ind2, int n2) {
  int i = 0, j = 0, count = 0;
  while (i < n1 && j < n2) {
    int a = ind1[i], b = ind2[j];
    res[count++] = a < b ? a : b;
    i += a <= b;
    j += b <= a;
  }
  while (i < n1) {
    res[count++] = ind1[i++];
  }
  while (j < n2) {
    res[count++] = ind2[j++];
  }
  return count;
}

int lb_combineSparse(mjtNum* dst, int dstNnz, int* dstInd, mjtNum a, const mjtNum* src, int srcNnz,
                     const int* srcInd, mjtNum b) {
  // length of the union, to fill it from the back in place
  int count = 0, i = 0, j = 0;
  while (i < dstNnz && j < srcNnz) {
    int low = dstInd[i], other = srcInd[j];
    i += low <= other;
    j += other <= low;
    count++;
  }
  count += (dstNnz - i) + (srcNnz - j);

  i = dstNnz - 1;
  j = srcNnz - 1;
  for (int k = count - 1; k >= 0; k--) {
    int column1 = i >= 0 ? dstInd[i] : -1, column2 = j >= 0 ? srcInd[j] : -1;
    int column = column1 > column2 ? column1 : column2;
    mjtNum value = 0;
    if (column1 == column) {
      value = a * dst[i--];
    }
    if (column2 == column) {
      value += b * src[j--];
    }
    dst[k] = value;
    dstInd[k] = column;
  }
  return count;
}

// ------------------------------------------------------------------------------- matrix, vector

void lb_mulMatVecSparse(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr,
                        const int* rownnz, const int* rowadr, const int* colind) {
  for (int i = 0; i < nr; i++) {
    res[i] = lb_dotSparse(mat + rowadr[i], vec, rownnz[i], colind + rowadr[i]);
  }
}

void lb_mulMatTVecSparse(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc,
                         const int* rownnz, const int* rowadr, const int* colind) {
  lb_zero(res, nc);
  for (int i = 0; i < nr; i++) {
    if (vec[i] != 0) {
      lb_addToSclSparse(res, mat + rowadr[i], vec[i], rownnz[i], colind + rowadr[i]);
    }
  }
}

void lb_mulSymVecSparse(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n, const int* rownnz,
                        const int* rowadr, const int* colind) {
  for (int i = 0; i < n; i++) {
    const mjtNum* row = mat + rowadr[i];
    const int* ind = colind + rowadr[i];
    int lower = rownnz[i] - 1;
    mjtNum sum = row[lower] * vec[i], scl = vec[i];
    for (int k = 0; k < lower; k++) {
      sum += row[k] * vec[ind[k]];
      res[ind[k]] += row[k] * scl;
    }
    res[i] = sum;
  }
}

// -------------------------------------------------------------------------------- transposition

void lb_transposeSparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* resnnz, int* resadr,
                        int* resind, const int* rownnz, const int* rowadr, const int* colind) {
  // entries per column, then addresses
  lb_zeroInt(resnnz, nc);
  for (int i = 0; i < nr; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      resnnz[colind[k]]++;
    }
  }
  int adr = 0;
  for (int j = 0; j < nc; j++) {
    resadr[j] = adr;
    adr += resnnz[j];
    resnnz[j] = 0;
  }

  // rows ascend, so the entries of every column ascend too
  for (int i = 0; i < nr; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      int j = colind[k], place = resadr[j] + resnnz[j]++;
      resind[place] = i;
      if (res) {
        res[place] = mat[k];
      }
    }
  }
}

void lb_lowerToFullSparse(mjtNum* res, const mjtNum* mat, int n, int* resnnz, int* resadr,
                          int* resind, const int* rownnz, const int* rowadr, const int* colind) {
  for (int i = 0; i < n; i++) {
    resnnz[i] = rownnz[i];
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i] - 1; k++) {
      resnnz[colind[k]]++;
    }
  }
  int adr = 0;
  for (int i = 0; i < n; i++) {
    resadr[i] = adr;
    adr += resnnz[i];
    resnnz[i] = 0;
  }

  // row i gets its own columns first; later rows append theirs, which are larger
  for (int i = 0; i < n; i++) {
    int last = rowadr[i] + rownnz[i] - 1;
    for (int k = rowadr[i]; k <= last; k++) {
      int j = colind[k], own = resadr[i] + resnnz[i]++;
      resind[own] = j;
      if (res) {
        res[own] = mat[k];
      }
      if (k < last) {
        int mirrored = resadr[j] + resnnz[j]++;
        resind[mirrored] = i;
        if (res) {
          res[mirrored] = mat[k];
        }
      }
    }
  }
}

// ----------------------------------------------------------------------------------- conversion

void lb_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                     const int* rowadr, const int* colind) {
  lb_zero(res, nr * nc);
  for (int i = 0; i < nr; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      res[(size_t)i * nc + colind[k]] = mat[k];
    }
  }
}

void lb_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz, const int* rowadr,
                  const int* colind) {
  lb_zero(res, n * n);
  for (int i = 0; i < n; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      res[(size_t)i * n + colind[k]] = mat[k];
      res[(size_t)colind[k] * n + i] = mat[k];
    }
  }
}

// ------------------------------------------------------------------------------ public functions

int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr,
                     int* colind, int nnz) {
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

void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                      const int* rowadr, const int* colind) {
  lb_sparse2dense(res, mat, nr, nc, rownnz, rowadr, colind);
}

void mju_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz, const int* rowadr,
                   const int* colind) {
  lb_sym2dense(res, mat, n, rownnz, rowadr, colind);
}
