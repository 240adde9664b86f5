// What constraints do to the bodies, for the sensors that feel it: accelerations cacc, external
// wrenches cfrc_ext, and the wrenches cfrc_int between each body and its parent.
//
// The forces of constraints are known, so the algorithm of dynamics/newton_euler.c runs once more,
// with accelerations: outward cacc and the wrench that each body needs beyond the external one;
// inward the sums that parents pass on.

#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/tree_share.h"
#include "dynamics/newton_euler.h"
#include "math/inline.h"

// Adds sign times a force and torque acting at a point to the external wrench of a body.
static void addExternal(const mjModel* m, mjData* d, int bodyId, const mjtNum point[3],
                        const mjtNum force[3], const mjtNum torque[3], mjtNum sign) {
  if (bodyId <= 0) {
    return;
  }
  mjtNum arm[3], moment[3];
  lb_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[bodyId]);
  lb_cross(moment, arm, force);
  lb_addTo3(moment, torque);
  lb_addToScl3(d->cfrc_ext + 6 * bodyId, moment, sign);
  lb_addToScl3(d->cfrc_ext + 6 * bodyId + 3, force, sign);
}

static void addApplied(const mjModel* m, mjData* d) {
  for (int i = 1; i < m->nbody; i++) {
    const mjtNum* applied = d->xfrc_applied + 6 * i;
    if (!lb_isZero3(applied) || !lb_isZero3(applied + 3)) {
      addExternal(m, d, i, d->xipos + 3 * i, applied, applied + 3, 1);
    }
  }
}

static void addContacts(const mjModel* m, mjData* d) {
  for (int c = 0; c < d->ncon; c++) {
    const mjContact* contact = d->contact + c;
    if (contact->efc_address < 0 || contact->geom[0] < 0 || contact->geom[1] < 0) {
      continue;
    }
    mjtNum local[6], force[3], torque[3];
    mj_contactForce(m, d, c, local);
    lb_mulMatTVec3(force, contact->frame, local);
    lb_mulMatTVec3(torque, contact->frame, local + 3);
    addExternal(m, d, m->geom_bodyid[contact->geom[0]], contact->pos, force, torque, -1);
    addExternal(m, d, m->geom_bodyid[contact->geom[1]], contact->pos, force, torque, 1);
  }
}

// The point of one side of a connect or weld, and its body. Equality data holds the anchor in each
// body's frame: connect (first, second), weld (second, first).
static int equalityAnchor(const mjModel* m, const mjData* d, int eqId, int side, mjtNum point[3]) {
  int objectId = side == 0 ? m->eq_obj1id[eqId] : m->eq_obj2id[eqId];
  if (m->eq_objtype[eqId] == mjOBJ_SITE) {
    lb_copy3(point, d->site_xpos + 3 * objectId);
    return m->site_bodyid[objectId];
  }
  bool isWeld = m->eq_type[eqId] == mjEQ_WELD;
  const mjtNum* anchor = m->eq_data + mjNEQDATA * eqId + 3 * (isWeld ? 1 - side : side);
  lb_mulMatVec3(point, d->xmat + 9 * objectId, anchor);
  lb_addTo3(point, d->xpos + 3 * objectId);
  return objectId;
}

static void addEqualities(const mjModel* m, mjData* d) {
  int row = 0;
  while (row < d->ne) {
    int eqId = d->efc_id[row];
    int type = m->eq_type[eqId];
    if (type != mjEQ_CONNECT && type != mjEQ_WELD) {
      row++;
      continue;
    }
    mjtNum torque[3] = {0, 0, 0}, point[3];
    if (type == mjEQ_WELD) {
      lb_copy3(torque, d->efc_force + row + 3);
    }
    for (int side = 0; side < 2; side++) {
      int bodyId = equalityAnchor(m, d, eqId, side, point);
      addExternal(m, d, bodyId, point, d->efc_force + row, torque, side == 0 ? 1 : -1);
    }
    row += type == mjEQ_WELD ? 6 : 3;
  }
}

static void interactionShare(const mjModel* m, mjData* d, void* context, const lbTreeShare* share) {
  lbIndexList bodies = share->bodies;

  // accelerations, and what each body needs beyond the external wrench
  for (int k = bodies.first; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k);
    mjtNum* cfrc = d->cfrc_int + 6 * bodyId;
    lb_bodyAcceleration(m, d, bodyId, true, d->cacc + 6 * m->body_parentid[bodyId],
                        d->cacc + 6 * bodyId);
    lb_bodyWrench(d, bodyId, d->cacc + 6 * bodyId, cfrc);
    lb_addToScl6(cfrc, d->cfrc_ext + 6 * bodyId, -1);
  }

  // interaction with the parent, children included
  for (int k = bodies.count - 1; k >= bodies.first; k--) {
    int bodyId = lb_at(bodies, k), parentId = m->body_parentid[bodyId];
    if (parentId) {
      lb_addTo6(d->cfrc_int + 6 * parentId, d->cfrc_int + 6 * bodyId);
    }
  }
}

void mj_rnePostConstraint(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  // external wrenches
  memset(d->cfrc_ext, 0, (size_t)(6 * m->nbody) * sizeof(mjtNum));
  addApplied(m, d);
  addContacts(m, d);
  addEqualities(m, d);

  // COMPAT: SLEEP-WRENCHES: those of what sleeps follow from its acceleration without constraints
  lb_worldAcceleration(m, d->cacc);
  if (lb_sleepFilter(m, d)) {
    lbTreeShare all = lb_allTrees(m);
    interactionShare(m, d, NULL, &all);
  } else {
    lb_forTrees(m, d, interactionShare, NULL);
  }

  // the world bears what hangs on it
  lb_zero6(d->cfrc_int);
  for (int i = (int)m->nbody - 1; i > 0; i--) {
    if (!m->body_parentid[i]) {
      lb_addTo6(d->cfrc_int, d->cfrc_int + 6 * i);
    }
  }
  d->flg_rnepost = true;
}
