// <actuator>: general actuators and their shortcuts.

#include "mjcf/read.h"
#include "spec/internal.h"

#include <string.h>

// Later kinds win over earlier ones, as in the order below.
static void readTransmission(const lbXml* node, mjsActuator* a) {
  static const struct {
    const char* name;
    mjtTrn type;
  } targets[] = {
      {"joint", mjTRN_JOINT},   {"jointinparent", mjTRN_JOINTINPARENT},
      {"tendon", mjTRN_TENDON}, {"cranksite", mjTRN_SLIDERCRANK},
      {"site", mjTRN_SITE},     {"body", mjTRN_BODY},
  };
  for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
    const char* name = lb_xmlValue(node, targets[i].name);
    if (name) {
      a->trntype = targets[i].type;
      lb_setText(a->target, name);
    }
  }
  const char* slider = lb_xmlValue(node, "slidersite");
  const char* reference = lb_xmlValue(node, "refsite");
  bool undefined = a->trntype == mjTRN_UNDEFINED;
  double length;
  if ((slider || lb_readDouble(node, "cranklength", &length)) && a->trntype != mjTRN_SLIDERCRANK &&
      !undefined) {
    lb_xmlError(node, "cranklength and slidersite can only be used in slidercrank transmission");
  }
  if (reference && a->trntype != mjTRN_SITE && !undefined) {
    lb_xmlFault(node, &(lbFault){.attribute = "refsite"},
                "refsite can only be used with site transmission");
  }
  if (slider) {
    lb_setText(a->slidersite, slider);
  }
  if (reference) {
    lb_setText(a->refsite, reference);
  }
}

// kp, kv, dampratio, timeconst of the servos; absent ones keep what the class says.
typedef struct Servo_ {
  double kp;
  double kv;
  double dampratio;
  double timeconst;
  double inheritrange;
  double* kvGiven;
  double* dampratioGiven;
  double* timeconstGiven;
} Servo;

static void readServo(const lbXml* node, const mjsActuator* a, double kp, Servo* servo) {
  *servo = (Servo){.kp = kp, .inheritrange = a->inheritrange};
  lb_readDouble(node, "kp", &servo->kp);
  servo->kvGiven = lb_readDouble(node, "kv", &servo->kv) ? &servo->kv : NULL;
  servo->dampratioGiven =
      lb_readDouble(node, "dampratio", &servo->dampratio) ? &servo->dampratio : NULL;
  servo->timeconstGiven =
      lb_readDouble(node, "timeconst", &servo->timeconst) ? &servo->timeconst : NULL;
  lb_readDouble(node, "inheritrange", &servo->inheritrange);
}

// Signals: "none", a chart of orientations, or signals of a controller in their order.
static void readSignals(const lbXml* node, int* ctrlspec) {
  const char* text = lb_xmlValue(node, "input");
  if (!text || !*text) {
    return;
  }
  if (strcmp(text, "none") == 0) {
    *ctrlspec = mjINPUT_NONE;
  } else if (strcmp(text, "expmap") == 0 || strcmp(text, "quat") == 0) {
    lb_readKeyword(node, "input", LB_KEYWORDS(inputchart), ctrlspec);
  } else {
    lb_readFlags(node, "input", LB_KEYWORDS(inputbit), false, true, ctrlspec);
  }
}

static const char* readPid(const lbXml* node, mjsActuator* a) {
  Servo servo;
  double ki;
  double imax = 0;
  double slewmax;
  readServo(node, a, -a->biasprm[1], &servo);
  double* kiGiven = lb_readDouble(node, "ki", &ki) ? &ki : NULL;
  bool keepsImax = !lb_readDouble(node, "imax", &imax) && a->dyntype == mjDYN_PID;
  double* slewmaxGiven = lb_readDouble(node, "slewmax", &slewmax) ? &slewmax : NULL;
  lb_readDoubles(node, "posrange", a->ctrlrange, 2, 2);
  int ctrlspec = a->ctrlspec;
  readSignals(node, &ctrlspec);
  return mjs_setToPID(a, servo.kp, servo.kvGiven, servo.dampratioGiven, kiGiven,
                      keepsImax ? NULL : &imax, slewmaxGiven, servo.inheritrange, ctrlspec);
}

static const char* readCylinder(const lbXml* node, mjsActuator* a) {
  double timeconst = a->dynprm[0];
  double area = a->gainprm[0];
  double diameter = -1;
  double bias[3] = {a->biasprm[0], a->biasprm[1], a->biasprm[2]};
  lb_readDouble(node, "timeconst", &timeconst);
  lb_readDouble(node, "area", &area);
  lb_readDouble(node, "diameter", &diameter);
  lb_readDoubles(node, "bias", bias, 3, 3);
  const char* refusal = mjs_setToCylinder(a, timeconst, bias[0], area, diameter);
  memcpy(a->biasprm, bias, sizeof bias);
  return refusal;
}

