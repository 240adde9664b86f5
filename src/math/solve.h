// Dense Cholesky factors A = L L' in the lower triangle of a row-major matrix: the twins of the
// public mju_chol functions. Newton's method uses math/ldl.h instead, which is faster to update.

#pragma once

#include "api/types.h"

#ifdef __cplusplus
extern "C" {
#endif

// Factors in place. A pivot below mindiag is replaced by mindiag and the rest of its column of L
// by zero. Returns the rank: n minus the number of replaced pivots.
int lb_cholFactor(mjtNum* mat, int n, mjtNum mindiag);

// Solves L L' res = vec; res may be vec.
void lb_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n);

// L L' +- x x' with x overwritten; pivots below mjMINVAL are replaced. Returns the rank.
int lb_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus);

#ifdef __cplusplus
}
#endif
