// Recording of histories: the part of time stepping that fills the buffers of data/history.h.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Records the controls, and the sensors that are due, at the present time. Call once per step, when
// all results of that step are there and before state and time move.
void lb_advanceHistory(const mjModel* m, mjData* d);
