// Newton and conjugate gradient on the primal cost
//   c(x) = 1/2 (x - a0)' M (x - a0) + s(J x - aref).
//
// Newton: Hessian H = M + J' s'' J, factored; between iterations only rows that changed state
// update the factor. CG: directions of Hager and Zhang with inv(M) as preconditioner.
// COMPAT: ALG-06: they stand in place of Polak and Ribiere. Both share the exact line search.
// Requirements ALG-06..ALG-12.

#include "solver/primal.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "solver/hessian.h"
#include "solver/line_search.h"

// Without a tolerance, costs are precise enough when they have the digits for this one.
static const mjtNum FINEST_TOLERANCE = 1e-10;

typedef struct Primal_ {
  lbProblem* p;
  mjtNum *Ma, *Mv;      // M times qacc and times the search direction (nv)
  mjtNum *grad, *step;  // gradient; preconditioned gradient (nv)
  mjtNum* search;       // direction (nv)
  mjtNum *jar, *Jv;     // residual and its change along the direction (nefc)
  mjtNum cost;
  mjtNum gradNorm, searchNorm;  // as last used
  mjtNum descent;               // what the last step gained, by the slopes at its ends
} Primal;

// Four lb_dot at once: their sums do not wait for each other.
typedef struct Dots_ {
  const mjtNum *a[4], *b[4];
  mjtNum sum[4];
} Dots;

static void dots(Dots* D, int n) {
  lbV2 low[4] = {{0, 0}}, high[4] = {{0, 0}};
  int whole = n & ~3;
  for (int i = 0; i < whole; i += 4) {
    for (int k = 0; k < 4; k++) {
      low[k] += lb_load2(D->a[k] + i) * lb_load2(D->b[k] + i);
      high[k] += lb_load2(D->a[k] + i + 2) * lb_load2(D->b[k] + i + 2);
    }
  }
  for (int k = 0; k < 4; k++) {
    D->sum[k] = lb_sum2(low[k] + high[k]);
    if (whole < n) {
      D->sum[k] += lb_dot(D->a[k] + whole, D->b[k] + whole, n - whole);
    }
  }
}

static void allocate(Primal* s, lbProblem* p) {
  int nv = p->nv, nefc = p->rows.nefc;
  s->p = p;
  s->Ma = lb_stackNum(p->d, 5 * (mjtSize)nv + 2 * (mjtSize)nefc);
  s->Mv = s->Ma + nv;
  s->grad = s->Mv + nv;
  s->step = s->grad + nv;
  s->search = s->step + nv;
  s->jar = s->search + nv;
  s->Jv = s->jar + nefc;
}

// Gauss term of the cost from Ma = M qacc.
static mjtNum gaussCost(const lbProblem* p, const mjtNum* qacc, const mjtNum* Ma) {
  mjtNum cost = 0;
  for (int i = 0; i < p->nv; i++) {
    cost += 0.5 * (Ma[i] - p->smooth.qfrc[i]) * (qacc[i] - p->smooth.qacc[i]);
  }
  return cost;
}

// Cost, forces, states and gradient at the current qacc, Ma, jar.
static void update(Primal* s, bool coneHessian) {
  lbProblem* p = s->p;
  s->cost = lb_updateRows(&p->rows, s->jar, p->result.force, p->result.state, coneHessian);
  s->cost += gaussCost(p, p->result.qacc, s->Ma);
  lb_problemMulJT(p, p->result.qfrcConstraint, p->result.force);
  for (int i = 0; i < p->nv; i++) {
    s->grad[i] = s->Ma[i] - p->smooth.qfrc[i] - p->result.qfrcConstraint[i];
  }
}

LB_APART static void start(Primal* s, bool coneHessian) {
  lbProblem* p = s->p;
  lb_copy(s->Ma, p->start.Ma, p->nv);
  lb_copy(s->jar, p->start.jar, p->rows.nefc);
  update(s, coneHessian);
}

// Minimises along s->search and moves there. Returns false when no step was made.
static bool moveAlong(Primal* s, mjSolverStat* stat) {
  lbProblem* p = s->p;
  lb_problemMulM(p, s->Mv, s->search);
  lb_problemMulJ(p, s->Jv, s->search);
  const mjtNum* v = s->search;
  Dots D = {{v, v, v, v}, {v, s->Mv, s->Ma, p->smooth.qfrc}, {0}};
  dots(&D, p->nv);
  s->searchNorm = sqrt(D.sum[0]);
  lbLine line = {.jar = s->jar, .Jv = s->Jv, .norm = s->searchNorm};
  line.gaussCurve = D.sum[1];
  line.gaussSlope = D.sum[2] - D.sum[3];

  lbLineResult result = lb_lineSearch(p, &line);
  stat->neval = result.evaluations;
  stat->lineslope = line.norm > mjMINVAL ? fabs(result.slope) * p->scale / line.norm : 0;
  // (of a singular inertia matrix the preconditioner has anything)
  if (result.alpha == 0 || !isfinite(result.alpha * s->searchNorm)) {
    // COMPAT: SOLVER-BAD-FORCE: bad forces are bad accelerations, of all that they are solved with
    if (!isfinite(lb_norm(s->grad, p->nv))) {
      lb_fill(p->result.qacc, NAN, p->nv);
    }
    return false;
  }
  s->descent = -0.5 * result.alpha * (result.slope0 + result.slope);
  lb_addToScl(p->result.qacc, s->search, result.alpha, p->nv);
  lb_addToScl(s->Ma, s->Mv, result.alpha, p->nv);
  lb_addToScl(s->jar, s->Jv, result.alpha, p->rows.nefc);
  return true;
}

