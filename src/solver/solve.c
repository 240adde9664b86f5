// Constraint forces: splits the rows into problems (islands), picks a start, runs the solver,
// puts results back in global order.

#include "solver/solve.h"

#include <string.h>

#include "api/mj_functions.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "solver/dual.h"
#include "solver/effective_mass.h"
#include "solver/primal.h"
#include "solver/problem.h"

static int globalRow(const lbProblem* p, int row) {
  return p->row ? p->row[row] : row;
}

// Rows from local row r on, a row of mjData, that have one pattern and are adjacent in both
// numberings.
static int groupSize(const lbProblem* p, int r, int row) {
  int size = 1, super = p->d->efc_J_rowsuper[row];
  while (size <= super && r + size < p->rows.nefc && globalRow(p, r + size) == row + size) {
    size++;
  }
  return size;
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
    int row = globalRow(p, r), size = groupSize(p, r, row);
    cols += d->efc_J_rownnz[row];
    values += (size_t)size * d->efc_J_rownnz[row];
    r += size;
  }
  p->groups = LB_STACK(d, lbRowGroup, count);
  int* colind = mj_stackAllocInt(d, dofToLocal ? cols : 0);
  int* keptDof = mj_stackAllocInt(d, m->nv);
  mjtNum* J = sparse ? NULL : mj_stackAllocNum(d, values);

  // second pass: local columns, and values gathered unless they are compact already
  p->groupCount = p->maxNnz = 0;
  for (int r = 0; r < nefc;) {
    int row = globalRow(p, r), nnz = d->efc_J_rownnz[row];
    const int *global = d->efc_J_colind + d->efc_J_rowadr[row], *dofs = global;
    lbRowGroup* group = p->groups + p->groupCount++;
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
      colind += nnz;
    }
    group->nnz = nnz;
    group->contiguous = nnz && group->cols[nnz - 1] - group->cols[0] == nnz - 1;
    group->J = sparse ? d->efc_J + d->efc_J_rowadr[row] : J;
    for (int i = 0; !sparse && i < group->count; i++) {
      const mjtNum* full = d->efc_J + (size_t)(row + i) * m->nv;
      for (int k = 0; k < nnz; k++) {
        *J++ = full[dofs[k]];
      }
    }
    p->maxNnz = lb_maxInt(p->maxNnz, nnz);
    r += group->count;
  }
  p->scratch = mj_stackAllocNum(d, 2 * (size_t)p->maxNnz);
}

// Unit of improvements of the whole model: 1 / trace(M at qpos0).
static mjtNum modelScale(const mjModel* m) {
  return 1 / (m->stat.meaninertia * lb_maxInt(1, (int)m->nv));
}

static lbRowSet allRows(const mjData* d) {
  return (lbRowSet){d->ne,    d->nf,    d->nefc,   d->efc_type, d->efc_id, d->efc_frictionloss,
                    d->efc_D, d->efc_R, d->contact};
}

// Everything as one problem.
static void wholeProblem(const mjModel* m, mjData* d, const mjtNum* qfrcSmooth, lbProblem* p) {
  *p = (lbProblem){.m = m, .d = d, .nv = (int)m->nv, .treeCount = (int)m->ntree};
  p->rows = allRows(d);
  int* trees = mj_stackAllocInt(d, m->ntree);
  for (int t = 0; t < m->ntree; t++) {
    trees[t] = t;
  }
  p->trees = trees;
  p->treeAdr = m->tree_dofadr;
  p->aref = d->efc_aref;
  p->qfrcSmooth = qfrcSmooth;
  p->qaccSmooth = d->qacc_smooth;
  p->qacc = d->qacc;
  p->force = d->efc_force;
  p->state = d->efc_state;
  p->qfrcConstraint = d->qfrc_constraint;
  p->scale = p->dualScale = modelScale(m);
  lb_problemRuns(p);
  makeGroups(p, NULL, 0);
}

static void islandProblem(const mjModel* m, mjData* d, int island, lbProblem* p) {
  int dofAdr = d->island_idofadr[island], rowAdr = d->island_iefcadr[island];
  *p = (lbProblem){.m = m, .d = d, .island = island, .nv = d->island_nv[island]};
  p->rows = (lbRowSet){d->island_ne[island],  d->island_nf[island], d->island_nefc[island],
                       d->iefc_type + rowAdr, d->iefc_id + rowAdr,  d->iefc_frictionloss + rowAdr,
                       d->iefc_D + rowAdr,    d->iefc_R + rowAdr,   d->contact};
  bool whole = p->nv == m->nv;
  p->row = whole ? NULL : d->map_iefc2efc + rowAdr;
  p->treeCount = d->island_ntree[island];
  p->trees = d->map_itree2tree + d->island_itreeadr[island];
  int* treeAdr = mj_stackAllocInt(d, p->treeCount);
  for (int t = 0; t < p->treeCount; t++) {
    treeAdr[t] = d->map_dof2idof[m->tree_dofadr[p->trees[t]]] - dofAdr;
  }
  p->treeAdr = treeAdr;
  p->aref = d->iefc_aref + rowAdr;
  p->qfrcSmooth = d->ifrc_smooth + dofAdr;
  p->qaccSmooth = d->iacc_smooth + dofAdr;
  p->qacc = d->iacc + dofAdr;
  p->force = d->iefc_force + rowAdr;
  p->state = d->iefc_state + rowAdr;
  p->qfrcConstraint = d->ifrc_constraint + dofAdr;
  mjtNum trace = 0;
  for (int i = dofAdr; i < dofAdr + p->nv; i++) {
    int dof = d->map_idof2dof[i];
    trace += d->M[m->M_rowadr[dof] + m->M_rownnz[dof] - 1];
  }
  p->scale = 1 / lb_max(mjMINVAL, trace);
  p->dualScale = modelScale(m);
  lb_problemRuns(p);
  makeGroups(p, whole ? NULL : d->map_dof2idof, dofAdr);
}

