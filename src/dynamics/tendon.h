// Tendon quantities that are not fields of mjData.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Adds the bias force of tendon inertia, J' armature (dJ/dt qvel), to qfrc[nv].
void lb_tendonBias(const mjModel* m, mjData* d, mjtNum* qfrc);
