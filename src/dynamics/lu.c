// Unsymmetric factorization in the full tree pattern; see lu.h.

#include "dynamics/lu.h"

#include <math.h>

#include "math/inline.h"

void lb_factorFull(const mjModel* m, mjtNum* mat, lbIndexList dofs) {
  const int* column = m->D_colind;
  for (int position = dofs.count - 1; position >= 0; position--) {
    int k = lb_at(dofs, position);
    int startK = m->D_rowadr[k], diagK = startK + m->D_diag[k];
    if (fabs(mat[diagK]) < mjMINVAL) {
      mat[diagK] = mat[diagK] < 0 ? -mjMINVAL : mjMINVAL;
    }
    mjtNum inverse = 1 / mat[diagK];

    // every ancestor i of k: row i loses its entry in column k
    for (int a = startK; a < diagK; a++) {
      int i = column[a];
      int p = m->D_rowadr[i], endI = p + m->D_rownnz[i];
      int pk = p + m->D_diag[i];
      while (pk < endI && column[pk] != k) {
        pk++;
      }
      if (pk == endI || mat[pk] == 0) {
        continue;
      }
      mjtNum scale = mat[pk] * inverse;
      mat[pk] = scale;
      for (int b = startK; b < diagK; b++) {
        while (column[p] < column[b]) {
          p++;
        }
        mat[p] -= scale * mat[b];
      }
    }
  }
}

void lb_solveFull(const mjModel* m, mjtNum* x, const mjtNum* factor, lbIndexList dofs) {
  // U y = x
  for (int position = dofs.count - 1; position >= 0; position--) {
    int i = lb_at(dofs, position);
    int start = m->D_rowadr[i];
    for (int p = start + m->D_diag[i] + 1; p < start + m->D_rownnz[i]; p++) {
      x[i] -= factor[p] * x[m->D_colind[p]];
    }
  }

  // L x = y
  for (int position = 0; position < dofs.count; position++) {
    int i = lb_at(dofs, position);
    int start = m->D_rowadr[i], diag = start + m->D_diag[i];
    for (int p = start; p < diag; p++) {
      x[i] -= factor[p] * x[m->D_colind[p]];
    }
    x[i] /= factor[diag];
  }
}
