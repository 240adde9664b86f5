// Passive forces: springs and dampers of joints and tendons, gravity compensation, fluid, adhesion,
// flex elasticity, and what callbacks and plugins add. They depend on position and velocity only.
//
// Stiffness and damping are polynomials: spring force -(a x + b x^2 + c x^3), damper force
// -(a v + b v|v| + c v^3). Wrenches on bodies are collected about the tree's centre of mass and
// mapped to joint space in one sweep from the leaves to the root.

#include "force/passive.h"

#include <string.h>

#include "api/callbacks.h"
#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/plugins.h"
#include "data/stack.h"
#include "force/fluid.h"
#include "force/passive_flex.h"
#include "kinematics/jacobian.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/actuator_link.h"
#include "model/options.h"

static lbPolynomial polynomial(mjtNum linear, const mjtNum higher[mjNPOLY]) {
  return (lbPolynomial){linear, higher[0], higher[1]};
}

// Adds the damping of one actuator to what it acts on.
static void addActuatorDamping(const mjModel* m, int actuatorId, lbPolynomial* sum) {
  mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[actuatorId]];
  mjtNum scale = gear * gear;
  sum->a += scale * m->actuator_damping[actuatorId];
  sum->b += scale * m->actuator_dampingpoly[mjNPOLY * actuatorId];
  sum->c += scale * m->actuator_dampingpoly[mjNPOLY * actuatorId + 1];
}

// Is target the joint or tendon that the actuator acts on?
static bool actsOn(const mjModel* m, int actuatorId, bool tendon, int target) {
  int type = m->actuator_trntype[actuatorId];
  bool kind = tendon ? type == mjTRN_TENDON : type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT;
  return kind && m->actuator_trnid[2 * actuatorId] == target;
}

// Adds the damping of all actuators on a target; link is its jnt_actuatorid or tendon_actuatorid.
static void addActuators(const mjModel* m, int link, bool tendon, int target, lbPolynomial* sum) {
  if (link >= 0) {
    addActuatorDamping(m, link, sum);
  } else if (link == LB_SEVERAL_ACTUATORS) {
    int actuatorCount = (int)m->nactuator;
    for (int i = 0; i < actuatorCount; i++) {
      if (actsOn(m, i, tendon, target)) {
        addActuatorDamping(m, i, sum);
      }
    }
  }
}

lbPolynomial lb_dofDamping(const mjModel* m, int dof) {
  lbPolynomial sum = polynomial(m->dof_damping[dof], m->dof_dampingpoly + mjNPOLY * dof);
  int joint = m->dof_jntid[dof];
  addActuators(m, m->jnt_actuatorid[joint], false, joint, &sum);
  return sum;
}

lbPolynomial lb_tendonDamping(const mjModel* m, int tendonId) {
  lbPolynomial sum =
      polynomial(m->tendon_damping[tendonId], m->tendon_dampingpoly + mjNPOLY * tendonId);
  addActuators(m, m->tendon_actuatorid[tendonId], true, tendonId, &sum);
  return sum;
}

lbPolynomial lb_jointStiffness(const mjModel* m, int jointId) {
  return polynomial(m->jnt_stiffness[jointId], m->jnt_stiffnesspoly + mjNPOLY * jointId);
}

lbPolynomial lb_tendonStiffness(const mjModel* m, int tendonId) {
  return polynomial(m->tendon_stiffness[tendonId], m->tendon_stiffnesspoly + mjNPOLY * tendonId);
}

mjtNum lb_tendonStretch(const mjModel* m, const mjData* d, int tendonId) {
  mjtNum length = d->ten_length[tendonId];
  const mjtNum* band = m->tendon_lengthspring + 2 * tendonId;
  return length > band[1] ? length - band[1] : lb_min(0, length - band[0]);
}

void lb_ballStretch(const mjModel* m, const mjData* d, int qposAdr, mjtNum rotation[3]) {
  mjtNum quat[4];
  lb_copy4(quat, d->qpos + qposAdr);
  lb_normalize4(quat);
  lb_subQuat(rotation, quat, m->qpos_spring + qposAdr);
}

// Force proportional to a displacement vector, by its length.
static void vectorSpring(mjtNum qfrc[3], lbPolynomial stiffness, const mjtNum displacement[3]) {
  mjtNum length = lb_norm3(displacement);
  mjtNum scale = stiffness.a + length * (stiffness.b + length * stiffness.c);
  lb_addToScl3(qfrc, displacement, -scale);
}

// Whether three coefficients are 0, the first of them elsewhere than the others.
static inline bool areZero(const mjtNum* linear, const mjtNum higher[mjNPOLY]) {
  uint64_t bits[3];
  memcpy(bits, linear, sizeof(mjtNum));
  memcpy(bits + 1, higher, mjNPOLY * sizeof(mjtNum));
  return (bits[0] | bits[1] | bits[2]) << 1 == 0;  // -0 is 0
}

