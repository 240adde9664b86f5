// Distance, normal and nearest points between geoms, or between all geoms of bodies.

#include <string.h>

#include "api/mj_functions.h"
#include "math/inline.h"
#include "sensor/internal.h"

// The geoms first..end-1 that an object stands for.
static void geomsOf(const mjModel* m, int type, int object, int* first, int* end) {
  if (type == mjOBJ_GEOM) {
    *first = object;
    *end = object + 1;
  } else {
    *first = m->body_geomadr[object];
    *end = *first + m->body_geomnum[object];
  }
}

void lb_geomSeparation(const mjModel* m, mjData* d, int id, mjtNum* value) {
  int first1, end1, first2, end2;
  geomsOf(m, m->sensor_objtype[id], m->sensor_objid[id], &first1, &end1);
  geomsOf(m, m->sensor_reftype[id], m->sensor_refid[id], &first2, &end2);

  // the closest pair within the cutoff
  mjtNum distance = m->sensor_cutoff[id], points[6] = {0, 0, 0, 0, 0, 0};
  for (int a = first1; a < end1; a++) {
    for (int b = first2; b < end2; b++) {
      mjtNum candidate[6];
      mjtNum separation = mj_geomDistance(m, d, a, b, distance, candidate);
      if (separation < distance) {
        distance = separation;
        memcpy(points, candidate, sizeof(points));
      }
    }
  }

  switch (m->sensor_type[id]) {
    case mjSENS_GEOMDIST:
      value[0] = distance;
      break;
    case mjSENS_GEOMNORMAL: {
      lb_sub3(value, points + 3, points);
      mjtNum length = lb_norm3(value);
      lb_scl3(value, value, length < mjMINVAL ? 0 : 1 / length);
      break;
    }
    default:
      memcpy(value, points, sizeof(points));
  }
}
