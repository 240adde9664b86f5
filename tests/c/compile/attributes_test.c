// Attributes that elements of several kinds share.

#include "compile/compile_support.h"

static void a_range_limits_where_autolimits_is_on(void** state) {
  mjModel* m = compiled(
      "<compiler angle='radian'/><worldbody><body><joint range='-1 1'/>"
      "<joint axis='1 0 0'/><joint axis='0 1 0' limited='false' range='-1 1'/>"
      "<geom size='1'/></body></worldbody>");
  assert_true(m->jnt_limited[0]);
  assert_false(m->jnt_limited[1]);
  assert_false(m->jnt_limited[2]);
  mj_deleteModel(m);
}

static void without_autolimits_a_range_needs_a_word(void** state) {
  assertRefused(
      "<compiler autolimits='false'/><worldbody><body><joint range='0 1'/>"
      "<geom size='1'/></body></worldbody>",
      "joint has `range` but not `limited`");
  assertRefused(
      "<compiler autolimits='false'/><worldbody><body><joint name='j'/><geom size='1'/>"
      "</body></worldbody><actuator><motor joint='j' forcerange='-1 1'/></actuator>",
      "actuator has `forcerange` but not `forcelimited`");
}

static void user_data_fit_the_size_that_is_declared(void** state) {
  assertRefused(
      "<size nuser_jnt='1'/><worldbody><body><joint name='j' user='1 2'/>"
      "<geom size='1'/></body></worldbody>",
      "user has more values than nuser_jnt in joint 'j'");
  mjModel* m = compiled("<size nuser_geom='3'/><worldbody><geom size='1' user='7'/></worldbody>");
  ASSERT_NUMBERS(m->geom_user, 0, 7, 0, 0);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_range_limits_where_autolimits_is_on),
      cmocka_unit_test(without_autolimits_a_range_needs_a_word),
      cmocka_unit_test(user_data_fit_the_size_that_is_declared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
