// Projected Gauss-Seidel and noslip.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

// One row: a sweep lands on the optimum f = -b / (A + R).
static void one_row_is_solved_by_one_sweep(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0' solver='PGS' iterations='1'/><worldbody><body><joint "
      "name='j' type='slide'/><geom size='.1' mass='2'/></body></worldbody><equality><joint "
      "joint1='j'/></equality></mujoco>");
  s.d->qpos[0] = .01;
  mj_forward(s.m, s.d);
  mjtNum expected = -s.d->efc_b[0] / (.5 + s.d->efc_R[0]);
  assert_true(fabs(s.d->efc_force[0] - expected) < 1e-9 * fabs(expected));
  freeScene(s);
}

// COMPAT: ALG-13: sweeps visit blocks in an order of their own, the same in every run.
static void sweeps_are_repeatable(void** state) {
  mjtNum* first = NULL;
  for (int run = 0; run < 2; run++) {
    Scene s = mixedScene();
    s.m->opt.solver = mjSOL_PGS;
    s.m->opt.iterations = 3;
    mj_forward(s.m, s.d);
    size_t bytes = s.d->nefc * sizeof(mjtNum);
    if (!run) {
      first = malloc(bytes);
      memcpy(first, s.d->efc_force, bytes);
    } else {
      assert_memory_equal(first, s.d->efc_force, bytes);
    }
    freeScene(s);
  }
  free(first);
}

static void sweeps_do_not_raise_the_dual_cost(void** state) {
  Scene s = mixedScene();
  s.m->opt.solver = mjSOL_PGS;
  s.m->opt.tolerance = 0;
  mjtNum before = 0;
  const int sweeps[4] = {1, 10, 100, 1000};
  for (int k = 0; k < 4; k++) {
    s.m->opt.iterations = sweeps[k];
    mju_zero(s.d->qacc_warmstart, s.m->nv);
    mj_forward(s.m, s.d);
    // f' (A + R) f / 2 + f' b, with (A + R) f + b the residual J a - aref + R f
    int nefc = s.d->nefc;
    mjtNum* Af = malloc(nefc * sizeof(mjtNum));
    mjtNum* push = malloc(s.m->nv * sizeof(mjtNum));
    mj_mulJacTVec(s.m, s.d, push, s.d->efc_force);
    mj_solveM(s.m, s.d, push, push, 1);
    mj_mulJacVec(s.m, s.d, Af, push);
    mjtNum cost = 0;
    for (int i = 0; i < nefc; i++) {
      mjtNum f = s.d->efc_force[i];
      cost += f * (.5 * (Af[i] + s.d->efc_R[i] * f) + s.d->efc_b[i]);
    }
    assert_true(cost <= before + 1e-9);
    before = cost;
    free(Af);
    free(push);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_row_is_solved_by_one_sweep),
      cmocka_unit_test(sweeps_are_repeatable),
      cmocka_unit_test(sweeps_do_not_raise_the_dual_cost),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
