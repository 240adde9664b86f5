// Constraint forces: splits the rows into problems (islands), picks a start, runs the solver,
// puts results back in global order.

#include "solver/solve.h"

#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "constraint/rows.h"
#include "data/awake.h"
#include "data/stack.h"
#include "data/threadpool.h"
#include "data/tree_share.h"
#include "dynamics/factor.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/options.h"
#include "solver/dual.h"
#include "solver/effective_mass.h"
#include "solver/metric.h"
#include "solver/primal.h"
#include "solver/problem.h"

// Makes efc_b. Whether the forces at the warm-start acceleration beat none: f' (A + R) f / 2 + f' b
// < 0, over all rows. COMPAT: ALG-28: islands start from the same side.
LB_APART static bool warmForcesPay(const mjModel* m, mjData* d) {
  if (lb_disabled(m, mjDSBL_WARMSTART)) {
    lb_residuals(m, d, d->efc_b, d->qacc_smooth, NULL, NULL);
    return false;
  }
  int nv = (int)m->nv;
  lbRowSet rows = lb_allRows(d);
  lb_markStack(d);
  mjtNum *jar = lb_stackNum(d, d->nefc), *push = lb_stackNum(d, nv);
  mjtNum* acc = lb_stackNum(d, nv);
  lb_residuals(m, d, jar, d->qacc_warmstart, d->efc_b, d->qacc_smooth);
  lb_updateRows(&rows, jar, d->efc_force, d->efc_state, false);
  mj_mulJacTVec(m, d, push, d->efc_force);
  lb_copy(acc, push, nv);
  lb_solveMetric(m, d, acc);
  mjtNum cost = 0.5 * lb_dot(push, acc, nv);
  for (int i = 0; i < d->nefc; i++) {
    cost += d->efc_force[i] * (d->efc_b[i] + 0.5 * d->efc_R[i] * d->efc_force[i]);
  }
  lb_freeStack(d);
  return !(cost >= 0);  // what is not a number stays, and is noticed
}

typedef struct MassProduct_ {
  mjtNum* res;
  const mjtNum* vec;
} MassProduct;

static void mulMShare(const mjModel* m, mjData* d, void* context, const lbTreeShare* share) {
  const MassProduct* product = context;
  lb_mulTree(m, product->res, d->M, product->vec, share->dofs);
}

// res = M vec, or that of the metric, by the threads of d; sleeping trees have their share, too.
static void mulM(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec) {
  if (lb_hasThreads(d) && !lb_sleepFilter(m, d) && !d->metric) {
    lb_forTrees(m, d, mulMShare, &(MassProduct){res, vec});
  } else {
    lb_mulMetric(m, d, res, vec);
  }
}

// Whether threads have made what the solver begins with, which is said once.
static bool takeStart(mjData* d) {
  if (!lb_hasThreads(d) || !lb_ahead(d)->startMade) {
    return false;
  }
  lb_ahead(d)->startMade = false;
  return true;
}

// Makes efc_b. The cheaper of the warm-start and the smooth acceleration, over all rows: islands
// start from the same side. COMPAT: ALG-23: at the smooth acceleration the Gauss term vanishes.
// startMade: see lbAhead. Memory is on the stack.
static lbStart chooseStart(const mjModel* m, mjData* d, const mjtNum* qfrcSmooth, bool startMade) {
  lbStart smooth = {d->qacc_smooth, d->efc_b, qfrcSmooth, false};
  if (lb_disabled(m, mjDSBL_WARMSTART)) {
    lb_residuals(m, d, d->efc_b, d->qacc_smooth, NULL, NULL);
    return smooth;
  }
  int nv = (int)m->nv;
  lbRowSet rows = lb_allRows(d);
  mjtNum* jar = lb_stackNum(d, d->nefc + 2 * m->nv);
  mjtNum *Ma = jar + d->nefc, *difference = Ma + nv;
  if (startMade) {
    lb_copy(difference, d->qacc, nv);
    lb_copy(Ma, d->qfrc_constraint, nv);
  } else {
    lb_sub(difference, d->qacc_warmstart, d->qacc_smooth, nv);
    mulM(m, d, Ma, difference);
  }
  if (d->efm_active) {
    lb_addStiffness(m, d, Ma, difference);
  }
  lb_residuals(m, d, jar, d->qacc_warmstart, d->efc_b, d->qacc_smooth);
  mjtNum warmCost = 0.5 * lb_dot(difference, Ma, nv);
  warmCost += lb_updateRows(&rows, jar, d->efc_force, d->efc_state, false);
  if (warmCost > lb_updateRows(&rows, d->efc_b, d->efc_force, d->efc_state, false)) {
    return smooth;
  }
  lb_addTo(Ma, qfrcSmooth, nv);
  return (lbStart){d->qacc_warmstart, jar, Ma, false};
}

