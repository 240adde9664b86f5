// Actuation: from controls to joint forces.
//
// Controls are read through their delays, clamped, and drive the activation derivatives act_dot
// (activation.c). Then come the forces of single actuators (actuator_force.c), of those computed by
// plugins, and the limits (actuation_limit.c): tendon totals, single actuators, and after the map
// to joint space the joints.

#include "force/actuation.h"

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/history.h"
#include "data/plugins.h"
#include "data/stack.h"
#include "force/activation.h"
#include "force/actuation_limit.h"
#include "force/actuator_force.h"
#include "force/dcmotor.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/options.h"
#include "model/plugin_slots.h"

bool lb_actuatorDisabled(const mjModel* m, int actuatorId) {
  int group = m->actuator_group[actuatorId];
  return group >= 0 && group < 31 && (m->opt.disableactuator >> group & 1);
}

int lb_actingControls(const mjModel* m, mjData* d, mjtNum* ctrl) {
  int actuatorCount = (int)m->nactuator, ctrlCount = (int)m->nu;
  for (int i = 0; i < actuatorCount; i++) {
    lb_delayedCtrl(m, d, i, ctrl + m->actuator_ctrladr[i]);
  }
  if (!lb_disabled(m, mjDSBL_CLAMPCTRL)) {
    for (int i = 0; i < ctrlCount; i++) {
      if (m->actuator_ctrllimited[i]) {
        ctrl[i] = lb_clip(ctrl[i], m->actuator_ctrlrange[2 * i], m->actuator_ctrlrange[2 * i + 1]);
      }
    }
  }
  for (int i = 0; i < ctrlCount; i++) {
    if (mju_isBad(ctrl[i])) {
      mju_zero(ctrl, ctrlCount);
      return i;
    }
  }
  return -1;
}

// Actuators computed by plugins.
static void pluginForces(const mjModel* m, mjData* d) {
  int pluginCount = (int)m->nplugin;
  for (int i = 0; i < pluginCount; i++) {
    lb_computePlugin(m, d, i, mjPLUGIN_ACTUATOR, "mj_fwdActuation");
  }
}

static void pluginActivations(const mjModel* m, mjData* d) {
  int pluginCount = (int)m->nplugin;
  for (int i = 0; i < pluginCount; i++) {
    const mjpPlugin* plugin = lb_instancePlugin(m, i);
    if (plugin && (plugin->capabilityflags & mjPLUGIN_ACTUATOR) && plugin->actuator_act_dot) {
      plugin->actuator_act_dot(m, d, i);
    }
  }
}

// qfrc_actuator = moment' * force
static void mapToJoints(const mjModel* m, mjData* d) {
  int outCount = (int)m->nout;
  for (int i = 0; i < outCount; i++) {
    mjtNum force = d->actuator_force[i];
    if (force == 0) {
      continue;
    }
    int adr = d->moment_rowadr[i], end = adr + d->moment_rownnz[i];
    for (int k = adr; k < end; k++) {
      d->qfrc_actuator[d->moment_colind[k]] += d->actuator_moment[k] * force;
    }
  }
}

// The actuators whose forces are computed here: those that are neither disabled, asleep, nor a
// plugin's. Writes their ids, returns their number.
static int listActive(const mjModel* m, const mjData* d, int* active) {
  int actuatorCount = (int)m->nactuator, count = 0;
  bool filter = lb_enabled(m, mjENBL_SLEEP);
  for (int i = 0; i < actuatorCount; i++) {
    if (!lb_actuatorDisabled(m, i) && m->actuator_plugin[i] < 0 &&
        !(filter && lb_actuatorAsleep(m, d, i))) {
      active[count++] = i;
    }
  }
  return count;
}

// act_dot of all actuators that are awake, also of disabled ones.
static void activations(const mjModel* m, mjData* d, const mjtNum* ctrl) {
  int actuatorCount = (int)m->nactuator;
  bool filter = lb_enabled(m, mjENBL_SLEEP);
  for (int i = 0; i < actuatorCount; i++) {
    if (m->actuator_actnum[i] > 0 && !(filter && lb_actuatorAsleep(m, d, i))) {
      lb_activation(m, d, i, ctrl + m->actuator_ctrladr[i]);
    }
  }
  if (m->nplugin) {
    pluginActivations(m, d);
  }
}

LB_APART static void actuate(const mjModel* m, mjData* d) {
  lb_markStack(d);
  // and a zero for an actuator without inputs, if it is the last
  mjtNum* ctrl = lb_stackNum(d, (size_t)m->nu + 1);
  int* active = lb_stackInt(d, (size_t)m->nactuator);
  int activeCount = listActive(m, d, active);
  ctrl[m->nu] = 0;
  int bad = lb_actingControls(m, d, ctrl);
  if (bad >= 0) {
    mj_warning(d, mjWARN_BADCTRL, bad);
  }
  if (m->na) {
    activations(m, d, ctrl);
  }

  // forces
  for (int k = 0; k < activeCount; k++) {
    int i = active[k];
    lb_actuatorForce(m, d, i, ctrl + m->actuator_ctrladr[i],
                     d->actuator_force + m->actuator_outadr[i]);
  }
  if (m->nplugin) {
    pluginForces(m, d);
  }

  // limits, to which the friction of motors is not subject
  lb_limitTendonForces(m, d);
  lb_limitActuatorForces(m, d);
  for (int k = 0; k < activeCount; k++) {
    int i = active[k];
    if (m->actuator_biastype[i] == mjBIAS_DCMOTOR) {
      d->actuator_force[m->actuator_outadr[i]] += lb_motorFriction(m, d, i);
    }
  }
  mapToJoints(m, d);
  lb_finishJointForces(m, d);
  lb_freeStack(d);
}

LB_APART static void clearAndActuate(const mjModel* m, mjData* d) {
  lb_zero(d->actuator_force, (int)m->nout);
  // COMPAT: ACTUATION-OFF-RATES: without actuation act_dot stays, and moves nothing
  if (!lb_disabled(m, mjDSBL_ACTUATION)) {
    lb_zero(d->act_dot, (int)m->na);
    actuate(m, d);
  }
}

static void forwardActuation(const mjModel* m, mjData* d) {
  if (m->nv) {
    lb_clearDofs(d->qfrc_actuator, lb_unsettledDofs(m, d));
  }
  if (m->nactuator) {
    clearAndActuate(m, d);
  }
}

void mj_fwdActuation(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_timed(m, d, mjTIMER_ACTUATION, forwardActuation);
}
