// From triangles to a mesh of the model: reference frame and scale, hull, normals, volume and
// inertia, principal frame, bounds.
//
// Everything but the normals is computed in double precision; the model's arrays are rounded at the
// end.
//
// Volume is a sum of pyramids over the faces, with apex at the area centre of the surface: signed
// for exact inertia and convex (over the hull's faces), absolute for legacy.
// COMPAT: MS-11: legacy is over the mesh's faces, hidden and inverted parts too.
// Second moments of a pyramid over a triangle: Tonon, Explicit exact formulas for the 3-D
// tetrahedron inertia tensor (2004).
//
// COMPAT: MS-11: the order of operations is the peer's: the principal axes of bodies with equal
// moments, a regular tetrahedron for one, hang on the last bits of the tensor.

#include "asset/mesh.h"

#include "base/cache.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "base/error.h"
#include "collide/bvh_build.h"
#include "math/inline.h"
#include "math/pose.h"

#include <string.h>

#define MIN_VOLUME mjMINVAL

// Faces that inertia is summed over, in double precision corners.
typedef struct Surface_ {
  const double* vertex;
  const int* face;
  int faceCount;
  bool shell, absolute;
} Surface;

static void checkIndices(const int* index, int count, int limit, bool mayMiss, const char* what) {
  for (int i = 0; index && i < count; i++) {
    if (index[i] >= limit || index[i] < (mayMiss ? -1 : 0)) {
      lb_error("in face %d, %s index %d does not exist", i / 3, what, index[i]);
    }
  }
}

static void checkScale(const double scale[3]) {
  for (int k = 0; k < 3; k++) {
    if (!isfinite(scale[k])) {
      lb_error("mesh scale is not finite");
    }
  }
}

LB_APART static void checkSource(const lbMeshSource* s) {
  for (int i = 0; i < 3 * s->vertexCount; i++) {
    if (!isfinite(s->vertex[i])) {
      lb_error("vertex coordinate %d is not finite", i / 3);
    }
  }
  if (s->vertexCount < 4) {
    lb_error("at least 4 vertices required");
  }
  if (s->texcoordCount && !s->faceTexcoord && s->texcoordCount != s->vertexCount) {
    lb_error("texcoord must be 2*nv if face texcoord indices are not provided in an OBJ file");
  }
  checkIndices(s->face, 3 * s->faceCount, s->vertexCount, false, "vertex");
  checkIndices(s->faceNormal, 3 * s->faceCount, s->normalCount, true, "normal");
  checkIndices(s->faceTexcoord, 3 * s->faceCount, s->texcoordCount, true, "texcoord");
}

static int* copyFaces(lbRegion* region, const int* face, int count) {
  if (!face || !count) {
    return NULL;
  }
  size_t bytes = lb_checkedSize((size_t)count, 3 * sizeof(int));
  int* copy = lb_regionAllocRaw(region, bytes);
  memcpy(copy, face, bytes);
  return copy;
}

// Turns faces over by swapping two corners.
static void flipFaces(int* face, int count) {
  for (int i = 0; face && i < count; i++) {
    int swapped = face[3 * i + 1];
    face[3 * i + 1] = face[3 * i + 2];
    face[3 * i + 2] = swapped;
  }
}

LB_APART static void copySource(lbRegion* region, lbMeshShape* mesh, const lbMeshSource* s) {
  mesh->vertexCount = s->vertexCount;
  mesh->point =
      lb_regionAllocRaw(region, lb_checkedSize((size_t)s->vertexCount, 3 * sizeof(double)));
  for (int i = 0; i < 3 * s->vertexCount; i++) {
    mesh->point[i] = s->vertex[i];
  }
  mesh->normalCount = s->normal ? s->normalCount : 0;
  if (mesh->normalCount) {
    size_t bytes = lb_checkedSize((size_t)s->normalCount, 3 * sizeof(float));
    mesh->normal = lb_regionAllocRaw(region, bytes);
    memcpy(mesh->normal, s->normal, bytes);
  }
  mesh->texcoordCount = s->texcoord ? s->texcoordCount : 0;
  if (mesh->texcoordCount) {
    size_t bytes = lb_checkedSize((size_t)s->texcoordCount, 2 * sizeof(float));
    mesh->texcoord = lb_regionAllocRaw(region, bytes);
    memcpy(mesh->texcoord, s->texcoord, bytes);
  }
  mesh->faceCount = s->face ? s->faceCount : 0;
  mesh->face = copyFaces(region, s->face, mesh->faceCount);
  mesh->faceNormal = copyFaces(region, s->faceNormal, mesh->faceCount);
  mesh->faceTexcoord = copyFaces(region, s->faceTexcoord, mesh->faceCount);
}

