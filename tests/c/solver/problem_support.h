// A constraint problem of a scene, and dense matrices of it, for the tests of solvers.

#pragma once

#include "constraint/scenes_support.h"
#include "solver/problem.h"

// All rows of a scene after mj_forward, with room in the result of mjData. Leaves memory on the
// stack: mj_markStack before, mj_freeStack after.
void makeWhole(Scene scene, lbProblem* p);

// J (nefc x nv) and M (nv x nv) of a scene, on the heap.
mjtNum* denseJ(Scene scene);
mjtNum* denseM(Scene scene);

// M + J' diag(weight) J, on the heap.
mjtNum* denseHessian(Scene scene, const mjtNum* weight);

// A number in [-1, 1] that looks random.
mjtNum wild(int i);

// Rows in their quadratic zone at the smooth acceleration: fills force and state.
void setStates(lbProblem* p);
