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

// One row of a sparse Jacobian, copied: flexes have hundreds, of a few numbers each.
static void addSparseRow(lbRowBuilder* b, int eq, int nnz, const int* dofs, const mjtNum* values,
                         mjtNum residual, mjtNum weight) {
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
  d->efc_diagA[row] = weight;
  b->nnz += nnz;
}

// The same for both kinds of Jacobian.
static void addRow(lbRowBuilder* b, int eq, int nnz, const int* dofs, const mjtNum* values,
                   mjtNum residual, mjtNum weight) {
  if (b->sparse) {
    addSparseRow(b, eq, nnz, dofs, values, residual, weight);
    return;
  }
  memcpy(lb_openRows(b, 1, nnz, dofs), values, nnz * sizeof(mjtNum));
  int row = lb_closeNonzeroRows(b, mjCNSTR_EQUALITY, eq, &residual, 0, 0);
  if (row >= 0) {
    b->d->efc_diagA[row] = weight;
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
    addRow(b, eq, nnz, m->flexedge_J_colind + adr, b->d->flexedge_J + adr, residual,
           m->flexedge_invweight0[edge]);
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
    addRow(b, eq, nnz, m->flexvert_J_colind + adr, b->d->flexvert_J + adr,
           b->d->flexvert_length[i], m->body_invweight0[2 * m->flex_vertbodyid[i / 2]]);
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
