// Energy as a stage of the pipeline.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Potential (mjSTAGE_POS) or kinetic (mjSTAGE_VEL) energy, unless a sensor computed it already;
// zero when energy is not enabled.
void lb_energyStage(const mjModel* m, mjData* d, int stage);
