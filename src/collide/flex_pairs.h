// Which elements of a flex may touch each other, those of another flex, or the geoms of a body.

#pragma once

#include "collide/flex_element.h"

typedef struct lbElementPairs_ {
  int (*items)[2];  // ids of elements, or of a geom and an element
  int count;
  int capacity;
} lbElementPairs;

// Whether pairs are found by the tree of a flex. COMPAT: FLEX-NO-MIDPHASE: a flex without active
// elements has none, and each of its elements collides as if there were no midphase.
bool lb_hasFlexTree(const mjModel* m, int flex);

// Pairs of active elements of a flex that share no vertex and whose boxes overlap, in the order of
// its self-collision mode. Uses the stack of d and leaves the list on it, as do the others.
lbElementPairs lb_flexSelfPairs(const mjModel* m, mjData* d, int flex);

// Pairs of active elements of two flexes, in the order in which their trees are descended.
lbElementPairs lb_flexPairs(const mjModel* m, mjData* d, int flex1, int flex2, mjtNum margin);

// Pairs of a geom of the body and an active element of the flex, in the order of the descent.
lbElementPairs lb_bodyFlexPairs(const mjModel* m, mjData* d, int body, int flex, mjtNum margin);
