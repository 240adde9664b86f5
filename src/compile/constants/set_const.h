// Constants that follow from the reference configuration.

#pragma once

#include "api/data.h"
#include "api/model.h"

// mj_setConst that also turns springdamper (2 per joint: time constant and damping ratio; NULL:
// none) into stiffness and damping. Leaves d at qpos0.
void lb_setConst(mjModel* m, mjData* d, const mjtNum* springdamper);