// Where a solver starts: an acceleration, and what belongs to it.
typedef struct Start_ {
  const mjtNum* qacc;
  const mjtNum* jar;  // J qacc - aref
  const mjtNum* Ma;   // M qacc
  bool warm;          // sweeps start from its forces
} Start;

// Whether the forces at the warm-start acceleration beat none: f' (A + R) f / 2 + f' b < 0, over
// all rows: islands start from the same side. COMPAT: ALG-28.
static bool warmForcesPay(const mjModel* m, mjData* d) {
  if (m->opt.disableflags & mjDSBL_WARMSTART) {
    return false;
  }
  int nv = (int)m->nv;
  lbRowSet rows = allRows(d);
  mj_markStack(d);
  mjtNum *jar = mj_stackAllocNum(d, d->nefc), *push = mj_stackAllocNum(d, nv);
  mjtNum* acc = mj_stackAllocNum(d, nv);
  mj_mulJacVec(m, d, jar, d->qacc_warmstart);
  lb_subFrom(jar, d->efc_aref, d->nefc);
  lb_updateRows(&rows, jar, d->efc_force, d->efc_state, false);
  mj_mulJacTVec(m, d, push, d->efc_force);
  mj_solveM(m, d, acc, push, 1);
  mjtNum cost = 0.5 * lb_dot(push, acc, nv);
  for (int i = 0; i < d->nefc; i++) {
    cost += d->efc_force[i] * (d->efc_b[i] + 0.5 * d->efc_R[i] * d->efc_force[i]);
  }
  mj_freeStack(d);
  return cost < 0;
}

// The cheaper of the warm-start and the smooth acceleration, over all rows: islands start from the
// same side. At the smooth acceleration the Gauss term vanishes. COMPAT: ALG-23. Memory is on the
// stack.
static Start chooseStart(const mjModel* m, mjData* d, const mjtNum* qfrcSmooth) {
  Start smooth = {d->qacc_smooth, d->efc_b, qfrcSmooth, false};
  if (m->opt.disableflags & mjDSBL_WARMSTART) {
    return smooth;
  }
  int nv = (int)m->nv;
  lbRowSet rows = allRows(d);
  mjtNum* jar = mj_stackAllocNum(d, d->nefc);
  mjtNum* Ma = mj_stackAllocNum(d, nv);
  mjtNum* difference = mj_stackAllocNum(d, nv);
  lb_sub(difference, d->qacc_warmstart, d->qacc_smooth, nv);
  mj_mulM(m, d, Ma, difference);
  if (d->efm_active) {
    lb_addStiffness(m, d, Ma, difference);
  }
  mj_mulJacVec(m, d, jar, d->qacc_warmstart);
  lb_subFrom(jar, d->efc_aref, d->nefc);
  mjtNum warmCost = 0.5 * lb_dot(difference, Ma, nv);
  warmCost += lb_updateRows(&rows, jar, d->efc_force, d->efc_state, false);
  if (warmCost > lb_updateRows(&rows, d->efc_b, d->efc_force, d->efc_state, false)) {
    return smooth;
  }
  lb_addTo(Ma, qfrcSmooth, nv);
  return (Start){d->qacc_warmstart, jar, Ma, false};
}

static void solveProblem(lbProblem* p) {
  const mjModel* m = p->m;
  int iterations = 0;
  switch (m->opt.solver) {
    case mjSOL_PGS:
      iterations = lb_solvePGS(p);
      break;
    case mjSOL_CG:
      iterations = lb_solveCG(p);
      break;
    case mjSOL_NEWTON:
      iterations = lb_solveNewton(p);
      break;
    default:
      lb_error("mj_fwdConstraint: unknown solver %d", m->opt.solver);
  }
  if (m->opt.noslip_iterations > 0) {
    iterations += lb_solveNoslip(p, iterations);
  }
  if (p->island < mjNISLAND) {
    p->d->solver_niter[p->island] = iterations;
  }
}

