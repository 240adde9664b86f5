// Many steps in one call: a fixed number of them, or a whole trajectory from an initial state.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Takes n steps.
void lb_stepMany(const mjModel* m, mjData* d, int n);

// Simulates nstep steps from one initial state (mjSTATE_FULLPHYSICS); data are reset before.
// control (nstep x nu), NULL: zero; state (nstep x size of the state) and sensordata (nstep x
// nsensordata), each may be NULL, receive what follows each step. A simulation that diverges
// repeats its last good row. Returns the number of good steps.
int lb_rollout(const mjModel* m, mjData* d, const mjtNum* initial, int nstep, const mjtNum* control,
               mjtNum* state, mjtNum* sensordata);
