// Broad phase: the pairs of bodies and flexes whose geoms are worth testing.

#pragma once

#include "api/limber.h"

// Signatures (model/signature.h) of all pairs that pass the filters of bodies and
// whose boxes overlap, in ascending order. A flex f has the id nbody + f. The array is on mjData's
// stack.
const int* lb_broadPhase(const mjModel* m, mjData* d, int* count);
