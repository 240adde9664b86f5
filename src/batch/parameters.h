// Parameters of the simulations of a batch; see parameters.c.

#pragma once

#include "batch/batch.h"

// Whether a field of mjModel may differ between simulations.
bool lb_mayVary(const char* name);

// Whether constants (mj_setConst) follow from a field.
bool lb_shapesConstants(const char* name);

// Whether mj_setConst writes a field.
bool lb_isConstant(const char* name);

// Whether parameters vary, so that models are written to.
static inline bool lb_variesParameters(const lbBatch* b) {
  return b->varied > 0;
}

// Brings the parameters of a simulation into a model; constants are renewed where a parameter has
// changed, and where renew says so. That leaves d at the reference configuration.
void lb_loadParameters(const lbBatch* b, mjModel* m, mjData* d, int index, bool renew);
