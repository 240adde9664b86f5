// Energy as a stage of the pipeline.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "model/options.h"

// Potential (mjSTAGE_POS) or kinetic (mjSTAGE_VEL) energy, unless a sensor computed it already.
void lb_stageEnergy(const mjModel* m, mjData* d, int stage);

// The same; zero when energy is not enabled.
static inline void lb_energyStage(const mjModel* m, mjData* d, int stage) {
  if (lb_enabled(m, mjENBL_ENERGY)) {
    lb_stageEnergy(m, d, stage);
  } else if (stage == mjSTAGE_POS && !d->flg_energypos) {
    // COMPAT: ENERGY-OFF: both are cleared here, unless a sensor has computed the potential energy
    d->energy[0] = d->energy[1] = 0;
  }
}
