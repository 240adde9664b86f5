// Who wakes sleeping trees: a change from outside, a contact, a tendon at its limit, an equality;
// see wake.h. Requirements ISL-07..ISL-15.

#include "pipeline/wake.h"

#include "data/awake.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/options.h"

// Refreshes the lists of what is awake when somebody was woken.
static int refresh(const mjModel* m, mjData* d, int woken) {
  if (woken) {
    lb_updateAwake(m, d);
  }
  return woken;
}

// Is a force from outside set on one of the trees first..last?
static bool arePushed(const mjModel* m, const mjData* d, int first, int last) {
  int dof = m->tree_dofadr[first], dofEnd = m->tree_dofadr[last] + m->tree_dofnum[last];
  int body = m->tree_bodyadr[first], bodyEnd = m->tree_bodyadr[last] + m->tree_bodynum[last];
  return lb_anyBit(d->qfrc_applied + dof, dofEnd - dof) ||
         lb_anyBit(d->xfrc_applied + 6 * body, 6 * (bodyEnd - body));
}

bool lb_isPushed(const mjModel* m, const mjData* d, int tree) {
  return arePushed(m, d, tree, tree);
}

// Is a velocity or a force set on one of the sleeping trees first..last?
static bool arePerturbed(const mjModel* m, const mjData* d, int first, int last) {
  int dof = m->tree_dofadr[first], dofEnd = m->tree_dofadr[last] + m->tree_dofnum[last];
  return lb_anyBit(d->qvel + dof, dofEnd - dof) || arePushed(m, d, first, last);
}

int lb_wakePerturbed(const mjModel* m, mjData* d) {
  int woken = 0;
  // neighbours that sleep are looked at together: nearly always nothing is set
  for (int first, end = 0; lb_enabled(m, mjENBL_SLEEP) && lb_nextSleepers(m, d, &first, &end);) {
    if (!arePerturbed(m, d, first, end - 1)) {
      continue;
    }
    for (int k = first; k < end; k++) {
      if (lb_isAsleep(d, k) && arePerturbed(m, d, k, k)) {
        woken += lb_wakeIsland(d, k, lbJUST_WOKEN);
      }
    }
  }
  return refresh(m, d, woken);
}

// What a tie does to two trees that it finds asleep, or one of them.
typedef struct Tie_ {
  bool strangers;  // wakes both also when they sleep in different islands
  bool joins;      // what is woken takes the counter of what woke it: both fall asleep together
} Tie;

// COMPAT: SLEEP-WAKER: so do contacts and limits of tendons, but not equalities
static const Tie contactTie = {.joins = true}, limitTie = {.strangers = true, .joins = true},
                 equalityTie = {.strangers = true};

// Wakes a tree for one (-1: a mocap body) that is awake. A tree that was woken before, for another
// one, has the counter of the one that will be awake for longer.
static int wakeFor(mjData* d, int tree, int waker, Tie tie) {
  int counter = tie.joins && waker >= 0 ? d->tree_asleep[waker] : lbJUST_WOKEN;
  if (!lb_isAsleep(d, tree)) {
    d->tree_asleep[tree] = lb_minInt(d->tree_asleep[tree], counter);
    return 0;
  }
  return lb_wakeIsland(d, tree, counter);
}

// Something ties two trees (-1: the world) that were awake, or not, before anything was woken:
// wakes the sleeping one when the other is awake.
static int wakePair(mjData* d, int tree1, bool awake1, int tree2, bool awake2, Tie tie) {
  bool asleep1 = tree1 >= 0 && !awake1, asleep2 = tree2 >= 0 && !awake2;
  if (asleep1 && !asleep2) {
    return awake2 ? wakeFor(d, tree1, tree2, tie) : 0;
  }
  if (asleep2 && !asleep1) {
    return awake1 ? wakeFor(d, tree2, tree1, tie) : 0;
  }
  if (asleep1 && asleep2 && tie.strangers) {
    // same island: the cycle from the first meets the second
    int tree = d->tree_asleep[tree1];
    while (tree >= 0 && tree != tree1 && tree != tree2) {
      tree = d->tree_asleep[tree];
    }
    if (tree != tree2) {
      return lb_wakeIsland(d, tree1, lbJUST_WOKEN) + lb_wakeIsland(d, tree2, lbJUST_WOKEN);
    }
  }
  return 0;
}

static int wakeBodies(const mjModel* m, mjData* d, int body1, int body2, Tie tie) {
  return wakePair(d, m->body_treeid[body1], d->body_awake[body1] == mjS_AWAKE,
                  m->body_treeid[body2], d->body_awake[body2] == mjS_AWAKE, tie);
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
  for (int i = 0; lb_enabled(m, mjENBL_SLEEP) && i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    woken += wakeBodies(m, d, contactBody(m, con, 0), contactBody(m, con, 1), contactTie);
  }
  return refresh(m, d, woken);
}

int lb_wakeTendons(const mjModel* m, mjData* d) {
  int woken = 0;
  for (int i = 0; lb_enabled(m, mjENBL_SLEEP) && i < m->ntendon; i++) {
    mjtNum length = d->ten_length[i], margin = m->tendon_margin[i];
    const mjtNum* range = m->tendon_range + 2 * i;
    bool limit = length - range[0] < margin || range[1] - length < margin;
    if (m->tendon_limited[i] && m->tendon_treenum[i] == 2 && limit) {
      int tree1 = m->tendon_treeid[2 * i], tree2 = m->tendon_treeid[2 * i + 1];
      woken += wakePair(d, tree1, d->tree_awake[tree1], tree2, d->tree_awake[tree2], limitTie);
    }
  }
  return refresh(m, d, woken);
}

int lb_wakeEqualities(const mjModel* m, mjData* d) {
  int woken = 0;
  bool enabled =
      lb_enabled(m, mjENBL_SLEEP) && !lb_disabled(m, mjDSBL_EQUALITY | mjDSBL_CONSTRAINT);
  for (int i = 0; enabled && i < m->neq; i++) {
    int id1 = m->eq_obj1id[i], id2 = m->eq_obj2id[i], type = m->eq_type[i];
    if (!d->eq_active[i]) {
      continue;
    }
    if (type == mjEQ_CONNECT || type == mjEQ_WELD) {
      bool site = m->eq_objtype[i] == mjOBJ_SITE;
      woken += wakeBodies(m, d, site ? m->site_bodyid[id1] : id1, site ? m->site_bodyid[id2] : id2,
                          equalityTie);
    } else if (type == mjEQ_JOINT && id2 >= 0) {
      woken += wakeBodies(m, d, m->jnt_bodyid[id1], m->jnt_bodyid[id2], equalityTie);
    } else if (type == mjEQ_TENDON && id2 >= 0 && m->tendon_treenum[id1] &&
               m->tendon_treenum[id2]) {
      int tree1 = m->tendon_treeid[2 * id1], tree2 = m->tendon_treeid[2 * id2];
      woken += wakePair(d, tree1, d->tree_awake[tree1], tree2, d->tree_awake[tree2], equalityTie);
    }
  }
  return refresh(m, d, woken);
}
