// Exact implicit steps of free bodies that stand alone; see free_body.h.

#include "pipeline/free_body.h"

#include <math.h>
#include <string.h>

#include "data/awake.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/lone_body.h"
#include "model/options.h"
#include "solver/metric.h"

enum { DOFS = 6 };

int lb_loneFreeJoint(const mjModel* m, const mjData* d, int treeId) {
  if (!lb_standsAlone(m, treeId) || (lb_sleepFilter(m, d) && !d->tree_awake[treeId])) {
    return -1;
  }
  return m->body_jntadr[m->tree_bodyadr[treeId]];
}

// Columns of the derivative of the bias force with respect to w, of a rigid body that turns about
// the origin of its frame R: force m R (w x (w x c)) (world), torque w x I w (body). inertia is
// about that origin, c the centre of mass; all but R in the body frame.
static void biasColumns(const mjtNum inertia[10], mjtNum mass, const mjtNum c[3], const mjtNum w[3],
                        const mjtNum R[9], mjtNum dForce[3][3], mjtNum dTorque[3][3]) {
  mjtNum momentum[6], motion[6] = {w[0], w[1], w[2], 0, 0, 0}, sweep[3];
  lb_mulInertVec(momentum, inertia, motion);
  lb_cross(sweep, w, c);
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
    lb_cross(turned, unit, c);
    lb_addToCross(local, w, turned);
    lb_scl3(local, local, mass);
    lb_mulMatVec3(dForce[k], R, local);
  }
}

