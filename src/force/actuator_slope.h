// How the force of an actuator changes with its length and velocity.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Derivatives of a force with respect to length and velocity.
typedef struct lbSlope_ {
  mjtNum length, velocity;
} lbSlope;

// Slopes of the actuator's force, of each output for itself; ctrl are its controls
// (actuator_ctrlnum). Zero at a limit of the actuator's forcerange; other limits, and what
// callbacks and plugins compute, do not count.
lbSlope lb_actuatorSlope(const mjModel* m, const mjData* d, int actuatorId, const mjtNum* ctrl);
