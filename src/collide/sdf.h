// Signed distance fields: what the files of this topic share.

#pragma once

#include "api/limber.h"

// Distances of a mesh on an octree: per node a box, the values at its corners, and the children
// (relative to the first node), negative for leaves.
typedef struct lbOctree_ {
  const mjtNum* aabb;   // (nodes x 6)
  const mjtNum* coeff;  // (nodes x 8)
  const int* child;     // (nodes x 8)
} lbOctree;

// Distance and, unless NULL, gradient at a point of the mesh's frame.
mjtNum lb_octreeDistance(const lbOctree* tree, const mjtNum x[3], mjtNum gradient[3]);

// Of the index-th shape of s, at a point of its own frame. The gradient may be NULL.
mjtNum lb_shapeField(const mjModel* m, const mjData* d, const mjSDF* s, int index,
                     const mjtNum x[3], mjtNum gradient[3]);

// The combined field at a point of the common frame; the gradient may be NULL. A single shape has a
// pose in that frame, too.
mjtNum lb_sdfField(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3],
                   mjtNum gradient[3]);

// Makes a geom entry `index` of s, whose pose is to be that of points in the geom's frame.
void lb_setSdfShape(const mjModel* m, mjSDF* s, int index, int geom);

// The field of a geom at a point of its frame; the gradient may be NULL.
mjtNum lb_geomField(const mjModel* m, const mjData* d, int geom, const mjtNum x[3],
                    mjtNum gradient[3]);

// The field of one geom, with room for what mjSDF points to.
typedef struct lbSingleSdf_ {
  mjSDF sdf;
  const mjpPlugin* plugin;
  int id;
  mjtGeom type;
  mjtNum relpos[3], relmat[9];
} lbSingleSdf;

// Points are in the geom's frame. s must not move afterwards.
void lb_singleSdf(const mjModel* m, int geom, lbSingleSdf* s);

// The index-th start in a triangle, index from 1.
void lb_startInTriangle(const mjtNum corner[3][3], int index, mjtNum x[3]);

// Moves x over a triangle (in the geom's frame) to where the single field s is least:
// sdf_iterations steps of Frank and Wolfe (An algorithm for quadratic programming, 1956), 2 / (k +
// 2) of the way to the corner that promises most.
void lb_descendTriangle(const mjModel* m, const mjData* d, const mjSDF* s,
                        const mjtNum corner[3][3], mjtNum x[3]);

// The index-th number of the Halton sequence of a base, in [0, 1): fills it evenly, the same in
// every call.
mjtNum lb_halton(int index, int base);
