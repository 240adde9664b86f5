// Geom pairs of two bodies: all against all for small bodies, else by descending both bodies'
// bounding volume hierarchies.
//
// A hierarchy is a binary tree of boxes (centre, half sizes) in the body's inertial frame. Two
// boxes of different bodies are compared with the separating axis test on the six face normals,
// which never rejects boxes that touch.

#include "collide/midphase.h"

#include "data/stack.h"
#include "math/inline.h"
#include "model/options.h"

#define RUN 256  // pairs that are sorted by insertion

typedef struct GeomPairs_ {
  int (*items)[2];
  int count;
  int capacity;
} GeomPairs;

static void pushGeoms(const mjModel* m, mjData* d, GeomPairs* list, int g1, int g2) {
  bool swap = m->geom_type[g1] > m->geom_type[g2];
  int first = swap ? g2 : g1, second = swap ? g1 : g2;
  if (!lb_mayCollide(m, d, g1, g2) ||
      lb_spheresApart(m, d, first, second, lb_geomReach(m, g1, g2))) {
    return;
  }
  if (list->count == list->capacity) {
    int(*larger)[2] = lb_stackBytes(d, 2 * sizeof(int[2]) * (uint64_t)list->capacity);
    for (int i = 0; i < list->count; i++) {
      larger[i][0] = list->items[i][0];
      larger[i][1] = list->items[i][1];
    }
    list->items = larger;
    list->capacity *= 2;
  }
  list->items[list->count][0] = first;
  list->items[list->count++][1] = second;
}

static bool comesFirst(const int a[2], const int b[2]) {
  return a[0] < b[0] || (a[0] == b[0] && a[1] <= b[1]);
}

// Sorts by first, then second geom: merges runs that insertion has sorted, from `width` pairs on.
static void mergeRuns(mjData* d, GeomPairs* list, int width) {
  int count = list->count;
  int(*spare)[2] = lb_stackBytes(d, sizeof(int[2]) * (uint64_t)count);
  for (; width < count; width *= 2) {
    for (int begin = 0; begin < count; begin += 2 * width) {
      int mid = lb_minInt(begin + width, count), end = lb_minInt(begin + 2 * width, count);
      int a = begin, b = mid;
      for (int k = begin; k < end; k++) {
        bool left = b >= end || (a < mid && comesFirst(list->items[a], list->items[b]));
        const int* from = list->items[left ? a++ : b++];
        spare[k][0] = from[0];
        spare[k][1] = from[1];
      }
    }
    int(*swap)[2] = list->items;
    list->items = spare;
    spare = swap;
  }
}

// Sorts [begin, end) by insertion: the list is nearly in order.
static void sortRun(GeomPairs* list, int begin, int end) {
  for (int i = begin + 1; i < end; i++) {
    int a = list->items[i][0], b = list->items[i][1];
    int j = i;
    for (; j > begin; j--) {
      const int* left = list->items[j - 1];
      if (left[0] < a || (left[0] == a && left[1] <= b)) {
        break;
      }
      list->items[j][0] = left[0];
      list->items[j][1] = left[1];
    }
    list->items[j][0] = a;
    list->items[j][1] = b;
  }
}

static void sortGeoms(mjData* d, GeomPairs* list) {
  for (int begin = 0; begin < list->count; begin += RUN) {
    sortRun(list, begin, lb_minInt(begin + RUN, list->count));
  }
  if (list->count > RUN) {
    mergeRuns(d, list, RUN);
  }
}

// The frame of the second body in that of the first, in which boxes are compared.
typedef struct Placing_ {
  mjtNum pos[3];
  mjtNum mat[9];
  mjtNum cosines[9];  // of the angles between the axes, without signs
} Placing;

static void placeBodies(const mjData* d, int body1, int body2, Placing* placing) {
  const mjtNum* mat1 = d->ximat + 9 * body1;
  mjtNum between[3];
  lb_sub3(between, d->xipos + 3 * body2, d->xipos + 3 * body1);
  lb_mulMatTVec3(placing->pos, mat1, between);
  lb_mulMatTMat3(placing->mat, mat1, d->ximat + 9 * body2);
  for (int i = 0; i < 9; i++) {
    placing->cosines[i] = fabs(placing->mat[i]);
  }
}

