// Contacts with a flex on one or both sides.
//
// A contact point on a flex is a vertex, or a point of an element, which follows its corners by
// inverse distance. Vertices are fixed to bodies; in an interpolated flex the point has coordinates
// in the lattice and follows the nodes of its cell by their shape functions.

#include "constraint/contact_side.h"

#include <math.h>
#include <string.h>

#include "data/flex_lattice.h"
#include "data/stack.h"
#include "kinematics/chain.h"
#include "math/blas.h"
#include "math/inline.h"

enum { maxCorners = 4 };

// A node with less influence on a contact point is left out.
static const mjtNum minNodeWeight = 1e-5;

// Influence of the nodes of a lattice on the point with coordinates s in [0, 1] along its axes.
static void latticeWeights(const mjModel* m, int flex, const mjtNum s[3], mjtNum* nodeWeight) {
  lbLattice lattice = lb_flexLattice(m, flex);
  int start[3], order = lattice.order;
  mjtNum weight[3][lbMAX_ORDER + 1];
  for (int k = 0; k < 3; k++) {
    mjtNum inCell;
    start[k] = order * lb_latticeCell(s[k], m->flex_cellnum[3 * flex + k], &inCell);
    lb_nodeWeights(order, inCell, weight[k]);
  }
  for (int x = 0; x <= order; x++) {
    for (int y = 0; y <= order; y++) {
      for (int z = 0; z <= order; z++) {
        int node = ((start[0] + x) * lattice.count[1] + start[1] + y) * lattice.count[2];
        nodeWeight[node + start[2] + z] = weight[0][x] * weight[1][y] * weight[2][z];
      }
    }
  }
}

// Vertices that carry the point, and their weights; returns their number.
static int contactVertices(const mjModel* m, const mjData* d, const mjContact* con, int which,
                           int vertex[maxCorners], mjtNum weight[maxCorners]) {
  int flex = con->flex[which], first = m->flex_vertadr[flex];
  if (con->vert[which] >= 0) {
    vertex[0] = first + con->vert[which];
    weight[0] = 1;
    return 1;
  }
  int corners = m->flex_dim[flex] + 1;
  const int* element = m->flex_elem + m->flex_elemdataadr[flex] + con->elem[which] * corners;

  // inside a flex, a corner may meet the face opposite to it: then it is no part of this side
  int other = con->flex[1 - which] == flex ? con->vert[1 - which] : -1, count = 0;
  mjtNum total = 0;
  for (int i = 0; i < corners; i++) {
    if (element[i] != other) {
      const mjtNum* xpos = d->flexvert_xpos + 3 * (first + element[i]);
      vertex[count] = first + element[i];
      weight[count] = 1 / lb_max(mjMINVAL, lb_dist3(con->pos, xpos));
      total += weight[count++];
    }
  }
  for (int i = 0; i < count; i++) {
    weight[i] /= total;
  }
  return count;
}

static void flexSide(const mjModel* m, mjData* d, const mjContact* con, int which,
                     lbContactSide* side) {
  int flex = con->flex[which], vertex[maxCorners];
  mjtNum weight[maxCorners];
  int vertices = contactVertices(m, d, con, which, vertex, weight);
  if (!m->flex_interp[flex]) {
    side->count = vertices;
    side->body = lb_stackInt(d, vertices);
    side->weight = lb_stackNum(d, vertices);
    for (int i = 0; i < vertices; i++) {
      side->body[i] = m->flex_vertbodyid[vertex[i]];
      side->weight[i] = weight[i];
    }
    return;
  }

  // nodes with influence; those inside a hollow lattice hand theirs to the surface
  int nodes = m->flex_nodenum[flex];
  mjtNum* nodeWeight = lb_stackNum(d, nodes);
  lb_zero(nodeWeight, nodes);
  mjtNum s[3] = {0, 0, 0};
  for (int i = 0; i < vertices; i++) {
    lb_addToScl3(s, m->flex_vert0 + 3 * vertex[i], weight[i]);
  }
  latticeWeights(m, flex, s, nodeWeight);

  // COMPAT: FLEX-NODE-WEIGHT: nodes with negative weight (triquadratic shapes have them) or next to
  // none are left out
  for (int n = 0; n < nodes; n++) {
    nodeWeight[n] = nodeWeight[n] > minNodeWeight ? nodeWeight[n] : 0;
  }
  lb_flexSpreadWeights(m, flex, nodeWeight);
  side->count = 0;
  side->body = lb_stackInt(d, nodes);
  side->weight = lb_stackNum(d, nodes);
  for (int n = 0; n < nodes; n++) {
    if (nodeWeight[n] != 0) {
      side->body[side->count] = m->flex_nodebodyid[m->flex_nodeadr[flex] + n];
      side->weight[side->count++] = nodeWeight[n];
    }
  }
}

