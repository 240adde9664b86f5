// Dual solvers: projected Gauss-Seidel on 1/2 f'(A+R)f + f'b, and noslip.
//
// Rows are visited in a new random order in each sweep, each set to its optimum given the rest;
// with momentum between sweeps (Nesterov 1983; restarts as in O'Donoghue and Candes 2015). An
// elliptic contact is one block: first along the ray from the tip of the cone through the current
// force, then over the friction forces at that normal force (a small QCQP). Requirements
// ALG-13..ALG-22; COMPAT: ALG-13: order and momentum.

#include "solver/dual.h"

#include <math.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "math/simd.h"
#include "solver/qcqp.h"

// A block is put back when it raises the cost by more than this.
static const mjtNum costTolerance = 1e-10;

enum { maxBlock = 6 };

// Rows of an island that are neighbours in mjData, too.
typedef struct RowRun_ {
  int row, local, count;  // first one there and here
} RowRun;

// A+R and b of the problem. Those of an island are used where mjData has them: a second A+R would
// not fit where one does.
typedef struct Dual_ {
  lbProblem* p;
  int n;
  const int* row;        // rows of mjData (n); NULL: they are neighbours
  int first;             // row of mjData of the first one
  const mjtNum* values;  // A+R of mjData
  const int *nnz, *adr;  // sparse (n); NULL when dense
  int* cols;             // sparse: columns, ascending in a row, addressed like values; local in use
  int width;             // dense: length of a row
  const RowRun* runs;    // dense: the columns that count (runCount)
  int runCount;
  mjtNum* b;        // (n)
  int* diagonal;    // where values has (A+R)_ii (n)
  mjtNum* diagInv;  // 1 / (A+R)_ii (n)
} Dual;

// Row of mjData.
static inline int globalRow(const Dual* s, int i) {
  return s->row ? s->row[i] : s->first + i;
}

// Square block of A+R at rows first .. first+dim-1, which are neighbours in mjData, too: those of
// one contact, which meet each other or, without dofs, only themselves.
static void extractBlock(const Dual* s, int first, int dim, mjtNum* A) {
  for (int i = 0; i < dim; i++) {
    const mjtNum* diagonal = s->values + s->diagonal[first + i];
    if (s->nnz && s->nnz[first + i] == 1) {
      lb_zero(A + i * dim, dim);
      A[i * dim + i] = *diagonal;
    } else {
      lb_copy(A + i * dim, diagonal - i, dim);
    }
  }
}

// The rows of a dense problem as runs of neighbours.
static void findRuns(Dual* s) {
  RowRun* runs = LB_STACK(s->p->d, RowRun, s->row ? s->n : 1);
  s->runs = runs;
  if (!s->row) {
    s->runCount = 1;
    runs[0] = (RowRun){s->first, 0, s->n};
    return;
  }
  for (int i = 0; i < s->n; i++) {
    if (i && s->row[i] == s->row[i - 1] + 1) {
      runs[s->runCount - 1].count++;
    } else {
      runs[s->runCount++] = (RowRun){s->row[i], i, 1};
    }
  }
}

static void findRows(Dual* s) {
  mjData* d = s->p->d;
  s->cols = d->efc_AR_colind;
  if (!s->row) {
    s->nnz = d->efc_AR_rownnz + s->first;
    s->adr = d->efc_AR_rowadr + s->first;
    return;
  }
  int *nnz = lb_stackInt(d, s->n), *adr = lb_stackInt(d, s->n);
  for (int i = 0; i < s->n; i++) {
    nnz[i] = d->efc_AR_rownnz[s->row[i]];
    adr[i] = d->efc_AR_rowadr[s->row[i]];
  }
  s->nnz = nnz;
  s->adr = adr;
}

