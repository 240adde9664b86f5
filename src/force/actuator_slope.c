// Slopes of actuator forces, for the implicit integrators; see actuator_slope.h.

#include "force/actuator_slope.h"

#include <stdbool.h>

#include "api/mju_functions.h"
#include "force/activation.h"
#include "force/dcmotor.h"
#include "math/curves.h"
#include "math/inline.h"

// What the gain of an actuator multiplies.
static mjtNum gainInput(const mjModel* m, const mjData* d, int id, const mjtNum* ctrl) {
  int count = m->actuator_actnum[id];
  if (count == 0) {
    return ctrl[0];
  }
  int adr = m->actuator_actadr[id] + count - 1;
  return m->actuator_actearly[id] ? lb_nextActivation(m, d, id, adr, d->act_dot[adr]) : d->act[adr];
}

// Derivative of the muscle gain with respect to velocity. The force-velocity curve is quadratic
// between its breakpoints, so its slope follows from two of its values.
static mjtNum muscleVelocitySlope(const mjModel* m, const mjData* d, int id) {
  int out = m->actuator_outadr[id];
  const mjtNum* prm = m->actuator_gainprm + mjNGAIN * id;
  const mjtNum* lengthrange = m->actuator_lengthrange + 2 * out;
  mjtNum optimal = (lengthrange[1] - lengthrange[0]) / lb_max(mjMINVAL, prm[1] - prm[0]);
  mjtNum scale = lb_max(mjMINVAL, optimal * prm[6]);
  mjtNum V = d->actuator_velocity[out] / scale, rise = prm[8] - 1;

  // gain at rest has force-velocity 1
  mjtNum atRest =
      mju_muscleGain(d->actuator_length[out], 0, lengthrange, m->actuator_acc0[out], prm);
  mjtNum slope = 0;
  if (V > -1 && V <= 0) {
    slope = 2 * (V + 1);
  } else if (V > 0 && V <= rise) {
    slope = 2 * (rise - V) / lb_max(mjMINVAL, rise);
  }
  return atRest * slope / scale;
}

static void addBias(const mjModel* m, const mjData* d, int id, lbSlope* slope) {
  const mjtNum* prm = m->actuator_biasprm + mjNBIAS * id;
  int out = m->actuator_outadr[id];
  switch (m->actuator_biastype[id]) {
    case mjBIAS_AFFINE:
      slope->length += prm[1];
      slope->velocity += prm[2];
      break;
    case mjBIAS_SO3:
      slope->length -= m->actuator_gainprm[mjNGAIN * id];
      slope->velocity += prm[2];
      break;
    case mjBIAS_MUSCLE:
      slope->length += lb_muscleBiasSlope(
          d->actuator_length[out], m->actuator_lengthrange + 2 * out, m->actuator_acc0[out], prm);
      break;
    case mjBIAS_DCMOTOR:
      slope->length += lb_motorLengthSlope(m, id);
      slope->velocity += lb_motorVelocitySlope(m, id);
      break;
    default:
      break;
  }
}

static void addGain(const mjModel* m, const mjData* d, int id, const mjtNum* ctrl, lbSlope* slope) {
  const mjtNum* prm = m->actuator_gainprm + mjNGAIN * id;
  int out = m->actuator_outadr[id];
  switch (m->actuator_gaintype[id]) {
    case mjGAIN_AFFINE: {
      mjtNum input = gainInput(m, d, id, ctrl);
      slope->length += prm[1] * input;
      slope->velocity += prm[2] ? prm[2] * input : 0;  // a bad control is no slope
      break;
    }
    case mjGAIN_MUSCLE: {
      mjtNum input = gainInput(m, d, id, ctrl);
      slope->length +=
          input * lb_muscleGainSlope(d->actuator_length[out], d->actuator_velocity[out],
                                     m->actuator_lengthrange + 2 * out, m->actuator_acc0[out], prm);
      slope->velocity += input * muscleVelocitySlope(m, d, id);
      break;
    }
    default:
      break;
  }
}

// Is the force of the actuator at a limit of its forcerange, where it does not vary?
static bool isSaturated(const mjModel* m, const mjData* d, int id) {
  if (!m->actuator_forcelimited[id]) {
    return false;
  }
  const mjtNum* range = m->actuator_forcerange + 2 * id;
  const mjtNum* force = d->actuator_force + m->actuator_outadr[id];
  if (m->actuator_gaintype[id] == mjGAIN_SO3) {
    return lb_norm3(force) >= range[1];
  }
  return force[0] <= range[0] || force[0] >= range[1];
}

lbSlope lb_actuatorSlope(const mjModel* m, const mjData* d, int actuatorId, const mjtNum* ctrl) {
  lbSlope slope = {0, 0};
  if (!isSaturated(m, d, actuatorId)) {
    addBias(m, d, actuatorId, &slope);
    addGain(m, d, actuatorId, ctrl, &slope);
  }
  return slope;
}
