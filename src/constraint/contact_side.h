// Contacts with a flex on one or both sides: the point moves with a weighted set of bodies.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Bodies that carry a contact point, weights summing to one. A body may be listed repeatedly.
typedef struct lbContactSide_ {
  int count;
  int* body;
  mjtNum* weight;
} lbContactSide;

// Both sides of a contact; memory is on the stack of mjData.
void lb_contactSides(const mjModel* m, mjData* d, const mjContact* con, lbContactSide side[2]);

// Dofs that move either side, ascending; returns their number. dofs may be NULL to get an upper
// bound of it.
int lb_contactSideChain(const mjModel* m, mjData* d, const mjContact* con, int* dofs);

// S (dim x nnz): velocity of side 2 minus side 1 in the contact frame.
void lb_contactSideJacobian(const mjModel* m, mjData* d, const mjContact* con, int nnz,
                            const int* dofs, mjtNum* S);

// Translational and rotational inverse weight of both sides together.
void lb_contactInvWeight(const mjModel* m, mjData* d, const mjContact* con, mjtNum invweight[2]);
