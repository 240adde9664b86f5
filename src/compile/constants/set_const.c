// mj_setConst: everything in the model that follows from the reference configuration.
//
// At qpos0: inertia diagonal, inverse inertias seen by dofs, bodies, tendons and actuators,
// lengths, camera and light reference poses, equality data left open, statistics. At qpos_spring:
// rest lengths of tendon springs that were left open. Then the gains that depend on inertia:
// springs and dampers from springdamper, servo damping from dampratio.

#include "compile/constants/set_const.h"

#include "api/limber.h"
#include "base/compiler.h"
#include "base/error.h"
#include "compile/constants/flex_mass.h"
#include "compile/constants/inverse_weight.h"
#include "compile/constants/same_frame.h"
#include "compile/constants/sleep_policy.h"
#include "compile/constants/statistics.h"
#include "data/awake.h"
#include "data/stack.h"
#include "math/inline.h"
#include "math/libm.h"
#include "model/actuator_link.h"
#include "model/joint_size.h"
#include "model/model.h"

#include <string.h>

// --- configuration

// Position-dependent quantities at a configuration.
static void placeAt(const mjModel* m, mjData* d, const mjtNum* qpos) {
  if (m->nq) {
    memcpy(d->qpos, qpos, (size_t)m->nq * sizeof(mjtNum));
  }
  mj_fwdKinematics(m, d);
}

static void sumSubtrees(mjModel* m) {
  memcpy(m->body_subtreemass, m->body_mass, (size_t)m->nbody * sizeof(mjtNum));
  for (int i = (int)m->nbody - 1; i > 0; i--) {
    m->body_subtreemass[m->body_parentid[i]] += m->body_subtreemass[i];
  }
}

static void countGravcomp(mjModel* m) {
  m->ngravcomp = 0;
  for (int i = 0; i < m->nbody; i++) {
    m->ngravcomp += m->body_gravcomp[i] > 0;
  }
  lb_deriveFlags(m);
}

// MODEL-03: registers actuators that add damping or armature to a joint or tendon.
LB_APART static void linkActuators(mjModel* m) {
  for (int i = 0; i < m->njnt; i++) {
    m->jnt_actuatorid[i] = LB_NO_ACTUATOR;
  }
  for (int i = 0; i < m->ntendon; i++) {
    m->tendon_actuatorid[i] = LB_NO_ACTUATOR;
  }
  for (int i = 0; i < m->nactuator; i++) {
    const mjtNum* poly = m->actuator_dampingpoly + mjNPOLY * i;
    int type = m->actuator_trntype[i], target = m->actuator_trnid[2 * i];
    int* owner = type == mjTRN_TENDON                                 ? m->tendon_actuatorid
                 : type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT ? m->jnt_actuatorid
                                                                      : NULL;
    if (owner && (m->actuator_damping[i] || poly[0] || poly[1] || m->actuator_armature[i])) {
      owner[target] = owner[target] == LB_NO_ACTUATOR ? i : LB_SEVERAL_ACTUATORS;
    }
  }
}

// --- frames

// MODEL-05, MODEL-13: frames may have been moved since. The inertia of a simple body may not leave
// the body's frame, because its matrix is laid out for it.
LB_APART static void setSameFrames(mjModel* m) {
  for (int i = 1; i < m->nbody; i++) {
    m->body_sameframe[i] = lb_sameFrame(m, i, m->body_ipos + 3 * i, m->body_iquat + 4 * i, false);
    if (m->body_simple[i] && m->body_sameframe[i] != mjSAMEFRAME_BODY) {
      lb_error(
          "mj_setConst: body %d is compiled as simple but sameframe no longer holds, use "
          "body/simple='false'",
          i);
    }
  }
  for (int i = 0; i < m->ngeom; i++) {
    m->geom_sameframe[i] =
        lb_sameFrame(m, m->geom_bodyid[i], m->geom_pos + 3 * i, m->geom_quat + 4 * i, true);
  }
  for (int i = 0; i < m->nsite; i++) {
    m->site_sameframe[i] =
        lb_sameFrame(m, m->site_bodyid[i], m->site_pos + 3 * i, m->site_quat + 4 * i, true);
  }
}

// --- inertia

