// Dual solvers: projected Gauss-Seidel on 1/2 f'(A+R)f + f'b, and noslip.
//
// Rows are visited in a new random order in each sweep, each set to its optimum given the rest;
// with momentum between sweeps (Nesterov 1983; restarts as in O'Donoghue and Candes 2015). An
// elliptic contact is one block: first along the ray from the tip of the cone through the current
// force, then over the friction forces at that normal force (a small QCQP). Requirements
// ALG-13..ALG-22; COMPAT: ALG-13: order and momentum.

#include "solver/dual.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "math/simd.h"
#include "solver/qcqp.h"

// A block is put back when it raises the cost by more than this.
static const mjtNum costTolerance = 1e-10;

enum { maxBlock = 6 };

// A+R and b of the problem in local row order.
typedef struct Dual_ {
  lbProblem* p;
  int n;
  mjtNum* dense;         // (n x n), or NULL
  const mjtNum* values;  // sparse: values of mjData
  const int *nnz, *adr;  // sparse (n)
  const int* cols;       // sparse: local columns, ascending in a row, addressed like values
  mjtNum* b;             // (n)
  mjtNum* diagInv;       // 1 / (A+R)_ii (n)
} Dual;

// Square block of A+R at rows first .. first+dim-1.
static void extractBlock(const Dual* s, int first, int dim, mjtNum* A) {
  for (int i = 0; i < dim; i++) {
    if (s->dense) {
      lb_copy(A + i * dim, s->dense + (size_t)(first + i) * s->n + first, dim);
      continue;
    }
    lb_zero(A + i * dim, dim);
    for (int k = s->adr[first + i]; k < s->adr[first + i] + s->nnz[first + i]; k++) {
      int col = s->cols[k] - first;
      if (col >= 0 && col < dim) {
        A[i * dim + col] = s->values[k];
      }
    }
  }
}

static void initDual(Dual* s, lbProblem* p) {
  mjData* d = p->d;
  int n = p->rows.nefc, nonzeros = 0;
  *s = (Dual){.p = p, .n = n};
  s->b = mj_stackAllocNum(d, n);
  s->diagInv = mj_stackAllocNum(d, n);
  if (mj_isSparse(p->m)) {
    s->values = d->efc_AR;
    s->nnz = d->efc_AR_rownnz;
    s->adr = d->efc_AR_rowadr;
    s->cols = d->efc_AR_colind;
    if (p->rowMap) {
      // rows of other islands never meet rows of this one
      int *cols = mj_stackAllocInt(d, d->nA), first = d->map_efc2iefc[p->rowMap[0]];
      int *nnz = mj_stackAllocInt(d, n), *adr = mj_stackAllocInt(d, n);
      for (int i = 0; i < n; i++) {
        nnz[i] = s->nnz[p->rowMap[i]];
        adr[i] = s->adr[p->rowMap[i]];
        for (int k = adr[i]; k < adr[i] + nnz[i]; k++) {
          cols[k] = d->map_efc2iefc[s->cols[k]] - first;
        }
      }
      s->cols = cols;
      s->nnz = nnz;
      s->adr = adr;
    }
  } else if (p->rowMap) {
    s->dense = mj_stackAllocNum(d, (size_t)n * n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        s->dense[(size_t)i * n + j] = d->efc_AR[(size_t)p->rowMap[i] * d->nefc + p->rowMap[j]];
      }
    }
  } else {
    s->dense = d->efc_AR;
  }
  for (int i = 0; i < n; i++) {
    s->b[i] = d->efc_b[lb_globalRow(p, i)];
    mjtNum diagonal = 0;
    extractBlock(s, i, 1, &diagonal);
    s->diagInv[i] = 1 / lb_max(mjMINVAL, diagonal);
    nonzeros += s->dense ? n : s->nnz[i];
  }
  lb_problemRecordSize(p, nonzeros);
}

