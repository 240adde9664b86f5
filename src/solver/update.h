// Cost, force and state of constraint rows as functions of the residual acceleration
// jar = J qacc - aref: s(jar), f = -ds/djar. Everything separates per row, or per elliptic contact.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Rows in solver order: equality, friction loss, then limits and contacts.
typedef struct lbRowSet_ {
  int ne, nf, nefc;
  const int* type;             // mjtConstraint (nefc)
  const int* id;               // element, for contacts the contact (nefc)
  const mjtNum* frictionloss;  // bound of the force (nefc)
  const mjtNum* D;             // 1 / R (nefc)
  const mjtNum* R;             // regularizer (nefc)
  mjContact* contact;          // all contacts of mjData (ncon)
} lbRowSet;

// All rows of mjData.
static inline lbRowSet lb_allRows(const mjData* d) {
  return (lbRowSet){
      .ne = d->ne,
      .nf = d->nf,
      .nefc = d->nefc,
      .type = d->efc_type,
      .id = d->efc_id,
      .frictionloss = d->efc_frictionloss,
      .D = d->efc_D,
      .R = d->efc_R,
      .contact = d->contact,
  };
}

// Zones of an elliptic cone.
typedef enum lbConeZone_ { lbCONE_TOP, lbCONE_MIDDLE, lbCONE_BOTTOM } lbConeZone;

static inline lbConeZone lb_coneZone(mjtNum N, mjtNum T, mjtNum mu) {
  if (N >= mu * T || (T <= 0 && N >= 0)) {
    return lbCONE_TOP;
  }
  return mu * N + T <= 0 || (T <= 0 && N < 0) ? lbCONE_BOTTOM : lbCONE_MIDDLE;
}

// Fills force and state, returns the cost. coneHessian: also fill contact.H of contacts whose
// force is on the cone.
mjtNum lb_updateRows(const lbRowSet* rows, const mjtNum* jar, mjtNum* force, int* state,
                     bool coneHessian);