// Whether a face normal of one of two boxes separates them by more than margin. a: centre and half
// sizes in the first body, halfB: half sizes in the second, center: of b in the first.
static bool nodesApart(const Placing* placing, const mjtNum a[6], const mjtNum center[3],
                       const mjtNum halfB[3], mjtNum margin) {
  const mjtNum *halfA = a + 3, *c = placing->cosines;
  mjtNum between[3], along[3];
  lb_sub3(between, center, a);
  for (int i = 0; i < 3; i++, c += 3) {
    mjtNum reach = halfA[i] + margin + c[0] * halfB[0] + c[1] * halfB[1] + c[2] * halfB[2];
    if (fabs(between[i]) > reach) {
      return true;
    }
  }
  c = placing->cosines;
  lb_mulMatTVec3(along, placing->mat, between);
  for (int i = 0; i < 3; i++, c++) {
    mjtNum reach = halfB[i] + margin + c[0] * halfA[0] + c[3] * halfA[1] + c[6] * halfA[2];
    if (fabs(along[i]) > reach) {
      return true;
    }
  }
  return false;
}

static void descend(const mjModel* m, mjData* d, int body1, int body2, mjtNum margin,
                    GeomPairs* list) {
  const int* child1 = m->bvh_child + 2 * m->body_bvhadr[body1];
  const int* child2 = m->bvh_child + 2 * m->body_bvhadr[body2];
  int adr1 = m->body_bvhadr[body1], adr2 = m->body_bvhadr[body2];

  // a pair of nodes adds at most three pairs, each one level deeper on one side
  int stack[4 * mjMAXTREEDEPTH + 8][2];
  int top = 0;
  stack[top][0] = stack[top][1] = 0;
  top++;
  Placing placing;
  placeBodies(d, body1, body2, &placing);
  mjtNum center[3];
  int placed = -1;  // node of the second body whose centre that is
  // COMPAT: OVERRIDE-REACH: two leaves are not compared, which tells under an overriding margin
  bool keepLeaves = lb_enabled(m, mjENBL_OVERRIDE);
  while (top) {
    top--;
    int node1 = stack[top][0], node2 = stack[top][1];
    const mjtNum *a = m->bvh_aabb + 6 * (adr1 + node1), *halfA = a + 3;
    const mjtNum *b = m->bvh_aabb + 6 * (adr2 + node2), *halfB = b + 3;
    if (node2 != placed) {
      lb_mulMatVec3(center, placing.mat, b);
      lb_addTo3(center, placing.pos);
      placed = node2;
    }
    // inner nodes of a fused body in a file may carry an item, but leaves alone have no children
    bool leaf1 = child1[2 * node1] < 0, leaf2 = child2[2 * node2] < 0;
    if (!(leaf1 && leaf2 && keepLeaves) && nodesApart(&placing, a, center, halfB, margin)) {
      continue;
    }
    lb_markNode(d->bvh_active + adr1 + node1);
    lb_markNode(d->bvh_active + adr2 + node2);
    if (leaf1 && leaf2) {
      pushGeoms(m, d, list, m->bvh_nodeid[adr1 + node1], m->bvh_nodeid[adr2 + node2]);
      continue;
    }
    // split the larger box
    bool splitFirst =
        leaf2 || (!leaf1 && halfA[0] + halfA[1] + halfA[2] > halfB[0] + halfB[1] + halfB[2]);
    for (int k = 0; k < 2; k++) {
      stack[top][0] = splitFirst ? child1[2 * node1 + k] : node1;
      stack[top][1] = splitFirst ? node2 : child2[2 * node2 + k];
      top++;
    }
  }
}

const int (*lb_geomPairs(const mjModel* m, mjData* d, int body1, int body2, int* count))[2] {
  int adr1 = m->body_geomadr[body1], num1 = m->body_geomnum[body1];
  int adr2 = m->body_geomadr[body2], num2 = m->body_geomnum[body2];
  int64_t product = (int64_t)num1 * num2;
  GeomPairs list = {.capacity = product < LB_TREE_THRESHOLD ? (int)product : LB_TREE_THRESHOLD};
  list.items = lb_stackBytes(d, sizeof(int[2]) * (uint64_t)list.capacity);

  bool midphase = !lb_disabled(m, mjDSBL_MIDPHASE);
  bool trees = m->body_bvhnum[body1] && m->body_bvhnum[body2];
  if (midphase && trees && product > lb_treeThreshold(m)) {
    bool override = lb_enabled(m, mjENBL_OVERRIDE);
    mjtNum margin = lb_max(0, m->body_margin[body1]) + lb_max(0, m->body_margin[body2]);
    descend(m, d, body1, body2, override ? lb_max(0, m->opt.o_margin) : margin, &list);
  } else {
    for (int g1 = adr1; g1 < adr1 + num1; g1++) {
      for (int g2 = adr2; g2 < adr2 + num2; g2++) {
        pushGeoms(m, d, &list, g1, g2);
      }
    }
  }
  if (midphase) {
    sortGeoms(d, &list);
  }
  *count = list.count;
  return (const int(*)[2])list.items;
}
