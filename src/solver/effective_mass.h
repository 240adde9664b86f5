// The effective mass of flexes: implicit integration of their elasticity.
//
// With the implicit integrators and the CG solver, the elastic forces of flexes are evaluated at
// the end of the step, to first order: instead of M a = f the accelerations solve
//   (M + K) a = f + c,   K = (h^2 + h damping) k,   c = -h k v,
// k the stiffness of all flexes at the present shape, without its negative (buckling) part, and of
// the springs of their passive contacts. The
// constraint solver then works with M + K as well. The preconditioner at flex vertices is the
// inverse of M + K itself where only bending counts (its factor is in the model), else of its 3 x 3
// diagonal blocks; elsewhere it is the inverse of M.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Raises an error when a flex has passive contacts but the options rule the effective mass out.
void lb_requirePassiveContacts(const mjModel* m);

// Decides whether the effective mass applies (d->efm_active), and if so makes c (efm_c) and the
// preconditioner (efm_dofid, efm_L). Needs positions and velocities.
void lb_makeEffectiveMass(const mjModel* m, mjData* d);

// True when some flex makes K depend on position; otherwise its factor is in the model, and the
// solution is wanted to the last digit.
bool lb_stiffnessVaries(const mjModel* m);

// res += K x, both nv.
void lb_addStiffness(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* x);

// What solving with the model's factor takes, made once in a step: nefm0dof inverse diagonals, and
// whether its rows come in threes.
void lb_prepareConstant(const mjModel* m, mjtNum* scratch);

// z = preconditioned r, both nv; not in place.
void lb_precondition(const mjModel* m, mjData* d, mjtNum* z, const mjtNum* r);

// x = inv(M + K) rhs by preconditioned conjugate gradients.
void lb_solveEffectiveMass(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* rhs);
