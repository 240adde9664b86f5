// Flat polygons of a hull: neighbouring triangles that face the same way merged, their outlines as
// vertex lists, and for every vertex the polygons around it.
//
// Triangles are joined across shared edges; the outline of a group is walked along the edges that
// belong to it once. Cost is linear in the number of triangles.
//
// COMPAT: MESH-POLYGON: polygons come in the order in which the reference's hash table of
// directions lists them, since flat contacts of meshes start from the first of several polygons
// that serve as well. Its hash is MurmurHash2 (A. Appleby, 2008) of each of the two angles; its
// table is one list in which the entries of a bucket are neighbours.

#include "asset/mesh.h"

#include "base/compiler.h"
#include "base/hash.h"
#include "math/inline.h"
#include "math/pose.h"

#include <stdint.h>
#include <string.h>

// Faces across the edges of each face: (count x 3), edge k runs from corner k to k + 1.
static int* faceNeighbors(lbRegion* region, const int* face, int count) {
  int edges = 3 * count;
  uint32_t slots = lb_mapSlots((size_t)edges);
  int* neighbors = lb_regionAlloc(region, lb_checkedSize(edges, sizeof(int)));
  int* ends = lb_regionAlloc(region, lb_checkedSize(edges, 2 * sizeof(int)));
  memset(neighbors, 0xff, (size_t)edges * sizeof(int));

  // edges whose ends have one hash are chained, the last one first
  int* first = lb_regionAlloc(region, slots * sizeof(int));
  int* next = lb_regionAlloc(region, lb_checkedSize(edges, sizeof(int)));
  memset(first, 0xff, slots * sizeof(int));
  for (int edge = 0; edge < edges; edge++) {
    int a = face[edge], b = face[edge - edge % 3 + (edge + 1) % 3];
    int low = lb_minInt(a, b), high = lb_maxInt(a, b);
    uint32_t slot = lb_hashEdge(low, high) & (slots - 1);
    int found = first[slot];
    while (found >= 0 && (ends[2 * found] != low || ends[2 * found + 1] != high)) {
      found = next[found];
    }
    if (found >= 0) {
      neighbors[edge] = found / 3;
      neighbors[found] = edge / 3;
    }
    ends[2 * edge] = low;
    ends[2 * edge + 1] = high;
    next[edge] = first[slot];
    first[slot] = edge;
  }
  return neighbors;
}

// --- directions in the order of the reference's table

typedef struct Directions_ {
  const int (*angles)[2];  // of each entry
  uint32_t* hash;
  int* next;    // entry after each entry, -1: none; [capacity] is the first of all
  int* before;  // of each bucket: what comes before its first entry, -1: the bucket is empty
  int buckets, count, head;
} Directions;

static uint32_t hashAngle(double angle) {
  static const uint32_t multiplier = 0x5bd1e995;
  uint32_t words[2], hash = sizeof words;
  if (angle == 0) {
    return 0;
  }
  memcpy(words, &angle, sizeof words);
  for (int i = 0; i < 2; i++) {
    uint32_t word = words[i] * multiplier;
    hash = (hash * multiplier) ^ ((word ^ word >> 24) * multiplier);
  }
  hash = (hash ^ hash >> 13) * multiplier;
  return hash ^ hash >> 15;
}

static int bucketOf(const Directions* table, int entry) {
  return (int)(table->hash[entry] % (uint32_t)table->buckets);
}

static void link(Directions* table, int entry, int previous) {
  table->next[entry] = table->next[previous];
  table->next[previous] = entry;
}

// Buckets more than double, to a prime; entries that meet others of their new bucket join them.
static void growTable(Directions* table) {
  int size = table->buckets ? 2 * table->buckets + 1 : 2;
  for (int k = 2; k * k <= size; k++) {
    if (size % k == 0) {
      size++;
      k = 1;
    }
  }
  table->buckets = size;
  memset(table->before, 0xff, (size_t)size * sizeof(int));
  int last = table->head, lastBucket = -1;
  while (table->next[last] >= 0) {
    int entry = table->next[last], bucket = bucketOf(table, entry);
    if (bucket != lastBucket && table->before[bucket] >= 0) {
      table->next[last] = table->next[entry];
      link(table, entry, table->before[bucket]);
      continue;
    }
    if (bucket != lastBucket) {
      table->before[bucket] = last;
    }
    last = entry;
    lastBucket = bucket;
  }
}

