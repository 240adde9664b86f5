// Geometry shared by the rows of an equality and their velocity terms.

#pragma once

#include "api/data.h"
#include "api/model.h"

// The two frames that a connect or weld brings together, global.
typedef struct lbEqualityFrame_ {
  int body1, body2;
  mjtNum pos1[3], pos2[3];
  mjtNum quat1[4], quat2[4];  // weld only
  mjtNum torquescale;         // weld only
} lbEqualityFrame;

void lb_equalityFrame(const mjModel* m, const mjData* d, int eq, lbEqualityFrame* frame);

// Jdot v of a connect (3 numbers) or weld (6 numbers).
void lb_equalityBias(const mjModel* m, const mjData* d, int eq, mjtNum bias[6]);
