// Velocity derivatives of smooth forces, for the implicit integrators.
//
// Scalar forces along transmissions, tendons and edges give J' slope J. What acts on bodies (fluid)
// and what comes from their motion (bias force) is collected in 6 x 6 matrices per body, about the
// tree's centre of mass, and summed over subtrees. With S_j the motion axis of dof j (cdof), v the
// velocity of a body, I its inertia and h = I v, the bias force on dof j is the sum over bodies i
// in the subtree of j of S_j . (I_i a_i + v_i x* h_i), and for a dof k that moves i
//   d a_i / d qvel_k = Sdot_k + S_k x (w_i - w_k),  w_k = velocity after the joint of k,
// so that with b the body of the deeper of j and k
//   d bias_j / d qvel_k = S_j . (Ic_b q_k + B_b S_k),  q_k = Sdot_k + w_k x S_k,
//   B_b = sum over the subtree of b of (v x* I - I w x + x* h).
// COMPAT: DERIVATIVE-VELOCITY: w is v of qvel, which may have been written after v was computed.
// Each entry then costs one or two dot products. Only entries in the pattern of D are kept.

#include "force/derivative.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "data/awake.h"
#include "data/stack.h"
#include "force/actuation.h"
#include "force/actuator_slope.h"
#include "force/body_matrix.h"
#include "force/fluid.h"
#include "force/fluid_derivative.h"
#include "force/passive.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/options.h"

// D += slope * row' row for a sparse row with ascending columns.
LB_APART static void addSquare(const mjModel* m, mjData* d, int count, const int* column,
                               const mjtNum* row, mjtNum slope) {
  for (int a = 0; a < count; a++) {
    mjtNum scale = slope * row[a];
    if (scale == 0) {
      continue;
    }
    int i = column[a];
    int k = m->D_rowadr[i], end = k + m->D_rownnz[i];
    int low = m->D_colind[k], high = m->D_colind[end - 1];
    if (high - low == end - 1 - k) {
      // neighbouring columns, as in trees without branches: each is where its number says
      int b = a;
      while (b > 0 && column[b - 1] >= low) {
        b--;
      }
      for (; b < count && column[b] <= high; b++) {
        d->qDeriv[k + column[b] - low] += scale * row[b];
      }
      continue;
    }
    for (int b = 0; b < count && k < end; b++) {
      while (k < end && m->D_colind[k] < column[b]) {
        k++;
      }
      if (k < end && m->D_colind[k] == column[b]) {
        d->qDeriv[k] += scale * row[b];
      }
    }
  }
}

static void addActuators(const mjModel* m, mjData* d) {
  int actuatorCount = (int)m->nactuator;
  for (int i = 0; i < actuatorCount; i++) {
    if (lb_actuatorDisabled(m, i) || lb_actuatorAsleep(m, d, i)) {
      continue;
    }
    // COMPAT: DERIVATIVE-CTRL: the control is taken as it stands, neither clamped nor delayed
    mjtNum slope = lb_actuatorSlope(m, d, i, d->ctrl + m->actuator_ctrladr[i]).velocity;
    if (slope == 0) {
      continue;
    }
    int first = m->actuator_outadr[i], end = first + m->actuator_outnum[i];
    for (int out = first; out < end; out++) {
      int adr = d->moment_rowadr[out];
      addSquare(m, d, d->moment_rownnz[out], d->moment_colind + adr, d->actuator_moment + adr,
                slope);
    }
  }
}

static void addDampers(const mjModel* m, mjData* d) {
  int tendonCount = (int)m->ntendon, flexCount = (int)m->nflex;
  lbIndexList dofs = lb_awakeDofs(m, d);
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    d->qDeriv[m->D_rowadr[i] + m->D_diag[i]] += lb_damperSlope(lb_dofDamping(m, i), d->qvel[i]);
  }
  for (int i = 0; i < tendonCount; i++) {
    lbPolynomial damping = lb_tendonDamping(m, i);
    if (!lb_isZeroPolynomial(damping) && !lb_tendonAsleep(m, d, i)) {
      int adr = m->ten_J_rowadr[i];
      addSquare(m, d, m->ten_J_rownnz[i], m->ten_J_colind + adr, d->ten_J + adr,
                lb_damperSlope(damping, d->ten_velocity[i]));
    }
  }
  for (int i = 0; i < flexCount; i++) {
    if (m->flex_rigid[i] || m->flex_edgedamping[i] == 0) {
      continue;
    }
    int first = m->flex_edgeadr[i], end = first + m->flex_edgenum[i];
    for (int e = first; e < end; e++) {
      if (!m->flexedge_rigid[e]) {
        int adr = m->flexedge_J_rowadr[e];
        addSquare(m, d, m->flexedge_J_rownnz[e], m->flexedge_J_colind + adr, d->flexedge_J + adr,
                  -m->flex_edgedamping[i]);
      }
    }
  }
}

