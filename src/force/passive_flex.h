// Elasticity and damping of flexes.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Adds the elastic forces of all flexes to qfrc_spring and their damping to qfrc_damper.
void lb_flexForces(const mjModel* m, mjData* d, bool springs, bool dampers);

// The same for one flex whose vertices follow a lattice of nodes.
void lb_latticeForces(const mjModel* m, mjData* d, int flex, bool springs, bool dampers);

// Bending of one shell lattice: force[3 * node] += elastic forces at node positions x[3 * node].
void lb_shellForces(const mjModel* m, mjData* d, int flex, const mjtNum* x, mjtNum* force);
