// Waking of sleeping trees, with mjENBL_SLEEP.
//
// lb_wakePerturbed and lb_wakeEqualities come before kinematics; lb_wakeTendons after tendon
// lengths and lb_wakeCollided after collision detection: when they wake somebody, the positions of
// the woken trees are computed again. Each keeps the lists of awake bodies and dofs current.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Whether a force is applied to the tree: qfrc_applied or xfrc_applied, compared bitwise, so that
// -0.0 counts.
bool lb_isPushed(const mjModel* m, const mjData* d, int tree);

// Wakes islands that hold a tree with nonzero qvel, qfrc_applied or xfrc_applied. Returns the
// number of trees woken.
int lb_wakePerturbed(const mjModel* m, mjData* d);

// Wakes trees that touch an awake tree. Returns the number of trees woken.
int lb_wakeCollided(const mjModel* m, mjData* d);

// Wakes trees tied to an awake tree by a tendon that is at its limit. Returns the number of trees
// woken.
int lb_wakeTendons(const mjModel* m, mjData* d);

// Wakes trees tied by an active equality to an awake tree, or to a tree asleep in another island.
// Returns the number of trees woken.
int lb_wakeEqualities(const mjModel* m, mjData* d);
