// Edges of flexes whose lengths and Jacobians the rest of the engine needs.

#pragma once

#include <stdbool.h>

#include "api/model.h"
#include "model/flex_layout.h"

// Whether a flex has constraints or forces along its edges, or damping by their velocities; the
// Jacobian of other edges is zero.
static inline bool lb_flexEdgesMatter(const mjModel* m, int flex) {
  return m->flex_edgeequality[flex] == lbFLEX_EDGES_HELD || m->flex_edgestiffness[flex] != 0 ||
         m->flex_edgedamping[flex] != 0 || m->flex_damping[flex] != 0;
}