LB_NORETURN static void refuseSurface(const char* name) {
  lb_error("mesh surface area is too small: %s", name);
}

// Length in single precision, like all of a mesh's normals. COMPAT: MS-11: on slivers the order of
// rounding shows in the fourth digit.
static float length3f(const float v[3]) {
  return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// Reference frame, then scale, for vertices and normals.
LB_APART static void placeAndScale(lbMeshShape* mesh, const lbMeshSettings* settings) {
  double back[4], turned[3];
  lb_negQuat(back, settings->refquat);
  if (lb_unitLength(back, 4) < mjMINVAL) {
    refuseSurface(settings->name);
  }
  for (int i = 0; i < mesh->vertexCount; i++) {
    double* point = mesh->point + 3 * i;
    lb_subFrom3(point, settings->refpos);
    lb_turn(turned, point, back);
    for (int k = 0; k < 3; k++) {
      point[k] = turned[k] * settings->scale[k];
    }
  }
  for (int i = 0; i < mesh->normalCount; i++) {
    float* target = mesh->normal + 3 * i;
    double normal[3] = {target[0], target[1], target[2]};
    lb_turn(turned, normal, back);
    for (int k = 0; k < 3; k++) {
      target[k] = (float)turned[k];
      target[k] = (float)(target[k] / settings->scale[k]);
    }
    float length = length3f(target), inverse = 1 / length;
    for (int k = 0; k < 3; k++) {
      target[k] = length > mjMINVAL ? target[k] * inverse : k == 2;
    }
  }
}

// --- normals

// Area-weighted vertex normals, without slivers. Unless smooth, faces that turn away from the
// average are taken out.
LB_APART static void makeNormals(lbRegion* region, lbRegion* work, lbMeshShape* mesh, bool smooth) {
  const double sharp = 0.8, smallArea = 0.5e-7;
  int count = 3 * mesh->vertexCount;
  size_t bytes = (size_t)count * sizeof(float);
  float *sum = lb_regionAlloc(work, bytes), *average = lb_regionAllocRaw(region, bytes),
        *removed = lb_regionAlloc(work, bytes);
  for (int pass = 0; pass < (smooth ? 1 : 2); pass++) {
    float* target = pass ? removed : sum;
    for (int f = 0; f < mesh->faceCount; f++) {
      const int* corner = mesh->face + 3 * f;
      const double *a = mesh->point + 3 * corner[0], *b = mesh->point + 3 * corner[1],
                   *c = mesh->point + 3 * corner[2];
      double ab[3], ac[3], normal[3];
      lb_sub3(ab, b, a);
      lb_sub3(ac, c, a);
      lb_cross(normal, ab, ac);
      double area = lb_normalize3(normal) / 2;
      for (int k = 0; k < 3 && area >= smallArea; k++) {
        int at = 3 * corner[k];
        double mean[3] = {sum[at], sum[at + 1], sum[at + 2]};
        lb_normalize3(mean);
        double cosine = lb_dot3(mean, normal);
        for (int i = 0; i < 3 && (pass == 0 || cosine < sharp); i++) {
          target[at + i] = (float)(target[at + i] + normal[i] * area);
        }
      }
    }
    for (int i = 0; i < count; i += 3) {
      float normal[3];
      for (int k = 0; k < 3; k++) {
        normal[k] = sum[i + k] - removed[i + k];
      }
      float length = length3f(normal);
      for (int k = 0; k < 3; k++) {
        average[i + k] = length > mjMINVAL ? normal[k] / length : k == 2;
      }
    }
  }
  mesh->normalCount = mesh->vertexCount;
  mesh->normal = average;
}

// --- inertia

static void divide3(double v[3], double by) {
  lb_set3(v, v[0] / by, v[1] / by, v[2] / by);
}

// Area, centre and unit normal of a face.
static double measureFace(const Surface* s, int f, double center[3], double normal[3]) {
  const double *a = s->vertex + 3 * s->face[3 * f], *b = s->vertex + 3 * s->face[3 * f + 1],
               *c = s->vertex + 3 * s->face[3 * f + 2];
  double ab[3], ac[3];
  lb_sub3(ab, b, a);
  lb_sub3(ac, c, a);
  lb_cross(normal, ab, ac);
  for (int k = 0; k < 3; k++) {
    center[k] = (a[k] + b[k] + c[k]) / 3;
  }
  double length = lb_norm3(normal);
  if (length < mjMINVAL) {
    lb_set3(normal, 1, 0, 0);
    return 0;
  }
  divide3(normal, length);
  return length / 2;
}

// Area centre of the surface of the mesh called `name`.
static void surfaceCenter(const Surface* s, const char* name, double center[3]) {
  double total = 0;
  lb_zero3(center);
  for (int f = 0; f < s->faceCount; f++) {
    double faceCenter[3], normal[3];
    double area = measureFace(s, f, faceCenter, normal);
    lb_addToScl3(center, faceCenter, area);
    total += area;
  }
  if (total < mjMINVAL) {
    refuseSurface(name);
  }
  divide3(center, total);
}

// Volume (area) and mass centre.
static double massCenter(const Surface* s, const double apex[3], double center[3]) {
  double total = 0;
  lb_zero3(center);
  for (int f = 0; f < s->faceCount; f++) {
    double faceCenter[3], normal[3], offset[3];
    double faceArea = measureFace(s, f, faceCenter, normal);
    lb_sub3(offset, faceCenter, apex);
    double volume = lb_dot3(offset, normal) * faceArea / 3;
    volume = s->shell ? faceArea : s->absolute ? fabs(volume) : volume;
    for (int k = 0; k < 3; k++) {
      center[k] += volume * (0.75 * faceCenter[k] + 0.25 * apex[k]);
    }
    total += volume;
  }
  if (total > MIN_VOLUME) {
    divide3(center, total);
  }
  return total;
}

// Inertia tensor (row-major) about the origin for unit density. Returns the volume (area) as summed
// from there: with absolute pyramids it differs from that around another apex.
static double inertiaTensor(const Surface* s, double tensor[9]) {
  double product[9] = {0}, total = 0;
  for (int f = 0; f < s->faceCount; f++) {
    double center[3], normal[3];
    double area = measureFace(s, f, center, normal);
    double volume = lb_dot3(center, normal) * area / 3;
    volume = s->shell ? area : s->absolute ? fabs(volume) : volume;
    total += volume;
    double weight = volume / (s->shell ? 24 : 20);
    const double *a = s->vertex + 3 * s->face[3 * f], *b = s->vertex + 3 * s->face[3 * f + 1],
                 *c = s->vertex + 3 * s->face[3 * f + 2];
    for (int i = 0; i < 3; i++) {
      for (int j = i; j < 3; j++) {
        double sum = 2 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
        sum = sum + a[i] * b[j] + a[j] * b[i] + a[i] * c[j] + a[j] * c[i];
        sum = sum + b[i] * c[j] + b[j] * c[i];
        product[3 * i + j] += weight * sum;
      }
    }
  }
  if (s->shell) {
    for (int i = 0; i < 9; i++) {
      product[i] *= 2;
    }
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      tensor[3 * i + j] = -product[i < j ? 3 * i + j : 3 * j + i];
    }
    int a = (i + 1) % 3, b = (i + 2) % 3;
    tensor[4 * i] = product[4 * a] + product[4 * b];
  }
  return total;
}

