// Statistics of a model.

#pragma once

#include "api/data.h"
#include "api/model.h"

// m->stat and dof_length, for data at qpos0 with the inertia matrix computed. Values that the model
// file gives are put back by the compiler.
void lb_setStatistics(mjModel* m, mjData* d);
