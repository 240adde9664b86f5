// Configurations of the engine's own plugins, read from text; colours of heat.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plugin/builtin.h"

static void numbers_are_separated_by_blanks(void** state) {
  mjtNum values[3] = {0};
  assert_int_equal(lb_configNumbers(" 1  -2.5\n3e2 ", values, 3), 3);
  assert_true(values[0] == 1 && values[1] == -2.5 && values[2] == 300);
  assert_int_equal(lb_configNumbers("", values, 3), 0);
}

static void what_is_no_list_of_numbers_is_refused(void** state) {
  mjtNum values[2];
  assert_int_equal(lb_configNumbers("1 two", values, 2), -1);
  assert_int_equal(lb_configNumbers("1 2x", values, 2), -1);
  assert_int_equal(lb_configNumbers("1 2 3", values, 2), -1);
}

// Blue, green in the middle, red; outside of 0..1 like at the ends.
static void heat_goes_from_blue_to_red(void** state) {
  static const float wanted[5][3] = {{0, 0, 1}, {0, 1, 1}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}};
  for (int i = -2; i < 7; i++) {
    float rgba[4];
    lb_heatColor(rgba, i / 4.0);
    assert_memory_equal(rgba, wanted[i < 0 ? 0 : i > 4 ? 4 : i], sizeof wanted[0]);
  }
}

static void every_plugin_of_the_engine_is_registered(void** state) {
  for (int i = 0; lb_builtinPlugins[i]; i++) {
    assert_non_null(mjp_getPlugin(lb_builtinPlugins[i]->name, NULL));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_separated_by_blanks),
      cmocka_unit_test(what_is_no_list_of_numbers_is_refused),
      cmocka_unit_test(heat_goes_from_blue_to_red),
      cmocka_unit_test(every_plugin_of_the_engine_is_registered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