// Takes what it needs of the stack.
static void initDual(Dual* s, lbProblem* p) {
  mjData* d = p->d;
  int n = p->rows.nefc;
  *s = (Dual){.p = p, .n = n, .values = d->efc_AR, .width = d->nefc};
  s->b = lb_stackNum(d, n);
  s->diagInv = lb_stackNum(d, n);
  s->diagonal = lb_stackInt(d, n);
  s->first = lb_globalRow(p, 0);
  if (lb_globalRow(p, n - 1) != s->first + n - 1) {
    s->row = p->rowMap;
  }
  if (mj_isSparse(p->m)) {
    findRows(s);
  } else {
    findRuns(s);
  }
}

// Columns of the rows of an island become local ones, or those of mjData again. Rows of other
// islands never meet rows of this one.
static void renumber(Dual* s, bool local) {
  if (!s->nnz || (!s->row && !s->first)) {
    return;
  }
  const int* place = s->p->d->map_efc2iefc;
  int firstPlace = place[s->first];
  for (int i = 0; i < s->n; i++) {
    for (int k = s->adr[i]; k < s->adr[i] + s->nnz[i]; k++) {
      s->cols[k] = local ? place[s->cols[k]] - firstPlace : globalRow(s, s->cols[k]);
    }
  }
}

// Between these two nothing raises an error: mjData is put back in the end.
static void enterDual(Dual* s) {
  renumber(s, true);
  for (int i = 0; i < s->n; i++) {
    int row = globalRow(s, i), k = s->nnz ? s->adr[i] : row * (s->width + 1);
    while (s->nnz && s->cols[k] != i) {
      k++;
    }
    s->b[i] = s->p->d->efc_b[row];
    s->diagonal[i] = k;
    s->diagInv[i] = 1 / lb_max(mjMINVAL, s->values[k]);
  }
}

static void leaveDual(Dual* s) {
  renumber(s, false);
}

// How many numbers the matrix has.
static int matrixSize(const Dual* s) {
  int size = 0;
  for (int i = 0; i < s->n; i++) {
    size += s->nnz ? s->nnz[i] : s->n;
  }
  return size;
}

// A function of its own, so that the loops over sparse rows have the registers.
LB_APART static mjtNum denseProduct(const Dual* s, int i, const mjtNum* f) {
  const mjtNum* A = s->values + (size_t)globalRow(s, i) * s->width;
  mjtNum sum = lb_dot(A + s->runs->row, f, s->runs->count);
  for (int r = 1; r < s->runCount; r++) {
    sum += lb_dot(A + s->runs[r].row, f + s->runs[r].local, s->runs[r].count);
  }
  return sum;
}

// ((A+R) f)_i without b.
static mjtNum rowProduct(const Dual* s, int i, const mjtNum* f) {
  if (!s->nnz) {
    return denseProduct(s, i, f);
  }
  // four sums, since each addition waits for the one before; forces that act together on a body are
  // neighbours
  const mjtNum* values = s->values + s->adr[i];
  const int* cols = s->cols + s->adr[i];
  int k = 0, count = s->nnz[i];
  lbV2 low = {0, 0}, high = {0, 0};
  for (; k + 4 <= count; k += 4) {
    const mjtNum* at = f + cols[k];
    lbV2 first, second;
    if (cols[k + 3] - cols[k] == 3) {
      first = lb_load2(at);
      second = lb_load2(at + 2);
    } else {
      first = (lbV2){*at, f[cols[k + 1]]};
      second = (lbV2){f[cols[k + 2]], f[cols[k + 3]]};
    }
    low += lb_load2(values + k) * first;
    high += lb_load2(values + k + 2) * second;
  }
  mjtNum sum = low[0];
  for (; k < count; k++) {
    sum += values[k] * f[cols[k]];
  }
  return (sum + low[1]) + lb_sum2(high);
}

// Change of the dual cost when a block moves from old to f, residual taken at old. Positive beyond
// rounding: puts the old force back and reports no change.
static mjtNum settle(const mjtNum* A, mjtNum* f, const mjtNum* old, const mjtNum* residual,
                     int dim) {
  mjtNum change = 0, delta[maxBlock];
  for (int i = 0; i < dim; i++) {
    delta[i] = f[i] - old[i];
  }
  for (int i = 0; i < dim; i++) {
    change += delta[i] * (residual[i] + 0.5 * lb_dot(A + i * dim, delta, dim));
  }
  if (change > costTolerance) {
    lb_copy(f, old, dim);
    return 0;
  }
  return change;
}

