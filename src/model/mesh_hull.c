// Where climbs over the hulls of meshes begin; see model/mesh_hull.h.

#include "model/mesh_hull.h"

// Rounding is a millionth of it; see lbHullStarts.
#define CLEAR 1e-12

static void findStarts(const lbHull* hull, lbHullStarts* starts) {
  mjtNum largest = 0;
  for (int i = 0; i < hull->vertexCount; i++) {
    const float* p = hull->positions + 3 * hull->vertexId[i];
    for (int k = 0; k < 3; k++) {
      largest = fmax(largest, fabs((mjtNum)p[k]));
    }
  }
  starts->clear = CLEAR * largest;
  int at = 0;
  for (int cell = 0; cell < LB_HULL_CELLS; cell++) {
    mjtNum dir[3] = {cell / 25 - 2, cell / 5 % 5 - 2, cell % 5 - 2}, height, gap;
    if (lb_hullCell(dir) == cell) {
      at = lb_climbHull(hull, dir, at, &height, &gap);
    }
    starts->vertex[cell] = (uint16_t)at;
  }
}

void lb_findHullStarts(mjModel* m) {
  for (int mesh = 0; mesh < m->nmesh; mesh++) {
    lbHull hull;
    if (lb_meshHull(m, mesh, &hull) && hull.vertexCount <= UINT16_MAX) {
      findStarts(&hull, lb_hullStarts(m) + mesh);
    }
  }
}
