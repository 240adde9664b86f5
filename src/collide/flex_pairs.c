// Candidates for collisions of a flex: with itself, with another flex, with the geoms of a body.
//
// Four ways of finding those with itself, which differ in speed and in the order of the contacts:
// narrow  all against all, ascending
// sap     sweep along the axis of the widest extent: every element against those still open
// bvh     descent of the tree of elements against itself, later children first
// auto    bvh for solids, sap for everything else

#include "collide/flex_pairs.h"

#include <limits.h>
#include <math.h>

#include "collide/midphase.h"
#include "collide/spans.h"
#include "data/stack.h"
#include "math/inline.h"
#include "math/simd.h"
#include "model/options.h"

// Boxes (centre, half sizes, with the radius) of elements and tree nodes. Most of them are apart:
// all axes in one test.
static inline bool boxesApart(const mjtNum a[6], const mjtNum b[6], mjtNum margin) {
  lbV2 between = lb_load2(a) - lb_load2(b);
  lbV2 reach = lb_load2(a + 3) + lb_load2(b + 3) + margin;
  bool last = fabs(a[2] - b[2]) > a[5] + b[5] + margin;
  __auto_type apart = (between > reach) | (-between > reach);
  return (apart[0] | apart[1]) != 0 || last;
}

static const int* elementVertices(const mjModel* m, int flex, int element) {
  return m->flex_elem + m->flex_elemdataadr[flex] + element * (m->flex_dim[flex] + 1);
}

// Whether two triangles have a corner in common: most pairs in a sheet, each in another way, so
// that branches would be guessed wrong.
static inline bool shareCorner(const int a[3], const int b[3]) {
  return (a[0] == b[0]) | (a[0] == b[1]) | (a[0] == b[2]) | (a[1] == b[0]) | (a[1] == b[1]) |
         (a[1] == b[2]) | (a[2] == b[0]) | (a[2] == b[1]) | (a[2] == b[2]);
}

static bool shareVertex(const mjModel* m, int flex, int element1, int element2) {
  int corners = m->flex_dim[flex] + 1;
  const int* vertex1 = elementVertices(m, flex, element1);
  const int* vertex2 = elementVertices(m, flex, element2);
  if (corners == 3) {
    return shareCorner(vertex1, vertex2);
  }
  for (int i = 0; i < corners; i++) {
    for (int j = 0; j < corners; j++) {
      if (vertex1[i] == vertex2[j]) {
        return true;
      }
    }
  }
  return false;
}

// COMPAT: FLEX-SHARED-BODY: elements with a vertex each on one body, such as pinned ones, do not
// collide.
static bool shareBody(const mjModel* m, int flex1, int element1, int flex2, int element2) {
  const int* vertex1 = elementVertices(m, flex1, element1);
  const int* vertex2 = elementVertices(m, flex2, element2);
  const int* body1 = m->flex_vertbodyid + m->flex_vertadr[flex1];
  const int* body2 = m->flex_vertbodyid + m->flex_vertadr[flex2];
  if (m->flex_dim[flex1] == 2 && m->flex_dim[flex2] == 2) {
    // what has no body has none in common
    int a[3], b[3];
    for (int i = 0; i < 3; i++) {
      a[i] = body1[vertex1[i]];
      b[i] = body2[vertex2[i]];
      a[i] = a[i] < 0 ? INT_MIN : a[i];
    }
    return shareCorner(a, b);
  }
  for (int i = 0; i <= m->flex_dim[flex1]; i++) {
    int body = body1[vertex1[i]];
    for (int j = 0; body >= 0 && j <= m->flex_dim[flex2]; j++) {
      if (body == body2[vertex2[j]]) {
        return true;
      }
    }
  }
  return false;
}

