// Constraint space seen through the inverse inertia.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Exact diagonal of A = J inv(M) J': nefc numbers. Needs the factorised inertia.
void lb_exactDiagonal(const mjModel* m, mjData* d, mjtNum* diagonal);
