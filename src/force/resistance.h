// How springs, dampers and actuators resist motion: stiffness -df/dx and damping -df/dv of a force
// f along a dof, a tendon or the length of an actuator. Neither is negative here: what pushes
// instead of resisting is left out, so that what is made of them stays positive definite.

#pragma once

#include "api/data.h"
#include "api/model.h"

typedef struct lbResistance_ {
  mjtNum stiffness, damping;
} lbResistance;

// Of a dof, from its joint's spring, its damping and that of the actuators on its joint.
// COMPAT: DISCRETE-BALL: the spring of a rotation, or of a free joint's translation, is as stiff in
// all directions as along its displacement.
lbResistance lb_dofResistance(const mjModel* m, const mjData* d, int dof);

// Of a tendon, with the damping of the actuators that pull it.
lbResistance lb_tendonResistance(const mjModel* m, const mjData* d, int tendonId);

// Of each output of an actuator under the controls that act on it (actuator_ctrlnum).
lbResistance lb_actuatorResistance(const mjModel* m, const mjData* d, int actuatorId,
                                   const mjtNum* ctrl);