// Friction forces of a cone at a given normal force: A and b restricted to them.
static void solveFriction(mjtNum* f, const mjtNum* A, const mjtNum* b, const mjtNum* friction,
                          mjtNum normal, int n) {
  if (!lb_qcqp(f, A, b, friction, normal, n)) {
    return;
  }

  // active: land on the cone exactly
  mjtNum square = 0;
  for (int i = 0; i < n; i++) {
    square += f[i] * f[i] / (friction[i] * friction[i]);
  }
  lb_scl(f, f, sqrt(normal * normal / lb_max(mjMINVAL, square)), n);
}

static mjtNum visitElliptic(Dual* s, int first, const mjContact* con, mjtNum* force) {
  int dim = con->dim;
  mjtNum A[maxBlock * maxBlock], old[maxBlock], residual[maxBlock], *f = force + first;
  extractBlock(s, first, dim, A);
  for (int i = 0; i < dim; i++) {
    old[i] = f[i];
    residual[i] = s->b[first + i] + rowProduct(s, first + i, force);
  }

  if (f[0] < mjMINVAL) {
    // at the tip: normal force alone
    f[0] = lb_max(0, f[0] - residual[0] * s->diagInv[first]);
    lb_zero(f + 1, dim - 1);
  } else {
    // along the ray, not past the tip
    mjtNum curve = 0;
    for (int i = 0; i < dim; i++) {
      curve += old[i] * lb_dot(A + i * dim, old, dim);
    }
    if (curve >= mjMINVAL) {
      mjtNum step = lb_max(-1, -lb_dot(old, residual, dim) / curve);
      lb_addToScl(f, old, step, dim);
    }
  }

  if (f[0] < mjMINVAL) {
    lb_zero(f + 1, dim - 1);
  } else {
    mjtNum Ac[lbQCQP_MAX * lbQCQP_MAX], bc[lbQCQP_MAX];
    for (int i = 1; i < dim; i++) {
      lb_copy(Ac + (i - 1) * (dim - 1), A + i * dim + 1, dim - 1);
      bc[i - 1] =
          residual[i] - lb_dot(A + i * dim + 1, old + 1, dim - 1) + A[i * dim] * (f[0] - old[0]);
    }
    solveFriction(f + 1, Ac, bc, con->friction, f[0], dim - 1);
  }
  return settle(A, f, old, residual, dim);
}

static mjtNum visitScalar(Dual* s, int i, mjtNum* force) {
  const lbRowSet* rows = &s->p->rows;
  mjtNum residual = s->b[i] + rowProduct(s, i, force), old = force[i];
  force[i] -= residual * s->diagInv[i];
  if (i >= rows->ne && i < rows->ne + rows->nf) {
    force[i] = lb_clip(force[i], -rows->frictionloss[i], rows->frictionloss[i]);
  } else if (i >= rows->ne) {
    force[i] = lb_max(0, force[i]);
  }
  mjtNum delta = force[i] - old;
  return delta * (residual + 0.5 * delta / s->diagInv[i]);
}

// COMPAT: DUAL-STATE: a contact whose force is inside the cone counts as satisfied, as one without
// force does. Forces are put on the cone often; the rounding says on which side they come to be.
static int coneState(const mjContact* con, const mjtNum* force) {
  mjtNum friction[maxBlock - 1], normal = force[0] / con->mu;
  for (int j = 1; j < con->dim; j++) {
    friction[j - 1] = force[j] / con->friction[j - 1];
  }
  bool on = force[0] > 0 && lb_norm(friction, con->dim - 1) > con->mu * normal;
  return on ? mjCNSTRSTATE_CONE : mjCNSTRSTATE_SATISFIED;
}

// Writes a row's state, and counts it.
static inline void setState(int* at, int state, mjSolverStat* stat) {
  stat->nactive += state != mjCNSTRSTATE_SATISFIED;
  stat->nchange += state != *at;
  *at = state;
}

