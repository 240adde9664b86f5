// Octrees of signed distances to a mesh's surface.
//
// 1. Cells that the surface passes through are cut in eight, level by level, down to the largest
//    depth.
// 2. Cells are cut until faces are shared only with cells of the same depth or the next.
// 3. Distances are measured at corners. A corner that lies on the side of a larger leaf takes that
//    leaf's interpolated value, so that the field is continuous.
// The distance is that to the nearest triangle, negative behind its plane.
//
// COMPAT: OCTREE-ORDER: the order of the cuts decides the numbers of the nodes. It is that of the
// peer: passes over the leaves in order of their numbers; a leaf is cut when the cell found beyond
// the middle of one of its faces is too deep, and cuts that cell when it is too shallow. Also the
// peer's: the nearest triangle alone gives the sign, so beyond a sharp edge it can be wrong.
//
// Box and triangle: separating axes (Akenine-Moller, Fast 3D triangle-box overlap testing, 2001).
// Nearest point of a triangle: Ericson, Real-time collision detection (2005), section 5.1.5.
//
// What is done to one cell stays a function of its own (base/compiler.h).

#include "asset/octree.h"

#include "base/compiler.h"
#include "base/error.h"
#include "collide/bvh_build.h"
#include "math/inline.h"

#include <string.h>

#define MARGIN 1.1    // size of the root relative to the mesh's box
#define MAX_DEPTH 10  // what positions are packed for

// A cell's place: its lower corner is 2^-depth of the root's edges times (x, y, z).
typedef struct Cell_ {
  int x, y, z, depth;
  int child;  // first of eight, negative: leaf
} Cell;

enum { LEAF = -1, SETTLED_LEAF = -2 };  // settled: its neighbours stay what they are to it

typedef struct Slot_ {
  uint64_t key;  // packed position plus 1, 0: free
  double distance;
} Slot;

typedef struct Builder_ {
  lbRegion* work;
  const double* point;
  const int* face;
  int faceCount, maxDepth;
  double root[6];
  Cell* cells;
  int count, capacity;
  lbBvhItem* items;  // hierarchy over the triangles
  int *bvhChild, *bvhId;
  double* bvhBox;
  Slot* slots;  // corners that have a distance
  uint32_t slotMask;
} Builder;

// ------------------------------------------------------------------------------------------ cells

static void cutCell(Builder* b, int index) {
  if (b->count + 8 > b->capacity) {
    int capacity = 2 * b->capacity;
    Cell* cells = lb_regionAllocRaw(b->work, lb_checkedSize((size_t)capacity, sizeof(Cell)));
    memcpy(cells, b->cells, (size_t)b->count * sizeof(Cell));
    b->cells = cells;
    b->capacity = capacity;
  }
  Cell parent = b->cells[index];
  b->cells[index].child = b->count;
  for (int k = 0; k < 8; k++) {
    b->cells[b->count++] = (Cell){.x = 2 * parent.x + (k & 1),
                                  .y = 2 * parent.y + (k >> 1 & 1),
                                  .z = 2 * parent.z + (k >> 2 & 1),
                                  .depth = parent.depth + 1,
                                  .child = LEAF};
  }
}

static void cellBox(const Builder* b, const Cell* cell, double box[6]) {
  int place[3] = {cell->x, cell->y, cell->z};
  double scale = 1.0 / (1 << cell->depth);
  for (int k = 0; k < 3; k++) {
    double half = b->root[3 + k] * scale;
    box[k] = b->root[k] - b->root[3 + k] + (2 * place[k] + 1) * half;
    box[3 + k] = half;
  }
}

// A place on the way down, within the cell `index` whose half edge is given.
typedef struct Descent_ {
  int index;
  int half;
  int x, y, z;
} Descent;

static inline void descend(const Builder* b, Descent* at) {
  int k = (at->x > at->half) | (at->y > at->half) << 1 | (at->z > at->half) << 2;
  at->x -= k & 1 ? at->half : 0;
  at->y -= k & 2 ? at->half : 0;
  at->z -= k & 4 ? at->half : 0;
  at->half /= 2;
  at->index = b->cells[at->index].child + k;
}

