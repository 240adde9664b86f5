// Exact implicit steps of free bodies that stand alone; see free_body.h.

#include "pipeline/free_body.h"

#include <math.h>
#include <string.h>

#include "data/awake.h"
#include "math/inline.h"
#include "model/options.h"

enum { DOFS = 6 };

int lb_loneFreeJoint(const mjModel* m, const mjData* d, int treeId) {
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

// A = - h D of a body's six dofs.
static void startMatrix(const mjModel* m, const mjData* d, int dofAdr, mjtNum A[DOFS][DOFS]) {
  mjtNum h = m->opt.timestep;
  for (int i = 0; i < DOFS; i++) {
    const mjtNum* row = d->qDeriv + m->D_rowadr[dofAdr + i];
    for (int j = 0; j < DOFS; j++) {
      A[i][j] = -h * row[j];
    }
  }
}

// A += M
static void addInertia(const mjModel* m, const mjData* d, int dofAdr, mjtNum A[DOFS][DOFS]) {
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
}

// A += h d(bias)/dv
static void addBias(const mjModel* m, const mjData* d, int jointId, mjtNum h,
                    mjtNum A[DOFS][DOFS]) {
  mjtNum dForce[3][3], dTorque[3][3];
  biasDerivative(m, d, jointId, dForce, dTorque);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      A[i][3 + k] += h * dForce[k][i];
      A[3 + i][3 + k] += h * dTorque[k][i];
    }
  }
}

static bool isZero(mjtNum A[DOFS][DOFS]) {
  for (int i = 0; i < DOFS * DOFS; i++) {
    if (A[i / DOFS][i % DOFS] != 0) {
      return false;
    }
  }
  return true;
}

static bool isDiagonal(mjtNum A[DOFS][DOFS]) {
  for (int i = 0; i < DOFS; i++) {
    for (int j = 0; j < DOFS; j++) {
      if (i != j && A[i][j] != 0) {
        return false;
      }
    }
  }
  return true;
}

// The matrix A of a tree; false when the tree is not a lone free body, when the midpoint rule moves
// it, or when A is so simple that the symmetric solve is exact.
static bool treeMatrix(const mjModel* m, const mjData* d, int treeId, mjtNum A[DOFS][DOFS]) {
  int jointId = lb_loneFreeJoint(m, d, treeId);
  if (jointId < 0 || lb_takesMidpoint(m, jointId)) {
    return false;
  }
  int dofAdr = m->tree_dofadr[treeId];
  startMatrix(m, d, dofAdr, A);
  if (lb_isZero3(d->qvel + dofAdr + 3) && isDiagonal(A)) {
    return false;
  }
  addInertia(m, d, dofAdr, A);
  addBias(m, d, jointId, m->opt.timestep, A);
  return true;
}

bool lb_takesMidpoint(const mjModel* m, int jointId) {
  if (!lb_enabled(m, mjENBL_MIDPOINT) || lb_enabled(m, mjENBL_INVDISCRETE)) {
    return false;
  }
  const mjtNum* armature = m->dof_armature + m->jnt_dofadr[jointId];
  for (int i = 0; i < DOFS; i++) {
    if (armature[i] != 0) {
      return false;
    }
  }
  const mjtNum* I = m->body_inertia + 3 * m->jnt_bodyid[jointId];
  return I[0] > mjMINVAL && I[1] > mjMINVAL && I[2] > mjMINVAL;
}

bool lb_implicitFreeBody(const mjModel* m, const mjData* d, int jointId, mjtNum force[6],
                         mjtNum acc[6]) {
  // - h D; qDeriv of the implicit integrator has the bias forces, too
  mjtNum A[DOFS][DOFS], B[DOFS][DOFS];
  int dofAdr = m->jnt_dofadr[jointId];
  startMatrix(m, d, dofAdr, B);
  if (m->opt.integrator == mjINT_IMPLICIT) {
    addBias(m, d, jointId, -m->opt.timestep, B);
  } else if (isZero(B)) {
    return false;
  }
  memcpy(A, B, sizeof A);
  addInertia(m, d, dofAdr, A);
  memcpy(acc, force, DOFS * sizeof(mjtNum));
  solveDense(A, acc);

  // the damping at the new velocity
  for (int i = 0; i < DOFS; i++) {
    for (int j = 0; j < DOFS; j++) {
      force[i] -= B[i][j] * acc[j];
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
