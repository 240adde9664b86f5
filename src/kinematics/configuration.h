// Positions and velocities of single joints.

#pragma once

#include "api/model.h"

// Moves the coordinates qpos[nq] by qvel[nv] over a time dt.
void lb_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt);

// Moves the coordinates of one joint in qpos[nq] by qvel[nv] over a time dt.
void lb_integrateJoint(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt, int joint);
