// Rows of equality constraints: r(q) = 0.
//
// connect  r = p1 - p2, two points fixed to two bodies (3 rows)
// weld     r = (p1 - p2, s vec(conj(q2) q1 qrel)), s the torque scale (6 rows)
// joint    r = y - y0 - poly(x - x0), scalar joints y and x (1 row)
// tendon   the same polynomial on tendon lengths (1 row)
// flex     see flex_rows.c

#include "constraint/equality.h"
#include "base/error.h"
#include "constraint/flex_rows.h"
#include "constraint/rows.h"
#include "data/awake.h"
#include "kinematics/chain.h"
#include "math/inline.h"
#include "model/options.h"

#include <string.h>

void lb_equalityFrame(const mjModel* m, const mjData* d, int eq, lbEqualityFrame* frame) {
  const mjtNum* data = m->eq_data + mjNEQDATA * eq;
  bool weld = m->eq_type[eq] == mjEQ_WELD;
  int id1 = m->eq_obj1id[eq], id2 = m->eq_obj2id[eq];
  frame->torquescale = data[10];

  // sites: the two site frames must coincide
  if (m->eq_objtype[eq] == mjOBJ_SITE) {
    frame->body1 = m->site_bodyid[id1];
    frame->body2 = m->site_bodyid[id2];
    lb_copy3(frame->pos1, d->site_xpos + 3 * id1);
    lb_copy3(frame->pos2, d->site_xpos + 3 * id2);
    lb_mulQuat(frame->quat1, d->xquat + 4 * frame->body1, m->site_quat + 4 * id1);
    lb_mulQuat(frame->quat2, d->xquat + 4 * frame->body2, m->site_quat + 4 * id2);
    return;
  }

  // bodies: eq_data holds the anchors, and for a weld the pose of body 2 in body 1
  const mjtNum* anchor1 = weld ? data + 3 : data;
  const mjtNum* anchor2 = weld ? data : data + 3;
  frame->body1 = id1;
  frame->body2 = id2;
  lb_mulMatVec3(frame->pos1, d->xmat + 9 * id1, anchor1);
  lb_addTo3(frame->pos1, d->xpos + 3 * id1);
  lb_mulMatVec3(frame->pos2, d->xmat + 9 * id2, anchor2);
  lb_addTo3(frame->pos2, d->xpos + 3 * id2);
  if (weld) {
    lb_mulQuat(frame->quat1, d->xquat + 4 * id1, data + 6);
    lb_copy4(frame->quat2, d->xquat + 4 * id2);
  }
}

// y0 + poly and its derivative at x: a0 + a1 x + a2 x^2 + a3 x^3 + a4 x^4.
static mjtNum polynomial(const mjtNum a[5], mjtNum x, mjtNum* slope) {
  *slope = a[1] + x * (2 * a[2] + x * (3 * a[3] + x * 4 * a[4]));
  return a[0] + x * (a[1] + x * (a[2] + x * (a[3] + x * a[4])));
}

static void addConnect(lbRowBuilder* b, int eq) {
  lbEqualityFrame f;
  lb_equalityFrame(b->m, b->d, eq, &f);
  int nnz = lb_pairChain(b->m, f.body1, f.body2, true, b->dofs, b->side);
  if (!nnz) {
    return;
  }
  mjtNum residual[3];
  lb_sub3(residual, f.pos1, f.pos2);
  mjtNum* J = lb_openRows(b, 3, nnz, b->dofs);
  lb_pairJacobian(b->m, b->d, nnz, b->dofs, b->side, f.body1, f.pos1, f.body2, f.pos2, J, NULL,
                  nnz);
  lb_closeNonzeroRows(b, mjCNSTR_EQUALITY, eq, residual, 0, 0);
}

