// Which trees sleep, and loops over what is awake.
//
// tree_asleep[t] < 0: tree t is awake; the number counts how long it has been slow (see
// pipeline/sleep.c). tree_asleep[t] >= 0: asleep; the number is the next tree of its sleeping
// island, and following it leads back to t. body_awake, tree_awake and the packed lists of awake
// bodies and dofs follow from it, by lb_updateAwake.
//
// Stages loop over an lbIndexList: the packed lists of mjData when something sleeps, the identity
// when nothing does, so that models that never sleep pay nothing. Static and mocap bodies are in
// the body list.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"
#include "math/blas.h"
#include "model/options.h"

// tree_asleep of a tree that moves, or has just been woken: one step towards sleep for each step in
// which it is slow, asleep after mjMINAWAKE of them.
enum { lbJUST_WOKEN = -(1 + mjMINAWAKE) };

// Positions first..count-1 of a list stand for item[position], or for themselves when item is NULL.
// Only shares of the trees (tree_share.h) begin elsewhere than at 0.
typedef struct lbIndexList_ {
  const int* item;
  int count;
  int first;
} lbIndexList;

static inline int lb_at(lbIndexList list, int position) {
  return list.item ? list.item[position] : position;
}

// Fewer are moved where they are listed; in the module, where size counts, none.
#ifdef LB_WASM
enum { lbMANY_DOFS = 1 };
#else
enum { lbMANY_DOFS = 5 };
#endif

// to = from for the listed dofs.
static inline void lb_copyDofs(mjtNum* to, const mjtNum* from, lbIndexList dofs) {
  if (!dofs.item && dofs.count >= lbMANY_DOFS) {
    lb_copy(to, from, dofs.count);
    return;
  }
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    to[i] = from[i];
    LB_KEEP_LOOP(p);
  }
}

// vec = 0 for the listed dofs.
static inline void lb_clearDofs(mjtNum* vec, lbIndexList dofs) {
  if (!dofs.item && dofs.count >= lbMANY_DOFS) {
    lb_zero(vec, dofs.count);
    return;
  }
  for (int p = 0; p < dofs.count; p++) {
    vec[lb_at(dofs, p)] = 0;
    LB_KEEP_LOOP(p);
  }
}

// True when sleeping is enabled and some body sleeps.
static inline bool lb_sleepFilter(const mjModel* m, const mjData* d) {
  return lb_enabled(m, mjENBL_SLEEP) && d->nbody_awake < m->nbody;
}

// Bodies to compute, parents first: all, or those that are static or awake.
static inline lbIndexList lb_awakeBodies(const mjModel* m, const mjData* d) {
  if (lb_sleepFilter(m, d)) {
    return (lbIndexList){d->body_awake_ind, d->nbody_awake, 0};
  }
  return (lbIndexList){NULL, (int)m->nbody, 0};
}

// Dofs to compute, ascending.
static inline lbIndexList lb_awakeDofs(const mjModel* m, const mjData* d) {
  if (lb_sleepFilter(m, d)) {
    return (lbIndexList){d->dof_awake_ind, d->nv_awake, 0};
  }
  return (lbIndexList){NULL, (int)m->nv, 0};
}

// True when something sleeps and the tree is part of it; never for treeId < 0.
static inline bool lb_treeAsleep(const mjModel* m, const mjData* d, int treeId) {
  return treeId >= 0 && lb_sleepFilter(m, d) && !d->tree_awake[treeId];
}

// True when some of the bodies that move a flex sleep and none is awake.
bool lb_flexAsleep(const mjModel* m, const mjData* d, int flexId);

// True when all trees that a tendon can move sleep.
static inline bool lb_tendonAsleep(const mjModel* m, const mjData* d, int tendonId) {
  int treeCount = m->tendon_treenum[tendonId];
  const int* treeId = m->tendon_treeid + 2 * tendonId;
  return treeCount >= 1 && treeCount <= 2 && lb_treeAsleep(m, d, treeId[0]) &&
         (treeCount == 1 || lb_treeAsleep(m, d, treeId[1]));
}

// What the engine remembers about sleepers, behind the arrays of mjData's buffer.
typedef struct lbSleepMemory_ {
  int unsettled;       // steps until results of sleeping dofs are what they stay; 2 when somebody
                       // changed
  int still;           // the step has found that nobody moved a sleeper
  int nested;          // trees sleep on static bodies other than the world
  int placed;          // static bodies are where they belong
  mjtNum worldSum[3];  // masses times positions of what is static or awake, of the last step
} lbSleepMemory;

static inline lbSleepMemory* lb_sleepMemory(const mjData* d) {
  return (lbSleepMemory*)((char*)d->buffer + d->nbuffer - sizeof(lbSleepMemory));
}

// qpos (nq) as it was when the bodies were placed last while sleeping was enabled: what is asleep
// has been moved from outside where qpos differs.
static inline mjtNum* lb_placedQpos(const mjModel* m, const mjData* d) {
  return (mjtNum*)lb_sleepMemory(d) - m->nq;
}

// Bytes of both.
static inline size_t lb_sleepMemoryBytes(const mjModel* m) {
  return (size_t)m->nq * sizeof(mjtNum) + sizeof(lbSleepMemory);
}

// Dofs whose accelerations and constraint forces a step writes: the awake ones, and once more those
// that fell asleep since the last step.
// COMPAT: SLEEP-SETTLED: a sleeper has the acceleration of a body without constraints
static inline lbIndexList lb_unsettledDofs(const mjModel* m, const mjData* d) {
  if (lb_sleepFilter(m, d) && !lb_sleepMemory(d)->unsettled) {
    return (lbIndexList){d->dof_awake_ind, d->nv_awake, 0};
  }
  return (lbIndexList){NULL, (int)m->nv, 0};
}

// True when everything sleeps that an actuator acts on.
bool lb_actuatorAsleep(const mjModel* m, const mjData* d, int actuatorId);

// Recomputes tree_awake, body_awake, the awake index lists and their counts from tree_asleep.
// With sleep disabled everything is awake.
void lb_updateAwake(const mjModel* m, mjData* d);

// True when a tree is asleep; its index is not negative.
static inline bool lb_isAsleep(const mjData* d, int treeId) {
  return d->tree_asleep[treeId] >= 0;
}

// Goes to the next neighbouring trees that all sleep, *first to *end - 1, from the old *end on;
// false when there are none.
static inline bool lb_nextSleepers(const mjModel* m, const mjData* d, int* first, int* end) {
  if (!*end && !d->ntree_awake) {
    *first = 0;
    *end = (int)m->ntree;
    return *end > 0;
  }
  for (*first = *end; *first < m->ntree && !lb_isAsleep(d, *first);) {
    ++*first;
  }
  for (*end = *first; *end < m->ntree && lb_isAsleep(d, *end);) {
    ++*end;
  }
  return *first < *end;
}

// Marks every tree as just woken and refreshes the lists.
void lb_wakeAll(const mjModel* m, mjData* d);

// Wakes the trees of a sleeping island, without refreshing the lists; their counters get a value
// below zero. Returns their number, 0 when the tree is awake.
int lb_wakeIsland(mjData* d, int treeId, int counter);

// Wakes the island of a sleeping tree and refreshes the lists. Returns the number of trees woken.
int lb_wakeTree(const mjModel* m, mjData* d, int treeId);
