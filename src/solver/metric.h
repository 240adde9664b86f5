// The metric of the discrete integrator (mjINT_DISCRETE): velocities at the end of a step and
// constraint forces are found together.
//
// A spring and damper that act at the end of a step of length h give, to first order,
//   -(k h^2 + b h) a - k h v   beside their force at its start.
// The part in a goes to the left side, as for implicit flexes (effective_mass.h), here for joints,
// tendons, actuators and fluid:
//   W a = f + c,   W = M + h B + h^2 K,   c = -h K v.
// The constraint solver works with W in place of M, and v+ = v + h a.
//
// What couples dofs that are ancestors of each other fits into the pattern of M: the matrix P. What
// couples others, as tendons between limbs do, are rows U with W = P + U'U. Then
//   inv(W) = inv(P) - Z'Z,   Z = inv(L) U inv(P),   L L' = 1 + U inv(P) U'.
// Sherman and Morrison (1950), Woodbury (1950).

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"
#include "dynamics/factor.h"

typedef struct lbMetric_ {
  const mjtNum* P;      // (nC), in M's layout
  const mjtNum* c;      // force that belongs to the velocity (nv)
  lbTreeFactor factor;  // of P
  const mjtNum* Z;      // (count x nv)
  bool coupled;         // U may have rows
  int count;            // rows of U
  const int* rowadr;    // first entry of a row of U (count + 1)
  const int* dof;       // ascending
  const mjtNum* value;
  const bool* tied;  // trees that tendons or actuators resist (ntree); NULL without a metric
} lbMetric;

// Makes W and c, and what rows of constraints are under W: regularizers and references, and A for
// the dual solvers. Needs the position, velocity and actuation stages. Does nothing, and leaves
// d->metric NULL, with other integrators.
void lb_makeMetric(const mjModel* m, mjData* d);

// The metric that was made; without one, the inertia matrix and c NULL.
lbMetric lb_metric(const mjData* d);

// res = W x, both nv.
void lb_mulMetric(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* x);

// x = inv(W) x.
void lb_solveMetric(const mjModel* m, const mjData* d, mjtNum* x);
