// Octrees of signed distances to a mesh's surface.

#pragma once

#include "api/types.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

// Nodes in the order in which they were made; the root is the first, eight siblings follow each
// other (x varies fastest).
typedef struct lbOctree_ {
  int count;
  int* depth;        // per node, root: 0
  int* child;        // (count x 8), -1: leaf
  mjtNum* box;       // (count x 6) centre and half sizes
  mjtNum* distance;  // (count x 8) at the corners, negative inside
} lbOctree;

// Octree of the triangles `face` (faceCount x 3) over `point`, which `aabb` bounds (centre and half
// sizes); no node is deeper than maxDepth. What is only needed on the way goes to `work`.
lbOctree lb_buildOctree(lbRegion* region, lbRegion* work, const double* point, const int* face,
                        int faceCount, const double aabb[6], int maxDepth);

#ifdef __cplusplus
}
#endif
