// Parts of the pipeline that the forward, inverse and stepping functions share.

#pragma once

#include "api/data.h"
#include "api/model.h"

static inline bool lb_enabled(const mjModel* m, int bit) {
  return (m->opt.enableflags & bit) != 0;
}

static inline bool lb_disabled(const mjModel* m, int bit) {
  return (m->opt.disableflags & bit) != 0;
}

// Position part up to the constraint rows, without what only the forward solvers need.
void lb_positionStages(const mjModel* m, mjData* d, bool forward);

// Potential (mjSTAGE_POS) or kinetic (mjSTAGE_VEL) energy, unless a sensor computed it already;
// zero when energy is not enabled.
void lb_energyStage(const mjModel* m, mjData* d, int stage);

// Adds the joint forces of all xfrc_applied to qfrc.
void lb_addCartesianForces(const mjModel* m, mjData* d, mjtNum* qfrc);
