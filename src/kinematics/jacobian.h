// Jacobians of bodies, transposed: from forces on bodies to joint forces.

#pragma once

#include "api/data.h"
#include "api/model.h"

// qfrc += J' f for wrenches f[6 * body] = (torque, force) on bodies, taken about the centre of mass
// of the body's tree, global frame. The wrenches are overwritten with subtree sums.
void lb_addBodyWrenches(const mjModel* m, const mjData* d, mjtNum* wrench, mjtNum* qfrc);
