// Constraint rows: appending blocks of them, and products with their Jacobian.

#include "constraint/rows.h"

#include <string.h>

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "data/threadpool.h"
#include "math/blas.h"
#include "math/inline.h"

// Dense rows at least this full are multiplied whole: no gathering.
enum { fullShare = 3 };

mjtNum* lb_openRows(lbRowBuilder* b, int rows, int nnz, const int* dofs) {
  mjData* d = b->d;
  int first = d->nefc;

  // one address and column list per row, even when rows of a block repeat it
  for (int r = 0; r < rows; r++) {
    int adr = b->nnz + r * nnz;
    d->efc_J_rownnz[first + r] = nnz;
    d->efc_J_rowadr[first + r] = adr;
    // (two static geoms of an explicit pair have contacts that nothing moves)
    if (nnz) {
      memcpy(d->efc_J_colind + adr, dofs, (size_t)nnz * sizeof(int));
    }
  }
  b->blockNnz = nnz;
  b->blockRows = rows;
  // rows of all dofs are where they belong, too
  int nv = b->m->nv;
  b->values = b->sparse ? d->efc_J + b->nnz : nnz == nv ? d->efc_J + (size_t)first * nv : b->blockJ;
  return b->values;
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
  }
  if (!b->sparse && nnz < nv) {
    mjtNum* J = d->efc_J + (size_t)first * nv;
    const mjtNum* value = b->values;
    const int* dofs = d->efc_J_colind + b->nnz;
    memset(J, 0, (size_t)b->blockRows * nv * sizeof(mjtNum));
    for (int r = 0; r < b->blockRows; r++, J += nv) {
      for (int k = 0; k < nnz; k++) {
        J[dofs[k]] = *value++;
      }
    }
  }
  b->nnz += b->blockRows * nnz;
  d->nefc += b->blockRows;
  return first;
}

int lb_closeNonzeroRows(lbRowBuilder* b, int type, int id, const mjtNum* pos, mjtNum margin,
                        mjtNum frictionloss) {
  if (!b->sparse && mju_isZero(b->values, b->blockRows * b->blockNnz)) {
    return -1;
  }
  return lb_closeRows(b, type, id, pos, margin, frictionloss);
}

bool lb_isContinued(const mjData* d, int row) {
  int type = d->efc_type[row];
  if (type >= mjCNSTR_CONTACT_FRICTIONLESS && type == d->efc_type[row + 1] &&
      d->efc_id[row] == d->efc_id[row + 1]) {
    return true;  // of one contact
  }
  const int *nnz = d->efc_J_rownnz, *adr = d->efc_J_rowadr, *colind = d->efc_J_colind;
  bool same = nnz[row] == nnz[row + 1];
  for (int k = 0; same && k < nnz[row]; k++) {
    same = colind[adr[row] + k] == colind[adr[row + 1] + k];
  }
  return same;
}

void lb_findSupernodes(mjData* d, int first, int end) {
  int* rowsuper = d->efc_J_rowsuper;
  for (int r = end - 1; r >= first; r--) {
    rowsuper[r] = r + 1 < end && lb_isContinued(d, r) ? rowsuper[r + 1] + 1 : 0;
  }
}

void lb_joinSupernodes(mjData* d, int first, int border) {
  int* rowsuper = d->efc_J_rowsuper;
  if (border > first && border < d->nefc && lb_isContinued(d, border - 1)) {
    int more = rowsuper[border] + 1;
    for (int r = border - 1; r >= first && rowsuper[r] == border - 1 - r; r--) {
      rowsuper[r] += more;
    }
  }
}

static mjtNum scatteredDot(const mjtNum* J, const int* cols, const mjtNum* vec, int nnz) {
  mjtNum sum = 0;
  for (int k = 0; k < nnz; k++) {
    sum += J[cols[k]] * vec[cols[k]];
  }
  return sum;
}

// Rows of one pattern, dense: res[r] = row_r . vec. Zeros on either side of the columns go by
// fours, as the running sums of lb_dot take them, which leaves the last bits of the whole row's
// product.
static void multiplyDense(mjtNum* res, const mjtNum* row, const mjtNum* vec, int rows,
                          const int* cols, int nnz, int nv) {
  int last = cols[nnz - 1], whole = nv & ~3;
  int start = cols[0] & ~3, end = last < whole ? (last & ~3) + 4 : nv;
  lb_mulRowsVec(res, row + start, nv, vec + start, rows, end - start);
}

void lb_mulRows(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec, int first,
                int end) {
  const int *adr = d->efc_J_rowadr, *nnz = d->efc_J_rownnz, *colind = d->efc_J_colind;
  int nv = (int)m->nv;
  if (mj_isSparse(m)) {
    for (int r = first; r < end; r++) {
      res[r] = lb_sparseDot(d->efc_J + adr[r], colind + adr[r], vec, nnz[r]);
    }
    return;
  }
  for (int r = first, rows; r < end; r += rows) {
    const mjtNum* row = d->efc_J + (size_t)r * nv;
    const int* cols = colind + adr[r];
    if (nnz[r] * fullShare < nv) {
      rows = 1;
      res[r] = scatteredDot(row, cols, vec, nnz[r]);
    } else {
      rows = lb_minInt(d->efc_J_rowsuper[r] + 1, end - r);
      multiplyDense(res + r, row, vec, rows, cols, nnz[r], nv);
    }
  }
}

void lb_checkRows(const mjModel* m, const mjData* d, const char* caller) {
  int last = d->nefc - 1;
  if (last >= 0 && d->nJ != (mj_isSparse(m) ? d->efc_J_rowadr[last] + d->efc_J_rownnz[last]
                                            : d->nefc * (int)m->nv)) {
    lb_error("%s: opt.jacobian was changed after mj_makeConstraint", caller);
  }
}

void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  LB_REQUIRE(m && d && (res || !d->nefc) && (vec || !m->nv));
  lb_checkRows(m, d, "mj_mulJacVec");
  lb_mulRows(m, d, res, vec, 0, d->nefc);
}

enum { FEWEST_ROWS = 64 };

typedef struct Product_ {
  mjtNum* res;
  const mjtNum* vec;
} Product;

static void residualShare(const mjModel* m, mjData* own, void* context, int first, int end) {
  for (const Product* product = context; product->res; product++) {
    lb_mulRows(m, own, product->res, product->vec, first, end);
    lb_subFrom(product->res + first, own->efc_aref + first, end - first);
  }
}

void lb_residuals(const mjModel* m, mjData* d, mjtNum* jar, const mjtNum* qacc, mjtNum* otherJar,
                  const mjtNum* otherQacc) {
  Product products[3] = {{jar, qacc}, {otherJar, otherQacc}, {NULL, NULL}};
  lb_checkRows(m, d, "mj_mulJacVec");
  lb_forRows(m, d, FEWEST_ROWS, residualShare, products);
}

void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  LB_REQUIRE(m && d && (res || !m->nv) && (vec || !d->nefc));
  lb_checkRows(m, d, "mj_mulJacTVec");
  bool sparse = mj_isSparse(m);
  lb_zero(res, (int)m->nv);
  for (int r = 0; r < d->nefc; r++) {
    if (vec[r] == 0) {
      continue;
    }
    int adr = d->efc_J_rowadr[r], nnz = d->efc_J_rownnz[r];
    const int* cols = d->efc_J_colind + adr;
    const mjtNum* J = sparse ? d->efc_J + adr : d->efc_J + (size_t)r * m->nv;
    for (int k = 0; k < nnz; k++) {
      res[cols[k]] += vec[r] * (sparse ? J[k] : J[cols[k]]);
    }
  }
}
