// Cost, force and state of constraint rows: here a contact's force is computed.
//
//   equality        s = D jar^2 / 2                       f = -D jar
//   friction loss   the same within the bound, linear beyond
//   limit, contact  the same where jar < 0, else nothing  (edges of pyramids, frictionless
//   contacts) elliptic cone   top: nothing; bottom: the same row by row; between: the nearest point
//   of the cone
//
// f = -ds/djar in all of them. Requirements SOL-26..SOL-30.

#include "solver/update.h"

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "math/inline.h"
#include "math/simd.h"

// A row that pulls in proportion to its residual.
static mjtNum updateQuadratic(mjtNum D, mjtNum jar, mjtNum* force, int* state) {
  *force = -D * jar;
  *state = mjCNSTRSTATE_QUADRATIC;
  return 0.5 * D * jar * jar;
}

// Huber: quadratic while |jar| < R bound, linear beyond.
static mjtNum updateFriction(mjtNum D, mjtNum R, mjtNum bound, mjtNum jar, mjtNum* force,
                             int* state) {
  if (jar <= -R * bound) {
    *force = bound;
    *state = mjCNSTRSTATE_LINEARNEG;
    return -bound * (0.5 * R * bound + jar);
  }
  if (jar >= R * bound) {
    *force = -bound;
    *state = mjCNSTRSTATE_LINEARPOS;
    return -bound * (0.5 * R * bound - jar);
  }
  return updateQuadratic(D, jar, force, state);
}

// Hessian of the cone cost in jar space: (dim x dim), for 0 < T and the middle zone.
// In U = S jar, S = diag(mu, friction): Dm (g g' + (N - mu T) d2), g = (1, -mu u/T).
static void coneHessian(mjContact* con, const mjtNum* U, mjtNum T, mjtNum Dm) {
  int dim = con->dim;
  mjtNum mu = con->mu, *H = con->H, u[6];
  mjtNum radial = mu * U[0] / T, tangent = mu * mu - radial;
  H[0] = 1;
  for (int j = 1; j < dim; j++) {
    u[j] = U[j] / T;
    H[j] = H[j * dim] = -mu * u[j];
    for (int k = 1; k <= j; k++) {
      H[j * dim + k] = H[k * dim + j] = radial * u[j] * u[k] + (j == k ? tangent : 0);
    }
  }
  for (int j = 0; j < dim; j++) {
    mjtNum scale = Dm * (j ? con->friction[j - 1] : mu);
    for (int k = 0; k < dim; k++) {
      H[j * dim + k] *= scale * (k ? con->friction[k - 1] : mu);
    }
  }
}

// Rows of one elliptic contact. U = (mu, friction) jar scales the friction cone to N >= mu T, with
// N the normal part of U and T the length of its tangential part. Between the zones the force is
// that of a spring along the cone's normal: s = Dm (N - mu T)^2 / 2.
static mjtNum updateElliptic(mjContact* con, const mjtNum* D, const mjtNum* jar, mjtNum* force,
                             int* state, bool hessian) {
  int dim = con->dim, newState;
  mjtNum mu = con->mu, U[6], squares = 0, cost = 0;
  U[0] = jar[0] * mu;
  for (int j = 1; j < dim; j++) {
    U[j] = jar[j] * con->friction[j - 1];
    squares += U[j] * U[j];
  }
  mjtNum N = U[0], T = sqrt(squares);

  switch (lb_coneZone(N, T, mu)) {
    case lbCONE_TOP:
      newState = mjCNSTRSTATE_SATISFIED;
      for (int j = 0; j < dim; j++) {
        force[j] = 0;
      }
      break;
    case lbCONE_BOTTOM:
      newState = mjCNSTRSTATE_QUADRATIC;
      for (int j = 0; j < dim; j++) {
        force[j] = -D[j] * jar[j];
        cost += 0.5 * D[j] * jar[j] * jar[j];
      }
      break;
    default: {
      mjtNum Dm = D[0] / (mu * mu * (1 + mu * mu)), gap = N - mu * T;
      newState = mjCNSTRSTATE_CONE;
      cost = 0.5 * Dm * gap * gap;
      force[0] = -Dm * gap * mu;
      for (int j = 1; j < dim; j++) {
        force[j] = -force[0] / T * U[j] * con->friction[j - 1];
      }
      if (hessian) {
        coneHessian(con, U, T, Dm);
      }
      break;
    }
  }
  for (int j = 0; j < dim; j++) {
    state[j] = newState;
  }
  return cost;
}

// Equality rows, two lanes; their costs are added one by one.
static mjtNum updateEquality(const lbRowSet* rows, const mjtNum* jar, mjtNum* force, int* state) {
  mjtNum cost = 0;
  int i = 0;
  for (; i + 2 <= rows->ne; i += 2) {
    lbV2 D = lb_load2(rows->D + i), x = lb_load2(jar + i), part = 0.5 * D * x * x;
    lb_store2(force + i, -D * x);
    state[i] = state[i + 1] = mjCNSTRSTATE_QUADRATIC;
    cost += part[0];
    cost += part[1];
  }
  if (i < rows->ne) {
    cost += updateQuadratic(rows->D[i], jar[i], force + i, state + i);
  }
  return cost;
}

LB_APART mjtNum lb_updateRows(const lbRowSet* rows, const mjtNum* jar, mjtNum* force, int* state,
                              bool coneHessian) {
  mjtNum cost = updateEquality(rows, jar, force, state);
  int i = rows->ne;
  for (; i < rows->ne + rows->nf; i++) {
    cost +=
        updateFriction(rows->D[i], rows->R[i], rows->frictionloss[i], jar[i], force + i, state + i);
  }
  while (i < rows->nefc) {
    if (rows->type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
      mjContact* con = rows->contact + rows->id[i];
      cost += updateElliptic(con, rows->D + i, jar + i, force + i, state + i, coneHessian);
      i += con->dim;
    } else if (jar[i] >= 0) {
      force[i] = 0;
      state[i] = mjCNSTRSTATE_SATISFIED;
      i++;
    } else {
      cost += updateQuadratic(rows->D[i], jar[i], force + i, state + i);
      i++;
    }
  }
  return cost;
}

void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1],
                         int flg_coneHessian) {
  LB_REQUIRE(m && d && (jar || !d->nefc));
  lbRowSet rows = lb_allRows(d);
  mjtNum total = lb_updateRows(&rows, jar, d->efc_force, d->efc_state, flg_coneHessian);
  if (cost) {
    cost[0] = total;
  }
  mj_mulJacTVec(m, d, d->qfrc_constraint, d->efc_force);
}
