// Activation: the internal states of actuators (act) and how fast they change (act_dot).

#pragma once

#include <math.h>
#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Writes act_dot of one actuator with states from its controls, which are clamped and delayed.
void lb_activation(const mjModel* m, mjData* d, int actuatorId, const mjtNum* ctrl);

// The activation that the state at address actAdr of the actuator has after one time step, given
// its derivative: exact for the linear filters, otherwise one Euler step; clamped to actrange when
// limited.
mjtNum lb_nextActivation(const mjModel* m, const mjData* d, int actuatorId, int actAdr,
                         mjtNum actDot);

// An activation within actrange, when that is limited.
mjtNum lb_limitActivation(const mjModel* m, int actuatorId, mjtNum act);

// Full turn of an actuator whose length is an angle on a circle (ball joint, or rotation between
// two sites), scaled by its gear; zero for other actuators.
mjtNum lb_actuatorTurn(const mjModel* m, int actuatorId);

// The difference of two positions on the circle, the short way round; turn 0: no circle.
static inline mjtNum lb_shortWay(mjtNum difference, mjtNum turn) {
  return turn > mjMINVAL ? difference - turn * rint(difference / turn) : difference;
}

// True for a position servo, whose set-point and length are compared on the circle when they are
// angles.
bool lb_isServo(const mjModel* m, int actuatorId);

// Brings the integrated set-point of an actuator, after a step, back to where it is told apart from
// the present position: within half a turn of the length of a servo, a rotation vector of so3 to at
// most pi.
void lb_wrapActivation(const mjModel* m, mjData* d, int actuatorId);

// Addresses in act of the set-point and the integral of a pid actuator, -1 where it has none.
typedef struct lbPidStates_ {
  int setpoint, integral;
} lbPidStates;

lbPidStates lb_pidStates(const mjModel* m, int actuatorId);

// The position that a pid actuator steers to: its input, reached at no more than the slew rate.
mjtNum lb_pidSetpoint(const mjModel* m, const mjData* d, int actuatorId, lbPidStates states,
                      const mjtNum* ctrl);

// actuator_dynprm and actuator_gainprm of pid actuators.
enum { lbPID_INTEGRAL_MAX = 0, lbPID_SLEW_MAX = 1, lbPID_KI = 0 };
