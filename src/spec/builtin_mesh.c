// Procedural meshes: mjs_makeMesh.
//
// Spheres, hemispheres, supershapes come with triangles; cones and wedges only with vertices, the
// rest is their convex hull. Wedge and plate are sampling patches for touch sensors: three normals
// per vertex, the surface normal and two tangents (wedge), or the axes (plate).

#include "base/error.h"
#include "base/hash.h"
#include "math/inline.h"
#include "math/libm.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

// Only what is accepted replaces the mesh that was there.
static void startMesh(mjsMesh* mesh) {
  lb_clearItems(mesh->uservert);
  lb_clearItems(mesh->usernormal);
  lb_clearItems(mesh->userface);
}

static void addVertex(mjsMesh* mesh, double x, double y, double z) {
  LB_PUSH(mesh->uservert, (float)x);
  LB_PUSH(mesh->uservert, (float)y);
  LB_PUSH(mesh->uservert, (float)z);
}

static void addNormal(mjsMesh* mesh, double x, double y, double z) {
  LB_PUSH(mesh->usernormal, (float)x);
  LB_PUSH(mesh->usernormal, (float)y);
  LB_PUSH(mesh->usernormal, (float)z);
}

static void addFace(mjsMesh* mesh, int a, int b, int c) {
  LB_PUSH(mesh->userface, a);
  LB_PUSH(mesh->userface, b);
  LB_PUSH(mesh->userface, c);
}

// Signed powers of cosine and sine: the profile of supershapes.
static double cosPower(double angle, double power) {
  double c = lb_cos(angle);
  return copysign(lb_pow(fabs(c), power), c);
}

static double sinPower(double angle, double power) {
  double s = lb_sin(angle);
  return copysign(lb_pow(fabs(s), power), s);
}

// --- sphere ----------------------------------------------------------------------------------

enum {
  ICOSAHEDRON_VERTICES = 12,
  ICOSAHEDRON_FACES = 20,
  MAX_SUBDIVISION = 4,
};

// An edge and the vertex put in its middle.
typedef struct Edge_ {
  int low;
  int high;
  int middle;
} Edge;

typedef struct EdgeTable_ {
  Edge* edges;
  int count;
  lbMap map;  // of the edges
} EdgeTable;

static int middleOf(mjsMesh* mesh, EdgeTable* table, int a, int b) {
  int low = a < b ? a : b;
  int high = a < b ? b : a;
  uint32_t hash = lb_hashStep(lb_hashStep(LB_HASH_START, (uint32_t)low), (uint32_t)high), slot;
  for (const Edge* edge = lb_mapFirst(&table->map, hash, &slot); edge;
       edge = lb_mapNext(&table->map, &slot)) {
    if (edge->low == low && edge->high == high) {
      return edge->middle;
    }
  }
  const float* v = mesh->uservert->items;
  // COMPAT: MODEL-SPHERE-BITS: in single precision; the axes of a sphere hang on the last bits
  float p[3];
  for (int k = 0; k < 3; k++) {
    p[k] = 0.5f * (v[3 * low + k] + v[3 * high + k]);
  }
  float length = sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  int middle = mesh->uservert->count / 3;
  addVertex(mesh, p[0] / length, p[1] / length, p[2] / length);
  Edge* added = &table->edges[table->count++];
  *added = (Edge){.low = low, .high = high, .middle = middle};
  table->map.slots[slot] = added;
  return middle;
}

// Every triangle becomes four.
static void subdivide(mjsMesh* mesh) {
  int count = mesh->userface->count;
  int edgeCount = count / 2;  // each has two triangles
  LB_RESERVE_MORE(mesh->uservert, 3 * edgeCount);
  LB_RESERVE_MORE(mesh->userface, 3 * count);
  // from here on the vectors do not grow, so that nothing is raised until the block is released
  uint32_t slots = lb_mapSlots((size_t)edgeCount);
  size_t mapSize = slots * sizeof(void*), edgeSize = (size_t)edgeCount * sizeof(Edge);
  char* block = lb_allocZero(mapSize + edgeSize + lb_checkedSize(count, sizeof(int)));
  EdgeTable table = {.map = {.slots = (void**)block, .mask = slots - 1},
                     .edges = (Edge*)(block + mapSize)};
  int* old = (int*)(block + mapSize + edgeSize);
  memcpy(old, mesh->userface->items, (size_t)count * sizeof(int));
  mesh->userface->count = 0;
  for (int i = 0; i < count; i += 3) {
    int a = old[i];
    int b = old[i + 1];
    int c = old[i + 2];
    int ab = middleOf(mesh, &table, a, b);
    int bc = middleOf(mesh, &table, b, c);
    int ca = middleOf(mesh, &table, c, a);
    addFace(mesh, a, ab, ca);
    addFace(mesh, b, bc, ab);
    addFace(mesh, c, ca, bc);
    addFace(mesh, ab, bc, ca);
  }
  lb_free(block);
}

