// Gyroscopic derivatives of free bodies; see free_body.h.

#include "dynamics/free_body.h"

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


// The tree's block of the symmetric matrix qH.
static void symmetricBlock(const mjModel* m, const mjData* d, int dofAdr,
                           mjtNum H[DOFS][DOFS]) {
  for (int i = 0; i < DOFS; i++) {
    for (int j = 0; j < DOFS; j++) {
      H[i][j] = 0;
    }
  }
  for (int i = 0; i < DOFS; i++) {
    int adr = m->M_rowadr[dofAdr + i];
    for (int k = adr; k < adr + m->M_rownnz[dofAdr + i]; k++) {
      int j = m->M_colind[k] - dofAdr;
      H[i][j] = H[j][i] = d->qH[k];
    }
  }
}


void lb_solveFreeBodies(const mjModel* m, const mjData* d, mjtNum* qacc) {
  mjtNum h = m->opt.timestep;
  for (int treeId = 0; treeId < m->ntree; treeId++) {
    int jointId = loneFreeJoint(m, d, treeId);
    int dofAdr = m->tree_dofadr[treeId];
    if (jointId < 0 || lb_isZero3(d->qvel + dofAdr + 3)) {
      continue;
    }
    mjtNum dForce[3][3], dTorque[3][3], H[DOFS][DOFS], A[DOFS][DOFS], a[DOFS];
    biasDerivative(m, d, jointId, dForce, dTorque);
    symmetricBlock(m, d, dofAdr, H);
    for (int i = 0; i < DOFS; i++) {
      a[i] = qacc[dofAdr + i];
      for (int j = 0; j < DOFS; j++) {
        A[i][j] = H[i][j];
        if (j >= 3) {
          A[i][j] += h * (i < 3 ? dForce[j - 3][i] : dTorque[j - 3][i - 3]);
        }
      }
    }
    solveDense(A, a);

    // the force that the symmetric matrix turns into a
    for (int i = 0; i < DOFS; i++) {
      mjtNum sum = 0;
      for (int j = 0; j < DOFS; j++) {
        sum += H[i][j] * a[j];
      }
      qacc[dofAdr + i] = sum;
    }
  }
}


void lb_addGyroscopicForces(const mjModel* m, const mjData* d, const mjtNum* qacc,
                            mjtNum* force) {
  for (int treeId = 0; treeId < m->ntree; treeId++) {
    int jointId = loneFreeJoint(m, d, treeId);
    if (jointId < 0) {
      continue;
    }
    int dofAdr = m->tree_dofadr[treeId];
    mjtNum dForce[3][3], dTorque[3][3];
    biasDerivative(m, d, jointId, dForce, dTorque);
    for (int k = 0; k < 3; k++) {
      mjtNum scale = m->opt.timestep * qacc[dofAdr + 3 + k];
      lb_addToScl3(force + dofAdr, dForce[k], scale);
      lb_addToScl3(force + dofAdr + 3, dTorque[k], scale);
    }
  }
}
