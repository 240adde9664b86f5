// Settings of attached models: the rules of the column `model` in api/option_fields.h.

#include "mjcf/parse_support.h"

#include <stdio.h>

// Attaches a model with the child's settings to one with the parent's; NULL: refused.
static mjSpec* attached(const char* policy, const char* parent, const char* childSettings,
                        char error[500]) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><compiler conflict='%s'/>%s<worldbody><frame name='f'/></worldbody></mujoco>",
           policy, parent);
  mjSpec* spec = parseModel(xml);
  snprintf(xml, sizeof xml, "<mujoco>%s<worldbody><body name='b'/></worldbody></mujoco>",
           childSettings);
  mjSpec* child = parseModel(xml);
  mjsElement* made =
      mjs_attach(mjs_findFrame(spec, "f")->element, mjs_findBody(child, "b")->element, "x_", "");
  mj_deleteSpec(child);
  snprintf(error, 500, "%s", mjs_getError(spec));
  if (!made) {
    mj_deleteSpec(spec);
    return NULL;
  }
  return spec;
}

static void merging_takes_the_smaller_step_and_tolerance_and_the_larger_count(void** state) {
  char error[500];
  mjSpec* spec = attached("merge",
                          "<option timestep='.01' tolerance='1e-3' iterations='7'/>"
                          "<size nuserdata='3'/>",
                          "<option timestep='.005' tolerance='1e-2' iterations='9'/>"
                          "<size nuserdata='5'/>",
                          error);
  assert_non_null(spec);
  assert_float_equal(spec->option.timestep, 0.005, 0);
  assert_float_equal(spec->option.tolerance, 1e-3, 0);
  assert_int_equal(spec->option.iterations, 9);
  assert_int_equal(spec->nuserdata, 5);
  mj_deleteSpec(spec);
}

static void merging_refuses_two_gravities(void** state) {
  char error[500];
  assert_null(attached("merge", "<option gravity='0 0 1'/>", "<option gravity='0 0 2'/>", error));
  assert_non_null(strstr(error, "gravity: parent has 0 0 1, child has 0 0 2"));
}

static void what_the_parent_left_out_is_adopted_only_by_merging(void** state) {
  char error[500];
  mjSpec* merged = attached("merge", "", "<option gravity='0 0 2'/>", error);
  mjSpec* warned = attached("warning", "", "<option gravity='0 0 2'/>", error);
  assert_float_equal(merged->option.gravity[2], 2, 0);
  assert_float_equal(warned->option.gravity[2], -9.81, 0);
  assert_int_equal(mjs_numWarnings(warned), 1);
  mj_deleteSpec(merged);
  mj_deleteSpec(warned);
}

static void a_flag_that_either_sets_is_set_and_named(void** state) {
  char error[500];
  mjSpec* spec = attached("merge", "<option><flag contact='disable'/></option>",
                          "<option><flag nativeccd='disable' energy='enable'/></option>", error);
  assert_int_equal(spec->option.disableflags, mjDSBL_CONTACT | mjDSBL_NATIVECCD);
  assert_int_equal(spec->option.enableflags, mjENBL_ENERGY);
  assert_non_null(strstr(error, "flag 'NativeCCD': added from child"));
  assert_non_null(strstr(error, "flag 'Energy': added from child"));
  mj_deleteSpec(spec);
}

static void flags_stand_in_the_order_of_their_bits(void** state) {
#define BIT(bit, name, attribute) bit,
  static const int disable[] = {LB_DISABLE_FLAGS(BIT)}, enable[] = {LB_ENABLE_FLAGS(BIT)};
#undef BIT
  assert_int_equal(sizeof disable / sizeof disable[0], mjNDISABLE);
  assert_int_equal(sizeof enable / sizeof enable[0], mjNENABLE);
  for (int i = 0; i < mjNDISABLE; i++) {
    assert_int_equal(disable[i], 1 << i);
  }
  for (int i = 0; i < mjNENABLE; i++) {
    assert_int_equal(enable[i], 1 << i);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(merging_takes_the_smaller_step_and_tolerance_and_the_larger_count),
      cmocka_unit_test(merging_refuses_two_gravities),
      cmocka_unit_test(what_the_parent_left_out_is_adopted_only_by_merging),
      cmocka_unit_test(a_flag_that_either_sets_is_set_and_named),
      cmocka_unit_test(flags_stand_in_the_order_of_their_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
