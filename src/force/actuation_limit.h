// Limits of actuator forces: the sum on a tendon, each actuator, the force on a joint.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Scales the forces of the actuators of a tendon so that their sum stays within the tendon's range
// (tendon_actfrcrange).
void lb_limitTendonForces(const mjModel* m, mjData* d);

// Clamps actuator_force to actuator_forcerange. Orientation servos bound their norm themselves.
void lb_limitActuatorForces(const mjModel* m, mjData* d);

// Adds gravity compensation that goes through actuators (jnt_actgravcomp) to qfrc_actuator, then
// clamps the forces of scalar joints to jnt_actfrcrange.
void lb_finishJointForces(const mjModel* m, mjData* d);
