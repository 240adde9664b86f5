// Adhesive contacts.

#include "constraint/adhesion.h"

#include "api/mj_functions.h"
#include "constraint/rows.h"
#include "math/blas.h"

void lb_adhesionForce(const mjModel* m, mjData* d) {
  lb_zero(d->qfrc_adhesion, (int)m->nv);
  if (!m->flg_adhesion) {
    return;
  }
  bool sparse = mj_isSparse(m);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->adhesion == 0 || con->efc_address < 0) {
      continue;
    }

    // the normal row is the only one, the first of a cone, or the mean of opposite edges
    int row = con->efc_address, nnz = d->efc_J_rownnz[row];
    int rows = lb_contactRows(m, con) == con->dim ? 1 : 2;
    for (int r = row; r < row + rows; r++) {
      const int* cols = d->efc_J_colind + d->efc_J_rowadr[r];
      const mjtNum* J = sparse ? d->efc_J + d->efc_J_rowadr[r] : d->efc_J + (size_t)r * m->nv;
      for (int k = 0; k < nnz; k++) {
        d->qfrc_adhesion[cols[k]] -= con->adhesion / rows * (sparse ? J[k] : J[cols[k]]);
      }
    }
  }
}
