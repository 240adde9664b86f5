// Appending blocks of constraint rows.

#include "constraint/rows.h"

#include <string.h>

#include "api/mju_functions.h"

mjtNum* lb_openRows(lbRowBuilder* b, int rows, int nnz, const int* dofs) {
  mjData* d = b->d;
  int first = d->nefc;

  // one address and column list per row, even when rows of a block repeat it
  for (int r = 0; r < rows; r++) {
    int adr = b->nnz + r * nnz;
    d->efc_J_rownnz[first + r] = nnz;
    d->efc_J_rowadr[first + r] = adr;
    memcpy(d->efc_J_colind + adr, dofs, nnz * sizeof(int));
  }
  b->blockNnz = nnz;
  b->blockRows = rows;
  return b->sparse ? d->efc_J + b->nnz : b->blockJ;
}

int lb_closeRows(lbRowBuilder* b, int type, int id, const mjtNum* pos, mjtNum margin,
                 mjtNum frictionloss) {
  mjData* d = b->d;
  int nv = b->m->nv, first = d->nefc, nnz = b->blockNnz;

  for (int r = 0; r < b->blockRows; r++) {
    int row = first + r;
    d->efc_type[row] = type;
    d->efc_id[row] = id;
    d->efc_pos[row] = pos ? pos[r] : 0;
    d->efc_margin[row] = margin;
    d->efc_frictionloss[row] = frictionloss;

    if (!b->sparse) {
      mjtNum* J = d->efc_J + (size_t)row * nv;
      const int* dofs = d->efc_J_colind + b->nnz;
      memset(J, 0, nv * sizeof(mjtNum));
      for (int k = 0; k < nnz; k++) {
        J[dofs[k]] = b->blockJ[r * nnz + k];
      }
    }
  }
  b->nnz += b->blockRows * nnz;
  d->nefc += b->blockRows;
  return first;
}

int lb_closeNonzeroRows(lbRowBuilder* b, int type, int id, const mjtNum* pos, mjtNum margin,
                        mjtNum frictionloss) {
  if (!b->sparse && mju_isZero(b->blockJ, b->blockRows * b->blockNnz)) {
    return -1;
  }
  return lb_closeRows(b, type, id, pos, margin, frictionloss);
}
