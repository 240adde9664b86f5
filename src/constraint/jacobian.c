// Products with the constraint Jacobian.

#include "api/mj_functions.h"
#include "math/blas.h"

// Dense rows at least this full are multiplied whole: no gathering.
enum { fullShare = 3 };

static mjtNum scatteredDot(const mjtNum* J, const int* cols, const mjtNum* vec, int nnz) {
  mjtNum sum = 0;
  for (int k = 0; k < nnz; k++) {
    sum += J[cols[k]] * vec[cols[k]];
  }
  return sum;
}

void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  bool sparse = mj_isSparse(m);
  int nv = (int)m->nv;
  for (int r = 0; r < d->nefc; r++) {
    int adr = d->efc_J_rowadr[r], nnz = d->efc_J_rownnz[r];
    const int* cols = d->efc_J_colind + adr;
    const mjtNum* full = d->efc_J + (size_t)r * nv;
    if (sparse) {
      res[r] = lb_sparseDot(d->efc_J + adr, cols, vec, nnz);
    } else {
      res[r] = nnz * fullShare >= nv ? lb_dot(full, vec, nv) : scatteredDot(full, cols, vec, nnz);
    }
  }
}

void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
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
