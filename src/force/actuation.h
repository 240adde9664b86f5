// Actuators: from controls and activations to forces.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Is the actuator's group switched off (opt.disableactuator)?
bool lb_actuatorDisabled(const mjModel* m, int actuatorId);

// The controls that act now (nu): delayed and clamped. All are zero when one is not a usable
// number; returns its index, or -1.
int lb_actingControls(const mjModel* m, mjData* d, mjtNum* ctrl);
