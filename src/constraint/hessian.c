// Dense Hessian of the primal cost.

#include "constraint/hessian.h"

#include <math.h>
#include <string.h>

#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "math/ldl.h"

void lb_hessianInit(lbHessian* h, lbProblem* p) {
  mjData* d = p->d;
  int nv = p->nv;
  memset(h, 0, sizeof(*h));
  h->p = p;
  h->stride = (nv + 1) & ~1;
  h->H = mj_stackAllocNum(d, (size_t)nv * h->stride);
  h->diagInv = mj_stackAllocNum(d, nv);
  h->weight = mj_stackAllocNum(d, p->rows.nefc);
  h->block = mj_stackAllocNum(d, (size_t)p->maxNnz * p->maxNnz);
  h->x = mj_stackAllocNum(d, nv);
}

// Lower triangle of M.
static void setInertia(lbHessian* h) {
  const lbProblem* p = h->p;
  const mjModel* m = p->m;
  for (int i = 0; i < p->nv; i++) {
    lb_zero(h->H + (size_t)i * h->stride, i + 1);
  }
  for (int t = 0; t < p->treeCount; t++) {
    int first = m->tree_dofadr[p->trees[t]], count = m->tree_dofnum[p->trees[t]];
    int shift = p->treeAdr[t] - first;
    for (int i = first; i < first + count; i++) {
      mjtNum* row = h->H + (size_t)(i + shift) * h->stride + shift;
      for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
        row[m->M_colind[k]] = p->d->M[k];
      }
    }
  }
}

// J' C J of one contact on the cone, C = L L' its Hessian: rows L' J with unit weight.
static void addCone(lbHessian* h, const mjContact* con, const lbRowGroup* group, int row) {
  int dim = con->dim, nnz = group->nnz;
  mjtNum L[36], ones[6];
  for (int i = 0; i < dim; i++) {
    ones[i] = 1;
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
  lb_ldlAddRows(h->H, h->stride, group->cols, nnz, LJ, dim, ones, h->block);
  mj_freeStack(h->p->d);
}

static void addGroup(lbHessian* h, const lbRowGroup* group) {
  const lbProblem* p = h->p;
  mjtNum* weight = h->weight + group->row;
  bool any = false;
  for (int r = 0; r < group->count; r++) {
    int state = p->state[group->row + r];
    weight[r] = state == mjCNSTRSTATE_QUADRATIC ? p->rows.D[group->row + r] : 0;
    any |= weight[r] != 0;
  }
  if (any && group->contiguous) {
    mjtNum* corner = h->H + (size_t)group->cols[0] * h->stride + group->cols[0];
    lb_ldlAddRows(corner, h->stride, NULL, group->nnz, group->J, group->count, weight, NULL);
  } else if (any) {
    lb_ldlAddRows(h->H, h->stride, group->cols, group->nnz, group->J, group->count, weight,
                  h->block);
  }
  for (int r = 0; r < group->count;) {
    int row = group->row + r;
    if (p->state[row] == mjCNSTRSTATE_CONE) {
      const mjContact* con = p->rows.contact + p->rows.id[row];
      addCone(h, con, group, row);
      h->coneCount++;
      r += con->dim;
    } else {
      r++;
    }
  }
}

void lb_hessianFactor(lbHessian* h) {
  const lbProblem* p = h->p;
  h->coneCount = 0;
  setInertia(h);
  for (int g = 0; g < p->groupCount; g++) {
    addGroup(h, p->groups + g);
  }
  lb_ldlFactor(h->H, h->stride, h->diagInv, p->nv);
}

// One rank-one update of the factor by a row of a group. Returns false when it failed.
static bool updateRow(lbHessian* h, const lbRowGroup* group, int row, bool plus) {
  const mjtNum* J = group->J + (size_t)(row - group->row) * group->nnz;
  mjtNum weight = h->p->rows.D[row];
  int last = group->cols[group->nnz - 1];
  lb_zero(h->x, last + 1);
  for (int k = 0; k < group->nnz; k++) {
    h->x[group->cols[k]] = J[k];
  }
  return lb_ldlUpdate(h->H, h->stride, h->diagInv, h->x, last, plus ? weight : -weight);
}

int lb_hessianRefresh(lbHessian* h, const int* oldState) {
  const lbProblem* p = h->p;
  int nefc = p->rows.nefc, changes = 0, cones = 0;
  for (int i = 0; i < nefc; i++) {
    changes += (oldState[i] == mjCNSTRSTATE_QUADRATIC) != (p->state[i] == mjCNSTRSTATE_QUADRATIC);
    cones += p->state[i] == mjCNSTRSTATE_CONE;
  }
  if (!changes && !cones && !h->coneCount) {
    return 0;
  }

  // refactor when cones are involved or a rebuild is cheaper than the updates
  if (cones || h->coneCount || changes * 2 > p->nv) {
    lb_hessianFactor(h);
    return changes;
  }
  for (int g = 0; g < p->groupCount; g++) {
    const lbRowGroup* group = p->groups + g;
    for (int row = group->row; row < group->row + group->count; row++) {
      bool before = oldState[row] == mjCNSTRSTATE_QUADRATIC;
      bool after = p->state[row] == mjCNSTRSTATE_QUADRATIC;
      if (before != after && group->nnz && !updateRow(h, group, row, after)) {
        lb_hessianFactor(h);
        return changes;
      }
    }
  }
  return changes;
}

void lb_hessianSolve(const lbHessian* h, mjtNum* x) {
  lb_ldlSolve(h->H, h->stride, h->diagInv, x, h->p->nv);
}

int lb_hessianSize(const lbHessian* h) {
  return h->p->nv * h->p->nv;
}
