// Derived model constants.

#pragma once

#include "api/data.h"
#include "api/model.h"

// mj_setConst that also turns springdamper (2 per joint: time constant and damping ratio; NULL:
// none) into stiffness and damping. Leaves d at qpos0.
void lb_setConst(mjModel* m, mjData* d, const mjtNum* springdamper);

// Two parts of it, for data at qpos0 with the inertia matrix factored and transmissions computed:
// inverse weights and lengths of dofs, bodies, tendons, actuators and flex edges; and m->stat with
// dof_length. Values of stat that the model file gives are put back by the compiler.
void lb_setInverseWeights(mjModel* m, mjData* d);
void lb_setStatistics(mjModel* m, mjData* d);
