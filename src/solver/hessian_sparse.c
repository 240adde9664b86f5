// Sparse Hessian: blocks over segments of kinematic trees; see block_matrix.h.

#include <string.h>

#include "math/blas.h"
#include "math/ldl.h"
#include "solver/hessian_storage.h"

// A step of an update writes twice what a step of a factorisation does.
static const double updateCost = 2;

size_t lb_sparseInit(lbHessian* h) {
  lb_blockInit(&h->blocks, h->p);
  return h->blocks.size;
}

void lb_sparseSetInertia(lbHessian* h) {
  lb_blockSetInertia(&h->blocks, h->base);
}

void lb_sparseAddRows(lbHessian* h, mjtNum* H, const lbRowGroup* group, const mjtNum* J, int count,
                      const mjtNum* weight) {
  int nnz = group->nnz;
  lb_zero(h->block, nnz * nnz);
  lb_ldlAddRows(h->block, nnz, NULL, nnz, J, count, weight, NULL);
  lb_blockAdd(&h->blocks, H, group->cols, nnz, h->block);
}

void lb_sparseCopyBase(lbHessian* h) {
  memcpy(h->factor, h->base, h->blocks.size * sizeof(mjtNum));
}

void lb_sparseFactor(lbHessian* h) {
  lb_blockFactor(&h->blocks, h->factor);
}

bool lb_sparseUpdatesPay(const lbHessian* h) {
  const lbProblem* p = h->p;
  double cost = 0;
  for (int g = 0; g < p->J.groupCount && cost < h->blocks.cost; g++) {
    const lbRowGroup* group = p->J.groups + g;
    int rows = 0;
    for (int r = group->row; r < group->row + group->count; r++) {
      rows += h->weight[r] != 0;
    }
    if (rows && group->nnz) {
      cost += rows * lb_blockUpdateCost(&h->blocks, group->cols, group->nnz);
    }
  }
  return updateCost * cost < h->blocks.cost;
}

bool lb_sparseUpdate(lbHessian* h, const lbRowGroup* group, const mjtNum* J, mjtNum weight) {
  return lb_blockUpdate(&h->blocks, h->factor, group->cols, group->nnz, J, weight);
}
