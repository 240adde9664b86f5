// Actuation: activation dynamics, scalar forces and their image in joint space.
//
// Controls are read through their delays, clamped, and drive the activation derivatives act_dot.
// The force of an actuator is gain * input + bias, input being the last activation or, without
// activation, the control; multi-input actuators (pid, so3) have their own laws. Then come the
// limits: tendon totals, single actuators, and after the map to joint space the joints.

#include "force/actuation.h"

#include <math.h>

#include "api/callbacks.h"
#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/history.h"
#include "data/plugins.h"
#include "force/dcmotor.h"
#include "math/inline.h"
#include "math/libm.h"
#include "model/joint_size.h"
#include "model/options.h"
#include "model/plugin_slots.h"

#define MAX_INPUTS 4  // most controls that one actuator has

// pid: actuator_dynprm and actuator_gainprm
enum { PID_INTEGRAL_MAX = 0, PID_SLEW_MAX = 1, PID_KI = 0 };

bool lb_actuatorDisabled(const mjModel* m, int actuatorId) {
  int group = m->actuator_group[actuatorId];
  return group >= 0 && group < 31 && (m->opt.disableactuator >> group & 1);
}

// Full turn of an actuator whose length is an angle on a circle (ball joint, or rotation between
// two sites), scaled by its gear; zero for other actuators.
static mjtNum turnOf(const mjModel* m, int id) {
  const mjtNum* gear = m->actuator_gear + 6 * m->actuator_outadr[id];
  switch (m->actuator_trntype[id]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: {
      bool ball = m->jnt_type[m->actuator_trnid[2 * id]] == mjJNT_BALL;
      return ball ? 2 * mjPI * lb_norm3(gear) : 0;
    }
    case mjTRN_SITE: {
      bool rotation = m->actuator_trnid[2 * id + 1] >= 0 && lb_isZero3(gear);
      return rotation ? 2 * mjPI * lb_norm3(gear + 3) : 0;
    }
    default:
      return 0;
  }
}

// The difference of two positions on the circle, the short way round.
static mjtNum shortWay(mjtNum difference, mjtNum turn) {
  return turn > mjMINVAL ? difference - turn * rint(difference / turn) : difference;
}

// Addresses in act of the set-point and the integral of a pid actuator, -1 where it has none.
typedef struct PidStates_ {
  int setpoint, integral;
} PidStates;

static PidStates pidStates(const mjModel* m, int id) {
  PidStates states = {-1, -1};
  if (m->actuator_dyntype[id] != mjDYN_PID) {
    return states;
  }
  int next = m->actuator_actadr[id], end = next + m->actuator_actnum[id];
  if (m->actuator_dynprm[mjNDYN * id + PID_SLEW_MAX] > 0 && next < end) {
    states.setpoint = next++;
  }
  if (m->actuator_gainprm[mjNGAIN * id + PID_KI] != 0 && next < end) {
    states.integral = next;
  }
  return states;
}

// The position that a pid actuator steers to: its input, reached at no more than the slew rate.
static mjtNum pidSetpoint(const mjModel* m, const mjData* d, int id, PidStates states,
                          const mjtNum* ctrl) {
  mjtNum position = m->actuator_ctrlspec[id] & mjINPUT_POS ? ctrl[0] : 0;
  if (states.setpoint >= 0) {
    mjtNum last = d->act[states.setpoint];
    mjtNum reach = m->actuator_dynprm[mjNDYN * id + PID_SLEW_MAX] * m->opt.timestep;
    position = last + lb_clip(shortWay(position - last, turnOf(m, id)), -reach, reach);
  }
  return position;
}