void lb_contactSides(const mjModel* m, mjData* d, const mjContact* con, lbContactSide side[2]) {
  for (int which = 0; which < 2; which++) {
    if (con->geom[which] < 0) {
      flexSide(m, d, con, which, side + which);
      continue;
    }
    side[which].count = 1;
    side[which].body = lb_stackInt(d, 1);
    side[which].weight = lb_stackNum(d, 1);
    side[which].body[0] = m->geom_bodyid[con->geom[which]];
    side[which].weight[0] = 1;
  }
}

int lb_contactSideChain(const mjModel* m, mjData* d, const mjContact* con, int* dofs) {
  int count = 0;
  mj_markStack(d);
  lbContactSide side[2];
  lb_contactSides(m, d, con, side);
  for (int which = 0; which < 2; which++) {
    for (int i = 0; i < side[which].count; i++) {
      int body = side[which].body[i];
      if (dofs) {
        count = lb_extendChain(m, body, dofs, count);
        continue;
      }
      for (int k = lb_lastDof(m, body); k >= 0; k = m->dof_parentid[k]) {
        count++;
      }
    }
  }
  mj_freeStack(d);
  return count;
}

void lb_contactSideJacobian(const mjModel* m, mjData* d, const mjContact* con, int nnz,
                            const int* dofs, mjtNum* S) {
  mj_markStack(d);
  lbContactSide side[2];
  lb_contactSides(m, d, con, side);
  lb_zero(S, con->dim * nnz);
  for (int which = 0; which < 2; which++) {
    for (int i = 0; i < side[which].count; i++) {
      int body = side[which].body[i];
      mjtNum scale = which ? side[which].weight[i] : -side[which].weight[i], offset[3];
      lb_sub3(offset, con->pos, d->subtree_com + 3 * m->body_rootid[body]);

      // walk the chain and the (longer) list of dofs down together
      int k = nnz - 1;
      for (int dof = lb_lastDof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
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
  mj_freeStack(d);
}

void lb_contactInvWeight(const mjModel* m, mjData* d, const mjContact* con, mjtNum invweight[2]) {
  // two geoms: no memory needed
  if (con->geom[0] >= 0 && con->geom[1] >= 0) {
    const mjtNum* weight1 = m->body_invweight0 + 2 * m->geom_bodyid[con->geom[0]];
    const mjtNum* weight2 = m->body_invweight0 + 2 * m->geom_bodyid[con->geom[1]];
    invweight[0] = weight1[0] + weight2[0];
    invweight[1] = weight1[1] + weight2[1];
    return;
  }
  mj_markStack(d);
  lbContactSide side[2];
  lb_contactSides(m, d, con, side);
  invweight[0] = invweight[1] = 0;
  for (int which = 0; which < 2; which++) {
    for (int i = 0; i < side[which].count; i++) {
      const mjtNum* weight = m->body_invweight0 + 2 * side[which].body[i];
      invweight[0] += side[which].weight[i] * weight[0];
      invweight[1] += side[which].weight[i] * weight[1];
    }
  }
  mj_freeStack(d);
}
