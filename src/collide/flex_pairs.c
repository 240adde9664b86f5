// Candidates for self-collision of a flex.
//
// Four ways of finding them, which differ in speed and in the order of the contacts:
// narrow  all against all, ascending
// sap     sweep along the axis of the widest extent: every element against those still open
// bvh     descent of the tree of elements against itself, later children first
// auto    bvh for solids, sap for everything else

#include "collide/flex_pairs.h"

#include "data/stack.h"
#include "math/inline.h"

// Boxes (centre, half sizes, with the radius) of elements and tree nodes.
static bool boxesApart(const mjtNum a[6], const mjtNum b[6], mjtNum margin) {
  for (int i = 0; i < 3; i++) {
    if (fabs(a[i] - b[i]) > a[3 + i] + b[3 + i] + margin) {
      return true;
    }
  }
  return false;
}

static bool shareVertex(const mjModel* m, int flex, int element1, int element2) {
  int corners = m->flex_dim[flex] + 1;
  const int* vertex1 = m->flex_elem + m->flex_elemdataadr[flex] + element1 * corners;
  const int* vertex2 = m->flex_elem + m->flex_elemdataadr[flex] + element2 * corners;
  for (int i = 0; i < corners; i++) {
    for (int j = 0; j < corners; j++) {
      if (vertex1[i] == vertex2[j]) {
        return true;
      }
    }
  }
  return false;
}

static void pushPair(const mjModel* m, mjData* d, int flex, lbElementPairs* list, int element1,
                     int element2) {
  if (element1 == element2 || shareVertex(m, flex, element1, element2)) {
    return;
  }
  if (list->count == list->capacity) {
    int capacity = lb_maxInt(64, 2 * list->capacity);
    int(*larger)[2] = mj_stackAllocByte(d, 2 * (size_t)capacity * sizeof(int), sizeof(int));
    for (int i = 0; i < list->count; i++) {
      larger[i][0] = list->items[i][0];
      larger[i][1] = list->items[i][1];
    }
    list->items = larger;
    list->capacity = capacity;
  }
  list->items[list->count][0] = element1;
  list->items[list->count++][1] = element2;
}

static void allPairs(const mjModel* m, mjData* d, int flex, const mjtNum* box, mjtNum margin,
                     lbElementPairs* list) {
  int count = m->flex_elemnum[flex];
  for (int i = 0; i < count; i++) {
    for (int j = i + 1; j < count && lb_elementActive(m, flex, i); j++) {
      if (lb_elementActive(m, flex, j) && !boxesApart(box + 6 * i, box + 6 * j, margin)) {
        pushPair(m, d, flex, list, i, j);
      }
    }
  }
}

// The axis along which the boxes of all elements together reach furthest.
static int widestAxis(const mjtNum* box, int count) {
  int axis = 0;
  mjtNum widest = -1;
  for (int k = 0; k < 3; k++) {
    mjtNum low = mjMAXVAL, high = -mjMAXVAL;
    for (int i = 0; i < count; i++) {
      low = lb_min(low, box[6 * i + k] - box[6 * i + 3 + k]);
      high = lb_max(high, box[6 * i + k] + box[6 * i + 3 + k]);
    }
    if (high - low > widest) {
      widest = high - low;
      axis = k;
    }
  }
  return axis;
}

// Active elements in the order of the lower ends of their boxes; equal ones stay in order.
static int* sortByLow(const mjModel* m, mjData* d, int flex, const mjtNum* low, int* count) {
  int limit = m->flex_elemnum[flex];
  int *order = mj_stackAllocInt(d, limit), *spare = mj_stackAllocInt(d, limit);
  *count = 0;
  for (int e = 0; e < limit; e++) {
    if (lb_elementActive(m, flex, e)) {
      order[(*count)++] = e;
    }
  }
  for (int width = 1; width < *count; width *= 2) {
    for (int begin = 0; begin < *count; begin += 2 * width) {
      int mid = lb_minInt(begin + width, *count), end = lb_minInt(begin + 2 * width, *count);
      int i = begin, j = mid;
      for (int k = begin; k < end; k++) {
        bool left = j >= end || (i < mid && low[order[i]] <= low[order[j]]);
        spare[k] = left ? order[i++] : order[j++];
      }
    }
    int* swap = order;
    order = spare;
    spare = swap;
  }
  return order;
}

