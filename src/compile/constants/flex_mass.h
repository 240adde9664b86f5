// Effective mass of bending sheets: M + (h^2 + h d) K for the dofs of point-mass vertices, factored
// as L' L once for all steps (COMPAT: FLEX-EFM0: the fields efm0_* of the model).

#pragma once

#include "api/model.h"

// m->efm0_L, for the pattern that is there. Needs m->dof_M0.
void lb_setFlexMass(mjModel* m);
