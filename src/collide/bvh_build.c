// Building bounding volume hierarchies: top down, halving the items at the median along the longest
// axis of their common box. Halving keeps the depth logarithmic whatever the input. Nodes are
// numbered in the order of a depth-first walk.

#include "collide/bvh_build.h"

#include "base/error.h"
#include "math/inline.h"

// A range of items waiting to become a node.
typedef struct Task_ {
  int* slot;  // where the parent keeps the number of the node, NULL: the root
  int begin;
  int end;
  int depth;
} Task;

int lb_bvhNodeCount(int count) {
  return count > 0 ? 2 * count - 1 : 0;
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
static bool before(const lbBvhItem* a, const lbBvhItem* b, int axis) {
  return a->box[axis] != b->box[axis] ? a->box[axis] < b->box[axis] : a->id < b->id;
}

static void swapItems(lbBvhItem* a, lbBvhItem* b) {
  lbBvhItem swap = *a;
  *a = *b;
  *b = swap;
}

// Reorders items so that [begin, middle) come before [middle, end) along the axis.
static void selectMedian(lbBvhItem* items, int begin, int end, int middle, int axis) {
  while (end - begin > 1) {
    lbBvhItem pivot = items[begin + (end - begin) / 2];
    int i = begin, j = end - 1;
    while (i <= j) {
      while (before(items + i, &pivot, axis)) {
        i++;
      }
      while (before(&pivot, items + j, axis)) {
        j--;
      }
      if (i <= j) {
        swapItems(items + i++, items + j--);
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

static void unionBox(mjtNum res[6], const lbBvhItem* items, int begin, int end) {
  for (int k = 0; k < 3; k++) {
    mjtNum low = mjMAXVAL, high = -mjMAXVAL;
    for (int i = begin; i < end; i++) {
      low = lb_min(low, items[i].box[k] - items[i].box[3 + k]);
      high = lb_max(high, items[i].box[k] + items[i].box[3 + k]);
    }
    res[k] = 0.5 * (low + high);
    res[3 + k] = 0.5 * (high - low);
  }
}

static int longestAxis(const mjtNum box[6]) {
  int axis = box[4] > box[3] ? 1 : 0;
  return box[5] > box[3 + axis] ? 2 : axis;
}

int lb_bvhBuild(lbBvhItem* items, int count, int* child, int* nodeid, int* depth, mjtNum* aabb) {
  if (count <= 0) {
    return 0;
  }
  Task stack[mjMAXTREEDEPTH + 2];
  int top = 0, nodes = 0;
  stack[top++] = (Task){NULL, 0, count, 0};
  while (top) {
    Task task = stack[--top];
    int node = nodes++;
    mjtNum box[6];
    depth[node] = task.depth;
    if (task.slot) {
      *task.slot = node;
    }
    unionBox(box, items, task.begin, task.end);
    if (aabb) {
      lb_copy6(aabb + 6 * node, task.end - task.begin == 1 ? items[task.begin].box : box);
    }
    if (task.end - task.begin == 1) {
      nodeid[node] = items[task.begin].id;
      child[2 * node] = child[2 * node + 1] = -1;
      continue;
    }
    nodeid[node] = -1;
    int middle = task.begin + (task.end - task.begin) / 2;
    selectMedian(items, task.begin, task.end, middle, longestAxis(box));
    if (top + 2 > (int)(sizeof(stack) / sizeof(stack[0]))) {
      lb_error("bounding volume hierarchy is too deep");
    }
    stack[top++] = (Task){child + 2 * node + 1, middle, task.end, task.depth + 1};
    stack[top++] = (Task){child + 2 * node, task.begin, middle, task.depth + 1};
  }
  return nodes;
}
