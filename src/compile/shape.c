// Sizes of primitive shapes, also from two end points, and their bounds.

#include "compile/shape.h"

#include "math/inline.h"
#include "math/libm.h"
#include "math/pose.h"
#include "model/primitive_radius.h"

#include <string.h>

// The quaternion turning +z to `axis`, which is normalised.
static void axisToQuat(double quat[4], const double axis[3]) {
  double z[3] = {0, 0, 1}, cross[3];
  lb_cross(cross, z, axis);
  double sine = lb_unitLength(cross, 3);
  if (sine == 0) {
    cross[0] = 1;
    cross[1] = cross[2] = 0;
  }
  double angle = lb_atan2(sine, axis[2]);
  lb_set4(quat, lb_cos(angle / 2), cross[0] * lb_sin(angle / 2), cross[1] * lb_sin(angle / 2),
          cross[2] * lb_sin(angle / 2));
}

void lb_shapeFromTo(lbCompiler* c, int type, const double fromto[6], double pos[3], double quat[4],
                    double size[3]) {
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_ELLIPSOID &&
      type != mjGEOM_BOX) {
    lb_compileError(c, "fromto requires capsule, cylinder, box or ellipsoid in geom");
  }
  if (pos[0] || pos[1] || pos[2]) {
    lb_compileError(c, "both pos and fromto defined in geom");
  }
  double axis[3];
  lb_sub3(axis, fromto, fromto + 3);
  double length = lb_unitLength(axis, 3);
  if (!(length > 0)) {
    lb_compileError(c, "fromto points too close in geom");
  }
  if (type == mjGEOM_BOX || type == mjGEOM_ELLIPSOID) {
    size[1] = size[0];
    size[2] = length / 2;
  } else {
    size[1] = length / 2;
  }
  lb_add3(pos, fromto, fromto + 3);
  lb_scl3(pos, pos, 0.5);
  axisToQuat(quat, axis);
}

void lb_checkSizes(lbCompiler* c, int type, const double size[3]) {
  int count = lb_sizeCount(type);
  if (count && isnan(size[0] + size[1] + size[2])) {
    lb_compileError(c, "nan size in geom");
  }
  if (type == mjGEOM_PLANE) {
    if (!(size[2] > 0)) {
      lb_compileError(c, "plane size(3) must be positive");
    }
    return;
  }
  for (int i = 0; i < count; i++) {
    if (!(size[i] > 0)) {
      lb_compileError(c, "size %d must be positive in geom", i);
    }
  }
}

void lb_boundShape(lbWorkGeom* g) {
  const double* s = g->s.size;
  double half[3] = {s[0], s[1], s[2]};
  memset(g->aabb, 0, sizeof g->aabb);
  g->rbound = lb_primitiveRadius(g->s.type, s, 0);
  switch (g->s.type) {
    case mjGEOM_SPHERE:
      half[1] = half[2] = s[0];
      break;
    case mjGEOM_CAPSULE:
      half[1] = s[0];
      half[2] = s[0] + s[1];
      break;
    case mjGEOM_CYLINDER:
      half[1] = s[0];
      half[2] = s[1];
      break;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX:
      break;
    default:
      // everything below the plane
      half[0] = half[1] = mjMAXVAL;
      half[2] = mjMAXVAL / 2;
      g->aabb[2] = -mjMAXVAL / 2;
      break;
  }
  lb_copy3(g->aabb + 3, half);
}
