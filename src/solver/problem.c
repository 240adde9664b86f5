// Products in the local numbering of one constraint problem.

#include "solver/problem.h"

#include <string.h>

#include "data/stack.h"
#include "dynamics/factor.h"
#include "math/blas.h"
#include "math/inline.h"
#include "math/panel.h"
#include "solver/effective_mass.h"
#include "solver/metric.h"

// Rows of a group worked on together: a pyramid of two tangents.
enum { panelRows = PANEL };

// res[r] = J_r x for four consecutive rows.
static void multiplyPanel(mjtNum* res, const mjtNum* J, const mjtNum* x, int n) {
  dotPanel(res, J, J + n, J + 2 * (size_t)n, J + 3 * (size_t)n, x, n);
}

// sum += sum_r f[r] J_r for four consecutive rows.
static void addRows(mjtNum* sum, const mjtNum* J, const mjtNum* f, int n) {
  Panel panel = {.row = {J, J + n, J + 2 * (size_t)n, J + 3 * (size_t)n},
                 .scale = {f[0], f[1], f[2], f[3]}};
  addPanel(sum, &panel, 1, n);
}

// Two vertices of a flex, each with three columns?
static inline bool isEdge(const lbRowGroup* group) {
  const int* cols = group->cols;
  return group->nnz == 6 && cols[2] - cols[0] == 2 && cols[5] - cols[3] == 2;
}

// As lb_sparseDot sums, of neighbours.
static mjtNum orderedDot(const mjtNum* J, const mjtNum* x, int n) {
  int whole = n & ~3;
  mjtNum sum = lb_dot(J, x, whole);
  for (int i = whole; i < n; i++) {
    sum += J[i] * x[i];
  }
  return sum;
}

// J x for one row with columns here and there, as edges of flexes have: as lb_sparseDot sums.
static mjtNum gatherDot(const lbRowGroup* group, const mjtNum* J, const mjtNum* x) {
  const int* cols = group->cols;
  if (!isEdge(group)) {
    return lb_sparseDot(J, cols, x, group->nnz);
  }
  const mjtNum *a = x + cols[0], *b = x + cols[3];
  lbV2 sum = lb_load2(J) * lb_load2(a) + lb_load2(J + 2) * (lbV2){a[2], b[0]};
  return lb_sum2(sum) + J[4] * b[1] + J[5] * b[2];
}

// Trees of three dofs of which each group lists all or none. Most of those with flexes are.
static bool* findTriples(const lbProblem* p) {
  bool* triple = LB_STACK(p->d, bool, p->nv);
  memset(triple, 0, p->nv * sizeof(bool));
  for (int t = 0; t < p->M.treeCount; t++) {
    triple[p->M.treeAdr[t]] = p->m->tree_dofnum[p->M.trees[t]] == 3;
  }
  for (int g = 0; g < p->J.groupCount; g++) {
    const lbRowGroup* group = p->J.groups + g;
    const int* cols = group->cols;
    for (int k = 0; k < group->nnz; k++) {
      int c = cols[k];
      if (triple[c] && k + 2 < group->nnz && cols[k + 2] == c + 2) {
        k += 2;
      } else {
        // listed without the other two dofs of its tree: the three cannot be taken together
        triple[c] = triple[c > 1 ? c - 1 : 0] = triple[c > 2 ? c - 2 : 0] = false;
      }
    }
  }
  return triple;
}

void lb_problemTranspose(lbProblem* p) {
  const bool* triple = findTriples(p);
  int* adr = lb_stackInt(p->d, p->nv + 1);
  memset(adr, 0, (p->nv + 1) * sizeof(int));
  for (int g = 0; g < p->J.groupCount; g++) {
    for (int k = 0; k < p->J.groups[g].nnz; k++) {
      adr[p->J.groups[g].cols[k] + 1] += p->J.groups[g].count;
    }
  }
  for (int i = 0; i < p->nv; i++) {
    adr[i + 1] += adr[i];
  }
  int *row = lb_stackInt(p->d, adr[p->nv] + 1), *next = lb_stackInt(p->d, p->nv);
  mjtNum* value = lb_stackNum(p->d, adr[p->nv] + 1);
  memcpy(next, adr, p->nv * sizeof(int));
  for (int g = 0; g < p->J.groupCount; g++) {
    const lbRowGroup* group = p->J.groups + g;
    const mjtNum* J = group->J;
    for (int r = group->row; r < group->row + group->count; r++, J += group->nnz) {
      for (int k = 0; k < group->nnz; k++) {
        int c = group->cols[k], at = next[c]++;
        row[at] = r;
        value[at] = J[k];
        if (triple[c]) {
          int length = adr[c + 1] - adr[c];
          value[at + length] = J[++k];
          value[at + 2 * length] = J[++k];
        }
      }
    }
  }
  p->J.columns.adr = adr;
  p->J.columns.row = row;
  p->J.columns.value = value;
  p->J.columns.triple = triple;
}

