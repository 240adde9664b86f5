// Pieces of the integrators that inverse dynamics and finite differences need too.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Replaces d->qacc, understood as the change of velocity over a step divided by its duration, by
// the acceleration at its start: M qacc' = (M - h D) qacc, D as in the chosen integrator.
void lb_continuousAcceleration(const mjModel* m, mjData* d);

// mj_Euler and mj_implicit; reuse keeps the factored matrix of the previous step, which is exact
// when only forces changed since.
void lb_eulerStep(const mjModel* m, mjData* d, bool reuse);
void lb_implicitStep(const mjModel* m, mjData* d, bool reuse);

// Step of the discrete integrator, whose accelerations are those of the implicit step.
void lb_discreteStep(const mjModel* m, mjData* d);