// Diagonal of the inertia matrix without tendons. mj_makeM takes it for simple dofs, so it comes
// first.
LB_APART static void setDiagonal(mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* composite = lb_stackNum(d, 10 * (size_t)m->nbody);
  memcpy(composite, d->cinert, 10 * (size_t)m->nbody * sizeof(mjtNum));
  for (int b = (int)m->nbody - 1; b > 0; b--) {
    for (int k = 0; m->body_parentid[b] > 0 && k < 10; k++) {
      composite[10 * m->body_parentid[b] + k] += composite[10 * b + k];
    }
  }
  for (int i = 0; i < m->nv; i++) {
    mjtNum momentum[6];
    lb_mulInertVec(momentum, composite + 10 * m->dof_bodyid[i], d->cdof + 6 * i);
    m->dof_M0[i] = lb_dot6(d->cdof + 6 * i, momentum) + m->dof_armature[i];
  }
  mj_freeStack(d);

  // rotors of actuators, seen through the gear
  for (int i = 0; i < m->nactuator; i++) {
    int type = m->actuator_trntype[i];
    if (m->actuator_armature[i] == 0 || (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT)) {
      continue;
    }
    int joint = m->actuator_trnid[2 * i];
    mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[i]];
    for (int k = 0; k < lb_jointDofCount(m->jnt_type[joint]); k++) {
      m->dof_M0[m->jnt_dofadr[joint] + k] += gear * gear * m->actuator_armature[i];
    }
  }
}

// --- cameras, lights, equalities

// The offsets at which a tracking camera or light follows its body, and the centre of mass that it
// looks at (of its own subtree when it has no target).
static void setOffsets(const mjData* d, const mjtNum xpos[3], int body, int target, mjtNum pos0[3],
                       mjtNum poscom0[3]) {
  lb_sub3(poscom0, xpos, d->subtree_com + 3 * (target >= 0 ? target : body));
  lb_sub3(pos0, xpos, d->xpos + 3 * body);
}

// Reference poses are those of a camera fixed to its body, whatever its mode.
LB_APART static void setCameras(mjModel* m, mjData* d) {
  for (int i = 0; i < m->ncam; i++) {
    int body = m->cam_bodyid[i];
    mjtNum *xpos = d->cam_xpos + 3 * i, *xmat = d->cam_xmat + 9 * i;
    mj_local2Global(d, xpos, xmat, m->cam_pos + 3 * i, m->cam_quat + 4 * i, body, mjSAMEFRAME_NONE);
    setOffsets(d, xpos, body, m->cam_targetbodyid[i], m->cam_pos0 + 3 * i, m->cam_poscom0 + 3 * i);
    lb_copy9(m->cam_mat0 + 9 * i, xmat);
  }
}

LB_APART static void setLights(mjModel* m, mjData* d) {
  for (int i = 0; i < m->nlight; i++) {
    int body = m->light_bodyid[i];
    mjtNum *xpos = d->light_xpos + 3 * i, *xdir = d->light_xdir + 3 * i;
    mj_local2Global(d, xpos, NULL, m->light_pos + 3 * i, NULL, body, mjSAMEFRAME_NONE);
    lb_rotVecQuat(xdir, m->light_dir + 3 * i, d->xquat + 4 * body);
    lb_normalize3(xdir);
    setOffsets(d, xpos, body, m->light_targetbodyid[i], m->light_pos0 + 3 * i,
               m->light_poscom0 + 3 * i);
    lb_copy3(m->light_dir0 + 3 * i, xdir);
  }
}

LB_APART static void setEqualityOfBodies(mjModel* m, const mjData* d, int i) {
  int b1 = m->eq_obj1id[i], b2 = m->eq_obj2id[i];
  mjtNum* data = m->eq_data + mjNEQDATA * i;
  mjtNum point[3];
  if (m->eq_type[i] == mjEQ_CONNECT) {
    // the anchor, given in the first body, seen from the second
    lb_mulMatVec3(point, d->xmat + 9 * b1, data);
    lb_addTo3(point, d->xpos + 3 * b1);
    lb_subFrom3(point, d->xpos + 3 * b2);
    lb_mulMatTVec3(data + 3, d->xmat + 9 * b2, point);
  } else if (m->eq_type[i] == mjEQ_WELD) {
    if (data[6] != 0 || data[7] != 0 || data[8] != 0 || data[9] != 0) {
      lb_normalize4(data + 6);
      return;
    }
    // relative pose, with the anchor given in the second body
    mjtNum back[4];
    lb_mulMatVec3(point, d->xmat + 9 * b2, data);
    lb_addTo3(point, d->xpos + 3 * b2);
    lb_subFrom3(point, d->xpos + 3 * b1);
    lb_mulMatTVec3(data + 3, d->xmat + 9 * b1, point);
    lb_negQuat(back, d->xquat + 4 * b1);
    lb_mulQuat(data + 6, back, d->xquat + 4 * b2);
  }
}

