// A constraint problem of a scene, and dense matrices of it, for the tests of solvers.

#include "solver/problem_support.h"

#include <math.h>
#include <stdlib.h>

void makeWhole(Scene scene, lbProblem* p) {
  lb_wholeProblem(scene.m, scene.d, scene.d->qfrc_smooth, p);
}

mjtNum* denseJ(Scene scene) {
  const mjData* d = scene.d;
  int nv = (int)scene.m->nv;
  mjtNum* J = calloc((size_t)d->nefc * nv, sizeof(mjtNum));
  for (int r = 0; r < d->nefc; r++) {
    for (int k = 0; k < d->efc_J_rownnz[r]; k++) {
      int at = d->efc_J_rowadr[r] + k, dof = d->efc_J_colind[at];
      J[r * nv + dof] = mj_isSparse(scene.m) ? d->efc_J[at] : d->efc_J[(size_t)r * nv + dof];
    }
  }
  return J;
}

mjtNum* denseM(Scene scene) {
  mjtNum* M = calloc((size_t)scene.m->nv * scene.m->nv, sizeof(mjtNum));
  mj_fullM(scene.m, scene.d, M);
  return M;
}

mjtNum* denseHessian(Scene scene, const mjtNum* weight) {
  int nv = (int)scene.m->nv;
  mjtNum *H = denseM(scene), *J = denseJ(scene);
  for (int r = 0; r < scene.d->nefc; r++) {
    for (int i = 0; i < nv && weight[r] != 0; i++) {
      for (int k = 0; k < nv; k++) {
        H[i * nv + k] += weight[r] * J[r * nv + i] * J[r * nv + k];
      }
    }
  }
  free(J);
  return H;
}

mjtNum wild(int i) {
  return sin(1 + 2.3 * i + .7 * i * i);
}

void setStates(lbProblem* p) {
  lb_updateRows(&p->rows, p->d->efc_b, p->result.force, p->result.state, true);
}