// Every edge of a closed, consistently turned surface is used once in each direction; an edge that
// is used twice in the same direction is enough to refuse signed volumes.
// COMPAT: MESH-ORIENTATION: of all such edges the first one is named, counted from 1; faces of next
// to no area are not looked at. Both as it is in the file, before the scale.
LB_APART static void checkOrientation(lbRegion* work, const lbMeshShape* mesh, const char* name) {
  const double least = mjMINVAL;  // of the square of an area
  uint32_t slots = 16;
  while (slots < 6 * (uint32_t)mesh->faceCount) {
    slots *= 2;
  }
  uint64_t* table = lb_regionAlloc(work, slots * sizeof(uint64_t));
  uint64_t bad = UINT64_MAX;
  Surface surface = {.vertex = mesh->point, .face = mesh->face};
  for (int f = 0; f < mesh->faceCount; f++) {
    double center[3], normal[3], area = measureFace(&surface, f, center, normal);
    const int* face = mesh->face + 3 * f;
    for (int k = 0; k < 3 && area * area > least; k++) {
      uint64_t key = ((uint64_t)face[k] << 32 | (uint64_t)face[(k + 1) % 3]) + 1;
      uint32_t slot = (uint32_t)((key * 0x9E3779B97F4A7C15u) >> 33) & (slots - 1);
      while (table[slot] && table[slot] != key) {
        slot = (slot + 1) & (slots - 1);
      }
      bad = table[slot] == key && key < bad ? key : bad;
      table[slot] = key;
    }
  }
  if (bad != UINT64_MAX) {
    lb_error(
        "faces of mesh '%s' have inconsistent orientation. Please check the faces containing "
        "the vertices %d and %d.",
        name, (int)(bad >> 32) + 1, (int)(uint32_t)bad);
  }
}

