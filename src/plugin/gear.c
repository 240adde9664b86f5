// mujoco.sdf.gear: a spur gear about z with involute teeth.
//
// Involutes of one circle are parallel curves: the distance of a point to a flank is the base
// radius times the angle between the involutes through both (Litvin and Fuentes, Gear geometry and
// applied theory, 10.3). Below the base circle flanks are radial.

#include "base/error.h"
#include "math/inline.h"
#include "math/libm.h"
#include "plugin/shape.h"

enum { ALPHA, DIAMETER, TEETH, THICKNESS, INNER_DIAMETER, ATTRIBUTES };

// alpha: angle of the first tooth, degrees; diameter: of the pitch circle; innerdiameter: of the
// bore, none when it is not positive.
static const char* const names[] = {"alpha", "diameter", "teeth", "thickness", "innerdiameter"};

static const mjtNum pressureAngle = 20 * mjPI / 180;

static void readGear(mjtNum attribute[], const char* name[], const char* value[]) {
  static const mjtNum fallback[] = {0, 2.8, 25, 0.2, -1};
  lb_shapeAttributes("gear", attribute, name, value, ATTRIBUTES, fallback);
  mjtNum teeth = attribute[TEETH];
  if (!(attribute[DIAMETER] > 0 && attribute[THICKNESS] > 0)) {
    lb_error("plugin 'mujoco.sdf.gear': diameter and thickness must be positive");
  }
  if (!(teeth >= 4 && teeth <= 10000) || teeth != floor(teeth)) {
    lb_error("plugin 'mujoco.sdf.gear': teeth must be a whole number, at least 4");
  }
  if (attribute[INNER_DIAMETER] >= attribute[DIAMETER] * (1 - 2.5 / teeth)) {
    lb_error("plugin 'mujoco.sdf.gear': innerdiameter must be less than the root diameter");
  }
}

// Angle between the start of an involute and its point at tangent length t (base radii).
static mjtNum involute(mjtNum t) {
  return t - lb_atan(t);
}

static mjtNum gearDistance(const mjtNum x[3], const mjtNum* a) {
  mjtNum pitchRadius = a[DIAMETER] / 2, module = a[DIAMETER] / a[TEETH];
  mjtNum base = pitchRadius * lb_cos(pressureAngle), tip = pitchRadius + module;
  mjtNum root = pitchRadius - 1.25 * module, sector = 2 * mjPI / a[TEETH];

  // the nearest tooth, folded about its middle
  mjtNum r = sqrt(x[0] * x[0] + x[1] * x[1]);
  mjtNum angle = lb_atan2(x[1], x[0]) - a[ALPHA] * mjPI / 180;
  angle = fabs(angle - sector * rint(angle / sector));

  // half a tooth at the base circle, and the flank from there
  mjtNum foot = sector / 4 + involute(lb_tan(pressureAngle)), flank;
  if (r > base) {
    flank = base * (angle + involute(sqrt(r * r / (base * base) - 1)) - foot);
  } else {
    flank = r * (angle - foot);
  }
  mjtNum distance = lb_min(lb_max(flank, r - tip), r - root);
  distance = lb_max(distance, fabs(x[2]) - a[THICKNESS] / 2);
  return a[INNER_DIAMETER] > 0 ? lb_max(distance, a[INNER_DIAMETER] / 2 - r) : distance;
}

static void boundGear(mjtNum aabb[6], const mjtNum* a) {
  mjtNum tip = a[DIAMETER] / 2 + a[DIAMETER] / a[TEETH];
  lb_zero3(aabb);
  lb_set3(aabb + 3, tip, tip, a[THICKNESS] / 2);
}

const mjpPlugin lb_gearPlugin =
    LB_SHAPE_PLUGIN("mujoco.sdf.gear", names, ATTRIBUTES, gearDistance, readGear, boundGear);