// States that belong to forces. Counts those that are active, and those that were others before.
static mjSolverStat setStates(lbProblem* p) {
  const lbRowSet* rows = &p->rows;
  mjSolverStat stat = {0};
  int* state = p->result.state;
  for (int i = 0; i < rows->nefc;) {
    mjtNum f = p->result.force[i];
    if (i < rows->ne) {
      setState(state + i++, mjCNSTRSTATE_QUADRATIC, &stat);
    } else if (i < rows->ne + rows->nf) {
      setState(state + i,
               f <= -rows->frictionloss[i]  ? mjCNSTRSTATE_LINEARPOS
               : f >= rows->frictionloss[i] ? mjCNSTRSTATE_LINEARNEG
                                            : mjCNSTRSTATE_QUADRATIC,
               &stat);
      i++;
    } else if (rows->type[i] != mjCNSTR_CONTACT_ELLIPTIC) {
      setState(state + i++, f <= 0 ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC, &stat);
    } else {
      const mjContact* con = rows->contact + rows->id[i];
      int common = coneState(con, p->result.force + i);
      for (int j = 0; j < con->dim; j++) {
        setState(state + i++, common, &stat);
      }
    }
  }
  return stat;
}

// Joint forces and acceleration that belong to the constraint forces.
static void finish(lbProblem* p) {
  lb_problemMulJT(p, p->result.qfrcConstraint, p->result.force);
  lb_copy(p->result.qacc, p->result.qfrcConstraint, p->nv);
  lb_problemSolveM(p, p->result.qacc);
  lb_addTo(p->result.qacc, p->smooth.qacc, p->nv);
  setStates(p);
}

// Warm start: forces at the previous acceleration.
static void startForces(Dual* s) {
  lbProblem* p = s->p;
  if (!p->start.warm) {
    lb_zero(p->result.force, s->n);
    return;
  }
  lb_markStack(p->d);
  mjtNum* jar = lb_stackNum(p->d, s->n);
  lb_problemMulJ(p, jar, p->result.qacc);
  lb_subFrom(jar, p->aref, s->n);
  lb_updateRows(&p->rows, jar, p->result.force, p->result.state, false);
  lb_freeStack(p->d);
}

static mjSolverStat sweepStat(lbProblem* p, mjtNum improvement) {
  mjSolverStat stat = setStates(p);
  stat.improvement = improvement;
  return stat;
}

// A small permuted congruential generator (O'Neill 2014, XSH-RR), the same on every machine.
static uint32_t nextRandom(uint64_t* generator) {
  const uint64_t multiplier = 6364136223846793005u;
  uint64_t old = *generator;
  *generator = old * multiplier + multiplier;
  uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
  return (mixed >> turn) | (mixed << (-turn & 31));
}

static void shuffle(int* list, int count, uint64_t* generator) {
  for (int i = count - 1; i > 0; i--) {
    int j = (int)(nextRandom(generator) % (uint32_t)(i + 1)), swap = list[i];
    list[i] = list[j];
    list[j] = swap;
  }
}

// First rows of the blocks that are visited as one: elliptic contacts, and single rows. Returns
// their number.
static int listBlocks(const lbRowSet* rows, int* block) {
  int count = 0;
  for (int i = 0; i < rows->nefc;) {
    block[count++] = i;
    bool elliptic = rows->type[i] == mjCNSTR_CONTACT_ELLIPTIC;
    i += elliptic ? rows->contact[rows->id[i]].dim : 1;
  }
  return count;
}

// Nesterov's momentum: before a sweep, forces go on in the direction of the last one. The age since
// the start or the last restart gives the weight; a sweep that takes back a part of it restarts.
typedef struct Momentum_ {
  int age;
  mjtNum *last, *beforeLast;  // forces after the last sweeps (n)
  mjtNum* extrapolated;       // forces the current sweep started from (n)
} Momentum;

