// Rows of equality constraints on flexes.
//
// flex   every edge that can change keeps its length: r = length - length0 (1 row per edge)

#include "constraint/flex_rows.h"

#include <string.h>

#include "base/error.h"

static bool isFreeEdge(const mjModel* m, int edge) {
  return !m->flexedge_rigid[edge] && m->flexedge_J_rownnz[edge] > 0;
}

void lb_flexEqualitySize(const mjModel* m, const mjData* d, int eq, int* rows, int* nnz) {
  int flex = m->eq_obj1id[eq];
  *rows = *nnz = 0;
  if (m->eq_type[eq] != mjEQ_FLEX) {
    lb_error("mj_makeConstraint: equality '%s' is not implemented yet",
             m->eq_type[eq] == mjEQ_FLEXVERT ? "flexvert" : "flexstrain");
  }
  for (int i = 0; i < m->flex_edgenum[flex]; i++) {
    int edge = m->flex_edgeadr[flex] + i;
    if (isFreeEdge(m, edge)) {
      *rows += 1;
      *nnz += m->flexedge_J_rownnz[edge];
    }
  }
}

void lb_addFlexEquality(lbRowBuilder* b, int eq) {
  const mjModel* m = b->m;
  int flex = m->eq_obj1id[eq];
  for (int i = 0; i < m->flex_edgenum[flex]; i++) {
    int edge = m->flex_edgeadr[flex] + i;
    if (!isFreeEdge(m, edge)) {
      continue;
    }
    int adr = m->flexedge_J_rowadr[edge], nnz = m->flexedge_J_rownnz[edge];
    mjtNum residual = b->d->flexedge_length[edge] - m->flexedge_length0[edge];
    mjtNum* J = lb_openRows(b, 1, nnz, m->flexedge_J_colind + adr);
    memcpy(J, b->d->flexedge_J + adr, nnz * sizeof(mjtNum));
    int row = lb_closeRows(b, mjCNSTR_EQUALITY, eq, &residual, 0, 0);
    b->d->efc_diagA[row] = m->flexedge_invweight0[edge];
  }
}