static const char* makeSphere(mjsMesh* mesh, const double* params, int nparams) {
  static const signed char corners[ICOSAHEDRON_VERTICES][3] = {
      // 1: short side, 2: long side of the golden rectangles
      {-1, 2, 0},  {1, 2, 0},  {-1, -2, 0}, {1, -2, 0}, {0, -1, 2},  {0, 1, 2},
      {0, -1, -2}, {0, 1, -2}, {2, 0, -1},  {2, 0, 1},  {-2, 0, -1}, {-2, 0, 1}};
  static const unsigned char faces[ICOSAHEDRON_FACES][3] = {
      {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  if (nparams != 1) {
    return "Sphere mesh type requires 1 parameter";
  }
  if (params[0] < 0) {
    return "Sphere subdivision cannot be negative";
  }
  if (!(params[0] <= MAX_SUBDIVISION)) {
    return "Sphere subdivision cannot be greater than 4";
  }
  startMesh(mesh);
  double golden = (1 + sqrt(5)) / 2;
  double norm = sqrt(1 + golden * golden);
  const double lengths[3] = {0, 1 / norm, golden / norm};
  for (int i = 0; i < ICOSAHEDRON_VERTICES; i++) {
    double p[3];
    for (int k = 0; k < 3; k++) {
      int corner = corners[i][k];
      p[k] = corner < 0 ? -lengths[-corner] : lengths[corner];
    }
    addVertex(mesh, p[0], p[1], p[2]);
  }
  for (int i = 0; i < ICOSAHEDRON_FACES; i++) {
    addFace(mesh, faces[i][0], faces[i][1], faces[i][2]);
  }
  for (int i = 0; i < (int)params[0]; i++) {
    subdivide(mesh);
  }
  return "";
}

// --- hemisphere ------------------------------------------------------------------------------

// Index of a vertex: ring 0 is the pole, ring i has 4 i vertices.
static int ringVertex(int ring, int position) {
  if (ring == 0) {
    return 0;
  }
  return 1 + 2 * ring * (ring - 1) + position % (4 * ring);
}

static const char* makeHemisphere(mjsMesh* mesh, const double* params, int nparams) {
  if (nparams != 1) {
    return "Hemisphere mesh type requires 1 parameter";
  }
  if (params[0] < 0) {
    return "Hemisphere resolution cannot be negative";
  }
  if (!(params[0] <= 10)) {
    return "Hemisphere resolution cannot be greater than 10";
  }
  startMesh(mesh);
  int rings = (int)params[0] + 1;
  addVertex(mesh, 0, 0, 1);
  for (int ring = 1; ring <= rings; ring++) {
    for (int k = 0; k < 4 * ring; k++) {
      // a regular grid on the octahedron |x| + |y| + z = rings, drawn out to the sphere
      static const int turn[5] = {1, 0, -1, 0, 1};
      int quadrant = k / ring, step = k % ring;
      double x = turn[quadrant] * (ring - step) + turn[quadrant + 1] * step;
      double y = turn[(quadrant + 3) % 4] * (ring - step) + turn[quadrant] * step;
      double z = rings - ring, length = sqrt(x * x + y * y + z * z);
      addVertex(mesh, x / length, y / length, z / length);
    }
  }
  addVertex(mesh, 0, 0, 0);
  int center = mesh->uservert->count / 3 - 1;

  // between two rings each quadrant has one more outer than inner edge
  for (int ring = 0; ring < rings; ring++) {
    for (int quadrant = 0; quadrant < 4; quadrant++) {
      for (int k = 0; k <= ring; k++) {
        int inner = quadrant * ring + k;
        int outer = quadrant * (ring + 1) + k;
        addFace(mesh, ringVertex(ring, inner), ringVertex(ring + 1, outer),
                ringVertex(ring + 1, outer + 1));
        if (k < ring) {
          addFace(mesh, ringVertex(ring, inner), ringVertex(ring + 1, outer + 1),
                  ringVertex(ring, inner + 1));
        }
      }
    }
  }
  for (int k = 0; k < 4 * rings; k++) {
    addFace(mesh, ringVertex(rings, k), center, ringVertex(rings, k + 1));
  }
  return "";
}

// --- cone, supersphere, supertorus -------------------------------------------------------------

enum {
  MAX_RESOLUTION = 2000,
};

static const char* makeCone(mjsMesh* mesh, const double* params, int nparams) {
  if (nparams != 2) {
    return "Cone mesh type requires 2 parameters";
  }
  if (!(params[0] >= 1 && params[0] <= MAX_RESOLUTION)) {
    return "Cone number of edges is out of range";
  }
  startMesh(mesh);
  int edges = (int)params[0];
  double radius = params[1];
  for (int i = 0; i < edges; i++) {
    double angle = 2 * mjPI * i / edges;
    addVertex(mesh, lb_cos(angle), lb_sin(angle), -1);
  }
  if (radius <= 0) {
    addVertex(mesh, 0, 0, 1);
    return "";
  }
  for (int i = edges; i < 2 * edges; i++) {
    double angle = 2 * mjPI * i / edges;
    addVertex(mesh, radius * lb_cos(angle), radius * lb_sin(angle), 1);
  }
  return "";
}

// Two triangles of a quad whose first edge runs along the row.
static void addQuad(mjsMesh* mesh, int a, int b, int c, int d) {
  addFace(mesh, a, b, c);
  addFace(mesh, b, d, c);
}

static const char* makeSupersphere(mjsMesh* mesh, const double* params, int nparams) {
  if (nparams != 3) {
    return "Supersphere mesh type requires 3 parameters";
  }
  if (!(params[0] >= 3 && params[0] <= MAX_RESOLUTION)) {
    return params[0] < 3 ? "Supersphere resolution must be greater than 2"
                         : "Supersphere resolution is too large";
  }
  if (params[1] < 0) {
    return "Supersphere 'e' cannot be negative";
  }
  if (params[2] < 0) {
    return "Supersphere 'n' cannot be negative";
  }
  startMesh(mesh);
  int n = (int)params[0];
  addVertex(mesh, 0, 0, -1);
  for (int i = 1; i < n; i++) {
    double latitude = -mjPI / 2 + mjPI * i / n;
    for (int j = 0; j < n; j++) {
      double longitude = -mjPI + 2 * mjPI * j / n;
      double r = cosPower(latitude, params[2]);
      addVertex(mesh, r * cosPower(longitude, params[1]), r * sinPower(longitude, params[1]),
                sinPower(latitude, params[2]));
    }
  }
  addVertex(mesh, 0, 0, 1);
  int top = mesh->uservert->count / 3 - 1;
  for (int j = 0; j < n; j++) {
    addFace(mesh, 0, 1 + (j + 1) % n, 1 + j);
  }
  for (int i = 0; i < n - 2; i++) {
    for (int j = 0; j < n; j++) {
      int row = 1 + i * n;
      int next = (j + 1) % n;
      addQuad(mesh, row + j, row + next, row + n + j, row + n + next);
    }
  }
  int last = 1 + (n - 2) * n;
  for (int j = 0; j < n; j++) {
    addFace(mesh, last + j, last + (j + 1) % n, top);
  }
  return "";
}

static const char* makeSupertorus(mjsMesh* mesh, const double* params, int nparams) {
  if (nparams != 4) {
    return "Supertorus mesh type requires 4 parameters";
  }
  if (!(params[0] >= 3 && params[0] <= MAX_RESOLUTION)) {
    return params[0] < 3 ? "Supertorus resolution must be greater than 3"
                         : "Supertorus resolution is too large";
  }
  if (!(params[1] > 0 && params[1] <= 1)) {
    return "Supertorus radius must be in (0, 1]";
  }
  if (params[2] <= 0) {
    return "Supertorus 's' must be greater than 0";
  }
  if (params[3] <= 0) {
    return "Supertorus 't' must be greater than 0";
  }
  startMesh(mesh);
  int n = (int)params[0];
  for (int i = 0; i < n; i++) {
    double around = 2 * mjPI * i / n;
    for (int j = 0; j < n; j++) {
      double section = 2 * mjPI * j / n;
      double r = 1 + params[1] * cosPower(section, params[2]);
      addVertex(mesh, r * cosPower(around, params[3]), r * sinPower(around, params[3]),
                params[1] * sinPower(section, params[2]));
    }
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      int row = i * n;
      int nextRow = (i + 1) % n * n;
      int next = (j + 1) % n;
      addQuad(mesh, row + j, nextRow + j, row + next, nextRow + next);
    }
  }
  return "";
}

// --- wedge, plate ----------------------------------------------------------------------------

// Middle of a bin of [-1, 1]; gamma > 0 makes the bins in the middle smaller.
static double binCenter(int bin, int count, double gamma) {
  double edges[2];
  for (int k = 0; k < 2; k++) {
    double x = 2.0 * (bin + k) / count - 1;
    edges[k] = gamma * x * x * x * x * x + (1 - gamma) * x;
  }
  return 0.5 * (edges[0] + edges[1]);
}

static bool badResolution(const double* params) {
  return !(params[0] >= 1 && params[0] <= MAX_RESOLUTION && params[1] >= 1 &&
           params[1] <= MAX_RESOLUTION);
}

static const char* makeWedge(mjsMesh* mesh, const double* params, int nparams) {
  if (nparams != 5) {
    return "Wedge builtin mesh types require 5 parameters";
  }
  if (badResolution(params)) {
    return "Horizontal and vertical resolutions must be positive";
  }
  if (!(params[2] > 0 && params[2] <= 180)) {
    return "fov[0] must be a float between (0, 180] degrees";
  }
  if (!(params[3] > 0 && params[3] <= 90)) {
    return "`fov[1]` must be a float between (0, 90] degrees";
  }
  if (!(params[4] >= 0 && params[4] <= 1)) {
    return "`gamma` must be a nonnegative float between [0, 1]";
  }
  startMesh(mesh);
  int columns = (int)params[0];
  int rows = (int)params[1];
  for (int i = 0; i < columns; i++) {
    double a = binCenter(i, columns, params[4]) * params[2] * mjPI / 180;
    for (int j = 0; j < rows; j++) {
      double e = binCenter(j, rows, params[4]) * params[3] * mjPI / 180;
      double sa = lb_sin(a);
      double ca = lb_cos(a);
      double se = lb_sin(e);
      double ce = lb_cos(e);
      addVertex(mesh, sa * ce, se, -ca * ce);
      addNormal(mesh, sa * ce, se, -ca * ce);
      addNormal(mesh, ca, 0, sa);
      addNormal(mesh, -sa * se, ce, ca * se);
    }
  }
  return "";
}

static const char* makePlate(mjsMesh* mesh, const double* params, int nparams) {
  if (nparams != 2) {
    return "Plate builtin mesh type requires 2 parameters";
  }
  if (badResolution(params)) {
    return "Horizontal and vertical resolutions must be positive";
  }
  startMesh(mesh);
  int columns = (int)params[0];
  int rows = (int)params[1];
  for (int i = 0; i < columns; i++) {
    for (int j = 0; j < rows; j++) {
      addVertex(mesh, binCenter(i, columns, 0), binCenter(j, rows, 0), -1);
      for (int k = 0; k < 3; k++) {
        addNormal(mesh, k == 0, k == 1, k == 2);
      }
    }
  }
  for (int i = 0; i + 1 < columns; i++) {
    for (int j = 0; j + 1 < rows; j++) {
      int a = i * rows + j;
      addFace(mesh, a, a + rows, a + 1);
      addFace(mesh, a + rows + 1, a + 1, a + rows);
    }
  }
  mesh->inertia = mjMESH_INERTIA_SHELL;
  return "";
}

int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams) {
  LB_REQUIRE(mesh && params);
  const char* (*const makers[])(mjsMesh*, const double*, int) = {
      [mjMESH_BUILTIN_SPHERE] = makeSphere,
      [mjMESH_BUILTIN_HEMISPHERE] = makeHemisphere,
      [mjMESH_BUILTIN_CONE] = makeCone,
      [mjMESH_BUILTIN_SUPERSPHERE] = makeSupersphere,
      [mjMESH_BUILTIN_SUPERTORUS] = makeSupertorus,
      [mjMESH_BUILTIN_WEDGE] = makeWedge,
      [mjMESH_BUILTIN_PLATE] = makePlate,
  };
  const char* refusal = "Unsupported mesh type";
  if ((int)builtin > mjMESH_BUILTIN_NONE && (size_t)builtin < sizeof makers / sizeof makers[0]) {
    refusal = makers[builtin](mesh, params, nparams);
  }
  if (*refusal) {
    char text[256];
    snprintf(text, sizeof text, "Error: %s", refusal);
    lb_specSetError(lb_head(mesh->element)->spec, text);
    return -1;
  }
  return 0;
}
