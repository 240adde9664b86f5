// Convex hulls by qhull: the vertex graph for collision, support extrema and flat polygons.
//
// Graph of one mesh: number of vertices, number of triangles, where each vertex's neighbour list
// begins, mesh vertex of each hull vertex, the lists (each ended by -1), and the triangles as mesh
// vertices, seen counter-clockwise from outside.

#include "asset/mesh.h"

#include "base/compiler.h"
#include "base/error.h"
#include "math/inline.h"
#include "math/pose.h"

#include <libqhull_r/qhull_ra.h>
#include <string.h>

#define SEPARATOR (-1)

typedef struct HullJob_ {
  lbRegion* region;
  lbMeshShape* mesh;
  const char* name;
  int maxVertices;
  qhT* qh;
  double* points;
} HullJob;

// The graph of a hull while it is collected; its arrays are parts of one block.
typedef struct Graph_ {
  int vertexCount, faceCount;
  int edgeCount;  // length of edges: neighbours of all vertices, each list with its separator
  int* edgeAdr;   // (vertexCount) where the neighbours of a vertex start
  int* globalId;  // (vertexCount) vertex of the mesh
  int* edges;     // (edgeCount)
  int* faces;     // (3 * faceCount) vertices of the mesh
} Graph;

static const char unexpected[] = "convex hull: unexpected topology";

// Hull vertices in qhull's order; a vertex's visitid is its number from here on.
static void collectVertices(qhT* qh, Graph* graph, int meshVertices) {
  vertexT* vertex;
  int count = 0;
  FORALLvertices {
    int point = qh_pointid(qh, vertex->point);
    if (point < 0 || point >= meshVertices || count >= graph->vertexCount) {
      lb_error(unexpected);
    }
    graph->globalId[count] = point;
    vertex->visitid = (unsigned)count++;
  }
}

// Adds a neighbour of the vertex whose list begins at `start`, once; returns the end of the list.
static int addNeighbour(Graph* graph, int start, int end, int id) {
  for (int k = start; k < end; k++) {
    if (graph->edges[k] == id) {
      return end;
    }
  }
  if (end >= graph->edgeCount - 1) {
    lb_error(unexpected);
  }
  graph->edges[end] = id;
  return end + 1;
}

// Neighbours: the other vertices of the facets around a vertex.
static void collectNeighbours(qhT* qh, Graph* graph) {
  vertexT* vertex;
  int adr = 0, index = 0;
  FORALLvertices {
    graph->edgeAdr[index] = adr;
    int start = adr;
    facetT *neighbor, **neighborp;
    FOREACHneighbor_(vertex) {
      vertexT *other, **otherp;
      FOREACHsetelement_(vertexT, neighbor->vertices, other) {
        int id = (int)other->visitid;
        adr = id == index ? adr : addNeighbour(graph, start, adr, id);
      }
    }
    graph->edges[adr++] = SEPARATOR;
    index++;
  }
  if (adr != graph->edgeCount) {
    lb_error(unexpected);
  }
}

// Triangles, turned so that they face outwards.
static void collectFaces(qhT* qh, Graph* graph) {
  facetT* facet;
  vertexT *vertex, **vertexp;
  int faceIndex = 0;
  FORALLfacets {
    int k = 0;
    int corner[3] = {0, 0, 0};
    FOREACHvertex_(facet->vertices) {
      if (k < 3) {
        corner[k] = qh_pointid(qh, vertex->point);
      }
      k++;
    }
    if (k != 3 || faceIndex >= graph->faceCount) {
      lb_error(unexpected);
    }
    bool flip = facet->toporient ^ qh_ORIENTclock;
    graph->faces[3 * faceIndex] = corner[flip ? 1 : 0];
    graph->faces[3 * faceIndex + 1] = corner[flip ? 0 : 1];
    graph->faces[3 * faceIndex + 2] = corner[2];
    faceIndex++;
  }
}

// Builds the neighbour lists from qhull's facets.
static void collectGraph(HullJob* job) {
  qhT* qh = job->qh;
  lbMeshShape* mesh = job->mesh;
  qh_triangulate(qh);
  qh_vertexneighbors(qh);
  Graph graph = {.vertexCount = qh->num_vertices, .faceCount = qh->num_facets};
  graph.edgeCount = graph.vertexCount + 3 * graph.faceCount;
  mesh->graphCount = 2 + 2 * graph.vertexCount + graph.edgeCount + 3 * graph.faceCount;
  mesh->graph = lb_regionAlloc(job->region, lb_checkedSize(mesh->graphCount, sizeof(int)));
  mesh->graph[0] = graph.vertexCount;
  mesh->graph[1] = graph.faceCount;
  graph.edgeAdr = mesh->graph + 2;
  graph.globalId = graph.edgeAdr + graph.vertexCount;
  graph.edges = graph.globalId + graph.vertexCount;
  graph.faces = graph.edges + graph.edgeCount;
  collectVertices(qh, &graph, mesh->vertexCount);
  collectNeighbours(qh, &graph);
  collectFaces(qh, &graph);
}

// What qh_new_qhull does with the option Qt, and Q9 and TAn if vertices are limited, without its
// command line, its statistics and its checks of the result.
LB_APART static void runQhull(void* context) {
  HullJob* job = context;
  qhT* qh = job->qh;
  qh_meminit(qh, NULL);
  qh_initqhull_start2(qh, NULL, NULL, NULL);
  qh->NOerrexit = False;
  qh->TRIangulate = True;
  if (job->maxVertices > 3) {
    qh->STOPadd = job->maxVertices - 3;  // the first four are there before any is added
    qh->PICKfurthest = True;             // the furthest of all points comes next
  }
  qh_init_B(qh, job->points, job->mesh->vertexCount, 3, False);
  qh_qhull(qh);
  collectGraph(job);
}

