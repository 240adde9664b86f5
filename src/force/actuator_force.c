// Laws of force: gain * input + bias, the input being the last activation or, without activation,
// the control; multi-input servos (pid, so3) have laws of their own.

#include "force/actuator_force.h"

#include "api/callbacks.h"
#include "api/mju_functions.h"
#include "force/activation.h"
#include "force/dcmotor.h"
#include "math/inline.h"

// kp (setpoint - length) + kv (velocity input - velocity) + feedforward + ki integral, where
// biasprm holds (constant, -kp, -kv) and the caller adds the bias.
static mjtNum pidForce(const mjModel* m, const mjData* d, int id, const mjtNum* ctrl) {
  lbPidStates states = lb_pidStates(m, id);
  const mjtNum* bias = m->actuator_biasprm + mjNBIAS * id;
  int inputs = m->actuator_ctrlspec[id];
  mjtNum force = 0;
  if (inputs & mjINPUT_POS) {
    mjtNum length = d->actuator_length[m->actuator_outadr[id]];
    mjtNum error = lb_pidSetpoint(m, d, id, states, ctrl) - length;
    force -= bias[1] * (lb_shortWay(error, lb_actuatorTurn(m, id)) + length);
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
    force += m->actuator_gainprm[mjNGAIN * id + lbPID_KI] * integral;
  }
  return force;
}

// Quaternion of a rotation vector; that of no turn is there before.
// COMPAT: SO3-BITS: each entry is divided by the angle, for whether a force is at its limit, and so
// whether it varies, hangs on its last bit
static void turnBy(mjtNum quat[4], const mjtNum vector[3]) {
  mjtNum angle = lb_norm3(vector);
  if (angle < mjMINVAL) {
    return;
  }
  mjtNum axis[3] = {vector[0] / angle, vector[1] / angle, vector[2] / angle};
  lb_axisAngle2Quat(quat, axis, angle);
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
    turnBy(target, input);
  }

  mjtNum present[4] = {1, 0, 0, 0}, error[3];
  int out = m->actuator_outadr[id];
  turnBy(present, d->actuator_length + out);
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
    mjtNum turn = lb_isServo(m, id) ? lb_actuatorTurn(m, id) : 0;
    force = gain * (turn > 0 ? lb_shortWay(input - length, turn) + length : input);
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

void lb_actuatorForce(const mjModel* m, mjData* d, int actuatorId, const mjtNum* ctrl,
                      mjtNum* force) {
  if (m->actuator_gaintype[actuatorId] == mjGAIN_SO3) {
    so3Force(m, d, actuatorId, ctrl, force);
  } else {
    *force = scalarForce(m, d, actuatorId, ctrl);
  }
}
