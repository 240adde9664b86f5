// Actuator shortcuts: each fills the gain, bias and dynamics of a general actuator.
//
// A pointer argument that is NULL (or, for the motor tables, an entry that is zero) leaves the
// value that is there, which usually comes from a default class. All return "" or the reason of
// refusal.

#include <math.h>
#include "spec/internal.h"

#include "base/error.h"

#include <string.h>

enum {
  // servo bias: offset, -kp, -kv (or +dampratio until compilation)
  BIAS_POSITION = 1,
  BIAS_VELOCITY = 2,
  MUSCLE_PARAMETERS = 9,
};

static const char bothGiven[] = "kv and dampratio cannot both be defined";

// Position and velocity feedback common to all servos.
static const char* setFeedback(mjsActuator* a, double kp, const double* kv,
                               const double* dampratio) {
  a->biasprm[BIAS_POSITION] = -kp;
  if (kv && dampratio) {
    return bothGiven;
  }
  if (kv) {
    if (*kv < 0) {
      return "kv cannot be negative";
    }
    a->biasprm[BIAS_VELOCITY] = -*kv;
  }
  if (dampratio) {
    if (*dampratio < 0) {
      return "dampratio cannot be negative";
    }
    a->biasprm[BIAS_VELOCITY] = *dampratio;
  }
  return "";
}

bool lb_tracksPosition(const mjsActuator* a) {
  bool servo = a->gaintype == mjGAIN_FIXED && a->biastype == mjBIAS_AFFINE &&
               a->gainprm[0] == -a->biasprm[1];
  return servo || a->gaintype == mjGAIN_PID;
}

const char* mjs_setToMotor(mjsActuator* a) {
  LB_REQUIRE(a);
  a->gainprm[0] = 1;
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_NONE;
  return "";
}

const char* mjs_setToPosition(mjsActuator* a, double kp, double kv[1], double dampratio[1],
                              double timeconst[1], double inheritrange) {
  LB_REQUIRE(a);
  a->gainprm[0] = kp;
  const char* refusal = setFeedback(a, kp, kv, dampratio);
  if (*refusal) {
    return refusal;
  }
  if (timeconst) {
    if (*timeconst < 0) {
      return "timeconst cannot be negative";
    }
    a->dynprm[0] = *timeconst;
    a->dyntype = *timeconst == 0 ? mjDYN_NONE : mjDYN_FILTEREXACT;
  }
  a->inheritrange = inheritrange;
  if (inheritrange > 0 && (a->ctrlrange[0] != 0 || a->ctrlrange[1] != 0)) {
    return "ctrlrange and inheritrange cannot both be defined";
  }
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_AFFINE;
  return "";
}

// COMPAT: SPEC-ACTUATOR: what a position servo would refuse is left out silently here.
const char* mjs_setToIntVelocity(mjsActuator* a, double kp, double kv[1], double dampratio[1],
                                 double timeconst[1], double inheritrange) {
  LB_REQUIRE(a);
  a->gainprm[0] = kp;
  bool accepted = !*setFeedback(a, kp, kv, dampratio) && !(timeconst && *timeconst < 0);
  if (accepted) {
    a->dynprm[0] = timeconst ? *timeconst : a->dynprm[0];
    a->inheritrange = inheritrange;
  }
  if (accepted && !(inheritrange > 0 && (a->ctrlrange[0] != 0 || a->ctrlrange[1] != 0))) {
    a->gaintype = mjGAIN_FIXED;
    a->biastype = mjBIAS_AFFINE;
  }
  a->dyntype = mjDYN_INTEGRATOR;
  if (inheritrange > 0 && (a->actrange[0] != 0 || a->actrange[1] != 0)) {
    return "actrange and inheritrange cannot both be defined";
  }
  return "";
}

const char* mjs_setToVelocity(mjsActuator* a, double kv) {
  LB_REQUIRE(a);
  memset(a->biasprm, 0, sizeof a->biasprm);
  a->gainprm[0] = kv;
  a->biasprm[BIAS_VELOCITY] = -kv;
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_AFFINE;
  return "";
}

