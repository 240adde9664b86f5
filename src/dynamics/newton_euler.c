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
#include "math/inline.h"

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) {
  LB_REQUIRE(m && d && (result || !m->nv));
  if (!m->nv) {
    return;
  }
  lbIndexList bodies = lb_awakeBodies(m, d);
  lbIndexList dofs = lb_awakeDofs(m, d);
  mj_markStack(d);
  mjtNum* cacc = mj_stackAllocNum(d, 6 * m->nbody);
  mjtNum* cfrc = mj_stackAllocNum(d, 6 * m->nbody);

  // outward; static bodies only hand on gravity
  lb_worldAcceleration(m, cacc);
  for (int k = 0; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k);
    if (bodyId == 0) {
      continue;
    }
    int parentId = m->body_parentid[bodyId];
    lb_bodyAcceleration(m, d, bodyId, flg_acc, cacc + 6 * parentId, cacc + 6 * bodyId);
    if (m->body_weldid[bodyId]) {
      lb_bodyWrench(d, bodyId, cacc + 6 * bodyId, cfrc + 6 * bodyId);
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
