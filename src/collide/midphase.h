// Mid phase: the geom pairs of two bodies.

#pragma once

#include "api/limber.h"

// Whether the masks (or the program's filter) let two geoms collide.
static inline bool lb_mayCollide(const mjModel* m, mjData* d, int g1, int g2) {
  if (mjcb_contactfilter) {
    return !mjcb_contactfilter(m, d, g1, g2);
  }
  return (m->geom_contype[g1] & m->geom_conaffinity[g2]) ||
         (m->geom_contype[g2] & m->geom_conaffinity[g1]);
}

// Geom pairs of two bodies that pass the mask filter and whose bounding volumes overlap, each with
// the geom of lower type first, in the order of the contact list. The array is on mjData's stack.
const int (*lb_geomPairs(const mjModel* m, mjData* d, int body1, int body2, int* count))[2];

// Marks a node of a tree of boxes as touched; several threads may do it at a time.
static inline void lb_markNode(mjtBool* active) {
  __atomic_store_n(active, true, __ATOMIC_RELAXED);
}
