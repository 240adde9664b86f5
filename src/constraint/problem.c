// Products in the local numbering of one constraint problem.

#include "constraint/problem.h"

#include "math/blas.h"
#include "math/inline.h"

void lb_problemMulJ(const lbProblem* p, mjtNum* res, const mjtNum* x) {
  for (int g = 0; g < p->groupCount; g++) {
    const lbRowGroup* group = p->groups + g;
    const mjtNum* local = x + (group->nnz ? group->cols[0] : 0);
    if (!group->contiguous) {
      for (int k = 0; k < group->nnz; k++) {
        p->scratch[k] = x[group->cols[k]];
      }
      local = p->scratch;
    }
    const mjtNum* J = group->J;
    for (int r = 0; r < group->count; r++, J += group->nnz) {
      res[group->row + r] = lb_dot(J, local, group->nnz);
    }
  }
}

void lb_problemMulJT(const lbProblem* p, mjtNum* res, const mjtNum* f) {
  lb_zero(res, p->nv);
  for (int g = 0; g < p->groupCount; g++) {
    const lbRowGroup* group = p->groups + g;
    int nnz = group->nnz;
    mjtNum* sum = group->contiguous ? res + group->cols[0] : p->scratch;
    bool any = group->contiguous;
    const mjtNum* J = group->J;
    for (int r = 0; r < group->count; r++, J += nnz) {
      mjtNum scale = f[group->row + r];
      if (scale == 0) {
        continue;
      }
      if (any) {
        lb_addToScl(sum, J, scale, nnz);
      } else {
        lb_scl(sum, J, scale, nnz);
        any = true;
      }
    }
    for (int k = 0; any && !group->contiguous && k < nnz; k++) {
      res[group->cols[k]] += sum[k];
    }
  }
}

void lb_problemMulM(const lbProblem* p, mjtNum* res, const mjtNum* x) {
  const mjModel* m = p->m;
  for (int t = 0; t < p->treeCount; t++) {
    int first = m->tree_dofadr[p->trees[t]], count = m->tree_dofnum[p->trees[t]];
    int shift = p->treeAdr[t] - first;
    for (int i = first; i < first + count; i++) {
      int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
      mjtNum xi = x[i + shift], sum = p->d->M[adr + last] * xi;
      for (int k = 0; k < last; k++) {
        int j = m->M_colind[adr + k] + shift;
        sum += p->d->M[adr + k] * x[j];
        res[j] += p->d->M[adr + k] * xi;
      }
      res[i + shift] = sum;
    }
  }
}

void lb_problemSolveM(const lbProblem* p, mjtNum* x) {
  const mjModel* m = p->m;
  const mjtNum* L = p->d->qLD;
  for (int t = 0; t < p->treeCount; t++) {
    int first = m->tree_dofadr[p->trees[t]], count = m->tree_dofnum[p->trees[t]];
    int shift = p->treeAdr[t] - first;

    // inv(L'), then the diagonal and inv(L)
    for (int i = first + count - 1; i >= first; i--) {
      int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
      mjtNum xi = x[i + shift];
      for (int k = 0; xi != 0 && k < last; k++) {
        x[m->M_colind[adr + k] + shift] -= L[adr + k] * xi;
      }
    }
    for (int i = first; i < first + count; i++) {
      int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
      mjtNum sum = x[i + shift] * p->d->qLDiagInv[i];
      for (int k = 0; k < last; k++) {
        sum -= L[adr + k] * x[m->M_colind[adr + k] + shift];
      }
      x[i + shift] = sum;
    }
  }
}

void lb_problemRecord(const lbProblem* p, int iteration, mjSolverStat stat) {
  if (p->island < mjNISLAND && iteration < mjNSOLVER) {
    p->d->solver[p->island * mjNSOLVER + iteration] = stat;
  }
}
