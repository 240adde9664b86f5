// Hessian of the primal cost and its factor: H = M + J' s'' J.
//
// Dense storage for small problems, blocks over segments of the kinematic trees for large ones.
// The matrix without contacts on the cone is kept beside the factor and follows state changes by
// adding and subtracting rows. Usage: init, factor; after each move refresh with the states before
// it. Memory is on the stack of mjData.

#pragma once

#include "solver/block_matrix.h"
#include "solver/problem.h"

typedef struct lbHessian_ {
  lbProblem* p;
  bool sparse;
  lbBlockMatrix blocks;  // sparse only
  int stride;            // dense only
  mjtNum* base;          // H without cones
  mjtNum* factor;        // factor of H
  mjtNum* diagInv;       // dense only (nv)
  mjtNum* weight;        // curvature per row (nefc)
  mjtNum* block;         // scratch (maxNnz x maxNnz)
  mjtNum* x;             // scratch (nv)
  bool hasCones;         // the factor contains cones
} lbHessian;

void lb_hessianInit(lbHessian* h, lbProblem* p);

// Builds and factors for the current states (and contact.H).
void lb_hessianFactor(lbHessian* h);

// Follows state changes, by rank-one updates when they are few. Returns the number of rows
// that changed and of contacts on the cone.
int lb_hessianRefresh(lbHessian* h, const int* oldState);

// x = inv(H) x.
void lb_hessianSolve(const lbHessian* h, mjtNum* x);

// Entries of the factor, for statistics.
int lb_hessianSize(const lbHessian* h);
