// Index tables of the sparse matrices that depend on the tree alone; see matrices.c.

#pragma once

#include "api/model.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

// Last dof that moves a body, -1: none.
int lb_lastDofOf(const mjModel* m, int body);

// Sets nM, nC, nD and nB of `sizes` from the tree of m.
void lb_countMatrices(lbRegion* region, const mjModel* m, mjModel* sizes);

// Fills the tables of M, D and B, whose sizes are those of lb_countMatrices.
void lb_fillMatrices(lbRegion* region, mjModel* m);

#ifdef __cplusplus
}
#endif