static void pidActivation(const mjModel* m, mjData* d, int id, const mjtNum* ctrl) {
  PidStates states = pidStates(m, id);
  mjtNum setpoint = pidSetpoint(m, d, id, states, ctrl);
  if (states.setpoint >= 0) {
    d->act_dot[states.setpoint] = (setpoint - d->act[states.setpoint]) / m->opt.timestep;
  }

  // the integral does not grow beyond its limit
  if (states.integral >= 0) {
    mjtNum integral = d->act[states.integral];
    mjtNum error = shortWay(setpoint - d->actuator_length[m->actuator_outadr[id]], turnOf(m, id));
    mjtNum limit = m->actuator_dynprm[mjNDYN * id + PID_INTEGRAL_MAX];
    bool saturated = limit > 0 && fabs(integral) >= limit && integral * error > 0;
    d->act_dot[states.integral] = saturated ? 0 : error;
  }
}

// kp (setpoint - length) + kv (velocity input - velocity) + feedforward + ki integral, where
// biasprm holds (constant, -kp, -kv) and the caller adds the bias.
static mjtNum pidForce(const mjModel* m, const mjData* d, int id, const mjtNum* ctrl) {
  PidStates states = pidStates(m, id);
  const mjtNum* bias = m->actuator_biasprm + mjNBIAS * id;
  int inputs = m->actuator_ctrlspec[id];
  mjtNum force = 0;
  if (inputs & mjINPUT_POS) {
    mjtNum length = d->actuator_length[m->actuator_outadr[id]];
    mjtNum error = pidSetpoint(m, d, id, states, ctrl) - length;
    force -= bias[1] * (shortWay(error, turnOf(m, id)) + length);
    ctrl++;
  }
  if (inputs & mjINPUT_VEL) {
    force -= bias[2] * *ctrl++;
  }
  if (inputs & mjINPUT_FF) {
    force += *ctrl;
  }
  if (states.integral >= 0) {
    mjtNum integral = d->act[states.integral];
    if (m->actuator_actearly[id]) {
      integral = lb_nextActivation(m, d, id, states.integral, d->act_dot[states.integral]);
    }
    force += m->actuator_gainprm[mjNGAIN * id + PID_KI] * integral;
  }
  return force;
}

// Torque towards a target orientation: kp times the rotation from present to target, in the frame
// of the present one, minus kv times angular velocity.
static void so3Force(const mjModel* m, const mjData* d, int id, const mjtNum* ctrl,
                     mjtNum force[3]) {
  // target: exponential map or quaternion of the input, or of the integrated input
  mjtNum input[4] = {0, 0, 0, 0};
  int actCount = m->actuator_actnum[id], actAdr = m->actuator_actadr[id];
  int count = lb_minInt(4, m->actuator_ctrlnum[id]);
  for (int i = 0; i < count; i++) {
    input[i] = ctrl[i];
    if (i < actCount) {
      input[i] = m->actuator_actearly[id]
                     ? lb_nextActivation(m, d, id, actAdr + i, d->act_dot[actAdr + i])
                     : d->act[actAdr + i];
    }
  }
  mjtNum target[4] = {1, 0, 0, 0};
  if (m->actuator_ctrlspec[id] & mjCHART_QUAT) {
    lb_copy4(target, input);
    lb_normalize4(target);
  } else {
    lb_quatIntegrate(target, input, 1);
  }

  mjtNum present[4] = {1, 0, 0, 0}, error[3];
  int out = m->actuator_outadr[id];
  lb_quatIntegrate(present, d->actuator_length + out, 1);
  lb_subQuat(error, target, present);
  const mjtNum* bias = m->actuator_biasprm + mjNBIAS * id;
  mjtNum gain = m->actuator_gainprm[mjNGAIN * id];
  for (int i = 0; i < 3; i++) {
    force[i] = bias[0] + gain * error[i] + bias[2] * d->actuator_velocity[out + i];
  }

  // forcerange bounds the norm
  if (m->actuator_forcelimited[id]) {
    mjtNum norm = lb_norm3(force), limit = m->actuator_forcerange[2 * id + 1];
    if (norm > limit) {
      lb_scl3(force, force, limit / lb_max(mjMINVAL, norm));
    }
  }
}

