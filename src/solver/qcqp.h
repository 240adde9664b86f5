// Small quadratic programs with one ellipsoidal constraint.

#pragma once

#include <stdbool.h>

#include "api/types.h"

enum { lbQCQP_MAX = 5 };

// Minimises 1/2 x'Ax + x'b subject to sum (x_i / scale_i)^2 <= radius^2. A is (n x n), symmetric
// positive definite, n <= 5. Returns whether the constraint is active.
bool lb_qcqp(mjtNum* x, const mjtNum* A, const mjtNum* b, const mjtNum* scale, mjtNum radius,
             int n);
