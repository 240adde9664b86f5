// The skin of a cable of boxes: two layers of vertices over a grid of bones, along the cable and
// across its width, inflated to the height of the boxes. A subgrid adds vertices between the bones,
// weighted by Catmull-Rom splines; beyond the ends the grid goes on in a straight line.

#include "mjcf/cable_skin.h"

#include "math/inline.h"

#include <math.h>
#include <string.h>

enum { MAX_VERTICES = 4000000, REACH = 3 };

void lb_readCableSkin(lbReader* reader, const lbXml* node, lbCableSkin* skin) {
  lb_readBool(node, "texcoord", &skin->texcoord);
  lb_readFloats(node, "rgba", skin->rgba, 4, 4);
  double unused;
  lb_readDouble(node, "inflate", &unused);
  lb_readInt(node, "group", &skin->group);
  lb_readInt(node, "subgrid", &skin->subgrid);
  skin->material = lb_xmlValue(node, "material");
  if (skin->subgrid < 0 || skin->subgrid > 100) {
    lb_xmlFault(node, &(lbFault){.attribute = "subgrid"}, "subgrid must be between 0 and 100");
  }
  if (skin->group < 0 || skin->group > mjNGROUP - 1) {
    lb_xmlFault(node, &(lbFault){.attribute = "group"}, "skin group must be between 0 and %d",
                mjNGROUP - 1);
  }
}

// Influence of a control point on a vertex along one axis, with `steps` vertices per interval.
static double splineWeight(int vertex, int steps, int control, int controls) {
  int cell = vertex / steps;
  if (cell > controls - 2) {
    cell = controls - 2;
  }
  double u = (double)(vertex - cell * steps) / steps;
  const double basis[4] = {((2 - u) * u - 1) * u / 2, ((3 * u - 5) * u * u + 2) / 2,
                           ((4 - 3 * u) * u + 1) * u / 2, (u - 1) * u * u / 2};
  double weight = 0;
  for (int k = 0; k < 4; k++) {
    int point = cell + k - 1;
    if (point < 0) {
      // straight on before the first point: 2 p0 - p1
      weight += basis[k] * (control == 0 ? 2 : control == 1 ? -1 : 0);
    } else if (point >= controls) {
      weight += basis[k] * (control == controls - 1 ? 2 : control == controls - 2 ? -1 : 0);
    } else if (point == control) {
      weight += basis[k];
    }
  }
  return weight;
}

typedef struct Grid_ {
  int bonesX, bonesY;  // control points
  int nx, ny;          // vertices per layer
  int steps;
} Grid;

static void addFace(mjsSkin* skin, int a, int b, int c) {
  LB_PUSH(skin->face, a);
  LB_PUSH(skin->face, b);
  LB_PUSH(skin->face, c);
}

static void addFaces(mjsSkin* skin, const Grid* grid) {
  int ny = grid->ny;
  int layer = grid->nx * ny;
  for (int i = 0; i + 1 < grid->nx; i++) {
    for (int j = 0; j + 1 < ny; j++) {
      int a = i * ny + j;
      addFace(skin, a, a + ny, a + ny + 1);
      addFace(skin, a, a + ny + 1, a + 1);
    }
  }
  for (int i = 0; i + 1 < grid->nx; i++) {
    for (int j = 0; j + 1 < ny; j++) {
      int a = layer + i * ny + j;
      addFace(skin, a, a + ny + 1, a + ny);
      addFace(skin, a, a + 1, a + ny + 1);
    }
  }
  // rims: first and last column, first and last row
  for (int i = 0; i + 1 < grid->nx; i++) {
    int a = i * ny;
    addFace(skin, a, layer + a + ny, a + ny);
    addFace(skin, a, layer + a, layer + a + ny);
  }
  for (int i = 0; i + 1 < grid->nx; i++) {
    int a = i * ny + ny - 1;
    addFace(skin, a, a + ny, layer + a + ny);
    addFace(skin, a, layer + a + ny, layer + a);
  }
  for (int j = 0; j + 1 < ny; j++) {
    addFace(skin, j, j + 1, layer + j + 1);
    addFace(skin, j, layer + j + 1, layer + j);
  }
  for (int j = 0; j + 1 < ny; j++) {
    int a = (grid->nx - 1) * ny + j;
    addFace(skin, a, layer + a + 1, a + 1);
    addFace(skin, a, layer + a, layer + a + 1);
  }
}

typedef struct Range_ {
  int first, end;
} Range;

// Vertices between two control points: from the first on, in the last interval with its end.
static Range cellRange(int cell, int controls, int steps) {
  return (Range){cell * steps, (cell + 1) * steps + (cell == controls - 2)};
}

