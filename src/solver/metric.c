// The metric of the discrete integrator; see metric.h.

#include "solver/metric.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "constraint/project.h"
#include "constraint/rows.h"
#include "data/stack.h"
#include "force/actuation.h"
#include "force/derivative.h"
#include "force/resistance.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/options.h"

// What is kept in the arena, beside the published arrays, until the next position stage: d->metric.
// Places of arrays count from the start of the arena, which mj_copyData copies as a whole.
typedef struct Record_ {
  size_t P, factor, diagInv, c;
  size_t rowadr, dof, value, Z;  // rows of U, as many as there may be
  size_t near, nearInv;          // factor of near(W) (nC), (nv)
  size_t diagA;                  // efc_diagA as the position stage made it (nefc)
  size_t tied;                   // trees that rows resist (ntree)
  int count;                     // rows of U
  bool coupled;                  // there may be some
} Record;

static size_t takeArray(mjData* d, size_t bytes) {
  char* array = lb_arenaAlloc(d, bytes + 1, 64);
  if (!array) {
    lb_error("not enough memory for the discrete integrator; increase <size memory=.../>");
  }
  return (size_t)(array - (char*)d->arena);
}

static void* placeOf(const mjData* d, size_t offset) {
  return (char*)d->arena + offset;
}

// True when each dof of a row is an ancestor of the next: then its square fits into M's pattern,
// but for bodies with diagonal inertia.
static bool fitsTree(const mjModel* m, int nnz, const int* dof) {
  for (int k = nnz - 1; k > 0; k--) {
    int i = dof[k];
    if (m->M_rownnz[i] == 1) {
      return false;
    }
    while (i > dof[k - 1]) {
      i = m->dof_parentid[i];
    }
    if (i != dof[k - 1]) {
      return false;
    }
  }
  return true;
}

// Room for all rows that do not fit, and their entries.
static void countRows(const mjModel* m, const mjData* d, size_t* rows, size_t* entries) {
  int tendonCount = (int)m->ntendon, outCount = (int)m->nout;
  for (int i = 0; i < tendonCount; i++) {
    if (!fitsTree(m, m->ten_J_rownnz[i], m->ten_J_colind + m->ten_J_rowadr[i])) {
      *rows += 1;
      *entries += (size_t)m->ten_J_rownnz[i];
    }
  }
  for (int i = 0; i < outCount; i++) {
    if (!fitsTree(m, d->moment_rownnz[i], d->moment_colind + d->moment_rowadr[i])) {
      *rows += 1;
      *entries += (size_t)d->moment_rownnz[i];
    }
  }
}

static Record* newRecord(const mjModel* m, mjData* d) {
  size_t nv = (size_t)m->nv, number = sizeof(mjtNum), rows = 0, entries = 0;
  if (m->opt.solver != mjSOL_PGS) {
    countRows(m, d, &rows, &entries);
  }
  Record* record = placeOf(d, takeArray(d, sizeof(Record)));
  record->coupled = rows > 0;
  record->P = takeArray(d, (size_t)m->nC * number);
  record->factor = takeArray(d, (size_t)m->nC * number);
  record->diagInv = takeArray(d, nv * number);
  record->c = takeArray(d, nv * number);
  record->rowadr = takeArray(d, (rows + 1) * sizeof(int));
  record->dof = takeArray(d, entries * sizeof(int));
  record->value = takeArray(d, entries * number);
  record->Z = takeArray(d, rows * nv * number);
  record->near = takeArray(d, (size_t)m->nC * number);
  record->nearInv = takeArray(d, nv * number);
  record->diagA = takeArray(d, (size_t)d->nefc * number);
  record->tied = takeArray(d, (size_t)m->ntree * sizeof(bool));
  if (d->nefc) {
    memcpy(placeOf(d, record->diagA), d->efc_diagA, (size_t)d->nefc * number);
  }
  return record;
}

lbMetric lb_metric(const mjData* d) {
  const Record* record = d->metric;
  if (!record) {
    return (lbMetric){.P = d->M, .factor = lb_inertiaFactor(d)};
  }
  return (lbMetric){
      .P = placeOf(d, record->P),
      .c = placeOf(d, record->c),
      .factor = {placeOf(d, record->factor), placeOf(d, record->diagInv)},
      .Z = placeOf(d, record->Z),
      .coupled = record->coupled,
      .count = record->count,
      .rowadr = placeOf(d, record->rowadr),
      .dof = placeOf(d, record->dof),
      .value = placeOf(d, record->value),
      .tied = placeOf(d, record->tied),
  };
}

