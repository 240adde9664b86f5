// Triangle meshes: reading files, and what the engine derives from a mesh.

#pragma once

#include "api/spec.h"
#include "asset/octree.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

// Triangles as read or given, in single precision. Index arrays may be NULL.
typedef struct lbMeshSource_ {
  int vertexCount, normalCount, texcoordCount, faceCount;
  int lineCount;
  const float* vertex;      // (vertexCount x 3)
  const float* normal;      // (normalCount x 3)
  const float* texcoord;    // (texcoordCount x 2)
  const int* face;          // (faceCount x 3) vertices
  const int* faceNormal;    // (faceCount x 3) normals; -1: none
  const int* faceTexcoord;  // (faceCount x 3) texture coordinates; -1: none
  const int* line;          // (lineCount x 2) vertices of the lines of an OBJ file
} lbMeshSource;

// Files held in memory; arrays live in the region. Errors name what is wrong with the file.
lbMeshSource lb_readStl(lbRegion* region, const char* name, const void* bytes, size_t size);
lbMeshSource lb_readObj(lbRegion* region, const void* bytes, size_t size);
lbMeshSource lb_readMsh(lbRegion* region, const char* name, const void* bytes, size_t size);

// Whether the sizes in the header are possible and fit the file.
bool lb_isMsh(const void* bytes, size_t size);

// Cuts a polygon into at most count - 2 triangles of corner numbers; returns how many. left: room
// for count numbers.
int lb_cutEars(const float* const* corner, int count, int* left, int* triangle);

typedef struct lbMeshSettings_ {
  const char* name;  // for messages
  double refpos[3], refquat[4], scale[3];
  mjtMeshInertia inertia;
  bool smoothNormal;
  bool needsHull;
  bool closed;          // the faces bound a solid by construction: their orientation is not checked
  int maxHullVertices;  // negative: no limit
  int octreeDepth;      // negative: no octree
  double* timers;       // of mjtCTimer, NULL: not timed
} lbMeshSettings;

// The bounding volume hierarchy over the faces (collide/bvh_build.h).
typedef struct lbMeshTree_ {
  int count;
  int* child;   // (count x 2)
  int* face;    // per node, -1: an inner one
  int* depth;   // per node
  mjtNum* box;  // (count x 6)
} lbMeshTree;

// A mesh ready for the model: centred at its mass centre, axes along its principal axes.
typedef struct lbMeshShape_ {
  int vertexCount, normalCount, texcoordCount, faceCount;
  double* point;  // vertices in full precision, which all of the below is derived from
  float *vertex, *normal, *texcoord;
  int *face, *faceNormal, *faceTexcoord;
  int graphCount;   // 0: no hull
  int* graph;       // vertex count, face count, list addresses, vertices, neighbours, faces
  int* hullFacing;  // (hull triangles x 2) azimuth and polar angle of the normal, 0.01 rad
  int extrema[27];
  int polygonCount, polygonVertexCount, polygonMapCount;
  double* polygonNormal;  // (polygonCount x 3)
  int* polygonVertexAdr;  // per polygon
  int* polygonVertexNum;
  int* polygonVertex;  // vertices of polygons, counter-clockwise
  int* polygonMapAdr;  // per vertex
  int* polygonMapNum;
  int* polygonMap;  // polygons around vertices
  lbOctree octree;  // signed distances; count 0: none
  lbMeshTree tree;
  double pos[3], quat[4];  // frame of the mesh in file coordinates
  double volume;           // area for a shell
  double boxSize[3];       // half sizes of the box with the same inertia
  double aabb[6];          // centre and half sizes
  double reach[3];         // largest absolute coordinates
} lbMeshShape;

// Builds the shape; raises an error for meshes without volume, with bad indices, ... What is only
// needed on the way goes to `work`.
lbMeshShape lb_buildMesh(lbRegion* region, lbRegion* work, const lbMeshSource* source,
                         const lbMeshSettings* settings);

// --- steps of lb_buildMesh

// Convex hull: fills graph; and face when the mesh has none. Not enough or coplanar points: error.
void lb_meshHullGraph(lbRegion* region, lbMeshShape* mesh, const char* name, int maxVertices);

// Farthest hull vertex in 26 directions, from the graph.
void lb_meshExtrema(lbMeshShape* mesh);

// Flat polygons of the hull.
void lb_meshPolygons(lbRegion* region, lbMeshShape* mesh);

#ifdef __cplusplus
}
#endif
