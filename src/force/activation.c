// Activation dynamics: integrators, filters, muscles, motors, pid servos, callbacks; see
// activation.h.

#include "force/activation.h"

#include "api/callbacks.h"
#include "api/mju_functions.h"
#include "force/dcmotor.h"
#include "math/inline.h"
#include "math/libm.h"

mjtNum lb_limitActivation(const mjModel* m, int actuatorId, mjtNum act) {
  const mjtNum* range = m->actuator_actrange + 2 * actuatorId;
  return m->actuator_actlimited[actuatorId] ? lb_clip(act, range[0], range[1]) : act;
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
  return lb_limitActivation(m, actuatorId, next);
}

mjtNum lb_actuatorTurn(const mjModel* m, int id) {
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

bool lb_isServo(const mjModel* m, int id) {
  const mjtNum *gain = m->actuator_gainprm + mjNGAIN * id,
               *bias = m->actuator_biasprm + mjNBIAS * id;
  int dyntype = m->actuator_dyntype[id];
  return m->actuator_gaintype[id] == mjGAIN_FIXED && m->actuator_biastype[id] == mjBIAS_AFFINE &&
         gain[0] == -bias[1] && (dyntype == mjDYN_NONE || dyntype == mjDYN_INTEGRATOR);
}

// COMPAT: ACT-WRAP: after activations were limited, in the advance of the state only
void lb_wrapActivation(const mjModel* m, mjData* d, int id) {
  if (m->actuator_dyntype[id] != mjDYN_INTEGRATOR) {
    return;
  }
  mjtNum* act = d->act + m->actuator_actadr[id];
  int count = m->actuator_actnum[id];
  if (m->actuator_gaintype[id] == mjGAIN_SO3) {
    mjtNum angle = count == 3 ? lb_norm3(act) : 0;
    if (angle > mjPI) {
      lb_scl3(act, act, 1 - 2 * mjPI * rint(angle / (2 * mjPI)) / angle);
    }
  } else if (count > 0 && lb_isServo(m, id)) {
    mjtNum turn = lb_actuatorTurn(m, id), length = d->actuator_length[m->actuator_outadr[id]];
    if (turn > mjMINVAL) {
      act[count - 1] = length + lb_shortWay(act[count - 1] - length, turn);
    }
  }
}

lbPidStates lb_pidStates(const mjModel* m, int id) {
  lbPidStates states = {-1, -1};
  if (m->actuator_dyntype[id] != mjDYN_PID) {
    return states;
  }
  int next = m->actuator_actadr[id], end = next + m->actuator_actnum[id];
  if (m->actuator_dynprm[mjNDYN * id + lbPID_SLEW_MAX] > 0 && next < end) {
    states.setpoint = next++;
  }
  if (m->actuator_gainprm[mjNGAIN * id + lbPID_KI] != 0 && next < end) {
    states.integral = next;
  }
  return states;
}

mjtNum lb_pidSetpoint(const mjModel* m, const mjData* d, int id, lbPidStates states,
                      const mjtNum* ctrl) {
  mjtNum position = m->actuator_ctrlspec[id] & mjINPUT_POS ? ctrl[0] : 0;
  if (states.setpoint >= 0) {
    mjtNum last = d->act[states.setpoint];
    mjtNum reach = m->actuator_dynprm[mjNDYN * id + lbPID_SLEW_MAX] * m->opt.timestep;
    position = last + lb_clip(lb_shortWay(position - last, lb_actuatorTurn(m, id)), -reach, reach);
  }
  return position;
}

static void pidActivation(const mjModel* m, mjData* d, int id, const mjtNum* ctrl) {
  lbPidStates states = lb_pidStates(m, id);
  mjtNum setpoint = lb_pidSetpoint(m, d, id, states, ctrl);
  if (states.setpoint >= 0) {
    d->act_dot[states.setpoint] = (setpoint - d->act[states.setpoint]) / m->opt.timestep;
  }

  // the integral does not grow beyond its limit
  if (states.integral >= 0) {
    mjtNum integral = d->act[states.integral];
    mjtNum error =
        lb_shortWay(setpoint - d->actuator_length[m->actuator_outadr[id]], lb_actuatorTurn(m, id));
    mjtNum limit = m->actuator_dynprm[mjNDYN * id + lbPID_INTEGRAL_MAX];
    bool saturated = limit > 0 && fabs(integral) >= limit && integral * error > 0;
    d->act_dot[states.integral] = saturated ? 0 : error;
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

void lb_activation(const mjModel* m, mjData* d, int id, const mjtNum* ctrl) {
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
