// Elasticity and damping of flexes.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Whether a flex has constraints or forces along its edges, or damping by their velocities; the
// Jacobian of other edges is zero.
static inline bool lb_flexEdgesMatter(const mjModel* m, int flex) {
  return m->flex_edgeequality[flex] == 1 || m->flex_edgestiffness[flex] != 0 ||
         m->flex_edgedamping[flex] != 0 || m->flex_damping[flex] != 0;
}

// Adds the elastic forces of all flexes to qfrc_spring and their damping to qfrc_damper.
void lb_flexForces(const mjModel* m, mjData* d, bool springs, bool dampers);

// The same for one flex whose vertices follow a lattice of nodes.
void lb_latticeForces(const mjModel* m, mjData* d, int flex, bool springs, bool dampers);

// Bending of one shell lattice: force[3 * node] += elastic forces at node positions x[3 * node].
void lb_shellForces(const mjModel* m, mjData* d, int flex, const mjtNum* x, mjtNum* force);