LB_APART static void weigh(lbMeshShape* mesh, const lbMeshSettings* settings) {
  // the surface that inertia comes from
  double* vertex = mesh->point;
  Surface surface = {.vertex = vertex,
                     .face = mesh->face,
                     .faceCount = mesh->faceCount,
                     .shell = settings->inertia == mjMESH_INERTIA_SHELL,
                     .absolute = settings->inertia == mjMESH_INERTIA_LEGACY};
  double apex[3];
  surfaceCenter(&surface, settings->name, apex);
  if (settings->inertia == mjMESH_INERTIA_CONVEX && mesh->graphCount) {
    surface.faceCount = mesh->graph[1];
    surface.face = mesh->graph + mesh->graphCount - 3 * mesh->graph[1];
  }
  double center[3], tensor[9], axes[9];
  mesh->volume = massCenter(&surface, apex, center);
  if (!surface.shell && mesh->volume < 0) {
    lb_error("mesh volume is negative (misoriented triangles): %s", settings->name);
  }
  if (mesh->volume < MIN_VOLUME) {
    lb_error("mesh volume is too small: %s . Try setting inertia to shell", settings->name);
  }

  // principal frame
  for (int i = 0; i < mesh->vertexCount; i++) {
    lb_subFrom3(vertex + 3 * i, center);
  }
  mesh->volume = inertiaTensor(&surface, tensor);
  double eigenvalue[3];
  lb_principalAxes(eigenvalue, axes, mesh->quat, tensor);
  if (eigenvalue[2] <= 0) {
    lb_error("eigenvalue of mesh inertia must be positive: %s", settings->name);
  }
  if (eigenvalue[0] + eigenvalue[1] < eigenvalue[2] * (1 - 1e-6) ||
      eigenvalue[1] + eigenvalue[2] < eigenvalue[0] * (1 - 1e-6)) {
    lb_error("eigenvalues of mesh inertia violate A + B >= C: %s", settings->name);
  }
  lb_copy3(mesh->pos, center);
  double volume6[3];
  for (int k = 0; k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    volume6[k] = 6 * (eigenvalue[a] + eigenvalue[b] - eigenvalue[k]) / mesh->volume;
    mesh->boxSize[k] = sqrt(lb_max(0, volume6[k])) / 2;
  }

  // vertices and normals into the frame
  for (int i = 0; i < mesh->vertexCount; i++) {
    double turned[3];
    lb_mulMatTVec3(turned, axes, vertex + 3 * i);
    lb_copy3(vertex + 3 * i, turned);
  }
  for (int i = 0; i < mesh->normalCount; i++) {
    double normal[3] = {mesh->normal[3 * i], mesh->normal[3 * i + 1], mesh->normal[3 * i + 2]};
    double turned[3];
    lb_mulMatTVec3(turned, axes, normal);
    for (int k = 0; k < 3; k++) {
      mesh->normal[3 * i + k] = (float)turned[k];
    }
  }
}