// The leaf that holds a position, in quarters of the finest cell; -1 outside the root. The search
// begins at the cell `index`.
static LB_OWN_FUNCTION int findLeaf(const Builder* b, int index, const int at[3]) {
  const Cell* cell = &b->cells[index];
  int edge = 4 << b->maxDepth, half = edge >> (cell->depth + 1);
  for (int k = 0; k < 3; k++) {
    if (at[k] < 0 || at[k] > edge) {
      return -1;
    }
  }
  Descent down = {index, half, at[0] - 2 * half * cell->x, at[1] - 2 * half * cell->y,
                  at[2] - 2 * half * cell->z};
  while (b->cells[down.index].child >= 0) {
    descend(b, &down);
  }
  return down.index;
}

// The deepest cell with a corner, in finest cells, inside: all leaves around that are in it.
static int enclosingCell(const Builder* b, const int corner[3]) {
  Descent down = {0, 1 << b->maxDepth >> 1, corner[0], corner[1], corner[2]};
  while (b->cells[down.index].child >= 0 && down.x != down.half && down.y != down.half &&
         down.z != down.half) {
    descend(b, &down);
  }
  return down.index;
}

// ------------------------------------------------------------------------------------ refinement

static bool separates(const double axis[3], const double corner[3][3], const double half[3]) {
  double reach = half[0] * fabs(axis[0]) + half[1] * fabs(axis[1]) + half[2] * fabs(axis[2]);
  double a = lb_dot3(axis, corner[0]), b = lb_dot3(axis, corner[1]), c = lb_dot3(axis, corner[2]);
  return lb_min(lb_min(a, b), c) > reach || lb_max(lb_max(a, b), c) < -reach;
}

static LB_OWN_FUNCTION bool touches(const Builder* b, int f, const double box[6]) {
  double corner[3][3], edge[3][3], normal[3];
  for (int k = 0; k < 3; k++) {
    lb_sub3(corner[k], b->point + 3 * b->face[3 * f + k], box);
  }
  for (int k = 0; k < 3; k++) {
    double low = lb_min(lb_min(corner[0][k], corner[1][k]), corner[2][k]);
    double high = lb_max(lb_max(corner[0][k], corner[1][k]), corner[2][k]);
    if (low > box[3 + k] || high < -box[3 + k]) {
      return false;
    }
    lb_sub3(edge[k], corner[(k + 1) % 3], corner[k]);
  }
  lb_cross(normal, edge[0], edge[1]);
  if (separates(normal, corner, box + 3)) {
    return false;
  }
  for (int i = 0; i < 3; i++) {
    const double* e = edge[i];
    double axis[3][3] = {{0, -e[2], e[1]}, {e[2], 0, -e[0]}, {-e[1], e[0], 0}};
    for (int k = 0; k < 3; k++) {
      if (separates(axis[k], corner, box + 3)) {
        return false;
      }
    }
  }
  return true;
}

// Lists of triangles, one per cell of a level: list i ends where list i + 1 begins.
typedef struct Lists_ {
  int *item, *begin;
  int used, room;
} Lists;

static void append(lbRegion* region, Lists* lists, int item) {
  if (lists->used == lists->room) {
    int room = 2 * lists->room + 256;
    int* moved = lb_regionAllocRaw(region, lb_checkedSize((size_t)room, sizeof(int)));
    if (lists->used) {
      memcpy(moved, lists->item, (size_t)lists->used * sizeof(int));
    }
    lists->item = moved;
    lists->room = room;
  }
  lists->item[lists->used++] = item;
}

// Cuts cells that triangles pass through. Children look at their parent's triangles only.
static void refine(Builder* b) {
  Lists now = {.begin = lb_regionAlloc(b->work, 2 * sizeof(int))};
  for (int f = 0; f < b->faceCount; f++) {
    append(b->work, &now, f);
  }
  now.begin[1] = now.used;
  for (int depth = 0, first = 0; depth < b->maxDepth; depth++) {
    int end = b->count, lists = 0;
    size_t most = 8 * (size_t)(end - first) + 1;
    Lists next = {.begin = lb_regionAlloc(b->work, lb_checkedSize(most, sizeof(int)))};
    for (int i = first; i < end; i++) {
      int from = now.begin[i - first], to = now.begin[i - first + 1];
      for (int k = 0; k < 8 && from < to; k++) {
        if (k == 0) {
          cutCell(b, i);
        }
        double box[6];
        cellBox(b, &b->cells[b->cells[i].child + k], box);
        for (int j = from; j < to; j++) {
          if (touches(b, now.item[j], box)) {
            append(b->work, &next, now.item[j]);
          }
        }
        next.begin[++lists] = next.used;
      }
    }
    first = end;
    now = next;
  }
}

