// Frames that coincide with their body's, or with its inertial frame.

#pragma once

#include "api/model.h"

// Which frame of a body (mjtSameFrame) a pose in it repeats; with inertia also that of its inertia
// counts.
mjtByte lb_sameFrame(const mjModel* m, int body, const mjtNum pos[3], const mjtNum quat[4],
                     bool inertia);

// Whether a position is so close to the origin that frames count as the same.
bool lb_isNullPos(const mjtNum pos[3]);
