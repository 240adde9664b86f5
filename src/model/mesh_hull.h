// Convex hulls of meshes: vertices and their neighbours, and where climbs over them begin.
//
// mesh_graph of one mesh: numvert, numface, vert_edgeadr[numvert], vert_globalid[numvert],
// edge_localid[numvert + 3 * numface] (lists of neighbours, each ended by -1),
// face_globalid[3 * numface].
//
// A climb that begins where the last one ended, or at vertex 0, takes as many steps as the hull is
// wide. Behind the arrays of a model's buffer stands for each mesh a vertex for each of 98 cells of
// directions, from which it is a step or two. They are only where a search begins: what it finds
// counts when the vertex is above all of its neighbours by more than rounding, which on a convex
// hull is true of one vertex at most, whatever the way to it.
//
// Along the axes of a mesh, in which what stands upright is searched, heights of many hulls tie,
// and the climb from the last vertex decides. Where it ends follows from the order of one
// coordinate: for each vertex of hulls that are not large, and each of six directions, this is
// noted, too.

#pragma once

#include <math.h>
#include <stdint.h>

#include "api/limber.h"
#include "math/simd.h"

#define LB_HULL_CELLS 125  // 5 levels of each coordinate; those without the outer levels are unused

typedef struct lbHullStarts_ {
  mjtNum clear;                    // heights that differ by more are no tie
  uint16_t vertex[LB_HULL_CELLS];  // hull vertices
} lbHullStarts;

// Hulls with more vertices have no ends; their searches take as long as before.
enum { lbMOST_ENDS = 1000 };

typedef struct lbHull_ {
  int vertexCount;
  const int* edgeAdr;   // per hull vertex: where its neighbours begin in edges
  const int* vertexId;  // hull vertex -> mesh vertex
  const int* edges;     // neighbours (hull vertices), each list ended by -1 (edgeCount)
  int edgeCount;
  const float* positions;  // mesh vertices
  const lbHullStarts* starts;
  const uint16_t* ends;  // (6 x vertexCount): along -x, x, -y, ...; NULL: none
} lbHull;

// Bytes behind the arrays: the starts of all meshes and what aligns them, and the ends.
static inline size_t lb_hullStartBytes(const mjModel* m) {
  return ((size_t)m->nmesh + 1) * sizeof(lbHullStarts) + (size_t)m->nmeshgraph * sizeof(uint16_t);
}

static inline lbHullStarts* lb_hullStarts(const mjModel* m) {
  // site_dataid is the last array
  uintptr_t end = (uintptr_t)(m->site_dataid + m->nsite), align = _Alignof(lbHullStarts);
  return (lbHullStarts*)((end + align - 1) / align * align);
}

// Finds the starts of all meshes; to be called when the meshes of a model are complete.
void lb_findHullStarts(mjModel* m);

// The hull of a mesh, false when it has no graph.
static inline bool lb_meshHull(const mjModel* m, int mesh, lbHull* hull) {
  hull->positions = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  if (m->mesh_graphadr[mesh] < 0) {
    return false;
  }
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  hull->vertexCount = graph[0];
  hull->edgeAdr = graph + 2;
  hull->vertexId = graph + 2 + graph[0];
  hull->edges = graph + 2 + 2 * graph[0];
  hull->edgeCount = graph[0] + 3 * graph[1];
  hull->starts = lb_hullStarts(m) + mesh;
  // as many numbers as the graph of a hull has are more than its ends; of a made-up graph maybe not
  bool small = hull->vertexCount <= lbMOST_ENDS && hull->vertexCount <= 2 * graph[1];
  const uint16_t* ends = (const uint16_t*)(lb_hullStarts(m) + m->nmesh) + m->mesh_graphadr[mesh];
  hull->ends = small ? ends : NULL;
  return true;
}

// How far a hull vertex is along dir.
static inline __attribute__((always_inline)) mjtNum lb_hullHeight(const lbHull* hull, int vertex,
                                                                  const mjtNum dir[3]) {
  // x and y together: compilers left alone pair other coordinates, which takes more to load
  typedef float Pair __attribute__((vector_size(8), aligned(4), may_alias));
  const float* p = hull->positions + 3 * hull->vertexId[vertex];
  lbV2 sum = __builtin_convertvector(*(const Pair*)p, lbV2) * lb_load2(dir);
  return lb_sum2(sum) + p[2] * dir[2];
}

// Climbs along dir from hull vertex `at`, whose height is given, to the best neighbour until there
// is no better one. height: that of the vertex; gap: how far the best neighbour of it is below.
static inline int lb_climbHull(const lbHull* hull, const mjtNum dir[3], int at, mjtNum* height,
                               mjtNum* gap) {
  mjtNum best = *height, second = -mjMAXVAL;
  for (int previous = -1; at != previous;) {
    previous = at;
    second = -mjMAXVAL;
    for (const int* edge = hull->edges + hull->edgeAdr[previous]; *edge >= 0; edge++) {
      mjtNum value = lb_hullHeight(hull, *edge, dir);
      second = value > second ? value : second;
      if (value > best) {
        best = value;
        at = *edge;
      }
    }
  }
  *height = best;
  *gap = best - second;
  return at;
}

// The same, but on to the first neighbour that is better: fewer looks, another end where vertices
// tie.
static inline int lb_hurryUpHull(const lbHull* hull, const mjtNum dir[3], int at, mjtNum* height,
                                 mjtNum* gap) {
  mjtNum best = *height, second;
  for (int better = at; better >= 0;) {
    at = better;
    second = -mjMAXVAL;
    const int* edge = hull->edges + hull->edgeAdr[at];
    while ((better = *edge++) >= 0) {
      mjtNum value = lb_hullHeight(hull, better, dir);
      if (value > best) {
        best = value;
        break;
      }
      second = value > second ? value : second;
    }
  }
  *height = best;
  *gap = best - second;
  return at;
}

// Where a climb from a vertex ends, if it is along an axis and that is noted; else -1.
static inline int lb_hullEnd(const lbHull* hull, const mjtNum dir[3], int from) {
  if (!hull->ends || (dir[0] == 0) + (dir[1] == 0) + (dir[2] == 0) != 2) {
    return -1;
  }
  int axis = dir[0] != 0 ? dir[0] > 0 : dir[1] != 0 ? 2 + (dir[1] > 0) : 4 + (dir[2] > 0);
  return hull->ends[axis * hull->vertexCount + from];
}

// The cell of a direction: the level of each coordinate against the largest. Any cell for what is
// no direction.
static inline int lb_hullCell(const mjtNum dir[3]) {
  mjtNum x = fabs(dir[0]), y = fabs(dir[1]), z = fabs(dir[2]);
  mjtNum largest = x > y ? x : y;
  largest = largest > z ? largest : z;
  if (!(largest > mjMINVAL && x + y + z < mjMAXVAL)) {
    return 0;
  }
  mjtNum scale = 2 / largest;
  int level[3];
  for (int i = 0; i < 3; i++) {
    level[i] = (int)(dir[i] * scale + 2.5);
  }
  return 25 * level[0] + 5 * level[1] + level[2];
}