// Appends a pair, but for neighbours; of a body's geom and an element when flex1 is negative.
static void pushPair(const mjModel* m, mjData* d, int flex1, int flex2, lbElementPairs* list,
                     int element1, int element2) {
  if (flex1 == flex2 && (element1 == element2 || shareVertex(m, flex1, element1, element2))) {
    return;
  }
  if (flex1 >= 0 && shareBody(m, flex1, element1, flex2, element2)) {
    return;
  }
  if (list->count == list->capacity) {
    int capacity = lb_maxInt(64, 2 * list->capacity);
    int(*larger)[2] = lb_stackBytes(d, sizeof(int[2]) * (uint64_t)capacity);
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

static void allPairs(const mjModel* m, mjData* d, int flex, const mjtNum* box,
                     lbElementPairs* list) {
  int count = m->flex_elemnum[flex];
  for (int i = 0; i < count; i++) {
    for (int j = i + 1; j < count && lb_elementActive(m, flex, i); j++) {
      if (lb_elementActive(m, flex, j) && !boxesApart(box + 6 * i, box + 6 * j, 0)) {
        pushPair(m, d, flex, flex, list, i, j);
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

// Active elements with the lower ends of their boxes.
typedef struct Start_ {
  float low;
  int element;
} Start;

// Sorts by the lower ends; equal ones stay in order.
static Start* sortStarts(mjData* d, Start* list, int count) {
  Start* spare = LB_STACK(d, Start, count);
  for (int width = 1; width < count; width *= 2) {
    for (int begin = 0; begin < count; begin += 2 * width) {
      int mid = lb_minInt(begin + width, count), end = lb_minInt(begin + 2 * width, count);
      int i = begin, j = mid;
      for (int k = begin; k < end; k++) {
        bool left = j >= end || (i < mid && list[i].low <= list[j].low);
        spare[k] = left ? list[i++] : list[j++];
      }
    }
    Start* swap = list;
    list = spare;
    spare = swap;
  }
  return list;
}

// Elements that the sweep is in, with their extents on the two other axes.
typedef struct Open_ {
  int count;
  float earliest;  // of the ends
  float* end;
  int* element;
  lbSpans spans;
} Open;

static inline float minFloat(float a, float b) {
  return a < b ? a : b;
}

// Drops those that end before a place; the others move up.
static void closeEnded(Open* open, float place) {
  int kept = 0;
  open->earliest = HUGE_VALF;
  for (int k = 0; k < open->count; k++) {
    if (!(open->end[k] < place)) {
      open->earliest = minFloat(open->earliest, open->end[k]);
      open->end[kept] = open->end[k];
      open->element[kept] = open->element[k];
      for (int i = 0; i < lbSPAN_ENDS; i++) {
        open->spans.column[i][kept] = open->spans.column[i][k];
      }
      kept++;
    }
  }
  open->count = kept;
}

static void sweepPairs(const mjModel* m, mjData* d, int flex, const mjtNum* box,
                       lbElementPairs* list) {
  int elements = m->flex_elemnum[flex], axis = widestAxis(box, elements), count = 0;
  Start* starts = LB_STACK(d, Start, elements);
  for (int e = 0; e < elements; e++) {
    // COMPAT: FLEX-SWEEP-TIES: the ends are rounded: elements that share their lowest corner begin
    // together
    if (lb_elementActive(m, flex, e)) {
      starts[count++] = (Start){(float)(box[6 * e + axis] - box[6 * e + 3 + axis]), e};
    }
  }
  starts = sortStarts(d, starts, count);
  Open open = {.earliest = HUGE_VALF,
               .end = LB_STACK(d, float, count),
               .element = lb_stackInt(d, count),
               .spans = lb_allocateSpans(d, count)};

  int y = (axis + 1) % 3, z = (axis + 2) % 3;
  for (int i = 0; i < count; i++) {
    int element = starts[i].element;
    const mjtNum *own = box + 6 * element, *half = own + 3;
    lbSpan span =
        lb_makeSpan(own[y] - half[y], own[y] + half[y], own[z] - half[z], own[z] + half[z]);
    float low = starts[i].low;
    if (open.earliest < low) {
      closeEnded(&open, low);
    }
    for (int k = 0; k < open.count; k += lbSPANS_LOOKED_AT) {
      unsigned near = lb_findMeeting(&open.spans, k, open.count, &span);
      for (; near; near &= near - 1) {
        int other = open.element[k + __builtin_ctz(near)];
        if (!boxesApart(box + 6 * other, own, 0)) {
          pushPair(m, d, flex, flex, list, other, element);
        }
      }
    }

    // opens
    open.element[open.count] = element;
    open.end[open.count] = (float)(own[axis] + half[axis]);
    open.earliest = minFloat(open.earliest, open.end[open.count]);
    lb_setSpan(&open.spans, open.count, &span);
    open.count++;
  }
}

// COMPAT: FLEX-DESCENT: what decides which of two nodes is split is the surface of a box whose
// sides are its half sizes less its centre.
static mjtNum splitMeasure(const mjtNum box[6]) {
  mjtNum x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

// One side of a descent: the tree of a flex, or (flex < 0) that of a body.
typedef struct Side_ {
  int flex;
  int body;
  int adr;
  const int* child;
  const int* nodeid;
} Side;

static Side flexSide(const mjModel* m, int flex) {
  int adr = m->flex_bvhadr[flex];
  if (adr < 0) {
    return (Side){.flex = flex, .body = -1, .adr = -1};
  }
  return (Side){flex, -1, adr, m->bvh_child + 2 * adr, m->bvh_nodeid + adr};
}

static Side bodySide(const mjModel* m, int body) {
  int adr = m->body_bvhadr[body];
  return (Side){-1, body, adr, m->bvh_child + 2 * adr, m->bvh_nodeid + adr};
}

// World box of a node: centre, half sizes; of a body's in room.
static const mjtNum* nodeBox(const mjModel* m, const mjData* d, const Side* side, int node,
                             mjtNum room[6]) {
  int id = side->adr + node;
  if (side->flex >= 0) {
    return d->bvh_aabb_dyn + 6 * (id - m->nbvhstatic);
  }
  const mjtNum *mat = d->ximat + 9 * side->body, *local = m->bvh_aabb + 6 * id;
  for (int i = 0; i < 3; i++) {
    const mjtNum* row = mat + 3 * i;
    room[i] = d->xipos[3 * side->body + i] + lb_dot3(row, local);
    room[3 + i] = fabs(row[0]) * local[3] + fabs(row[1]) * local[4] + fabs(row[2]) * local[5];
  }
  return room;
}

// Whether the axes of a body separate its box from a flex's box.
static bool apartOnBody(const mjModel* m, const mjData* d, const Side* side, int node,
                        const mjtNum world[6], const mjtNum box[6], mjtNum margin) {
  if (side->flex >= 0) {
    return false;
  }
  const mjtNum *mat = d->ximat + 9 * side->body, *half = m->bvh_aabb + 6 * (side->adr + node) + 3;
  for (int i = 0; i < 3; i++) {
    mjtNum between = 0, reach = half[i] + margin;
    for (int k = 0; k < 3; k++) {
      between += mat[3 * k + i] * (box[k] - world[k]);
      reach += fabs(mat[3 * k + i]) * box[3 + k];
    }
    if (fabs(between) > reach) {
      return true;
    }
  }
  return false;
}

// Pairs of leaves of two trees, or of one with itself, whose boxes are within margin.
static void descend(const mjModel* m, mjData* d, const Side* side1, const Side* side2,
                    mjtNum margin, lbElementPairs* list) {
  bool same = side1->flex == side2->flex;
  if (side1->adr < 0 || side2->adr < 0) {
    // a flex without active elements has no tree
    return;
  }

  // a pair of nodes adds at most three pairs, each one level deeper on one side
  int stack[4 * mjMAXTREEDEPTH + 8][2], top = 1;
  stack[0][0] = stack[0][1] = 0;
  mjtNum room1[6], room2[6];
  const mjtNum *box1 = room1, *box2 = room2;
  for (int last1 = -1, last2 = -1; top;) {
    top--;
    int a = stack[top][0], b = stack[top][1];
    bool leaf1 = side1->child[2 * a] < 0, leaf2 = side2->child[2 * b] < 0;
    bool leaves = leaf1 && leaf2;
    if (same && a > b) {
      continue;
    }
    // COMPAT: FLEX-LEAVES: two leaves are a pair whatever their boxes
    if (!leaves && a != last1) {
      box1 = nodeBox(m, d, side1, last1 = a, room1);
    }
    if (!leaves && b != last2) {
      box2 = nodeBox(m, d, side2, last2 = b, room2);
    }
    if (!leaves &&
        (boxesApart(box1, box2, margin) || apartOnBody(m, d, side1, a, box1, box2, margin))) {
      continue;
    }
    lb_markNode(d->bvh_active + side1->adr + a);
    lb_markNode(d->bvh_active + side2->adr + b);
    if (leaves) {
      int id1 = side1->nodeid[a], id2 = side2->nodeid[b];
      bool active1 = side1->flex < 0 || lb_elementActive(m, side1->flex, id1);
      if (active1 && lb_elementActive(m, side2->flex, id2)) {
        pushPair(m, d, side1->flex, side2->flex, list, id1, id2);
      }
      continue;
    }
    // COMPAT: FLEX-DESCENT: that of a body is measured in its own frame
    const mjtNum* own1 = side1->flex < 0 ? m->bvh_aabb + 6 * (side1->adr + a) : box1;
    bool splitFirst = leaf2 || (!leaf1 && splitMeasure(own1) > splitMeasure(box2));
    for (int k = 0; k < 2; k++) {
      stack[top][0] = splitFirst ? side1->child[2 * a + k] : a;
      stack[top][1] = splitFirst ? b : side2->child[2 * b + k];
      top++;
    }
  }
}

bool lb_hasFlexTree(const mjModel* m, int flex) {
  return !lb_disabled(m, mjDSBL_MIDPHASE) && m->flex_bvhadr[flex] >= 0;
}

lbElementPairs lb_flexSelfPairs(const mjModel* m, mjData* d, int flex) {
  lbElementPairs list = {0};
  const mjtNum* box = d->flexelem_aabb + 6 * m->flex_elemadr[flex];
  int mode = m->flex_selfcollide[flex];
  bool solid = m->flex_dim[flex] == 3;
  if (mode == mjFLEXSELF_NARROW || lb_disabled(m, mjDSBL_MIDPHASE)) {
    allPairs(m, d, flex, box, &list);
  } else if (mode == mjFLEXSELF_BVH || (mode == mjFLEXSELF_AUTO && solid)) {
    Side side = flexSide(m, flex);
    descend(m, d, &side, &side, 0, &list);
  } else {
    sweepPairs(m, d, flex, box, &list);
  }
  return list;
}

lbElementPairs lb_flexPairs(const mjModel* m, mjData* d, int flex1, int flex2, mjtNum margin) {
  lbElementPairs list = {0};
  if (!lb_hasFlexTree(m, flex1) || !lb_hasFlexTree(m, flex2)) {
    // COMPAT: FLEX-NO-MIDPHASE: each with each, also with the elements inside that have no leaf
    for (int i = 0; i < m->flex_elemnum[flex1]; i++) {
      for (int k = 0; k < m->flex_elemnum[flex2]; k++) {
        pushPair(m, d, flex1, flex2, &list, i, k);
      }
    }
    return list;
  }
  Side side1 = flexSide(m, flex1), side2 = flexSide(m, flex2);
  descend(m, d, &side1, &side2, margin, &list);
  return list;
}

lbElementPairs lb_bodyFlexPairs(const mjModel* m, mjData* d, int body, int flex, mjtNum margin) {
  lbElementPairs list = {0};
  Side side1 = bodySide(m, body), side2 = flexSide(m, flex);
  // boxes that just touch count whatever the rounding of their corners
  descend(m, d, &side1, &side2, margin + 1e-12, &list);
  return list;
}
