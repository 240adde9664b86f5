// Triangles of the zero surface of a signed distance field, by surface nets (Gibson, Constrained
// elastic surface nets, 1998): one vertex for every grid cell with corners of both signs, two
// triangles around every grid edge whose ends differ in sign.
//
// The grid is larger than the field's box by two cells, so that the surface closes. A vertex starts
// in the middle of the zeros on its cell's edges and is then moved onto the surface along the
// field's gradient, as far as its cell allows. Fields with thin walls can give edges with four
// faces; the orientation stays consistent and signed volumes exact.

#include "asset/surface.h"

#include "base/error.h"
#include "math/inline.h"

#include <string.h>

typedef struct {
  const lbSurfaceField* field;
  int count[3];   // grid points
  mjtNum low[3];  // first grid point
  mjtNum step;
  float* value;     // per grid point
  int* cellVertex;  // per cell (addressed by its lowest corner), -1: none
  float* vertex;
  int* face;
  int faceCount;
} Net;

static size_t addressOf(const Net* net, int i, int j, int k) {
  return ((size_t)k * (size_t)net->count[1] + (size_t)j) * (size_t)net->count[0] + (size_t)i;
}

static mjtNum distanceAt(const Net* net, const mjtNum x[3]) {
  return net->field->distance(x, net->field->attributes);
}

static void sample(lbRegion* region, Net* net) {
  size_t total = lb_checkedSize(lb_checkedSize((size_t)net->count[0], (size_t)net->count[1]),
                                (size_t)net->count[2]);
  net->value = lb_regionAlloc(region, lb_checkedSize(total, sizeof(float)));
  net->cellVertex = lb_regionAlloc(region, lb_checkedSize(total, sizeof(int)));
  memset(net->cellVertex, 0xff, total * sizeof(int));
  for (int k = 0; k < net->count[2]; k++) {
    for (int j = 0; j < net->count[1]; j++) {
      for (int i = 0; i < net->count[0]; i++) {
        mjtNum x[3] = {net->low[0] + i * net->step, net->low[1] + j * net->step,
                       net->low[2] + k * net->step};
        mjtNum distance = distanceAt(net, x);
        if (!isfinite(distance)) {
          lb_error("signed distance field is not finite at (%g, %g, %g)", x[0], x[1], x[2]);
        }
        net->value[addressOf(net, i, j, k)] = (float)distance;
      }
    }
  }
}

// Towards the surface along the gradient, inside the cell around `cell`.
static void project(const Net* net, const mjtNum cell[3], mjtNum x[3]) {
  mjtNum h = 1e-4 * net->step;
  for (int pass = 0; pass < 2; pass++) {
    mjtNum distance = distanceAt(net, x), gradient[3], square;
    for (int k = 0; k < 3; k++) {
      mjtNum y[3] = {x[0], x[1], x[2]};
      y[k] += h;
      gradient[k] = (distanceAt(net, y) - distance) / h;
    }
    square = lb_dot3(gradient, gradient);
    if (square < 1e-6) {
      return;
    }
    for (int k = 0; k < 3; k++) {
      x[k] = lb_clip(x[k] - distance * gradient[k] / square, cell[k], cell[k] + net->step);
    }
  }
}

// The values at a cell's corners; false when all have one sign.
static bool readCell(const Net* net, int i, int j, int k, float value[8]) {
  int inside = 0;
  for (int c = 0; c < 8; c++) {
    value[c] = net->value[addressOf(net, i + (c & 1), j + (c >> 1 & 1), k + (c >> 2))];
    inside += value[c] < 0;
  }
  return inside > 0 && inside < 8;
}

static void placeVertex(const Net* net, int i, int j, int k, const float value[8], mjtNum x[3]) {
  int crossings = 0;
  lb_zero3(x);
  for (int c = 0; c < 8; c++) {
    for (int axis = 0; axis < 3; axis++) {
      int other = c | 1 << axis;
      if (other == c || (value[c] < 0) == (value[other] < 0)) {
        continue;
      }
      mjtNum point[3] = {c & 1, c >> 1 & 1, c >> 2};
      point[axis] = value[c] / ((mjtNum)value[c] - value[other]);
      lb_addTo3(x, point);
      crossings++;
    }
  }
  mjtNum cell[3] = {net->low[0] + i * net->step, net->low[1] + j * net->step,
                    net->low[2] + k * net->step};
  for (int axis = 0; axis < 3; axis++) {
    x[axis] = cell[axis] + net->step * x[axis] / crossings;
  }
  project(net, cell, x);
}