// ------------------------------------------------------------------------------------ building

// P += weight row' row for a row that fits.
static void addSquare(const mjModel* m, mjtNum* P, int nnz, const int* dof, const mjtNum* row,
                      mjtNum weight) {
  for (int a = 0; a < nnz; a++) {
    int adr = m->M_rowadr[dof[a]], at = 0;
    for (int b = 0; b <= a; b++) {
      while (m->M_colind[adr + at] < dof[b]) {
        at++;
      }
      P[adr + at] += weight * row[a] * row[b];
    }
  }
}

// Adds what resists along a row, moving at `velocity`, to W and c.
static void addRow(const mjModel* m, mjData* d, Record* record, int nnz, const int* dof,
                   const mjtNum* row, mjtNum velocity, lbResistance r) {
  mjtNum h = m->opt.timestep, weight = h * (r.damping + h * r.stiffness);
  mjtNum* c = placeOf(d, record->c);
  bool* tied = placeOf(d, record->tied);
  if (weight == 0) {
    return;
  }
  for (int k = 0; k < nnz; k++) {
    c[dof[k]] -= h * r.stiffness * velocity * row[k];
    tied[m->dof_treeid[dof[k]]] = true;
  }
  if (fitsTree(m, nnz, dof)) {
    addSquare(m, placeOf(d, record->P), nnz, dof, row, weight);
    return;
  }
  int *rowadr = placeOf(d, record->rowadr), at = rowadr[record->count];
  memcpy((int*)placeOf(d, record->dof) + at, dof, (size_t)nnz * sizeof(int));
  lb_scl((mjtNum*)placeOf(d, record->value) + at, row, sqrt(weight), nnz);
  rowadr[++record->count] = at + nnz;
}

static void addDofs(const mjModel* m, mjData* d, Record* record, lbIndexList dofs) {
  mjtNum h = m->opt.timestep, *P = placeOf(d, record->P), *c = placeOf(d, record->c);
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    lbResistance r = lb_dofResistance(m, d, i);
    P[m->M_rowadr[i] + m->M_rownnz[i] - 1] += h * (r.damping + h * r.stiffness);
    c[i] -= h * r.stiffness * d->qvel[i];
  }
}

static void addTendons(const mjModel* m, mjData* d, Record* record) {
  int tendonCount = (int)m->ntendon;
  for (int i = 0; i < tendonCount; i++) {
    if (!lb_tendonAsleep(m, d, i)) {
      int adr = m->ten_J_rowadr[i];
      addRow(m, d, record, m->ten_J_rownnz[i], m->ten_J_colind + adr, d->ten_J + adr,
             d->ten_velocity[i], lb_tendonResistance(m, d, i));
    }
  }
}

static void addActuators(const mjModel* m, mjData* d, Record* record) {
  int actuatorCount = (int)m->nactuator;
  if (!actuatorCount || lb_disabled(m, mjDSBL_ACTUATION)) {
    return;
  }
  mj_markStack(d);
  mjtNum* ctrl = lb_stackNum(d, (size_t)m->nu + 1);
  ctrl[m->nu] = 0;
  lb_actingControls(m, d, ctrl);
  for (int i = 0; i < actuatorCount; i++) {
    if (lb_actuatorDisabled(m, i) || lb_actuatorAsleep(m, d, i)) {
      continue;
    }
    lbResistance r = lb_actuatorResistance(m, d, i, ctrl + m->actuator_ctrladr[i]);
    int first = m->actuator_outadr[i], end = first + m->actuator_outnum[i];
    for (int out = first; out < end; out++) {
      int adr = d->moment_rowadr[out];
      addRow(m, d, record, d->moment_rownnz[out], d->moment_colind + adr, d->actuator_moment + adr,
             d->actuator_velocity[out], r);
    }
  }
  mj_freeStack(d);
}

// P -= h D for the derivative D of fluid forces, which is symmetric but for rounding.
// COMPAT: DISCRETE-DRAG: what a fluid resists is implicit, its lift and the added mass of
// ellipsoids are not.
static void addFluid(const mjModel* m, mjData* d, Record* record, lbIndexList dofs) {
  if (!lb_dragVelocityDerivative(m, d)) {
    return;
  }
  mjtNum* P = placeOf(d, record->P);
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      P[k] -= m->opt.timestep * d->qDeriv[m->mapD2M[k]];
    }
  }
}