LB_APART static void jointSpring(const mjModel* m, mjData* d, int jointId) {
  lbPolynomial stiffness = lb_jointStiffness(m, jointId);
  const mjtNum* qpos = d->qpos + m->jnt_qposadr[jointId];
  const mjtNum* rest = m->qpos_spring + m->jnt_qposadr[jointId];
  mjtNum* qfrc = d->qfrc_spring + m->jnt_dofadr[jointId];
  switch (m->jnt_type[jointId]) {
    case mjJNT_FREE: {
      mjtNum displacement[3];
      lb_sub3(displacement, qpos, rest);
      vectorSpring(qfrc, stiffness, displacement);
      qpos += 3;
      qfrc += 3;
    }
    // fall through
    case mjJNT_BALL: {
      mjtNum rotation[3];
      lb_ballStretch(m, d, (int)(qpos - d->qpos), rotation);
      vectorSpring(qfrc, stiffness, rotation);
      break;
    }
    default:
      *qfrc += lb_springForce(stiffness, qpos[0] - rest[0]);
  }
}

static inline void springsOf(const mjModel* m, mjData* d, int joint, int end) {
  for (; joint < end; joint++) {
    if (!areZero(m->jnt_stiffness + joint, m->jnt_stiffnesspoly + mjNPOLY * joint)) {
      jointSpring(m, d, joint);
    }
  }
}

static inline void jointSprings(const mjModel* m, mjData* d) {
  lbIndexList bodies = lb_awakeBodies(m, d);
  if (!bodies.item) {
    springsOf(m, d, 0, (int)m->njnt);
    return;
  }
  for (int p = 0; p < bodies.count; p++) {
    int joint = m->body_jntadr[bodies.item[p]];
    springsOf(m, d, joint, joint + m->body_jntnum[bodies.item[p]]);
  }
}

LB_APART static void dofDamper(const mjModel* m, mjData* d, int dof) {
  lbPolynomial damping = lb_dofDamping(m, dof);
  if (!lb_isZeroPolynomial(damping)) {
    d->qfrc_damper[dof] += lb_damperForce(damping, d->qvel[dof]);
  }
}

static inline bool mayDamp(const mjModel* m, int dof) {
  return !areZero(m->dof_damping + dof, m->dof_dampingpoly + mjNPOLY * dof) ||
         (m->nactuator && m->jnt_actuatorid[m->dof_jntid[dof]] != LB_NO_ACTUATOR);
}

// qfrc += J' force for a tendon.
static void pullTendon(const mjModel* m, const mjData* d, int tendonId, mjtNum force,
                       mjtNum* qfrc) {
  if (force == 0) {
    return;
  }
  int first = m->ten_J_rowadr[tendonId], end = first + m->ten_J_rownnz[tendonId];
  for (int k = first; k < end; k++) {
    qfrc[m->ten_J_colind[k]] += d->ten_J[k] * force;
  }
}

LB_APART static void tendons(const mjModel* m, mjData* d, bool springs, bool dampers) {
  int tendonCount = (int)m->ntendon;
  bool filter = lb_sleepFilter(m, d);
  for (int i = 0; i < tendonCount; i++) {
    if (filter && lb_tendonAsleep(m, d, i)) {
      continue;
    }
    lbPolynomial stiffness = lb_tendonStiffness(m, i);
    if (springs && !lb_isZeroPolynomial(stiffness)) {
      // no force inside the dead band
      mjtNum force = lb_springForce(stiffness, lb_tendonStretch(m, d, i));
      pullTendon(m, d, i, force, d->qfrc_spring);
    }
    lbPolynomial damping = lb_tendonDamping(m, i);
    if (dampers && !lb_isZeroPolynomial(damping)) {
      pullTendon(m, d, i, lb_damperForce(damping, d->ten_velocity[i]), d->qfrc_damper);
    }
  }
}

// Adds a force at a point of a body to its wrench.
static void addForceAt(const mjModel* m, const mjData* d, mjtNum* wrench, int body,
                       const mjtNum force[3], const mjtNum point[3]) {
  mjtNum offset[3];
  lb_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  lb_addToCross(wrench + 6 * body, offset, force);
  lb_addTo3(wrench + 6 * body + 3, force);
}