// One vertex per cell with a change of sign; without room only their number.
static int makeVertices(Net* net) {
  int count = 0;
  for (int k = 0; k + 1 < net->count[2]; k++) {
    for (int j = 0; j + 1 < net->count[1]; j++) {
      for (int i = 0; i + 1 < net->count[0]; i++) {
        float value[8];
        if (!readCell(net, i, j, k, value)) {
          continue;
        }
        if (net->vertex) {
          mjtNum x[3];
          placeVertex(net, i, j, k, value, x);
          for (int c = 0; c < 3; c++) {
            net->vertex[3 * count + c] = (float)x[c];
          }
          net->cellVertex[addressOf(net, i, j, k)] = count;
        }
        count++;
      }
    }
  }
  return count;
}

// The four cells around the grid edge from (i, j, k) along `axis`, turned to the outside.
static void addFaces(Net* net, const int at[3], int axis, bool leaving) {
  static const int around[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
  int corner[4];
  for (int c = 0; c < 4; c++) {
    int cell[3] = {at[0], at[1], at[2]};
    cell[(axis + 1) % 3] += around[c][0];
    cell[(axis + 2) % 3] += around[c][1];
    corner[c] = net->cellVertex[addressOf(net, cell[0], cell[1], cell[2])];
  }
  int* face = net->face + 3 * net->faceCount;
  const int leavingOrder[6] = {0, 1, 2, 0, 2, 3}, enteringOrder[6] = {0, 2, 1, 0, 3, 2};
  for (int c = 0; c < 6; c++) {
    face[c] = corner[(leaving ? leavingOrder : enteringOrder)[c]];
  }
  net->faceCount += 2;
}

// One quadrilateral per edge with a change of sign; without room only their number.
static int makeFaces(Net* net) {
  int edges = 0;
  for (int k = 1; k + 1 < net->count[2]; k++) {
    for (int j = 1; j + 1 < net->count[1]; j++) {
      for (int i = 1; i + 1 < net->count[0]; i++) {
        const int at[3] = {i, j, k};
        bool inside = net->value[addressOf(net, i, j, k)] < 0;
        for (int axis = 0; axis < 3; axis++) {
          int end[3] = {i, j, k};
          end[axis]++;
          if (inside == (net->value[addressOf(net, end[0], end[1], end[2])] < 0)) {
            continue;
          }
          edges++;
          if (net->face) {
            addFaces(net, at, axis, inside);
          }
        }
      }
    }
  }
  return edges;
}

lbMeshSource lb_surfaceMesh(lbRegion* region, const lbSurfaceField* field, int cells) {
  static const int margin = 2;
  Net net = {.field = field};
  const mjtNum *center = field->aabb, *half = field->aabb + 3;
  for (int k = 0; k < 3; k++) {
    if (!(half[k] > 0) || !isfinite(half[k]) || !isfinite(center[k])) {
      lb_error("signed distance field has no bounding box");
    }
  }
  net.step = 2 * lb_max(half[0], lb_max(half[1], half[2])) / cells;
  for (int k = 0; k < 3; k++) {
    int inner = (int)ceil(2 * half[k] / net.step);
    net.count[k] = inner + 2 * margin + 1;
    net.low[k] = center[k] - (inner / 2.0 + margin) * net.step;
  }
  sample(region, &net);
  size_t vertices = (size_t)makeVertices(&net), faces = 2 * (size_t)makeFaces(&net);
  if (!faces) {
    lb_error("signed distance field has no surface inside its bounding box");
  }
  net.vertex = lb_regionAlloc(region, lb_checkedSize(vertices, 3 * sizeof(float)));
  net.face = lb_regionAlloc(region, lb_checkedSize(faces, 3 * sizeof(int)));
  int vertexCount = makeVertices(&net);
  makeFaces(&net);
  return (lbMeshSource){.vertexCount = vertexCount,
                        .faceCount = net.faceCount,
                        .vertex = net.vertex,
                        .face = net.face};
}
