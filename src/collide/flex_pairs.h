// Which elements of a flex may touch each other: candidates for self-collision.

#pragma once

#include "collide/flex_element.h"

typedef struct lbElementPairs_ {
  int (*items)[2];  // element ids
  int count;
  int capacity;
} lbElementPairs;

// Pairs of active elements of a flex that share no vertex and whose boxes are within margin, in the
// order of its self-collision mode. Uses the stack of d and leaves the list on it; refreshes the
// boxes of the flex's tree when the mode needs them.
lbElementPairs lb_flexSelfPairs(const mjModel* m, mjData* d, int flex, mjtNum margin);
