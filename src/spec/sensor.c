// Number of values a sensor produces, as far as the spec alone tells.

#include "base/error.h"
#include "base/size.h"
#include "model/sensor_shape.h"
#include "spec/internal.h"

// A camera rangefinder has one ray per pixel.
static int64_t rayCount(const lbSensor* sensor) {
  if (sensor->s.objtype != mjOBJ_CAMERA) {
    return 1;
  }
  lbElement* camera = lb_specFind(sensor->head.spec, mjOBJ_CAMERA, lb_text(sensor->s.objname));
  const int* resolution = camera ? ((lbCamera*)camera)->s.resolution : NULL;
  return resolution ? lb_sizeProduct(resolution[0], resolution[1]) : 0;
}

// A tactile sensor has three numbers per vertex; before the mesh is loaded only inline vertices
// are known.
static int tactileSize(const lbSensor* sensor) {
  lbElement* mesh = lb_specFind(sensor->head.spec, mjOBJ_MESH, lb_text(sensor->s.objname));
  return mesh ? ((lbMesh*)mesh)->s.uservert->count : 0;
}

int mjs_sensorDim(const mjsSensor* s) {
  LB_REQUIRE(s);
  static const char numbers[] = "numbers in the reading of a sensor";
  const lbSensor* sensor = (const lbSensor*)s->element;
  switch (s->type) {
    case mjSENS_RANGEFINDER:
      return lb_sizeAsInt(lb_sizeProduct(rayCount(sensor), lb_rayNumbers(s->intprm[0])), numbers);
    case mjSENS_CONTACT:
      return lb_sizeAsInt(lb_sizeProduct(s->intprm[2], lb_contactNumbers(s->intprm[0])), numbers);
    case mjSENS_TACTILE:
      return tactileSize(sensor);
    case mjSENS_PLUGIN:
      return 0;
    case mjSENS_USER:
      return s->dim;
    default: {
      int known = lb_sensorNumbers(s->type);
      return known ? known : lb_sensorObject(s->type) ? 1 : -1;
    }
  }
}
