// Forces of a fluid medium on bodies, and their velocity derivatives.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Does the medium act at all?
static inline bool lb_hasFluid(const mjModel* m) {
  return m->opt.density > 0 || m->opt.viscosity > 0;
}

// qfrc_fluid += J' (fluid wrenches on all bodies).
void lb_fluidForces(const mjModel* m, mjData* d);
