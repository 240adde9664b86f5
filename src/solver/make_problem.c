// Making the problems that solvers work on, of all rows or of one island.
//
// Values stay where they are in mjData, as far as they are packed there: rows of islands lie
// together (iefc_*), and of a sparse Jacobian the values of equal patterns do. What has to be
// gathered or renumbered is on the stack.

#include "api/mj_functions.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "solver/metric.h"
#include "solver/problem.h"

// Rows from local row r on, a row of mjData, that have one pattern and are adjacent in both
// numberings.
static int groupSize(const lbProblem* p, int r, int row) {
  int size = 1, super = p->d->efc_J_rowsuper[row];
  while (size <= super && r + size < p->rows.nefc && lb_globalRow(p, r + size) == row + size) {
    size++;
  }
  return size;
}

// Values of dense rows in some columns, one after the other; returns the place behind them.
static mjtNum* gatherRows(mjtNum* J, const mjtNum* full, int nv, int rows, const int* dofs,
                          int nnz) {
  bool run = nnz && dofs[nnz - 1] - dofs[0] == nnz - 1;
  for (int i = 0; i < rows; i++, full += nv, J += nnz) {
    if (run) {
      lb_copy(J, full + dofs[0], nnz);
    }
    for (int k = 0; !run && k < nnz; k++) {
      J[k] = full[dofs[k]];
    }
  }
  return J;
}

// Groups rows of equal pattern. Without a map dofs keep their numbers.
static void makeGroups(lbProblem* p, const int* dofToLocal, int dofShift) {
  const mjModel* m = p->m;
  mjData* d = p->d;
  bool sparse = mj_isSparse(m);
  int nefc = p->rows.nefc, count = 0;
  size_t cols = 0, values = 0;

  // first pass: sizes
  for (int r = 0; r < nefc; count++) {
    int row = lb_globalRow(p, r), size = groupSize(p, r, row);
    cols += d->efc_J_rownnz[row];
    values += (size_t)size * d->efc_J_rownnz[row];
    r += size;
  }
  p->J.groups = LB_STACK(d, lbRowGroup, count);
  int *colind = NULL, *keptDof = NULL;
  if (dofToLocal) {
    colind = lb_stackInt(d, (mjtSize)cols + m->nv);
    keptDof = colind + cols;
  }
  // rows without dofs (a geom paired with itself) have a place too
  mjtNum* J = lb_stackNum(d, sparse ? 1 : values + 1);

  // second pass: local columns, and values gathered unless they are compact already
  p->J.groupCount = p->J.maxNnz = 0;
  for (int r = 0; r < nefc;) {
    int row = lb_globalRow(p, r), nnz = d->efc_J_rownnz[row];
    const int *global = d->efc_J_colind + d->efc_J_rowadr[row], *dofs = global;
    lbRowGroup* group = p->J.groups + p->J.groupCount++;
    group->row = r;
    group->count = groupSize(p, r, row);
    group->cols = dofToLocal ? colind : global;

    // a dense row may list dofs of other islands, with zero values: leave them out
    if (dofToLocal) {
      int kept = 0;
      for (int k = 0; k < nnz; k++) {
        if (d->dof_island[global[k]] == p->island) {
          colind[kept] = dofToLocal[global[k]] - dofShift;
          keptDof[kept++] = global[k];
        }
      }
      nnz = kept;
      dofs = keptDof;
      if (nnz) {
        colind += nnz;
      }
    }
    group->nnz = nnz;
    group->contiguous = nnz && group->cols[nnz - 1] - group->cols[0] == nnz - 1;
    // dense rows of all dofs are compact, too
    const mjtNum* full = d->efc_J + (size_t)row * m->nv;
    bool compact = !sparse && nnz == m->nv;
    group->J = sparse && nnz ? d->efc_J + d->efc_J_rowadr[row] : compact ? full : J;
    if (!sparse && !compact) {
      J = gatherRows(J, full, (int)m->nv, group->count, dofs, nnz);
    }
    p->J.maxNnz = lb_maxInt(p->J.maxNnz, nnz);
    r += group->count;
  }
  p->J.scratch = lb_stackNum(d, 2 * (mjtSize)p->J.maxNnz + 1);
}

// Unit of improvements of the whole model: 1 / trace(M at qpos0).
static mjtNum modelScale(const mjModel* m) {
  return 1 / (m->stat.meaninertia * lb_maxInt(1, (int)m->nv));
}