mjtNum lb_nextActivation(const mjModel* m, const mjData* d, int actuatorId, int actAdr,
                         mjtNum actDot) {
  mjtNum next;
  switch (m->actuator_dyntype[actuatorId]) {
    case mjDYN_FILTEREXACT: {
      mjtNum tau = lb_max(mjMINVAL, m->actuator_dynprm[mjNDYN * actuatorId]);
      next = d->act[actAdr] + actDot * tau * (1 - lb_exp(-m->opt.timestep / tau));
      break;
    }
    case mjDYN_DCMOTOR:
      next = lb_motorNextActivation(m, d, actuatorId, actAdr, actDot);
      break;
    default:
      next = d->act[actAdr] + actDot * m->opt.timestep;
  }
  if (m->actuator_actlimited[actuatorId]) {
    const mjtNum* range = m->actuator_actrange + 2 * actuatorId;
    next = lb_clip(next, range[0], range[1]);
  }
  return next;
}

// The controls that act now: delayed and clamped; all zero, with a warning, when one is not a
// usable number.
static void readControls(const mjModel* m, mjData* d, mjtNum* ctrl) {
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
      mj_warning(d, mjWARN_BADCTRL, i);
      for (int k = 0; k < ctrlCount; k++) {
        ctrl[k] = 0;
      }
      return;
    }
  }
}

static void userActivation(const mjModel* m, mjData* d, int id) {
  if (!mjcb_act_dyn) {
    return;
  }
  // with several states the callback writes act_dot itself
  if (m->actuator_actnum[id] == 1) {
    d->act_dot[m->actuator_actadr[id]] = mjcb_act_dyn(m, d, id);
  } else {
    mjcb_act_dyn(m, d, id);
  }
}

// act_dot of one stateful actuator.
static void activation(const mjModel* m, mjData* d, int id, const mjtNum* ctrl) {
  int adr = m->actuator_actadr[id], count = m->actuator_actnum[id];
  const mjtNum* prm = m->actuator_dynprm + mjNDYN * id;
  switch (m->actuator_dyntype[id]) {
    case mjDYN_INTEGRATOR:
      // a plugin's own activations come before the integrator's
      if (m->actuator_plugin[id] >= 0) {
        d->act_dot[adr + count - 1] = ctrl[0];
        break;
      }
      for (int k = 0; k < count; k++) {
        d->act_dot[adr + k] = ctrl[k];
      }
      break;
    case mjDYN_FILTER:
    case mjDYN_FILTEREXACT:
      d->act_dot[adr + count - 1] = (ctrl[0] - d->act[adr + count - 1]) / lb_max(mjMINVAL, prm[0]);
      break;
    case mjDYN_MUSCLE:
      d->act_dot[adr + count - 1] = mju_muscleDynamics(ctrl[0], d->act[adr + count - 1], prm);
      break;
    case mjDYN_DCMOTOR:
      lb_motorActivation(m, d, id, ctrl);
      break;
    case mjDYN_PID:
      pidActivation(m, d, id, ctrl);
      break;
    case mjDYN_USER:
      userActivation(m, d, id);
      break;
    default:
      break;
  }
}

// What the gain multiplies.
static mjtNum inputOf(const mjModel* m, const mjData* d, int id, const mjtNum* ctrl) {
  int count = m->actuator_actnum[id];
  int gaintype = m->actuator_gaintype[id];
  bool electrical = gaintype == mjGAIN_DCMOTOR && m->actuator_dyntype[id] == mjDYN_DCMOTOR;
  if (electrical && m->actuator_dynprm[mjNDYN * id] <= 0) {
    return lb_motorVoltage(m, d, id, ctrl);
  }
  if (count == 0) {
    return ctrl[0];
  }
  int adr = m->actuator_actadr[id] + count - 1;
  if (m->actuator_actearly[id]) {
    return lb_nextActivation(m, d, id, adr, d->act_dot[adr]);
  }
  return d->act[adr];
}

