// DC motor.
//
// Electrical: voltage V, winding resistance R, torque constant K (also the back-EMF constant),
// velocity w. Without inductance the current is i = (V - K w) / R; with time constant te = L / R it
// is a state, te di/dt = (V - K w) / R - i, integrated exactly, its rate limited. Torque is K i.
// Thermal: R grows linearly with temperature; the winding's rise over ambient is a state,
// C dT/dt = i^2 R - T / Rth.
// Servo: position, velocity and torque inputs give a wanted torque, hence the voltage that yields
// it in steady state at the present speed; the first input may be slew limited (state) and the
// position error integrated (state, limited). Friction: LuGre (Canudas de Wit et al., "A new model
// for control of systems with friction", 1995): bristle deflection z is a state, dz/dt = w - s0 |w|
// z / g(w), torque -(s0 z + s1 dz/dt), g(w) = Fc + (Fs - Fc) exp(-(w / vs)^2). States that a motor
// does not need take no room; those present are in the order of the enum below.

#include "force/dcmotor.h"

#include <math.h>
#include <stdbool.h>

#include "base/compiler.h"
#include "base/error.h"
#include "math/inline.h"
#include "math/libm.h"

enum {
  STATE_SETPOINT = 0,
  STATE_INTEGRAL = 1,
  STATE_TEMPERATURE = 2,
  STATE_BRISTLE = 3,
  STATE_CURRENT = 4,
  STATE_COUNT = 5
};

// actuator_gainprm
enum {
  GAIN_RESISTANCE = 0,
  GAIN_TORQUE = 1,
  GAIN_TEMPERATURE_COEFFICIENT = 2,
  GAIN_REFERENCE_TEMPERATURE = 3,
  GAIN_KP = 4,
  GAIN_KI = 5,
  GAIN_KD = 6,
  GAIN_VOLTAGE_MAX = 7
};

// actuator_dynprm
enum {
  DYN_ELECTRICAL_TIME = 0,
  DYN_CURRENT_RATE_MAX = 1,
  DYN_THERMAL_RESISTANCE = 2,
  DYN_THERMAL_CAPACITY = 3,
  DYN_AMBIENT = 4,
  DYN_BRISTLE_STIFFNESS = 5,
  DYN_BRISTLE_DAMPING = 6,
  DYN_SLEW_MAX = 7,
  DYN_INTEGRAL_MAX = 8
};

// actuator_biasprm
enum {
  BIAS_COGGING_AMPLITUDE = 0,
  BIAS_COGGING_PERIODS = 1,
  BIAS_COGGING_PHASE = 2,
  BIAS_COULOMB = 3,
  BIAS_STATIC = 4,
  BIAS_STRIBECK = 5
};

typedef struct Motor_ {
  const mjtNum* gain;
  const mjtNum* dyn;
  const mjtNum* bias;
  int address[STATE_COUNT];  // in act; -1: the motor has no such state
  mjtNum length, velocity;
} Motor;

// Servo outputs.
typedef struct Servo_ {
  mjtNum setpoint, error, voltage;
} Servo;

static Motor describe(const mjModel* m, const mjData* d, int id) {
  Motor motor;
  motor.gain = m->actuator_gainprm + mjNGAIN * id;
  motor.dyn = m->actuator_dynprm + mjNDYN * id;
  motor.bias = m->actuator_biasprm + mjNBIAS * id;
  motor.length = d->actuator_length[m->actuator_outadr[id]];
  motor.velocity = d->actuator_velocity[m->actuator_outadr[id]];

  bool present[STATE_COUNT] = {
      [STATE_SETPOINT] = motor.dyn[DYN_SLEW_MAX] > 0,
      [STATE_INTEGRAL] = motor.gain[GAIN_KI] > 0,
      [STATE_TEMPERATURE] = motor.dyn[DYN_THERMAL_RESISTANCE] > 0,
      [STATE_BRISTLE] = motor.dyn[DYN_BRISTLE_STIFFNESS] > 0,
      [STATE_CURRENT] = motor.dyn[DYN_ELECTRICAL_TIME] > 0,
  };
  int next = m->actuator_actadr[id];
  for (int i = 0; i < STATE_COUNT; i++) {
    motor.address[i] = present[i] ? next++ : -1;
  }
  return motor;
}

// Motors with states must have as many as their parameters ask for.
static Motor describeChecked(const mjModel* m, const mjData* d, int id) {
  Motor motor = describe(m, d, id);
  int count = 0;
  for (int i = 0; i < STATE_COUNT; i++) {
    count += motor.address[i] >= 0;
  }
  int actual = m->actuator_actnum[id];
  if (m->actuator_dyntype[id] == mjDYN_DCMOTOR ? count != actual : count > actual) {
    lb_error(
        "mj_fwdActuation: inconsistent state array dimension in DC motor (actuator %d): %d, its "
        "parameters need %d",
        id, actual, count);
  }
  return motor;
}

