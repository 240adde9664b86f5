// Springs of passive contacts in the effective mass.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bodies_support.h"
#include "solver/effective_support.h"

// K x of springs alone is sum J' J x: symmetric, and without effect along what keeps the distance.
static void springs_resist_along_the_normal_only(void** state) {
  Scene s = passiveScene("");
  mjtNum along[9] = {0}, sideways[9] = {0}, x[9], y[9];
  for (int i = 0; i < 9; i++) {
    x[i] = i % 3 == 2;
    y[i] = i % 3 == 0;
  }
  lbEffectiveMass mass = lb_effectiveMass(s.m, s.d);
  lb_addSprings(&mass.springs, along, x);
  lb_addSprings(&mass.springs, sideways, y);
  mjtNum h = s.m->opt.timestep, total = along[2] + along[5] + along[8];
  assert_float_equal(total, h * h * 5e7 * .1, 1e-9 * total);
  for (int i = 0; i < 9; i++) {
    assert_float_equal(sideways[i], 0, 1e-9);
  }
  freeScene(s);
}

// COMPAT: PAS-44: only vertices of implicit flexes feel the springs in K.
static void springs_list_dofs_of_rows_in_threes(void** state) {
  Scene s = passiveScene("");
  lbEffectiveMass mass = lb_effectiveMass(s.m, s.d);
  int count = mass.springs.adr[mass.springs.count];
  assert_int_equal(count % 3, 0);
  for (int k = 0; k < count; k += 3) {
    int row = 0;
    while (row < mass.blocks.rows && mass.blocks.dof[row] != mass.springs.dof[k]) {
      row++;
    }
    assert_true(row < mass.blocks.rows);
    assert_int_equal(mass.springs.dof[k + 2], mass.springs.dof[k] + 2);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(springs_resist_along_the_normal_only),
      cmocka_unit_test(springs_list_dofs_of_rows_in_threes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
