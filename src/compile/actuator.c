// Actuators: transmission targets, limits, activation and control addresses, sample buffers.
//
// What depends on inertia (damping from dampratio, acc0, length0) is left to mj_setConst.

#include "base/compiler.h"
#include "compile/actuators.h"
#include "compile/attributes.h"
#include "compile/model_fields.h"
#include "compile/plugins.h"
#include "data/history.h"
#include "math/inline.h"

#include <string.h>

static int requireTarget(lbCompiler* c, mjtObj type, const char* name) {
  int id = lb_compileFind(c, type, name);
  if (id < 0 && type == mjOBJ_JOINT) {
    lb_compileError(c, "unknown transmission target '%s' for actuator id = %d", name,
                    c->current->id);
  }
  if (id < 0) {
    lb_compileError(c, "transmission target '%s' not found in actuator %d", name, c->current->id);
  }
  return id;
}

static void resolveTransmission(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s,
                                int trnid[2]) {
  const char* name = lb_text(&actuator->head.name);
  const char* target = lb_text(s->target);
  trnid[0] = trnid[1] = -1;
  if (!target[0]) {
    lb_compileError(c,
                    s->trntype == mjTRN_SLIDERCRANK
                        ? "missing base site for slider-crank '%s' (id = %d)"
                        : "missing transmission target for actuator",
                    name, actuator->head.id);
  }
  switch (s->trntype) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      trnid[0] = requireTarget(c, mjOBJ_JOINT, target);
      break;
    case mjTRN_SLIDERCRANK:
      if (lb_isEmpty(s->slidersite)) {
        lb_compileError(c, "missing base site for slider-crank '%s' (id = %d)", name,
                        actuator->head.id);
      }
      if (!(s->cranklength > 0)) {
        lb_compileError(c, "crank length must be positive in actuator '%s' (id = %d)", name,
                        actuator->head.id);
      }
      trnid[0] = requireTarget(c, mjOBJ_SITE, target);
      trnid[1] = lb_requireSite(c, "base", s->slidersite);
      break;
    case mjTRN_TENDON:
      trnid[0] = requireTarget(c, mjOBJ_TENDON, target);
      break;
    case mjTRN_SITE:
      trnid[0] = requireTarget(c, mjOBJ_SITE, target);
      if (!lb_isEmpty(s->refsite)) {
        trnid[1] = lb_requireSite(c, "reference", s->refsite);
      }
      break;
    case mjTRN_BODY:
      trnid[0] = requireTarget(c, mjOBJ_BODY, target);
      break;
    case mjTRN_SO3:
      lb_resolveSo3(c, actuator, trnid);
      break;
    default:
      lb_compileError(c, "invalid transmission type in actuator");
  }
}

// Control or activation range taken from the target's own range.
static void inheritRange(lbCompiler* c, const mjsActuator* s, int target, double ctrlrange[2],
                         double actrange[2]) {
  const mjModel* m = c->m;
  const mjtNum* range = s->trntype == mjTRN_TENDON  ? m->tendon_range + 2 * target
                        : s->trntype == mjTRN_JOINT ? m->jnt_range + 2 * target
                                                    : NULL;
  bool isFiltered = s->dyntype == mjDYN_FILTEREXACT;  // timeconst of a position servo
  if (s->gaintype != mjGAIN_PID && s->dyntype != mjDYN_NONE && s->dyntype != mjDYN_INTEGRATOR &&
      !isFiltered) {
    lb_compileError(c, "inheritrange only available for position and intvelocity actuators");
  }
  if (!range) {
    lb_compileError(c,
                    "inheritrange can only be used with joint and tendon transmission, "
                    "actuator %d",
                    c->current->id);
  }
  bool isScalar = s->trntype == mjTRN_TENDON || m->jnt_type[target] == mjJNT_HINGE ||
                  m->jnt_type[target] == mjJNT_SLIDE;
  if (!isScalar) {
    lb_compileError(
        c, "inheritrange can only be used with hinge and slide joints, actuator '%s' (id = %d)",
        lb_text(&c->current->name), c->current->id);
  }
  if (range[0] == range[1]) {
    lb_compileError(c, "inheritrange used but target '%s' has no range defined in actuator %d",
                    lb_text(s->target), c->current->id);
  }
  double mean = 0.5 * (range[1] + range[0]);
  double radius = 0.5 * (range[1] - range[0]) * s->inheritrange;
  double* target2 = s->dyntype == mjDYN_INTEGRATOR ? actrange : ctrlrange;
  target2[0] = mean - radius;
  target2[1] = mean + radius;
}

static void fillHistory(lbCompiler* c, const mjsActuator* s, int i) {
  mjModel* m = c->m;
  lb_checkHistory(c, s->delay, s->nsample, "");
  if (s->delay > 0 && s->gaintype == mjGAIN_SO3) {
    lb_compileError(c, "delay holds for one input: gaintype 'so3' has an orientation of %d",
                    lb_actuatorInputs(s));
  }
  m->actuator_history[2 * i] = s->nsample;
  m->actuator_history[2 * i + 1] = s->interp;
  m->actuator_historyadr[i] = -1;
  if (s->nsample > 0) {
    m->actuator_historyadr[i] = lb_sizeAsInt(m->nhistory, "numbers in the history");
    m->nhistory += LB_HISTORY_HEAD + (mjtSize)s->nsample * 2;  // of the first input
  }
}