const char* mjs_setToOrientation(mjsActuator* a, double kp, double kv[1], double dampratio[1],
                                 int ctrlspec) {
  LB_REQUIRE(a);
  if (kv && dampratio) {
    return bothGiven;
  }
  a->gainprm[0] = kp;
  const char* refusal = setFeedback(a, kp, kv, dampratio);
  if (*refusal) {
    return refusal;
  }
  a->ctrlspec = ctrlspec;
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_SO3;
  a->biastype = mjBIAS_SO3;
  return "";
}

const char* mjs_setToPID(mjsActuator* a, double kp, double kv[1], double dampratio[1], double ki[1],
                         double imax[1], double slewmax[1], double inheritrange, int ctrlspec) {
  LB_REQUIRE(a);
  if (kv && dampratio) {
    return bothGiven;
  }
  const char* refusal = setFeedback(a, kp, kv, dampratio);
  if (*refusal) {
    return refusal;
  }
  if (slewmax && *slewmax < 0) {
    return "slewmax cannot be negative";
  }

  // integral state: limit in dynprm[0], gain in gainprm[0]
  if (a->gaintype != mjGAIN_PID) {
    a->gainprm[0] = 0;
  }
  bool wasPid = a->dyntype == mjDYN_PID;
  if (ki) {
    a->gainprm[0] = *ki;
  }
  if (a->gainprm[0] != 0 && imax) {
    a->dynprm[0] = *imax;
  }
  // rate-limited set point
  if (slewmax) {
    a->dynprm[1] = *slewmax;
  } else if (!wasPid) {
    a->dynprm[1] = 0;
  }
  a->dyntype = a->gainprm[0] != 0 || a->dynprm[1] > 0 ? mjDYN_PID : mjDYN_NONE;
  a->inheritrange = inheritrange;
  if (inheritrange > 0 && (a->ctrlrange[0] != 0 || a->ctrlrange[1] != 0)) {
    return "posrange and inheritrange cannot both be defined";
  }
  a->ctrlspec = ctrlspec;
  a->gaintype = mjGAIN_PID;
  a->biastype = mjBIAS_AFFINE;
  return "";
}

const char* mjs_setToDamper(mjsActuator* a, double kv) {
  LB_REQUIRE(a);
  memset(a->gainprm, 0, sizeof a->gainprm);
  a->gainprm[2] = -kv;
  a->ctrllimited = mjLIMITED_TRUE;
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_AFFINE;
  a->biastype = mjBIAS_NONE;
  if (kv < 0) {
    return "damping coefficient cannot be negative";
  }
  if (a->ctrlrange[0] < 0 || a->ctrlrange[1] < 0) {
    return "damper control range cannot be negative";
  }
  return "";
}

const char* mjs_setToCylinder(mjsActuator* a, double timeconst, double bias, double area,
                              double diameter) {
  LB_REQUIRE(a);
  a->dynprm[0] = timeconst;
  a->biasprm[0] = bias;
  a->gainprm[0] = diameter >= 0 ? mjPI / 4 * diameter * diameter : area;
  a->dyntype = mjDYN_FILTER;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_AFFINE;
  return "";
}

