// DC motor: voltage or servo input, winding with resistance, inductance and temperature, cogging
// and LuGre friction.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Derivatives of the activation states of motor `id` under the inputs ctrl (actuator_ctrlnum
// numbers), written to act_dot.
void lb_motorActivation(const mjModel* m, mjData* d, int id, const mjtNum* ctrl);

// Value of the motor's state at address actAdr after one time step.
mjtNum lb_motorNextActivation(const mjModel* m, const mjData* d, int id, int actAdr, mjtNum actDot);

// Torque per unit of electrical input (current when the motor has inductance, else voltage).
mjtNum lb_motorGain(const mjModel* m, const mjData* d, int id);

// The voltage on the winding: the control, or what the motor's servo asks for.
mjtNum lb_motorVoltage(const mjModel* m, const mjData* d, int id, const mjtNum* ctrl);

// Torque of back-EMF, without inductance; gain is the actuator's gain.
mjtNum lb_motorBias(const mjModel* m, const mjData* d, int id, mjtNum gain);

// Torque of cogging and friction, which the limit of the motor's force leaves alone.
mjtNum lb_motorFriction(const mjModel* m, const mjData* d, int id);

// Derivative of the motor's force with respect to actuator velocity, at nominal temperature and
// away from the limits of the servo.
mjtNum lb_motorVelocitySlope(const mjModel* m, int id);

// The same with respect to actuator length: the servo's stiffness. Cogging does not count.
mjtNum lb_motorLengthSlope(const mjModel* m, int id);