// After a move: statistics of the iteration, and whether it was small enough to stop.
LB_APART static bool finishIteration(Primal* s, int iteration, mjtNum oldCost, const int* oldState,
                                     mjSolverStat* stat) {
  lbProblem* p = s->p;
  mjtNum scale = p->scale, tolerance = p->m->opt.tolerance;
  stat->improvement = scale * (oldCost - s->cost);
  // rows that nothing moves may cost so much that the rest is lost in rounding
  if (scale * 1e-15 * fabs(s->cost) > (tolerance > 0 ? tolerance : FINEST_TOLERANCE)) {
    stat->improvement = scale * s->descent;
  }
  s->gradNorm = lb_norm(s->grad, p->nv);
  stat->gradient = scale * s->gradNorm;

  // equality rows always act
  int ne = p->rows.ne, others = p->rows.nefc - ne;
  stat->nactive = ne + lb_countActive(p->result.state + ne, others);
  stat->nchange = lb_countChanges(oldState + ne, p->result.state + ne, others);
  lb_problemRecord(p, iteration, *stat);
  // COMPAT: LINE-EVALUATIONS: a cost that rose, as unfinished line searches let it, goes on
  return fabs(stat->improvement) < tolerance || stat->gradient < tolerance;
}

// Newton direction -inv(H) g of the factored Hessian. Returns the scaled decrease that the
// quadratic model promises, half of g' inv(H) g.
static mjtNum newtonDirection(Primal* s, const lbHessian* hessian) {
  int nv = s->p->nv;
  lb_copy(s->search, s->grad, nv);
  lb_hessianSolve(hessian, s->search);
  lb_scl(s->search, s->search, -1, nv);
  return -0.5 * s->p->scale * lb_dot(s->grad, s->search, nv);
}

// Whether no step can gain as much as the tolerance, by a bound that needs no Hessian: H is at
// least M, so that a Newton step promises at most half of g' inv(M) g. Overwrites the search
// direction. COMPAT: ALG-35: Newton's method is done before its first step only where both the
// gradient and what that step promises are below the tolerance.
static bool isOptimal(Primal* s) {
  const lbProblem* p = s->p;
  if (p->d->efm_active) {
    return false;
  }
  lb_copy(s->search, s->grad, p->nv);
  lb_problemSolveM(p, s->search);
  return 0.5 * p->scale * lb_dot(s->grad, s->search, p->nv) < p->m->opt.tolerance;
}

// Numbers of J, zeros included where it is dense.
static int jacobianSize(const lbProblem* p) {
  int size = 0;
  for (int g = 0; g < p->J.groupCount; g++) {
    size += p->J.groups[g].count * p->J.groups[g].nnz;
  }
  return mj_isSparse(p->m) ? size : p->rows.nefc * p->nv;
}

int lb_solveNewton(lbProblem* p) {
  Primal s;
  mjData* d = p->d;
  int nefc = p->rows.nefc, iteration = 0;
  bool cones = p->m->opt.cone == mjCONE_ELLIPTIC;
  lb_markStack(d);
  allocate(&s, p);
  int* oldState = lb_stackInt(d, nefc);
  start(&s, cones);

  mjtNum tolerance = p->m->opt.tolerance;
  bool isFlat = p->scale * lb_norm(s.grad, p->nv) < tolerance;
  bool done = isFlat && isOptimal(&s);
  lbHessian hessian;
  if (!done) {
    lb_hessianInit(&hessian, p);
    lb_hessianFactor(&hessian);
    lb_problemRecordSize(p, lb_hessianSize(&hessian));
    done = newtonDirection(&s, &hessian) < tolerance && isFlat;
  } else {
    lb_problemRecordSize(p, jacobianSize(p));
  }
  while (!done && iteration < p->m->opt.iterations) {
    mjSolverStat stat = {0};
    if (!moveAlong(&s, &stat)) {
      break;
    }
    mjtNum oldCost = s.cost;
    memcpy(oldState, p->result.state, nefc * sizeof(int));
    update(&s, cones);
    done = finishIteration(&s, iteration, oldCost, oldState, &stat);
    iteration++;
    // where nothing has changed, the same step is next, whatever the tolerance
    done |= stat.improvement == 0 && stat.nchange == 0;

    // COMPAT: ALG-26: also stops when the next step promises less than the tolerance
    if (!done && iteration < p->m->opt.iterations) {
      stat.nupdate = lb_hessianRefresh(&hessian, oldState);
      done = newtonDirection(&s, &hessian) < tolerance;
    } else if (stat.nchange || cones) {
      stat.nupdate = lb_countUpdates(oldState, p->result.state, nefc);
    }
    lb_problemRecord(p, iteration - 1, stat);
  }
  lb_freeStack(d);
  return iteration;
}

