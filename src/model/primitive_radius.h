// The ball around a primitive.

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
