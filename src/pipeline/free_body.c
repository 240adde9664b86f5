// Exact implicit steps of free bodies that stand alone; see free_body.h.

#include "pipeline/free_body.h"

#include <math.h>

#include "data/awake.h"
#include "math/inline.h"

enum { DOFS = 6 };

// The joint of a tree that is one free body, or -1.
static int loneFreeJoint(const mjModel* m, const mjData* d, int treeId) {
  int bodyId = m->tree_bodyadr[treeId];
  if (m->tree_bodynum[treeId] != 1 || m->tree_dofnum[treeId] != DOFS) {
    return -1;
  }
  if (lb_sleepFilter(m, d) && !d->tree_awake[treeId]) {
    return -1;
  }
  int jointId = m->body_jntadr[bodyId];
  return m->jnt_type[jointId] == mjJNT_FREE ? jointId : -1;
}

// Columns of the derivative of the bias force with respect to w: force (world), torque (body).
static void biasDerivative(const mjModel* m, const mjData* d, int jointId, mjtNum dForce[3][3],
                           mjtNum dTorque[3][3]) {
  int bodyId = m->jnt_bodyid[jointId];
  const mjtNum* w = d->qvel + m->jnt_dofadr[jointId] + 3;
  const mjtNum* center = m->body_ipos + 3 * bodyId;
  mjtNum mass = m->body_mass[bodyId];

  // inertia about the body's origin, in the body frame
  mjtNum R[9], inertia[10], momentum[6], motion[6] = {w[0], w[1], w[2], 0, 0, 0};
  lb_quat2Mat(R, m->body_iquat + 4 * bodyId);
  lb_inertCom(inertia, m->body_inertia + 3 * bodyId, R, center, mass);
  lb_mulInertVec(momentum, inertia, motion);

  mjtNum sweep[3];
  lb_cross(sweep, w, center);
  for (int k = 0; k < 3; k++) {
    mjtNum unit[6] = {0, 0, 0, 0, 0, 0}, tmp[6];
    unit[k] = 1;

    // e x I w + w x I e
    lb_cross(dTorque[k], unit, momentum);
    lb_mulInertVec(tmp, inertia, unit);
    lb_addToCross(dTorque[k], w, tmp);

    // m R (e x (w x c) + w x (e x c))
    mjtNum local[3], turned[3];
    lb_cross(local, unit, sweep);
    lb_cross(turned, unit, center);
    lb_addToCross(local, w, turned);
    lb_scl3(local, local, mass);
    lb_mulMatVec3(dForce[k], d->xmat + 9 * bodyId, local);
  }
}

// Solves A x = b in place by elimination with row exchanges.
static void solveDense(mjtNum A[DOFS][DOFS], mjtNum b[DOFS]) {
  for (int k = 0; k < DOFS; k++) {
    int pivot = k;
    for (int i = k + 1; i < DOFS; i++) {
      if (fabs(A[i][k]) > fabs(A[pivot][k])) {
        pivot = i;
      }
    }
    for (int j = 0; j < DOFS; j++) {
      mjtNum tmp = A[k][j];
      A[k][j] = A[pivot][j];
      A[pivot][j] = tmp;
    }
    mjtNum tmp = b[k];
    b[k] = b[pivot];
    b[pivot] = tmp;
    for (int i = k + 1; i < DOFS; i++) {
      mjtNum scale = A[i][k] / A[k][k];
      for (int j = k; j < DOFS; j++) {
        A[i][j] -= scale * A[k][j];
      }
      b[i] -= scale * b[k];
    }
  }
  for (int k = DOFS - 1; k >= 0; k--) {
    for (int j = k + 1; j < DOFS; j++) {
      b[k] -= A[k][j] * b[j];
    }
    b[k] /= A[k][k];
  }
}

// The matrix A of a tree; false when the tree is not a lone free body, or when A is so simple that
// the symmetric solve is exact.
static bool treeMatrix(const mjModel* m, const mjData* d, int treeId, mjtNum A[DOFS][DOFS]) {
  int jointId = loneFreeJoint(m, d, treeId);
  if (jointId < 0) {
    return false;
  }
  int dofAdr = m->tree_dofadr[treeId];
  mjtNum h = m->opt.timestep;
  bool simple = lb_isZero3(d->qvel + dofAdr + 3);

  // - h D
  for (int i = 0; i < DOFS; i++) {
    const mjtNum* row = d->qDeriv + m->D_rowadr[dofAdr + i];
    for (int j = 0; j < DOFS; j++) {
      A[i][j] = -h * row[j];
      simple = simple && (i == j || row[j] == 0);
    }
  }
  if (simple) {
    return false;
  }

  // M
  for (int i = 0; i < DOFS; i++) {
    int adr = m->M_rowadr[dofAdr + i];
    for (int k = adr; k < adr + m->M_rownnz[dofAdr + i]; k++) {
      int j = m->M_colind[k] - dofAdr;
      A[i][j] += d->M[k];
      if (i != j) {
        A[j][i] += d->M[k];
      }
    }
  }

  // h d(bias)/dv
  mjtNum dForce[3][3], dTorque[3][3];
  biasDerivative(m, d, jointId, dForce, dTorque);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      A[i][3 + k] += h * dForce[k][i];
      A[3 + i][3 + k] += h * dTorque[k][i];
    }
  }
  return true;
}

void lb_solveFreeBodies(const mjModel* m, const mjData* d, const mjtNum* force, mjtNum* qacc) {
  for (int treeId = 0; treeId < m->ntree; treeId++) {
    mjtNum A[DOFS][DOFS], a[DOFS];
    if (treeMatrix(m, d, treeId, A)) {
      int dofAdr = m->tree_dofadr[treeId];
      for (int i = 0; i < DOFS; i++) {
        a[i] = force[dofAdr + i];
      }
      solveDense(A, a);
      for (int i = 0; i < DOFS; i++) {
        qacc[dofAdr + i] = a[i];
      }
    }
  }
}

void lb_multiplyFreeBodies(const mjModel* m, const mjData* d, const mjtNum* qacc, mjtNum* force) {
  for (int treeId = 0; treeId < m->ntree; treeId++) {
    mjtNum A[DOFS][DOFS];
    if (treeMatrix(m, d, treeId, A)) {
      int dofAdr = m->tree_dofadr[treeId];
      for (int i = 0; i < DOFS; i++) {
        force[dofAdr + i] = 0;
        for (int j = 0; j < DOFS; j++) {
          force[dofAdr + i] += A[i][j] * qacc[dofAdr + j];
        }
      }
    }
  }
}
