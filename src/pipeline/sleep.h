// Falling asleep, with mjENBL_SLEEP.
//
// A tree is slow when each of its dofs, times dof_length, is slower than the tolerance at the start
// of the step, and no force is applied to it. tree_asleep climbs from
// -(1 + mjMINAWAKE) by one for each slow step; -1 means ready. An island falls asleep when all its
// trees are ready and their policies allow it.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Counts slow steps of each awake tree and puts islands to sleep whose trees are all ready: their
// velocities are cleared, and what depends on velocities is computed once more. Returns the number
// of trees put to sleep. Comes before velocities and positions advance, which those of sleepers do
// not.
int lb_sleepIslands(const mjModel* m, mjData* d);
