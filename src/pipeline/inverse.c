// Inverse dynamics: from a state and accelerations to the forces that explain them.
//
//   qfrc_inverse = M qacc + bias - passive - J' f(qacc)
//
// with M + K for M and minus c where flexes are integrated implicitly (solver/effective_mass.h),
// and with W and minus c in the discrete integrator (solver/metric.h). The constraint force is an
// analytic function of qacc (soft constraints), so nothing iterates.

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"
#include "force/energy.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/options.h"
#include "pipeline/forward.h"
#include "pipeline/free_body.h"
#include "pipeline/integrate.h"
#include "solver/effective_mass.h"
#include "solver/metric.h"
#include "solver/solve.h"

void mj_invPosition(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_inversePosition(m, d);
}

void mj_invVelocity(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mj_fwdVelocity(m, d);
}

void mj_invConstraint(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mjtNum start = lb_now();
  lb_inverseConstraint(m, d);
  lb_stopTimer(d, mjTIMER_CONSTRAINT, start);
}

void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  LB_REQUIRE(m && d);
  mjtNum start = lb_now();
  bool sensors = !skipsensor;
  bool energy = lb_enabled(m, mjENBL_ENERGY);  // COMPAT: INVERSE-ENERGY: else it stays as it was
  bool discrete = lb_enabled(m, mjENBL_INVDISCRETE);
  if (discrete && m->opt.integrator == mjINT_RK4) {
    lb_error("mj_discreteAcc: discrete inverse dynamics is not supported by RK4 integrator");
  }

  if (skipstage < mjSTAGE_POS) {
    mj_invPosition(m, d);
    if (sensors) {
      mj_sensorPos(m, d);
    }
    if (energy) {
      lb_stageEnergy(m, d, mjSTAGE_POS);
    }
  }
  if (skipstage < mjSTAGE_VEL) {
    mj_invVelocity(m, d);
    if (sensors) {
      mj_sensorVel(m, d);
    }
    if (energy) {
      lb_stageEnergy(m, d, mjSTAGE_VEL);
    }
  }

  // an acceleration over a time step becomes the instantaneous one that produces it; with implicit
  // flexes the one is the other, and their effective mass takes the place of M
  lb_makeMetric(m, d);
  lb_makeEffectiveMass(m, d);
  discrete = discrete && !d->efm_active && !d->metric;
  size_t bytes = (size_t)m->nv * sizeof(mjtNum);
  mj_markStack(d);
  mjtNum* qacc = lb_stackNum(d, m->nv + 1);
  if (discrete) {
    memcpy(qacc, d->qacc, bytes);
    lb_continuousAcceleration(m, d);
  }

  // M and bias are current, so their product does what Newton-Euler would; sleeping trees have no
  // bias forces
  mj_invConstraint(m, d);
  lb_mulMetric(m, d, d->qfrc_inverse, d->qacc);
  lbIndexList awake = lb_awakeDofs(m, d);
  for (int p = 0; p < awake.count; p++) {
    int i = lb_at(awake, p);
    d->qfrc_inverse[i] += d->qfrc_bias[i];
  }
  for (int i = 0; i < m->nv; i++) {
    d->qfrc_inverse[i] -= d->qfrc_passive[i] + d->qfrc_constraint[i];
  }
  if (d->efm_active) {
    lb_addStiffness(m, d, d->qfrc_inverse, d->qacc);
    lb_subFrom(d->qfrc_inverse, d->efm_c, (int)m->nv);
  }
  if (d->metric) {
    lb_subFrom(d->qfrc_inverse, lb_metric(d).c, (int)m->nv);
    lb_addTurning(m, d, d->qacc, d->qfrc_inverse);
  }
  if (sensors) {
    d->flg_rnepost = false;
    mj_sensorAcc(m, d);
  }

  if (discrete) {
    memcpy(d->qacc, qacc, bytes);
  }
  mj_freeStack(d);
  lb_stopTimer(d, mjTIMER_INVERSE, start);
}

void mj_inverse(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mj_inverseSkip(m, d, mjSTAGE_NONE, 0);
}

// Euclidean norm of a - b; b takes a's place.
static mjtNum restoreAndCompare(mjtNum* a, const mjtNum* b, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) {
    sum += (a[i] - b[i]) * (a[i] - b[i]);
    a[i] = b[i];
  }
  return sqrt(sum);
}

void mj_compareFwdInv(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  d->solver_fwdinv[0] = d->solver_fwdinv[1] = 0;
  if (!d->nefc) {
    return;
  }
  mj_markStack(d);
  mjtNum* applied = lb_stackNum(d, m->nv);
  mjtNum* constraint = lb_stackNum(d, m->nv);
  mjtNum* force = lb_stackNum(d, d->nefc);
  int* state = lb_stackInt(d, d->nefc);

  // forces of the forward pass
  for (int i = 0; i < m->nv; i++) {
    applied[i] = d->qfrc_applied[i] + d->qfrc_actuator[i];
  }
  lb_addCartesianForces(m, d, applied);
  memcpy(constraint, d->qfrc_constraint, (size_t)m->nv * sizeof(mjtNum));
  memcpy(force, d->efc_force, (size_t)d->nefc * sizeof(mjtNum));
  memcpy(state, d->efc_state, (size_t)d->nefc * sizeof(int));

  // against those that explain its acceleration
  mj_inverseSkip(m, d, mjSTAGE_VEL, 1);
  d->solver_fwdinv[0] = restoreAndCompare(d->qfrc_constraint, constraint, (int)m->nv);
  mjtNum sum = 0;
  for (int i = 0; i < m->nv; i++) {
    mjtNum difference = applied[i] - d->qfrc_inverse[i];
    sum += difference * difference;
  }
  d->solver_fwdinv[1] = sqrt(sum);
  memcpy(d->efc_force, force, (size_t)d->nefc * sizeof(mjtNum));
  memcpy(d->efc_state, state, (size_t)d->nefc * sizeof(int));
  mj_freeStack(d);
}