// The cell beyond the middle of face `side` (-x, +x, -y, ...).
static int beyond(const Builder* b, const Cell* cell, int side) {
  int size = 4 << (b->maxDepth - cell->depth);
  int at[3] = {cell->x * size + size / 2, cell->y * size + size / 2, cell->z * size + size / 2};
  int axis = side / 2;
  for (int k = 0; k < 3; k++) {
    at[k] += k != axis ? -1 : side & 1 ? size / 2 + 1 : -size / 2 - 1;
  }
  return findLeaf(b, 0, at);
}

// True when the cell beyond a face has the same parent and is a leaf.
static bool meetsSibling(const Builder* b, int index, int side) {
  int k = (index - 1) & 7, bit = 1 << side / 2;
  return index > 0 && ((k & bit) == 0) == (side & 1) && b->cells[index - k + (k ^ bit)].child < 0;
}

// Cuts a leaf or its neighbours, of which cells from `end` on wait for the next pass.
static LB_OWN_FUNCTION bool balanceLeaf(Builder* b, int i, int end) {
  // cells only become deeper: beside one of the largest depths that can do no harm any more
  bool changed = false, settled = b->cells[i].depth >= b->maxDepth - 1;
  for (int side = 0; side < 6 && b->cells[i].child < 0; side++) {
    int other = meetsSibling(b, i, side) ? -1 : beyond(b, &b->cells[i], side);
    int deeper = other < 0 ? 0 : b->cells[other].depth - b->cells[i].depth;
    settled = settled && deeper >= -1;
    if (deeper > 1) {
      cutCell(b, i);
      changed = true;
    } else if (deeper < -1 && other < end) {
      cutCell(b, other);
      changed = true;
    }
  }
  if (settled) {
    b->cells[i].child = SETTLED_LEAF;
  }
  return changed;
}

static void balance(Builder* b) {
  for (bool changed = true; changed;) {
    int end = b->count;
    changed = false;
    for (int i = 0; i < end; i++) {
      changed = (b->cells[i].child == LEAF && balanceLeaf(b, i, end)) || changed;
    }
  }
}

// --------------------------------------------------------------------------------------- distances

static void nearestOfTriangle(const double q[3], const double a[3], const double b[3],
                              const double c[3], double offset[3]) {
  double ab[3], ac[3], ap[3], bp[3], cp[3];
  lb_sub3(ab, b, a);
  lb_sub3(ac, c, a);
  lb_sub3(ap, q, a);
  lb_sub3(bp, q, b);
  lb_sub3(cp, q, c);
  double d1 = lb_dot3(ab, ap), d2 = lb_dot3(ac, ap), d3 = lb_dot3(ab, bp), d4 = lb_dot3(ac, bp),
         d5 = lb_dot3(ab, cp), d6 = lb_dot3(ac, cp);
  double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2, v = 0, w = 0;
  if (d1 <= 0 && d2 <= 0) {
    v = 0;  // corner a
  } else if (d3 >= 0 && d4 <= d3) {
    v = 1;
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    v = d1 / (d1 - d3);
  } else if (d6 >= 0 && d5 <= d6) {
    w = 1;
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    w = d2 / (d2 - d6);
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    v = 1 - w;
  } else {
    v = vb / (va + vb + vc);
    w = vc / (va + vb + vc);
  }
  for (int k = 0; k < 3; k++) {
    offset[k] = ap[k] - v * ab[k] - w * ac[k];
  }
}

static void buildHierarchy(Builder* b) {
  int nodes = lb_bvhNodeCount(b->faceCount);
  b->items = lb_regionAllocRaw(b->work, lb_checkedSize(b->faceCount, sizeof(lbBvhItem)) + 1);
  b->bvhChild = lb_regionAllocRaw(b->work, lb_checkedSize(nodes, 4 * sizeof(int)) + 1);
  b->bvhId = b->bvhChild + 2 * nodes;
  b->bvhBox = lb_regionAllocRaw(b->work, lb_checkedSize(nodes, 6 * sizeof(double)) + 1);
  for (int f = 0; f < b->faceCount; f++) {
    double corners[3][3];
    for (int k = 0; k < 3; k++) {
      lb_copy3(corners[k], b->point + 3 * b->face[3 * f + k]);
    }
    b->items[f].id = f;
    lb_bvhBoxPoints(b->items[f].box, (const double(*)[3])corners, 3);
  }
  lb_bvhBuild(b->items, NULL, b->faceCount, b->bvhChild, b->bvhId, b->bvhChild + 3 * nodes,
              b->bvhBox);
}

