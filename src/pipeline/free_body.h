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

// The joint of a tree that is one free body and awake, else -1.
int lb_loneFreeJoint(const mjModel* m, const mjData* d, int treeId);

// Whether the body of such a joint takes the midpoint rule: it is on, and the body's inertia is
// that of a rigid body.
bool lb_takesMidpoint(const mjModel* m, int jointId);

// Solves (M - h D) acc = force for the body of such a joint, D without the derivative of bias
// forces, and adds h D acc to force: M acc = force afterwards. False when D is zero: then nothing
// is done. Needs d->qDeriv.
bool lb_implicitFreeBody(const mjModel* m, const mjData* d, int jointId, mjtNum force[6],
                         mjtNum acc[6]);

// Overwrites the entries of qacc that belong to these bodies with the solution of A qacc = force,
// but for those that take the midpoint rule.
// Needs d->qDeriv.
void lb_solveFreeBodies(const mjModel* m, const mjData* d, const mjtNum* force, mjtNum* qacc);

// The discrete integrator's part, after the solution of constraints: qacc becomes
// inv(W + h d(bias)/dv) W qacc, with W of solver/metric.h, for trees that are one rigid body, free,
// and meet neither constraints nor what resists along tendons and actuators. COMPAT: DISCRETE-GYRO:
// qacc_smooth stays, and so do bodies that something meets.
void lb_turnFreeBodies(const mjModel* m, mjData* d);

// What this adds to the force that makes qacc: force += h d(bias)/dv qacc for these trees.
void lb_addTurning(const mjModel* m, mjData* d, const mjtNum* qacc, mjtNum* force);

// Overwrites the entries of force that belong to these bodies with A qacc.
void lb_multiplyFreeBodies(const mjModel* m, const mjData* d, const mjtNum* qacc, mjtNum* force);