static void sweepPairs(const mjModel* m, mjData* d, int flex, const mjtNum* box, mjtNum margin,
                       lbElementPairs* list) {
  int elements = m->flex_elemnum[flex], axis = widestAxis(box, elements), count, openCount = 0;
  mjtNum* low = mj_stackAllocNum(d, elements);
  int* open = mj_stackAllocInt(d, elements);
  for (int e = 0; e < elements; e++) {
    low[e] = box[6 * e + axis] - box[6 * e + 3 + axis];
  }
  const int* order = sortByLow(m, d, flex, low, &count);
  for (int i = 0; i < count; i++) {
    int element = order[i], kept = 0;
    const mjtNum* own = box + 6 * element;
    for (int k = 0; k < openCount; k++) {
      const mjtNum* other = box + 6 * open[k];
      if (other[axis] + other[3 + axis] + margin < low[element]) {
        continue;
      }
      open[kept++] = open[k];
      if (!boxesApart(other, own, margin)) {
        pushPair(m, d, flex, list, open[kept - 1], element);
      }
    }
    open[kept] = element;
    openCount = kept + 1;
  }
}

// Boxes of the tree from those of the elements; children come after their parents.
static void refreshTree(const mjModel* m, const mjtNum* box, int flex, mjtNum* node) {
  const int* child = m->bvh_child + 2 * m->flex_bvhadr[flex];
  const int* nodeid = m->bvh_nodeid + m->flex_bvhadr[flex];
  for (int i = m->flex_bvhnum[flex] - 1; i >= 0; i--) {
    if (nodeid[i] >= 0) {
      lb_copy6(node + 6 * i, box + 6 * nodeid[i]);
      continue;
    }
    const mjtNum *a = node + 6 * child[2 * i], *b = node + 6 * child[2 * i + 1];
    for (int k = 0; k < 3; k++) {
      mjtNum low = lb_min(a[k] - a[3 + k], b[k] - b[3 + k]);
      mjtNum high = lb_max(a[k] + a[3 + k], b[k] + b[3 + k]);
      node[6 * i + k] = 0.5 * (low + high);
      node[6 * i + 3 + k] = 0.5 * (high - low);
    }
  }
}

// COMPAT: COL-54. What decides which node is split is the surface of a box whose sides are its half
// sizes less its centre.
static mjtNum splitMeasure(const mjtNum box[6]) {
  mjtNum x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

static void treePairs(const mjModel* m, mjData* d, int flex, const mjtNum* box, mjtNum margin,
                      lbElementPairs* list) {
  int adr = m->flex_bvhadr[flex];
  const int *child = m->bvh_child + 2 * adr, *nodeid = m->bvh_nodeid + adr;
  mjtNum* node = d->bvh_aabb_dyn + 6 * (adr - m->nbvhstatic);
  refreshTree(m, box, flex, node);

  // a pair of nodes adds at most three pairs, each one level deeper on one side
  int stack[4 * mjMAXTREEDEPTH + 8][2], top = 1;
  stack[0][0] = stack[0][1] = 0;
  while (top) {
    top--;
    int a = stack[top][0], b = stack[top][1];
    if (a > b || boxesApart(node + 6 * a, node + 6 * b, margin)) {
      continue;
    }
    d->bvh_active[adr + a] = d->bvh_active[adr + b] = true;
    if (nodeid[a] >= 0 && nodeid[b] >= 0) {
      if (lb_elementActive(m, flex, nodeid[a]) && lb_elementActive(m, flex, nodeid[b])) {
        pushPair(m, d, flex, list, nodeid[a], nodeid[b]);
      }
      continue;
    }
    bool splitFirst = nodeid[b] >= 0 || (nodeid[a] < 0 && splitMeasure(node + 6 * a) >
                                                              splitMeasure(node + 6 * b));
    for (int k = 0; k < 2; k++) {
      stack[top][0] = splitFirst ? child[2 * a + k] : a;
      stack[top][1] = splitFirst ? b : child[2 * b + k];
      top++;
    }
  }
}

lbElementPairs lb_flexSelfPairs(const mjModel* m, mjData* d, int flex, mjtNum margin) {
  lbElementPairs list = {0};
  const mjtNum* box = d->flexelem_aabb + 6 * m->flex_elemadr[flex];
  int mode = m->flex_selfcollide[flex];
  bool solid = m->flex_dim[flex] == 3;
  if (mode == mjFLEXSELF_NARROW) {
    allPairs(m, d, flex, box, margin, &list);
  } else if (mode == mjFLEXSELF_BVH || (mode == mjFLEXSELF_AUTO && solid)) {
    treePairs(m, d, flex, box, margin, &list);
  } else {
    sweepPairs(m, d, flex, box, margin, &list);
  }
  return list;
}