// Brings the force of an elliptic contact back into its cone, normal force held.
static void projectCone(const mjContact* con, mjtNum* force) {
  mjtNum square = 0;
  force[0] = lb_max(0, force[0]);
  for (int j = 1; j < con->dim; j++) {
    mjtNum scaled = force[j] / con->friction[j - 1];
    square += scaled * scaled;
  }
  if (square > force[0] * force[0]) {
    lb_scl(force + 1, force + 1, force[0] / sqrt(square), con->dim - 1);
  }
}

// Brings forces back into their bounds.
static void project(const lbRowSet* rows, mjtNum* force) {
  for (int i = rows->ne; i < rows->nefc;) {
    if (i < rows->ne + rows->nf) {
      force[i] = lb_clip(force[i], -rows->frictionloss[i], rows->frictionloss[i]);
      i++;
    } else if (rows->type[i] != mjCNSTR_CONTACT_ELLIPTIC) {
      force[i] = lb_max(0, force[i]);
      i++;
    } else {
      const mjContact* con = rows->contact + rows->id[i];
      projectCone(con, force + i);
      i += con->dim;
    }
  }
}

static void extrapolate(Momentum* s, const lbRowSet* rows, mjtNum* force) {
  int n = rows->nefc;
  lb_copy(s->last, force, n);
  if (s->age >= 2) {
    mjtNum weight = (s->age - 1) / (mjtNum)(s->age + 2);
    for (int i = 0; i < n; i++) {
      force[i] += weight * (force[i] - s->beforeLast[i]);
    }
    project(rows, force);
  }
  lb_copy(s->extrapolated, force, n);
}

static void watchDirection(Momentum* s, const mjtNum* force, int n) {
  mjtNum against = 0;
  for (int i = 0; i < n; i++) {
    against += (s->extrapolated[i] - force[i]) * (s->extrapolated[i] - s->last[i]);
  }
  s->age = against > 0 ? 0 : s->age + 1;
  mjtNum* swap = s->beforeLast;
  s->beforeLast = s->last;
  s->last = swap;
}

int lb_solvePGS(lbProblem* p) {
  mjData* d = p->d;
  const lbRowSet* rows = &p->rows;
  Dual s;
  lb_markStack(d);
  initDual(&s, p);
  lb_problemRecordSize(p, matrixSize(&s));
  startForces(&s);
  setStates(p);

  int* block = lb_stackInt(d, s.n);
  int iteration = 0, blocks = listBlocks(rows, block);
  uint64_t generator = 0;
  Momentum momentum = {0, lb_stackNum(d, s.n), lb_stackNum(d, s.n), lb_stackNum(d, s.n)};
  lb_copy(momentum.beforeLast, p->result.force, s.n);

  enterDual(&s);
  for (bool done = false; !done && iteration < p->m->opt.iterations; iteration++) {
    mjtNum improvement = 0;
    shuffle(block, blocks, &generator);
    extrapolate(&momentum, rows, p->result.force);
    for (int k = 0; k < blocks; k++) {
      int i = block[k];
      bool elliptic = rows->type[i] == mjCNSTR_CONTACT_ELLIPTIC;
      improvement -= elliptic ? visitElliptic(&s, i, rows->contact + rows->id[i], p->result.force)
                              : visitScalar(&s, i, p->result.force);
    }
    watchDirection(&momentum, p->result.force, s.n);
    improvement *= p->dualScale;
    lb_problemRecord(p, iteration, sweepStat(p, improvement));
    done = improvement < p->m->opt.tolerance;
  }
  leaveDual(&s);
  finish(p);
  lb_freeStack(d);
  return iteration;
}

// -------------------------------------------------------------------------------------- noslip

// Friction loss without regularizer.
static mjtNum slipScalar(Dual* s, int i, mjtNum* force) {
  const lbRowSet* rows = &s->p->rows;
  mjtNum R = rows->R[i], A = lb_max(mjMINVAL, 1 / s->diagInv[i] - R), old = force[i];
  mjtNum residual = s->b[i] + rowProduct(s, i, force) - R * old;
  force[i] = lb_clip(old - residual / A, -rows->frictionloss[i], rows->frictionloss[i]);
  mjtNum delta = force[i] - old;
  return delta * (residual + 0.5 * delta * A);
}

