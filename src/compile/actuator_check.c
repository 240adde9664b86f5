// What actuators must satisfy: combinations of gain, bias and dynamics, signals, muscle curves.
//
// COMPAT: MODEL-ACTUATOR: what is refused is what the peer refuses, in its order where the order
// decides which message a user reads.

#include "compile/actuators.h"

enum { CONTROLLER_INPUTS = mjINPUT_POS | mjINPUT_VEL | mjINPUT_FF };

static void refuse(lbCompiler* c, const lbActuator* actuator, const char* what) {
  lb_compileError(c, "%s in actuator '%s' (id = %d)", what, lb_text(&actuator->head.name),
                  actuator->head.id);
}

static void checkSo3(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s) {
  const mjsActuator* given = &actuator->s;
  if (s->gaintype != mjGAIN_SO3 || s->biastype != mjBIAS_SO3) {
    refuse(c, actuator, "gaintype and biastype must both be 'so3'");
  }
  if (s->dyntype != mjDYN_NONE && s->dyntype != mjDYN_INTEGRATOR) {
    refuse(c, actuator, "so3 requires dyntype 'none' or 'integrator'");
  }
  if (s->gainprm[0] != -s->biasprm[1]) {
    refuse(c, actuator, "so3 requires gainprm[0] == -biasprm[1]");
  }
  if (s->ctrlspec != mjCHART_EXPMAP && s->ctrlspec != mjCHART_QUAT) {
    refuse(c, actuator, "so3 input must be expmap or quat");
  }
  if (s->ctrlspec == mjCHART_QUAT && s->dyntype != mjDYN_NONE) {
    refuse(c, actuator, "so3 quat input requires dyntype 'none'");
  }
  if (given->trntype == mjTRN_JOINTINPARENT) {
    refuse(c, actuator, "so3 requires site or ball joint transmission");
  }
  if (lb_isLimited(s->forcelimited, s->forcerange) && s->forcerange[0] != 0) {
    refuse(c, actuator, "so3 forcerange bounds the force norm, lower bound must be 0");
  }
}

static void checkPid(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s) {
  bool states = s->dyntype == mjDYN_PID;
  if (s->biastype != mjBIAS_AFFINE) {
    refuse(c, actuator, "pid requires biastype 'affine'");
  }
  if (s->trntype == mjTRN_BODY) {
    refuse(c, actuator, "pid cannot use body transmission");
  }
  if (s->dyntype != mjDYN_NONE && !states) {
    refuse(c, actuator, "pid requires dyntype 'none' or 'pid'");
  }
  if (!states && s->gainprm[0] != 0) {
    refuse(c, actuator, "ki (gainprm[0]) requires dyntype 'pid'");
  }
  if (s->ctrlspec & ~CONTROLLER_INPUTS) {
    refuse(c, actuator, "pid inputs are a subset of [pos, vel, ff]");
  }
  if (states && s->dynprm[0] < 0) {
    refuse(c, actuator, "imax (dynprm[0]) must be non-negative");
  }
  if (states && s->dynprm[1] < 0) {
    refuse(c, actuator, "slewmax (dynprm[1]) must be non-negative");
  }
  if (states && !(s->ctrlspec & mjINPUT_POS)) {
    refuse(c, actuator, "pid controller states require the pos input");
  }
}

// States of a motor: rate-limited set point, integral, temperature, bristle deflection, current.
static int motorStates(const mjsActuator* s) {
  return (s->dynprm[7] > 0) + (s->gainprm[5] > 0) + (s->dynprm[2] > 0) + (s->dynprm[5] > 0) +
         (s->dynprm[0] > 0);
}

static void checkDCMotor(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s) {
  bool controlled = s->ctrlspec & CONTROLLER_INPUTS;
  const double* gain = s->gainprm + 4;
  if (s->ctrlspec != mjINPUT_NONE && s->ctrlspec & ~(CONTROLLER_INPUTS | mjINPUT_VOLTAGE)) {
    refuse(c, actuator, "dcmotor inputs are 'none' or a subset of [pos, vel, ff, voltage]");
  }
  if (controlled && !(s->gainprm[1] > 0)) {
    refuse(c, actuator, "dcmotor controller inputs require a positive motor constant");
  }
  if ((gain[0] || gain[1] || gain[2]) && !controlled) {
    refuse(c, actuator, "dcmotor controller gains require a controller input [pos, vel, ff]");
  }
  if (s->dynprm[7] > 0 && !controlled) {
    refuse(c, actuator, "dcmotor slew rate limiting requires a controller input [pos, vel, ff]");
  }
  if (gain[1] > 0 && !(s->ctrlspec & mjINPUT_POS)) {
    refuse(c, actuator, "dcmotor integral gain requires the pos input");
  }
}

