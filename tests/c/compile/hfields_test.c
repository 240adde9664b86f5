// Height fields.

#include "compile/compile_support.h"

static void elevations_are_scaled_to_one(void** state) {
  mjModel* m = compiled(
      "<asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='3 5 7 4'/>"
      "<hfield name='flat' nrow='1' ncol='2' size='1 1 1 1'/></asset>");
  mjtNum sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += m->hfield_data[i];
  }
  ASSERT_NEAR(sum, 0 + 0.5 + 1 + 0.25, 1e-7);
  assert_int_equal(m->hfield_adr[1], 4);
  assert_int_equal(m->nhfielddata, 6);
  mj_deleteModel(m);
}

static void fields_without_sense_are_refused(void** state) {
  assertRefused("<asset><hfield name='h' nrow='2' ncol='2' size='1 1 0 1'/></asset>",
                "size parameter is not positive");
  assertRefused("<asset><hfield name='h' size='1 1 1 1'/></asset>", "hfield not specified");
  assertRefused(
      "<asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='1 2 3'/></asset>",
      "elevation data length must match nrow*ncol");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elevations_are_scaled_to_one),
      cmocka_unit_test(fields_without_sense_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
