// Feasible length range of actuators (requirements LR-01 to LR-13).
//
// Unless a range is known or a limit gives it, the actuator pulls and then pushes its load with a
// force that would accelerate it by opt->accel, in a simulation of the model's options (the
// compiler sets them: without contacts, gravity, passive and actuator forces), whose velocities
// decay with opt->timeconst. The extreme lengths seen in the last opt->interval seconds are the
// range; when the length still varies by more than a part opt->tolrange of it, the simulation has
// not settled, which is an error. A load that stands still long before the end is not simulated to
// the end: it would be found at the same length.

#include "api/limber.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/data.h"
#include "data/stack.h"
#include "math/inline.h"
#include "math/libm.h"

#include <stdio.h>
#include <string.h>

static bool isWanted(const mjModel* m, int index, const mjLROpt* opt) {
  int gain = m->actuator_gaintype[index], bias = m->actuator_biastype[index];
  bool muscle = gain == mjGAIN_MUSCLE || bias == mjBIAS_MUSCLE;
  bool user = gain == mjGAIN_USER || bias == mjBIAS_USER;
  switch (opt->mode) {
    case mjLRMODE_MUSCLE:
      return muscle;
    case mjLRMODE_MUSCLEUSER:
      return muscle || user;
    default:
      return opt->mode != mjLRMODE_NONE;
  }
}

// Range from the limits of the joint or tendon. COMPAT: LR-03: whatever the gear is.
// COMPAT: MODEL-LENGTHRANGE: targets are looked up by the actuator's number in a table with two
// entries per actuator, so that only the first one is sure to get its own limits.
static bool fromLimits(const mjModel* m, int index, mjtNum range[2]) {
  int id = m->actuator_trnid[index];
  const mjtNum* limits = NULL;
  int type = m->actuator_trntype[index];
  int known = (int)(type == mjTRN_TENDON ? m->ntendon : m->njnt);
  if (id < 0 || id >= known) {
    return false;
  }
  if ((type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) && m->jnt_limited[id]) {
    limits = m->jnt_range + 2 * id;
  } else if (type == mjTRN_TENDON && m->tendon_limited[id]) {
    limits = m->tendon_range + 2 * id;
  }
  if (!limits) {
    return false;
  }
  range[0] = limits[0];
  range[1] = limits[1];
  return true;
}

// Sets the generalised force that accelerates the actuator's load.
static void pull(const mjModel* m, mjData* d, int output, mjtNum sign, const mjLROpt* opt,
                 mjtNum* solved) {
  mju_zero(d->qfrc_applied, (int)m->nv);
  for (int k = 0; k < d->moment_rownnz[output]; k++) {
    int adr = d->moment_rowadr[output] + k;
    d->qfrc_applied[d->moment_colind[adr]] = sign * d->actuator_moment[adr];
  }
  mj_solveM(m, d, solved, d->qfrc_applied, 1);
  mjtNum acceleration = mju_norm(solved, (int)m->nv);
  mjtNum force = opt->accel / lb_max(mjMINVAL, acceleration);
  if (opt->maxforce > 0) {
    mjtNum moment = mju_norm(d->qfrc_applied, (int)m->nv);
    force = lb_min(force, opt->maxforce / lb_max(mjMINVAL, moment));
  }
  mju_scl(d->qfrc_applied, d->qfrc_applied, force, (int)m->nv);
}

// How a load comes to rest. The time is cut into twenty windows; in a calm one the length does not
// change but by rounding and no dof is fast, nor faster than in the window before, as it would be
// on its way from an unstable pose. Five calm windows in a row are rest.
typedef struct {
  mjtNum end, width;      // of this window, in seconds
  mjtNum length;          // at the start of this window
  mjtNum speed, earlier;  // highest ones of this window and of the one before
  int calm;               // windows in a row
} lbRest;

LB_APART static bool isAtRest(const mjModel* m, const mjData* d, mjtNum length, lbRest* rest) {
  const mjtNum slow = 1e-8, still = 1e-13, noise = 2;
  for (int i = 0; i < m->nv; i++) {
    rest->speed = lb_max(rest->speed, mju_abs(d->qvel[i]));
  }
  if (d->time < rest->end) {
    return false;
  }
  bool isCalm = rest->speed <= slow && rest->speed <= noise * rest->earlier &&
                mju_abs(length - rest->length) <= still * lb_max(1, mju_abs(length));
  *rest = (lbRest){.end = rest->end + rest->width,
                   .width = rest->width,
                   .length = length,
                   .earlier = rest->speed,
                   .calm = isCalm ? rest->calm + 1 : 0};
  return rest->calm == 5;
}

