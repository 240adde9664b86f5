// 6 x 6 matrices that give a wrench (torque, force) by a velocity (angular, linear), in rows.

#pragma once

#include "math/inline.h"

// First entries of the 3 x 3 blocks.
enum {
  lbTORQUE_BY_ANGULAR = 0,
  lbTORQUE_BY_LINEAR = 3,
  lbFORCE_BY_ANGULAR = 18,
  lbFORCE_BY_LINEAR = 21
};

// block += scale * [v]x, the matrix with [v]x a = v x a
static inline void lb_addSkew(mjtNum* block, const mjtNum v[3], mjtNum scale) {
  block[1] -= scale * v[2];
  block[2] += scale * v[1];
  block[6] += scale * v[2];
  block[8] -= scale * v[0];
  block[12] -= scale * v[1];
  block[13] += scale * v[0];
}

// block += scale * I
static inline void lb_addDiagonal(mjtNum* block, mjtNum scale) {
  block[0] += scale;
  block[7] += scale;
  block[14] += scale;
}

// block += scale * a b'
static inline void lb_addOuter(mjtNum* block, const mjtNum a[3], const mjtNum b[3], mjtNum scale) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      block[6 * i + k] += scale * a[i] * b[k];
    }
  }
}
