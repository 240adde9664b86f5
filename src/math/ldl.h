// Dense factors of symmetric positive definite matrices for Newton's method: H = L' D L.
//
// L is unit lower triangular and is found from the last row upwards, so every step works on the
// beginning of a row, and an entry that is zero in H stays zero when no later row couples its two
// columns: with dofs in tree order the limbs of a tree cost nothing to each other although storage
// is dense. There are no square roots, and no division waits for another one.
//
// H and its factor take the lower triangle of a row-major matrix whose rows lie `stride` numbers
// apart; the upper triangle is never touched. After factoring, the diagonal holds D, and
// diagInv[n] its inverse.

#pragma once

#include <stdbool.h>

#include "api/types.h"

#ifdef __cplusplus
extern "C" {
#endif

// Lower triangle of H (cols, cols) += sum over rows r of weight[r] J_r' J_r; rows without weight
// are skipped, weight NULL = ones. J is (count x nnz), packed; cols (nnz) ascending.
// cols NULL: columns 0 .. nnz - 1, and block is not used; else block is scratch (nnz x nnz).
void lb_ldlAddRows(mjtNum* H, int stride, const int* cols, int nnz, const mjtNum* J, int count,
                   const mjtNum* weight, mjtNum* block);

// What stands in for a pivot that rounding has made zero or negative, such that the factor stays
// that of a positive definite matrix and does not grow without bound: its magnitude; where that
// does not exceed mjMINVAL, that, and the row (n) becomes zero.
mjtNum lb_ldlPivot(mjtNum pivot, mjtNum* row, int n);

// Factors in place. Returns false when a pivot did not exceed mjMINVAL.
bool lb_ldlFactor(mjtNum* H, int stride, mjtNum* diagInv, int n);

// x = inv(H) x
void lb_ldlSolve(const mjtNum* L, int stride, const mjtNum* diagInv, mjtNum* x, int n);

// Factor of H + weight x x'; weight may be negative. x is overwritten; last is the index of its
// last nonzero. Returns false when the result is not positive definite: the factor is then useless.
bool lb_ldlUpdate(mjtNum* L, int stride, mjtNum* diagInv, mjtNum* x, int last, mjtNum weight);

#ifdef __cplusplus
}
#endif
