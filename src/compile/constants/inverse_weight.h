// Inverse weights at the reference configuration.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Inverse weights and lengths of dofs, bodies, tendons, actuators and flex edges, for data at qpos0
// with the inertia matrix factored and transmissions computed.
void lb_setInverseWeights(mjModel* m, mjData* d);
