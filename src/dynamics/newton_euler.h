// One body of the recursive Newton-Euler algorithm. Spatial vectors are (rotation, translation)
// about the centre of mass of the body's tree, in world axes.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"
#include "data/tree_share.h"
#include "math/inline.h"
#include "model/options.h"

// Acceleration of the world: minus gravity, so that weight shows up as inertia does.
static inline void lb_worldAcceleration(const mjModel* m, mjtNum cacc[6]) {
  lb_zero6(cacc);
  if (!lb_disabled(m, mjDSBL_GRAVITY)) {
    lb_neg3(cacc + 3, m->opt.gravity);
  }
}

// Acceleration of a body from its parent's: plus what its dofs add by their motion, and by qacc
// withQacc.
static inline __attribute__((always_inline)) void lb_bodyAcceleration(const mjModel* m,
                                                                      const mjData* d, int bodyId,
                                                                      bool withQacc,
                                                                      const mjtNum parent[6],
                                                                      mjtNum cacc[6]) {
  int dofAdr = m->body_dofadr[bodyId], count = m->body_dofnum[bodyId];
  mjtNum sum[6];
  lb_copy6(sum, parent);
  if (count) {
    lb_addMotion(sum, d->cdof_dot + 6 * dofAdr, d->qvel + dofAdr, count);
    if (withQacc) {
      lb_addMotion(sum, d->cdof + 6 * dofAdr, d->qacc + dofAdr, count);
    }
  }
  lb_copy6(cacc, sum);
}

// qfrc_bias of a share of the trees; scratch (nbody x 12) begins with the world's acceleration.
void lb_biasOfTrees(const mjModel* m, mjData* d, const lbTreeShare* share, mjtNum* scratch);

// Wrench I a + v x* (I v) that gives a body its acceleration.
static inline void lb_bodyWrench(const mjData* d, int bodyId, const mjtNum cacc[6],
                                 mjtNum cfrc[6]) {
  const mjtNum* cinert = d->cinert + 10 * bodyId;
  const mjtNum* cvel = d->cvel + 6 * bodyId;
  mjtNum momentum[6], rate[6];
  lb_mulInertVec(cfrc, cinert, cacc);
  lb_mulInertVec(momentum, cinert, cvel);
  lb_crossForce(rate, cvel, momentum);
  lb_addTo6(cfrc, rate);
}