// block += scale * [a]x [b]x
static void addSkewProduct(mjtNum* block, const mjtNum a[3], const mjtNum b[3], mjtNum scale) {
  lb_addOuter(block, b, a, scale);
  lb_addDiagonal(block, -scale * lb_dot3(a, b));
}

// B -= v x* I - I w x + x* h, block by block: with J the moments of inertia I about the point, c
// the mass times the centre of mass, mass m, h = (n, p) and [.]x for the matrix of a cross product,
//   I = (J, [c]x; -[c]x, m),  v x* = ([v1]x, [v2]x; 0, [v1]x),  w x = ([w1]x, 0; [w2]x, [w1]x).
static void subtractBiasMatrix(const mjtNum I[10], const mjtNum v[6], const mjtNum w[6],
                               mjtNum B[36]) {
  const mjtNum J[3][3] = {{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}};
  const mjtNum *c = I + 6, mass = I[9];
  mjtNum h[6], skew[3];
  lb_mulInertVec(h, I, v);
  for (int i = 0; i < 3; i++) {
    mjtNum column[3], row[3];
    lb_cross(column, v, J[i]);
    lb_cross(row, w, J[i]);
    for (int k = 0; k < 3; k++) {
      B[lbTORQUE_BY_ANGULAR + 6 * k + i] -= column[k];
      B[lbTORQUE_BY_ANGULAR + 6 * i + k] -= row[k];
    }
  }
  lb_addSkew(B + lbTORQUE_BY_ANGULAR, h, 1);
  addSkewProduct(B + lbTORQUE_BY_ANGULAR, v + 3, c, 1);
  addSkewProduct(B + lbTORQUE_BY_ANGULAR, c, w + 3, 1);
  for (int sign = -1; sign <= 1; sign += 2) {
    mjtNum* block = B + (sign < 0 ? lbTORQUE_BY_LINEAR : lbFORCE_BY_ANGULAR);
    addSkewProduct(block, v, c, sign);
    addSkewProduct(block, c, w, -sign);
    lb_addScl3(skew, h + 3, sign < 0 ? v + 3 : w + 3, sign * mass);
    lb_addSkew(block, skew, 1);
  }
  lb_sub3(skew, w, v);
  lb_addSkew(B + lbFORCE_BY_LINEAR, skew, mass);
}

// q_k = Sdot_k + w_k x S_k for the dofs of the bodies, and the velocities w of all of these.
static void motionTerms(const mjModel* m, const mjData* d, lbIndexList bodies, mjtNum* w,
                        mjtNum* q) {
  mjtNum velocity[6], term[6];
  lb_zero(w, 6);
  for (int p = 1; p < bodies.count; p++) {
    int body = lb_at(bodies, p), parent = m->body_treeid[body] < 0 ? 0 : m->body_parentid[body];
    lb_copy6(velocity, w + 6 * parent);
    int joint = m->body_jntadr[body], end = joint + m->body_jntnum[body];
    for (; joint < end; joint++) {
      // a free joint is a translation followed by a rotation
      int dof = m->jnt_dofadr[joint];
      int groups = m->jnt_type[joint] == mjJNT_FREE ? 2 : 1;
      int size = m->jnt_type[joint] >= mjJNT_SLIDE ? 1 : 3;
      for (int group = 0; group < groups; group++) {
        for (int k = dof; k < dof + size; k++) {
          lb_addToScl6(velocity, d->cdof + 6 * k, d->qvel[k]);
        }
        for (int k = dof; k < dof + size; k++) {
          lb_crossMotion(term, velocity, d->cdof + 6 * k);
          lb_add6(q + 6 * k, d->cdof_dot + 6 * k, term);
        }
        dof += size;
      }
    }
    lb_copy6(w + 6 * body, velocity);
  }
}

static void sumSubtrees(const mjModel* m, lbIndexList bodies, mjtNum* matrix) {
  for (int p = bodies.count - 1; p > 0; p--) {
    int body = lb_at(bodies, p), parent = m->body_parentid[body];
    if (parent > 0) {
      mjtNum *to = matrix + 36 * parent, *from = matrix + 36 * body;
      for (int k = 0; k < 36; k++) {
        to[k] += from[k];
      }
    }
  }
}

// What acts on the bodies, by dof (6 per dof each).
typedef struct BodyTerms_ {
  mjtNum* row;       // A' S, for the row of the dof
  mjtNum* column;    // A S - Ic q, for its column
  mjtNum* momentum;  // Ic S, NULL without bias forces
  mjtNum* motion;    // q, NULL without bias forces
} BodyTerms;

