// Broad phase: the pairs of bodies and flexes whose geoms are worth testing.

#pragma once

#include "api/limber.h"
#include "model/signature.h"

// Keys (model/signature.h) of all pairs that pass the filters of bodies and
// whose boxes overlap, in ascending order. A flex f has the id nbody + f. The array is on mjData's
// stack.
const lbPairKey* lb_broadPhase(const mjModel* m, mjData* d, int* count);
