// Solving with the factor of the inertia of one kinematic tree.

#pragma once

#include "api/data.h"
#include "api/model.h"

// x = inv(M) x for one tree with the factor in mjData; its dof i is x[i + shift].
void lb_treeSolveM(const mjModel* m, const mjData* d, int tree, int shift, mjtNum* x);