// Range of lengths, optimal length inside its bounds, positive scales.
static void checkMuscle(lbCompiler* c, const lbActuator* actuator, const double* prm) {
  if (prm[0] >= prm[1]) {
    lb_compileError(c, "range[0]<range[1] required in muscle");
  }
  if (prm[4] >= 1 || prm[5] <= 1) {
    lb_compileError(c, "lmin<1<lmax required in muscle");
  }
  if (prm[3] <= 0 || prm[6] <= 0 || prm[7] <= 0 || prm[8] <= 0) {
    lb_compileError(c, "positive scale, vmax, fpmax, fvmax required in muscle '%s' (id = %d)",
                    lb_text(&actuator->head.name), actuator->head.id);
  }
}

void lb_checkActuator(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s) {
  bool takesInput = s->gaintype == mjGAIN_SO3 || s->biastype == mjBIAS_SO3 ||
                    s->gaintype == mjGAIN_PID || s->gaintype == mjGAIN_DCMOTOR;
  if (s->ctrlspec && !takesInput) {
    lb_compileError(c,
                    "input is only available for so3, pid and dcmotor actuators, actuator '%s' "
                    "(id = %d)",
                    lb_text(&actuator->head.name), actuator->head.id);
  }
  if (s->gaintype == mjGAIN_SO3 || s->biastype == mjBIAS_SO3) {
    checkSo3(c, actuator, s);
  }
  if (s->gaintype == mjGAIN_PID) {
    checkPid(c, actuator, s);
  } else if (s->dyntype == mjDYN_PID) {
    refuse(c, actuator, "dyntype 'pid' requires gaintype 'pid'");
  }
  if (s->gaintype == mjGAIN_DCMOTOR) {
    checkDCMotor(c, actuator, s);
  }
  if (s->dyntype == mjDYN_DCMOTOR && !s->actearly) {
    lb_compileError(c, "actearly cannot be false for DC motor actuator '%s' (id = %d)",
                    lb_text(&actuator->head.name), actuator->head.id);
  }
  if (s->gaintype == mjGAIN_MUSCLE) {
    checkMuscle(c, actuator, s->gainprm);
  }
  if (s->biastype == mjBIAS_MUSCLE) {
    checkMuscle(c, actuator, s->biasprm);
  }
}

// Activations of an orientation servo: a target, or what a stateless one asks for.
static int so3Activations(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s) {
  if (s->dyntype == mjDYN_INTEGRATOR) {
    if (s->actdim >= 0 && s->actdim != 3) {
      refuse(c, actuator, "so3 integrator requires actdim 3");
    }
    return 3;
  }
  if (s->actdim == 1) {
    lb_compileError(c, "invalid actdim 1 in stateless actuator");
  }
  return s->actdim > 0 ? s->actdim : 0;
}

// Activations of a pid controller: integral and rate-limited set point, one of them at most.
static int pidActivations(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s) {
  int states = (s->gainprm[0] > 0) + (s->dynprm[1] > 0);
  if (states == 0) {
    lb_compileError(c, "invalid actdim 0 in stateful actuator");
  }
  if (s->actdim > 0 && s->actdim != states) {
    refuse(c, actuator, "pid controller states require matching actdim");
  }
  if (states > 1) {
    lb_compileError(c, "actdim > 1 is only allowed for dyntype 'user' and 'dcmotor'");
  }
  return states;
}

static int motorActivations(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s) {
  int count = s->dyntype == mjDYN_DCMOTOR ? s->actdim : s->dyntype != mjDYN_NONE;
  count = count > 0 ? count : 0;
  if ((s->gaintype == mjGAIN_DCMOTOR || count > 0) && count != motorStates(s)) {
    lb_compileError(c, "inconsistent state array dimension in DC motor (actuator %d)",
                    actuator->head.id);
  }
  return count;
}

int lb_actuatorActivations(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s) {
  // a plugin's activations are its own affair; those of dyntype come last
  if (s->plugin.active) {
    return s->actdim < 0 ? s->dyntype != mjDYN_NONE : s->actdim;
  }
  if (s->gaintype == mjGAIN_SO3 || s->biastype == mjBIAS_SO3) {
    return so3Activations(c, actuator, s);
  }
  if (s->gaintype == mjGAIN_PID && s->dyntype == mjDYN_PID) {
    return pidActivations(c, actuator, s);
  }
  if (s->actdim > 1 && s->dyntype != mjDYN_USER && s->dyntype != mjDYN_DCMOTOR) {
    lb_compileError(c, "actdim > 1 is only allowed for dyntype 'user' and 'dcmotor'");
  }
  if (s->dyntype == mjDYN_NONE && s->actdim == 1) {
    lb_compileError(c, "invalid actdim 1 in stateless actuator");
  }
  if (s->actdim == 0 && s->dyntype != mjDYN_NONE && s->dyntype != mjDYN_DCMOTOR) {
    lb_compileError(c, "invalid actdim 0 in stateful actuator");
  }
  if (s->gaintype == mjGAIN_DCMOTOR || s->dyntype == mjDYN_DCMOTOR) {
    return motorActivations(c, actuator, s);
  }
  return s->dyntype == mjDYN_NONE ? 0 : s->actdim < 0 ? 1 : s->actdim;
}
