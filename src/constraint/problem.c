// Products in the local numbering of one constraint problem.

#include "constraint/problem.h"

#include "constraint/effective_mass.h"
#include "math/blas.h"
#include "math/inline.h"

// Rows of a group worked on together: a pyramid of two tangents.
enum { panelRows = 4 };

// res[r] = J_r x for four consecutive rows.
static void multiplyPanel(mjtNum* res, const mjtNum* J, const mjtNum* x, int n) {
  const mjtNum *J1 = J + n, *J2 = J1 + n, *J3 = J2 + n;
  lbV2 s0 = {0, 0}, s1 = s0, s2 = s0, s3 = s0;
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    lbV2 v = lb_load2(x + k);
    s0 += lb_load2(J + k) * v;
    s1 += lb_load2(J1 + k) * v;
    s2 += lb_load2(J2 + k) * v;
    s3 += lb_load2(J3 + k) * v;
  }
  res[0] = lb_sum2(s0);
  res[1] = lb_sum2(s1);
  res[2] = lb_sum2(s2);
  res[3] = lb_sum2(s3);
  if (k < n) {
    res[0] += J[k] * x[k];
    res[1] += J1[k] * x[k];
    res[2] += J2[k] * x[k];
    res[3] += J3[k] * x[k];
  }
}

// sum += sum_r f[r] J_r for four consecutive rows.
static void addPanel(mjtNum* sum, const mjtNum* J, const mjtNum* f, int n) {
  const mjtNum *J1 = J + n, *J2 = J1 + n, *J3 = J2 + n;
  lbV2 f0 = lb_splat2(f[0]), f1 = lb_splat2(f[1]), f2 = lb_splat2(f[2]), f3 = lb_splat2(f[3]);
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    lbV2 low = lb_load2(J + k) * f0 + lb_load2(J1 + k) * f1;
    lbV2 high = lb_load2(J2 + k) * f2 + lb_load2(J3 + k) * f3;
    lb_store2(sum + k, lb_load2(sum + k) + (low + high));
  }
  if (k < n) {
    sum[k] += (J[k] * f[0] + J1[k] * f[1]) + (J2[k] * f[2] + J3[k] * f[3]);
  }
}

void lb_problemMulJ(const lbProblem* p, mjtNum* res, const mjtNum* x) {
  for (int g = 0; g < p->groupCount; g++) {
    const lbRowGroup* group = p->groups + g;
    int nnz = group->nnz, r = 0;
    const mjtNum* local = x + (nnz ? group->cols[0] : 0);
    if (!group->contiguous) {
      for (int k = 0; k < nnz; k++) {
        p->scratch[k] = x[group->cols[k]];
      }
      local = p->scratch;
    }
    for (; r + panelRows <= group->count; r += panelRows) {
      multiplyPanel(res + group->row + r, group->J + (size_t)r * nnz, local, nnz);
    }
    for (; r < group->count; r++) {
      res[group->row + r] = lb_dot(group->J + (size_t)r * nnz, local, nnz);
    }
  }
}

void lb_problemMulJT(const lbProblem* p, mjtNum* res, const mjtNum* f) {
  lb_zero(res, p->nv);
  for (int g = 0; g < p->groupCount; g++) {
    const lbRowGroup* group = p->groups + g;
    const mjtNum* force = f + group->row;
    int nnz = group->nnz, r = 0;
    bool any = false;
    for (int i = 0; i < group->count; i++) {
      any |= force[i] != 0;
    }
    if (!any || !nnz) {
      continue;
    }

    // sum over the rows in one place, then scatter
    mjtNum* sum = group->contiguous ? res + group->cols[0] : p->scratch;
    if (!group->contiguous) {
      lb_zero(sum, nnz);
    }
    for (; r + panelRows <= group->count; r += panelRows) {
      addPanel(sum, group->J + (size_t)r * nnz, force + r, nnz);
    }
    for (; r < group->count; r++) {
      lb_addToScl(sum, group->J + (size_t)r * nnz, force[r], nnz);
    }
    for (int k = 0; !group->contiguous && k < nnz; k++) {
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

  // implicit flexes; their problem has global numbering
  if (p->d->efm_active) {
    lb_addStiffness(m, p->d, res, x);
  }
}

void lb_problemPrecondition(const lbProblem* p, mjtNum* x, const mjtNum* r) {
  lb_problemSolveM(p, x);
  if (p->d->efm_active) {
    lb_preconditionVertices(p->m, p->d, x, r);
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
