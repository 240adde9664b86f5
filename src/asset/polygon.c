// Flat polygons of a hull: neighbouring triangles that face the same way merged, their outlines as
// vertex lists, and for every vertex the polygons around it.
//
// Triangles are joined across shared edges; the outline of a group is walked along the edges that
// belong to it once. Cost is linear in the number of triangles apart from the sorting of edges.

#include "asset/mesh.h"

#include "math/inline.h"

#include <stdlib.h>
#include <string.h>

typedef struct Edge_ {
  int low, high;  // vertices
  int face;
} Edge;

static int compareEdges(const void* a, const void* b) {
  const Edge *x = a, *y = b;
  if (x->low != y->low) {
    return x->low < y->low ? -1 : 1;
  }
  if (x->high != y->high) {
    return x->high < y->high ? -1 : 1;
  }
  return x->face - y->face;
}

// Faces across the edges of each face: (count x 3), edge k runs from corner k to k + 1.
static int* faceNeighbors(lbRegion* region, const int* face, int count) {
  Edge* edges = lb_regionAlloc(region, (size_t)count * 3 * sizeof(Edge));
  int* neighbors = lb_regionAlloc(region, (size_t)count * 3 * sizeof(int));
  memset(neighbors, 0xff, (size_t)count * 3 * sizeof(int));
  for (int f = 0; f < count; f++) {
    for (int k = 0; k < 3; k++) {
      int a = face[3 * f + k], b = face[3 * f + (k + 1) % 3];
      edges[3 * f + k] = (Edge){a < b ? a : b, a < b ? b : a, 3 * f + k};
    }
  }
  qsort(edges, (size_t)count * 3, sizeof(Edge), compareEdges);
  for (int i = 0; i + 1 < 3 * count; i++) {
    if (edges[i].low == edges[i + 1].low && edges[i].high == edges[i + 1].high) {
      neighbors[edges[i].face] = edges[i + 1].face / 3;
      neighbors[edges[i + 1].face] = edges[i].face / 3;
    }
  }
  return neighbors;
}

// Gives every face the number of its polygon: connected faces that face the same way. Returns the
// number of polygons.
static int groupFaces(lbRegion* region, const int* facing, const int* neighbors, int count,
                      int* group) {
  int* stack = lb_regionAlloc(region, (size_t)count * sizeof(int) + 1);
  int groups = 0;
  memset(group, 0xff, (size_t)count * sizeof(int));
  for (int seed = 0; seed < count; seed++) {
    if (group[seed] >= 0) {
      continue;
    }
    int depth = 0;
    stack[depth++] = seed;
    group[seed] = groups;
    while (depth) {
      int f = stack[--depth];
      for (int k = 0; k < 3; k++) {
        int other = neighbors[3 * f + k];
        if (other >= 0 && group[other] < 0 && facing[2 * other] == facing[2 * seed] &&
            facing[2 * other + 1] == facing[2 * seed + 1]) {
          group[other] = groups;
          stack[depth++] = other;
        }
      }
    }
    groups++;
  }
  return groups;
}

// Walks the outline of the polygon that holds face `start`; returns the number of vertices.
static int walkOutline(const int* face, const int* neighbors, const int* group, int start,
                       int limit, int* outline) {
  int polygon = group[start], f = start, k = 0;
  for (; k < 3; k++) {
    int other = neighbors[3 * f + k];
    if (other < 0 || group[other] != polygon) {
      break;
    }
  }
  if (k == 3) {
    return 0;
  }
  int first = 3 * f + k, count = 0;
  do {
    outline[count++] = face[3 * f + k];

    // next boundary edge around the end of this one
    int pivot = face[3 * f + (k + 1) % 3];
    k = (k + 1) % 3;
    int other = neighbors[3 * f + k];
    while (other >= 0 && group[other] == polygon) {
      f = other;
      for (k = 0; k < 2 && face[3 * f + k] != pivot; k++) {
      }
      other = neighbors[3 * f + k];
    }
  } while (3 * f + k != first && count < limit);
  return count;
}

// Lists for every vertex the polygons that it belongs to.
static void mapVertices(lbRegion* region, lbMeshShape* mesh) {
  size_t vertexBytes = (size_t)mesh->vertexCount * sizeof(int);
  mesh->polygonMapAdr = lb_regionAlloc(region, vertexBytes);
  mesh->polygonMapNum = lb_regionAlloc(region, vertexBytes);
  mesh->polygonMap = lb_regionAlloc(region, (size_t)mesh->polygonVertexCount * sizeof(int) + 1);
  for (int i = 0; i < mesh->polygonVertexCount; i++) {
    mesh->polygonMapNum[mesh->polygonVertex[i]]++;
  }
  int adr = 0;
  for (int v = 0; v < mesh->vertexCount; v++) {
    mesh->polygonMapAdr[v] = adr;
    adr += mesh->polygonMapNum[v];
    mesh->polygonMapNum[v] = 0;
  }
  for (int p = 0; p < mesh->polygonCount; p++) {
    for (int k = 0; k < mesh->polygonVertexNum[p]; k++) {
      int v = mesh->polygonVertex[mesh->polygonVertexAdr[p] + k];
      mesh->polygonMap[mesh->polygonMapAdr[v] + mesh->polygonMapNum[v]++] = p;
    }
  }
  mesh->polygonMapCount = adr;
}

// COMPAT: of the first three vertices, even where these are nearly in line.
static void outlineNormal(const lbMeshShape* mesh, const int* outline, double normal[3]) {
  const double* a = mesh->point + 3 * outline[0];
  double ab[3], ac[3];
  lb_sub3(ab, mesh->point + 3 * outline[1], a);
  lb_sub3(ac, mesh->point + 3 * outline[2], a);
  lb_cross(normal, ab, ac);
  lb_normalize3(normal);
}

void lb_meshPolygons(lbRegion* region, lbMeshShape* mesh) {
  if (!mesh->graphCount) {
    mesh->polygonMapAdr = lb_regionAlloc(region, (size_t)mesh->vertexCount * sizeof(int) + 1);
    mesh->polygonMapNum = mesh->polygonMapAdr;
    return;
  }
  int count = mesh->graph[1];
  const int* face = mesh->graph + mesh->graphCount - 3 * count;
  int* neighbors = faceNeighbors(region, face, count);
  int* group = lb_regionAlloc(region, (size_t)count * sizeof(int));
  int groups = groupFaces(region, mesh->hullFacing, neighbors, count, group);

  mesh->polygonNormal = lb_regionAlloc(region, (size_t)groups * 3 * sizeof(double));
  mesh->polygonVertexAdr = lb_regionAlloc(region, (size_t)groups * sizeof(int));
  mesh->polygonVertexNum = lb_regionAlloc(region, (size_t)groups * sizeof(int));
  mesh->polygonVertex = lb_regionAlloc(region, (size_t)count * 3 * sizeof(int));
  int next = 0, adr = 0;
  for (int f = 0; f < count; f++) {
    if (group[f] != next) {
      continue;
    }
    // the outline starts at an edge that the group does not share
    int length = 0;
    for (int g = f; g < count && !length; g++) {
      if (group[g] == next) {
        length = walkOutline(face, neighbors, group, g, 3 * count - adr, mesh->polygonVertex + adr);
      }
    }
    outlineNormal(mesh, mesh->polygonVertex + adr, mesh->polygonNormal + 3 * next);
    mesh->polygonVertexAdr[next] = adr;
    mesh->polygonVertexNum[next] = length;
    adr += length;
    next++;
  }
  mesh->polygonCount = groups;
  mesh->polygonVertexCount = adr;
  mapVertices(region, mesh);
}