// The inertia matrix, or the metric, which may couple trees; its memory is on the stack.
static void setMatrix(lbProblem* p) {
  lbMetric W = lb_metric(p->d);
  p->M.value = W.P;
  p->M.factor = W.factor;
  if (!W.count) {
    return;
  }
  lbRowGroup* couplings = LB_STACK(p->d, lbRowGroup, W.count);
  for (int r = 0; r < W.count; r++) {
    int adr = W.rowadr[r], nnz = W.rowadr[r + 1] - adr;
    couplings[r] = (lbRowGroup){.count = 1, .nnz = nnz, .cols = W.dof + adr, .J = W.value + adr};
    p->J.maxNnz = lb_maxInt(p->J.maxNnz, nnz);
  }
  p->M.couplings = couplings;
  p->M.couplingCount = W.count;
}

void lb_wholeProblem(const mjModel* m, mjData* d, const mjtNum* qfrcSmooth, lbProblem* p) {
  int* trees = lb_stackInt(d, m->ntree);
  for (int t = 0; t < m->ntree; t++) {
    trees[t] = t;
  }
  *p = (lbProblem){
      .m = m,
      .d = d,
      .nv = (int)m->nv,
      .M = {.treeCount = (int)m->ntree, .trees = trees, .treeAdr = m->tree_dofadr},
      .rows = lb_allRows(d),
      .aref = d->efc_aref,
      .smooth = {qfrcSmooth, d->qacc_smooth},
      .result = {d->qacc, d->qfrc_constraint, d->efc_force, d->efc_state},
      .scale = modelScale(m),
      .dualScale = modelScale(m),
  };
  lb_problemRuns(p);
  makeGroups(p, NULL, 0);
  setMatrix(p);
}

static lbRowSet islandRows(const mjData* d, int island) {
  int first = d->island_iefcadr[island];
  return (lbRowSet){
      .ne = d->island_ne[island],
      .nf = d->island_nf[island],
      .nefc = d->island_nefc[island],
      .type = d->iefc_type + first,
      .id = d->iefc_id + first,
      .frictionloss = d->iefc_frictionloss + first,
      .D = d->iefc_D + first,
      .R = d->iefc_R + first,
      .contact = d->contact,
  };
}

static lbProblemInertia islandInertia(const mjModel* m, mjData* d, int island) {
  int count = d->island_ntree[island];
  const int* trees = d->map_itree2tree + d->island_itreeadr[island];
  int* treeAdr = lb_stackInt(d, count);
  for (int t = 0; t < count; t++) {
    treeAdr[t] = d->map_dof2idof[m->tree_dofadr[trees[t]]] - d->island_idofadr[island];
  }
  return (lbProblemInertia){.treeCount = count, .trees = trees, .treeAdr = treeAdr};
}

// Trace of the inertia matrix over the dofs of an island.
static mjtNum islandTrace(const mjModel* m, const mjData* d, int island) {
  mjtNum trace = 0;
  const int* dofs = d->map_idof2dof + d->island_idofadr[island];
  for (int i = 0; i < d->island_nv[island]; i++) {
    trace += d->M[m->M_rowadr[dofs[i]] + m->M_rownnz[dofs[i]] - 1];
  }
  return trace;
}

void lb_islandProblem(const mjModel* m, mjData* d, int island, lbProblem* p) {
  int dofAdr = d->island_idofadr[island], rowAdr = d->island_iefcadr[island];
  bool whole = d->island_nv[island] == m->nv;
  *p = (lbProblem){
      .m = m,
      .d = d,
      .island = island,
      .nv = d->island_nv[island],
      .M = islandInertia(m, d, island),
      .rows = islandRows(d, island),
      .rowMap = whole ? NULL : d->map_iefc2efc + rowAdr,
      .aref = d->iefc_aref + rowAdr,
      .smooth = {d->ifrc_smooth + dofAdr, d->iacc_smooth + dofAdr},
      .result = {d->iacc + dofAdr, d->ifrc_constraint + dofAdr, d->iefc_force + rowAdr,
                 d->iefc_state + rowAdr},
      .scale = 1 / lb_max(mjMINVAL, islandTrace(m, d, island)),
      .dualScale = modelScale(m),
  };
  lb_problemRuns(p);
  makeGroups(p, whole ? NULL : d->map_dof2idof, dofAdr);
  setMatrix(p);
}
