// Many steps in one call.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Takes n steps.
void lb_stepMany(const mjModel* m, mjData* d, int n);
