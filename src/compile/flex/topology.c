// Topology of flexes, from their elements alone: edges, shell, collision pairs, layers.
//
// A fragment is what two elements may share: a vertex, an edge or a triangle. Sorting all fragments
// by their vertices puts the two sides of an interior one next to each other; those that stand
// alone are the shell. Everything is linear but for that sorting.

#include "base/compiler.h"
#include "base/hash.h"
#include "compile/flex/work_flex.h"
#include "math/inline.h"

#include <stdlib.h>
#include <string.h>

const int lb_flexEdgeEnds[3][6][2] = {
    {{0, 1}}, {{1, 2}, {2, 0}, {0, 1}}, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}}};

LB_APART void lb_checkFlexElements(lbCompiler* c, lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  int corners = f->dim + 1;
  if (s->elem->count % corners) {
    lb_compileError(c, "elem size must be multiple of (dim+1) in flex");
  }
  int* element = LB_WORK_ARRAY(c, int, s->elem->count);
  memcpy(element, s->elem->items, (size_t)s->elem->count * sizeof(int));
  f->element = element;
  f->elementCount = s->elem->count / corners;
  for (int i = 0; i < s->elem->count; i++) {
    if (f->element[i] < 0 || f->element[i] >= f->vertexCount) {
      lb_compileError(c, "elem vertex id out of range in flex");
    }
  }
  for (int e = 0; e < f->elementCount; e++) {
    for (int a = 0; a < corners; a++) {
      for (int b = a + 1; b < corners; b++) {
        if (f->element[e * corners + a] == f->element[e * corners + b]) {
          lb_compileError(c, "repeated vertex in element %d of flex", e);
        }
      }
    }
  }
}

// Turns tetrahedra so that all have the same orientation.
static void orientSolids(lbWorkFlex* f) {
  for (int e = 0; f->dim == 3 && e < f->elementCount; e++) {
    int* v = (int*)f->element + 4 * e;
    double side[3][3], cross[3];
    for (int k = 0; k < 3; k++) {
      lb_sub3(side[k], f->position + 3 * v[k + 1], f->position + 3 * v[0]);
    }
    lb_cross(cross, side[0], side[1]);
    if (lb_dot3(cross, side[2]) > 0) {
      int swapped = v[1];
      v[1] = v[2];
      v[2] = swapped;
    }
  }
}

// Numbers the edges in the order elements name them; with the vertex across from each side.
LB_APART static void findEdges(lbCompiler* c, lbWorkFlex* f) {
  int perElement = lb_edgesPerElement(f->dim), corners = f->dim + 1;
  size_t most = (size_t)f->elementCount * perElement;
  f->edge = LB_WORK_ARRAY(c, int, 2 * most);
  f->edgeFlap = LB_WORK_ARRAY(c, int, 2 * most);
  f->elementEdge = LB_WORK_ARRAY(c, int, most);
  f->edgeTurned = LB_WORK_ARRAY(c, bool, most);
  memset(f->edgeFlap, 0xff, 2 * most * sizeof(int));

  // edges whose ends have one hash are chained
  uint32_t slots = lb_mapSlots(most);
  int* first = LB_WORK_ARRAY(c, int, slots);
  int* next = LB_WORK_ARRAY(c, int, most);
  memset(first, 0xff, slots * sizeof(int));
  for (int e = 0; e < f->elementCount; e++) {
    const int* element = f->element + e * corners;
    for (int k = 0; k < perElement; k++) {
      const int* ends = lb_flexEdgeEnds[f->dim - 1][k];
      int low = lb_minInt(element[ends[0]], element[ends[1]]);
      int high = lb_maxInt(element[ends[0]], element[ends[1]]);
      uint32_t slot = lb_hashEdge(low, high) & (slots - 1);
      int found = first[slot];
      while (found >= 0 && (f->edge[2 * found] != low || f->edge[2 * found + 1] != high)) {
        found = next[found];
      }
      if (found < 0) {
        found = f->edgeCount++;
        f->edge[2 * found] = low;
        f->edge[2 * found + 1] = high;
        f->edgeTurned[found] = element[ends[0]] == high;
        next[found] = first[slot];
        first[slot] = found;
      }
      f->elementEdge[e * perElement + k] = found;
      if (f->dim == 2) {
        int* flap = f->edgeFlap + 2 * found;
        flap[flap[0] >= 0] = element[k];
      }
    }
  }
}

typedef struct Fragment_ {
  int key[3];     // vertices, ascending
  int vertex[3];  // as the element turns them
  int element;
  int opposite;  // the element's vertex that is not part of it
} Fragment;

static int compareFragments(const void* a, const void* b) {
  const Fragment *x = a, *y = b;
  for (int k = 0; k < 3; k++) {
    if (x->key[k] != y->key[k]) {
      return x->key[k] < y->key[k] ? -1 : 1;
    }
  }
  return x->element - y->element;
}

static bool sameFragment(const Fragment* a, const Fragment* b) {
  return a->key[0] == b->key[0] && a->key[1] == b->key[1] && a->key[2] == b->key[2];
}