// Two opposite edges of a pyramid: their sum stays, their difference moves.
static mjtNum slipEdges(Dual* s, int i, mjtNum* force) {
  mjtNum A[4], residual[2], old[2] = {force[i], force[i + 1]}, *f = force + i;
  extractBlock(s, i, 2, A);
  for (int j = 0; j < 2; j++) {
    A[3 * j] -= s->p->rows.R[i + j];
    residual[j] = s->b[i + j] + rowProduct(s, i + j, force) - s->p->rows.R[i + j] * old[j];
  }
  mjtNum mid = 0.5 * (old[0] + old[1]), b[2];
  b[0] = residual[0] - A[0] * old[0] - A[1] * old[1];
  b[1] = residual[1] - A[2] * old[0] - A[3] * old[1];
  mjtNum curve = A[0] + A[3] - A[1] - A[2], slope = mid * (A[0] - A[3]) + b[0] - b[1];
  mjtNum y = curve < mjMINVAL ? 0 : lb_clip(-slope / curve, -mid, mid);
  f[0] = mid + y;
  f[1] = mid - y;
  return settle(A, f, old, residual, 2);
}

static mjtNum slipElliptic(Dual* s, int first, const mjContact* con, mjtNum* force) {
  int dim = con->dim, n = dim - 1;
  mjtNum A[maxBlock * maxBlock], Ac[lbQCQP_MAX * lbQCQP_MAX], bc[lbQCQP_MAX];
  mjtNum residual[lbQCQP_MAX], old[lbQCQP_MAX], *f = force + first + 1;
  extractBlock(s, first, dim, A);
  for (int i = 0; i < n; i++) {
    mjtNum R = s->p->rows.R[first + 1 + i];
    lb_copy(Ac + i * n, A + (i + 1) * dim + 1, n);
    Ac[i * n + i] = lb_max(mjMINVAL, Ac[i * n + i] - R);
    old[i] = f[i];
    residual[i] = s->b[first + 1 + i] + rowProduct(s, first + 1 + i, force) - R * f[i];
  }
  if (force[first] < mjMINVAL) {
    lb_zero(f, n);
  } else {
    for (int i = 0; i < n; i++) {
      bc[i] = residual[i] - lb_dot(Ac + i * n, old, n);
    }
    solveFriction(f, Ac, bc, con->friction, force[first], n);
  }
  return settle(Ac, f, old, residual, n);
}

// Cost of the regularizer. COMPAT: NOSLIP-COST: of all rows, though only friction goes without.
static mjtNum regularizerCost(const lbProblem* p) {
  mjtNum cost = 0;
  for (int i = 0; i < p->rows.nefc; i++) {
    cost += 0.5 * p->result.force[i] * p->result.force[i] * p->rows.R[i];
  }
  return cost;
}

int lb_solveNoslip(lbProblem* p, int iteration) {
  mjData* d = p->d;
  const lbRowSet* rows = &p->rows;
  Dual s;
  lb_markStack(d);
  initDual(&s, p);
  setStates(p);

  int sweep = 0;
  enterDual(&s);
  for (bool done = false; !done && sweep < p->m->opt.noslip_iterations; sweep++) {
    mjtNum improvement = sweep ? 0 : regularizerCost(p);
    for (int i = rows->ne, count; i < s.n; i += count) {
      count = 1;
      if (i < rows->ne + rows->nf) {
        improvement -= slipScalar(&s, i, p->result.force);
      } else if (rows->type[i] == mjCNSTR_CONTACT_PYRAMIDAL) {
        count = 2;
        improvement -= slipEdges(&s, i, p->result.force);
      } else if (rows->type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
        const mjContact* con = rows->contact + rows->id[i];
        count = con->dim;
        improvement -= slipElliptic(&s, i, con, p->result.force);
      }
    }
    improvement *= p->dualScale;
    lb_problemRecord(p, iteration + sweep, sweepStat(p, improvement));
    done = improvement < p->m->opt.noslip_tolerance;
  }
  leaveDual(&s);
  finish(p);
  lb_freeStack(d);
  return sweep;
}
