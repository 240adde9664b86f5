// The implicitfast integrator on free bodies that stand alone.
//
// The bias force of such a body depends on its angular velocity w (body frame) alone: torque
// w x I w about the body's origin, force m R (w x (w x c)), c the centre of mass. Its derivative is
// cheap but not symmetric, and neither is that of fluid forces. These bodies therefore leave the
// symmetric solve and get a small exact one of their own, with the matrix
//   A = M - h d(passive + actuator - bias)/dv,  6 x 6.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Overwrites the entries of qacc that belong to these bodies with the solution of A qacc = force.
// Needs d->qDeriv.
void lb_solveFreeBodies(const mjModel* m, const mjData* d, const mjtNum* force, mjtNum* qacc);

// Overwrites the entries of force that belong to these bodies with A qacc.
void lb_multiplyFreeBodies(const mjModel* m, const mjData* d, const mjtNum* qacc, mjtNum* force);
