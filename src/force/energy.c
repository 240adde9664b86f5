// Potential and kinetic energy.

#include "force/energy.h"

#include <math.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"
#include "dynamics/factor.h"
#include "math/inline.h"
#include "model/options.h"

// Integral of the spring force k x + poly[0] x^2 + poly[1] x^3 from rest to displacement x.
static mjtNum springEnergy(mjtNum k, const mjtNum poly[mjNPOLY], mjtNum x) {
  return x * x * (k / 2 + x * (poly[0] / 3 + x * poly[1] / 4));
}

static mjtNum jointSpringEnergy(const mjModel* m, const mjData* d, int jointId) {
  mjtNum k = m->jnt_stiffness[jointId];
  const mjtNum* poly = m->jnt_stiffnesspoly + mjNPOLY * jointId;
  if (!k && !poly[0] && !poly[1]) {
    return 0;
  }
  const mjtNum* qpos = d->qpos + m->jnt_qposadr[jointId];
  const mjtNum* rest = m->qpos_spring + m->jnt_qposadr[jointId];
  mjtNum energy = 0;

  switch (m->jnt_type[jointId]) {
    case mjJNT_FREE:
      energy = springEnergy(k, poly, lb_dist3(qpos, rest));
      qpos += 3;
      rest += 3;
      // fall through
    case mjJNT_BALL: {
      mjtNum quat[4], rotation[3];
      lb_copy4(quat, qpos);
      lb_normalize4(quat);
      lb_subQuat(rotation, quat, rest);
      return energy + springEnergy(k, poly, lb_norm3(rotation));
    }
    default:
      return springEnergy(k, poly, qpos[0] - rest[0]);
  }
}

static mjtNum tendonSpringEnergy(const mjModel* m, const mjData* d, int tendonId) {
  const mjtNum* poly = m->tendon_stiffnesspoly + mjNPOLY * tendonId;
  mjtNum length = d->ten_length[tendonId];
  mjtNum lower = m->tendon_lengthspring[2 * tendonId];
  mjtNum upper = m->tendon_lengthspring[2 * tendonId + 1];
  mjtNum displacement = length > upper ? length - upper : (length < lower ? length - lower : 0);
  return springEnergy(m->tendon_stiffness[tendonId], poly, displacement);
}

static mjtNum flexEdgeEnergy(const mjModel* m, const mjData* d, int flexId) {
  mjtNum k = m->flex_edgestiffness[flexId];
  mjtNum energy = 0;
  if (m->flex_rigid[flexId] || !k) {
    return 0;
  }
  for (int e = m->flex_edgeadr[flexId]; e < m->flex_edgeadr[flexId] + m->flex_edgenum[flexId];
       e++) {
    if (!m->flexedge_rigid[e]) {
      mjtNum x = m->flexedge_length0[e] - d->flexedge_length[e];
      energy += 0.5 * k * x * x;
    }
  }
  return energy;
}

void mj_energyPos(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mjtNum energy = 0;
  if (!lb_disabled(m, mjDSBL_GRAVITY)) {
    for (int i = 0; i < m->nbody; i++) {
      energy -= m->body_mass[i] * lb_dot3(m->opt.gravity, d->xipos + 3 * i);
    }
  }
  if (!lb_disabled(m, mjDSBL_SPRING)) {
    // COMPAT: SLEEP-SPRING-ENERGY: springs of sleeping joints do not count
    lbIndexList bodies = lb_awakeBodies(m, d);
    for (int k = 0; k < bodies.count; k++) {
      int body = lb_at(bodies, k), first = m->body_jntadr[body];
      for (int i = first; i < first + m->body_jntnum[body]; i++) {
        energy += jointSpringEnergy(m, d, i);
      }
    }
    for (int i = 0; i < m->ntendon; i++) {
      if (!lb_tendonAsleep(m, d, i)) {
        energy += tendonSpringEnergy(m, d, i);
      }
    }
    for (int i = 0; i < m->nflex; i++) {
      energy += flexEdgeEnergy(m, d, i);
    }
  }
  d->energy[0] = energy;
  d->flg_energypos = true;
}

void mj_energyVel(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mj_markStack(d);
  mjtNum* momentum = lb_stackNum(d, m->nv);
  lbIndexList dofs = lb_awakeDofs(m, d);
  lb_mulTree(m, momentum, d->M, d->qvel, dofs);
  mjtNum energy = 0;
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    energy += 0.5 * d->qvel[i] * momentum[i];
  }
  mj_freeStack(d);
  d->energy[1] = energy;
  d->flg_energyvel = true;
}

void lb_stageEnergy(const mjModel* m, mjData* d, int stage) {
  if (stage == mjSTAGE_POS && !d->flg_energypos) {
    mj_energyPos(m, d);
  } else if (stage == mjSTAGE_VEL && !d->flg_energyvel) {
    mj_energyVel(m, d);
  }
}
