// Contact patches of flat shapes.

#pragma once

#include "collide/convex.h"

// Most contacts of a patch.
#define LB_PATCH_MAX 4

// Contacts of two penetrating boxes or meshes whose deepest features lie in nearly parallel faces,
// or in a face and an edge nearly parallel to it: the overlap of the two. Writes up to LB_PATCH_MAX
// contacts and returns their number, 0 when there is no such patch.
int lb_flatPatch(const mjModel* m, mjData* d, const lbShape* shape1, const lbShape* shape2,
                 const lbEpa* epa, mjPreContact* con);