// ((A+R) f)_i without b.
static mjtNum rowProduct(const Dual* s, int i, const mjtNum* f) {
  if (s->dense) {
    return lb_dot(s->dense + (size_t)i * s->n, f, s->n);
  }
  // four sums, since each addition waits for the one before; forces that act together on a body are
  // neighbours
  const mjtNum* values = s->values + s->adr[i];
  const int* cols = s->cols + s->adr[i];
  int k = 0, count = s->nnz[i];
  lbV2 low = {0, 0}, high = {0, 0};
  for (; k + 4 <= count; k += 4) {
    const mjtNum* at = f + cols[k];
    mjtNum picked[4];
    if (cols[k + 3] - cols[k] != 3) {
      for (int c = 0; c < 4; c++) {
        picked[c] = f[cols[k + c]];
      }
      at = picked;
    }
    low += lb_load2(values + k) * lb_load2(at);
    high += lb_load2(values + k + 2) * lb_load2(at + 2);
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

// States that belong to forces.
static void setStates(lbProblem* p) {
  const lbRowSet* rows = &p->rows;
  for (int i = 0; i < rows->nefc;) {
    mjtNum f = p->result.force[i];
    if (i < rows->ne) {
      p->result.state[i++] = mjCNSTRSTATE_QUADRATIC;
    } else if (i < rows->ne + rows->nf) {
      p->result.state[i] = f <= -rows->frictionloss[i]  ? mjCNSTRSTATE_LINEARPOS
                           : f >= rows->frictionloss[i] ? mjCNSTRSTATE_LINEARNEG
                                                        : mjCNSTRSTATE_QUADRATIC;
      i++;
    } else if (rows->type[i] != mjCNSTR_CONTACT_ELLIPTIC) {
      p->result.state[i++] = f <= 0 ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC;
    } else {
      const mjContact* con = rows->contact + rows->id[i];
      mjtNum square = 0;
      for (int j = 1; j < con->dim; j++) {
        mjtNum scaled = p->result.force[i + j] / con->friction[j - 1];
        square += scaled * scaled;
      }
      int state = f <= 0            ? mjCNSTRSTATE_SATISFIED
                  : square >= f * f ? mjCNSTRSTATE_CONE
                                    : mjCNSTRSTATE_QUADRATIC;
      for (int j = 0; j < con->dim; j++) {
        p->result.state[i + j] = state;
      }
      i += con->dim;
    }
  }
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
  mj_markStack(p->d);
  mjtNum* jar = mj_stackAllocNum(p->d, s->n);
  lb_problemMulJ(p, jar, p->result.qacc);
  lb_subFrom(jar, p->aref, s->n);
  lb_updateRows(&p->rows, jar, p->result.force, p->result.state, false);
  mj_freeStack(p->d);
}

static mjSolverStat sweepStat(lbProblem* p, mjtNum improvement, int* oldState) {
  int n = p->rows.nefc;
  setStates(p);
  mjSolverStat stat = {
      .improvement = improvement,
      .nactive = lb_countActive(p->result.state, n),
      .nchange = lb_countChanges(oldState, p->result.state, n),
  };
  memcpy(oldState, p->result.state, n * sizeof(int));
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
  mj_markStack(d);
  initDual(&s, p);
  startForces(&s);
  int* oldState = mj_stackAllocInt(d, s.n);
  setStates(p);
  memcpy(oldState, p->result.state, s.n * sizeof(int));

  int* block = mj_stackAllocInt(d, s.n);
  int iteration = 0, blocks = listBlocks(rows, block);
  uint64_t generator = 0;
  Momentum momentum = {0, mj_stackAllocNum(d, s.n), mj_stackAllocNum(d, s.n),
                       mj_stackAllocNum(d, s.n)};
  lb_copy(momentum.beforeLast, p->result.force, s.n);

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
    lb_problemRecord(p, iteration, sweepStat(p, improvement, oldState));
    done = improvement < p->m->opt.tolerance;
  }
  finish(p);
  mj_freeStack(d);
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
    Ac[i * n + i] -= R;
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

// Cost of the regularizer on friction rows, gone once it is dropped.
static mjtNum regularizerCost(const lbProblem* p) {
  const lbRowSet* rows = &p->rows;
  mjtNum cost = 0;
  for (int i = rows->ne; i < rows->nefc; i++) {
    bool friction = i < rows->ne + rows->nf || rows->type[i] == mjCNSTR_CONTACT_PYRAMIDAL ||
                    rows->type[i] == mjCNSTR_CONTACT_ELLIPTIC;
    cost += friction ? 0.5 * p->result.force[i] * p->result.force[i] * rows->R[i] : 0;
  }
  return cost;
}

int lb_solveNoslip(lbProblem* p, int iteration) {
  mjData* d = p->d;
  const lbRowSet* rows = &p->rows;
  Dual s;
  mj_markStack(d);
  initDual(&s, p);
  int* oldState = mj_stackAllocInt(d, s.n);
  memcpy(oldState, p->result.state, s.n * sizeof(int));

  int sweep = 0;
  for (bool done = false; !done && sweep < p->m->opt.noslip_iterations; sweep++) {
    mjtNum improvement = sweep ? 0 : regularizerCost(p);
    for (int i = rows->ne; i < rows->ne + rows->nf; i++) {
      improvement -= slipScalar(&s, i, p->result.force);
    }
    for (int i = rows->ne + rows->nf; i < s.n;) {
      if (rows->type[i] == mjCNSTR_CONTACT_PYRAMIDAL) {
        improvement -= slipEdges(&s, i, p->result.force);
        i += 2;
      } else if (rows->type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
        const mjContact* con = rows->contact + rows->id[i];
        improvement -= slipElliptic(&s, i, con, p->result.force);
        i += con->dim;
      } else {
        i++;
      }
    }
    improvement *= p->dualScale;
    lb_problemRecord(p, iteration + sweep, sweepStat(p, improvement, oldState));
    done = improvement < p->m->opt.noslip_tolerance;
  }
  finish(p);
  mj_freeStack(d);
  return sweep;
}
