// Orientation alternatives (axisangle, xyaxes, zaxis, euler) as unit quaternions, scalar first.

#include "base/error.h"
#include "math/inline.h"
#include "math/libm.h"
#include "math/pose.h"
#include "spec/internal.h"

static bool unitVector(double v[3]) {
  return lb_unitLength(v, 3) > 0;
}

// COMPAT: SPEC-ANGLES: degrees are divided by 180 first, which decides the last bit.
static double radians(double angle, bool degree) {
  return degree ? angle / 180 * mjPI : angle;
}

static const char* fromAxisAngle(double quat[4], const double axisangle[4], bool degree) {
  double axis[3] = {axisangle[0], axisangle[1], axisangle[2]};
  if (!unitVector(axis)) {
    return "axisangle too small";
  }
  lb_axisAngle2Quat(quat, axis, radians(axisangle[3], degree));
  return NULL;
}

// x is kept, y made orthogonal to it, z = x cross y.
static const char* fromAxes(double quat[4], const double xyaxes[6]) {
  double x[3] = {xyaxes[0], xyaxes[1], xyaxes[2]};
  double y[3] = {xyaxes[3], xyaxes[4], xyaxes[5]};
  double z[3];
  if (!unitVector(x)) {
    return "xaxis too small";
  }
  lb_addToScl3(y, x, -lb_dot3(x, y));
  if (!unitVector(y)) {
    return "yaxis too small";
  }
  lb_cross(z, x, y);
  if (!(lb_norm3(z) > 0)) {
    return "cross(xaxis, yaxis) too small";
  }
  lb_axes2Quat(quat, x, y, z);
  return NULL;
}

// Smallest rotation that takes (0, 0, 1) to the given direction.
static const char* fromZaxis(double quat[4], const double zaxis[3]) {
  double z[3] = {zaxis[0], zaxis[1], zaxis[2]};
  if (!unitVector(z)) {
    return "zaxis too small";
  }
  double axis[3] = {-z[1], z[0], 0};
  double sine = lb_unitLength(axis, 3);
  if (sine == 0) {
    // parallel or opposite: any axis in the plane
    lb_set3(axis, 1, 0, 0);
  }
  lb_axisAngle2Quat(quat, axis, lb_atan2(sine, z[2]));
  return NULL;
}

// Lower case: axes that turn with the body; upper case: fixed axes.
static const char* fromEuler(double quat[4], const double euler[3], const char* sequence,
                             bool degree) {
  lb_unit4(quat);
  for (int i = 0; i < 3; i++) {
    char letter = sequence[i];
    char lower = (char)(letter | 0x20);
    if (letter < 'A' || lower < 'x' || lower > 'z') {
      return "euler sequence can only contain x, y, z, X, Y, Z";
    }
    double axis[3] = {lower == 'x', lower == 'y', lower == 'z'};
    double turn[4];
    double product[4];
    lb_axisAngle2Quat(turn, axis, radians(euler[i], degree));
    if (letter == lower) {
      lb_mulQuat(product, quat, turn);
    } else {
      lb_mulQuat(product, turn, quat);
    }
    lb_copy4(quat, product);
  }
  lb_unitLength(quat, 4);
  return NULL;
}

const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence,
                                   const mjsOrientation* orientation) {
  LB_REQUIRE(orientation);
  switch (orientation->type) {
    case mjORIENTATION_AXISANGLE:
      return fromAxisAngle(quat, orientation->axisangle, degree);
    case mjORIENTATION_XYAXES:
      return fromAxes(quat, orientation->xyaxes);
    case mjORIENTATION_ZAXIS:
      return fromZaxis(quat, orientation->zaxis);
    case mjORIENTATION_EULER:
      LB_REQUIRE(sequence);
      return fromEuler(quat, orientation->euler, sequence, degree);
    default:
      return NULL;
  }
}
