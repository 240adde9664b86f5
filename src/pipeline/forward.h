// Parts of the pipeline that the forward, inverse and stepping functions share.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// The position stage up to the constraint rows, without what only the forward solvers need.
void lb_inversePosition(const mjModel* m, mjData* d);

// Adds the joint forces of all xfrc_applied to qfrc.
void lb_addCartesianForces(const mjModel* m, mjData* d, mjtNum* qfrc);

// Forward dynamics in two halves. lb_forwardState: position and velocity stages (unless skipstage
// says that they are current), their sensors and energies, then mjcb_control. lb_forwardForces:
// from controls to accelerations, and the sensors of accelerations and forces.
void lb_forwardState(const mjModel* m, mjData* d, int skipstage, bool sensors);
void lb_forwardForces(const mjModel* m, mjData* d, bool sensors);
