// Convex collision by libccd's Minkowski portal refinement, used when native collision is disabled.

#pragma once

#include "collide/convex.h"

// Like lb_penetration, without the face of EPA. COMPAT: COL-36.
bool lb_mprPenetration(const mjModel* m, lbShape* shape1, lbShape* shape2, mjPreContact* con);

// Replaces the normal of a contact, which is only as good as the tolerance of the search, by the
// normal of the curved geom (or both geoms) at the contact. Geoms may be -1.
void lb_sharpenNormal(const mjModel* m, const mjData* d, int g1, int g2, mjPreContact* con);
