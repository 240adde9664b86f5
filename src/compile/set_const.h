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

// Which frame of a body (mjtSameFrame), or with inertia also of its inertia, a frame in it is.
mjtByte lb_sameFrame(const mjModel* m, int body, const mjtNum pos[3], const mjtNum quat[4],
                     bool inertia);

// Whether a position is so close to the origin that frames count as the same.
bool lb_isNullPos(const mjtNum pos[3]);
