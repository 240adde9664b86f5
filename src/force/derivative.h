// Analytic derivatives of smooth forces with respect to velocity.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Writes into d->qDeriv (sparse, pattern D_rownnz/D_rowadr/D_colind) the derivative of
// qfrc_actuator
// + qfrc_passive with respect to qvel, and minus that of qfrc_bias when withBias. Rows of sleeping
// dofs stay as they were.
void lb_smoothVelocityDerivative(const mjModel* m, mjData* d, bool withBias);

// The same of what fluids resist alone, symmetric: without lift and added mass. Returns false, and
// writes nothing, where there are no fluids.
bool lb_dragVelocityDerivative(const mjModel* m, mjData* d);
