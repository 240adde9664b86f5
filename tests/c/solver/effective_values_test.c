// The blocks of the effective mass make a symmetric matrix that resists every motion.

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

static void stiffness_is_symmetric_and_never_negative(void** state) {
  Scene s = elasticSheet(BOTH);
  int nv = (int)s.m->nv;
  mjtNum *x = calloc(nv, sizeof(mjtNum)), *y = calloc(nv, sizeof(mjtNum));
  for (int t = 0; t < 20; t++) {
    mjtNum *Kx = calloc(nv, sizeof(mjtNum)), *Ky = calloc(nv, sizeof(mjtNum));
    for (int i = 0; i < nv; i++) {
      x[i] = rough(i + 31 * t);
      y[i] = rough(2 * i + 17 * t);
    }
    lb_addStiffness(s.m, s.d, Kx, x);
    lb_addStiffness(s.m, s.d, Ky, y);
    mjtNum xKx = mju_dot(x, Kx, nv);
    assert_true(fabs(mju_dot(x, Ky, nv) - mju_dot(y, Kx, nv)) < 1e-9 * (1 + xKx));
    assert_true(xKx >= 0);
    free(Kx);
    free(Ky);
  }
  free(x);
  free(y);
  freeScene(s);
}

// A shift of all vertices costs nothing.
static void translations_meet_no_resistance(void** state) {
  Scene s = elasticSheet(BOTH);
  int nv = (int)s.m->nv;
  mjtNum *x = calloc(nv, sizeof(mjtNum)), *Kx = calloc(nv, sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    x[i] = (mjtNum[]){.3, -.5, .7}[i % 3];
  }
  lb_addStiffness(s.m, s.d, Kx, x);
  for (int i = 0; i < nv; i++) {
    assert_true(fabs(Kx[i]) < 1e-9);
  }
  free(x);
  free(Kx);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stiffness_is_symmetric_and_never_negative),
      cmocka_unit_test(translations_meet_no_resistance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