// Vertices a bone moves, in both layers, interval by interval.
static void addWeights(lbReader* reader, mjsSkin* skin, const Grid* grid, int boneX, int boneY) {
  int layer = grid->nx * grid->ny;
  // a spline reaches two intervals to each side, and one more where it goes on in a straight line
  int first = lb_maxInt((boneX - REACH) * grid->steps, 0);
  int end = lb_minInt((boneX + REACH) * grid->steps + 1, grid->nx);
  int64_t room = 2 * (int64_t)(end - first) * grid->ny;
  int* ids = lb_regionAlloc(reader->region, lb_checkedSize(room, sizeof(int)));
  float* weights = lb_regionAlloc(reader->region, lb_checkedSize(room, sizeof(float)));
  int count = 0;
  int cellsY = grid->bonesY - 1;
  int last = lb_minInt(boneX + REACH, grid->bonesX - 1);
  for (int cell = lb_maxInt(boneX - REACH, 0) * cellsY; cell < last * cellsY; cell++) {
    Range x = cellRange(cell / cellsY, grid->bonesX, grid->steps);
    Range y = cellRange(cell % cellsY, grid->bonesY, grid->steps);
    for (int i = x.first; i < x.end; i++) {
      double along = splineWeight(i, grid->steps, boneX, grid->bonesX);
      for (int j = y.first; along != 0 && j < y.end; j++) {
        double weight = along * splineWeight(j, grid->steps, boneY, grid->bonesY);
        if (fabs(weight) > 1e-12) {
          ids[count] = i * grid->ny + j;
          ids[count + 1] = layer + i * grid->ny + j;
          weights[count] = weights[count + 1] = (float)weight;
          count += 2;
        }
      }
    }
  }
  mjs_appendIntVec(skin->vertid, ids, count);
  mjs_appendFloatVec(skin->vertweight, weights, count);
}

static void addBone(lbReader* reader, mjsSkin* skin, const lbCableSkin* cable, const Grid* grid,
                    int x, int y) {
  bool end = x == grid->bonesX - 1;
  int body = end ? x - 1 : x;
  bool last = body == cable->count - 2;
  const char* name = body == 0 ? lb_regionPrintf(reader->region, "%sB_first", cable->prefix)
                     : last    ? lb_regionPrintf(reader->region, "%sB_last", cable->prefix)
                               : lb_regionPrintf(reader->region, "%sB_%d", cable->prefix, body);
  float width = (float)cable->halfWidth;
  const float pos[3] = {end ? -(float)cable->length : 0,
                        width * (float)(2.0 * y / (grid->bonesY - 1) - 1), 0};
  const float quat[4] = {1, 0, 0, 0};
  lb_pushText(skin->bodyname, name);
  for (int k = 0; k < 3; k++) {
    LB_PUSH(skin->bindpos, pos[k]);
  }
  for (int k = 0; k < 4; k++) {
    LB_PUSH(skin->bindquat, quat[k]);
  }
  addWeights(reader, skin, grid, x, y);
}

void lb_addCableSkin(lbReader* reader, const lbCableSkin* cable) {
  lbSkin* skin = (lbSkin*)lb_addElement(reader->spec, mjOBJ_SKIN, NULL, NULL);
  Grid grid = {
      .bonesX = cable->count, .bonesY = cable->subgrid ? 3 : 2, .steps = cable->subgrid + 1};
  grid.nx = (grid.bonesX - 1) * grid.steps + 1;
  grid.ny = (grid.bonesY - 1) * grid.steps + 1;
  int64_t vertices = 2 * (int64_t)grid.nx * grid.ny;
  if (vertices > MAX_VERTICES) {
    lb_error("the skin of a cable has more than %d vertices: lower count or subgrid", MAX_VERTICES);
  }
  mjs_setName(&skin->head.handle, cable->name);
  lb_setText(skin->s.material, cable->material);
  memcpy(skin->s.rgba, cable->rgba, sizeof skin->s.rgba);
  skin->s.group = cable->group;
  skin->s.inflate = (float)(2 * cable->halfHeight);
  for (int i = 0; i < 3 * vertices; i++) {
    LB_PUSH(skin->s.vert, 0.0f);
  }
  for (int i = 0; cable->texcoord && i < vertices; i++) {
    int index = i % (grid.nx * grid.ny);
    LB_PUSH(skin->s.texcoord, (float)(index / grid.ny) / (float)(grid.nx - 1));
    LB_PUSH(skin->s.texcoord, (float)(index % grid.ny) / (float)(grid.ny - 1));
  }
  addFaces(&skin->s, &grid);
  for (int x = 0; x < grid.bonesX; x++) {
    for (int y = 0; y < grid.bonesY; y++) {
      addBone(reader, &skin->s, cable, &grid, x, y);
    }
  }
}
