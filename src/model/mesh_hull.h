// Convex hulls of meshes: vertices and their neighbours, and where climbs over them begin.
//
// mesh_graph of one mesh: numvert, numface, vert_edgeadr[numvert], vert_globalid[numvert],
// edge_localid[numvert + 3 * numface] (lists of neighbours, each ended by -1),
// face_globalid[3 * numface].
//
// A climb that begins where the last one ended, or at vertex 0, takes as many steps as the hull is
// wide. Behind the arrays of a model's buffer stands for each mesh the topmost vertex in each of 26
// directions, along which each coordinate is -1, 0 or 1; a climb begins there when that is higher.

#pragma once

#include <math.h>
#include <stdint.h>

#include "api/limber.h"
#include "math/simd.h"

enum { lbHULL_STARTS = 27 };  // directions; the one without a coordinate is unused

typedef struct lbHullStarts_ {
  mjtNum clear;               // heights that differ by more are no tie
  int vertex[lbHULL_STARTS];  // hull vertices; of those that tie the first
} lbHullStarts;

typedef struct lbHull_ {
  int vertexCount;
  const int* edgeAdr;   // per hull vertex: where its neighbours begin in edges
  const int* vertexId;  // hull vertex -> mesh vertex
  const int* edges;     // neighbours (hull vertices), each list ended by -1 (edgeCount)
  int edgeCount;
  const float* positions;  // mesh vertices
  const lbHullStarts* starts;
} lbHull;

// Bytes behind the arrays: the starts of all meshes and what aligns them.
static inline size_t lb_hullStartBytes(const mjModel* m) {
  return ((size_t)m->nmesh + 1) * sizeof(lbHullStarts);
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
// is no better one. Returns where that is.
static inline int lb_climbHull(const lbHull* hull, const mjtNum dir[3], int at, mjtNum height) {
  for (int previous = -1; at != previous;) {
    previous = at;
    for (const int* edge = hull->edges + hull->edgeAdr[previous]; *edge >= 0; edge++) {
      mjtNum value = lb_hullHeight(hull, *edge, dir);
      if (value > height) {
        height = value;
        at = *edge;
      }
    }
  }
  return at;
}

// The same, but on to the first neighbour that is better: fewer looks, another end where vertices
// tie. gap: how far the best neighbour of the end is below it; on a convex hull more than rounding
// for one vertex at most, which is where every climb ends.
static inline int lb_hurryUpHull(const lbHull* hull, const mjtNum dir[3], int at, mjtNum height,
                                 mjtNum* gap) {
  mjtNum second;
  for (int better = at; better >= 0;) {
    at = better;
    second = -mjMAXVAL;
    const int* edge = hull->edges + hull->edgeAdr[at];
    while ((better = *edge++) >= 0) {
      mjtNum value = lb_hullHeight(hull, better, dir);
      if (value > height) {
        height = value;
        break;
      }
      second = value > second ? value : second;
    }
  }
  *gap = height - second;
  return at;
}

// Which start is nearest to a unit vector.
// COMPAT: COL-HILLCLIMB: a coordinate counts above this bound; where vertices tie, the climb ends
// at the one that comes first on its way
static inline int lb_hullStart(const mjtNum dir[3]) {
  const mjtNum bound = 0.4;
  int start = 0;
  for (int i = 0; i < 3; i++) {
    start = 3 * start + 1 + (dir[i] > bound) - (dir[i] < -bound);
  }
  return start;
}
