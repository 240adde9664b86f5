// The joint-space inertia matrix M and products with it.
//
// M is symmetric and sparse: M(i, j) can be nonzero only when one of the dofs is an ancestor of the
// other. mjData.M keeps the lower triangle, row by row, in the pattern M_rownnz/M_rowadr/M_colind:
// row i holds the ancestors of dof i in ascending order and the diagonal last.
//
// Source: composite rigid body algorithm, Featherstone (2008), chapter 6.

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"
#include "data/tree_share.h"
#include "dynamics/factor.h"
#include "kinematics/tendon.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/actuator_link.h"
#include "model/joint_size.h"

// Composite inertia of every subtree, about the centre of mass of its tree.
static inline __attribute__((always_inline)) void compositeInertia(const mjModel* m, mjData* d,
                                                                   lbIndexList bodies) {
  if (bodies.item) {
    for (int k = bodies.first; k < bodies.count; k++) {
      int bodyId = bodies.item[k];
      memcpy(d->crb + 10 * bodyId, d->cinert + 10 * bodyId, 10 * sizeof(mjtNum));
    }
  } else {
    int first = 10 * bodies.first;
    lb_copy(d->crb + first, d->cinert + first, 10 * bodies.count - first);
  }
  for (int k = bodies.count - 1; k >= bodies.first; k--) {
    int bodyId = lb_at(bodies, k);
    int parentId = m->body_parentid[bodyId];
    if (parentId > 0) {
      mjtNum* parent = d->crb + 10 * parentId;
      const mjtNum* child = d->crb + 10 * bodyId;
      for (int i = 0; i < 10; i++) {
        parent[i] += child[i];
      }
    }
  }
}

// Rotor inertia that actuators add to the diagonal of their joint's dofs, seen through the gear.
static void addActuatorArmature(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nactuator; i++) {
    int type = m->actuator_trntype[i];
    if (!m->actuator_armature[i] || (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT)) {
      continue;
    }
    mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[i]];
    int jointId = m->actuator_trnid[2 * i];
    if (!lb_isLinked(m->jnt_actuatorid[jointId], i)) {
      continue;
    }
    int first = m->jnt_dofadr[jointId];
    int count = lb_jointDofCount(m->jnt_type[jointId]);
    for (int dof = first; dof < first + count; dof++) {
      // simple dofs have it in dof_M0
      if (!m->dof_simplenum[dof]) {
        d->M[m->M_rowadr[dof] + m->M_rownnz[dof] - 1] += gear * gear * m->actuator_armature[i];
      }
    }
  }
}

LB_LONG_TREE_STAGE inertiaShare(const mjModel* m, mjData* d, void* context,
                                const lbTreeShare* share) {
  compositeInertia(m, d, share->bodies);

  lbIndexList dofs = share->dofs;
  for (int p = dofs.first; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    mjtNum* row = d->M + m->M_rowadr[i];
    int last = m->M_rownnz[i] - 1;

    // simple dofs: constant inertia, nothing off the diagonal
    if (m->dof_simplenum[i]) {
      row[last] = m->dof_M0[i];
      continue;
    }

    // momentum of the subtree for unit velocity of dof i, felt by the ancestors
    mjtNum momentum[6];
    lb_mulInertVec(momentum, d->crb + 10 * m->dof_bodyid[i], d->cdof + 6 * i);
    const int* column = m->M_colind + m->M_rowadr[i];
    for (int a = 0; a <= last; a++) {
      row[a] = lb_dot6(d->cdof + 6 * column[a], momentum);
    }
    row[last] += m->dof_armature[i];
  }
}

bool lb_hasArmature(const mjModel* m) {
  bool any = false;
  for (int i = 0; i < m->nactuator; i++) {
    any |= m->actuator_armature[i] != 0;
  }
  for (int i = 0; i < m->ntendon; i++) {
    any |= m->tendon_armature[i] != 0;
  }
  return any;
}

void lb_inertiaOfTrees(const mjModel* m, mjData* d, const lbTreeShare* share) {
  inertiaShare(m, d, NULL, share);
}

LB_APART static void shareInertia(const mjModel* m, mjData* d) {
  lb_forTrees(m, d, inertiaShare, NULL);
  if (m->nactuator) {
    addActuatorArmature(m, d);
  }
}

void mj_crb(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mjtNum world[10];
  memcpy(world, d->cinert, sizeof(world));
  memcpy(d->crb, world, sizeof(world));
  if (m->nbody > 1) {
    shareInertia(m, d);
  }
}

