// Falling asleep: how long a tree must be slow, and which trees go together; see sleep.h.
// Requirements ISL-07..ISL-15.

#include "pipeline/sleep.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "data/awake.h"
#include "data/stack.h"
#include "model/options.h"
#include "pipeline/wake.h"

static bool maySleep(const mjModel* m, int tree) {
  int policy = m->tree_sleep_policy[tree];
  return policy != mjSLEEP_AUTO_NEVER && policy != mjSLEEP_NEVER;
}

// Makes the trees of a list one sleeping island.
static void putToSleep(mjData* d, const int* trees, int count) {
  for (int i = 0; i < count; i++) {
    d->tree_asleep[trees[i]] = trees[(i + 1) % count];
  }
}

// A tree that is pushed from outside is not slow, whatever its velocity.
static bool isSlow(const mjModel* m, const mjData* d, int tree) {
  if (lb_isPushed(m, d, tree)) {
    return false;
  }
  int first = m->tree_dofadr[tree];
  for (int i = first; i < first + m->tree_dofnum[tree]; i++) {
    if (fabs(d->qvel[i]) * m->dof_length[i] >= m->opt.sleep_tolerance) {
      return false;
    }
  }
  return true;
}

// Trees of one constraint island, or the tree alone: all ready?
static bool isReady(const mjModel* m, const mjData* d, const int* trees, int count) {
  for (int i = 0; i < count; i++) {
    if (d->tree_asleep[trees[i]] != -1 || !maySleep(m, trees[i])) {
      return false;
    }
  }
  return count > 0;
}

int lb_sleepIslands(const mjModel* m, mjData* d) {
  // COMPAT: SLEEP-ISLANDS: where there are constraints but no islands, no step counts as slow
  if (!lb_enabled(m, mjENBL_SLEEP) || !d->ntree_awake || (d->nefc && !d->nisland)) {
    return 0;
  }
  for (int t = 0; t < m->ntree; t++) {
    if (!lb_isAsleep(d, t)) {
      bool slow = maySleep(m, t) && isSlow(m, d, t);
      d->tree_asleep[t] = !slow                    ? lbJUST_WOKEN
                          : d->tree_asleep[t] < -1 ? d->tree_asleep[t] + 1
                                                   : -1;
    }
  }

  // ready islands, then ready trees that no constraint touches
  int asleep = 0;
  mj_markStack(d);
  int* sleepers = lb_stackInt(d, m->ntree);
  for (int k = 0; k < d->nisland; k++) {
    const int* trees = d->map_itree2tree + d->island_itreeadr[k];
    if (isReady(m, d, trees, d->island_ntree[k])) {
      memcpy(sleepers + asleep, trees, d->island_ntree[k] * sizeof(int));
      putToSleep(d, trees, d->island_ntree[k]);
      asleep += d->island_ntree[k];
    }
  }
  for (int t = 0; t < m->ntree; t++) {
    bool alone = !d->nisland || d->tree_island[t] < 0;
    if (alone && isReady(m, d, &t, 1)) {
      sleepers[asleep++] = t;
      putToSleep(d, &t, 1);
    }
  }

  // velocities stop, and what depends on them is computed once more before the trees rest.
  // Positions are those of the state already, but after Runge-Kutta, whose last stage looked ahead.
  for (int i = 0; i < asleep; i++) {
    memset(d->qvel + m->tree_dofadr[sleepers[i]], 0, m->tree_dofnum[sleepers[i]] * sizeof(mjtNum));
  }
  if (asleep) {
    mj_forwardSkip(m, d, m->opt.integrator == mjINT_RK4 ? mjSTAGE_NONE : mjSTAGE_POS, 0);
    lb_updateAwake(m, d);
  }
  mj_freeStack(d);
  return asleep;
}
