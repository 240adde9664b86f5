// Contacts with a flex on one or both sides: the point moves with a weighted set of bodies.

#pragma once

#include "api/data.h"
#include "api/model.h"

enum { lbMAX_SIDE_BODIES = 64 };

// Bodies that carry a contact point, weights summing to one.
typedef struct lbContactSide_ {
  int count;
  int body[lbMAX_SIDE_BODIES];
  mjtNum weight[lbMAX_SIDE_BODIES];
} lbContactSide;

void lb_contactSide(const mjModel* m, const mjData* d, const mjContact* con, int which,
                    lbContactSide* side);

// Dofs that move either side, ascending; returns their number. dofs may be NULL to count only.
int lb_contactSideChain(const mjModel* m, const mjData* d, const mjContact* con, int* dofs);

// S (dim x nnz): velocity of side 2 minus side 1 in the contact frame.
void lb_contactSideJacobian(const mjModel* m, const mjData* d, const mjContact* con, int nnz,
                            const int* dofs, mjtNum* S);

// Translational and rotational inverse weight of both sides together.
void lb_contactInvWeight(const mjModel* m, const mjData* d, const mjContact* con,
                         mjtNum invweight[2]);
