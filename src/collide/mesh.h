// Collision shape of a mesh: hull vertices and their neighbours.
//
// mesh_graph of one mesh: numvert, numface, vert_edgeadr[numvert], vert_globalid[numvert],
// edge_localid[numvert + 3 * numface] (lists of neighbours, each ended by -1),
// face_globalid[3 * numface].

#pragma once

#include "api/limber.h"

typedef struct lbHull_ {
  int vertexCount;
  const int* edgeAdr;   // per hull vertex: where its neighbours begin in edges
  const int* vertexId;  // hull vertex -> mesh vertex
  const int* edges;     // neighbours (hull vertices), each list ended by -1 (edgeCount)
  int edgeCount;
  const float* positions;  // mesh vertices
} lbHull;

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
  return true;
}