static mjtNum resistance(const Motor* motor, const mjData* d) {
  mjtNum nominal = motor->gain[GAIN_RESISTANCE];
  int address = motor->address[STATE_TEMPERATURE];
  if (address < 0) {
    return nominal;
  }
  mjtNum temperature = d->act[address] + motor->dyn[DYN_AMBIENT];
  return nominal * (1 + motor->gain[GAIN_TEMPERATURE_COEFFICIENT] *
                            (temperature - motor->gain[GAIN_REFERENCE_TEMPERATURE]));
}

// True when a controller chooses a voltage, to which that of the input is added. With neither it is
// zero: the winding is shorted and the motor brakes.
static bool isServo(const mjModel* m, int id) {
  return m->actuator_ctrlspec[id] & (mjINPUT_POS | mjINPUT_VEL | mjINPUT_FF);
}

static Servo servo(const mjModel* m, const mjData* d, int id, const Motor* motor,
                   const mjtNum* ctrl) {
  Servo result = {0, 0, 0};
  int inputs = m->actuator_ctrlspec[id];
  mjtNum input[4] = {0, 0, 0, 0};  // position, velocity, torque, voltage
  mjtNum* first = NULL;
  for (int k = 0; k < 4; k++) {
    if (inputs >> k & 1) {
      first = first ? first : input + k;
      input[k] = *ctrl++;
    }
  }
  if (!isServo(m, id)) {
    result.voltage = input[3];
    return result;
  }

  // COMPAT: DCMOTOR-SLEW: the first input, whichever it is, changes at no more than the slew rate
  const mjtNum *gain = motor->gain, *dyn = motor->dyn;
  if (motor->address[STATE_SETPOINT] >= 0) {
    mjtNum last = d->act[motor->address[STATE_SETPOINT]];
    mjtNum reach = dyn[DYN_SLEW_MAX] * m->opt.timestep;
    *first = lb_clip(*first, last - reach, last + reach);
  }
  result.setpoint = *first;
  result.error = input[0] - motor->length;

  mjtNum integral =
      motor->address[STATE_INTEGRAL] >= 0 ? d->act[motor->address[STATE_INTEGRAL]] : 0;
  mjtNum torque = gain[GAIN_KP] * result.error + gain[GAIN_KI] * integral +
                  gain[GAIN_KD] * (input[1] - motor->velocity) + input[2];

  // the voltage that gives this torque in steady state
  mjtNum K = gain[GAIN_TORQUE];
  result.voltage = torque * gain[GAIN_RESISTANCE] / K + K * motor->velocity;
  if (gain[GAIN_VOLTAGE_MAX] > 0) {
    result.voltage = lb_clip(result.voltage, -gain[GAIN_VOLTAGE_MAX], gain[GAIN_VOLTAGE_MAX]);
  }
  // COMPAT: DCMOTOR-VOLTAGE: the limit is that of the servo alone
  result.voltage += input[3];
  return result;
}

// |w| s0 / g(w): the rate at which the bristle deflection decays.
static mjtNum bristleDecay(const Motor* motor) {
  const mjtNum* bias = motor->bias;
  mjtNum v = motor->velocity / lb_max(mjMINVAL, bias[BIAS_STRIBECK]);
  mjtNum g = bias[BIAS_COULOMB] + (bias[BIAS_STATIC] - bias[BIAS_COULOMB]) * lb_exp(-v * v);
  return motor->dyn[DYN_BRISTLE_STIFFNESS] * fabs(motor->velocity) / lb_max(mjMINVAL, g);
}

LB_APART void lb_motorActivation(const mjModel* m, mjData* d, int id, const mjtNum* ctrl) {
  Motor motor = describeChecked(m, d, id);
  const mjtNum* dyn = motor.dyn;
  Servo command = servo(m, d, id, &motor, ctrl);
  mjtNum K = motor.gain[GAIN_TORQUE];
  mjtNum R = resistance(&motor, d);
  mjtNum steadyCurrent = (command.voltage - K * motor.velocity) / R;

  int adr = motor.address[STATE_SETPOINT];
  if (adr >= 0) {
    d->act_dot[adr] = (command.setpoint - d->act[adr]) / m->opt.timestep;
  }

  // the integral does not grow beyond its limit
  adr = motor.address[STATE_INTEGRAL];
  if (adr >= 0) {
    mjtNum limit = dyn[DYN_INTEGRAL_MAX], integral = d->act[adr];
    bool saturated = limit > 0 && fabs(integral) >= limit && integral * command.error > 0;
    d->act_dot[adr] = saturated ? 0 : command.error;
  }

  mjtNum current = steadyCurrent;
  adr = motor.address[STATE_CURRENT];
  if (adr >= 0) {
    current = d->act[adr];
    mjtNum rate = (steadyCurrent - current) / lb_max(mjMINVAL, dyn[DYN_ELECTRICAL_TIME]);
    mjtNum limit = dyn[DYN_CURRENT_RATE_MAX];
    d->act_dot[adr] = limit > 0 ? lb_clip(rate, -limit, limit) : rate;
  }

  adr = motor.address[STATE_TEMPERATURE];
  if (adr >= 0) {
    mjtNum heat = current * current * R - d->act[adr] / dyn[DYN_THERMAL_RESISTANCE];
    d->act_dot[adr] = heat / lb_max(mjMINVAL, dyn[DYN_THERMAL_CAPACITY]);
  }

  adr = motor.address[STATE_BRISTLE];
  if (adr >= 0) {
    d->act_dot[adr] = motor.velocity - bristleDecay(&motor) * d->act[adr];
  }
}