static double boxDistance(const double* box, const double q[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double out = lb_max(fabs(q[k] - box[k]) - box[3 + k], 0);
    sum += out * out;
  }
  return sum;
}

static LB_OWN_FUNCTION double signedDistance(const Builder* b, const double q[3]) {
  double best = mjMAXVAL * mjMAXVAL, offset[3] = {0, 0, 0}, bestOffset[3] = {0, 0, 0};
  double reach[64];  // how near the nodes of the stack are at least
  int nearest = 0, stack[64], depth = 1;
  stack[0] = 0;
  reach[0] = 0;
  while (depth) {
    int node = stack[--depth];
    if (reach[depth] > best * (1 + 1e-12)) {
      continue;
    }
    int f = b->bvhId[node];
    if (f < 0) {
      const int* child = b->bvhChild + 2 * node;
      double first = boxDistance(b->bvhBox + 6 * child[0], q);
      double second = boxDistance(b->bvhBox + 6 * child[1], q);
      int near = second < first;  // the nearer one goes on top
      stack[depth] = child[1 - near];
      reach[depth++] = near ? first : second;
      stack[depth] = child[near];
      reach[depth++] = near ? second : first;
      continue;
    }
    nearestOfTriangle(q, b->point + 3 * b->face[3 * f], b->point + 3 * b->face[3 * f + 1],
                      b->point + 3 * b->face[3 * f + 2], offset);
    double square = lb_dot3(offset, offset);
    if (square < best || (square == best && f < nearest)) {
      best = square;
      nearest = f;
      lb_copy3(bestOffset, offset);
    }
  }
  const double* a = b->point + 3 * b->face[3 * nearest];
  double ab[3], ac[3], normal[3];
  lb_sub3(ab, b->point + 3 * b->face[3 * nearest + 1], a);
  lb_sub3(ac, b->point + 3 * b->face[3 * nearest + 2], a);
  lb_cross(normal, ab, ac);
  return lb_dot3(normal, bestOffset) < 0 ? -sqrt(best) : sqrt(best);
}

static uint64_t packCorner(const int corner[3]) {
  return 1 + ((uint64_t)corner[0] << 32 | (uint64_t)corner[1] << 16 | (uint64_t)corner[2]);
}

// Where the distance at a corner, in finest cells, is kept.
static LB_OWN_FUNCTION Slot* slotOf(const Builder* b, const int corner[3]) {
  uint64_t key = packCorner(corner);
  uint32_t slot = (uint32_t)((key * 0x9E3779B97F4A7C15u) >> 32) & b->slotMask;
  while (b->slots[slot].key && b->slots[slot].key != key) {
    slot = (slot + 1) & b->slotMask;
  }
  return &b->slots[slot];
}

static void cornerOf(const Builder* b, const Cell* cell, int k, int corner[3]) {
  int shift = b->maxDepth - cell->depth;
  corner[0] = (cell->x + (k & 1)) << shift;
  corner[1] = (cell->y + (k >> 1 & 1)) << shift;
  corner[2] = (cell->z + (k >> 2 & 1)) << shift;
}

// The shallowest leaf around a corner that does not have it as a corner, or -1. Asked for by child
// `own` of a cell for its corner `which`: on the side of that cell no leaf is shallower, and where
// the corner is in the middle of the cell's edge or face those beyond that are have it in common.
static int hangsOn(const Builder* b, const int corner[3], int depth, int own, int which) {
  int found = -1, around = enclosingCell(b, corner);
  for (int k = 0; k < 8; k++) {
    int middle = own ^ which, at[3];
    if ((k & middle) || ((k ^ (own & which)) | middle) == 7) {
      continue;
    }
    for (int j = 0; j < 3; j++) {
      at[j] = 4 * corner[j] + (k >> j & 1 ? 1 : -1);
    }
    int leaf = findLeaf(b, around, at);
    if (leaf >= 0 && b->cells[leaf].depth < depth) {
      int mask = (1 << (b->maxDepth - b->cells[leaf].depth)) - 1;
      if ((corner[0] | corner[1] | corner[2]) & mask) {
        depth = b->cells[leaf].depth;
        found = leaf;
      }
    }
  }
  return found;
}