// The entry with the direction of `entry`, which is a new one if there is none yet.
static int findDirection(Directions* table, int entry) {
  const int(*angles)[2] = table->angles;
  table->hash[entry] = hashAngle(angles[entry][0]) ^ hashAngle(angles[entry][1]);
  if (table->buckets) {
    int bucket = bucketOf(table, entry), previous = table->before[bucket];
    for (int i = previous < 0 ? -1 : table->next[previous]; i >= 0 && bucketOf(table, i) == bucket;
         i = table->next[i]) {
      if (angles[i][0] == angles[entry][0] && angles[i][1] == angles[entry][1]) {
        return i;
      }
    }
  }
  if (table->count == table->buckets || !table->count) {
    growTable(table);
  }
  table->count++;
  int bucket = bucketOf(table, entry);
  if (table->before[bucket] >= 0) {
    link(table, entry, table->before[bucket]);
    return entry;
  }

  // the first of its bucket comes first of all
  link(table, entry, table->head);
  table->before[bucket] = table->head;
  if (table->next[entry] >= 0) {
    table->before[bucketOf(table, table->next[entry])] = entry;
  }
  return entry;
}

// Orders the polygons, given by the first triangle of each.
static int* orderPolygons(lbRegion* region, const int* facing, int faceCount, const int* group,
                          int groups) {
  size_t bytes = (size_t)(faceCount + 1) * sizeof(int);
  Directions table = {.angles = (const int(*)[2])facing,
                      .hash = lb_regionAlloc(region, bytes),
                      .next = lb_regionAlloc(region, bytes),
                      .before = lb_regionAlloc(region, 4 * bytes + 64),
                      .head = faceCount};
  table.next[table.head] = -1;

  // triangles of equal direction, a list for each direction, in order
  int* order = lb_regionAlloc(region, lb_checkedSize(groups, sizeof(int)));
  int* later = lb_regionAlloc(region, bytes);
  int* last = lb_regionAlloc(region, bytes);
  int next = 0;
  memset(later, 0xff, bytes);
  for (int f = 0; f < faceCount; f++) {
    if (group[f] == next) {
      int direction = findDirection(&table, f);
      if (direction != f) {
        later[last[direction]] = f;
      }
      last[direction] = f;
      next++;
    }
  }
  int count = 0;
  for (int entry = table.next[table.head]; entry >= 0; entry = table.next[entry]) {
    for (int f = entry; f >= 0; f = later[f]) {
      order[count++] = f;
    }
  }
  return order;
}

// --- polygons

// Gives every face the number of its polygon: connected faces that face the same way. Returns the
// number of polygons.
static int groupFaces(lbRegion* region, const int* facing, const int* neighbors, int count,
                      int* group) {
  int* stack = lb_regionAlloc(region, lb_checkedSize(count, sizeof(int)) + 1);
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
  mesh->polygonMap =
      lb_regionAlloc(region, lb_checkedSize(mesh->polygonVertexCount, sizeof(int)) + 1);
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

// COMPAT: MESH-POLYGON: of the first three vertices, even where these are nearly in line.
static void outlineNormal(const lbMeshShape* mesh, const int* outline, double normal[3]) {
  const double* a = mesh->point + 3 * outline[0];
  double ab[3], ac[3];
  lb_sub3(ab, mesh->point + 3 * outline[1], a);
  lb_sub3(ac, mesh->point + 3 * outline[2], a);
  lb_cross(normal, ab, ac);
  lb_unitNormal(normal);
}

LB_APART void lb_meshPolygons(lbRegion* region, lbMeshShape* mesh) {
  if (!mesh->graphCount) {
    mesh->polygonMapAdr =
        lb_regionAlloc(region, lb_checkedSize(mesh->vertexCount, sizeof(int)) + 1);
    mesh->polygonMapNum = mesh->polygonMapAdr;
    return;
  }
  int count = mesh->graph[1];
  const int* face = mesh->graph + mesh->graphCount - 3 * count;
  int* neighbors = faceNeighbors(region, face, count);
  int* group = lb_regionAlloc(region, lb_checkedSize(count, sizeof(int)));
  int groups = groupFaces(region, mesh->hullFacing, neighbors, count, group);

  mesh->polygonNormal = lb_regionAlloc(region, lb_checkedSize(groups, 3 * sizeof(double)));
  mesh->polygonVertexAdr = lb_regionAlloc(region, lb_checkedSize(groups, sizeof(int)));
  mesh->polygonVertexNum = lb_regionAlloc(region, lb_checkedSize(groups, sizeof(int)));
  mesh->polygonVertex = lb_regionAlloc(region, lb_checkedSize(count, 3 * sizeof(int)));
  const int* order = orderPolygons(region, mesh->hullFacing, count, group, groups);
  int adr = 0;
  for (int i = 0; i < groups; i++) {
    // the outline starts at an edge that the group does not share
    int length = 0, polygon = group[order[i]];
    for (int f = order[i]; f < count && !length; f++) {
      if (group[f] == polygon) {
        length = walkOutline(face, neighbors, group, f, 3 * count - adr, mesh->polygonVertex + adr);
      }
    }
    outlineNormal(mesh, mesh->polygonVertex + adr, mesh->polygonNormal + 3 * i);
    mesh->polygonVertexAdr[i] = adr;
    mesh->polygonVertexNum[i] = length;
    adr += length;
  }
  mesh->polygonCount = groups;
  mesh->polygonVertexCount = adr;
  mapVertices(region, mesh);
}
