// Dense symmetric positive definite systems by reverse Cholesky: H = L'L, L lower triangular.
//
// Working from the last row up keeps every step on contiguous row prefixes, and a row that is zero
// in some column stays so: with dofs in tree order, limbs cost nothing to each other even though
// storage is dense. Matrices are row major with a stride, lower triangle only; the diagonal of the
// factor is stored inverted in its own array.

#pragma once

#include <stdbool.h>

#include "api/types.h"

// Factors H in place; pivots below the smallest value are raised to it. Returns false when one was.
bool lb_denseFactor(mjtNum* H, int stride, mjtNum* diagInv, int n);

// x = inv(H) x.
void lb_denseSolve(const mjtNum* L, int stride, const mjtNum* diagInv, mjtNum* x, int n);

// L of H + x x' (plus) or H - x x'. x is overwritten; last: index of its last nonzero. Returns
// false when the result is not positive definite (L is then useless).
bool lb_denseUpdate(mjtNum* L, int stride, mjtNum* diagInv, mjtNum* x, int last, bool plus);

// H(cols, cols) += sum over rows of weight J_r' J_r, rows with zero weight skipped. J is
// (count x nnz); cols ascending, NULL for 0 .. nnz-1. block: scratch (nnz x nnz), used with cols.
void lb_denseAddRows(mjtNum* H, int stride, const int* cols, int nnz, const mjtNum* J, int count,
                     const mjtNum* weight, mjtNum* block);