const char* mjs_setToMuscle(mjsActuator* a, double timeconst[2], double tausmooth, double range[2],
                            double force, double scale, double lmin, double lmax, double vmax,
                            double fpmax, double fvmax) {
  LB_REQUIRE(a);
  double kept[2] = {-1, -1};
  timeconst = timeconst ? timeconst : kept;
  range = range ? range : kept;
  // numbers of a plain actuator become those of a muscle; anything else was set on purpose
  static const double plainGain[MUSCLE_PARAMETERS] = {1};
  static const double muscleGain[MUSCLE_PARAMETERS] = {0.75, 1.05, -1,  200, 0.5,
                                                       1.6,  1.5,  1.3, 1.2};
  static const double plainTime[2] = {1, 0};
  static const double muscleTime[2] = {0.01, 0.04};
  for (int i = 0; i < 2; i++) {
    if (a->dynprm[i] == plainTime[i]) {
      a->dynprm[i] = muscleTime[i];
    }
  }
  for (int i = 0; i < MUSCLE_PARAMETERS; i++) {
    if (a->gainprm[i] == plainGain[i]) {
      a->gainprm[i] = muscleGain[i];
    }
  }
  if (tausmooth < 0) {
    return "muscle tausmooth cannot be negative";
  }
  for (int i = 0; i < 2; i++) {
    if (timeconst[i] >= 0) {
      a->dynprm[i] = timeconst[i];
    }
  }
  a->dynprm[2] = tausmooth;
  const double given[MUSCLE_PARAMETERS] = {range[0], range[1], force, scale, lmin,
                                           lmax,     vmax,     fpmax, fvmax};
  for (int i = 0; i < MUSCLE_PARAMETERS; i++) {
    if (given[i] >= 0) {
      a->gainprm[i] = given[i];
    }
    a->biasprm[i] = a->gainprm[i];
  }
  a->dyntype = mjDYN_MUSCLE;
  a->gaintype = mjGAIN_MUSCLE;
  a->biastype = mjBIAS_MUSCLE;
  return "";
}

const char* mjs_setToAdhesion(mjsActuator* a, double gain) {
  LB_REQUIRE(a);
  a->gainprm[0] = gain;
  a->ctrllimited = mjLIMITED_TRUE;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_NONE;
  if (gain < 0) {
    return "adhesion gain cannot be negative";
  }
  if (a->ctrlrange[0] < 0 || a->ctrlrange[1] < 0) {
    return "adhesion control range cannot be negative";
  }
  return "";
}

// Back-EMF constant K from the nominal point: voltage V, stall torque, no-load speed w. The damping
// b of the actuator loads a motor that runs free: V = K w + R i, where the current i gives the
// torque K i = b w. With a given resistance R that is K^2 w - V K + R b w = 0; without one R is K V
// / stall torque, and K = V (1 / w - b / stall torque). Where no K > 0 solves it, b is left out.
static double nominalBackEmf(const double nominal[3], double resistance, double damping) {
  double voltage = nominal[0], stallTorque = nominal[1], speed = nominal[2];
  if (damping > 0 && resistance > 0) {
    double discriminant = voltage * voltage - 4 * resistance * damping * speed * speed;
    if (discriminant > 0) {
      return (voltage + sqrt(discriminant)) / (2 * speed);
    }
  } else if (damping > 0 && stallTorque > damping * speed) {
    return voltage * (1 / speed - damping / stallTorque);
  }
  return voltage / speed;
}

// Torque constant K and resistance R, directly or from the nominal point; R = K V / stall torque.
static const char* setMotorConstants(mjsActuator* a, const double motorconst[2], double resistance,
                                     const double nominal[3]) {
  double torqueConst = motorconst[0];
  double backEmf = motorconst[1];
  if (backEmf <= 0 && nominal[0] > 0 && nominal[2] > 0) {
    backEmf = nominalBackEmf(nominal, resistance, a->damping[0]);
  }
  double constant = torqueConst > 0 ? torqueConst : backEmf;
  if (torqueConst > 0 && backEmf > 0) {
    constant = sqrt(torqueConst * backEmf);
  }
  if (constant <= 0) {
    return "DC motor: motor constant K must be positive";
  }
  if (resistance == 0 && nominal[0] > 0 && nominal[1] > 0) {
    resistance = constant * nominal[0] / nominal[1];
  }
  if (resistance <= 0) {
    return "DC motor: resistance R must be positive";
  }
  a->gainprm[0] = resistance;
  a->gainprm[1] = constant;
  return "";
}

