// Slack strings: the curve in which a tendon hangs that is shorter between its ends than it may be.

#pragma once

#include "api/data.h"
#include "api/model.h"

// A chain of given length between two points, cut into pieces of equal extent across gravity.
typedef struct lbCatenary_ {
  mjtNum from[3];
  mjtNum across[3];  // unit vector across gravity, towards the other end
  mjtNum up[3];      // against gravity
  mjtNum width;      // distance of the ends across gravity
  mjtNum scale;      // of the hyperbolic cosine
  mjtNum middle;     // where the curve is lowest, along `across`
  mjtNum lowest[3];  // the point where a nearly vertical string turns
  mjtNum to[3];
  int pieces;
  int turns;  // nearly vertical: straight down and up again
} lbCatenary;

// The length of the string as which a tendon is drawn, or 0: only tendons between two sites that
// nothing pulls or damps, and that are held by a spring that starts there, taut or not, or slack
// by an upper limit.
mjtNum lb_stringLength(const mjModel* m, const mjData* d, int tendonId);

// The curve between two points, straight for a length below their distance; gravity is not zero.
void lb_makeCatenary(lbCatenary* curve, const mjtNum from[3], const mjtNum to[3],
                     const mjtNum gravity[3], mjtNum length, int pieces);

// End of piece i, counted from 1.
void lb_catenaryPoint(const lbCatenary* curve, int i, mjtNum point[3]);
