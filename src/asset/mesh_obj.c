// Wavefront OBJ: vertices, texture coordinates, normals, and the faces and lines of the first
// object.
//
// Polygons are cut into triangles when all vertices are known. Indices count from one, or backwards
// from the last item when negative. Lines that are not understood are skipped.
// COMPAT: OBJ-SHAPE: an object or group that follows faces or lines ends their reading; the peer
// keeps the first shape only.

#include "asset/mesh.h"

#include "base/array.h"
#include "base/decimal.h"
#include "base/error.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Arrays that double inside the region.
typedef struct Growing_ {
  void* items;
  int count, capacity;
} Growing;

static void* grow(lbRegion* region, Growing* array, int more, size_t itemSize) {
  if (array->count > INT_MAX / 4 - more) {
    lb_error("OBJ file is too large");
  }
  if (array->count + more > array->capacity) {
    int capacity = array->capacity ? 2 * array->capacity : 256;
    while (capacity < array->count + more) {
      capacity *= 2;
    }
    void* moved = lb_regionAllocRaw(region, lb_checkedSize((size_t)capacity, itemSize));
    if (array->count) {
      memcpy(moved, array->items, (size_t)array->count * itemSize);
    }
    array->items = moved;
    array->capacity = capacity;
  }
  void* at = (char*)array->items + (size_t)array->count * itemSize;
  array->count += more;
  return at;
}

typedef struct Cursor_ {
  const char* at;
  const char* end;
} Cursor;

static void skipBlanks(Cursor* c) {
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\t')) {
    c->at++;
  }
}

// Lines end with a line feed, a carriage return or both.
static bool endsLine(const Cursor* c) {
  return c->at >= c->end || *c->at == '\n' || *c->at == '\r';
}

static void skipLine(Cursor* c) {
  while (!endsLine(c)) {
    c->at++;
  }
  c->at += c->at < c->end;
}

static bool atLineEnd(Cursor* c) {
  skipBlanks(c);
  return endsLine(c) || *c->at == '#';
}

static bool isBlank(const Cursor* c, int offset) {
  return c->at + offset >= c->end || c->at[offset] == ' ' || c->at[offset] == '\t';
}

// A decimal number, 0 when there is none, and what follows it up to a blank. The last bits of long
// ones do not matter: meshes are of floats, and exact reading would take longer than all the rest.
static double readNumber(Cursor* c) {
  lbWritten written;
  skipBlanks(c);
  const char* end = lb_readDecimal(c->at, c->end, &written);
  c->at = end ? end : c->at;
  while (!isBlank(c, 0) && !endsLine(c)) {
    c->at++;
  }
  return end ? lb_nearDecimal(&written) : 0;
}

static int readIndex(Cursor* c, int count) {
  bool negative = c->at < c->end && *c->at == '-';
  c->at += negative || (c->at < c->end && *c->at == '+');
  long value = 0;
  bool any = false;
  for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
    value = value < INT_MAX ? value * 10 + (*c->at - '0') : value;
    any = true;
  }
  if (!any || value == 0) {
    return -1;
  }
  long index = negative ? count - value : value - 1;
  return index < 0 || index > INT_MAX / 4 ? -2 : (int)index;
}

typedef struct Corner_ {
  int vertex, texcoord, normal;  // -1: not given
} Corner;

typedef struct ObjReader_ {
  lbRegion* region;
  Growing vertices, texcoords, normals;  // float
  Growing corners;                       // Corner
  Growing sizes;                         // int, corners of each face
  Growing lines;                         // int, both vertices of each
  bool finished;                         // the first shape is complete
} ObjReader;

static Corner readCorner(ObjReader* r, Cursor* c) {
  Corner corner = {-1, -1, -1};
  corner.vertex = readIndex(c, r->vertices.count / 3);
  if (c->at < c->end && *c->at == '/') {
    c->at++;
    if (c->at < c->end && *c->at != '/') {
      corner.texcoord = readIndex(c, r->texcoords.count / 2);
    }
    if (c->at < c->end && *c->at == '/') {
      c->at++;
      corner.normal = readIndex(c, r->normals.count / 3);
    }
  }
  // whatever else the word holds
  while (!isBlank(c, 0) && !endsLine(c)) {
    c->at++;
  }
  return corner;
}

static void readFace(ObjReader* r, Cursor* c) {
  int first = r->corners.count;
  while (!atLineEnd(c)) {
    Corner corner = readCorner(r, c);
    if (corner.vertex < 0) {
      lb_error("could not parse OBJ file: vertex index in face does not exist");
    }
    *(Corner*)grow(r->region, &r->corners, 1, sizeof(Corner)) = corner;
  }
  int size = r->corners.count - first;
  if (size < 3) {
    r->corners.count = first;
    return;
  }
  *(int*)grow(r->region, &r->sizes, 1, sizeof(int)) = size;
}

