// Solving with the factor of the inertia of one kinematic tree.

#include "solver/tree_solve.h"

void lb_treeSolveM(const mjModel* m, const mjData* d, int tree, int shift, mjtNum* x) {
  const mjtNum* L = d->qLD;
  int first = m->tree_dofadr[tree], count = m->tree_dofnum[tree];

  // inv(L'), then the diagonal and inv(L)
  for (int i = first + count - 1; i >= first; i--) {
    int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
    mjtNum xi = x[i + shift];
    for (int k = 0; xi != 0 && k < last; k++) {
      x[m->M_colind[adr + k] + shift] -= L[adr + k] * xi;
    }
  }
  for (int i = first; i < first + count; i++) {
    int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
    mjtNum sum = x[i + shift] * d->qLDiagInv[i];
    for (int k = 0; k < last; k++) {
      sum -= L[adr + k] * x[m->M_colind[adr + k] + shift];
    }
    x[i + shift] = sum;
  }
}
