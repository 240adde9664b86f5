// One time step: checks, forward dynamics, integration. Also the step in two halves, for callers
// that compute controls in between.

#include <math.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/simd.h"
#include "model/options.h"
#include "pipeline/forward.h"
#include "pipeline/integrate.h"

// Reports a bad number at an index and, unless disabled, resets the data. Returns true after a
// reset.
// COMPAT: BAD-NUMBER-COUNT: counted once more after a reset, which forgets warnings, or without one
static bool reportBad(const mjModel* m, mjData* d, int warning, int index) {
  mj_warning(d, warning, index);
  bool resets = !lb_disabled(m, mjDSBL_AUTORESET);
  if (resets) {
    mj_resetData(m, d);
  }
  mjWarningStat* stat = &d->warning[warning];
  stat->number++;
  stat->lastinfo = index;
  return resets;
}

// First entry of vec that is not a usable number (NaN, or beyond mjMAXVAL), or -1.
LB_APART static int firstBad(const mjtNum* vec, mjtSize n) {
  // nearly always all are good: whole blocks first
  mjtSize i = 0;
  for (; i + 4 * LB_WIDE <= n; i += 4 * LB_WIDE) {
    const lbWide* x = (const lbWide*)(vec + i);
    lbWideMask good = (x[0] <= mjMAXVAL) & (x[0] >= -mjMAXVAL);
    for (int k = 1; k < 4; k++) {
      good &= (x[k] <= mjMAXVAL) & (x[k] >= -mjMAXVAL);
    }
    int64_t all = -1;
    for (int k = 0; k < LB_WIDE; k++) {
      all &= good[k];
    }
    if (!all) {
      break;
    }
  }
  for (; i < n; i++) {
    if (!(vec[i] <= mjMAXVAL && vec[i] >= -mjMAXVAL)) {
      return (int)i;
    }
  }
  return -1;
}

// The same among the listed entries.
LB_APART static int firstBadOf(const mjtNum* vec, lbIndexList list) {
  for (int k = 0; k < list.count; k++) {
    if (!(fabs(vec[list.item[k]]) <= mjMAXVAL)) {
      return list.item[k];
    }
  }
  return -1;
}

// The first dof of which vec has no usable number.
// COMPAT: SLEEP-CHECK: dofs that sleep are not looked at
static inline int firstBadDof(const mjModel* m, const mjData* d, const mjtNum* vec) {
  lbIndexList dofs = lb_awakeDofs(m, d);
  return dofs.item ? firstBadOf(vec, dofs) : dofs.count ? firstBad(vec, dofs.count) : -1;
}

void mj_checkPos(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  int index = m->nq ? firstBad(d->qpos, m->nq) : -1;
  if (index >= 0) {
    reportBad(m, d, mjWARN_BADQPOS, index);
  }
}

void mj_checkVel(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  int index = firstBadDof(m, d, d->qvel);
  if (index >= 0) {
    reportBad(m, d, mjWARN_BADQVEL, index);
  }
}

void mj_checkAcc(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  int index = firstBadDof(m, d, d->qacc);
  if (index >= 0 && reportBad(m, d, mjWARN_BADQACC, index)) {
    mj_forward(m, d);
  }
}

// Few numbers, all of them good. Anything else is for the checks above.
static inline bool fewAndGood(const mjtNum* vec, mjtSize n) {
  mjtSize i = 0;
  while (i < n && n < 8 && fabs(vec[i]) <= mjMAXVAL) {
    i++;
  }
  return i == n;
}

// The check of positions. Where everything sleeps as it was placed they have been checked, and
// placing the bodies need not look at them again.
LB_APART static void checkPositions(const mjModel* m, mjData* d) {
  if (!d->nv_awake && lb_sleepFilter(m, d) &&
      !lb_anyBitDiffers(d->qpos, lb_placedQpos(m, d), (int)m->nq)) {
    lb_sleepMemory(d)->still = 1;
    return;
  }
  mj_checkPos(m, d);
}

static void step(const mjModel* m, mjData* d) {
  if (!fewAndGood(d->qpos, m->nq)) {
    checkPositions(m, d);
  }
  if (!fewAndGood(d->qvel, m->nv)) {
    mj_checkVel(m, d);
  }
  mj_forward(m, d);
  if (!fewAndGood(d->qacc, m->nv)) {
    mj_checkAcc(m, d);
  }
  if (lb_enabled(m, mjENBL_FWDINV)) {
    mj_compareFwdInv(m, d);
  }

  if (m->opt.integrator == mjINT_EULER) {
    mj_Euler(m, d);
    return;
  }
  switch (m->opt.integrator) {
    case mjINT_RK4:
      mj_RungeKutta(m, d, 4);
      break;
    case mjINT_IMPLICIT:
    case mjINT_IMPLICITFAST:
      mj_implicit(m, d);
      break;
    case mjINT_DISCRETE:
      lb_discreteStep(m, d);
      break;
    default:
      lb_error("mj_step: invalid integrator %d", m->opt.integrator);
  }
}

void mj_step(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mjtNum start = lb_now();
  step(m, d);
  lb_stopTimer(d, mjTIMER_STEP, start);  // after a reset, too
}

void mj_step1(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mjtNum start = lb_now();
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  lb_forwardState(m, d, mjSTAGE_NONE, true);
  lb_stopTimer(d, mjTIMER_STEP, start);
}

void mj_step2(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mjtNum start = lb_now();
  lb_forwardForces(m, d, true);
  mj_checkAcc(m, d);
  if (lb_enabled(m, mjENBL_FWDINV)) {
    mj_compareFwdInv(m, d);
  }

  // Runge-Kutta needs whole forward passes, which the halves cannot give: Euler instead
  if (m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST) {
    mj_implicit(m, d);
  } else if (m->opt.integrator == mjINT_DISCRETE) {
    lb_discreteStep(m, d);
  } else {
    mj_Euler(m, d);
  }
  // the first half has counted the step
  d->timer[mjTIMER_STEP].duration += lb_now() - start;
}
