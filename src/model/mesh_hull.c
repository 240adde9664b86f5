// Where climbs over the hulls of meshes begin; see model/mesh_hull.h.

#include "model/mesh_hull.h"

#include "base/compiler.h"

// Vertices are rounded to single precision, by 2^-24 of a coordinate; see lbHullStarts.
#define CLEAR 3e-7

// The topmost vertices along a direction and against it.
LB_APART static void findTops(const lbHull* hull, const mjtNum dir[3], int* along, int* against) {
  mjtNum highest = -mjMAXVAL, lowest = mjMAXVAL;
  for (int i = 0; i < hull->vertexCount; i++) {
    mjtNum height = lb_hullHeight(hull, i, dir);
    if (height > highest) {
      highest = height;
      *along = i;
    }
    if (height < lowest) {
      lowest = height;
      *against = i;
    }
  }
}

LB_APART static void findStarts(const lbHull* hull, lbHullStarts* starts) {
  mjtNum largest = 0;
  for (int i = 0; i < hull->vertexCount; i++) {
    const float* p = hull->positions + 3 * hull->vertexId[i];
    for (int k = 0; k < 3; k++) {
      largest = fmax(largest, fabs((mjtNum)p[k]));
    }
  }
  starts->clear = CLEAR * largest;
  // each direction and the opposite one, until the middle, which is none
  for (int k = 0; k < lbHULL_STARTS / 2; k++) {
    mjtNum dir[3] = {k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1};
    findTops(hull, dir, starts->vertex + k, starts->vertex + lbHULL_STARTS - 1 - k);
  }
}

void lb_findHullStarts(mjModel* m) {
  for (int mesh = 0; mesh < m->nmesh; mesh++) {
    lbHull hull;
    lbHullStarts* starts = lb_hullStarts(m) + mesh;
    *starts = (lbHullStarts){0};
    if (lb_meshHull(m, mesh, &hull)) {
      findStarts(&hull, starts);
    }
  }
}
