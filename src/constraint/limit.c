// Rows of friction loss and of joint and tendon limits.
//
// Friction loss opposes the velocity of a dof or tendon with a bounded force; it has no residual.
// A limit is a distance to the end of a range: positive inside, row present when below the margin.

#include "base/compiler.h"
#include "constraint/rows.h"
#include "data/awake.h"
#include "math/inline.h"
#include "model/options.h"

static bool hasDofFriction(const mjModel* m, const mjData* d, int dof) {
  return m->dof_frictionloss[dof] != 0 && !lb_treeAsleep(m, d, m->dof_treeid[dof]);
}

static bool hasTendonFriction(const mjModel* m, const mjData* d, int tendon) {
  return m->tendon_frictionloss[tendon] > 0 && !lb_tendonAsleep(m, d, tendon);
}

static bool isJointLimited(const mjModel* m, const mjData* d, int joint) {
  return m->jnt_limited[joint] && m->jnt_type[joint] != mjJNT_FREE &&
         !lb_treeAsleep(m, d, m->body_treeid[m->jnt_bodyid[joint]]);
}

static bool isTendonLimited(const mjModel* m, const mjData* d, int tendon) {
  return m->tendon_limited[tendon] && !lb_tendonAsleep(m, d, tendon);
}

void lb_countFriction(const mjModel* m, const mjData* d, lbRowCount* count) {
  if (lb_disabled(m, mjDSBL_FRICTIONLOSS)) {
    return;
  }
  for (int i = 0; i < m->nv; i++) {
    if (hasDofFriction(m, d, i)) {
      count->friction++;
      count->nnz++;
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    if (hasTendonFriction(m, d, i)) {
      count->friction++;
      count->nnz += m->ten_J_rownnz[i];
    }
  }
}

// Row along a tendon, scaled. COMPAT: TENDON-ROW: one that moves nothing is left out, but it is
// where the tendon's rows begin.
static void addTendonRow(lbRowBuilder* b, int type, int tendon, mjtNum scale, mjtNum pos,
                         mjtNum margin, mjtNum frictionloss) {
  const mjModel* m = b->m;
  int adr = m->ten_J_rowadr[tendon], nnz = m->ten_J_rownnz[tendon];
  if (b->d->tendon_efcadr[tendon] < 0) {
    b->d->tendon_efcadr[tendon] = b->d->nefc;
  }
  if (nnz == 0) {
    return;
  }
  mjtNum* J = lb_openRows(b, 1, nnz, m->ten_J_colind + adr);
  for (int k = 0; k < nnz; k++) {
    J[k] = scale * b->d->ten_J[adr + k];
  }
  lb_closeNonzeroRows(b, type, tendon, &pos, margin, frictionloss);
}

LB_APART void lb_addFriction(lbRowBuilder* b) {
  const mjModel* m = b->m;
  for (int i = 0; i < m->nv; i++) {
    if (hasDofFriction(m, b->d, i)) {
      lb_openRows(b, 1, 1, &i)[0] = 1;
      lb_closeRows(b, mjCNSTR_FRICTION_DOF, i, NULL, 0, m->dof_frictionloss[i]);
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    if (hasTendonFriction(m, b->d, i)) {
      addTendonRow(b, mjCNSTR_FRICTION_TENDON, i, 1, 0, 0, m->tendon_frictionloss[i]);
    }
  }
}

// Distance of a ball joint to its largest angle, and the unit axis of its rotation.
static mjtNum ballDistance(const mjModel* m, const mjData* d, int joint, mjtNum axis[3]) {
  mjtNum quat[4];
  lb_copy4(quat, d->qpos + m->jnt_qposadr[joint]);
  lb_normalize4(quat);
  lb_quat2Vel(axis, quat, 1);
  mjtNum angle = lb_normalize3(axis);
  return lb_max(m->jnt_range[2 * joint], m->jnt_range[2 * joint + 1]) - angle;
}

// Distance of a value to the lower (side 0) or upper (side 1) end of a range.
static mjtNum rangeDistance(mjtNum value, const mjtNum range[2], int side) {
  return side ? range[1] - value : value - range[0];
}

// Limits of the joints from one on, and of tendons.
LB_APART static void countLimitsFrom(const mjModel* m, const mjData* d, int joint,
                                     lbRowCount* count) {
  for (int i = joint; i < m->njnt; i++) {
    if (!isJointLimited(m, d, i)) {
      continue;
    }
    mjtNum axis[3];
    switch (m->jnt_type[i]) {
      case mjJNT_HINGE:
      case mjJNT_SLIDE:
        for (int side = 0; side < 2; side++) {
          mjtNum value = d->qpos[m->jnt_qposadr[i]];
          if (rangeDistance(value, m->jnt_range + 2 * i, side) < m->jnt_margin[i]) {
            count->limit++;
            count->nnz++;
          }
        }
        break;
      case mjJNT_BALL:
        if (ballDistance(m, d, i, axis) < m->jnt_margin[i]) {
          count->limit++;
          count->nnz += 3;
        }
        break;
      default:
        break;
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    for (int side = 0; side < 2 && isTendonLimited(m, d, i); side++) {
      mjtNum distance = rangeDistance(d->ten_length[i], m->tendon_range + 2 * i, side);
      if (distance < m->tendon_margin[i]) {
        count->limit++;
        count->nnz += m->ten_J_rownnz[i];
      }
    }
  }
}

// Hinges and slides inside of their ranges count nothing.
void lb_countLimits(const mjModel* m, const mjData* d, lbRowCount* count) {
  if (lb_disabled(m, mjDSBL_LIMIT)) {
    return;
  }
  int i = 0, end = (int)m->njnt;
  for (; i < end; i++) {
    if (!m->jnt_limited[i]) {
      continue;
    }
    const mjtNum *range = m->jnt_range + 2 * i, value = d->qpos[m->jnt_qposadr[i]];
    mjtNum distance = lb_min(rangeDistance(value, range, 0), rangeDistance(value, range, 1));
    if (m->jnt_type[i] == mjJNT_BALL || !(distance >= m->jnt_margin[i])) {
      break;
    }
  }
  if (i < end || m->ntendon) {
    countLimitsFrom(m, d, i, count);
  }
}

static void addJointLimit(lbRowBuilder* b, int joint) {
  const mjModel* m = b->m;
  mjtNum margin = m->jnt_margin[joint], axis[3];
  int dof = m->jnt_dofadr[joint];

  // ball: the force turns against the rotation axis
  if (m->jnt_type[joint] == mjJNT_BALL) {
    mjtNum distance = ballDistance(m, b->d, joint, axis);
    if (distance < margin) {
      lb_neg3(lb_openRows(b, 1, 3, (int[3]){dof, dof + 1, dof + 2}), axis);
      lb_closeRows(b, mjCNSTR_LIMIT_JOINT, joint, &distance, margin, 0);
    }
    return;
  }

  for (int side = 0; side < 2; side++) {
    mjtNum value = b->d->qpos[m->jnt_qposadr[joint]];
    mjtNum distance = rangeDistance(value, m->jnt_range + 2 * joint, side);
    if (distance < margin) {
      lb_openRows(b, 1, 1, &dof)[0] = side ? -1 : 1;
      lb_closeRows(b, mjCNSTR_LIMIT_JOINT, joint, &distance, margin, 0);
    }
  }
}

LB_APART void lb_addLimits(lbRowBuilder* b) {
  const mjModel* m = b->m;
  for (int i = 0; i < m->njnt; i++) {
    if (isJointLimited(m, b->d, i)) {
      addJointLimit(b, i);
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    for (int side = 0; side < 2 && isTendonLimited(m, b->d, i); side++) {
      mjtNum distance = rangeDistance(b->d->ten_length[i], m->tendon_range + 2 * i, side);
      if (distance < m->tendon_margin[i]) {
        addTendonRow(b, mjCNSTR_LIMIT_TENDON, i, side ? -1 : 1, distance, m->tendon_margin[i], 0);
      }
    }
  }
}
