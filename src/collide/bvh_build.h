// Bounding volume hierarchies over geoms of a body, faces of a mesh, elements of a flex.
//
// A tree over n items has 2 n - 1 nodes, the root first, every child after its parent. Inner nodes
// have two children and no item; leaves have one item and no children (-1). Boxes are 6 numbers
// (centre, half sizes) in the frame of the tree: for a body its inertial frame.

#pragma once

#include "api/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lbBvhItem_ {
  int id;         // what bvh_nodeid of its leaf will be
  mjtNum box[6];  // in the frame of the tree
} lbBvhItem;

// Number of nodes of a tree over count items.
int lb_bvhNodeCount(int count);

// Builds a tree. center: what items are sorted by (3 per item), NULL: the centres of their boxes;
// NaN is equal to all. child (2 per node, relative to the tree's first node),
// nodeid, depth (1 per node, root 0) and aabb (6 per node, may be NULL) have room for
// lb_bvhNodeCount(count) nodes. Returns the number of nodes written.
int lb_bvhBuild(const lbBvhItem* items, const mjtNum* center, int count, int* child, int* nodeid,
                int* depth, mjtNum* aabb);

// The box around a few points.
void lb_bvhBoxPoints(mjtNum box[6], const mjtNum (*points)[3], int count);

// The box of a box (in a frame at pos, mat) in the frame of the tree.
void lb_bvhPlaceBox(mjtNum res[6], const mjtNum box[6], const mjtNum pos[3], const mjtNum mat[9]);

#ifdef __cplusplus
}
#endif