// Three lb_sparseDot with the same places; the second and third list of values follow the first.
static void sparseDot3(mjtNum res[3], const mjtNum* values, const int* cols, const mjtNum* vec,
                       int n) {
  lbV2 low[3] = {{0, 0}}, high[3] = {{0, 0}};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    lbV2 a = {vec[cols[i]], vec[cols[i + 1]]}, b = {vec[cols[i + 2]], vec[cols[i + 3]]};
    for (int k = 0; k < 3; k++) {
      low[k] += lb_load2(values + k * n + i) * a;
      high[k] += lb_load2(values + k * n + i + 2) * b;
    }
  }
  for (int k = 0; k < 3; k++) {
    res[k] = lb_sum2(low[k] + high[k]);
  }
  for (; i < n; i++) {
    mjtNum x = vec[cols[i]];
    for (int k = 0; k < 3; k++) {
      res[k] += values[k * n + i] * x;
    }
  }
}

// J' f from the columns.
static void multiplyColumns(const lbProblem* p, mjtNum* res, const mjtNum* f) {
  const int* adr = p->J.columns.adr;
  for (int i = 0; i < p->nv; i++) {
    const mjtNum* values = p->J.columns.value + adr[i];
    const int* rows = p->J.columns.row + adr[i];
    if (p->J.columns.triple[i]) {
      sparseDot3(res + i, values, rows, f, adr[i + 1] - adr[i]);
      i += 2;
    } else {
      res[i] = lb_sparseDot(values, rows, f, adr[i + 1] - adr[i]);
    }
  }
}

void lb_problemMulJ(const lbProblem* p, mjtNum* res, const mjtNum* x) {
  for (int g = 0; g < p->J.groupCount; g++) {
    const lbRowGroup* group = p->J.groups + g;
    if (group->count == 1 && (p->J.columns.adr || !group->contiguous)) {
      res[group->row] = gatherDot(group, group->J, x);
      continue;
    }
    int nnz = group->nnz, r = 0;
    const mjtNum* local = x + (nnz ? group->cols[0] : 0);
    if (!group->contiguous) {
      for (int k = 0; k < nnz; k++) {
        p->J.scratch[k] = x[group->cols[k]];
      }
      local = p->J.scratch;
    }
    for (; p->J.columns.adr && r < group->count; r++) {
      res[group->row + r] = orderedDot(group->J + (size_t)r * nnz, local, nnz);
    }
    for (; r + panelRows <= group->count; r += panelRows) {
      multiplyPanel(res + group->row + r, group->J + (size_t)r * nnz, local, nnz);
    }
    if (r < group->count) {
      lb_mulRowsVec(res + group->row + r, group->J + (size_t)r * nnz, nnz, local, group->count - r,
                    nnz);
    }
  }
}

void lb_problemMulJT(const lbProblem* p, mjtNum* res, const mjtNum* f) {
  if (p->J.columns.adr) {
    multiplyColumns(p, res, f);
    return;
  }
  lb_zero(res, p->nv);
  for (int g = 0; g < p->J.groupCount; g++) {
    const lbRowGroup* group = p->J.groups + g;
    const mjtNum* force = f + group->row;
    int nnz = group->nnz, r = 0;
    if (group->count == 1 && !group->contiguous && isEdge(group)) {
      mjtNum *a = res + group->cols[0], *b = res + group->cols[3];
      lb_store2(a, lb_load2(a) + lb_load2(group->J) * *force);
      a[2] += group->J[2] * *force;
      b[0] += group->J[3] * *force;
      lb_store2(b + 1, lb_load2(b + 1) + lb_load2(group->J + 4) * *force);
      continue;
    }
    if (group->count == 1 && !group->contiguous) {
      for (int k = 0; *force != 0 && k < nnz; k++) {
        res[group->cols[k]] += group->J[k] * *force;
      }
      continue;
    }
    bool any = false;
    for (int i = 0; i < group->count; i++) {
      any |= force[i] != 0;
    }
    if (!any || !nnz) {
      continue;
    }

    // sum over the rows in one place, then scatter
    mjtNum* sum = group->contiguous ? res + group->cols[0] : p->J.scratch;
    if (!group->contiguous) {
      lb_zero(sum, nnz);
    }
    for (; r + panelRows <= group->count; r += panelRows) {
      addRows(sum, group->J + (size_t)r * nnz, force + r, nnz);
    }
    for (; r < group->count; r++) {
      lb_addToScl(sum, group->J + (size_t)r * nnz, force[r], nnz);
    }
    for (int k = 0; !group->contiguous && k < nnz; k++) {
      res[group->cols[k]] += sum[k];
    }
  }
}

