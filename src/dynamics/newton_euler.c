// Recursive Newton-Euler: the joint forces of a given motion, and the forces inside the bodies.
//
// Outward pass: spatial accelerations cacc, starting with -gravity at the world. Then the wrench
// that moves each body, I a + v x* (I v). Inward pass: children's wrenches add to their parents'.
//
// Source: Featherstone (2008), chapter 5.

#include <string.h>

#include "api/mj_functions.h"
#include "data/awake.h"
#include "data/stack.h"
#include "math/inline.h"

static void worldAcceleration(const mjModel* m, mjtNum cacc[6]) {
  lb_zero6(cacc);
  if (!(m->opt.disableflags & mjDSBL_GRAVITY)) {
    lb_neg3(cacc + 3, m->opt.gravity);
  }
}

// Acceleration of a body from its parent's.
static inline void bodyAcceleration(const mjModel* m, const mjData* d, int bodyId, bool withQacc,
                                    const mjtNum parent[6], mjtNum cacc[6]) {
  mjtNum sum[6];
  lb_copy6(sum, parent);
  int dofAdr = m->body_dofadr[bodyId];
  for (int i = dofAdr; i < dofAdr + m->body_dofnum[bodyId]; i++) {
    lb_addToScl6(sum, d->cdof_dot + 6 * i, d->qvel[i]);
    if (withQacc) {
      lb_addToScl6(sum, d->cdof + 6 * i, d->qacc[i]);
    }
  }
  lb_copy6(cacc, sum);
}

// Wrench that gives a body its acceleration.
static inline void bodyWrench(const mjData* d, int bodyId, const mjtNum cacc[6], mjtNum cfrc[6]) {
  const mjtNum* cinert = d->cinert + 10 * bodyId;
  const mjtNum* cvel = d->cvel + 6 * bodyId;
  mjtNum momentum[6], rate[6];
  lb_mulInertVec(cfrc, cinert, cacc);
  lb_mulInertVec(momentum, cinert, cvel);
  lb_crossForce(rate, cvel, momentum);
  lb_addTo6(cfrc, rate);
}

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) {
  lbIndexList bodies = lb_awakeBodies(m, d);
  lbIndexList dofs = lb_awakeDofs(m, d);
  mj_markStack(d);
  mjtNum* cacc = mj_stackAllocNum(d, 6 * m->nbody);
  mjtNum* cfrc = mj_stackAllocNum(d, 6 * m->nbody);

  // outward; static bodies only hand on gravity
  worldAcceleration(m, cacc);
  for (int k = 0; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k);
    if (bodyId == 0) {
      continue;
    }
    int parentId = m->body_parentid[bodyId];
    bodyAcceleration(m, d, bodyId, flg_acc, cacc + 6 * parentId, cacc + 6 * bodyId);
    if (m->body_weldid[bodyId]) {
      bodyWrench(d, bodyId, cacc + 6 * bodyId, cfrc + 6 * bodyId);
    }
  }

  // inward
  for (int k = bodies.count - 1; k >= 0; k--) {
    int bodyId = lb_at(bodies, k);
    int parentId = m->body_parentid[bodyId];
    if (m->body_weldid[parentId]) {
      lb_addTo6(cfrc + 6 * parentId, cfrc + 6 * bodyId);
    }
  }

  // joint forces; those of sleeping dofs stay as they were
  if (dofs.item && result != d->qfrc_bias) {
    memset(result, 0, (size_t)m->nv * sizeof(mjtNum));
  }
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    result[i] = lb_dot6(d->cdof + 6 * i, cfrc + 6 * m->dof_bodyid[i]);
  }
  mj_freeStack(d);
}

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

void mj_rnePostConstraint(const mjModel* m, mjData* d) {
  // external wrenches
  memset(d->cfrc_ext, 0, (size_t)(6 * m->nbody) * sizeof(mjtNum));
  addApplied(m, d);
  addContacts(m, d);
  addEqualities(m, d);

  // accelerations, and what each body needs beyond the external wrench
  lbIndexList bodies = lb_awakeBodies(m, d);
  worldAcceleration(m, d->cacc);
  lb_zero6(d->cfrc_int);
  for (int k = 0; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k);
    if (bodyId == 0) {
      continue;
    }
    mjtNum* cfrc = d->cfrc_int + 6 * bodyId;
    bodyAcceleration(m, d, bodyId, true, d->cacc + 6 * m->body_parentid[bodyId],
                     d->cacc + 6 * bodyId);
    bodyWrench(d, bodyId, d->cacc + 6 * bodyId, cfrc);
    lb_addToScl6(cfrc, d->cfrc_ext + 6 * bodyId, -1);
  }

  // interaction with the parent, children included
  for (int k = bodies.count - 1; k >= 0; k--) {
    int bodyId = lb_at(bodies, k);
    if (bodyId > 0) {
      lb_addTo6(d->cfrc_int + 6 * m->body_parentid[bodyId], d->cfrc_int + 6 * bodyId);
    }
  }
  d->flg_rnepost = true;
}