LB_APART static void gravityCompensation(const mjModel* m, mjData* d) {
  if (lb_disabled(m, mjDSBL_GRAVITY) || lb_isZero3(m->opt.gravity)) {
    return;
  }
  lb_markStack(d);
  mjtNum* wrench = lb_stackNum(d, 6 * (size_t)m->nbody);
  memset(wrench, 0, 6 * (size_t)m->nbody * sizeof(mjtNum));
  lbIndexList bodies = lb_awakeBodies(m, d);
  for (int p = 0; p < bodies.count; p++) {
    int i = lb_at(bodies, p);
    if (m->body_gravcomp[i] != 0) {
      mjtNum force[3];
      lb_scl3(force, m->opt.gravity, -m->body_mass[i] * m->body_gravcomp[i]);
      addForceAt(m, d, wrench, i, force, d->xipos + 3 * i);
    }
  }
  lb_addBodyWrenches(m, d, wrench, d->qfrc_gravcomp);
  lb_freeStack(d);
}

// Attraction along the normal at contacts of adhesive geoms.
LB_APART static void adhesion(const mjModel* m, mjData* d) {
  lb_markStack(d);
  mjtNum* wrench = lb_stackNum(d, 6 * (size_t)m->nbody);
  memset(wrench, 0, 6 * (size_t)m->nbody * sizeof(mjtNum));
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* contact = d->contact + i;
    if (contact->adhesion == 0 || contact->geom[0] < 0 || contact->geom[1] < 0) {
      continue;
    }
    mjtNum force[3];
    lb_scl3(force, contact->frame, contact->adhesion);
    addForceAt(m, d, wrench, m->geom_bodyid[contact->geom[0]], force, contact->pos);
    lb_neg3(force, force);
    addForceAt(m, d, wrench, m->geom_bodyid[contact->geom[1]], force, contact->pos);
  }
  lb_addBodyWrenches(m, d, wrench, d->qfrc_adhesion);
  lb_freeStack(d);
}

// qfrc_passive: the sum of the parts; joints that compensate gravity by actuation leave that out.
static void sumUp(const mjModel* m, mjData* d) {
  lbIndexList dofs = lb_awakeDofs(m, d);
  bool compensated = m->ngravcomp;
#pragma clang loop vectorize(disable) unroll(disable)
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    mjtNum sum = d->qfrc_spring[i] + d->qfrc_damper[i];
    if (compensated && !m->jnt_actgravcomp[m->dof_jntid[i]]) {
      sum += d->qfrc_gravcomp[i];
    }
    d->qfrc_passive[i] = sum + d->qfrc_fluid[i] + d->qfrc_adhesion[i];
  }
}

static void plugins(const mjModel* m, mjData* d) {
  int pluginCount = (int)m->nplugin;
  for (int i = 0; i < pluginCount; i++) {
    lb_computePlugin(m, d, i, mjPLUGIN_PASSIVE, "mj_passive");
  }
}

// Clears the parts, and computes those of dampers of dofs. Those of sleeping dofs stay as they
// were.
static inline void clearAndDamp(const mjModel* m, mjData* d, bool dampers) {
  lbIndexList dofs = lb_awakeDofs(m, d);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    d->qfrc_spring[i] = d->qfrc_damper[i] = d->qfrc_gravcomp[i] = 0;
    d->qfrc_fluid[i] = d->qfrc_adhesion[i] = 0;
    if (dampers && mayDamp(m, i)) {
      dofDamper(m, d, i);
    }
  }
}

// All passive forces of the engine itself.
static void ownForces(const mjModel* m, mjData* d, bool springs, bool dampers) {
  if (springs) {
    jointSprings(m, d);
  }
  if (m->ntendon) {
    tendons(m, d, springs, dampers);
  }
  if (m->nflex) {
    lb_flexForces(m, d, springs, dampers);
  }
  if (m->ngravcomp) {
    gravityCompensation(m, d);
  }
  if (lb_hasFluid(m)) {
    lb_fluidForces(m, d);
  }
  if (m->flg_adhesion && d->ncon) {
    adhesion(m, d);
  }
}

LB_APART static void dofForces(const mjModel* m, mjData* d) {
  // COMPAT: PAS-14: both flags together switch off everything passive
  bool springs = !lb_disabled(m, mjDSBL_SPRING), dampers = !lb_disabled(m, mjDSBL_DAMPER);
  clearAndDamp(m, d, dampers);
  if (springs || dampers) {
    ownForces(m, d, springs, dampers);
  }
  sumUp(m, d);
}

// Forces of the program and of plugins.
LB_APART static void foreignForces(const mjModel* m, mjData* d) {
  if (m->nv) {
    dofForces(m, d);
  }
  if (lb_disabled(m, mjDSBL_SPRING) && lb_disabled(m, mjDSBL_DAMPER)) {
    return;
  }
  if (mjcb_passive) {
    mjcb_passive(m, d);
  }
  if (m->nplugin) {
    plugins(m, d);
  }
}

void mj_passive(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  if (mjcb_passive || m->nplugin) {
    foreignForces(m, d);
  } else if (m->nv) {
    dofForces(m, d);
  }
}