// row and column of one dof, for the matrix A of its body's subtree.
static void projectMatrix(const mjtNum A[36], const mjtNum S[6], mjtNum row[6], mjtNum column[6]) {
  for (int i = 0; i < 6; i++) {
    column[i] = lb_dot6(A + 6 * i, S);
    mjtNum sum = 0;
    for (int j = 0; j < 6; j++) {
      sum += A[6 * j + i] * S[j];
    }
    row[i] = sum;
  }
}

// row i: columns of ancestors use the row's body, columns of descendants their own
static void addProducts(const mjModel* m, mjData* d, lbIndexList dofs, const BodyTerms* terms) {
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    const mjtNum* S = d->cdof + 6 * i;
    int first = m->D_rowadr[i], end = first + m->D_rownnz[i];
    for (int a = first; a < end; a++) {
      int k = m->D_colind[a];
      if (k > i) {
        d->qDeriv[a] += lb_dot6(S, terms->column + 6 * k);
      } else {
        d->qDeriv[a] += lb_dot6(terms->row + 6 * i, d->cdof + 6 * k);
        if (terms->momentum) {
          d->qDeriv[a] -= lb_dot6(terms->momentum + 6 * i, terms->motion + 6 * k);
        }
      }
    }
  }
}

// Fluid, if there is some, and, withBias, bias forces of what is awake.
static void addBodyForces(const mjModel* m, mjData* d, bool fluid, lbFluidTerms wanted,
                          bool withBias) {
  lbIndexList bodies = lb_awakeBodies(m, d), dofs = lb_awakeDofs(m, d);
  size_t vectors = 6 * (size_t)m->nv;
  mj_markStack(d);
  mjtNum* matrix = lb_stackNum(d, 36 * (size_t)m->nbody);
  for (int p = 0; p < bodies.count; p++) {
    lb_zero(matrix + 36 * lb_at(bodies, p), 36);
  }
  if (fluid) {
    lb_fluidDerivative(m, d, bodies, wanted, matrix);
  }
  BodyTerms terms = {lb_stackNum(d, vectors), lb_stackNum(d, vectors), NULL, NULL};
  if (withBias) {
    terms.momentum = lb_stackNum(d, vectors);
    terms.motion = lb_stackNum(d, vectors);
    mjtNum* velocities = lb_stackNum(d, 6 * (size_t)m->nbody);
    motionTerms(m, d, bodies, velocities, terms.motion);
    for (int p = 1; p < bodies.count; p++) {
      int body = lb_at(bodies, p);
      subtractBiasMatrix(d->cinert + 10 * body, d->cvel + 6 * body, velocities + 6 * body,
                         matrix + 36 * body);
    }
  }
  sumSubtrees(m, bodies, matrix);

  for (int p = 0; p < dofs.count; p++) {
    int k = lb_at(dofs, p);
    const mjtNum* S = d->cdof + 6 * k;
    mjtNum* column = terms.column + 6 * k;
    projectMatrix(matrix + 36 * m->dof_bodyid[k], S, terms.row + 6 * k, column);
    if (withBias) {
      const mjtNum* inertia = d->crb + 10 * m->dof_bodyid[k];
      mjtNum term[6];
      lb_mulInertVec(terms.momentum + 6 * k, inertia, S);
      lb_mulInertVec(term, inertia, terms.motion + 6 * k);
      lb_addToScl6(column, term, -1);
    }
  }
  addProducts(m, d, dofs, &terms);
  mj_freeStack(d);
}

static void clearDerivative(const mjModel* m, mjData* d) {
  lbIndexList dofs = lb_awakeDofs(m, d);
  if (!dofs.item) {
    lb_zero(d->qDeriv, (int)m->nD);
  }
  for (int p = 0; dofs.item && p < dofs.count; p++) {
    int i = dofs.item[p];
    lb_zero(d->qDeriv + m->D_rowadr[i], m->D_rownnz[i]);
  }
}

static bool fluidActs(const mjModel* m) {
  bool passive = !lb_disabled(m, mjDSBL_DAMPER) || !lb_disabled(m, mjDSBL_SPRING);
  return passive && lb_hasFluid(m);
}

void lb_smoothVelocityDerivative(const mjModel* m, mjData* d, bool withBias) {
  clearDerivative(m, d);
  if (!lb_disabled(m, mjDSBL_ACTUATION)) {
    addActuators(m, d);
  }
  if (!lb_disabled(m, mjDSBL_DAMPER)) {
    addDampers(m, d);
  }
  bool fluid = fluidActs(m);
  if (fluid || withBias) {
    addBodyForces(m, d, fluid, withBias ? lbFLUID_ALL : lbFLUID_SYMMETRIC, withBias);
  }
}

bool lb_dragVelocityDerivative(const mjModel* m, mjData* d) {
  if (!fluidActs(m)) {
    return false;
  }
  clearDerivative(m, d);
  addBodyForces(m, d, true, lbFLUID_DRAG, false);
  return true;
}
