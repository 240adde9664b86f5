// Distance, normal and nearest points between geoms, or between all geoms of bodies. Models often
// ask for several of them of one pair: those that follow take what the first found.

#include <string.h>

#include "api/mj_functions.h"
#include "collide/collide.h"
#include "math/inline.h"
#include "sensor/internal.h"

// The geoms first..end-1 that an object, given by type and id, stands for.
static void geomsOf(const mjModel* m, const int object[2], int* first, int* end) {
  bool isGeom = object[0] == mjOBJ_GEOM;
  *first = isGeom ? object[1] : m->body_geomadr[object[1]];
  *end = *first + (isGeom ? 1 : m->body_geomnum[object[1]]);
}

// Whether a result is that of a sensor too. Within a smaller cutoff the result for convex geoms
// stays the same, down to the bits, where it does not lie at that cutoff, which ends a search only.
static bool holdsFor(const mjModel* m, const lbSeparation* known, const lbSeparation* asked) {
  const int* objects = known->objects;
  if (memcmp(objects, asked->objects, sizeof(asked->objects))) {
    return false;
  }
  mjtNum cutoff = asked->cutoff;
  return known->cutoff == cutoff ||
         (known->cutoff > cutoff && fabs(known->distance - cutoff) > 1e-9 * cutoff &&
          objects[0] == mjOBJ_GEOM && objects[2] == mjOBJ_GEOM &&
          lb_hasConvexDistance(m, objects[1], objects[3]));
}

// Finds the closest pair of points of two objects.
static void separate(const mjModel* m, mjData* d, lbSeparation* res) {
  int first1, end1, first2, end2;
  geomsOf(m, res->objects, &first1, &end1);
  geomsOf(m, res->objects + 2, &first2, &end2);
  for (int a = first1; a < end1; a++) {
    for (int b = first2; b < end2; b++) {
      mjtNum points[6];
      mjtNum distance = mj_geomDistance(m, d, a, b, res->distance, points);
      if (distance < res->distance) {
        res->distance = distance;
        memcpy(res->points, points, sizeof(points));
      }
    }
  }
}

void lb_geomSeparation(const mjModel* m, mjData* d, int id, lbSeparations* known, mjtNum* value) {
  mjtNum cutoff = m->sensor_cutoff[id];
  const lbSeparation asked = {.objects = {m->sensor_objtype[id], m->sensor_objid[id],
                                          m->sensor_reftype[id], m->sensor_refid[id]},
                              .cutoff = cutoff,
                              .distance = cutoff};
  int i = 0;
  while (i < known->count && !holdsFor(m, known->results + i, &asked)) {
    i++;
  }
  if (i == known->count) {
    if (i == LB_KNOWN_SEPARATIONS) {
      i = known->count = 0;
    }
    known->count++;
    known->results[i] = asked;
    separate(m, d, known->results + i);
  }

  const mjtNum none[6] = {0}, distance = known->results[i].distance;
  const mjtNum* points = distance < cutoff ? known->results[i].points : none;
  switch (m->sensor_type[id]) {
    case mjSENS_GEOMDIST:
      value[0] = lb_min(distance, cutoff);
      break;
    case mjSENS_GEOMNORMAL: {
      lb_sub3(value, points + 3, points);
      mjtNum length = lb_norm3(value);
      lb_scl3(value, value, length < mjMINVAL ? 0 : 1 / length);
      break;
    }
    default:
      memcpy(value, points, sizeof(none));
  }
}