// Winding temperature: resistance, capacitance, time constant (in place of either), temperature
// coefficient, reference and ambient temperature.
static const char* setMotorThermal(mjsActuator* a, const double thermal[6]) {
  double resistance = thermal[0];
  double capacitance = thermal[1];
  double timeconst = thermal[2];
  if (resistance <= 0 && capacitance <= 0 && timeconst <= 0) {
    return "";
  }
  if (resistance == 0 && capacitance > 0 && timeconst > 0) {
    resistance = timeconst / capacitance;
  }
  if (resistance <= 0) {
    return "DC motor: thermal resistance must be positive";
  }
  if (capacitance == 0 && timeconst > 0) {
    capacitance = timeconst / resistance;
  }
  if (capacitance <= 0) {
    return "DC motor: thermal capacitance must be positive";
  }
  a->dynprm[2] = resistance;
  a->dynprm[3] = capacitance;
  a->dynprm[4] = thermal[5];
  a->gainprm[2] = thermal[3];
  a->gainprm[3] = thermal[4];
  return "";
}

// COMPAT: SPEC-DCMOTOR: numbers that a part of the motor has to itself stay where the part is left
// out.
const char* mjs_setToDCMotor(mjsActuator* a, double motorconst[2], double resistance,
                             double nominal[3], double saturation[3], double inductance[2],
                             double cogging[3], double controller[6], double thermal[6],
                             double lugre[5], int ctrlspec) {
  LB_REQUIRE(a);
  double none[6] = {0};
  motorconst = motorconst ? motorconst : none;
  nominal = nominal ? nominal : none;
  saturation = saturation ? saturation : none;
  inductance = inductance ? inductance : none;
  cogging = cogging ? cogging : none;
  controller = controller ? controller : none;
  thermal = thermal ? thermal : none;
  lugre = lugre ? lugre : none;
  const char* refusal = setMotorConstants(a, motorconst, resistance, nominal);
  if (*refusal) {
    return refusal;
  }

  // saturation: torque, or current, and rate of current
  double current = saturation[1] * a->gainprm[1];
  double torque = saturation[0] != 0 ? saturation[0] : current;
  if (saturation[0] > 0 || current > 0) {
    a->forcerange[0] = -torque;
    a->forcerange[1] = torque;
    a->forcelimited = mjLIMITED_TRUE;
  }
  if (saturation[2] > 0) {
    a->dynprm[1] = saturation[2];
  }

  // electrical time constant, directly or L / R
  if (inductance[0] < 0) {
    return "DC motor: inductance must be non-negative";
  }
  if (inductance[1] < 0) {
    return "DC motor: electrical time constant must be non-negative";
  }
  a->dynprm[0] = inductance[0] > 0 ? inductance[0] / a->gainprm[0] : inductance[1];
  memcpy(a->biasprm, cogging, 3 * sizeof(double));
  memcpy(a->gainprm + 4, controller, 3 * sizeof(double));
  memcpy(a->dynprm + 7, controller + 3, 2 * sizeof(double));
  if (controller[5] > 0) {
    a->gainprm[7] = controller[5];
  }
  a->gainprm[8] = 0;
  refusal = setMotorThermal(a, thermal);
  if (*refusal) {
    return refusal;
  }
  if (lugre[0] > 0) {
    memcpy(a->dynprm + 5, lugre, 2 * sizeof(double));
    memcpy(a->biasprm + 3, lugre + 2, 3 * sizeof(double));
  }

  // states: rate-limited set point, integral, temperature, bristle deflection, current
  bool isThermal = thermal[0] > 0 || thermal[1] > 0 || thermal[2] > 0;
  a->actdim =
      (controller[3] > 0) + (controller[1] > 0) + isThermal + (lugre[0] > 0) + (a->dynprm[0] > 0);
  a->ctrlspec = ctrlspec;
  a->actlimited = mjLIMITED_FALSE;
  a->actearly = true;
  a->dyntype = mjDYN_DCMOTOR;
  a->gaintype = mjGAIN_DCMOTOR;
  a->biastype = mjBIAS_DCMOTOR;
  return "";
}
