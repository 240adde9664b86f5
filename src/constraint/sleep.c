// Sleeping trees.
//
// tree_asleep[t] < 0: awake; it climbs from -(1 + mjMINAWAKE) by one for each step in which the
// tree is slower than the tolerance, and -1 means ready. tree_asleep[t] >= 0: asleep; the next tree
// of the sleeping island, a cycle. Requirements ISL-07..ISL-15.

#include "constraint/sleep.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"

// Slow steps before a tree may sleep.
enum { minAwake = 10, justWoken = -(1 + minAwake) };

static bool isEnabled(const mjModel* m) {
  return m->opt.enableflags & mjENBL_SLEEP;
}

static bool isAsleep(const mjData* d, int tree) {
  return d->tree_asleep[tree] >= 0;
}

static bool maySleep(const mjModel* m, int tree) {
  int policy = m->tree_sleep_policy[tree];
  return policy != mjSLEEP_AUTO_NEVER && policy != mjSLEEP_NEVER;
}

void lb_updateAwake(const mjModel* m, mjData* d) {
  bool enabled = isEnabled(m);
  d->ntree_awake = d->nbody_awake = d->nparent_awake = d->nv_awake = 0;
  for (int t = 0; t < m->ntree; t++) {
    d->tree_awake[t] = !enabled || !isAsleep(d, t);
    d->ntree_awake += d->tree_awake[t];
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

// Makes the trees of a list one sleeping island.
static void putToSleep(mjData* d, const int* trees, int count) {
  for (int i = 0; i < count; i++) {
    d->tree_asleep[trees[i]] = trees[(i + 1) % count];
  }
}

// ---------------------------------------------------------------------------------------- waking

// Wakes a sleeping island without refreshing the lists; returns its size.
static int wakeIsland(mjData* d, int tree) {
  int woken = 0;
  while (isAsleep(d, tree)) {
    int next = d->tree_asleep[tree];
    d->tree_asleep[tree] = justWoken;
    woken++;
    tree = next;
  }
  return woken;
}

static int refresh(const mjModel* m, mjData* d, int woken) {
  if (woken) {
    lb_updateAwake(m, d);
  }
  return woken;
}

int lb_wakeTree(const mjModel* m, mjData* d, int tree) {
  return refresh(m, d, wakeIsland(d, tree));
}

// Bitwise: -0.0 counts as set.
static bool isSet(const mjtNum* values, int count) {
  uint64_t bits = 0;
  for (int i = 0; i < count; i++) {
    uint64_t word;
    memcpy(&word, values + i, sizeof(word));
    bits |= word;
  }
  return bits != 0;
}

int lb_wakePerturbed(const mjModel* m, mjData* d) {
  int woken = 0;
  for (int t = 0; isEnabled(m) && t < m->ntree; t++) {
    if (!isAsleep(d, t)) {
      continue;
    }
    int dof = m->tree_dofadr[t], body = m->tree_bodyadr[t];
    if (isSet(d->qvel + dof, m->tree_dofnum[t]) ||
        isSet(d->qfrc_applied + dof, m->tree_dofnum[t]) ||
        isSet(d->xfrc_applied + 6 * body, 6 * m->tree_bodynum[t])) {
      woken += wakeIsland(d, t);
    }
  }
  return refresh(m, d, woken);
}

// Something ties two trees (-1: the world, bodyAwake tells whether that side moves): wakes the
// sleeping one when the other is awake. strangers: also when both sleep in different islands.
static int wakePair(mjData* d, int tree1, bool awake1, int tree2, bool awake2, bool strangers) {
  bool asleep1 = tree1 >= 0 && isAsleep(d, tree1), asleep2 = tree2 >= 0 && isAsleep(d, tree2);
  if (asleep1 && !asleep2) {
    return awake2 ? wakeIsland(d, tree1) : 0;
  }
  if (asleep2 && !asleep1) {
    return awake1 ? wakeIsland(d, tree2) : 0;
  }
  if (asleep1 && asleep2 && strangers) {
    // same island: the cycle from the first meets the second
    int tree = d->tree_asleep[tree1];
    while (tree != tree1 && tree != tree2) {
      tree = d->tree_asleep[tree];
    }
    if (tree != tree2) {
      return wakeIsland(d, tree1) + wakeIsland(d, tree2);
    }
  }
  return 0;
}

static int wakeBodies(const mjModel* m, mjData* d, int body1, int body2, bool strangers) {
  return wakePair(d, m->body_treeid[body1], d->body_awake[body1] == mjS_AWAKE,
                  m->body_treeid[body2], d->body_awake[body2] == mjS_AWAKE, strangers);
}

// A body of one side of a contact: that of the geom, or of a vertex of the flex.
static int contactBody(const mjModel* m, const mjContact* con, int side) {
  if (con->geom[side] >= 0) {
    return m->geom_bodyid[con->geom[side]];
  }
  int flex = con->flex[side], vertex = con->vert[side];
  if (vertex < 0) {
    int corners = m->flex_dim[flex] + 1;
    vertex = m->flex_elem[m->flex_elemdataadr[flex] + con->elem[side] * corners];
  }
  if (m->flex_interp[flex]) {
    return m->flex_nodebodyid[m->flex_nodeadr[flex]];
  }
  return m->flex_vertbodyid[m->flex_vertadr[flex] + vertex];
}

int lb_wakeCollided(const mjModel* m, mjData* d) {
  int woken = 0;
  for (int i = 0; isEnabled(m) && i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    woken += wakeBodies(m, d, contactBody(m, con, 0), contactBody(m, con, 1), false);
  }
  return refresh(m, d, woken);
}

int lb_wakeTendons(const mjModel* m, mjData* d) {
  int woken = 0;
  for (int i = 0; isEnabled(m) && i < m->ntendon; i++) {
    mjtNum length = d->ten_length[i], margin = m->tendon_margin[i];
    const mjtNum* range = m->tendon_range + 2 * i;
    bool limit = length - range[0] < margin || range[1] - length < margin;
    if (m->tendon_limited[i] && m->tendon_treenum[i] == 2 && limit) {
      int tree1 = m->tendon_treeid[2 * i], tree2 = m->tendon_treeid[2 * i + 1];
      woken += wakePair(d, tree1, !isAsleep(d, tree1), tree2, !isAsleep(d, tree2), true);
    }
  }
  return refresh(m, d, woken);
}

int lb_wakeEqualities(const mjModel* m, mjData* d) {
  int woken = 0;
  bool enabled = isEnabled(m) && !(m->opt.disableflags & (mjDSBL_EQUALITY | mjDSBL_CONSTRAINT));
  for (int i = 0; enabled && i < m->neq; i++) {
    int id1 = m->eq_obj1id[i], id2 = m->eq_obj2id[i], type = m->eq_type[i];
    if (!d->eq_active[i]) {
      continue;
    }
    if (type == mjEQ_CONNECT || type == mjEQ_WELD) {
      bool site = m->eq_objtype[i] == mjOBJ_SITE;
      woken += wakeBodies(m, d, site ? m->site_bodyid[id1] : id1, site ? m->site_bodyid[id2] : id2,
                          true);
    } else if (type == mjEQ_JOINT && id2 >= 0) {
      woken += wakeBodies(m, d, m->jnt_bodyid[id1], m->jnt_bodyid[id2], true);
    } else if (type == mjEQ_TENDON && id2 >= 0 && m->tendon_treenum[id1] &&
               m->tendon_treenum[id2]) {
      int tree1 = m->tendon_treeid[2 * id1], tree2 = m->tendon_treeid[2 * id2];
      woken += wakePair(d, tree1, !isAsleep(d, tree1), tree2, !isAsleep(d, tree2), true);
    }
  }
  return refresh(m, d, woken);
}

// -------------------------------------------------------------------------------------- sleeping

static bool isSlow(const mjModel* m, const mjData* d, int tree) {
  int first = m->tree_dofadr[tree];
  for (int i = first; i < first + m->tree_dofnum[tree]; i++) {
    if (fabs(d->qvel[i]) * m->dof_length[i] > m->opt.sleep_tolerance) {
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
  if (!isEnabled(m)) {
    return 0;
  }
  for (int t = 0; t < m->ntree; t++) {
    if (!isAsleep(d, t)) {
      bool slow = maySleep(m, t) && isSlow(m, d, t);
      d->tree_asleep[t] = !slow ? justWoken : d->tree_asleep[t] < -1 ? d->tree_asleep[t] + 1 : -1;
    }
  }

  // ready islands, then ready trees that no constraint touches
  int asleep = 0;
  mj_markStack(d);
  int* sleepers = mj_stackAllocInt(d, m->ntree);
  for (int k = 0; k < d->nisland; k++) {
    const int* trees = d->map_itree2tree + d->island_itreeadr[k];
    if (isReady(m, d, trees, d->island_ntree[k])) {
      memcpy(sleepers + asleep, trees, d->island_ntree[k] * sizeof(int));
      putToSleep(d, trees, d->island_ntree[k]);
      asleep += d->island_ntree[k];
    }
  }
  for (int t = 0; t < m->ntree; t++) {
    bool alone = d->nisland ? d->tree_island[t] < 0 : d->nefc == 0;
    if (alone && isReady(m, d, &t, 1)) {
      sleepers[asleep++] = t;
      putToSleep(d, &t, 1);
    }
  }

  // velocities stop, and what depends on them is computed once more before the trees rest
  for (int i = 0; i < asleep; i++) {
    memset(d->qvel + m->tree_dofadr[sleepers[i]], 0, m->tree_dofnum[sleepers[i]] * sizeof(mjtNum));
  }
  if (asleep) {
    mj_forwardSkip(m, d, mjSTAGE_NONE, 0);
    lb_updateAwake(m, d);
  }
  mj_freeStack(d);
  return asleep;
}

// Trees that start asleep must not hold on to trees that do not.
static void checkInitialIsland(const mjModel* m, const mjData* d, int island) {
  const int* trees = d->map_itree2tree + d->island_itreeadr[island];
  int sleepers = 0, waker = -1;
  for (int i = 0; i < d->island_ntree[island]; i++) {
    if (m->tree_sleep_policy[trees[i]] == mjSLEEP_INIT) {
      sleepers++;
    } else {
      waker = m->tree_bodyadr[trees[i]];
    }
  }
  if (sleepers && waker >= 0) {
    const char* name = mj_id2name(m, mjOBJ_BODY, waker);
    lb_error(
        "body '%s' (id %d) shares an island with bodies that start asleep, but is not marked "
        "sleep=\"init\"",
        name ? name : "", waker);
  }
}

void lb_sleepInitial(const mjModel* m, mjData* d) {
  bool any = false;
  for (int t = 0; isEnabled(m) && t < m->ntree; t++) {
    any |= m->tree_sleep_policy[t] == mjSLEEP_INIT;
  }
  if (!any) {
    // COMPAT: with sleep enabled poses and tendons of the initial configuration are ready
    if (isEnabled(m)) {
      mj_kinematics(m, d);
      mj_comPos(m, d);
      mj_camlight(m, d);
      mj_flex(m, d);
      mj_tendon(m, d);
    }
    return;
  }

  // find the islands of the initial configuration, then let those sleep at once
  mj_forward(m, d);
  for (int k = 0; k < d->nisland; k++) {
    checkInitialIsland(m, d, k);
  }
  for (int t = 0; t < m->ntree; t++) {
    if (m->tree_sleep_policy[t] == mjSLEEP_INIT) {
      d->tree_asleep[t] = -1;
    }
  }
  lb_sleepIslands(m, d);
}
