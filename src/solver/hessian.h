// Hessian of the primal cost and its factor.
//
// The cost c(x) = 1/2 (x - a0)' M (x - a0) + s(J x - aref) of solver/primal.c has the Hessian
//   H = M + J' s'' J.
// s'' is diagonal but for contacts on their elliptic cone: a row in its quadratic zone has the
// curvature D, every other row none. So
//   H = M + sum D_i J_i' J_i over rows in the quadratic zone        "base"
//         + sum J_c' C_c J_c over contacts c on the cone,           C_c = contact.H (dim x dim)
// The base changes by D_i J_i' J_i when row i changes its state, and its factor L' D L can follow
// by a rank one update. With C = G G' a cone adds (G' J)' (G' J), rows with weight one; C differs
// at each point, so while there are cones the factor is made anew from the base.
//
// Usage: init, factor; after each move refresh with the states before it. Dense storage serves
// small problems (hessian_dense.c), blocks over segments of kinematic trees large ones
// (hessian_sparse.c); they are the same to callers. Memory is on the stack of mjData.

#pragma once

#include "solver/block_matrix.h"
#include "solver/problem.h"

// Parts of the dense form.
typedef struct lbDenseHessian_ {
  int stride;       // numbers from row to row: nv, even
  mjtNum* diagInv;  // inverse of D (nv)
  mjtNum* x;        // scratch: a row of J with its zeros (nv)
} lbDenseHessian;

typedef struct lbHessian_ {
  lbProblem* p;
  bool sparse;  // which of the next two
  lbDenseHessian dense;
  lbBlockMatrix blocks;
  mjtNum* base;    // H without cones, as stored
  mjtNum* factor;  // factor of H, as stored
  mjtNum* weight;  // curvature, or change of curvature, of each row (nefc)
  mjtNum* block;   // scratch (maxNnz x maxNnz)
  bool hasCones;   // the factor contains cones
} lbHessian;

void lb_hessianInit(lbHessian* h, lbProblem* p);

// Builds and factors for the current states (and contact.H).
void lb_hessianFactor(lbHessian* h);

// Follows state changes, by rank one updates when they are few. Returns how many rows
// changed or are of contacts on the cone.
int lb_hessianRefresh(lbHessian* h, const int* oldState);

// x = inv(H) x.
void lb_hessianSolve(const lbHessian* h, mjtNum* x);

// Entries of the factor, for statistics.
int lb_hessianSize(const lbHessian* h);
