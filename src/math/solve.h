// Dense Cholesky factors, in two layouts.
//
// Lower: A = L L', L in the lower triangle of a row-major matrix; the public mju_chol functions.
// Upper: A = U' U, U in the upper triangle, rows `stride` numbers apart. Row k of U is column k of
// L, so a rank-one update, the factorization and both triangular solves all run along rows: this
// is the layout for Newton's method. The strictly lower triangle is never read or written.

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

// The upper-layout twins.
int lb_cholFactorUpper(mjtNum* mat, int stride, int n, mjtNum mindiag);
void lb_cholSolveUpper(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int n);
int lb_cholUpdateUpper(mjtNum* mat, int stride, mjtNum* x, int n, int flg_plus);

// Two updates in one pass over U: +- x x' +- y y'. Both vectors are overwritten. Returns the rank.
int lb_cholUpdateUpper2(mjtNum* mat, int stride, mjtNum* x, mjtNum* y, int n, int plusX,
                        int plusY);

// res = U' U vec, from the factor; res must not be vec.
void lb_mulCholUpper(mjtNum* res, const mjtNum* mat, int stride, const mjtNum* vec, int n);

#ifdef __cplusplus
}
#endif