// A line of several vertices is as many lines, less one.
static void readPolyline(ObjReader* r, Cursor* c) {
  for (int previous = -1; !atLineEnd(c);) {
    int vertex = readCorner(r, c).vertex;
    if (vertex < 0) {
      lb_error("could not parse OBJ file: vertex index in line does not exist");
    }
    if (previous >= 0) {
      int* line = grow(r->region, &r->lines, 2, sizeof(int));
      line[0] = previous;
      line[1] = vertex;
    }
    previous = vertex;
  }
}

// Corners of triangles, three each.
static Growing makeTriangles(ObjReader* r) {
  const int* size = r->sizes.items;
  int largest = 3;
  for (int f = 0; f < r->sizes.count; f++) {
    largest = size[f] > largest ? size[f] : largest;
  }
  if (largest == 3) {
    return r->corners;
  }
  Growing triangles = {0};
  int* cut = lb_regionAllocRaw(r->region, lb_checkedSize(largest, 4 * sizeof(int)));
  const float** point = lb_regionAllocRaw(r->region, lb_checkedSize(largest, sizeof(float*)));
  const Corner* corner = r->corners.items;
  for (int f = 0; f < r->sizes.count; corner += size[f++]) {
    int made = 1;
    cut[0] = 0;
    cut[1] = 1;
    cut[2] = 2;
    if (size[f] > 3) {
      for (int k = 0; k < size[f]; k++) {
        if (corner[k].vertex >= r->vertices.count / 3) {
          lb_error("in face %d, vertex index %d does not exist", f, corner[k].vertex);
        }
        point[k] = (float*)r->vertices.items + 3 * corner[k].vertex;
      }
      made = lb_cutEars(point, size[f], cut + 3 * largest, cut);
    }
    Corner* triangle = grow(r->region, &triangles, 3 * made, sizeof(Corner));
    for (int k = 0; k < 3 * made; k++) {
      triangle[k] = corner[cut[k]];
    }
  }
  return triangles;
}

static void readNumbers(ObjReader* r, Cursor* c, Growing* array, int count) {
  float* values = grow(r->region, array, count, sizeof(float));
  for (int i = 0; i < count; i++) {
    values[i] = atLineEnd(c) ? 0 : (float)readNumber(c);
  }
}

static void readLine(ObjReader* r, Cursor* c) {
  skipBlanks(c);
  if (c->at >= c->end) {
    return;
  }
  if (*c->at == 'v' && isBlank(c, 1)) {
    c->at++;
    readNumbers(r, c, &r->vertices, 3);
  } else if (*c->at == 'v' && c->at + 1 < c->end && c->at[1] == 't' && isBlank(c, 2)) {
    c->at += 2;
    readNumbers(r, c, &r->texcoords, 2);
  } else if (*c->at == 'v' && c->at + 1 < c->end && c->at[1] == 'n' && isBlank(c, 2)) {
    c->at += 2;
    readNumbers(r, c, &r->normals, 3);
  } else if (*c->at == 'f' && isBlank(c, 1)) {
    c->at++;
    if (!r->finished) {
      readFace(r, c);
    }
  } else if (*c->at == 'l' && isBlank(c, 1)) {
    c->at++;
    if (!r->finished) {
      readPolyline(r, c);
    }
  } else if ((*c->at == 'o' || *c->at == 'g') && isBlank(c, 1)) {
    r->finished |= r->corners.count > 0 || r->lines.count > 0;
  }
  skipLine(c);
}

lbMeshSource lb_readObj(lbRegion* region, const void* bytes, size_t size) {
  ObjReader r = {.region = region};
  Cursor c = {bytes, (const char*)bytes + size};
  while (c.at < c.end) {
    readLine(&r, &c);
  }
  Growing triangles = makeTriangles(&r);
  lbMeshSource mesh = {.vertexCount = r.vertices.count / 3,
                       .normalCount = r.normals.count / 3,
                       .texcoordCount = r.texcoords.count / 2,
                       .faceCount = triangles.count / 3,
                       .lineCount = r.lines.count / 2,
                       .vertex = r.vertices.items,
                       .normal = r.normals.items,
                       .texcoord = r.texcoords.items,
                       .line = r.lines.items};

  // split the corners; v grows downwards in pictures
  const Corner* corner = triangles.items;
  int* face = lb_regionAllocRaw(region, lb_checkedSize(triangles.count, 3 * sizeof(int)) + 1);
  int *normal = face + triangles.count, *texcoord = normal + triangles.count;
  for (int i = 0; i < triangles.count; i++) {
    face[i] = corner[i].vertex;
    normal[i] = corner[i].normal;
    texcoord[i] = corner[i].texcoord;
  }
  float* flipped = r.texcoords.items;
  for (int i = 0; i < mesh.texcoordCount; i++) {
    flipped[2 * i + 1] = 1 - flipped[2 * i + 1];
  }
  mesh.face = triangles.count ? face : NULL;
  mesh.faceNormal = mesh.normalCount ? normal : NULL;
  mesh.faceTexcoord = mesh.texcoordCount ? texcoord : NULL;
  return mesh;
}
