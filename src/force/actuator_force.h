// The forces of single actuators.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Writes the force of an actuator's outputs from its controls, which are clamped and delayed: three
// numbers for orientation servos (so3), one for all others. Not yet limited, except so3, whose norm
// is.
void lb_actuatorForce(const mjModel* m, mjData* d, int actuatorId, const mjtNum* ctrl,
                      mjtNum* force);
