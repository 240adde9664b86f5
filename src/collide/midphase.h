// Mid phase: the geom pairs of two bodies.

#pragma once

#include "api/limber.h"
#include "math/inline.h"
#include "model/options.h"

// Products of geom counts up to this are tested all against all,
#define LB_TREE_THRESHOLD 24

// but none where the program shows which boxes were touched, and none under an overriding margin.
// COMPAT: OVERRIDE-REACH: with that, trees leave out pairs within their gap
static inline int lb_treeThreshold(const mjModel* m) {
  return m->vis.global.bvactive || lb_enabled(m, mjENBL_OVERRIDE) ? 1 : LB_TREE_THRESHOLD;
}

// Whether the masks (or the program's filter) let two geoms collide.
static inline bool lb_mayCollide(const mjModel* m, mjData* d, int g1, int g2) {
  if (mjcb_contactfilter) {
    return !mjcb_contactfilter(m, d, g1, g2);
  }
  return (m->geom_contype[g1] & m->geom_conaffinity[g2]) ||
         (m->geom_contype[g2] & m->geom_conaffinity[g1]);
}

// How near two geoms have to come, without an explicit pair.
static inline mjtNum lb_geomReach(const mjModel* m, int g1, int g2) {
  bool other = lb_enabled(m, mjENBL_OVERRIDE);
  mjtNum margin = other ? m->opt.o_margin : m->geom_margin[g1] + m->geom_margin[g2];
  return margin + (m->geom_gap[g1] + m->geom_gap[g2]);
}

// True when the bounding spheres are further apart than margin; planes, which come first, count as
// half spaces.
static inline bool lb_spheresApart(const mjModel* m, const mjData* d, int g1, int g2,
                                   mjtNum margin) {
  const mjtNum *pos1 = d->geom_xpos + 3 * g1, *pos2 = d->geom_xpos + 3 * g2;
  mjtNum radius1 = m->geom_rbound[g1], radius2 = m->geom_rbound[g2];
  mjtNum offset[3];
  lb_sub3(offset, pos2, pos1);
  if (radius1 > 0 && radius2 > 0) {
    mjtNum reach = radius1 + radius2 + margin;
    return lb_dot3(offset, offset) > reach * reach;
  }
  if (m->geom_type[g1] == mjGEOM_PLANE && radius2 > 0) {
    const mjtNum* mat = d->geom_xmat + 9 * g1;
    mjtNum n[3] = {mat[2], mat[5], mat[8]};
    return lb_dot3(offset, n) > radius2 + margin;
  }
  return false;
}

// Geom pairs of two bodies that pass the mask filter and whose bounding volumes overlap, each with
// the geom of lower type first, in the order of the contact list. The array is on mjData's stack.
const int (*lb_geomPairs(const mjModel* m, mjData* d, int body1, int body2, int* count))[2];

// Marks a node of a tree of boxes as touched; several threads may do it at a time.
static inline void lb_markNode(mjtBool* active) {
  __atomic_store_n(active, true, __ATOMIC_RELAXED);
}
