// Number of values a sensor produces, as far as the spec alone tells.

#include "spec/internal.h"

// Numbers per contact slot for the selected fields.
static int contactFields(int bits) {
  static const int sizes[mjNCONDATA] = {1, 3, 3, 1, 3, 3, 3};
  int size = 0;
  for (int i = 0; i < mjNCONDATA; i++) {
    size += bits & (1 << i) ? sizes[i] : 0;
  }
  return size;
}

static int rayFields(int bits) {
  static const int sizes[mjNRAYDATA] = {1, 3, 3, 3, 3, 1};
  int size = 0;
  for (int i = 0; i < mjNRAYDATA; i++) {
    size += bits & (1 << i) ? sizes[i] : 0;
  }
  return size;
}

// A camera rangefinder has one ray per pixel.
static int rayCount(const lbSensor* sensor) {
  if (sensor->s.objtype != mjOBJ_CAMERA) {
    return 1;
  }
  lbElement* camera = lb_specFind(sensor->head.spec, mjOBJ_CAMERA, lb_text(sensor->s.objname));
  const int* resolution = camera ? ((lbCamera*)camera)->s.resolution : NULL;
  return resolution ? resolution[0] * resolution[1] : 0;
}

// A tactile sensor has three numbers per vertex; before the mesh is loaded only inline vertices
// are known.
static int tactileSize(const lbSensor* sensor) {
  lbElement* mesh = lb_specFind(sensor->head.spec, mjOBJ_MESH, lb_text(sensor->s.objname));
  return mesh ? ((lbMesh*)mesh)->s.uservert->count : 0;
}

int mjs_sensorDim(const mjsSensor* s) {
  const lbSensor* sensor = (const lbSensor*)s->element;
  switch (s->type) {
    case mjSENS_ACCELEROMETER:
    case mjSENS_VELOCIMETER:
    case mjSENS_GYRO:
    case mjSENS_FORCE:
    case mjSENS_TORQUE:
    case mjSENS_MAGNETOMETER:
    case mjSENS_BALLANGVEL:
    case mjSENS_FRAMEPOS:
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS:
    case mjSENS_FRAMELINVEL:
    case mjSENS_FRAMEANGVEL:
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC:
    case mjSENS_SUBTREECOM:
    case mjSENS_SUBTREELINVEL:
    case mjSENS_SUBTREEANGMOM:
    case mjSENS_GEOMNORMAL:
      return 3;
    case mjSENS_CAMPROJECTION:
      return 2;
    case mjSENS_BALLQUAT:
    case mjSENS_FRAMEQUAT:
      return 4;
    case mjSENS_GEOMFROMTO:
      return 6;
    case mjSENS_RANGEFINDER:
      return rayCount(sensor) * rayFields(s->intprm[0]);
    case mjSENS_CONTACT:
      return s->intprm[2] * contactFields(s->intprm[0]);
    case mjSENS_TACTILE:
      return tactileSize(sensor);
    case mjSENS_PLUGIN:
      return 0;
    case mjSENS_USER:
      return s->dim;
    default:
      return 1;
  }
}
