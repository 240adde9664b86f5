// Sleeping trees: who is awake, who falls asleep, who wakes whom.
//
// Order in a step with mjENBL_SLEEP: lb_wakePerturbed and lb_wakeEqualities before kinematics;
// lb_wakeTendons after tendon lengths and lb_wakeCollided after collision detection (when they wake
// somebody, refresh the position of the woken trees); lb_sleepIslands at the end of the state
// advance. Each function keeps the awake lists of mjData current. lb_sleepInitial (data/awake.h)
// follows a reset.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Recomputes tree_awake, body_awake, the awake index lists and their counts from tree_asleep.
// With sleep disabled everything is awake.
void lb_updateAwake(const mjModel* m, mjData* d);

// Wakes islands that hold a tree with nonzero qvel, qfrc_applied or xfrc_applied. Returns the
// number of trees woken.
int lb_wakePerturbed(const mjModel* m, mjData* d);

// Wakes the island of a sleeping tree. Returns the number of trees woken.
int lb_wakeTree(const mjModel* m, mjData* d, int tree);

// Wakes trees that touch an awake tree. Returns the number of trees woken.
int lb_wakeCollided(const mjModel* m, mjData* d);

// Wakes trees tied to an awake tree by a tendon that is at its limit. Returns the number of trees
// woken.
int lb_wakeTendons(const mjModel* m, mjData* d);

// Wakes trees tied by an active equality to an awake tree, or to a tree asleep in another island.
// Returns the number of trees woken.
int lb_wakeEqualities(const mjModel* m, mjData* d);

// Counts slow steps of each awake tree and puts islands to sleep whose trees are all ready,
// clearing their velocities. Returns the number of trees put to sleep.
int lb_sleepIslands(const mjModel* m, mjData* d);
