// Rows of equality constraints on flexes.
//
// flex      every edge that can change keeps its length: r = length - length0 (1 row per edge)
// flexvert  the strain invariants of mj_flex vanish at every vertex (2 rows per vertex)
// flexstrain  see flex_strain.c

#include "constraint/flex_rows.h"

#include <string.h>

#include "constraint/flex_strain.h"

static bool isFreeEdge(const mjModel* m, int edge) {
  return !m->flexedge_rigid[edge] && m->flexedge_J_rownnz[edge] > 0;
}

static void edgeSize(const mjModel* m, int flex, int* rows, int* nnz) {
  for (int i = 0; i < m->flex_edgenum[flex]; i++) {
    int edge = m->flex_edgeadr[flex] + i;
    if (isFreeEdge(m, edge)) {
      *rows += 1;
      *nnz += m->flexedge_J_rownnz[edge];
    }
  }
}

static void addEdges(lbRowBuilder* b, int eq, int flex) {
  const mjModel* m = b->m;
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

static void vertexSize(const mjModel* m, int flex, int* rows, int* nnz) {
  int first = 2 * m->flex_vertadr[flex];
  for (int i = first; i < first + 2 * m->flex_vertnum[flex]; i++) {
    *rows += m->flexvert_J_rownnz[i] > 0;
    *nnz += m->flexvert_J_rownnz[i];
  }
}

static void addVertices(lbRowBuilder* b, int eq, int flex) {
  const mjModel* m = b->m;
  int first = 2 * m->flex_vertadr[flex];
  for (int i = first; i < first + 2 * m->flex_vertnum[flex]; i++) {
    int adr = m->flexvert_J_rowadr[i], nnz = m->flexvert_J_rownnz[i];
    if (!nnz) {
      continue;
    }
    mjtNum* J = lb_openRows(b, 1, nnz, m->flexvert_J_colind + adr);
    memcpy(J, b->d->flexvert_J + adr, nnz * sizeof(mjtNum));
    int row = lb_closeRows(b, mjCNSTR_EQUALITY, eq, b->d->flexvert_length + i, 0, 0);
    b->d->efc_diagA[row] = m->body_invweight0[2 * m->flex_vertbodyid[i / 2]];
  }
}

void lb_flexEqualitySize(const mjModel* m, mjData* d, int eq, int* rows, int* nnz) {
  int flex = m->eq_obj1id[eq];
  *rows = *nnz = 0;
  if (m->eq_type[eq] == mjEQ_FLEX) {
    edgeSize(m, flex, rows, nnz);
  } else if (m->eq_type[eq] == mjEQ_FLEXVERT) {
    vertexSize(m, flex, rows, nnz);
  } else {
    lb_flexStrainSize(m, d, eq, rows, nnz);
  }
}

void lb_addFlexEquality(lbRowBuilder* b, int eq) {
  int flex = b->m->eq_obj1id[eq];
  if (b->m->eq_type[eq] == mjEQ_FLEX) {
    addEdges(b, eq, flex);
  } else if (b->m->eq_type[eq] == mjEQ_FLEXVERT) {
    addVertices(b, eq, flex);
  } else {
    lb_addFlexStrain(b, eq);
  }
}
