// Solving for constraint forces: forward (iterative) and inverse (in closed form).

#pragma once

#include "api/data.h"
#include "api/model.h"

// Finds the acceleration that minimises the primal cost with the solver named in m->opt, starting
// from the cheaper of qacc_warmstart and qacc_smooth. Needs qacc_smooth, the rows of
// mj_makeConstraint and their references. Writes qacc, qfrc_constraint, efc_force, efc_state and
// the solver statistics; leaves qacc_warmstart alone.
void lb_solveConstraint(const mjModel* m, mjData* d);

// Constraint forces that belong to the acceleration in d->qacc: writes efc_force, efc_state,
// qfrc_constraint.
void lb_inverseConstraint(const mjModel* m, mjData* d);
