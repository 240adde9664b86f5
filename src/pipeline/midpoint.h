// The midpoint rule for free bodies that stand alone, an option of limber (mjENBL_MIDPOINT).
//
// In principal axes, with inertia I, angular velocity w and the torque t of everything but the
// body's own rotation, Euler's equation I w' + w x I w = t becomes
//   (2 / h) I (x - w) + x x I x = t,   x = (w + w+) / 2,
// three equations for x, solved by Newton's method with backtracking; w+ = 2 x - w. Without torque
// it keeps the quadratic invariants w'Iw and |Iw|^2; it is symmetric in time and of second order.
//
// The torque is that of the implicit step: damping enters through D as in free_body.h. A body with
// armature, whose inertia is not that of a rigid body, takes the ordinary step. Inverse dynamics of
// discrete steps (mjENBL_INVDISCRETE) needs accelerations that are linear in forces: it turns the
// rule off.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Overwrites the entries of qacc that belong to these bodies by the accelerations of the rule,
// (v+ - v) / h. force is the total force, qacc that of the implicit step. Needs d->qDeriv.
void lb_midpointFreeBodies(const mjModel* m, const mjData* d, const mjtNum* force, mjtNum* qacc);
