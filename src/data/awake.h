// Loops over what is awake.
//
// Stages loop over an lbIndexList: the packed lists of mjData when something sleeps, the identity
// when nothing does, so that models that never sleep pay nothing. Static and mocap bodies are in
// the body list.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Positions 0..count-1 of a list stand for item[position], or for themselves when item is NULL.
typedef struct lbIndexList_ {
  const int* item;
  int count;
} lbIndexList;

static inline int lb_at(lbIndexList list, int position) {
  return list.item ? list.item[position] : position;
}

// True when sleeping is enabled and some body sleeps.
static inline bool lb_sleepFilter(const mjModel* m, const mjData* d) {
  return (m->opt.enableflags & mjENBL_SLEEP) && d->nbody_awake < m->nbody;
}

// Bodies to compute, parents first: all, or those that are static or awake.
static inline lbIndexList lb_awakeBodies(const mjModel* m, const mjData* d) {
  if (lb_sleepFilter(m, d)) {
    return (lbIndexList){d->body_awake_ind, d->nbody_awake};
  }
  return (lbIndexList){NULL, (int)m->nbody};
}

// Dofs to compute, ascending.
static inline lbIndexList lb_awakeDofs(const mjModel* m, const mjData* d) {
  if (lb_sleepFilter(m, d)) {
    return (lbIndexList){d->dof_awake_ind, d->nv_awake};
  }
  return (lbIndexList){NULL, (int)m->nv};
}

// True when something sleeps and the tree is part of it; never for treeId < 0.
static inline bool lb_treeAsleep(const mjModel* m, const mjData* d, int treeId) {
  return treeId >= 0 && lb_sleepFilter(m, d) && !d->tree_awake[treeId];
}

// True when all trees that a tendon can move sleep.
static inline bool lb_tendonAsleep(const mjModel* m, const mjData* d, int tendonId) {
  int treeCount = m->tendon_treenum[tendonId];
  const int* treeId = m->tendon_treeid + 2 * tendonId;
  return treeCount >= 1 && treeCount <= 2 && lb_treeAsleep(m, d, treeId[0]) &&
         (treeCount == 1 || lb_treeAsleep(m, d, treeId[1]));
}

// True when everything sleeps that an actuator acts on.
bool lb_actuatorAsleep(const mjModel* m, const mjData* d, int actuatorId);

// Puts trees with policy mjSLEEP_INIT to sleep, when sleeping is enabled. Called when mjData has
// been reset; runs mj_forward then. Defined in constraint/sleep.c.
void lb_sleepInitial(const mjModel* m, mjData* d);