static const char* readMuscle(const lbXml* node, mjsActuator* a) {
  double timeconst[2] = {-1, -1};
  double tausmooth = a->dynprm[2];
  double range[2] = {-1, -1};
  double values[7] = {-1, -1, -1, -1, -1, -1, -1};
  static const char* const names[7] = {"force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"};
  lb_readDoubles(node, "timeconst", timeconst, 2, 2);
  lb_readDouble(node, "tausmooth", &tausmooth);
  lb_readDoubles(node, "range", range, 2, 2);
  for (int i = 0; i < 7; i++) {
    lb_readDouble(node, names[i], &values[i]);
  }
  return mjs_setToMuscle(a, timeconst, tausmooth, range, values[0], values[1], values[2], values[3],
                         values[4], values[5], values[6]);
}

static const char* readDCMotor(const lbXml* node, mjsActuator* a) {
  // a class that holds a motor gives what is not said here
  bool isMotor = a->dyntype == mjDYN_DCMOTOR;
  const double none[mjNGAIN] = {0};
  const double* gain = isMotor ? a->gainprm : none;
  const double* dyn = isMotor ? a->dynprm : none;
  const double* bias = isMotor ? a->biasprm : none;
  double motorconst[2] = {gain[1]};
  double resistance = gain[0];
  double nominal[3] = {0};
  double saturation[3] = {0};
  double inductance[2] = {0, dyn[0]};
  double cogging[3] = {bias[0], bias[1], bias[2]};
  double controller[6] = {gain[4], gain[5], gain[6], dyn[7], dyn[8], gain[7]};
  double thermal[6] = {dyn[2], dyn[3], 0, gain[2], gain[3], dyn[4]};
  double lugre[5] = {dyn[5], dyn[6], bias[3], bias[4], bias[5]};
  lb_readDoubles(node, "motorconst", motorconst, 1, 2);
  lb_readDouble(node, "resistance", &resistance);
  lb_readDoubles(node, "nominal", nominal, 1, 3);
  lb_readDoubles(node, "saturation", saturation, 1, 3);
  lb_readDoubles(node, "inductance", inductance, 1, 2);
  lb_readDoubles(node, "cogging", cogging, 1, 3);
  lb_readDoubles(node, "controller", controller, 1, 6);
  lb_readDoubles(node, "thermal", thermal, 1, 6);
  lb_readDoubles(node, "lugre", lugre, 1, 5);
  int ctrlspec = isMotor ? a->ctrlspec : 0;
  readSignals(node, &ctrlspec);
  return mjs_setToDCMotor(a, motorconst, resistance, nominal, saturation, inductance, cogging,
                          controller, thermal, lugre, ctrlspec);
}

static const char* readShortcut(const lbXml* node, mjsActuator* a) {
  Servo servo;
  double value;
  switch (node->kind) {
    case LB_ELEM_MOTOR:
      return mjs_setToMotor(a);
    case LB_ELEM_POSITION:
      readServo(node, a, a->gainprm[0], &servo);
      return mjs_setToPosition(a, servo.kp, servo.kvGiven, servo.dampratioGiven,
                               servo.timeconstGiven, servo.inheritrange);
    case LB_ELEM_INTVELOCITY:
      readServo(node, a, a->gainprm[0], &servo);
      return mjs_setToIntVelocity(a, servo.kp, servo.kvGiven, servo.dampratioGiven, NULL,
                                  servo.inheritrange);
    case LB_ELEM_VELOCITY:
      value = a->gainprm[0];
      lb_readDouble(node, "kv", &value);
      return mjs_setToVelocity(a, value);
    case LB_ELEM_ORIENTATION: {
      readServo(node, a, a->gainprm[0], &servo);
      int ctrlspec = a->ctrlspec;
      readSignals(node, &ctrlspec);
      return mjs_setToOrientation(a, servo.kp, servo.kvGiven, servo.dampratioGiven, ctrlspec);
    }
    case LB_ELEM_PID:
      return readPid(node, a);
    case LB_ELEM_DAMPER:
      value = a->gaintype == mjGAIN_AFFINE ? -a->gainprm[2] : 0;
      lb_readDouble(node, "kv", &value);
      return mjs_setToDamper(a, value);
    case LB_ELEM_CYLINDER:
      return readCylinder(node, a);
    case LB_ELEM_MUSCLE:
      return readMuscle(node, a);
    case LB_ELEM_ADHESION:
      value = a->gainprm[0];
      lb_readDouble(node, "gain", &value);
      return mjs_setToAdhesion(a, value);
    case LB_ELEM_DCMOTOR:
      return readDCMotor(node, a);
    default:
      readSignals(node, &a->ctrlspec);
      return "";
  }
}

void lb_readActuator(lbReader* reader, const lbXml* node, lbActuator* actuator) {
  lb_readAttributes(reader, node, &actuator->s);
  readTransmission(node, &actuator->s);
  const char* refusal = readShortcut(node, &actuator->s);
  if (*refusal) {
    lb_xmlError(node, "%s", refusal);
  }
}

void lb_readActuators(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    const lbDefault* def = lb_readClass(reader, child, reader->spec->mainClass);
    lbActuator* actuator = (lbActuator*)lb_addElement(reader->spec, mjOBJ_ACTUATOR, NULL, def);
    lb_readHead(reader, child, &actuator->head);
    lb_readActuator(reader, child, actuator);
    if (child->kind == LB_ELEM_ACTUATOR_PLUGIN) {
      lb_readPlugin(reader, child, &actuator->head);
    }
  }
}
