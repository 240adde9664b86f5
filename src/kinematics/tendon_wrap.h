// Shortest paths of a string around a sphere or an infinite cylinder.

#pragma once

#include <stdbool.h>

#include "api/types.h"

// Bends the segment from start to end (global) around a sphere or cylinder (axis z) with the given
// frame and radius. With a side site (may be NULL) the path passes on the site's side; a side site
// inside the object asks for the inverse wrap, a path through the object. Returns the length of the
// curved part and writes its two ends to tangent (start's end first), or returns -1 when the
// straight segment is the shortest path.
mjtNum lb_wrapTendon(mjtNum tangent[6], const mjtNum start[3], const mjtNum end[3],
                     const mjtNum center[3], const mjtNum mat[9], mjtNum radius, bool isSphere,
                     const mjtNum* side);
