// Who sleeps; see awake.h.

#include "data/awake.h"

static bool siteAwake(const mjModel* m, const mjData* d, int siteId) {
  return d->body_awake[m->site_bodyid[siteId]] == mjS_AWAKE;
}

bool lb_actuatorAsleep(const mjModel* m, const mjData* d, int actuatorId) {
  const int* target = m->actuator_trnid + 2 * actuatorId;
  switch (m->actuator_trntype[actuatorId]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return lb_treeAsleep(m, d, m->body_treeid[m->jnt_bodyid[target[0]]]);
    case mjTRN_TENDON:
      return lb_tendonAsleep(m, d, target[0]);
    case mjTRN_BODY:
      return lb_treeAsleep(m, d, m->body_treeid[target[0]]);
    case mjTRN_SITE:
      // COMPAT: SLEEP-SITE-REFERENCE: the reference site does not count
      return lb_treeAsleep(m, d, m->body_treeid[m->site_bodyid[target[0]]]);
    case mjTRN_SLIDERCRANK:
      // COMPAT: SLEEP-STATIC-SITE: a static site counts as asleep here, whether or not anything
      // sleeps
      return lb_enabled(m, mjENBL_SLEEP) && !siteAwake(m, d, target[0]) &&
             !siteAwake(m, d, target[1]);
    default:
      return false;
  }
}

bool lb_flexAsleep(const mjModel* m, const mjData* d, int flexId) {
  bool nodes = m->flex_interp[flexId] != 0;
  int count = nodes ? m->flex_nodenum[flexId] : m->flex_vertnum[flexId];
  const int* body = nodes ? m->flex_nodebodyid + m->flex_nodeadr[flexId]
                          : m->flex_vertbodyid + m->flex_vertadr[flexId];
  bool any = false;
  for (int i = 0; lb_sleepFilter(m, d) && i < count; i++) {
    int tree = m->body_treeid[body[i]];
    if (tree >= 0 && d->tree_awake[tree]) {
      return false;
    }
    any |= tree >= 0;
  }
  return any;
}

void lb_updateAwake(const mjModel* m, mjData* d) {
  bool enabled = lb_enabled(m, mjENBL_SLEEP);
  lbSleepMemory* memory = lb_sleepMemory(d);
  memory->unsettled = 2;
  memory->nested = 0;
  d->ntree_awake = d->nbody_awake = d->nparent_awake = d->nv_awake = 0;
  for (int t = 0; t < m->ntree; t++) {
    d->tree_awake[t] = !enabled || !lb_isAsleep(d, t);
    d->ntree_awake += d->tree_awake[t];
    memory->nested |= !d->tree_awake[t] && m->body_parentid[m->tree_bodyadr[t]];
  }

  // static bodies are listed with the awake ones; a mocap body is always awake
  for (int b = 0; b < m->nbody; b++) {
    int tree = m->body_treeid[b];
    int state = tree >= 0 ? d->tree_awake[tree] ? mjS_AWAKE : mjS_ASLEEP
                : m->body_mocapid[m->body_rootid[b]] >= 0 ? mjS_AWAKE
                                                          : mjS_STATIC;
    d->body_awake[b] = state;
    if (state != mjS_ASLEEP) {
      d->body_awake_ind[d->nbody_awake++] = b;
    }

    // bodies whose parent moves on its own account
    if (b > 0 && d->body_awake[m->body_parentid[b]] != mjS_ASLEEP) {
      d->parent_awake_ind[d->nparent_awake++] = b;
    }
  }
  for (int i = 0; i < m->nv; i++) {
    if (d->tree_awake[m->dof_treeid[i]]) {
      d->dof_awake_ind[d->nv_awake++] = i;
    }
  }
}

void lb_wakeAll(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntree; t++) {
    d->tree_asleep[t] = lbJUST_WOKEN;
  }
  lb_updateAwake(m, d);
}

int lb_wakeIsland(mjData* d, int treeId, int counter) {
  int woken = 0;
  while (lb_isAsleep(d, treeId)) {
    int next = d->tree_asleep[treeId];
    d->tree_asleep[treeId] = counter;
    woken++;
    treeId = next;
  }
  return woken;
}

int lb_wakeTree(const mjModel* m, mjData* d, int treeId) {
  int woken = lb_wakeIsland(d, treeId, lbJUST_WOKEN);
  if (woken) {
    lb_updateAwake(m, d);
  }
  return woken;
}
