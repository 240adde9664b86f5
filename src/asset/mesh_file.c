// Mesh files: binary STL, Wavefront OBJ, and the MSH format of the engine.
//
// MSH: four 32-bit integers (vertices, normals, texture coordinates, faces), then as many floats
// (3, 3, 2 per item) and integers (3 per face). STL corners at equal positions become one vertex.
// Counts are checked against the file's size before anything is allocated.

#include "asset/mesh.h"

#include "base/error.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

#define STL_HEADER 80
#define STL_FACE 50
#define STL_MAX_FACES 200000

static uint32_t readU32(const unsigned char* bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

static float readFloat(const unsigned char* bytes) {
  uint32_t bits = readU32(bytes);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// --- merging of equal points

typedef struct PointTable_ {
  float* points;  // unique points
  int count;
  lbMap map;  // of the points
} PointTable;

static PointTable makePointTable(lbRegion* region, size_t capacity) {
  return (PointTable){.points = lb_regionAlloc(region, lb_checkedSize(capacity, 3 * sizeof(float))),
                      .map = lb_regionMap(region, capacity)};
}

// Index of a point, added when it is new.
static int pointIndex(PointTable* table, const float point[3]) {
  uint32_t slot;
  const float* found = lb_mapFirst(&table->map, lb_hashPoint(point), &slot);
  for (; found; found = lb_mapNext(&table->map, &slot)) {
    if (found[0] == point[0] && found[1] == point[1] && found[2] == point[2]) {
      return (int)((found - table->points) / 3);
    }
  }
  float* added = table->points + 3 * table->count;
  memcpy(added, point, 3 * sizeof(float));
  table->map.slots[slot] = added;
  return table->count++;
}

// --- STL

static void refuseStl(const char* name, const char* before, const char* behind) {
  lb_error("decoder failed for mesh file '%s'\nstl_decoder: %sSTL file '%s'%s", name, before, name,
           behind);
}

lbMeshSource lb_readStl(lbRegion* region, const char* name, const void* bytes, size_t size) {
  const unsigned char* data = bytes;
  const char* ascii = "; perhaps this is an ASCII file?";
  if (!size) {
    refuseStl(name, "", " is empty");
  }
  if (size < STL_HEADER + 4) {
    refuseStl(name, "invalid header in ", "");
  }
  uint32_t faces = readU32(data + STL_HEADER);
  if (faces < 1 || faces > STL_MAX_FACES) {
    refuseStl(name, "number of faces should be between 1 and 200000 in ", ascii);
  }
  if (size != STL_HEADER + 4 + (size_t)faces * STL_FACE) {
    refuseStl(name, "", lb_regionPrintf(region, " has wrong size%s", ascii));
  }
  PointTable table = makePointTable(region, (size_t)faces * 3);
  int* face = lb_regionAlloc(region, lb_checkedSize(faces, 3 * sizeof(int)));
  for (uint32_t f = 0; f < faces; f++) {
    const unsigned char* corners = data + STL_HEADER + 4 + (size_t)f * STL_FACE + 12;
    for (int k = 0; k < 3; k++) {
      float point[3];
      for (int i = 0; i < 3; i++) {
        point[i] = readFloat(corners + 12 * k + 4 * i);
        if (fabsf(point[i]) > 1073741824.0f) {
          refuseStl(name, "vertex in ", " exceeds maximum bounds");
        }
      }
      face[3 * f + k] = pointIndex(&table, point);
    }
  }
  return (lbMeshSource){
      .vertexCount = table.count, .vertex = table.points, .faceCount = (int)faces, .face = face};
}

// --- MSH

// How many numbers an MSH file holds after its header; 0: it is none, and what it is instead.
static size_t mshNumbers(const unsigned char* data, size_t size, const char** problem) {
  if (size < 16) {
    *problem = "missing header";
    return 0;
  }
  int32_t count[4];
  for (int i = 0; i < 4; i++) {
    count[i] = (int32_t)readU32(data + 4 * i);
  }
  int nvert = count[0], nnormal = count[1], ntexcoord = count[2], nface = count[3];
  if (nvert < 4 || nface < 0 || nnormal < 0 || ntexcoord < 0 || (nnormal > 0 && nnormal != nvert) ||
      (ntexcoord > 0 && ntexcoord != nvert)) {
    *problem = "invalid sizes";
    return 0;
  }
  *problem = "unexpected file size";
  int64_t numbers =
      (int64_t)nvert * 3 + (int64_t)nnormal * 3 + (int64_t)ntexcoord * 2 + (int64_t)nface * 3;
  return (int64_t)size == 16 + 4 * numbers ? (size_t)numbers : 0;
}

bool lb_isMsh(const void* bytes, size_t size) {
  const char* unused;
  return mshNumbers(bytes, size, &unused) > 0;
}

lbMeshSource lb_readMsh(lbRegion* region, const char* name, const void* bytes, size_t size) {
  const unsigned char* data = bytes;
  const char* problem;
  size_t numbers = mshNumbers(data, size, &problem);
  if (!size) {
    lb_error("MSH file '%s' is empty", name);
  }
  if (!numbers) {
    lb_error("%s in MSH file '%s'", problem, name);
  }
  int nvert = (int)readU32(data), nnormal = (int)readU32(data + 4),
      ntexcoord = (int)readU32(data + 8), nface = (int)readU32(data + 12);
  float* values = lb_regionAlloc(region, numbers * sizeof(float));
  size_t floats = numbers - (size_t)nface * 3;
  for (size_t i = 0; i < floats; i++) {
    values[i] = readFloat(data + 16 + 4 * i);
  }
  int* face = lb_regionAlloc(region, lb_checkedSize(nface, 3 * sizeof(int)));
  for (size_t i = 0; i < (size_t)nface * 3; i++) {
    face[i] = (int)readU32(data + 16 + 4 * (floats + i));
  }
  lbMeshSource mesh = {.vertexCount = nvert,
                       .normalCount = nnormal,
                       .texcoordCount = ntexcoord,
                       .faceCount = nface,
                       .vertex = values,
                       .face = nface ? face : NULL};
  mesh.normal = nnormal ? values + (size_t)nvert * 3 : NULL;
  mesh.texcoord = ntexcoord ? values + (size_t)nvert * 3 + (size_t)nnormal * 3 : NULL;
  mesh.faceNormal = nnormal ? mesh.face : NULL;
  mesh.faceTexcoord = ntexcoord ? mesh.face : NULL;
  return mesh;
}
