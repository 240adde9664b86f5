// Convex collision by libccd's Minkowski portal refinement, used when native collision is disabled.

#pragma once

#include "collide/convex.h"

// Like lb_penetration, without the face of EPA.
// COMPAT: COL-36: an algorithm of its own with its own results, which nativeccd="disable" asks for.
bool lb_mprPenetration(const mjModel* m, lbShape* shape1, lbShape* shape2, mjPreContact* con);