// Without a map nothing moves.
static void gather(mjtNum* local, const mjtNum* global, const int* map, int count) {
  if (!map) {
    lb_copy(local, global, count);
    return;
  }
  for (int i = 0; i < count; i++) {
    local[i] = global[map[i]];
  }
}

static void scatter(mjtNum* global, const mjtNum* local, const int* map, int count) {
  if (!map) {
    lb_copy(global, local, count);
    return;
  }
  for (int i = 0; i < count; i++) {
    global[map[i]] = local[i];
  }
}

// Values of an island in local order, on the stack.
static const mjtNum* gathered(mjData* d, const mjtNum* global, const int* map, int count) {
  if (!map) {
    return global;
  }
  mjtNum* local = mj_stackAllocNum(d, count);
  gather(local, global, map, count);
  return local;
}

static void solveIslands(const mjModel* m, mjData* d, Start start) {
  // one island of everything has the numbering of mjData
  bool whole = d->nisland == 1 && d->nidof == m->nv;
  const int *dofs = whole ? NULL : d->map_idof2dof, *rows = whole ? NULL : d->map_iefc2efc;
  gather(d->ifrc_smooth, d->qfrc_smooth, dofs, d->nidof);
  gather(d->iacc_smooth, d->qacc_smooth, dofs, d->nidof);
  gather(d->iacc, start.qacc, dofs, d->nidof);
  gather(d->iefc_aref, d->efc_aref, rows, d->nefc);

  for (int island = 0; island < d->nisland; island++) {
    if (!d->island_nefc[island]) {
      lb_copy(d->iacc + d->island_idofadr[island], d->iacc_smooth + d->island_idofadr[island],
              d->island_nv[island]);
      lb_zero(d->ifrc_constraint + d->island_idofadr[island], d->island_nv[island]);
      continue;
    }
    mj_markStack(d);
    lbProblem p;
    islandProblem(m, d, island, &p);
    p.warm = start.warm;
    if (start.jar) {
      p.startJar = gathered(d, start.jar, p.row, p.rows.nefc);
      p.startMa = gathered(d, start.Ma, dofs ? dofs + d->island_idofadr[island] : NULL, p.nv);
    }
    solveProblem(&p);
    mj_freeStack(d);
  }

  lb_copy(d->qacc, d->qacc_smooth, (int)m->nv);
  lb_zero(d->qfrc_constraint, (int)m->nv);
  scatter(d->qacc, d->iacc, dofs, d->nidof);
  scatter(d->qfrc_constraint, d->ifrc_constraint, dofs, d->nidof);
  scatter(d->efc_force, d->iefc_force, rows, d->nefc);
  for (int i = 0; i < d->nefc; i++) {
    d->efc_state[d->map_iefc2efc[i]] = d->iefc_state[i];
  }
}

// The force that qacc_smooth balances; on the stack when it is not qfrc_smooth itself.
static const mjtNum* smoothForce(const mjModel* m, mjData* d) {
  if (!d->efm_active) {
    return d->qfrc_smooth;
  }
  mjtNum* sum = mj_stackAllocNum(d, m->nv);
  lb_add(sum, d->qfrc_smooth, d->efm_c, (int)m->nv);
  return sum;
}

void lb_solveConstraint(const mjModel* m, mjData* d) {
  memset(d->solver_niter, 0, sizeof(d->solver_niter));
  memset(d->solver_nnz, 0, sizeof(d->solver_nnz));
  if (!d->nefc) {
    lb_copy(d->qacc, d->qacc_smooth, (int)m->nv);
    lb_zero(d->qfrc_constraint, (int)m->nv);
    return;
  }

  mj_mulJacVec(m, d, d->efc_b, d->qacc_smooth);
  lb_subFrom(d->efc_b, d->efc_aref, d->nefc);

  mj_markStack(d);
  const mjtNum* qfrcSmooth = smoothForce(m, d);

  Start start = {d->qacc_warmstart, NULL, NULL, false};
  if (m->opt.solver == mjSOL_PGS) {
    start.warm = warmForcesPay(m, d);
  } else {
    start = chooseStart(m, d, qfrcSmooth);
  }

  // implicit flexes tie trees together that no constraint does: one problem
  if (d->nisland && !d->efm_active) {
    solveIslands(m, d, start);
  } else {
    lbProblem p;
    wholeProblem(m, d, qfrcSmooth, &p);
    p.warm = start.warm;
    p.startJar = start.jar;
    p.startMa = start.Ma;
    lb_copy(d->qacc, start.qacc, (int)m->nv);
    solveProblem(&p);
  }
  mj_freeStack(d);
}

void lb_inverseConstraint(const mjModel* m, mjData* d) {
  if (!d->nefc) {
    lb_zero(d->qfrc_constraint, (int)m->nv);
    return;
  }
  mj_markStack(d);
  mjtNum* jar = mj_stackAllocNum(d, d->nefc);
  mj_mulJacVec(m, d, jar, d->qacc);
  lb_subFrom(jar, d->efc_aref, d->nefc);
  mj_constraintUpdate(m, d, jar, NULL, 0);
  mj_freeStack(d);
}