static void addWeld(lbRowBuilder* b, int eq) {
  lbEqualityFrame f;
  lb_equalityFrame(b->m, b->d, eq, &f);
  int nnz = lb_pairChain(b->m, f.body1, f.body2, true, b->dofs, b->side);
  if (!nnz) {
    return;
  }

  // position and vector part of the orientation error conj(q2) q1
  mjtNum residual[6], conj2[4], error[4];
  lb_sub3(residual, f.pos1, f.pos2);
  lb_negQuat(conj2, f.quat2);
  lb_mulQuat(error, conj2, f.quat1);
  lb_scl3(residual + 3, error + 1, f.torquescale);

  mjtNum* J = lb_openRows(b, 6, nnz, b->dofs);
  lb_pairJacobian(b->m, b->d, nnz, b->dofs, b->side, f.body1, f.pos1, f.body2, f.pos2, J,
                  J + 3 * nnz, nnz);

  // rotation rows: s/2 vec(conj(q2) w q1), w the relative angular velocity column
  for (int k = 0; k < nnz; k++) {
    mjtNum column[3] = {J[3 * nnz + k], J[4 * nnz + k], J[5 * nnz + k]}, half[4], whole[4];
    lb_mulQuatAxis(half, conj2, column);
    lb_mulQuat(whole, half, f.quat1);
    for (int r = 0; r < 3; r++) {
      J[(3 + r) * nnz + k] = 0.5 * f.torquescale * whole[1 + r];
    }
  }
  lb_closeNonzeroRows(b, mjCNSTR_EQUALITY, eq, residual, 0, 0);
}

static void addJoint(lbRowBuilder* b, int eq) {
  const mjModel* m = b->m;
  const mjtNum* coef = m->eq_data + mjNEQDATA * eq;
  int joint1 = m->eq_obj1id[eq], joint2 = m->eq_obj2id[eq];
  int adr1 = m->jnt_qposadr[joint1], dof1 = m->jnt_dofadr[joint1];
  mjtNum residual = b->d->qpos[adr1] - m->qpos0[adr1];

  // one joint: y - y0 = a0
  if (joint2 < 0) {
    residual -= coef[0];
    lb_openRows(b, 1, 1, &dof1)[0] = 1;
    lb_closeRows(b, mjCNSTR_EQUALITY, eq, &residual, 0, 0);
    return;
  }

  int adr2 = m->jnt_qposadr[joint2], dof2 = m->jnt_dofadr[joint2];
  mjtNum slope;
  residual -= polynomial(coef, b->d->qpos[adr2] - m->qpos0[adr2], &slope);
  bool inOrder = dof1 < dof2;
  int dofs[2] = {inOrder ? dof1 : dof2, inOrder ? dof2 : dof1};
  mjtNum* J = lb_openRows(b, 1, 2, dofs);
  J[inOrder ? 0 : 1] = 1;
  J[inOrder ? 1 : 0] = -slope;
  lb_closeRows(b, mjCNSTR_EQUALITY, eq, &residual, 0, 0);
}

// Union of two ascending lists; returns its length. res may be NULL to count only.
static int mergeLists(const int* a, int na, const int* c, int nc, int* res) {
  int count = 0;
  for (int i = 0, j = 0; i < na || j < nc; count++) {
    int next = j >= nc || (i < na && a[i] < c[j]) ? a[i] : c[j];
    i += i < na && a[i] == next;
    j += j < nc && c[j] == next;
    if (res) {
      res[count] = next;
    }
  }
  return count;
}

static int tendonPatternLength(const mjModel* m, int tendon1, int tendon2) {
  const int* colind = m->ten_J_colind;
  if (tendon2 < 0) {
    return m->ten_J_rownnz[tendon1];
  }
  return mergeLists(colind + m->ten_J_rowadr[tendon1], m->ten_J_rownnz[tendon1],
                    colind + m->ten_J_rowadr[tendon2], m->ten_J_rownnz[tendon2], NULL);
}

// values[k] += scale * J of the tendon at dofs[k].
static void addTendonJacobian(const lbRowBuilder* b, int tendon, mjtNum scale, int nnz,
                              mjtNum* values) {
  const mjModel* m = b->m;
  int adr = m->ten_J_rowadr[tendon], count = m->ten_J_rownnz[tendon];
  for (int i = 0, k = 0; i < count; i++) {
    while (k < nnz && b->dofs[k] < m->ten_J_colind[adr + i]) {
      k++;
    }
    values[k] += scale * b->d->ten_J[adr + i];
  }
}