// M += J' armature J for the Jacobian row J of one tendon, inside M's pattern.
static void addTendonArmature(const mjModel* m, mjData* d, int tendonId, mjtNum armature) {
  int adr = m->ten_J_rowadr[tendonId];
  int count = m->ten_J_rownnz[tendonId];
  const int* dof = m->ten_J_colind + adr;
  const mjtNum* J = d->ten_J + adr;

  for (int k = 0; k < count; k++) {
    if (J[k] == 0) {
      continue;
    }
    // both lists ascend: walk them together
    const int* column = m->M_colind + m->M_rowadr[dof[k]];
    mjtNum* row = d->M + m->M_rowadr[dof[k]];
    int rowCount = m->M_rownnz[dof[k]];
    for (int a = 0, j = 0; a < rowCount && j <= k;) {
      if (column[a] < dof[j]) {
        a++;
      } else if (column[a] > dof[j]) {
        j++;
      } else {
        row[a++] += armature * J[k] * J[j++];
      }
    }
  }
}

LB_APART static void addTendonArmatures(const mjModel* m, mjData* d) {
  for (int tendonId = 0; tendonId < m->ntendon; tendonId++) {
    mjtNum armature = lb_tendonArmature(m, tendonId);
    if (armature) {
      addTendonArmature(m, d, tendonId, armature);
    }
  }
}

static void makeM(const mjModel* m, mjData* d) {
  mj_crb(m, d);
  if (m->ntendon) {
    addTendonArmatures(m, d);
  }
}

void mj_makeM(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_timed(m, d, mjTIMER_POS_INERTIA, makeM);
}

void mj_fullM(const mjModel* m, const mjData* d, mjtNum* dst) {
  LB_REQUIRE(m && d && (dst || !m->nv));
  memset(dst, 0, (size_t)(m->nv * m->nv) * sizeof(mjtNum));
  for (int i = 0; i < m->nv; i++) {
    int adr = m->M_rowadr[i];
    for (int a = 0; a < m->M_rownnz[i]; a++) {
      int j = m->M_colind[adr + a];
      dst[i * m->nv + j] = dst[j * m->nv + i] = d->M[adr + a];
    }
  }
}

void lb_mulTree(const mjModel* m, mjtNum* res, const mjtNum* mat, const mjtNum* vec,
                lbIndexList dofs) {
  for (int p = dofs.first; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    int last = m->M_rownnz[i] - 1;
    const mjtNum* row = mat + m->M_rowadr[i];
    const int* column = m->M_colind + m->M_rowadr[i];

    // row i on the left of the diagonal, and its mirror image; res[j] exists as j < i
    mjtNum sum = row[last] * vec[i];
    for (int a = 0; a < last; a++) {
      sum += row[a] * vec[column[a]];
      res[column[a]] += row[a] * vec[i];
    }
    res[i] = sum;
  }
}

void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  LB_REQUIRE(m && d && (!m->nv || (res && vec)));
  lb_mulTree(m, res, d->M, vec, (lbIndexList){NULL, (int)m->nv, 0});
}

void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  LB_REQUIRE(m && d && (!m->nv || (res && vec)));
  for (int i = 0; i < m->nv; i++) {
    int adr = m->M_rowadr[i];
    int last = m->M_rownnz[i] - 1;
    mjtNum sum = vec[i];
    for (int a = 0; a < last; a++) {
      sum += d->qLD[adr + a] * vec[m->M_colind[adr + a]];
    }
    res[i] = sum * sqrt(d->qLD[adr + last]);
  }
}

// Adds row i of M to a sparse row of `count` columns, which gets those that it lacks.
LB_APART static int addRow(const mjModel* m, const mjData* d, int i, mjtNum* dst, int* dstColumn,
                           int count) {
  const int* column = m->M_colind + m->M_rowadr[i];
  const mjtNum* value = d->M + m->M_rowadr[i];
  int more = m->M_rownnz[i], total = count;
  for (int a = 0, k = 0; a < more; a++) {
    while (k < count && dstColumn[k] < column[a]) {
      k++;
    }
    total += k == count || dstColumn[k] != column[a];
  }
  // from the right, so that nothing is overwritten before it is read
  for (int at = total; at-- > 0 && count + more > 0;) {
    int have = count ? dstColumn[count - 1] : -1, add = more ? column[more - 1] : -1;
    dst[at] = have >= add ? dst[--count] : 0;
    dst[at] += add >= have ? value[--more] : 0;
    dstColumn[at] = lb_maxInt(have, add);
  }
  return total;
}

void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind) {
  LB_REQUIRE(m && (dst || !m->nv));
  if (rownnz && rowadr && colind) {
    for (int i = 0; i < m->nv; i++) {
      rownnz[i] = addRow(m, d, i, dst + rowadr[i], colind + rowadr[i], rownnz[i]);
    }
    return;
  }
  for (int i = 0; i < m->nv; i++) {
    int adr = m->M_rowadr[i];
    for (int a = 0; a < m->M_rownnz[i]; a++) {
      dst[i * m->nv + m->M_colind[adr + a]] += d->M[adr + a];
    }
  }
}
