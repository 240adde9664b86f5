// Sparse matrices in compressed rows.
//
// Row i holds rownnz[i] values from mat[rowadr[i]] on; their columns, ascending, stand at the same
// places of colind. "Lower" means a symmetric matrix of which each row keeps its columns up to the
// diagonal, which is the row's last entry and always present (the layout of mjData.M).
// Outputs must not overlap inputs unless said otherwise.

#pragma once

#include "math/blas.h"

#ifdef __cplusplus
extern "C" {
#endif

// vec1 (nnz values at columns ind) times the dense vec2.
static inline mjtNum lb_dotSparse(const mjtNum* vec1, const mjtNum* vec2, int nnz,
                                  const int* ind) {
  mjtNum even = 0, odd = 0;
  int i = 0;
  for (; i + 2 <= nnz; i += 2) {
    even += vec1[i] * vec2[ind[i]];
    odd += vec1[i + 1] * vec2[ind[i + 1]];
  }
  return i < nnz ? even + odd + vec1[i] * vec2[ind[i]] : even + odd;
}

// Dense res += sparse vec scl.
static inline void lb_addToSclSparse(mjtNum* res, const mjtNum* vec, mjtNum scl, int nnz,
                                     const int* ind) {
  for (int i = 0; i < nnz; i++) {
    res[ind[i]] += vec[i] * scl;
  }
}

// Dot product of two sparse vectors.
mjtNum lb_dotSparse2(const mjtNum* vec1, int nnz1, const int* ind1, const mjtNum* vec2, int nnz2,
                     const int* ind2);

// dst = a dst + b src for sparse vectors; dst must have room for the union of the patterns. Returns
// the new number of entries.
int lb_combineSparse(mjtNum* dst, int dstNnz, int* dstInd, mjtNum a, const mjtNum* src, int srcNnz,
                     const int* srcInd, mjtNum b);

// Union of two ascending lists; returns its length. res must have room for it.
int lb_mergeSorted(int* res, const int* ind1, int n1, const int* ind2, int n2);

// res[nr] = mat vec
void lb_mulMatVecSparse(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr,
                        const int* rownnz, const int* rowadr, const int* colind);

// res[nc] = mat' vec; rows whose vec is zero are skipped.
void lb_mulMatTVecSparse(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc,
                         const int* rownnz, const int* rowadr, const int* colind);

// res[n] = mat vec for a lower matrix.
void lb_mulSymVecSparse(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n,
                        const int* rownnz, const int* rowadr, const int* colind);

// Transpose of an (nr x nc) matrix: nc rows packed without gaps. mat and res may both be NULL for
// the pattern alone. The output arrays have the length of the input's entries (resnnz, resadr: nc).
void lb_transposeSparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* resnnz, int* resadr,
                        int* resind, const int* rownnz, const int* rowadr, const int* colind);

// Symmetric full matrix from a lower one: same packing as lb_transposeSparse.
void lb_lowerToFullSparse(mjtNum* res, const mjtNum* mat, int n, int* resnnz, int* resadr,
                          int* resind, const int* rownnz, const int* rowadr, const int* colind);

// Dense res (nr x nc) from a sparse matrix, and from a lower one with both triangles filled.
void lb_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                     const int* rowadr, const int* colind);
void lb_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz, const int* rowadr,
                  const int* colind);

#ifdef __cplusplus
}
#endif