// Z from U and the factor of P.
static void makeZ(const mjModel* m, mjData* d, Record* record, lbIndexList dofs) {
  int nv = (int)m->nv, n = record->count;
  if (!n) {
    return;
  }
  mj_markStack(d);
  lbMetric W = lb_metric(d);
  mjtNum *Z = placeOf(d, record->Z), *C = lb_stackNum(d, (size_t)n * (size_t)n);
  lb_zero(Z, n * nv);
  for (int r = 0; r < n; r++) {
    for (int k = W.rowadr[r]; k < W.rowadr[r + 1]; k++) {
      Z[(size_t)r * (size_t)nv + (size_t)W.dof[k]] = W.value[k];
    }
    lb_solveTree(m, Z + (size_t)r * (size_t)nv, W.factor.L, W.factor.diagInv, dofs);
  }
  for (int r = 0; r < n; r++) {
    int adr = W.rowadr[r], nnz = W.rowadr[r + 1] - adr;
    for (int s = 0; s < n; s++) {
      C[r * n + s] = lb_sparseDot(W.value + adr, W.dof + adr, Z + (size_t)s * (size_t)nv, nnz);
    }
    C[r * (n + 1)] += 1;
  }
  mju_cholFactor(C, n, mjMINVAL);
  for (int r = 0; r < n; r++) {
    mjtNum* row = Z + (size_t)r * (size_t)nv;
    for (int s = 0; s < r; s++) {
      lb_addToScl(row, Z + (size_t)s * (size_t)nv, -C[r * n + s], nv);
    }
    lb_scl(row, row, 1 / C[r * (n + 1)], nv);
  }
  mj_freeStack(d);
}

// ------------------------------------------------------------------------- rows of constraints

// Diagonal of W.
static void metricDiagonal(const mjModel* m, const mjData* d, mjtNum* diagonal) {
  lbMetric W = lb_metric(d);
  for (int i = 0; i < m->nv; i++) {
    diagonal[i] = W.P[m->M_rowadr[i] + m->M_rownnz[i] - 1];
  }
  for (int r = 0; r < W.count; r++) {
    for (int k = W.rowadr[r]; k < W.rowadr[r + 1]; k++) {
      diagonal[W.dof[k]] += W.value[k] * W.value[k];
    }
  }
}

// How the diagonal of J inv(M) J' shrinks under W, by the diagonals of M and W.
static void rowScales(const mjModel* m, mjData* d, mjtNum* scale) {
  bool sparse = mj_isSparse(m);
  mj_markStack(d);
  mjtNum* diagonal = lb_stackNum(d, m->nv);
  metricDiagonal(m, d, diagonal);
  for (int row = 0; row < d->nefc; row++) {
    int adr = d->efc_J_rowadr[row];
    mjtNum before = 0, after = 0;
    for (int k = adr; k < adr + d->efc_J_rownnz[row]; k++) {
      int i = d->efc_J_colind[k];
      mjtNum J = sparse ? d->efc_J[k] : d->efc_J[(size_t)row * (size_t)m->nv + (size_t)i];
      before += J * J / d->M[m->M_rowadr[i] + m->M_rownnz[i] - 1];
      after += J * J / diagonal[i];
    }
    scale[row] = before > 0 ? after / before : 1;
  }
  mj_freeStack(d);
}

// True when constraints need near(W): for exact diagonals, and for A of the dual solvers.
static bool needsNear(const mjModel* m, const mjData* d) {
  return d->nefc && (lb_enabled(m, mjENBL_DIAGEXACT) || mj_isDual(m));
}

// Factor of near(W): joints and fluid as in W, of tendons and actuators only what is on the
// diagonal. `near` has joints and fluid.
static lbTreeFactor nearFactor(const mjModel* m, mjData* d, const Record* record) {
  lbIndexList dofs = lb_awakeDofs(m, d);
  mjtNum *near = placeOf(d, record->near), *diagInv = placeOf(d, record->nearInv);
  mj_markStack(d);
  mjtNum* diagonal = lb_stackNum(d, m->nv);
  metricDiagonal(m, d, diagonal);
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    near[m->M_rowadr[i] + m->M_rownnz[i] - 1] = diagonal[i];
  }
  mj_freeStack(d);
  memcpy(diagInv, d->qLDiagInv, (size_t)m->nv * sizeof(mjtNum));
  lb_factorTree(m, near, diagInv, dofs);
  return (lbTreeFactor){near, diagInv};
}

