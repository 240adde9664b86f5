// Dense Hessian: the lower triangle of a square matrix, factored as in math/ldl.h.

#include "base/compiler.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/ldl.h"
#include "solver/hessian_storage.h"

// A factorisation takes nv^3 / 6 multiplications, an update nv^2: nv / 6 updates are as dear, and a
// little less because they run over shorter stretches.
enum { DOFS_PER_UPDATE = 8 };

size_t lb_denseInit(lbHessian* h) {
  int nv = h->p->nv;
  h->dense.stride = (nv + 1) & ~1;
  h->dense.diagInv = lb_stackNum(h->p->d, 2 * nv);
  h->dense.x = h->dense.diagInv + nv;
  return (size_t)nv * h->dense.stride;
}

void lb_denseSetInertia(lbHessian* h) {
  const lbProblem* p = h->p;
  const mjModel* m = p->m;
  int stride = h->dense.stride;
  for (int i = 0; i < p->nv; i++) {
    lb_zero(h->base + (size_t)i * stride, i + 1);
  }
  for (int t = 0; t < p->M.treeCount; t++) {
    int first = m->tree_dofadr[p->M.trees[t]], count = m->tree_dofnum[p->M.trees[t]];
    int shift = p->M.treeAdr[t] - first;
    for (int i = first; i < first + count; i++) {
      mjtNum* row = h->base + (size_t)(i + shift) * stride + shift;
      for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
        row[m->M_colind[k]] = p->M.value[k];
      }
    }
  }
}

LB_APART void lb_denseAddRows(lbHessian* h, mjtNum* H, const lbRowGroup* group, const mjtNum* J,
                              int count, const mjtNum* weight) {
  int stride = h->dense.stride;
  if (group->contiguous) {
    mjtNum* corner = H + (size_t)group->cols[0] * stride + group->cols[0];
    lb_ldlAddRows(corner, stride, NULL, group->nnz, J, count, weight, NULL);
  } else {
    lb_ldlAddRows(H, stride, group->cols, group->nnz, J, count, weight, h->block);
  }
}

void lb_denseCopyBase(lbHessian* h) {
  int stride = h->dense.stride;
  for (int i = 0; i < h->p->nv; i++) {
    lb_copy(h->factor + (size_t)i * stride, h->base + (size_t)i * stride, i + 1);
  }
}

void lb_denseFactor(lbHessian* h) {
  lb_ldlFactor(h->factor, h->dense.stride, h->dense.diagInv, h->p->nv);
}

bool lb_denseUpdatesPay(const lbHessian* h, int changes) {
  return changes * DOFS_PER_UPDATE < h->p->nv;
}

bool lb_denseUpdate(lbHessian* h, const lbRowGroup* group, const mjtNum* J, mjtNum weight) {
  int last = group->cols[group->nnz - 1];
  mjtNum* x = h->dense.x;
  lb_zero(x, last + 1);
  for (int k = 0; k < group->nnz; k++) {
    x[group->cols[k]] = J[k];
  }
  return lb_ldlUpdate(h->factor, h->dense.stride, h->dense.diagInv, x, last, weight);
}