// What the points span when it is no volume; NULL: a volume.
static const char* flatness(const lbMeshShape* mesh) {
  const double* origin = mesh->point;
  double axis[3] = {0}, normal[3] = {0}, height = 0;
  for (int i = 1; i < mesh->vertexCount; i++) {
    double offset[3];
    lb_sub3(offset, mesh->point + 3 * i, origin);
    if (lb_dot3(offset, offset) > lb_dot3(axis, axis)) {
      lb_copy3(axis, offset);
    }
  }
  for (int i = 1; i < mesh->vertexCount; i++) {
    double offset[3], cross[3];
    lb_sub3(offset, mesh->point + 3 * i, origin);
    lb_cross(cross, axis, offset);
    if (lb_dot3(cross, cross) > lb_dot3(normal, normal)) {
      lb_copy3(normal, cross);
    }
  }
  double area = lb_normalize3(normal), size = lb_norm3(axis);
  for (int i = 1; i < mesh->vertexCount; i++) {
    double offset[3];
    lb_sub3(offset, mesh->point + 3 * i, origin);
    height = lb_max(height, fabs(lb_dot3(offset, normal)));
  }
  if (size < mjMINVAL) {
    return "colocated vertices, cannot compute convex hull. Consider using a small sphere instead";
  }
  if (area < 1e-14 * size * size) {
    return "collinear vertices, cannot compute convex hull. Consider using a thin capsule instead";
  }
  return height < 1e-10 * size ? "coplanar vertices, cannot compute convex hull. Consider using a "
                                 "primitive geom type (plane or thin box) instead"
                               : NULL;
}

// Where each triangle faces.
// COMPAT: MESH-POLYGON: polygons are made of triangles whose rounded angles are equal, taken from
// the points as they were given; the azimuth counts unless the normal is a pole's, and a negative
// zero is a zero.
static void findFacing(lbRegion* region, lbMeshShape* mesh, const double* points) {
  static const double steps = 100, pole = 1 - 1e-7;
  int count = mesh->graph[1];
  const int* face = mesh->graph + mesh->graphCount - 3 * count;
  mesh->hullFacing = lb_regionAlloc(region, lb_checkedSize(count, 2 * sizeof(int)));
  for (int f = 0; f < count; f++) {
    const double* a = points + 3 * face[3 * f];
    double ab[3], ac[3], normal[3];
    lb_sub3(ab, points + 3 * face[3 * f + 1], a);
    lb_sub3(ac, points + 3 * face[3 * f + 2], a);
    lb_cross(normal, ab, ac);
    lb_unitNormal(normal);
    bool atPole = fabs(normal[2]) > pole;
    mesh->hullFacing[2 * f] = atPole ? 0 : (int)round(steps * lb_atan2(normal[1] + 0, normal[0]));
    mesh->hullFacing[2 * f + 1] = (int)round(steps * lb_acos(lb_clip(normal[2], -1, 1)));
  }
}

LB_APART void lb_meshHullGraph(lbRegion* region, lbMeshShape* mesh, const char* name,
                               int maxVertices) {
  if (mesh->vertexCount < 4) {
    lb_error("at least 4 vertices required");
  }
  const char* flat = flatness(mesh);
  if (flat) {
    lb_error("mesh '%s' has %s", name, flat);
  }
  HullJob job = {.region = region, .mesh = mesh, .name = name, .maxVertices = maxVertices};
  job.qh = lb_regionAlloc(region, sizeof(qhT));
  job.points = lb_regionAlloc(region, lb_checkedSize(mesh->vertexCount, 3 * sizeof(double)));
  // COMPAT: MESH-HULL: qhull sees the points in single precision, which decides the order of its
  // facets
  for (int i = 0; i < 3 * mesh->vertexCount; i++) {
    job.points[i] = (float)mesh->point[i];
  }
  qh_zero(job.qh, NULL);
  bool done = lb_protect(runQhull, &job);

  // qhull's memory, also after an error; its tables are its own business only once they are set up
  int shortBytes, shortBlocks;
  qh_freeqhull(job.qh, !qh_ALL);
  if (!job.qh->qhmem.LASTsize) {
    lb_free(job.qh->qhmem.sizetable);
    lb_free(job.qh->qhmem.freelists);
  }
  qh_memfreeshort(job.qh, &shortBytes, &shortBlocks);
  if (!done) {
    char message[LB_MESSAGE_SIZE];
    strncpy(message, lb_lastError(), sizeof message - 1);
    message[sizeof message - 1] = 0;
    lb_error("%s in mesh '%s'", message, name);
  }
  findFacing(region, mesh, job.points);
  if (!mesh->faceCount) {
    mesh->faceCount = mesh->graph[1];
    mesh->face = mesh->graph + mesh->graphCount - 3 * mesh->graph[1];
  }
}

LB_APART void lb_meshExtrema(lbMeshShape* mesh) {
  memset(mesh->extrema, 0, sizeof mesh->extrema);
  if (!mesh->graphCount) {
    return;
  }
  int count = mesh->graph[0];
  const int* globalId = mesh->graph + 2 + count;
  for (int index = 0; index < 27; index++) {
    float direction[3] = {index / 9 - 1, index / 3 % 3 - 1, index % 3 - 1}, best = -1e30f;
    if (index == 13) {
      continue;
    }
    for (int i = 0; i < count; i++) {
      // COMPAT: MESH-HULL: ties are decided in single precision
      const float* v = mesh->vertex + 3 * globalId[i];
      float along = direction[0] * v[0] + direction[1] * v[1] + direction[2] * v[2];
      if (along > best) {
        best = along;
        mesh->extrema[index] = i;
      }
    }
  }
}
