// Rows of equality constraints on flexes.
//
// flex      every edge that can change keeps its length: r = length - length0 (1 row per edge)
// flexvert  the strain invariants of mj_flex vanish at every vertex (2 rows per vertex)
// flexstrain  see flex_strain.c

#include "constraint/flex_rows.h"

#include <string.h>

#include "constraint/flex_strain.h"
#include "math/inline.h"

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

// One row of a sparse Jacobian, copied: flexes have hundreds, of a few numbers each.
static void addSparseRow(lbRowBuilder* b, int eq, int nnz, const int* dofs, const mjtNum* values,
                         mjtNum residual) {
  mjData* d = b->d;
  int row = d->nefc++;
  int* colind = d->efc_J_colind + b->nnz;
  mjtNum* J = d->efc_J + b->nnz;
  for (int k = 0; k < nnz; k++) {
    colind[k] = dofs[k];
    J[k] = values[k];
  }
  d->efc_J_rownnz[row] = nnz;
  d->efc_J_rowadr[row] = b->nnz;
  d->efc_type[row] = mjCNSTR_EQUALITY;
  d->efc_id[row] = eq;
  d->efc_pos[row] = residual;
  d->efc_margin[row] = d->efc_frictionloss[row] = 0;
  b->nnz += nnz;
}

// The same for both kinds of Jacobian; a dense one leaves out rows of zeros.
static void addRow(lbRowBuilder* b, int eq, int nnz, const int* dofs, const mjtNum* values,
                   mjtNum residual) {
  if (b->sparse) {
    addSparseRow(b, eq, nnz, dofs, values, residual);
    return;
  }
  memcpy(lb_openRows(b, 1, nnz, dofs), values, nnz * sizeof(mjtNum));
  lb_closeNonzeroRows(b, mjCNSTR_EQUALITY, eq, &residual, 0, 0);
}

// COMPAT: FLEX-ROW-WEIGHT: the weight of a row is that of the free edge with the row's number, also
// where rows of zeros were left out in between.
static void addEdges(lbRowBuilder* b, int eq, int flex) {
  const mjModel* m = b->m;
  int start = b->d->nefc, weighed = m->flex_edgeadr[flex];
  for (int i = 0; i < m->flex_edgenum[flex]; i++) {
    int edge = m->flex_edgeadr[flex] + i;
    if (!isFreeEdge(m, edge)) {
      continue;
    }
    int adr = m->flexedge_J_rowadr[edge], nnz = m->flexedge_J_rownnz[edge];
    mjtNum residual = b->d->flexedge_length[edge] - m->flexedge_length0[edge];
    addRow(b, eq, nnz, m->flexedge_J_colind + adr, b->d->flexedge_J + adr, residual);
  }
  for (int row = start; row < b->d->nefc; row++, weighed++) {
    while (!isFreeEdge(m, weighed)) {
      weighed++;
    }
    b->d->efc_diagA[row] = m->flexedge_invweight0[weighed];
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
  int start = b->d->nefc, first = m->flex_vertadr[flex];
  for (int i = 2 * first; i < 2 * (first + m->flex_vertnum[flex]); i++) {
    int adr = m->flexvert_J_rowadr[i], nnz = m->flexvert_J_rownnz[i];
    if (nnz) {
      addRow(b, eq, nnz, m->flexvert_J_colind + adr, b->d->flexvert_J + adr,
             b->d->flexvert_length[i]);
    }
  }
  mjtNum most = 0;
  for (int i = first; i < first + m->flex_vertnum[flex]; i++) {
    most = lb_max(most, m->body_invweight0[2 * m->flex_vertbodyid[i]]);
  }
  for (int row = start; row < b->d->nefc; row++) {
    // COMPAT: VERT-PINNED: the rows of a pinned vertex move its neighbours: without their weight
    // they would be as stiff as numbers can tell, and no solver could follow
    mjtNum own = m->body_invweight0[2 * m->flex_vertbodyid[first + (row - start) / 2]];
    b->d->efc_diagA[row] = own > 0 ? own : most;
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