static void addTendon(lbRowBuilder* b, int eq) {
  const mjModel* m = b->m;
  const mjtNum* coef = m->eq_data + mjNEQDATA * eq;
  int tendon1 = m->eq_obj1id[eq], tendon2 = m->eq_obj2id[eq];
  mjtNum residual = b->d->ten_length[tendon1] - m->tendon_length0[tendon1], slope = 0;
  int nnz = m->ten_J_rownnz[tendon1];
  const int* dofs1 = m->ten_J_colind + m->ten_J_rowadr[tendon1];

  if (tendon2 < 0) {
    residual -= coef[0];
    memcpy(b->dofs, dofs1, nnz * sizeof(int));
  } else {
    residual -= polynomial(coef, b->d->ten_length[tendon2] - m->tendon_length0[tendon2], &slope);
    nnz = mergeLists(dofs1, nnz, m->ten_J_colind + m->ten_J_rowadr[tendon2],
                     m->ten_J_rownnz[tendon2], b->dofs);
  }
  if (!nnz) {
    return;
  }

  mjtNum* J = lb_openRows(b, 1, nnz, b->dofs);
  memset(J, 0, nnz * sizeof(mjtNum));
  addTendonJacobian(b, tendon1, 1, nnz, J);
  if (tendon2 >= 0) {
    addTendonJacobian(b, tendon2, -slope, nnz, J);
  }
  for (int i = 0; i < 2; i++) {
    int tendon = i ? tendon2 : tendon1;
    if (tendon >= 0 && b->d->tendon_efcadr[tendon] < 0) {
      b->d->tendon_efcadr[tendon] = b->d->nefc;
    }
  }
  lb_closeNonzeroRows(b, mjCNSTR_EQUALITY, eq, &residual, 0, 0);
}

// Switched on, and not at rest in a sleeping island.
static bool isActive(const mjModel* m, const mjData* d, int eq) {
  if (!d->eq_active[eq]) {
    return false;
  }
  if (!lb_sleepFilter(m, d)) {
    return true;
  }
  int id[2] = {m->eq_obj1id[eq], m->eq_obj2id[eq]};
  for (int i = 0; i < 2; i++) {
    if (id[i] < 0) {
      continue;
    }
    switch (m->eq_type[eq]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD: {
        int body = m->eq_objtype[eq] == mjOBJ_SITE ? m->site_bodyid[id[i]] : id[i];
        if (d->body_awake[body] == mjS_AWAKE) {
          return true;
        }
        break;
      }
      case mjEQ_JOINT:
        if (d->body_awake[m->jnt_bodyid[id[i]]] == mjS_AWAKE) {
          return true;
        }
        break;
      case mjEQ_TENDON:
        if (!lb_tendonAsleep(m, d, id[i])) {
          return true;
        }
        break;
      default:
        return !lb_flexAsleep(m, d, id[i]);
    }
  }
  return false;
}

void lb_countEquality(const mjModel* m, mjData* d, lbRowCount* count) {
  if (lb_disabled(m, mjDSBL_EQUALITY)) {
    return;
  }
  for (int eq = 0; eq < m->neq; eq++) {
    if (!isActive(m, d, eq)) {
      continue;
    }
    int rows = 1, nnz = 0, id1 = m->eq_obj1id[eq], id2 = m->eq_obj2id[eq];
    switch (m->eq_type[eq]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD:
        rows = m->eq_type[eq] == mjEQ_WELD ? 6 : 3;
        if (m->eq_objtype[eq] == mjOBJ_SITE) {
          id1 = m->site_bodyid[id1];
          id2 = m->site_bodyid[id2];
        }
        nnz = lb_pairChainLength(m, id1, id2, true);
        break;
      case mjEQ_JOINT:
        nnz = id2 < 0 ? 1 : 2;
        break;
      case mjEQ_TENDON:
        nnz = tendonPatternLength(m, id1, id2);
        break;
      case mjEQ_FLEX:
      case mjEQ_FLEXVERT:
      case mjEQ_FLEXSTRAIN:
        lb_flexEqualitySize(m, d, eq, &rows, &nnz);
        count->equality += rows;
        count->nnz += nnz;
        continue;
      default:
        lb_error("mj_makeConstraint: unknown constraint type %d of equality %d", m->eq_type[eq],
                 eq);
    }

    // nothing can move: no rows
    if (nnz) {
      count->equality += rows;
      count->nnz += rows * nnz;
    }
  }
}

LB_APART void lb_addEquality(lbRowBuilder* b) {
  const mjModel* m = b->m;
  for (int eq = 0; eq < m->neq; eq++) {
    if (!isActive(m, b->d, eq)) {
      continue;
    }
    switch (m->eq_type[eq]) {
      case mjEQ_CONNECT:
        addConnect(b, eq);
        break;
      case mjEQ_WELD:
        addWeld(b, eq);
        break;
      case mjEQ_JOINT:
        addJoint(b, eq);
        break;
      case mjEQ_TENDON:
        addTendon(b, eq);
        break;
      default:
        lb_addFlexEquality(b, eq);
        break;
    }
  }
}
