// Contacts with a flex on one or both sides.

#include "constraint/contact_side.h"

#include "base/error.h"
#include "constraint/chain.h"
#include "math/inline.h"

#include <string.h>

// Corners of an element weighted by inverse distance to the contact point.
static void elementSide(const mjModel* m, const mjData* d, const mjContact* con, int which,
                        lbContactSide* side) {
  int flex = con->flex[which], corners = m->flex_dim[flex] + 1;
  const int* element = m->flex_elem + m->flex_elemdataadr[flex] + con->elem[which] * corners;
  mjtNum total = 0;
  side->count = corners;
  for (int i = 0; i < corners; i++) {
    int vertex = m->flex_vertadr[flex] + element[i];
    side->body[i] = m->flex_vertbodyid[vertex];
    side->weight[i] = 1 / lb_max(mjMINVAL, lb_dist3(con->pos, d->flexvert_xpos + 3 * vertex));
    total += side->weight[i];
  }
  for (int i = 0; i < corners; i++) {
    side->weight[i] /= total;
  }
}

void lb_contactSide(const mjModel* m, const mjData* d, const mjContact* con, int which,
                    lbContactSide* side) {
  side->count = 1;
  side->weight[0] = 1;
  if (con->geom[which] >= 0) {
    side->body[0] = m->geom_bodyid[con->geom[which]];
    return;
  }
  if (m->flex_interp[con->flex[which]]) {
    lb_error("mj_makeConstraint: contacts of interpolated flexes are not implemented yet");
  }
  if (con->vert[which] >= 0) {
    side->body[0] = m->flex_vertbodyid[m->flex_vertadr[con->flex[which]] + con->vert[which]];
  } else {
    elementSide(m, d, con, which, side);
  }
}

// Inserts a dof in an ascending list unless present; returns the new length.
static int insertDof(int* dofs, int count, int dof) {
  int at = count;
  while (at > 0 && dofs[at - 1] > dof) {
    at--;
  }
  if (at > 0 && dofs[at - 1] == dof) {
    return count;
  }
  memmove(dofs + at + 1, dofs + at, (count - at) * sizeof(int));
  dofs[at] = dof;
  return count + 1;
}

int lb_contactSideChain(const mjModel* m, const mjData* d, const mjContact* con, int* dofs) {
  int count = 0;
  for (int which = 0; which < 2; which++) {
    lbContactSide side;
    lb_contactSide(m, d, con, which, &side);
    for (int i = 0; i < side.count; i++) {
      for (int k = lb_lastDof(m, side.body[i]); k >= 0; k = m->dof_parentid[k]) {
        // an upper bound is enough for counting: shared dofs are counted twice
        count = dofs ? insertDof(dofs, count, k) : count + 1;
      }
    }
  }
  return count;
}

void lb_contactSideJacobian(const mjModel* m, const mjData* d, const mjContact* con, int nnz,
                            const int* dofs, mjtNum* S) {
  memset(S, 0, con->dim * nnz * sizeof(mjtNum));
  for (int which = 0; which < 2; which++) {
    lbContactSide side;
    lb_contactSide(m, d, con, which, &side);
    for (int i = 0; i < side.count; i++) {
      mjtNum scale = which ? side.weight[i] : -side.weight[i], offset[3];
      lb_sub3(offset, con->pos, d->subtree_com + 3 * m->body_rootid[side.body[i]]);

      // walk the chain and the (longer) list of dofs down together
      int k = nnz - 1;
      for (int dof = lb_lastDof(m, side.body[i]); dof >= 0; dof = m->dof_parentid[dof]) {
        while (dofs[k] > dof) {
          k--;
        }
        const mjtNum* cdof = d->cdof + 6 * dof;
        mjtNum column[3];
        lb_pointColumn(column, cdof, offset);
        for (int r = 0; r < con->dim; r++) {
          S[r * nnz + k] += scale * (r < 3 ? lb_dot3(con->frame + 3 * r, column)
                                           : lb_dot3(con->frame + 3 * (r - 3), cdof));
        }
      }
    }
  }
}

void lb_contactInvWeight(const mjModel* m, const mjData* d, const mjContact* con,
                         mjtNum invweight[2]) {
  invweight[0] = invweight[1] = 0;
  for (int which = 0; which < 2; which++) {
    lbContactSide side;
    lb_contactSide(m, d, con, which, &side);
    for (int i = 0; i < side.count; i++) {
      invweight[0] += side.weight[i] * m->body_invweight0[2 * side.body[i]];
      invweight[1] += side.weight[i] * m->body_invweight0[2 * side.body[i] + 1];
    }
  }
}