static double interpolate(const Builder* b, const Cell* cell, const int corner[3]) {
  double sum = 0, size = 1 << (b->maxDepth - cell->depth);
  int low[3];
  cornerOf(b, cell, 0, low);
  for (int k = 0; k < 8; k++) {
    double weight = 1;
    int at[3];
    for (int j = 0; j < 3; j++) {
      double along = (corner[j] - low[j]) / size;
      weight *= k >> j & 1 ? along : 1 - along;
    }
    cornerOf(b, cell, k, at);
    sum += weight > 0 ? weight * slotOf(b, at)->distance : 0;
  }
  return sum;
}

// Distances at the corners of a leaf.
static LB_OWN_FUNCTION void measureLeaf(Builder* b, int i, double distance[8]) {
  const Cell* cell = &b->cells[i];
  for (int k = 0; k < 8; k++) {
    int corner[3];
    cornerOf(b, cell, k, corner);
    Slot* slot = slotOf(b, corner);
    if (!slot->key) {
      int larger = hangsOn(b, corner, cell->depth, (i - 1) & 7, k);
      double q[3];
      for (int j = 0; j < 3; j++) {
        double finest = 2 * b->root[3 + j] / (1 << b->maxDepth);
        q[j] = b->root[j] - b->root[3 + j] + corner[j] * finest;
      }
      slot->distance =
          larger >= 0 ? interpolate(b, &b->cells[larger], corner) : signedDistance(b, q);
      slot->key = packCorner(corner);
    }
    distance[k] = slot->distance;
  }
}

// Distances at the corners of all leaves, shallow ones first: what hangs on a leaf comes after it.
static void measure(Builder* b, double* distance) {
  uint32_t slots = 64;
  while (slots <= 19 * (uint64_t)b->count / 8) {  // a cut makes at most 19 corners and 8 cells
    slots *= 2;
  }
  b->slots = lb_regionAlloc(b->work, lb_checkedSize(slots, sizeof(Slot)));
  b->slotMask = slots - 1;
  for (int depth = 0; depth <= b->maxDepth; depth++) {
    for (int i = 0; i < b->count; i++) {
      if (b->cells[i].depth == depth && b->cells[i].child < 0) {
        measureLeaf(b, i, distance + 8 * i);
      }
    }
  }
}

// ----------------------------------------------------------------------------------------- result

static LB_OWN_FUNCTION void collectCell(const Builder* b, lbOctree* tree, int i) {
  const Cell* cell = &b->cells[i];
  tree->depth[i] = cell->depth;
  cellBox(b, cell, tree->box + 6 * i);
  for (int k = 0; k < 8; k++) {
    int child = cell->child < 0 ? -1 : cell->child + k;
    tree->child[8 * i + k] = child;
    if (child >= 0) {
      tree->distance[8 * i + k] = tree->distance[8 * child + k];  // the corner that they share
    }
  }
}

static lbOctree collect(Builder* b, lbRegion* region) {
  size_t count = (size_t)b->count;
  lbOctree tree = {
      .count = b->count,
      .depth = lb_regionAllocRaw(region, lb_checkedSize(count, sizeof(int))),
      .child = lb_regionAllocRaw(region, lb_checkedSize(count, 8 * sizeof(int))),
      .box = lb_regionAllocRaw(region, lb_checkedSize(count, 6 * sizeof(mjtNum))),
      .distance = lb_regionAllocRaw(region, lb_checkedSize(count, 8 * sizeof(mjtNum)))};
  measure(b, tree.distance);
  // children have larger numbers than their parents
  for (int i = b->count - 1; i >= 0; i--) {
    collectCell(b, &tree, i);
  }
  return tree;
}

LB_APART lbOctree lb_buildOctree(lbRegion* region, lbRegion* work, const double* point,
                                 const int* face, int faceCount, const double aabb[6],
                                 int maxDepth) {
  if (maxDepth < 0 || maxDepth > MAX_DEPTH) {
    lb_error("octree_maxdepth must be between 0 and %d", MAX_DEPTH);
  }
  Builder b = {.work = work,
               .point = point,
               .face = face,
               .faceCount = faceCount,
               .maxDepth = maxDepth,
               .capacity = 1024,
               .count = 1};
  for (int k = 0; k < 3; k++) {
    b.root[k] = aabb[k];
    b.root[3 + k] = aabb[3 + k] * MARGIN;
  }
  b.cells = lb_regionAllocRaw(work, lb_checkedSize(b.capacity, sizeof(Cell)));
  b.cells[0] = (Cell){.child = LEAF};
  refine(&b);
  balance(&b);
  buildHierarchy(&b);
  return collect(&b, region);
}