void lb_problemRuns(lbProblem* p) {
  const mjModel* m = p->m;
  p->M.runs = LB_STACK(p->d, lbDofRun, p->M.treeCount);
  p->M.runCount = 0;
  for (int t = 0; t < p->M.treeCount; t++) {
    int local = p->M.treeAdr[t], dof = m->tree_dofadr[p->M.trees[t]];
    int count = m->tree_dofnum[p->M.trees[t]];
    bool simple = true;
    for (int i = dof; i < dof + count; i++) {
      simple &= m->M_rownnz[i] == 1 && m->M_rowadr[i] == m->M_rowadr[dof] + i - dof;
    }
    lbDofRun* last = p->M.runs + p->M.runCount - 1;
    if (simple && p->M.runCount && last->simple && last->dof + last->count == dof &&
        last->local + last->count == local &&
        m->M_rowadr[dof] == m->M_rowadr[last->dof] + last->count) {
      last->count += count;
    } else {
      p->M.runs[p->M.runCount++] = (lbDofRun){local, dof, count, simple};
    }
  }
}

// res[i] = diag[i] x[i]
static void multiplyDiagonal(mjtNum* res, const mjtNum* diag, const mjtNum* x, int n) {
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lb_store2(res + i, lb_load2(x + i) * lb_load2(diag + i));
  }
  if (i < n) {
    res[i] = x[i] * diag[i];
  }
}

static void multiplyTree(const lbProblem* p, const lbDofRun* run, mjtNum* res, const mjtNum* x) {
  const mjModel* m = p->m;
  const mjtNum* M = p->M.value;
  int shift = run->local - run->dof;
  for (int i = run->dof; i < run->dof + run->count; i++) {
    int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
    mjtNum xi = x[i + shift], sum = M[adr + last] * xi;
    for (int k = 0; k < last; k++) {
      int j = m->M_colind[adr + k] + shift;
      sum += M[adr + k] * x[j];
      res[j] += M[adr + k] * xi;
    }
    res[i + shift] = sum;
  }
}

void lb_problemMulM(const lbProblem* p, mjtNum* res, const mjtNum* x) {
  for (int r = 0; r < p->M.runCount; r++) {
    const lbDofRun* run = p->M.runs + r;
    if (run->simple) {
      const mjtNum* diag = p->M.value + p->m->M_rowadr[run->dof];
      multiplyDiagonal(res + run->local, diag, x + run->local, run->count);
    } else {
      multiplyTree(p, run, res, x);
    }
  }

  for (int g = 0; g < p->M.couplingCount; g++) {
    const lbRowGroup* row = p->M.couplings + g;
    mjtNum product = lb_sparseDot(row->J, row->cols, x, row->nnz);
    for (int k = 0; k < row->nnz; k++) {
      res[row->cols[k]] += row->J[k] * product;
    }
  }

  // implicit flexes; their problem has global numbering
  if (p->d->efm_active) {
    lb_addStiffness(p->m, p->d, res, x);
  }
}

void lb_problemPrecondition(const lbProblem* p, mjtNum* x, const mjtNum* r) {
  if (p->d->efm_active) {
    lb_precondition(p->m, p->d, x, r);
    return;
  }
  lb_copy(x, r, p->nv);
  lb_problemSolveM(p, x);
}

void lb_problemSolveM(const lbProblem* p, mjtNum* x) {
  if (p->M.couplingCount) {
    lb_solveMetric(p->m, p->d, x);
    return;
  }
  for (int r = 0; r < p->M.runCount; r++) {
    const lbDofRun* run = p->M.runs + r;
    if (run->simple) {
      mjtNum* part = x + run->local;
      multiplyDiagonal(part, p->M.factor.diagInv + run->dof, part, run->count);
    } else {
      int tree = p->m->dof_treeid[run->dof];
      lb_solveOneTree(p->m, p->M.factor, tree, run->local - run->dof, x);
    }
  }
}

void lb_problemRecord(const lbProblem* p, int iteration, mjSolverStat stat) {
  if (p->island < mjNISLAND && iteration < mjNSOLVER) {
    p->d->solver[p->island * mjNSOLVER + iteration] = stat;
  }
}

void lb_problemRecordSize(const lbProblem* p, int nonzeros) {
  if (p->island < mjNISLAND) {
    p->d->solver_nnz[p->island] = nonzeros;
  }
}
