// Hessian of the primal cost.

#include "solver/hessian.h"

#include <math.h>
#include <string.h>

#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "math/ldl.h"

// Problems with more dofs than this are stored in blocks.
enum { maxDense = 48 };

void lb_hessianInit(lbHessian* h, lbProblem* p) {
  mjData* d = p->d;
  int nv = p->nv;
  size_t size;
  memset(h, 0, sizeof(*h));
  h->p = p;
  h->sparse = nv > maxDense;
  if (h->sparse) {
    lb_blockInit(&h->blocks, p);
    size = h->blocks.size;
  } else {
    h->stride = (nv + 1) & ~1;
    h->diagInv = mj_stackAllocNum(d, nv);
    h->x = mj_stackAllocNum(d, nv);
    size = (size_t)nv * h->stride;
  }
  h->base = mj_stackAllocNum(d, size);
  h->factor = mj_stackAllocNum(d, size);
  h->weight = mj_stackAllocNum(d, p->rows.nefc);
  h->block = mj_stackAllocNum(d, (size_t)p->maxNnz * p->maxNnz);
}

// Lower triangle of M in dense storage.
static void setInertia(lbHessian* h) {
  const lbProblem* p = h->p;
  const mjModel* m = p->m;
  for (int i = 0; i < p->nv; i++) {
    lb_zero(h->base + (size_t)i * h->stride, i + 1);
  }
  for (int t = 0; t < p->treeCount; t++) {
    int first = m->tree_dofadr[p->trees[t]], count = m->tree_dofnum[p->trees[t]];
    int shift = p->treeAdr[t] - first;
    for (int i = first; i < first + count; i++) {
      mjtNum* row = h->base + (size_t)(i + shift) * h->stride + shift;
      for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
        row[m->M_colind[k]] = p->d->M[k];
      }
    }
  }
}

// H += J' diag(weight) J over the columns of a group.
static void addRows(lbHessian* h, mjtNum* H, const lbRowGroup* group, const mjtNum* J, int count,
                    const mjtNum* weight) {
  int nnz = group->nnz;
  if (h->sparse) {
    lb_zero(h->block, nnz * nnz);
    lb_ldlAddRows(h->block, nnz, NULL, nnz, J, count, weight, NULL);
    lb_blockAdd(&h->blocks, H, group->cols, nnz, h->block);
  } else if (group->contiguous) {
    mjtNum* corner = H + (size_t)group->cols[0] * h->stride + group->cols[0];
    lb_ldlAddRows(corner, h->stride, NULL, nnz, J, count, weight, NULL);
  } else {
    lb_ldlAddRows(H, h->stride, group->cols, nnz, J, count, weight, h->block);
  }
}

// J' C J of one contact on the cone, C = L L' its Hessian: rows L' J with unit weight.
static void addCone(lbHessian* h, const mjContact* con, const lbRowGroup* group, int row) {
  int dim = con->dim, nnz = group->nnz;
  mjtNum L[36];
  for (int i = 0; i < dim; i++) {
    for (int j = 0; j <= i; j++) {
      mjtNum sum = con->H[i * dim + j];
      for (int k = 0; k < j; k++) {
        sum -= L[i * dim + k] * L[j * dim + k];
      }
      L[i * dim + j] = i == j ? sqrt(lb_max(sum, mjMINVAL)) : sum / L[j * dim + j];
    }
  }

  mj_markStack(h->p->d);
  mjtNum* LJ = mj_stackAllocNum(h->p->d, (size_t)dim * nnz);
  const mjtNum* J = group->J + (size_t)(row - group->row) * nnz;
  for (int j = 0; j < dim; j++) {
    lb_scl(LJ + j * nnz, J + j * nnz, L[j * dim + j], nnz);
    for (int i = j + 1; i < dim; i++) {
      lb_addToScl(LJ + j * nnz, J + i * nnz, L[i * dim + j], nnz);
    }
  }
  addRows(h, h->factor, group, LJ, dim, NULL);
  mj_freeStack(h->p->d);
}

