// Constraint space seen through the inverse inertia.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "dynamics/factor.h"

// Exact diagonal of A = J inv(M) J': nefc numbers; factor is that of M or of a matrix in its place.
void lb_exactDiagonal(const mjModel* m, mjData* d, lbTreeFactor factor, mjtNum* diagonal);

// A for the dual solvers, as mj_projectConstraint with another matrix for M. A second call for the
// same rows takes the place of the first.
void lb_projectConstraint(const mjModel* m, mjData* d, lbTreeFactor factor);
