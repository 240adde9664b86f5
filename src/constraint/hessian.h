// Hessian of the primal cost and its factor: H = M + J' s'' J.
//
// Dense storage for small problems; for large ones blocks over segments of the kinematic trees
// (hessian_block.c). Usage: init, factor; after each move refresh with the states before it.
// Memory is on the stack of mjData.

#pragma once

#include "constraint/problem.h"

struct lbBlockHessian_;

typedef struct lbHessian_ {
  lbProblem* p;
  struct lbBlockHessian_* blocks;  // NULL: dense
  int stride;
  mjtNum* H;          // matrix, then factor (nv x stride)
  mjtNum* base;       // elliptic: H without cones (nv x stride)
  mjtNum* diagInv;    // (nv)
  mjtNum* weight;     // curvature per row (nefc)
  mjtNum* block;      // scratch (maxNnz x maxNnz)
  mjtNum* x;          // scratch (nv)
  int coneCount;      // contacts on the cone in the current factor
} lbHessian;

void lb_hessianInit(lbHessian* h, lbProblem* p);

// Builds and factors for the current states (and contact.H).
void lb_hessianFactor(lbHessian* h);

// Follows state changes, by rank-one updates when they are few. Returns the number of updates.
int lb_hessianRefresh(lbHessian* h, const int* oldState);

// x = inv(H) x.
void lb_hessianSolve(const lbHessian* h, mjtNum* x);

// Entries of the factor, for statistics.
int lb_hessianSize(const lbHessian* h);