LB_APART mjtNum lb_motorNextActivation(const mjModel* m, const mjData* d, int id, int actAdr,
                                       mjtNum actDot) {
  Motor motor = describe(m, d, id);
  mjtNum timestep = m->opt.timestep;
  mjtNum act = d->act[actAdr];

  // linear first-order states: exact
  if (actAdr == motor.address[STATE_CURRENT]) {
    mjtNum te = lb_max(mjMINVAL, motor.dyn[DYN_ELECTRICAL_TIME]);
    return act + actDot * te * (1 - lb_exp(-timestep / te));
  }
  if (actAdr == motor.address[STATE_BRISTLE]) {
    // COMPAT: MOTOR-BRISTLES: from the present velocity and deflection, whatever mean rate
    // Runge-Kutta has
    mjtNum decay = bristleDecay(&motor), rate = motor.velocity - decay * act;
    return act + (fabs(decay * timestep) > mjMINVAL ? rate * (1 - lb_exp(-decay * timestep)) / decay
                                                    : rate * timestep);
  }

  mjtNum next = act + actDot * timestep;
  if (actAdr == motor.address[STATE_INTEGRAL] && motor.dyn[DYN_INTEGRAL_MAX] > 0) {
    next = lb_clip(next, -motor.dyn[DYN_INTEGRAL_MAX], motor.dyn[DYN_INTEGRAL_MAX]);
  }
  return next;
}

LB_APART mjtNum lb_motorGain(const mjModel* m, const mjData* d, int id) {
  Motor motor = describeChecked(m, d, id);
  if (motor.dyn[DYN_ELECTRICAL_TIME] > 0) {
    return motor.gain[GAIN_TORQUE];
  }
  return motor.gain[GAIN_TORQUE] / lb_max(mjMINVAL, resistance(&motor, d));
}

LB_APART mjtNum lb_motorVoltage(const mjModel* m, const mjData* d, int id, const mjtNum* ctrl) {
  Motor motor = describe(m, d, id);
  return servo(m, d, id, &motor, ctrl).voltage;
}

LB_APART mjtNum lb_motorBias(const mjModel* m, const mjData* d, int id, mjtNum gain) {
  // back-EMF acts directly when the current has no dynamics
  Motor motor = describe(m, d, id);
  bool direct = motor.dyn[DYN_ELECTRICAL_TIME] <= 0;
  return direct ? -gain * motor.gain[GAIN_TORQUE] * motor.velocity : 0;
}

mjtNum lb_motorFriction(const mjModel* m, const mjData* d, int id) {
  Motor motor = describe(m, d, id);
  const mjtNum* bias = motor.bias;
  mjtNum torque = 0;
  if (bias[BIAS_COGGING_AMPLITUDE] != 0) {
    torque += bias[BIAS_COGGING_AMPLITUDE] *
              lb_sin(bias[BIAS_COGGING_PERIODS] * motor.length + bias[BIAS_COGGING_PHASE]);
  }
  int adr = motor.address[STATE_BRISTLE];
  if (adr >= 0 && m->actuator_dyntype[id] == mjDYN_DCMOTOR) {
    torque -= motor.dyn[DYN_BRISTLE_STIFFNESS] * d->act[adr] +
              motor.dyn[DYN_BRISTLE_DAMPING] * d->act_dot[adr];
  }
  return torque;
}

mjtNum lb_motorVelocitySlope(const mjModel* m, int id) {
  const mjtNum* gain = m->actuator_gainprm + mjNGAIN * id;
  const mjtNum* dyn = m->actuator_dynprm + mjNDYN * id;

  // back-EMF, or the servo's damping, in which back-EMF cancels
  mjtNum K = gain[GAIN_TORQUE];
  mjtNum slope = isServo(m, id) ? -gain[GAIN_KD] : -K * K / lb_max(mjMINVAL, gain[GAIN_RESISTANCE]);
  if (dyn[DYN_ELECTRICAL_TIME] > 0) {
    slope *= 1 - lb_exp(-m->opt.timestep / dyn[DYN_ELECTRICAL_TIME]);
  }
  if (dyn[DYN_BRISTLE_STIFFNESS] > 0) {
    slope -= dyn[DYN_BRISTLE_DAMPING];
  }
  return slope;
}

mjtNum lb_motorLengthSlope(const mjModel* m, int id) {
  const mjtNum* dyn = m->actuator_dynprm + mjNDYN * id;
  if (!isServo(m, id)) {
    return 0;
  }
  mjtNum slope = -m->actuator_gainprm[mjNGAIN * id + GAIN_KP];
  return dyn[DYN_ELECTRICAL_TIME] > 0
             ? slope * (1 - lb_exp(-m->opt.timestep / dyn[DYN_ELECTRICAL_TIME]))
             : slope;
}
