// Boxes placed in the world, and the part of the separating axis test that finds most of those that
// are apart: the face normals of both.

#pragma once

#include <stdbool.h>

#include "math/inline.h"

typedef struct lbPlacedBox_ {
  mjtNum center[3];
  const mjtNum* mat;
  const mjtNum* half;
} lbPlacedBox;

// Whether a face normal of a separates the boxes by more than margin; between: from a to b.
static inline bool lb_apartOnFaces(const lbPlacedBox* a, const lbPlacedBox* b,
                                   const mjtNum between[3], mjtNum margin) {
  for (int i = 0; i < 3; i++) {
    mjtNum distance = 0, reach = a->half[i] + margin;
    for (int k = 0; k < 3; k++) {
      distance += a->mat[3 * k + i] * between[k];
      mjtNum cosine =
          a->mat[i] * b->mat[k] + a->mat[3 + i] * b->mat[3 + k] + a->mat[6 + i] * b->mat[6 + k];
      reach += fabs(cosine) * b->half[k];
    }
    if (fabs(distance) > reach) {
      return true;
    }
  }
  return false;
}

static inline bool lb_boxesApart(const lbPlacedBox* a, const lbPlacedBox* b, mjtNum margin) {
  mjtNum between[3];
  lb_sub3(between, b->center, a->center);
  return lb_apartOnFaces(a, b, between, margin) || lb_apartOnFaces(b, a, between, margin);
}