// Those of a body that stands alone. COMPAT: FREE-BODY-FRAMES: its inertia lies where its frames
// are, whatever was written to the model since they were computed.
static void biasDerivative(const mjModel* m, const mjData* d, int jointId, mjtNum dForce[3][3],
                           mjtNum dTorque[3][3]) {
  int bodyId = m->jnt_bodyid[jointId];
  const mjtNum* R = d->xmat + 9 * bodyId;
  mjtNum axes[9], arm[3], center[3], inertia[10], mass = m->body_mass[bodyId];
  lb_mulMatTMat3(axes, R, d->ximat + 9 * bodyId);
  lb_sub3(arm, d->xipos + 3 * bodyId, d->xpos + 3 * bodyId);
  lb_mulMatTVec3(center, R, arm);
  lb_inertCom(inertia, m->body_inertia + 3 * bodyId, axes, center, mass);
  biasColumns(inertia, mass, center, d->qvel + m->jnt_dofadr[jointId] + 3, R, dForce, dTorque);
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

// The matrix A of a tree; false when the tree is not a lone free body, when the midpoint rule moves
// it, or when A is M.
static bool treeMatrix(const mjModel* m, const mjData* d, int treeId, mjtNum A[DOFS][DOFS]) {
  int jointId = lb_loneFreeJoint(m, d, treeId);
  if (jointId < 0 || lb_takesMidpoint(m, jointId)) {
    return false;
  }
  int dofAdr = m->tree_dofadr[treeId];
  startMatrix(m, d, dofAdr, A);
  if (lb_isZero3(d->qvel + dofAdr + 3) && isZero(A)) {
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

// Trees with a dof in some row of constraints or of the metric.
static void markTouched(const mjModel* m, const mjData* d, bool* touched) {
  const bool* tied = lb_metric(d).tied;
  for (int treeId = 0; treeId < m->ntree; treeId++) {
    touched[treeId] = tied && tied[treeId];
  }
  for (int r = 0; r < d->nefc; r += d->efc_J_rowsuper[r] + 1) {
    const int* cols = d->efc_J_colind + d->efc_J_rowadr[r];
    for (int k = 0; k < d->efc_J_rownnz[r]; k++) {
      touched[m->dof_treeid[cols[k]]] = true;
    }
  }
}

// The free joint of a tree that is a rigid body, of one body or several, and awake, else -1.
static int rigidFreeJoint(const mjModel* m, const mjData* d, int treeId) {
  if (m->tree_dofnum[treeId] != DOFS || (lb_sleepFilter(m, d) && !d->tree_awake[treeId])) {
    return -1;
  }
  int jointId = m->body_jntadr[m->tree_bodyadr[treeId]];
  return m->jnt_type[jointId] == mjJNT_FREE ? jointId : -1;
}

// A = a matrix in M's layout, for six dofs of a tree.
static void blockOf(const mjModel* m, const mjtNum* M, int dofAdr, mjtNum A[DOFS][DOFS]) {
  memset(A, 0, DOFS * sizeof(A[0]));
  for (int i = 0; i < DOFS; i++) {
    int adr = m->M_rowadr[dofAdr + i];
    for (int k = adr; k < adr + m->M_rownnz[dofAdr + i]; k++) {
      int j = m->M_colind[k] - dofAdr;
      A[i][j] = A[j][i] = M[k];
    }
  }
}

// A += h d(bias)/dv of a tree that is a rigid body with a free joint; its inertia about the origin
// is in M.
static void addRigidBias(const mjModel* m, const mjData* d, int jointId, mjtNum A[DOFS][DOFS]) {
  int bodyId = m->jnt_bodyid[jointId], dofAdr = m->jnt_dofadr[jointId];
  const mjtNum *R = d->xmat + 9 * bodyId, *armature = m->dof_armature + dofAdr;
  mjtNum h = m->opt.timestep, M[DOFS][DOFS], arm[3], c[3], dForce[3][3], dTorque[3][3];
  blockOf(m, d->M, dofAdr, M);
  const mjtNum inertia[10] = {
      M[3][3] - armature[3],
      M[4][4] - armature[4],
      M[5][5] - armature[5],
      M[3][4],
      M[3][5],
      M[4][5],
  };
  lb_sub3(arm, d->subtree_com + 3 * bodyId, d->xpos + 3 * bodyId);
  lb_mulMatTVec3(c, R, arm);
  biasColumns(inertia, m->body_subtreemass[bodyId], c, d->qvel + dofAdr + 3, R, dForce, dTorque);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      A[i][3 + k] += h * dForce[k][i];
      A[3 + i][3 + k] += h * dTorque[k][i];
    }
  }
}

// The free joint of each tree that turns as the discrete integrator has it, else -1; (ntree), on
// the stack.
static const int* turningJoints(const mjModel* m, mjData* d) {
  int* joints = lb_stackInt(d, (size_t)m->ntree);
  bool* touched = LB_STACK(d, bool, m->ntree);
  markTouched(m, d, touched);
  for (int treeId = 0; treeId < m->ntree; treeId++) {
    joints[treeId] = touched[treeId] ? -1 : rigidFreeJoint(m, d, treeId);
    if (joints[treeId] >= 0 && lb_isZero3(d->qvel + m->tree_dofadr[treeId] + 3)) {
      joints[treeId] = -1;
    }
  }
  return joints;
}

void lb_turnFreeBodies(const mjModel* m, mjData* d) {
  mj_markStack(d);
  const int* joints = turningJoints(m, d);
  for (int treeId = 0; treeId < m->ntree; treeId++) {
    if (joints[treeId] >= 0) {
      mjtNum A[DOFS][DOFS], force[DOFS], *a = d->qacc + m->tree_dofadr[treeId];
      blockOf(m, lb_metric(d).P, m->tree_dofadr[treeId], A);
      for (int i = 0; i < DOFS; i++) {
        force[i] = lb_dot6(A[i], a);
      }
      addRigidBias(m, d, joints[treeId], A);
      solveDense(A, force);
      memcpy(a, force, sizeof force);
    }
  }
  mj_freeStack(d);
}

void lb_addTurning(const mjModel* m, mjData* d, const mjtNum* qacc, mjtNum* force) {
  mj_markStack(d);
  const int* joints = turningJoints(m, d);
  for (int treeId = 0; treeId < m->ntree; treeId++) {
    if (joints[treeId] >= 0) {
      mjtNum A[DOFS][DOFS] = {{0}};
      addRigidBias(m, d, joints[treeId], A);
      for (int i = 0; i < DOFS; i++) {
        force[m->tree_dofadr[treeId] + i] += lb_dot6(A[i], qacc + m->tree_dofadr[treeId]);
      }
    }
  }
  mj_freeStack(d);
}
