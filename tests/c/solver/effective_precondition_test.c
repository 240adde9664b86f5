// The preconditioner of the effective mass.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/effective_support.h"

#define BOTH "<elasticity young='1e4' poisson='.2' thickness='.01' damping='.05' elastic2d='both'/>"
#define BEND                \
  "<edge equality='true'/>" \
  "<elasticity young='1e6' poisson='.2' thickness='.01' damping='.05' elastic2d='bend'/>"

static void it_is_symmetric_and_positive(void** state) {
  Scene s = elasticSheet(BOTH);
  int nv = (int)s.m->nv;
  mjtNum *x = calloc(nv, sizeof(mjtNum)), *y = calloc(nv, sizeof(mjtNum));
  mjtNum *Px = calloc(nv, sizeof(mjtNum)), *Py = calloc(nv, sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    x[i] = rough(i);
    y[i] = rough(5 * i + 3);
  }
  lb_precondition(s.m, s.d, Px, x);
  lb_precondition(s.m, s.d, Py, y);
  mjtNum a = mju_dot(x, Py, nv), b = mju_dot(y, Px, nv);
  assert_true(fabs(a - b) < 1e-9 * (1 + fabs(a)));
  assert_true(mju_dot(x, Px, nv) > 0);
  assert_false(lb_effectiveMass(s.m, s.d).preconditioner.constant);
  free(x);
  free(y);
  free(Px);
  free(Py);
  freeScene(s);
}

// Where only bending counts, the model's factor is that of M + K itself.
static void the_factor_of_the_model_is_exact(void** state) {
  Scene s = elasticSheet(BEND);
  int nv = (int)s.m->nv;
  lbEffectiveMass mass = lb_effectiveMass(s.m, s.d);
  assert_true(mass.preconditioner.constant && mass.preconditioner.isotropic);
  mjtNum *x = calloc(nv, sizeof(mjtNum)), *sum = calloc(nv, sizeof(mjtNum));
  mjtNum* back = calloc(nv, sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    x[i] = rough(i);
  }
  mj_mulM(s.m, s.d, sum, x);
  lb_addStiffness(s.m, s.d, sum, x);
  lb_precondition(s.m, s.d, back, sum);
  assert_true(farthest(x, back, nv) < 1e-9);
  free(x);
  free(sum);
  free(back);
  freeScene(s);
}

static void conjugate_gradients_solve_the_sum(void** state) {
  Scene s = elasticSheet(BOTH);
  s.m->opt.tolerance = 1e-12;
  int nv = (int)s.m->nv;
  mjtNum *b = calloc(nv, sizeof(mjtNum)), *x = calloc(nv, sizeof(mjtNum));
  mjtNum* sum = calloc(nv, sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    b[i] = rough(i);
  }
  lb_solveEffectiveMass(s.m, s.d, x, b);
  mj_mulM(s.m, s.d, sum, x);
  lb_addStiffness(s.m, s.d, sum, x);
  assert_true(farthest(b, sum, nv) < 1e-9);
  free(b);
  free(x);
  free(sum);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_symmetric_and_positive),
      cmocka_unit_test(the_factor_of_the_model_is_exact),
      cmocka_unit_test(conjugate_gradients_solve_the_sum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
