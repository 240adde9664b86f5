// Straight segments between points fixed to two bodies: length and gradient.
//
// Tendons and flex edges are made of them. The gradient of the length with respect to the joints is
// direction . (J_end - J_start); dofs that move both ends do not contribute.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "kinematics/chain.h"

// A path of segments with one sparse Jacobian row.
typedef struct lbPath_ {
  const int* column;  // dofs of the row, ascending
  mjtNum* J;          // values of the row, to be cleared by the caller
  int columnCount;
  mjtNum divisor;  // lengths count divided by it
  mjtNum length;
} lbPath;

// Adds direction . d(point)/dq to the row, for a point fixed to a body.
void lb_addPoint(const mjModel* m, const mjData* d, lbPath* path, int bodyId, const mjtNum point[3],
                 const mjtNum direction[3]);

// Adds the segment from start to end to the path.
void lb_addSegment(const mjModel* m, const mjData* d, lbPath* path, const mjtNum start[3],
                   int startBody, const mjtNum end[3], int endBody);