// From here on results are on the stack. COMPAT: NOSLIP-ISLAND: what mjData has of an island,
// numbered as there, stays as it was without noslip.
static void ownResult(lbProblem* p) {
  mjData* d = p->d;
  int nefc = p->rows.nefc;
  if (p->result.force == d->efc_force) {
    return;
  }
  lbResult own = {lb_stackNum(d, p->nv), lb_stackNum(d, p->nv), lb_stackNum(d, nefc),
                  lb_stackInt(d, nefc)};
  lb_copy(own.force, p->result.force, nefc);
  memcpy(own.state, p->result.state, nefc * sizeof(int));
  p->result = own;
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
      lb_error("mj_fwdConstraint: unknown solver type %d", m->opt.solver);
  }
  if (m->opt.noslip_iterations > 0) {
    ownResult(p);
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
  mjtNum* local = lb_stackNum(d, count);
  gather(local, global, map, count);
  return local;
}

// What the problems of islands have in common.
typedef struct IslandContext_ {
  mjData* d;  // has the statistics
  lbStart start;
  const mjtNum* qfrcSmooth;
  bool whole;        // one island has the numbering of mjData
  const int* order;  // in which threads take them; NULL: as they are numbered
} IslandContext;

// Statistics of an island that a thread has solved go where those of one thread are.
static void copyStatistics(mjData* d, const mjData* own, int island) {
  if (island < mjNISLAND) {
    int adr = island * mjNSOLVER, count = lb_minInt(own->solver_niter[island], mjNSOLVER);
    d->solver_niter[island] = own->solver_niter[island];
    d->solver_nnz[island] = own->solver_nnz[island];
    memcpy(d->solver + adr, own->solver + adr, (size_t)count * sizeof(mjSolverStat));
  }
}

// Results of an island go to where those of all are.
static void scatterResult(mjData* d, const IslandContext* context, int island,
                          const lbResult* result) {
  int adr = d->island_idofadr[island], nv = d->island_nv[island];
  int row = d->island_iefcadr[island], rowCount = d->island_nefc[island];
  const int* dofs = context->whole ? NULL : d->map_idof2dof + adr;
  const int* rows = context->whole ? NULL : d->map_iefc2efc + row;
  scatter(d->qacc, result->qacc, dofs, nv);
  scatter(d->qfrc_constraint, result->qfrcConstraint, dofs, nv);
  scatter(d->efc_force, result->force, rows, rowCount);
  for (int i = 0; i < rowCount; i++) {
    d->efc_state[d->map_iefc2efc[row + i]] = result->state[i];
  }
}

static void solveIsland(const mjModel* m, mjData* d, const IslandContext* context, int island) {
  int adr = d->island_idofadr[island], nv = d->island_nv[island];
  int row = d->island_iefcadr[island], rowCount = d->island_nefc[island];
  const int* dofs = context->whole ? NULL : d->map_idof2dof + adr;
  const int* rows = context->whole ? NULL : d->map_iefc2efc + row;
  const lbStart* start = &context->start;
  gather(d->ifrc_smooth + adr, context->qfrcSmooth, dofs, nv);
  gather(d->iacc_smooth + adr, d->qacc_smooth, dofs, nv);
  gather(d->iefc_aref + row, d->efc_aref, rows, rowCount);

  if (!rowCount) {
    lb_copy(d->iacc + adr, d->iacc_smooth + adr, nv);
    lb_zero(d->ifrc_constraint + adr, nv);
    lbResult result = {d->iacc + adr, d->ifrc_constraint + adr, NULL, NULL};
    scatterResult(d, context, island, &result);
    return;
  }
  gather(d->iacc + adr, start->qacc, dofs, nv);
  lb_markStack(d);
  lbProblem p;
  lb_islandProblem(m, d, island, &p);
  p.start.warm = start->warm;
  if (start->jar) {
    p.start.jar = gathered(d, start->jar, p.rowMap, p.rows.nefc);
    p.start.Ma = gathered(d, start->Ma, dofs, p.nv);
  }
  solveProblem(&p);
  scatterResult(d, context, island, &p.result);
  lb_freeStack(d);
}

// Solves islands first ... end-1 of the order with the stack of `own`.
static void solveShare(const mjModel* m, mjData* own, void* shared, int first, int end) {
  const IslandContext* context = shared;
  for (int k = first; k < end; k++) {
    int island = context->order ? context->order[k] : k;
    solveIsland(m, own, context, island);
    if (own != context->d) {
      copyStatistics(context->d, own, island);
    }
  }
}

