// mujoco.sdf.bolt and mujoco.sdf.nut: a right-handed screw thread and its counterpart, along z.
//
// The thread has flanks of 45 degrees and a pitch that is the same for all radii, so that a nut of
// a slightly larger radius runs on a bolt. `radius` is that of the crests of the bolt, of the roots
// of the nut. Values are distances to the nearest of several bodies: bounds, exact on the surface.

#include "base/fault.h"
#include "math/inline.h"
#include "math/libm.h"
#include "plugin/shape.h"

static const mjtNum pitch = 1.0 / 12;
static const mjtNum boltLength = 1.1;  // from the head's outer face at z = 0 down to the tip
static const mjtNum headThickness = 0.2;
static const mjtNum hexagon = 1.75;   // distance of the flats, in radii
static const mjtNum nutHeight = 0.8;  // half, in radii

static const char* const names[] = {"radius"};

static void readRadius(const char* shape, mjtNum* attribute, const char* name[],
                       const char* value[], mjtNum fallback) {
  lb_shapeAttributes(shape, attribute, name, value, 1, &fallback);
  if (!(attribute[0] > pitch)) {
    lb_raiseFault(&(lbFault){.attribute = "radius"},
                  "plugin 'mujoco.sdf.%s': attribute 'radius' must be more than %g", shape, pitch);
  }
}

// Negative inside a threaded rod of endless length.
static mjtNum rod(const mjtNum x[3], mjtNum radius) {
  mjtNum turns = x[2] / pitch - lb_atan2(x[1], x[0]) / (2 * mjPI);
  mjtNum depth = pitch * fabs(turns - floor(turns) - 0.5);
  return (sqrt(x[0] * x[0] + x[1] * x[1]) - radius + depth) * sqrt(0.5);
}

// A hexagonal column.
static mjtNum column(const mjtNum x[3], mjtNum apothem) {
  static const mjtNum slope = 0.8660254037844386;
  mjtNum a = fabs(x[0]), b = fabs(x[1]);
  return lb_max(slope * a + b / 2, b) - apothem;
}

// The slab low <= z <= high.
static mjtNum slab(const mjtNum x[3], mjtNum low, mjtNum high) {
  return lb_max(low - x[2], x[2] - high);
}

static void readBolt(mjtNum attribute[], const char* name[], const char* value[]) {
  readRadius("bolt", attribute, name, value, 0.26);
}

static mjtNum boltDistance(const mjtNum x[3], const mjtNum* a) {
  // the tip is a cone, so that a nut finds its way
  mjtNum r = sqrt(x[0] * x[0] + x[1] * x[1]);
  mjtNum tip = (r - a[0] + pitch - (x[2] + boltLength)) * sqrt(0.5);
  mjtNum shaft = lb_max(lb_max(rod(x, a[0]), tip), slab(x, -boltLength, -headThickness / 2));
  mjtNum head = lb_max(column(x, hexagon * a[0]), slab(x, -headThickness, 0));
  return lb_min(shaft, head);
}

static void boundBolt(mjtNum aabb[6], const mjtNum* a) {
  mjtNum across = hexagon * a[0];
  lb_set3(aabb, 0, 0, -boltLength / 2);
  lb_set3(aabb + 3, across * 2 / sqrt(3), across, boltLength / 2);
}

const mjpPlugin lb_boltPlugin =
    LB_SHAPE_PLUGIN("mujoco.sdf.bolt", names, 1, boltDistance, readBolt, boundBolt);

static void readNut(mjtNum attribute[], const char* name[], const char* value[]) {
  readRadius("nut", attribute, name, value, 0.26);
}

static mjtNum nutDistance(const mjtNum x[3], const mjtNum* a) {
  mjtNum half = nutHeight * a[0];
  mjtNum body = lb_max(column(x, hexagon * a[0]), slab(x, -half, half));
  return lb_max(body, -rod(x, a[0]));
}

static void boundNut(mjtNum aabb[6], const mjtNum* a) {
  mjtNum across = hexagon * a[0];
  lb_zero3(aabb);
  lb_set3(aabb + 3, across * 2 / sqrt(3), across, nutHeight * a[0]);
}

const mjpPlugin lb_nutPlugin =
    LB_SHAPE_PLUGIN("mujoco.sdf.nut", names, 1, nutDistance, readNut, boundNut);
