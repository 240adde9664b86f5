// Actuators: from controls and activations to forces.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Is the actuator's group switched off (opt.disableactuator)?
bool lb_actuatorDisabled(const mjModel* m, int actuatorId);
