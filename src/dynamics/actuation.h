// Actuators: from controls and activations to forces.

#pragma once

#include "api/data.h"
#include "api/model.h"

// The activation that the state at address actAdr of the actuator has after one time step, given its
// derivative: exact for filterexact, otherwise one Euler step; clamped to actrange when limited.
mjtNum lb_nextActivation(const mjModel* m, const mjData* d, int actuatorId, int actAdr,
                         mjtNum actDot);
