// Velocity derivatives of fluid forces.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"
#include "data/awake.h"

// For the listed bodies: matrix[36 * body] += derivative of the fluid wrench on the body (torque,
// force) with respect to its velocity (angular, linear), both taken about the centre of mass of the
// body's tree, global frame, row-major. symmetric: only the symmetric part of each matrix, but for
// free bodies that stand alone.
void lb_fluidDerivative(const mjModel* m, const mjData* d, lbIndexList bodies, bool symmetric,
                        mjtNum* matrix);