LB_APART static void setEqualities(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->neq; i++) {
    if (m->eq_objtype[i] == mjOBJ_BODY) {
      setEqualityOfBodies(m, d, i);
    }
  }
}

// --- gains

static void setSpringDampers(mjModel* m, const mjtNum* springdamper) {
  for (int j = 0; j < m->njnt; j++) {
    mjtNum timeconst = springdamper[2 * j], ratio = springdamper[2 * j + 1];
    if (!(timeconst > 0 && ratio > 0)) {
      continue;
    }
    int adr = m->jnt_dofadr[j], count = lb_jointDofCount(m->jnt_type[j]);
    mjtNum weight = 0;
    for (int k = 0; k < count; k++) {
      weight += m->dof_invweight0[adr + k];
    }
    mjtNum inertia = count / lb_max(mjMINVAL, weight);
    m->jnt_stiffness[j] = inertia / lb_max(mjMINVAL, timeconst * timeconst * ratio * ratio);
    for (int k = 0; k < count; k++) {
      m->dof_damping[adr + k] = 2 * inertia / lb_max(mjMINVAL, timeconst);
    }
  }
}

// Whether biasprm[2] holds a damping ratio: it is positive, where a damping coefficient is
// negative, and the actuator is a position servo.
static bool hasDampingRatio(const mjModel* m, int i) {
  const mjtNum* prm = m->actuator_biasprm + mjNBIAS * i;
  bool pid = m->actuator_gaintype[i] == mjGAIN_PID;
  return prm[2] > 0 && (pid || m->actuator_gainprm[mjNGAIN * i] == -prm[1]);
}

// A servo whose damping is given as a ratio (a positive velocity coefficient) gets that part of the
// critical damping of the mass it drives: the sum over its dofs of M_ii / moment_i^2, off-diagonal
// entries of M left out.
LB_APART static void setDampingRatios(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nactuator; i++) {
    mjtNum* bias = m->actuator_biasprm + mjNBIAS * i;
    if (!hasDampingRatio(m, i)) {
      continue;
    }
    mjtNum stiffness = -bias[1];
    int out = m->actuator_outadr[i];
    mjtNum mass = 0;
    for (int k = 0; k < d->moment_rownnz[out]; k++) {
      mjtNum moment = fabs(d->actuator_moment[d->moment_rowadr[out] + k]);
      if (moment > mjMINVAL) {
        mass += m->dof_M0[d->moment_colind[d->moment_rowadr[out] + k]] / (moment * moment);
      }
    }
    bias[2] *= -2 * sqrt(stiffness * mass);
  }
}

void lb_setConst(mjModel* m, mjData* d, const mjtNum* springdamper) {
  setSameFrames(m);

  // nothing sleeps in the reference configuration
  int enableflags = m->opt.enableflags;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  lb_updateAwake(m, d);

  sumSubtrees(m);
  countGravcomp(m);
  linkActuators(m);
  lb_setSleepPolicies(m);

  // rest lengths of springs
  if (m->ntendon) {
    placeAt(m, d, m->qpos_spring);
    for (int i = 0; i < m->ntendon; i++) {
      mjtNum* rest = m->tendon_lengthspring + 2 * i;
      if (rest[0] == -1 && rest[1] == -1) {
        rest[0] = rest[1] = d->ten_length[i];
      }
    }
  }

  // reference configuration
  placeAt(m, d, m->qpos0);
  setDiagonal(m, d);
  mj_makeM(m, d);
  mj_factorM(m, d);
  if (m->nactuator) {
    mj_transmission(m, d);
  }
  lb_setInverseWeights(m, d);
  setCameras(m, d);
  setLights(m, d);
  setEqualities(m, d);
  lb_setStatistics(m, d);
  if (springdamper) {
    setSpringDampers(m, springdamper);
  }
  if (m->nactuator) {
    setDampingRatios(m, d);
  }
  m->opt.enableflags = enableflags;
  lb_updateAwake(m, d);
}

void mj_setConst(mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_setConst(m, d, NULL);
  lb_setFlexMass(m);

  // COMPAT: SETCONST-DATA: the data are left at qpos_spring
  placeAt(m, d, m->qpos_spring);
  if (m->nactuator) {
    mj_transmission(m, d);
  }
}
