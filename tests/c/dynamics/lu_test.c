// Unsymmetric factorization in the pattern of the kinematic tree.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"
#include "dynamics/lu.h"

static void a_factored_matrix_solves_what_it_multiplied(void** state) {
  Scene scene = movingScene();
  const mjModel* m = scene.m;
  mjtNum mat[2000], x[64], b[64];
  assert_true(m->nD <= 2000 && m->nv <= 64);

  // a dominant diagonal, no symmetry
  for (int i = 0; i < m->nv; i++) {
    x[i] = noise(i);
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      mat[k] = noise(1000 + k) + (m->D_colind[k] == i ? 20 : 0);
    }
  }
  for (int i = 0; i < m->nv; i++) {
    b[i] = 0;
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      b[i] += mat[k] * x[m->D_colind[k]];
    }
  }
  lbIndexList all = {NULL, (int)m->nv, 0};
  lb_factorFull(m, mat, all);
  lb_solveFull(m, b, mat, all);
  assert_near(b, x, m->nv, 1e-12);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_factored_matrix_solves_what_it_multiplied),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
