// Tendon quantities that are not fields of mjData.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Inertia along a tendon: its own and that of the actuators that pull it, seen through their gear.
mjtNum lb_tendonArmature(const mjModel* m, int tendonId);

// Adds the bias force of tendon inertia, J' armature (dJ/dt qvel), to qfrc[nv].
void lb_tendonBias(const mjModel* m, mjData* d, mjtNum* qfrc);