// Factor of the base plus cones.
static void factorBase(lbHessian* h) {
  const lbProblem* p = h->p;
  if (h->sparse) {
    memcpy(h->factor, h->base, h->blocks.size * sizeof(mjtNum));
  } else {
    for (int i = 0; i < p->nv; i++) {
      lb_copy(h->factor + (size_t)i * h->stride, h->base + (size_t)i * h->stride, i + 1);
    }
  }

  h->hasCones = false;
  bool elliptic = p->m->opt.cone == mjCONE_ELLIPTIC;
  for (int g = 0; elliptic && g < p->groupCount; g++) {
    const lbRowGroup* group = p->groups + g;
    for (int row = group->row; group->nnz && row < group->row + group->count;) {
      bool cone = p->state[row] == mjCNSTRSTATE_CONE;
      if (cone) {
        addCone(h, p->rows.contact + p->rows.id[row], group, row);
        h->hasCones = true;
      }
      row += cone ? p->rows.contact[p->rows.id[row]].dim : 1;
    }
  }
  if (h->sparse) {
    lb_blockFactor(&h->blocks, h->factor);
  } else {
    lb_ldlFactor(h->factor, h->stride, h->diagInv, p->nv);
  }
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
  if (h->sparse) {
    lb_blockSetInertia(&h->blocks, h->base);
  } else {
    setInertia(h);
  }
  for (int i = 0; i < p->rows.nefc; i++) {
    h->weight[i] = p->state[i] == mjCNSTRSTATE_QUADRATIC ? p->rows.D[i] : 0;
  }
  for (int g = 0; g < p->groupCount; g++) {
    addWeighted(h, p->groups + g);
  }
  factorBase(h);
}

// One rank-one update of the factor by a row of a group. Returns false when it failed.
static bool updateRow(lbHessian* h, const lbRowGroup* group, int row) {
  const mjtNum* J = group->J + (size_t)(row - group->row) * group->nnz;
  mjtNum weight = h->weight[row];
  if (h->sparse) {
    return lb_blockUpdate(&h->blocks, h->factor, group->cols, group->nnz, J, weight);
  }
  int last = group->cols[group->nnz - 1];
  lb_zero(h->x, last + 1);
  for (int k = 0; k < group->nnz; k++) {
    h->x[group->cols[k]] = J[k];
  }
  return lb_ldlUpdate(h->factor, h->stride, h->diagInv, h->x, last, weight);
}

// Are rank-one updates for all nonzero weights cheaper than a new factor? A step of an update
// writes twice what a step of a factorisation does.
static bool updatesPay(const lbHessian* h, int changes) {
  const lbProblem* p = h->p;
  if (!h->sparse) {
    return changes * 8 < p->nv;
  }
  double cost = 0;
  for (int g = 0; g < p->groupCount && cost < h->blocks.cost; g++) {
    const lbRowGroup* group = p->groups + g;
    int rows = 0;
    for (int r = group->row; r < group->row + group->count; r++) {
      rows += h->weight[r] != 0;
    }
    if (rows && group->nnz) {
      cost += rows * lb_blockUpdateCost(&h->blocks, group->cols, group->nnz);
    }
  }
  return 2 * cost < h->blocks.cost;
}

int lb_hessianRefresh(lbHessian* h, const int* oldState) {
  const lbProblem* p = h->p;
  int changes = 0, cones = 0, lastCone = -1;
  for (int i = 0; i < p->rows.nefc; i++) {
    bool before = oldState[i] == mjCNSTRSTATE_QUADRATIC;
    bool after = p->state[i] == mjCNSTRSTATE_QUADRATIC;
    h->weight[i] = (after - before) * p->rows.D[i];
    changes += before != after;
    if (p->state[i] == mjCNSTRSTATE_CONE && p->rows.id[i] != lastCone) {
      lastCone = p->rows.id[i];
      cones++;
    }
  }
  for (int g = 0; changes && g < p->groupCount; g++) {
    addWeighted(h, p->groups + g);
  }
  if (cones || h->hasCones || (changes && !updatesPay(h, changes))) {
    factorBase(h);
    return changes + cones;
  }

  for (int g = 0; changes && g < p->groupCount; g++) {
    const lbRowGroup* group = p->groups + g;
    for (int row = group->row; row < group->row + group->count; row++) {
      if (h->weight[row] != 0 && group->nnz && !updateRow(h, group, row)) {
        factorBase(h);
        return changes + cones;
      }
    }
  }
  return changes + cones;
}

void lb_hessianSolve(const lbHessian* h, mjtNum* x) {
  if (h->sparse) {
    lb_blockSolve(&h->blocks, h->factor, x);
  } else {
    lb_ldlSolve(h->factor, h->stride, h->diagInv, x, h->p->nv);
  }
}

int lb_hessianSize(const lbHessian* h) {
  return h->sparse ? lb_blockSize(&h->blocks) : h->p->nv * h->p->nv;
}
