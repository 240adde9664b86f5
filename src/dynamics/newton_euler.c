// Recursive Newton-Euler: the joint forces of a given motion.
//
// Outward pass: spatial accelerations cacc, starting with -gravity at the world. Then the wrench
// that moves each body, I a + v x* (I v). Inward pass: children's wrenches add to their parents'.
//
// Source: Featherstone (2008), chapter 5.

#include "dynamics/newton_euler.h"

#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"
#include "data/tree_share.h"
#include "math/inline.h"

typedef struct Inverse_ {
  mjtNum* cacc;  // (nbody x 6)
  mjtNum* cfrc;  // (nbody x 6)
  mjtNum* result;
  bool withQacc;
} Inverse;

LB_LONG_TREE_STAGE inverseShare(const mjModel* m, mjData* d, void* context,
                                const lbTreeShare* share) {
  const Inverse* inverse = context;
  mjtNum *cacc = inverse->cacc, *cfrc = inverse->cfrc;
  lbIndexList bodies = share->bodies, dofs = share->dofs;

  // outward; static bodies only hand on gravity
  for (int k = bodies.first; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k);
    int parentId = m->body_parentid[bodyId];
    lb_bodyAcceleration(m, d, bodyId, inverse->withQacc, cacc + 6 * parentId, cacc + 6 * bodyId);
    if (m->body_weldid[bodyId]) {
      lb_bodyWrench(d, bodyId, cacc + 6 * bodyId, cfrc + 6 * bodyId);
    }
  }

  // inward
  for (int k = bodies.count - 1; k >= bodies.first; k--) {
    int bodyId = lb_at(bodies, k);
    int parentId = m->body_parentid[bodyId];
    if (m->body_weldid[parentId]) {
      lb_addTo6(cfrc + 6 * parentId, cfrc + 6 * bodyId);
    }
  }

  // joint forces
  for (int p = dofs.first; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    inverse->result[i] = lb_dot6(d->cdof + 6 * i, cfrc + 6 * m->dof_bodyid[i]);
  }
}

void lb_biasOfTrees(const mjModel* m, mjData* d, const lbTreeShare* share, mjtNum* scratch) {
  Inverse bias = {scratch, scratch + 6 * m->nbody, d->qfrc_bias, false};
  inverseShare(m, d, &bias, share);
}

LB_TREE_STAGE newtonEuler(const mjModel* m, mjData* d, bool withQacc, mjtNum* result) {
  size_t top = d->pstack;
  mjtNum* cacc = lb_stackNum(d, 12 * m->nbody);
  mjtNum* cfrc = cacc + 6 * m->nbody;
  lb_worldAcceleration(m, cacc);

  // joint forces of sleeping dofs stay as they were
  if (lb_sleepFilter(m, d) && result != d->qfrc_bias) {
    memset(result, 0, (size_t)m->nv * sizeof(mjtNum));
  }
  Inverse inverse = {cacc, cfrc, result, withQacc};
  lb_forTrees(m, d, inverseShare, &inverse);
  lb_dropStack(d, top);
}

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) {
  LB_REQUIRE(m && d && (result || !m->nv));
  if (m->nv) {
    newtonEuler(m, d, flg_acc, result);
  }
}
