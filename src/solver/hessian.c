// Hessian of the primal cost: building, following and solving it; see hessian.h.

#include "solver/hessian.h"

#include <math.h>
#include <string.h>

#include "base/compiler.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "math/ldl.h"
#include "solver/hessian_storage.h"

// Problems with more dofs than this are stored in blocks. Smaller ones are factored sooner than
// blocks are found.
enum { MAX_DENSE_DOFS = 48 };

// ---------------------------------------------------------------------- the one or the other

static void setInertia(lbHessian* h) {
  (h->sparse ? lb_sparseSetInertia : lb_denseSetInertia)(h);
}

static void addRows(lbHessian* h, mjtNum* H, const lbRowGroup* group, const mjtNum* J, int count,
                    const mjtNum* weight) {
  if (h->sparse) {
    lb_sparseAddRows(h, H, group, J, count, weight);
  } else {
    lb_denseAddRows(h, H, group, J, count, weight);
  }
}

static void copyBase(lbHessian* h) {
  (h->sparse ? lb_sparseCopyBase : lb_denseCopyBase)(h);
}

static void factor(lbHessian* h) {
  (h->sparse ? lb_sparseFactor : lb_denseFactor)(h);
}

static bool updatesPay(const lbHessian* h, int changes) {
  return h->sparse ? lb_sparseUpdatesPay(h) : lb_denseUpdatesPay(h, changes);
}

static bool update(lbHessian* h, const lbRowGroup* group, const mjtNum* J, mjtNum weight) {
  return h->sparse ? lb_sparseUpdate(h, group, J, weight) : lb_denseUpdate(h, group, J, weight);
}

void lb_hessianSolve(const lbHessian* h, mjtNum* x) {
  if (h->sparse) {
    lb_blockSolve(&h->blocks, h->factor, x);
  } else {
    lb_ldlSolve(h->factor, h->dense.stride, h->dense.diagInv, x, h->p->nv);
  }
}

int lb_hessianSize(const lbHessian* h) {
  return h->sparse ? lb_blockSize(&h->blocks) : h->p->nv * h->p->nv;
}

// --------------------------------------------------------------------------------- building

void lb_hessianInit(lbHessian* h, lbProblem* p) {
  mjData* d = p->d;
  memset(h, 0, sizeof(*h));
  h->p = p;
  h->sparse = p->nv > MAX_DENSE_DOFS;
  mjtSize size = (mjtSize)(h->sparse ? lb_sparseInit(h) : lb_denseInit(h));
  size += size & 1;  // vectors do not cross lines of the cache
  mjtSize nnz = p->J.maxNnz;
  h->base = lb_stackNum(d, 2 * size + nnz * nnz + p->rows.nefc);
  h->factor = h->base + size;
  h->block = h->factor + size;
  h->weight = h->block + nnz * nnz;
}

// J' C J of one contact on the cone, C = G G' its Hessian: rows G' J with weight one.
LB_APART static void addCone(lbHessian* h, const mjContact* con, const lbRowGroup* group, int row) {
  int dim = con->dim, nnz = group->nnz;
  mjtNum G[36];
  for (int i = 0; i < dim; i++) {
    for (int j = 0; j <= i; j++) {
      mjtNum sum = con->H[i * dim + j];
      for (int k = 0; k < j; k++) {
        sum -= G[i * dim + k] * G[j * dim + k];
      }
      G[i * dim + j] = i == j ? sqrt(lb_max(sum, mjMINVAL)) : sum / G[j * dim + j];
    }
  }

  lb_markStack(h->p->d);
  mjtNum* GJ = lb_stackNum(h->p->d, (mjtSize)dim * nnz);
  const mjtNum* J = group->J + (size_t)(row - group->row) * nnz;
  for (int j = 0; j < dim; j++) {
    lb_scl(GJ + j * nnz, J + j * nnz, G[j * dim + j], nnz);
    for (int i = j + 1; i < dim; i++) {
      lb_addToScl(GJ + j * nnz, J + i * nnz, G[i * dim + j], nnz);
    }
  }
  addRows(h, h->factor, group, GJ, dim, NULL);
  lb_freeStack(h->p->d);
}

// Factor of the base plus cones.
static void factorBase(lbHessian* h) {
  const lbProblem* p = h->p;
  copyBase(h);

  h->hasCones = false;
  bool elliptic = p->m->opt.cone == mjCONE_ELLIPTIC;
  for (int g = 0; elliptic && g < p->J.groupCount; g++) {
    const lbRowGroup* group = p->J.groups + g;
    for (int row = group->row; group->nnz && row < group->row + group->count;) {
      bool cone = p->result.state[row] == mjCNSTRSTATE_CONE;
      if (cone) {
        addCone(h, p->rows.contact + p->rows.id[row], group, row);
        h->hasCones = true;
      }
      row += cone ? p->rows.contact[p->rows.id[row]].dim : 1;
    }
  }
  factor(h);
}

// Adds to the base the rows of a group with nonzero weight.
static void addWeighted(lbHessian* h, const lbRowGroup* group) {
  const mjtNum* weight = h->weight + group->row;
  bool any = false;
  for (int r = 0; r < group->count; r++) {
    any |= weight[r] != 0;
  }
  if (any && group->nnz) {
    addRows(h, h->base, group, group->J, group->count, weight);
  }
}

void lb_hessianFactor(lbHessian* h) {
  const lbProblem* p = h->p;
  setInertia(h);
  for (int g = 0; g < p->M.couplingCount; g++) {
    addRows(h, h->base, p->M.couplings + g, p->M.couplings[g].J, 1, NULL);
  }
  for (int i = 0; i < p->rows.nefc; i++) {
    h->weight[i] = p->result.state[i] == mjCNSTRSTATE_QUADRATIC ? p->rows.D[i] : 0;
  }
  for (int g = 0; g < p->J.groupCount; g++) {
    addWeighted(h, p->J.groups + g);
  }
  factorBase(h);
}

LB_APART int lb_hessianRefresh(lbHessian* h, const int* oldState) {
  const lbProblem* p = h->p;
  int changes = 0, cones = 0;
  for (int i = 0; i < p->rows.nefc; i++) {
    bool before = oldState[i] == mjCNSTRSTATE_QUADRATIC;
    bool after = p->result.state[i] == mjCNSTRSTATE_QUADRATIC;
    h->weight[i] = (after - before) * p->rows.D[i];
    changes += before != after;
    cones += p->result.state[i] == mjCNSTRSTATE_CONE;
  }
  for (int g = 0; changes && g < p->J.groupCount; g++) {
    addWeighted(h, p->J.groups + g);
  }
  if (cones || h->hasCones || (changes && !updatesPay(h, changes))) {
    factorBase(h);
    return changes + cones;
  }

  for (int g = 0; changes && g < p->J.groupCount; g++) {
    const lbRowGroup* group = p->J.groups + g;
    for (int row = group->row; row < group->row + group->count; row++) {
      const mjtNum* J = group->J + (size_t)(row - group->row) * group->nnz;
      if (h->weight[row] != 0 && group->nnz && !update(h, group, J, h->weight[row])) {
        factorBase(h);
        return changes + cones;
      }
    }
  }
  return changes + cones;
}