// A position servo, whose set-point and length are compared on the circle when they are angles.
static bool isServo(const mjModel* m, int id) {
  const mjtNum *gain = m->actuator_gainprm + mjNGAIN * id,
               *bias = m->actuator_biasprm + mjNBIAS * id;
  int dyntype = m->actuator_dyntype[id];
  return m->actuator_gaintype[id] == mjGAIN_FIXED && m->actuator_biastype[id] == mjBIAS_AFFINE &&
         gain[0] == -bias[1] && (dyntype == mjDYN_NONE || dyntype == mjDYN_INTEGRATOR);
}

// Force of an actuator with one output, before limits.
static mjtNum scalarForce(const mjModel* m, mjData* d, int id, const mjtNum* ctrl) {
  int out = m->actuator_outadr[id];
  mjtNum length = d->actuator_length[out], velocity = d->actuator_velocity[out];
  const mjtNum* lengthrange = m->actuator_lengthrange + 2 * out;
  const mjtNum* prm = m->actuator_gainprm + mjNGAIN * id;

  mjtNum gain = 0, force;
  switch (m->actuator_gaintype[id]) {
    case mjGAIN_FIXED:
      gain = prm[0];
      break;
    case mjGAIN_AFFINE:
      gain = prm[0] + prm[1] * length + prm[2] * velocity;
      break;
    case mjGAIN_MUSCLE:
      gain = mju_muscleGain(length, velocity, lengthrange, m->actuator_acc0[out], prm);
      break;
    case mjGAIN_DCMOTOR:
      gain = lb_motorGain(m, d, id);
      break;
    case mjGAIN_USER:
      gain = mjcb_act_gain ? mjcb_act_gain(m, d, id) : 1;
      break;
    default:
      break;
  }
  if (m->actuator_gaintype[id] == mjGAIN_PID) {
    force = pidForce(m, d, id, ctrl);
  } else {
    mjtNum input = inputOf(m, d, id, ctrl);
    mjtNum turn = isServo(m, id) ? turnOf(m, id) : 0;
    force = gain * (turn > 0 ? shortWay(input - length, turn) + length : input);
  }

  prm = m->actuator_biasprm + mjNBIAS * id;
  switch (m->actuator_biastype[id]) {
    case mjBIAS_AFFINE:
      return force + prm[0] + prm[1] * length + prm[2] * velocity;
    case mjBIAS_MUSCLE:
      return force + mju_muscleBias(length, lengthrange, m->actuator_acc0[out], prm);
    case mjBIAS_DCMOTOR:
      return force + lb_motorBias(m, d, id, gain);
    case mjBIAS_USER:
      return force + (mjcb_act_bias ? mjcb_act_bias(m, d, id) : 0);
    default:
      return force;
  }
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

// Scales the forces of the actuators of a tendon so that their sum stays within the tendon's range.
static void limitTendons(const mjModel* m, mjData* d) {
  int tendonCount = (int)m->ntendon, actuatorCount = (int)m->nactuator;
  bool any = false;
  for (int i = 0; i < tendonCount && !any; i++) {
    any = m->tendon_actfrclimited[i];
  }
  if (!any) {
    return;
  }

  mj_markStack(d);
  mjtNum* total = mj_stackAllocNum(d, (size_t)tendonCount);
  mju_zero(total, tendonCount);
  for (int i = 0; i < actuatorCount; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON) {
      total[m->actuator_trnid[2 * i]] += d->actuator_force[m->actuator_outadr[i]];
    }
  }
  for (int i = 0; i < actuatorCount; i++) {
    int tendon = m->actuator_trnid[2 * i];
    if (m->actuator_trntype[i] != mjTRN_TENDON || !m->tendon_actfrclimited[tendon]) {
      continue;
    }
    const mjtNum* range = m->tendon_actfrcrange + 2 * tendon;
    if (total[tendon] < range[0] || total[tendon] > range[1]) {
      d->actuator_force[m->actuator_outadr[i]] *=
          lb_clip(total[tendon], range[0], range[1]) / total[tendon];
    }
  }
  mj_freeStack(d);
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

// Gravity compensation through actuators, then the limits of joint forces.
static void finishJoints(const mjModel* m, mjData* d) {
  int jointCount = (int)m->njnt;
  for (int i = 0; i < jointCount; i++) {
    int dof = m->jnt_dofadr[i];
    if (m->ngravcomp && m->jnt_actgravcomp[i]) {
      int end = dof + lb_jointDofCount(m->jnt_type[i]);
      for (int k = dof; k < end; k++) {
        d->qfrc_actuator[k] += d->qfrc_gravcomp[k];
      }
    }
    if (m->jnt_actfrclimited[i] && m->jnt_type[i] >= mjJNT_SLIDE) {
      const mjtNum* range = m->jnt_actfrcrange + 2 * i;
      d->qfrc_actuator[dof] = lb_clip(d->qfrc_actuator[dof], range[0], range[1]);
    }
  }
}

void mj_fwdActuation(const mjModel* m, mjData* d) {
  int actuatorCount = (int)m->nactuator;
  mju_zero(d->qfrc_actuator, (int)m->nv);
  mju_zero(d->actuator_force, (int)m->nout);
  mju_zero(d->act_dot, (int)m->na);
  if (actuatorCount == 0 || lb_disabled(m, mjDSBL_ACTUATION)) {
    return;
  }

  mj_markStack(d);
  // and a zero for an actuator without inputs, if it is the last
  mjtNum* ctrl = mj_stackAllocNum(d, (size_t)m->nu + 1);
  ctrl[m->nu] = 0;
  readControls(m, d, ctrl);

  bool filter = lb_enabled(m, mjENBL_SLEEP);
  if (m->na) {
    for (int i = 0; i < actuatorCount; i++) {
      if (m->actuator_actnum[i] > 0 && !(filter && lb_actuatorAsleep(m, d, i))) {
        activation(m, d, i, ctrl + m->actuator_ctrladr[i]);
      }
    }
    if (m->nplugin) {
      pluginActivations(m, d);
    }
  }

  for (int i = 0; i < actuatorCount; i++) {
    if (lb_actuatorDisabled(m, i) || m->actuator_plugin[i] >= 0 ||
        (filter && lb_actuatorAsleep(m, d, i))) {
      continue;
    }
    const mjtNum* input = ctrl + m->actuator_ctrladr[i];
    int out = m->actuator_outadr[i];
    if (m->actuator_gaintype[i] == mjGAIN_SO3) {
      so3Force(m, d, i, input, d->actuator_force + out);
    } else {
      d->actuator_force[out] = scalarForce(m, d, i, input);
    }
  }
  if (m->nplugin) {
    pluginForces(m, d);
  }

  limitTendons(m, d);
  for (int i = 0; i < actuatorCount; i++) {
    mjtNum* force = d->actuator_force + m->actuator_outadr[i];
    if (m->actuator_forcelimited[i] && m->actuator_gaintype[i] != mjGAIN_SO3) {
      *force = lb_clip(*force, m->actuator_forcerange[2 * i], m->actuator_forcerange[2 * i + 1]);
    }
    if (m->actuator_biastype[i] == mjBIAS_DCMOTOR && m->actuator_plugin[i] < 0 &&
        !lb_actuatorDisabled(m, i) && !(filter && lb_actuatorAsleep(m, d, i))) {
      *force += lb_motorFriction(m, d, i);
    }
  }
  mapToJoints(m, d);
  finishJoints(m, d);
  mj_freeStack(d);
}
