// Actuators: from controls and activations to forces.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// The activation that the state at address actAdr of the actuator has after one time step, given
// its derivative: exact for the linear filters, otherwise one Euler step; clamped to actrange when
// limited.
mjtNum lb_nextActivation(const mjModel* m, const mjData* d, int actuatorId, int actAdr,
                         mjtNum actDot);

// Is the actuator's group switched off (opt.disableactuator)?
bool lb_actuatorDisabled(const mjModel* m, int actuatorId);