// Four products a . b, in the order of the reference where J is listed by columns.
static void products(const lbProblem* p, Dots* D) {
  if (p->J.columns.adr) {
    dots(D, p->nv);
    return;
  }
  for (int i = 0; i < p->nv; i++) {
    for (int k = 0; k < 4; k++) {
      D->sum[k] += D->a[k][i] * D->b[k][i];
    }
  }
}

// Weight of the old direction p in the new one, Hager and Zhang (2005), with y the change of the
// gradient g and P the preconditioner:
//   beta = (y'Pg - 2 (y'Py) (p'g) / (p'y)) / (p'y), at least -1 / (|p| min(0.01, |g_old|)).
// Overwrites the old gradient and step by their changes.
static mjtNum conjugacy(const Primal* s, mjtNum* oldGrad, mjtNum* oldStep, mjtNum oldNorm) {
  int nv = s->p->nv;
  mjtNum *y = oldGrad, *Py = oldStep;
  lb_sub(y, s->grad, y, nv);
  lb_sub(Py, s->step, Py, nv);
  Dots D = {{y, s->search, y, y}, {s->search, s->grad, s->step, Py}, {0}};
  products(s->p, &D);
  mjtNum py = D.sum[0], pg = D.sum[1];
  if (py < mjMINVAL) {
    return 0;
  }
  mjtNum beta = (D.sum[2] - 2 * D.sum[3] * pg / py) / py;
  mjtNum size = s->searchNorm * lb_min(0.01, oldNorm);
  return lb_max(beta, -1 / lb_max(mjMINVAL, size));
}

static void swapPointers(mjtNum** a, mjtNum** b) {
  mjtNum* swap = *a;
  *a = *b;
  *b = swap;
}

int lb_solveCG(lbProblem* p) {
  Primal s;
  mjData* d = p->d;
  int nv = p->nv, nefc = p->rows.nefc, iteration = 0;
  lb_markStack(d);
  allocate(&s, p);
  int* oldState = lb_stackInt(d, nefc);
  mjtNum* oldGrad = lb_stackNum(d, nv);
  mjtNum* oldStep = lb_stackNum(d, nv);
  lb_problemRecordSize(p, jacobianSize(p));
  // columns pay in iterations, which what rests has none of
  bool byColumns = p->m->nflex && mj_isSparse(p->m), done;
  for (bool now = byColumns && d->efm_active;; now = true) {
    if (now) {
      lb_problemTranspose(p);
    }
    start(&s, false);
    lb_problemPrecondition(p, s.step, s.grad);
    // COMPAT: ALG-35: conjugate gradients only ask for the promise
    done = 0.5 * p->scale * lb_dot(s.grad, s.step, nv) < p->m->opt.tolerance;
    if (done || now || !byColumns) {
      break;
    }
  }
  lb_scl(s.search, s.step, -1, nv);
  s.gradNorm = lb_norm(s.grad, nv);
  bool stayed = false;
  while (!done && iteration < p->m->opt.iterations) {
    mjSolverStat stat = {0};
    if (!moveAlong(&s, &stat)) {
      break;
    }
    mjtNum oldCost = s.cost, oldNorm = s.gradNorm;
    memcpy(oldState, p->result.state, nefc * sizeof(int));
    swapPointers(&s.grad, &oldGrad);
    swapPointers(&s.step, &oldStep);
    update(&s, false);
    lb_problemPrecondition(p, s.step, s.grad);
    done = finishIteration(&s, iteration++, oldCost, oldState, &stat);

    // the second time that nothing has changed, steepest descent has not helped either
    bool stays = stat.improvement == 0 && stat.nchange == 0 && s.gradNorm == oldNorm;
    done |= stays && stayed;
    stayed = stays;

    // search = -step + beta search
    mjtNum beta = conjugacy(&s, oldGrad, oldStep, oldNorm);
    lb_scl(s.search, s.search, beta, nv);
    lb_sub(s.search, s.search, s.step, nv);
  }
  p->J.columns.adr = NULL;
  lb_freeStack(d);
  return iteration;
}
