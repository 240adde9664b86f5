// Constraint space seen through the inverse inertia: AR = J inv(M) J' + R.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

// A column of inv(M) J'.
static void solvedRow(Scene s, int row, mjtNum* res) {
  mjtNum* unit = calloc(s.d->nefc, sizeof(mjtNum));
  mjtNum* push = malloc(s.m->nv * sizeof(mjtNum));
  unit[row] = 1;
  mj_mulJacTVec(s.m, s.d, push, unit);
  mj_solveM(s.m, s.d, res, push, 1);
  free(unit);
  free(push);
}

static mjtNum entry(Scene s, int i, int j) {
  const mjData* d = s.d;
  if (!mj_isSparse(s.m)) {
    return d->efc_AR[(size_t)i * d->nefc + j];
  }
  for (int k = d->efc_AR_rowadr[i]; k < d->efc_AR_rowadr[i] + d->efc_AR_rownnz[i]; k++) {
    if (d->efc_AR_colind[k] == j) {
      return d->efc_AR[k];
    }
  }
  return 0;
}

static void dense_and_sparse_products_are_that_of_the_parts(void** state) {
  Scene s = mixedScene();
  s.m->opt.solver = mjSOL_PGS;
  for (int jacobian = mjJAC_DENSE; jacobian <= mjJAC_SPARSE; jacobian++) {
    s.m->opt.jacobian = jacobian;
    mj_forward(s.m, s.d);
    int nefc = s.d->nefc;
    mjtNum* x = malloc(s.m->nv * sizeof(mjtNum));
    mjtNum* column = malloc(nefc * sizeof(mjtNum));
    mjtNum* found = malloc(nefc * sizeof(mjtNum));
    for (int j = 0; j < nefc; j++) {
      solvedRow(s, j, x);
      mj_mulJacVec(s.m, s.d, column, x);
      column[j] += s.d->efc_R[j];
      for (int i = 0; i < nefc; i++) {
        found[i] = entry(s, i, j);
      }
      assert_true(farthest(column, found, nefc) < 1e-10);
    }
    free(x);
    free(column);
    free(found);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dense_and_sparse_products_are_that_of_the_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
