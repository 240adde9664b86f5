// Rays: what the files of this topic share.
//
// A ray is pnt + x vec, x >= 0; vec need not be a unit vector. Functions return the smallest x of a
// hit, or -1. Where a normal can be asked for it is the outward unit normal of the surface at the
// hit, in the frame of the arguments, zero without a hit; NULL when not wanted.

#pragma once

#include "api/limber.h"

// A ray in the frame of a geom, with a. b. c of |pnt + x vec|^2 = a x^2 + 2 b x + c.
typedef struct lbRay_ {
  mjtNum pnt[3];
  mjtNum vec[3];
} lbRay;

// Transforms a ray into a frame.
void lb_localRay(lbRay* ray, const mjtNum pos[3], const mjtNum mat[9], const mjtNum pnt[3],
                 const mjtNum vec[3]);

// Ray against a triangle, from either side. The normal is that of the corners' winding.
mjtNum lb_rayTriangle(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3], const lbRay* ray,
                      mjtNum normal[3]);

// Ray against a box around the origin of its frame shifted to center; tells only whether it is hit
// before x = limit.
bool lb_rayHitsBox(const mjtNum center[3], const mjtNum half[3], const lbRay* ray, mjtNum limit);

// Primitive in its own frame.
mjtNum lb_rayPrimitive(int type, const mjtNum size[3], const lbRay* ray, mjtNum normal[3]);

// Ray against geoms that carry data: in sdf.c.
mjtNum lb_raySdf(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                 const mjtNum vec[3], mjtNum normal[3]);
