// Inside of <flexcomp>: from what was read to bodies, joints, a flex and constraints.

#pragma once

#include "mjcf/flexcomp.h"

enum { lbMAX_FLEX_BODIES = 200000 };

// A flexcomp being built, for lb_protect: its arrays are freed on every path.
typedef struct lbFlexBuild_ {
  lbFlexcomp comp;
  lbReader* reader;
  const lbXml* node;  // NULL: mjs_makeFlex
  lbBody* body;
  lbFlex* flex;
  lbEquality* edgeEquality;  // numbers for generated constraints, NULL: defaults
  const lbDefault* def;
  const mjVFS* vfs;
} lbFlexBuild;

LB_NORETURN void lb_refuseFlex(const lbFlexBuild* build, const char* text);

static inline bool lb_isInterpolated(const lbFlexcomp* comp) {
  return comp->dof == LB_FLEXDOF_TRILINEAR || comp->dof == LB_FLEXDOF_QUADRATIC;
}

// Nodes along an axis of the lattice.
static inline int lb_latticeNodes(const lbFlexcomp* comp, int axis) {
  return comp->cellcount[axis] * (comp->dof == LB_FLEXDOF_QUADRATIC ? 2 : 1) + 1;
}

// Points and elements by type, pins, bodies, and what the flex gets from them.
void lb_assembleFlex(lbFlexBuild* build);

// flexcomp_bodies.c: a body at every point that is not pinned, or at the nodes of the lattice.
void lb_makePointBodies(lbFlexBuild* build);
void lb_makeLatticeBodies(lbFlexBuild* build);
