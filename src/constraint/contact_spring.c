// Passive contacts of flexes; see contact_spring.h.

#include "constraint/contact_spring.h"

#include "constraint/contact_side.h"
#include "data/contact_exclude.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/flex_layout.h"

// Stiffness per mass of the lightest vertex, 1/s^2.
static const mjtNum stiffnessPerMass = 5e7;

// Smallest mass of the vertices that carry one side; not below mass. Vertices that do not move by
// themselves do not count, nor do those of lattices.
static mjtNum lightestVertex(const mjModel* m, const mjContact* con, int which, mjtNum mass) {
  int flex = con->flex[which];
  if (flex < 0 || m->flex_interp[flex]) {
    return mass;
  }
  int corners = m->flex_dim[flex] + 1, single = con->vert[which];
  const int* corner =
      single >= 0 ? &single : m->flex_elem + m->flex_elemdataadr[flex] + con->elem[which] * corners;
  for (int i = 0; i < (single >= 0 ? 1 : corners); i++) {
    int dof = lb_vertexDof(m, m->flex_vertadr[flex] + corner[i]);
    for (int k = dof; dof >= 0 && k < dof + 3; k++) {
      mass = lb_min(mass, m->dof_M0[k]);
    }
  }
  return mass;
}

// COMPAT: CONTACT-UNMOVED: one that no dof moves, of a pinned vertex, turns out to be no spring.
static void visitContact(const mjModel* m, mjData* d, mjContact* con, lbSpringVisitor visit,
                         void* context) {
  mjtNum mass = lightestVertex(m, con, 1, lightestVertex(m, con, 0, mjMAXVAL));
  mj_markStack(d);
  mjContact normal = *con;
  normal.dim = 1;
  int* dofs = lb_stackInt(d, m->nv);
  int count = lb_contactSideChain(m, d, &normal, dofs);
  if (!count) {
    con->exclude = lbEXCLUDE_FIXED;
  } else if (mass != mjMAXVAL) {
    mjtNum* J = lb_stackNum(d, count);
    lb_contactSideJacobian(m, d, &normal, count, dofs, J);
    lbContactSpring spring = {count, dofs, J, stiffnessPerMass * mass, con->dist};
    visit(context, &spring);
  }
  mj_freeStack(d);
}

void lb_visitContactSprings(const mjModel* m, mjData* d, lbSpringVisitor visit, void* context) {
  for (int i = 0; i < d->ncon; i++) {
    if (d->contact[i].exclude == lbEXCLUDE_SPRING) {
      visitContact(m, d, d->contact + i, visit, context);
    }
  }
}
