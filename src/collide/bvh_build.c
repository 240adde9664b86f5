// Building bounding volume hierarchies: top down, halving the items at the median along the longest
// axis of their common box. Halving keeps the depth logarithmic whatever the input. Nodes are
// numbered in the order of a depth-first walk.

#include "collide/bvh_build.h"

#include <math.h>

#include "base/compiler.h"
#include "base/memory.h"
#include "math/inline.h"

// A range of items waiting to become a node.
typedef struct Task_ {
  int* slot;  // where the parent keeps the number of the node, NULL: the root
  int begin;
  int end;
  int depth;
} Task;

// What the items are sorted by: much smaller than the items themselves.
typedef struct Key_ {
  mjtNum center;
  int id;
  int index;
} Key;

int lb_bvhNodeCount(int count) {
  return count > 0 ? 2 * count - 1 : 0;
}

void lb_bvhBoxPoints(mjtNum box[6], const mjtNum (*points)[3], int count) {
  for (int k = 0; k < 3; k++) {
    mjtNum low = points[0][k], high = points[0][k];
    for (int i = 1; i < count; i++) {
      low = lb_min(low, points[i][k]);
      high = lb_max(high, points[i][k]);
    }
    box[k] = 0.5 * (low + high);
    box[3 + k] = 0.5 * (high - low);
  }
}

void lb_bvhPlaceBox(mjtNum res[6], const mjtNum box[6], const mjtNum pos[3], const mjtNum mat[9]) {
  mjtNum center[3], half[3];
  for (int i = 0; i < 3; i++) {
    const mjtNum* row = mat + 3 * i;
    center[i] = pos[i] + lb_dot3(row, box);
    half[i] = fabs(row[0]) * box[3] + fabs(row[1]) * box[4] + fabs(row[2]) * box[5];
  }
  lb_copy3(res, center);
  lb_copy3(res + 3, half);
}

// Centre first, then id: the order does not depend on the order of the input.
// COMPAT: BVH-EQUAL-CENTRES: centres that differ by rounding are equal
static bool before(const Key* a, const Key* b) {
  const mjtNum rounding = 1e-14;
  mjtNum difference = a->center - b->center;
  return fabs(difference) > rounding ? difference < 0 : a->id < b->id;
}

// Reorders keys so that [begin, middle) come before [middle, end).
static void selectMedian(Key* keys, int begin, int end, int middle) {
  while (end - begin > 1) {
    Key pivot = keys[begin + (end - begin) / 2];
    int i = begin, j = end - 1;
    while (i <= j) {
      while (before(keys + i, &pivot)) {
        i++;
      }
      while (before(&pivot, keys + j)) {
        j--;
      }
      if (i <= j) {
        Key swapped = keys[i];
        keys[i++] = keys[j];
        keys[j--] = swapped;
      }
    }
    if (middle <= j) {
      end = j + 1;
    } else if (middle >= i) {
      begin = i;
    } else {
      return;
    }
  }
}

static void unionBox(mjtNum res[6], const lbBvhItem* items, const Key* keys, int begin, int end) {
  mjtNum low[3] = {mjMAXVAL, mjMAXVAL, mjMAXVAL}, high[3] = {-mjMAXVAL, -mjMAXVAL, -mjMAXVAL};
  for (int i = begin; i < end; i++) {
    const mjtNum* box = items[keys[i].index].box;
    for (int k = 0; k < 3; k++) {
      low[k] = lb_min(low[k], box[k] - box[3 + k]);
      high[k] = lb_max(high[k], box[k] + box[3 + k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    res[k] = 0.5 * (low[k] + high[k]);
    res[3 + k] = 0.5 * (high[k] - low[k]);
  }
}

// COMPAT: BVH-EQUAL-AXES: lengths that differ by rounding are equal, and the first axis wins;
// beyond 128, where a length swallows that room, the last axis does (planes): the order of contacts
// follows the tree.
static int longestAxis(const mjtNum box[6]) {
  const mjtNum rounding = 5e-15;
  int axis = box[3] + rounding > box[4] ? 0 : 1;
  return box[3 + axis] + rounding > box[5] ? axis : 2;
}

// Orders keys by their halves along the longest axis of their common box; returns where the second
// half begins.
LB_OWN_FUNCTION static int halve(const lbBvhItem* items, const mjtNum* center, Key* keys, int begin,
                                 int end, mjtNum box[6]) {
  unionBox(box, items, keys, begin, end);
  int axis = longestAxis(box), middle = begin + (end - begin) / 2;
  for (int i = begin; i < end; i++) {
    int k = keys[i].index;
    keys[i].center = center ? center[3 * k + axis] : items[k].box[axis];
  }
  selectMedian(keys, begin, end, middle);
  return middle;
}

int lb_bvhBuild(const lbBvhItem* items, const mjtNum* center, int count, int* child, int* nodeid,
                int* depth, mjtNum* aabb) {
  if (count <= 0) {
    return 0;
  }
  Key* keys = lb_alloc(lb_checkedSize((size_t)count, sizeof(Key)));
  for (int i = 0; i < count; i++) {
    keys[i] = (Key){.id = items[i].id, .index = i};
  }
  Task stack[mjMAXTREEDEPTH + 2];  // halving 2^31 items needs 32
  int top = 0, nodes = 0;
  stack[top++] = (Task){NULL, 0, count, 0};
  while (top) {
    Task task = stack[--top];
    int node = nodes++;
    depth[node] = task.depth;
    if (task.slot) {
      *task.slot = node;
    }
    if (task.end - task.begin == 1) {
      const lbBvhItem* item = items + keys[task.begin].index;
      if (aabb) {
        lb_copy6(aabb + 6 * node, item->box);
      }
      nodeid[node] = item->id;
      child[2 * node] = child[2 * node + 1] = -1;
      continue;
    }

    mjtNum box[6];
    int middle = halve(items, center, keys, task.begin, task.end, box);
    if (aabb) {
      lb_copy6(aabb + 6 * node, box);
    }
    nodeid[node] = -1;
    stack[top++] = (Task){child + 2 * node + 1, middle, task.end, task.depth + 1};
    stack[top++] = (Task){child + 2 * node, task.begin, middle, task.depth + 1};
  }
  lb_free(keys);
  return nodes;
}
