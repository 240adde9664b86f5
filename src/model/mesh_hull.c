// Where climbs over the hulls of meshes begin; see model/mesh_hull.h.

#include "model/mesh_hull.h"

#include "base/compiler.h"

// Rounding is a millionth of it; see lbHullStarts.
#define CLEAR 1e-12

LB_APART static void findStarts(const lbHull* hull, lbHullStarts* starts) {
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
      height = lb_hullHeight(hull, at, dir);
      at = lb_climbHull(hull, dir, at, &height, &gap);
    }
    starts->vertex[cell] = (uint16_t)at;
  }
}

// Where climbs from each vertex end: first the next vertex of each, then the last of each way.
LB_APART static void findEnds(const lbHull* hull, const mjtNum dir[3], uint16_t* ends) {
  int count = hull->vertexCount;
  for (int i = 0; i < count; i++) {
    mjtNum height = lb_hullHeight(hull, i, dir);
    int best = i;
    for (const int* edge = hull->edges + hull->edgeAdr[i]; *edge >= 0; edge++) {
      mjtNum value = lb_hullHeight(hull, *edge, dir);
      if (value > height) {
        height = value;
        best = *edge;
      }
    }
    ends[i] = (uint16_t)best;
  }
  for (int i = 0; i < count; i++) {
    int end = i;
    while (ends[end] != end) {
      end = ends[end];
    }
    for (int at = i, next; at != end; at = next) {
      next = ends[at];
      ends[at] = (uint16_t)end;
    }
  }
}

void lb_findHullStarts(mjModel* m) {
  for (int mesh = 0; mesh < m->nmesh; mesh++) {
    lbHull hull;
    if (lb_meshHull(m, mesh, &hull) && hull.vertexCount <= UINT16_MAX) {
      findStarts(&hull, lb_hullStarts(m) + mesh);
      for (int axis = 0; hull.ends && axis < 6; axis++) {
        mjtNum dir[3] = {0, 0, 0};
        dir[axis / 2] = axis % 2 ? 1 : -1;
        findEnds(&hull, dir, (uint16_t*)hull.ends + axis * hull.vertexCount);
      }
    }
  }
}
