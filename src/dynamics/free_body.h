// Gyroscopic derivatives of free bodies that stand alone, for the implicitfast integrator.
//
// The bias force of such a body depends on its angular velocity w (body frame) alone: torque
// w x I w about the body's origin, force m R (w x (w x c)), c the centre of mass. Its derivative is
// not symmetric, so these bodies leave the symmetric solve and get a small one of their own.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Solves (qH + h dc/dv) a = force for the dofs of these bodies and changes qacc, which holds the
// force on entry, so that the symmetric solve with qH that follows returns a.
void lb_solveFreeBodies(const mjModel* m, const mjData* d, mjtNum* qacc);

// force += h (dc/dv) qacc for the dofs of these bodies.
void lb_addGyroscopicForces(const mjModel* m, const mjData* d, const mjtNum* qacc, mjtNum* force);
