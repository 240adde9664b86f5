// What the size of a primitive means: how many numbers it has, and the ball around the primitive.

#pragma once

#include "api/model.h"
#include "math/inline.h"

// Radius of the smallest ball around the origin of a primitive that holds it; `other` for what is
// none of a size, as planes and meshes.
static inline mjtNum lb_primitiveRadius(int type, const mjtNum size[3], mjtNum other) {
  switch (type) {
    case mjGEOM_SPHERE:
      return size[0];
    case mjGEOM_CAPSULE:
      return size[0] + size[1];
    case mjGEOM_CYLINDER:
      return sqrt(size[0] * size[0] + size[1] * size[1]);
    case mjGEOM_ELLIPSOID:
      return lb_max(lb_max(size[0], size[1]), size[2]);
    case mjGEOM_BOX:
      return lb_norm3(size);
    default:
      return other;
  }
}

// How many numbers of size[] count for a type (mjtGeom).
static inline int lb_sizeCount(int type) {
  switch (type) {
    case mjGEOM_SPHERE:
      return 1;
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER:
      return 2;
    case mjGEOM_PLANE:
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX:
      return 3;
    default:
      return 0;
  }
}
