// Configuration of built-in plugins, read from text.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "plugin/builtin.h"

static void numbers_are_separated_by_blanks(void** state) {
  mjtNum values[3] = {0, 0, 0};
  assert_int_equal(lb_configNumbers(" 1 -2.5\t3e1\n", values, 3), 3);
  assert_float_equal(values[1], -2.5, 0);
  assert_float_equal(values[2], 30, 0);
  assert_int_equal(lb_configNumbers("", values, 3), 0);
}

static void anything_else_and_too_many_numbers_are_refused(void** state) {
  mjtNum values[2];
  assert_int_equal(lb_configNumbers("1 x", values, 2), -1);
  assert_int_equal(lb_configNumbers("1,2", values, 2), -1);
  assert_int_equal(lb_configNumbers("1 2 3", values, 2), -1);
}

static void colours_go_from_blue_over_green_to_red(void** state) {
  float blue[4], green[4], red[4];
  lb_heatColor(blue, 0);
  lb_heatColor(green, 0.5);
  lb_heatColor(red, 7);
  assert_true(blue[2] == 1 && blue[0] == 0);
  assert_true(green[1] == 1 && green[0] == 0 && green[2] == 0);
  assert_true(red[0] == 1 && red[2] == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_separated_by_blanks),
      cmocka_unit_test(anything_else_and_too_many_numbers_are_refused),
      cmocka_unit_test(colours_go_from_blue_over_green_to_red),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