// COMPAT: DISCRETE-DIAGONAL: estimated diagonals of A are scaled, not made anew; exact ones, and A
// of the dual solvers, are those of near(W).
static void adaptRows(const mjModel* m, mjData* d, const Record* record) {
  mj_markStack(d);
  lbTreeFactor factor = {NULL, NULL};
  if (needsNear(m, d)) {
    factor = nearFactor(m, d, record);
  }
  mjtNum* scale = lb_stackNum(d, d->nefc);
  rowScales(m, d, scale);
  memcpy(d->efc_diagA, placeOf(d, record->diagA), (size_t)d->nefc * sizeof(mjtNum));
  lb_makeImpedance(m, d, factor, scale, d->nefc);
  mj_referenceConstraint(m, d);
  mj_freeStack(d);
  for (int i = 0; d->nisland && i < d->nefc; i++) {
    d->iefc_D[i] = d->efc_D[d->map_iefc2efc[i]];
    d->iefc_R[i] = d->efc_R[d->map_iefc2efc[i]];
  }
  lb_projectConstraint(m, d, factor);
}

void lb_makeMetric(const mjModel* m, mjData* d) {
  if (m->opt.integrator != mjINT_DISCRETE) {
    return;
  }
  if (!d->metric) {
    d->metric = newRecord(m, d);
  }
  Record* record = d->metric;
  lbIndexList dofs = lb_awakeDofs(m, d);
  record->count = 0;
  *(int*)placeOf(d, record->rowadr) = 0;
  memset(placeOf(d, record->tied), 0, (size_t)m->ntree * sizeof(bool));
  lb_zero(placeOf(d, record->c), (int)m->nv);
  memcpy(placeOf(d, record->P), d->M, (size_t)m->nC * sizeof(mjtNum));
  memcpy(placeOf(d, record->factor), d->qLD, (size_t)m->nC * sizeof(mjtNum));
  memcpy(placeOf(d, record->diagInv), d->qLDiagInv, (size_t)m->nv * sizeof(mjtNum));
  addDofs(m, d, record, dofs);
  addFluid(m, d, record, dofs);
  if (needsNear(m, d)) {
    memcpy(placeOf(d, record->near), placeOf(d, record->P), (size_t)m->nC * sizeof(mjtNum));
  }
  // COMPAT: DISCRETE-DUAL: for PGS only joints and fluid are implicit
  if (m->opt.solver != mjSOL_PGS) {
    addTendons(m, d, record);
    addActuators(m, d, record);
  }

  lb_copyTree(m, placeOf(d, record->factor), placeOf(d, record->P), dofs);
  lb_factorTree(m, placeOf(d, record->factor), placeOf(d, record->diagInv), dofs);
  makeZ(m, d, record, dofs);
  if (d->nefc) {
    adaptRows(m, d, record);
  }
}

// ------------------------------------------------------------------------------------ products

void lb_mulMetric(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* x) {
  lbMetric W = lb_metric(d);
  lb_mulTree(m, res, W.P, x, (lbIndexList){.count = (int)m->nv});
  for (int r = 0; r < W.count; r++) {
    int adr = W.rowadr[r], nnz = W.rowadr[r + 1] - adr;
    mjtNum sum = lb_sparseDot(W.value + adr, W.dof + adr, x, nnz);
    for (int k = adr; k < adr + nnz; k++) {
      res[W.dof[k]] += W.value[k] * sum;
    }
  }
}

void lb_solveMetric(const mjModel* m, const mjData* d, mjtNum* x) {
  int nv = (int)m->nv;
  lbMetric W = lb_metric(d);
  mj_markStack((mjData*)d);
  mjtNum* part = lb_stackNum((mjData*)d, W.count);
  for (int r = 0; r < W.count; r++) {
    part[r] = lb_dot(W.Z + (size_t)r * (size_t)nv, x, nv);
  }
  lb_solveTree(m, x, W.factor.L, W.factor.diagInv, lb_awakeDofs(m, d));
  for (int r = 0; r < W.count; r++) {
    lb_addToScl(x, W.Z + (size_t)r * (size_t)nv, -part[r], nv);
  }
  mj_freeStack((mjData*)d);
}