static void fillLimits(lbCompiler* c, const mjsActuator* s, int i, const int trnid[2]) {
  mjModel* m = c->m;
  double ctrlrange[2] = {s->ctrlrange[0], s->ctrlrange[1]};
  double actrange[2] = {s->actrange[0], s->actrange[1]};
  mjtLimited ctrllimited = s->ctrllimited, actlimited = s->actlimited;
  if (s->inheritrange > 0 && lb_tracksPosition(s)) {
    inheritRange(c, s, trnid[0], ctrlrange, actrange);
  }
  bool limitsCtrl = lb_resolveLimited(c, ctrllimited, ctrlrange, "actuator", "ctrl");
  bool limitsForce = lb_resolveLimited(c, s->forcelimited, s->forcerange, "actuator", "force");
  bool limitsAct = lb_resolveLimited(c, actlimited, actrange, "actuator", "act");
  if (limitsForce && s->forcerange[0] >= s->forcerange[1]) {
    lb_compileError(c, "invalid force range for actuator");
  }
  if (limitsCtrl && ctrlrange[0] >= ctrlrange[1]) {
    lb_compileError(c, "invalid control range for actuator");
  }
  if (limitsAct && actrange[0] >= actrange[1]) {
    lb_compileError(c, "invalid actrange for actuator");
  }
  if (limitsAct && s->dyntype == mjDYN_NONE) {
    lb_compileError(c, "actrange specified but dyntype is 'none' in actuator");
  }
  m->actuator_forcelimited[i] = limitsForce;
  m->actuator_actlimited[i] = limitsAct;
  memcpy(m->actuator_actrange + 2 * i, actrange, 2 * sizeof(mjtNum));
  for (int k = 0; k < m->actuator_ctrlnum[i]; k++) {
    int ctrl = m->actuator_ctrladr[i] + k;
    lb_ctrlLimit(s, k, limitsCtrl, ctrlrange, &m->actuator_ctrllimited[ctrl],
                 m->actuator_ctrlrange + 2 * ctrl);
  }
}

// Damping and armature act on a joint or tendon; mj_setConst registers them there.
static void checkInertia(lbCompiler* c, const mjsActuator* s, const int trnid[2], int i) {
  bool damps = s->damping[0] != 0 || s->damping[1] != 0 || s->damping[2] != 0;
  bool onSites = s->trntype == mjTRN_SO3 && trnid[1] >= 0;
  bool takes = s->trntype == mjTRN_TENDON || s->trntype == mjTRN_JOINT ||
               s->trntype == mjTRN_JOINTINPARENT || (s->trntype == mjTRN_SO3 && !onSites);
  if ((damps || s->armature != 0) && !takes) {
    lb_compileError(c, "%s requires joint or tendon transmission in actuator '%s' (id = %d)",
                    damps ? "damping" : "armature", lb_text(&c->current->name), i);
  }
}

LB_APART static void fillActuator(lbCompiler* c, const lbActuator* actuator, int i, int* outs,
                                  int* ctrls, int* acts) {
  mjModel* m = c->m;
  mjsActuator kind = lb_actuatorKind(&actuator->s);
  const mjsActuator* s = &kind;
  int trnid[2];
  lb_checkActuator(c, actuator, s);
  resolveTransmission(c, actuator, s, trnid);
  memcpy(m->actuator_trnid + 2 * i, trnid, sizeof trnid);
  lb_fillActuatorFields(m, i, s);
  m->actuator_ctrladr[i] = *ctrls;
  m->actuator_ctrlnum[i] = lb_actuatorInputs(s);
  m->actuator_outadr[i] = *outs;
  m->actuator_outnum[i] = lb_actuatorOutputs(s);
  *ctrls += m->actuator_ctrlnum[i];
  *outs += m->actuator_outnum[i];
  m->actuator_plugin[i] = lb_actuatorPlugin(c, s);
  fillLimits(c, s, i, trnid);
  fillHistory(c, s, i);
  checkInertia(c, s, trnid, i);
  for (int k = 0; k < m->actuator_outnum[i]; k++) {
    int out = m->actuator_outadr[i] + k;
    lb_copy6(m->actuator_gear + 6 * out, s->gear);
    memcpy(m->actuator_lengthrange + 2 * out, s->lengthrange, 2 * sizeof(mjtNum));
  }
  m->actuator_actnum[i] = lb_actuatorActivations(c, actuator, s);
  m->actuator_actadr[i] = m->actuator_actnum[i] ? *acts : -1;
  *acts += m->actuator_actnum[i];
}

void lb_countActuators(lbCompiler* c) {
  mjModel* sizes = &c->sizes;
  sizes->nactuator = lb_specCount(c->spec, mjOBJ_ACTUATOR);
  sizes->nu = sizes->nout = sizes->na = 0;
  for (int i = 0; i < sizes->nactuator; i++) {
    const lbActuator* actuator = LB_SPEC_ITEM(c->spec, lbActuator, mjOBJ_ACTUATOR, i);
    c->current = &actuator->head;
    mjsActuator s = lb_actuatorKind(&actuator->s);
    sizes->nu += lb_actuatorInputs(&s);
    sizes->nout += lb_actuatorOutputs(&s);
    sizes->na += lb_actuatorActivations(c, actuator, &s);
  }
}

LB_APART void lb_fillActuators(lbCompiler* c) {
  int outs = 0, ctrls = 0, acts = 0;
  for (int i = 0; i < c->m->nactuator; i++) {
    const lbActuator* actuator = LB_SPEC_ITEM(c->spec, lbActuator, mjOBJ_ACTUATOR, i);
    c->current = &actuator->head;
    fillActuator(c, actuator, i, &outs, &ctrls, &acts);
  }
}
