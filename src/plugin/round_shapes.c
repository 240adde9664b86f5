// mujoco.sdf.torus and mujoco.sdf.bowl: surfaces of revolution about z, exact distances.

#include "base/error.h"
#include "math/inline.h"
#include "plugin/shape.h"

static mjtNum hypotenuse(mjtNum x, mjtNum y) {
  return sqrt(x * x + y * y);
}

// ------------------------------------------------------------------------------------------ torus

// radius1: of the centre line; radius2: of the tube.
static const char* const torusNames[] = {"radius1", "radius2"};

static void readTorus(mjtNum attribute[], const char* name[], const char* value[]) {
  static const mjtNum fallback[] = {0.35, 0.15};
  lb_shapeAttributes("torus", attribute, name, value, 2, fallback);
  if (!(attribute[0] > 0 && attribute[1] > 0)) {
    lb_error("plugin 'mujoco.sdf.torus': radius1 and radius2 must be positive");
  }
}

static mjtNum torusDistance(const mjtNum x[3], const mjtNum* a) {
  return hypotenuse(hypotenuse(x[0], x[1]) - a[0], x[2]) - a[1];
}

static void boundTorus(mjtNum aabb[6], const mjtNum* a) {
  lb_zero3(aabb);
  lb_set3(aabb + 3, a[0] + a[1], a[0] + a[1], a[1]);
}

const mjpPlugin lb_torusPlugin =
    LB_SHAPE_PLUGIN("mujoco.sdf.torus", torusNames, 2, torusDistance, readTorus, boundTorus);

// ------------------------------------------------------------------------------------------- bowl

// A sphere shell about the origin without its cap above z = height; thickness to both sides.
static const char* const bowlNames[] = {"height", "radius", "thickness"};

static void readBowl(mjtNum attribute[], const char* name[], const char* value[]) {
  static const mjtNum fallback[] = {0.4, 1, 0.02};
  lb_shapeAttributes("bowl", attribute, name, value, 3, fallback);
  if (!(attribute[1] > 0 && attribute[2] > 0 && fabs(attribute[0]) < attribute[1])) {
    lb_error(
        "plugin 'mujoco.sdf.bowl': radius and thickness must be positive, height less than "
        "radius");
  }
}

static mjtNum bowlDistance(const mjtNum x[3], const mjtNum* a) {
  mjtNum height = a[0], radius = a[1], r = hypotenuse(x[0], x[1]);
  mjtNum rim = sqrt(radius * radius - height * height);

  // seen from the centre above the rim, the rim is nearest
  mjtNum distance = height * r < rim * x[2] ? hypotenuse(r - rim, x[2] - height)
                                            : fabs(hypotenuse(r, x[2]) - radius);
  return distance - a[2];
}

static void boundBowl(mjtNum aabb[6], const mjtNum* a) {
  mjtNum reach = a[1] + a[2], top = a[0] + a[2];
  lb_set3(aabb, 0, 0, (top - reach) / 2);
  lb_set3(aabb + 3, reach, reach, (top + reach) / 2);
}

const mjpPlugin lb_bowlPlugin =
    LB_SHAPE_PLUGIN("mujoco.sdf.bowl", bowlNames, 3, bowlDistance, readBowl, boundBowl);