// So many islands are taken by size: the last one to be solved is a small one. Each is a share of
// the thread that has its first tree.
static bool spreadIslands(const mjModel* m, mjData* d, IslandContext* context) {
  if (!lb_hasThreads(d) || d->nisland < 2) {
    return false;
  }
  if (d->nisland > lbMOST_SHARES) {
    return lb_spread(m, d, d->nisland, 1, solveShare, context);
  }
  int order[lbMOST_SHARES];
  for (int island = 0; island < d->nisland; island++) {
    int k = island;
    for (; k > 0 && d->island_nefc[order[k - 1]] < d->island_nefc[island]; k--) {
      order[k] = order[k - 1];
    }
    order[k] = island;
  }
  lbShares shares = {.count = 0};
  for (int k = 0; k < d->nisland; k++) {
    int dof = d->island_dofadr[order[k]];
    lb_addShare(&shares, k + 1, lb_homeOf(m, d, m->dof_bodyid[dof]));
  }
  context->order = order;
  bool solved = lb_spreadShares(m, d, &shares, solveShare, context);
  context->order = NULL;
  return solved;
}

static void solveIslands(const mjModel* m, mjData* d, const mjtNum* qfrcSmooth, lbStart start) {
  // dofs of no island
  lb_copyDofs(d->qacc, d->qacc_smooth, lb_unsettledDofs(m, d));
  lb_clearDofs(d->qfrc_constraint, lb_unsettledDofs(m, d));

  bool whole = d->nisland == 1 && d->nidof == m->nv;
  IslandContext context = {d, start, qfrcSmooth, whole, NULL};
  if (!spreadIslands(m, d, &context)) {
    solveShare(m, d, &context, 0, d->nisland);
  }
}

// The force that qacc_smooth balances; on the stack when it is not qfrc_smooth itself.
static const mjtNum* smoothForce(const mjModel* m, mjData* d) {
  const mjtNum* c = d->efm_active ? d->efm_c : lb_metric(d).c;
  if (!c) {
    return d->qfrc_smooth;
  }
  mjtNum* sum = lb_stackNum(d, m->nv);
  lb_add(sum, d->qfrc_smooth, c, (int)m->nv);
  return sum;
}

LB_APART static void solveRows(const mjModel* m, mjData* d) {
  bool startMade = takeStart(d);  // even if memory is short
  lb_markStack(d);
  const mjtNum* qfrcSmooth = smoothForce(m, d);

  lbStart start = {d->qacc_warmstart, NULL, NULL, false};
  if (m->opt.solver == mjSOL_PGS) {
    start.warm = warmForcesPay(m, d);
  } else {
    start = chooseStart(m, d, qfrcSmooth, startMade);
  }

  // implicit flexes and the metric tie trees together that no constraint does: one problem
  if (d->nisland && !lb_disabled(m, mjDSBL_ISLAND) && !d->efm_active && !lb_metric(d).coupled) {
    solveIslands(m, d, qfrcSmooth, start);
  } else {
    lbProblem p;
    lb_wholeProblem(m, d, qfrcSmooth, &p);
    p.start = start;
    lb_copy(d->qacc, start.qacc, (int)m->nv);
    solveProblem(&p);
  }
  lb_freeStack(d);
}

void lb_solveConstraint(const mjModel* m, mjData* d) {
  // COMPAT: SOLVER-NNZ: the sizes of what is not solved now stay
  memset(d->solver_niter, 0, sizeof(d->solver_niter));
  if (d->nefc) {
    lb_checkRows(m, d, "mj_fwdConstraint");
    if (!d->nA && mj_isDual(m)) {
      lb_error(
          "mj_fwdConstraint: efc_AR is missing, options were changed after mj_projectConstraint");
    }
    solveRows(m, d);
  } else if (m->nv) {
    lbIndexList dofs = lb_unsettledDofs(m, d);
    lb_copyDofs(d->qacc, d->qacc_smooth, dofs);
    lb_clearDofs(d->qfrc_constraint, dofs);
  }
}

void lb_inverseConstraint(const mjModel* m, mjData* d) {
  if (!d->nefc) {
    lb_zero(d->qfrc_constraint, (int)m->nv);
    return;
  }
  lb_markStack(d);
  mjtNum* jar = lb_stackNum(d, d->nefc);
  lb_residuals(m, d, jar, d->qacc, NULL, NULL);
  mj_constraintUpdate(m, d, jar, NULL, 0);
  lb_freeStack(d);
}
