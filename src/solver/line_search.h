// Exact minimisation of the primal cost along a direction.

#pragma once

#include "solver/problem.h"

typedef struct lbLine_ {
  const mjtNum* jar;  // residual at 0 (nefc)
  const mjtNum* Jv;   // J times direction (nefc)
  mjtNum gaussSlope;  // first and second derivative of the Gauss term
  mjtNum gaussCurve;
  mjtNum norm;  // length of the direction
} lbLine;

typedef struct lbLineResult_ {
  mjtNum alpha;  // step; 0 when the direction does not descend
  mjtNum slope;  // remaining derivative
  int evaluations;
  mjtNum slope0;  // derivative at 0
} lbLineResult;

lbLineResult lb_lineSearch(const lbProblem* p, const lbLine* line);
