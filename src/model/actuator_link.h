// Which actuators add damping or armature to a joint or tendon: jnt_actuatorid and
// tendon_actuatorid hold the only one, or one of these.

#pragma once

#include <stdbool.h>

enum { LB_NO_ACTUATOR = -1, LB_SEVERAL_ACTUATORS = -2 };

// Whether an actuator that acts on the joint or tendon counts.
// COMPAT: ACTUATOR-LINKS: not when its armature or damping came after mj_setConst.
static inline bool lb_isLinked(int link, int actuatorId) {
  return link == actuatorId || link == LB_SEVERAL_ACTUATORS;
}
