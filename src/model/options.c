// What follows from options: which solver matrices there are, and how they are stored.

#include "model/options.h"

#include "api/mj_functions.h"
#include "base/error.h"

// Models with at least this many dofs use sparse Jacobians when the option says auto.
enum { autoSparseDofs = 60 };

int mj_isPyramidal(const mjModel* m) {
  LB_REQUIRE(m);
  return m->opt.cone == mjCONE_PYRAMIDAL;
}

int mj_isSparse(const mjModel* m) {
  LB_REQUIRE(m);
  return m->opt.jacobian == mjJAC_SPARSE ||
         (m->opt.jacobian == mjJAC_AUTO && m->nv >= autoSparseDofs);
}

int mj_isDual(const mjModel* m) {
  LB_REQUIRE(m);
  return m->opt.solver == mjSOL_PGS || m->opt.noslip_iterations > 0;
}
