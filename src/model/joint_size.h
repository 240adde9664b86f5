// How many numbers a joint has: coordinates in qpos, dofs in qvel.
//
// A free joint has a position and a quaternion, moved by a linear and an angular velocity; a ball
// joint has the quaternion alone; slide and hinge are one number each.

#pragma once

#include "api/model.h"

// Coordinates of a joint of a type (mjtJoint) in qpos.
static inline int lb_jointQposCount(int type) {
  return type == mjJNT_FREE ? 7 : type == mjJNT_BALL ? 4 : 1;
}

// Dofs of a joint of a type (mjtJoint).
static inline int lb_jointDofCount(int type) {
  return type == mjJNT_FREE ? 6 : type == mjJNT_BALL ? 3 : 1;
}
