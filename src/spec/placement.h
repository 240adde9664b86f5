// Poses and inertias of elements in the body around them.

#pragma once

#include "spec/element.h"

// The pose of an element in its body, out of all frames. pos, quat, alt: its own, in its frame.
void lb_poseInBody(const lbElement* element, const double pos[3], const double quat[4],
                   const mjsOrientation* alt, double outerPos[3], double outerQuat[4]);

// The inertia in the fields of a body, whose orientation is a quaternion.
lbInertial lb_inertialOf(const mjsBody* s);

// Gives a body an inertial of its own.
void lb_setInertial(mjsBody* s, const lbInertial* inertial);