LB_APART static void bound(lbRegion* region, lbMeshShape* mesh) {
  double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
  for (int i = 0; i < mesh->vertexCount; i++) {
    for (int k = 0; k < 3; k++) {
      low[k] = lb_min(low[k], mesh->point[3 * i + k]);
      high[k] = lb_max(high[k], mesh->point[3 * i + k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    mesh->aabb[k] = 0.5 * (low[k] + high[k]);
    mesh->aabb[3 + k] = 0.5 * (high[k] - low[k]);
    mesh->reach[k] = lb_max(fabs(low[k]), fabs(high[k]));
  }
  mesh->vertex = lb_regionAllocRaw(region, lb_checkedSize(mesh->vertexCount, 3 * sizeof(float)));
  for (int i = 0; i < 3 * mesh->vertexCount; i++) {
    mesh->vertex[i] = (float)mesh->point[i];
  }
}

// The centre of the circle around a triangle; not finite where the triangle is a line.
static void circumcenter(mjtNum center[3], const mjtNum corner[3][3]) {
  mjtNum a[3], b[3], normal[3], both[3];
  lb_sub3(a, corner[0], corner[2]);
  lb_sub3(b, corner[1], corner[2]);
  lb_cross(normal, a, b);
  mjtNum aa = lb_dot3(a, a), bb = lb_dot3(b, b), scale = 1 / (2 * lb_dot3(normal, normal));
  for (int k = 0; k < 3; k++) {
    both[k] = aa * b[k] - bb * a[k];
  }
  lb_cross(center, both, normal);
  for (int k = 0; k < 3; k++) {
    center[k] = corner[2][k] + scale * center[k];
  }
}

// The tree over the faces as they are in the model, rounded. COMPAT: BVH-FACES: they are sorted by
// the centres of their circumcircles.
LB_APART static void growTree(lbRegion* region, lbMeshShape* mesh) {
  int nodes = mesh->faceCount ? lb_bvhNodeCount(mesh->faceCount) : 0;
  if (!nodes) {
    return;
  }
  size_t count = (size_t)nodes;
  lbBvhItem* items =
      lb_cacheScratch(lb_checkedSize(mesh->faceCount, sizeof(lbBvhItem) + 3 * sizeof(mjtNum)));
  if (!items) {
    lb_error("out of memory");
  }
  mjtNum* center = (mjtNum*)(items + mesh->faceCount);
  for (int f = 0; f < mesh->faceCount; f++) {
    mjtNum corners[3][3];
    for (int k = 0; k < 3; k++) {
      const float* vertex = mesh->vertex + 3 * mesh->face[3 * f + k];
      lb_set3(corners[k], vertex[0], vertex[1], vertex[2]);
    }
    items[f].id = f;
    lb_bvhBoxPoints(items[f].box, (const mjtNum(*)[3])corners, 3);
    for (int k = 0; k < 3; k++) {
      lb_copy3(corners[k], mesh->point + 3 * mesh->face[3 * f + k]);
    }
    circumcenter(center + 3 * f, (const mjtNum(*)[3])corners);
  }
  lbMeshTree* tree = &mesh->tree;
  tree->child = lb_regionAllocRaw(region, lb_checkedSize(count, 4 * sizeof(int)));
  tree->face = tree->child + 2 * count;
  tree->depth = tree->child + 3 * count;
  tree->box = lb_regionAllocRaw(region, lb_checkedSize(count, 6 * sizeof(mjtNum)));
  tree->count =
      lb_bvhBuild(items, center, mesh->faceCount, tree->child, tree->face, tree->depth, tree->box);
}

lbMeshShape lb_buildMesh(lbRegion* region, lbRegion* work, const lbMeshSource* source,
                         const lbMeshSettings* settings) {
  lbMeshShape mesh = {0};
  double start = lb_clock();
  checkSource(source);
  checkScale(settings->scale);
  if (source->lineCount && !source->face) {
    refuseSurface(settings->name);
  }
  copySource(region, &mesh, source);
  lb_lap(settings->timers, mjCTIMER_MESH_LOAD, &start);
  bool faceless = mesh.faceCount == 0;
  if (settings->needsHull || faceless || settings->inertia == mjMESH_INERTIA_CONVEX) {
    lb_meshHullGraph(region, &mesh, settings->name, settings->maxHullVertices);
  }
  lb_lap(settings->timers, mjCTIMER_MESH_HULL, &start);
  if (faceless) {
    mesh.face = copyFaces(region, mesh.face, mesh.faceCount);
    mesh.faceNormal = mesh.faceTexcoord = NULL;
  }
  if (!mesh.normalCount) {
    makeNormals(region, work, &mesh, settings->smoothNormal);
    mesh.faceNormal = NULL;
  }

  if (settings->inertia == mjMESH_INERTIA_EXACT && !settings->closed) {
    checkOrientation(work, &mesh, settings->name);
  }

  // COMPAT: MS-11: hull and normals are those of the mesh as it was given: a mirroring scale turns
  // the faces over, but leaves the hull's inside out
  const double* scale = settings->scale;
  placeAndScale(&mesh, settings);
  if (scale[0] * scale[1] * scale[2] < 0) {
    flipFaces(mesh.face, mesh.faceCount);
    flipFaces(mesh.faceNormal, mesh.faceCount);
    flipFaces(mesh.faceTexcoord, mesh.faceCount);
  }

  // without own indices, normals and texture coordinates go with the vertices
  if (!mesh.faceNormal) {
    mesh.faceNormal = mesh.face;
    if (mesh.normalCount == 3 * mesh.vertexCount) {
      mesh.faceNormal = copyFaces(region, mesh.face, mesh.faceCount);
      for (int i = 0; i < 3 * mesh.faceCount; i++) {
        mesh.faceNormal[i] *= 3;
      }
    } else if (mesh.normalCount < mesh.vertexCount) {
      // COMPAT: MODEL-MESH: too few to go with the vertices: all faces have the first one
      mesh.faceNormal = lb_regionAlloc(region, lb_checkedSize(mesh.faceCount, 3 * sizeof(int)));
      memset(mesh.faceNormal, 0, 3 * sizeof(int) * (size_t)mesh.faceCount);
    }
  }
  if (mesh.texcoordCount && !mesh.faceTexcoord) {
    mesh.faceTexcoord = mesh.face;
  }
  lb_lap(settings->timers, mjCTIMER_MESH_LOAD, &start);
  weigh(&mesh, settings);
  lb_lap(settings->timers, mjCTIMER_MESH_INERTIA, &start);
  bound(region, &mesh);
  lb_meshExtrema(&mesh);
  lb_meshPolygons(region, &mesh);
  lb_lap(settings->timers, mjCTIMER_MESH_POLYGON, &start);
  growTree(region, &mesh);
  lb_lap(settings->timers, mjCTIMER_MESH_BVH, &start);
  if (settings->octreeDepth >= 0) {
    mesh.octree = lb_buildOctree(region, work, mesh.point, mesh.face, mesh.faceCount, mesh.aabb,
                                 settings->octreeDepth);
  }
  lb_lap(settings->timers, mjCTIMER_MESH_OCTREE, &start);
  return mesh;
}