// Whether nothing but the pull moves the load, now and later; with these flags no callback that
// could begin to act is called either.
static bool isAlone(const mjModel* m) {
  const int all = mjDSBL_ACTUATION | mjDSBL_SPRING | mjDSBL_DAMPER | mjDSBL_CONTACT;
  return (m->opt.disableflags & all) == all && !m->nplugin;
}

// Simulates one direction; the extreme lengths of the last interval go to span, which stays as it
// is when the simulation ends before it.
static bool settle(const mjModel* m, mjData* d, int output, mjtNum sign, const mjLROpt* opt,
                   mjtNum span[2]) {
  mjtNum decay = lb_exp(-m->opt.timestep / lb_max(0.01, opt->timeconst));
  bool measured = false, done = false, mayRest = isAlone(m) && opt->tolrange > 1e-9;
  lbRest rest = {.end = opt->inttotal / 20, .width = opt->inttotal / 20};
  mj_resetData(m, d);
  while (!done && d->time < opt->inttotal) {
    mju_scl(d->qvel, d->qvel, decay, (int)m->nv);
    mj_step1(m, d);
    mj_markStack(d);
    pull(m, d, output, sign, opt, lb_stackNum(d, (size_t)m->nv));
    mj_freeStack(d);
    mj_step2(m, d);
    mjtNum length = d->actuator_length[output];
    if (!isfinite(length) || d->warning[mjWARN_BADQACC].number ||
        d->warning[mjWARN_BADQPOS].number || d->warning[mjWARN_BADQVEL].number) {
      return false;
    }
    done = mayRest && isAtRest(m, d, length, &rest);
    if (done || d->time > opt->inttotal - opt->interval) {
      span[0] = measured ? lb_min(span[0], length) : length;
      span[1] = measured ? lb_max(span[1], length) : length;
      measured = true;
    }
  }
  return true;
}

// Whether the simulation ends, and within a time that somebody waits for.
static bool hasEnd(const mjModel* m, const mjLROpt* opt, char* error, int error_sz) {
  const mjtNum most = 1e6;
  if (opt->inttotal <= 0 || opt->inttotal / lb_max(0, m->opt.timestep) <= most) {
    return true;
  }
  snprintf(error, (size_t)error_sz,
           "Lengthrange computation of %g s in steps of %g s has more than %g steps", opt->inttotal,
           m->opt.timestep, most);
  return false;
}

// COMPAT: LR-RESULT: a range that is not accepted is left in the model, too.
static bool simulate(mjModel* m, mjData* d, int index, const mjLROpt* opt, mjtNum range[2],
                     char* error, int error_sz) {
  int output = m->actuator_outadr[index];
  mjtNum low[2] = {0}, high[2] = {0};
  bool settled = settle(m, d, output, -1, opt, low) && settle(m, d, output, 1, opt, high);
  if (!settled) {
    snprintf(error, (size_t)error_sz, "Unstable lengthrange simulation in actuator %d", index);
    return false;
  }
  range[0] = low[0];
  range[1] = high[1];
  mjtNum width = range[1] - range[0];
  if (width <= 0) {
    snprintf(error, (size_t)error_sz, "Invalid lengthrange (%g, %g) in actuator %d", range[0],
             range[1], index);
    return false;
  }
  bool unsettledLow = low[1] - low[0] > opt->tolrange * width;
  if (unsettledLow || high[1] - high[0] > opt->tolrange * width) {
    const mjtNum* span = unsettledLow ? low : high;
    snprintf(error, (size_t)error_sz,
             "Lengthrange computation did not converge in actuator %d:\n"
             "  eval (%g, %g)\n%s range (%g, %g)",
             index, span[0], span[1], unsettledLow ? " " : "", range[0], range[1]);
    return false;
  }
  return true;
}

int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error,
                      int error_sz) {
  LB_REQUIRE(m);
  char unused[1];
  if (!error || error_sz < 1) {
    error = unused;
    error_sz = 1;
  }
  error[0] = 0;
  if (index < 0 || index >= m->nactuator) {
    lb_complain("mj_setLengthRange: invalid actuator index %d", index);
    return 0;
  }
  mjtNum* range = m->actuator_lengthrange + 2 * m->actuator_outadr[index];
  if (!isWanted(m, index, opt) || (opt->useexisting && range[0] < range[1])) {
    return 1;
  }
  return (opt->uselimit && fromLimits(m, index, range)) ||
         (hasEnd(m, opt, error, error_sz) && simulate(m, d, index, opt, range, error, error_sz));
}
