// Cells of lattices.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/mju_functions.h"
#include "data/flex_lattice.h"

// A box of nodes with sides 1, 2, 4, turned by a quarter about z.
static void turnedBox(mjtNum x[lbMAX_CELL_NODES][3]) {
  for (int i = 0; i < 8; i++) {
    mjtNum p[3] = {i >> 2, 2 * (i >> 1 & 1), 4 * (i & 1)};
    x[i][0] = -p[1];
    x[i][1] = p[0];
    x[i][2] = p[2];
  }
}

static void the_rotation_of_a_turned_cell_is_found(void** state) {
  mjtNum x[lbMAX_CELL_NODES][3], R[9];
  turnedBox(x);
  lb_cellRotation(1, x, R);
  static const mjtNum expected[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
  for (int i = 0; i < 9; i++) {
    assert_float_equal(R[i], expected[i], 1e-6);
  }
}

// LATTICE-ROTATION
static void long_sides_of_a_cell_count_more_in_its_rotation(void** state) {
  // sheared: y grows with x by 0.2 and x with y by 0.1; with sides (1, 4) the sum of F' weighs the
  // second column four times
  mjtNum x[lbMAX_CELL_NODES][3], R[9];
  for (int i = 0; i < 8; i++) {
    mjtNum a = i >> 2, b = 4 * (i >> 1 & 1), c = i & 1;
    x[i][0] = a + .1 * b;
    x[i][1] = b + .2 * a;
    x[i][2] = c;
  }
  lb_cellRotation(1, x, R);
  mjtNum angle = atan2(.2 - .1 * 4, 1 + 4);
  assert_float_equal(atan2(R[3], R[0]), angle, 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_rotation_of_a_turned_cell_is_found),
      cmocka_unit_test(long_sides_of_a_cell_count_more_in_its_rotation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