LB_APART static Fragment* listFragments(lbCompiler* c, const lbWorkFlex* f) {
  static const int corner[3][4][4] = {{{0, -1, -1, 1}, {1, -1, -1, 0}},
                                      {{0, 1, -1, 2}, {1, 2, -1, 0}, {2, 0, -1, 1}},
                                      {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}}};
  int corners = f->dim + 1;
  Fragment* fragments = LB_WORK_ARRAY(c, Fragment, (size_t)f->elementCount * corners);
  for (int e = 0; e < f->elementCount; e++) {
    const int* element = f->element + e * corners;
    for (int k = 0; k < corners; k++) {
      Fragment* part = &fragments[e * corners + k];
      part->element = e;
      part->opposite = element[corner[f->dim - 1][k][3]];
      for (int i = 0; i < 3; i++) {
        part->vertex[i] = part->key[i] = i < f->dim ? element[corner[f->dim - 1][k][i]] : -1;
      }
      for (int i = 0; i < f->dim; i++) {
        for (int j = i + 1; j < f->dim; j++) {
          if (part->key[j] < part->key[i]) {
            int swapped = part->key[i];
            part->key[i] = part->key[j];
            part->key[j] = swapped;
          }
        }
      }
    }
  }
  qsort(fragments, (size_t)f->elementCount * corners, sizeof *fragments, compareFragments);
  return fragments;
}

// Distance of every element from the shell, in elements.
LB_APART static void findLayers(lbCompiler* c, lbWorkFlex* f, const Fragment* fragments,
                                int count) {
  int corners = f->dim + 1;
  int* neighbor = LB_WORK_ARRAY(c, int, (size_t)f->elementCount* corners);
  int* neighborCount = LB_WORK_ARRAY(c, int, f->elementCount);
  int* queue = LB_WORK_ARRAY(c, int, f->elementCount);
  int head = 0, tail = 0;
  f->layer = LB_WORK_ARRAY(c, int, f->elementCount);
  memset(f->layer, 0xff, (size_t)f->elementCount * sizeof(int));
  for (int i = 0; i < count; i++) {
    bool shared = i + 1 < count && sameFragment(&fragments[i], &fragments[i + 1]);
    bool again = i > 0 && sameFragment(&fragments[i], &fragments[i - 1]);
    int a = fragments[i].element;
    if (shared) {
      int b = fragments[i + 1].element;
      if (neighborCount[a] < corners && neighborCount[b] < corners) {
        neighbor[a * corners + neighborCount[a]++] = b;
        neighbor[b * corners + neighborCount[b]++] = a;
      }
    } else if (!again && f->layer[a] < 0) {
      f->layer[a] = 0;
      queue[tail++] = a;
    }
  }
  while (head < tail) {
    int e = queue[head++];
    for (int k = 0; k < neighborCount[e]; k++) {
      int other = neighbor[e * corners + k];
      if (f->layer[other] < 0) {
        f->layer[other] = f->layer[e] + 1;
        queue[tail++] = other;
      }
    }
  }
  // solids that no way leads to from outside (some are there twice) are in a layer of their own
  for (int e = 0; e < f->elementCount; e++) {
    f->layer[e] = f->dim < 3 ? 0 : f->layer[e] >= 0 ? f->layer[e] : f->elementCount + 1;
  }
}

LB_APART static void findShell(lbCompiler* c, lbWorkFlex* f) {
  int count = f->elementCount * (f->dim + 1);
  const Fragment* fragments = listFragments(c, f);
  bool* outside = LB_WORK_ARRAY(c, bool, f->elementCount);
  f->shell = LB_WORK_ARRAY(c, int, (size_t)count * f->dim);
  f->pair = LB_WORK_ARRAY(c, int, (size_t)count * 2);
  for (int i = 0; i < count; i++) {
    bool shared = i + 1 < count && sameFragment(&fragments[i], &fragments[i + 1]);
    bool again = i > 0 && sameFragment(&fragments[i], &fragments[i - 1]);
    if (!shared && !again) {
      memcpy(f->shell + f->dim * f->shellCount++, fragments[i].vertex,
             (size_t)f->dim * sizeof(int));
      outside[fragments[i].element] = true;
    }
  }
  for (int i = 0; i + 1 < count && f->dim < 3; i++) {
    // an element against the far vertex of its neighbour, when one of them is at the border
    int a = fragments[i].element, b = fragments[i + 1].element;
    if (sameFragment(&fragments[i], &fragments[i + 1]) && (outside[a] || outside[b])) {
      int* pair = f->pair + 2 * f->pairCount;
      pair[0] = fragments[i + 1].element;
      pair[1] = fragments[i].opposite;
      pair[2] = fragments[i].element;
      pair[3] = fragments[i + 1].opposite;
      f->pairCount += 2;
    }
  }
  findLayers(c, f, fragments, count);
}

LB_APART void lb_findTopology(lbCompiler* c, lbWorkFlex* f) {
  orientSolids(f);
  findEdges(c, f);
  findShell(c, f);
}
