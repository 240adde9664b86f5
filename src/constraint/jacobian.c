// Products with the constraint Jacobian.

#include "api/mj_functions.h"

#include <string.h>

void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  bool sparse = mj_isSparse(m);
  for (int r = 0; r < d->nefc; r++) {
    int adr = d->efc_J_rowadr[r], nnz = d->efc_J_rownnz[r];
    const int* colind = d->efc_J_colind + adr;
    const mjtNum* J = sparse ? d->efc_J + adr : d->efc_J + (size_t)r * m->nv;
    mjtNum sum = 0;
    if (sparse) {
      for (int k = 0; k < nnz; k++) {
        sum += J[k] * vec[colind[k]];
      }
    } else {
      for (int k = 0; k < nnz; k++) {
        sum += J[colind[k]] * vec[colind[k]];
      }
    }
    res[r] = sum;
  }
}

void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  bool sparse = mj_isSparse(m);
  memset(res, 0, m->nv * sizeof(mjtNum));
  for (int r = 0; r < d->nefc; r++) {
    if (vec[r] == 0) {
      continue;
    }
    int adr = d->efc_J_rowadr[r], nnz = d->efc_J_rownnz[r];
    const int* colind = d->efc_J_colind + adr;
    const mjtNum* J = sparse ? d->efc_J + adr : d->efc_J + (size_t)r * m->nv;
    for (int k = 0; k < nnz; k++) {
      res[colind[k]] += vec[r] * (sparse ? J[k] : J[colind[k]]);
    }
  }
}
