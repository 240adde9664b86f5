// Joints while they are compiled.

#include "compile/compile_support.h"

static void the_axis_is_normalised_and_turned_by_frames(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><frame pos='0 0 1' euler='0 0 90'>"
      "<joint axis='3 0 0' pos='1 0 0'/></frame><geom size='1'/></body></worldbody>");
  ASSERT_NUMBERS(m->jnt_axis, 1e-15, 0, 1, 0);
  ASSERT_NUMBERS(m->jnt_pos, 1e-15, 0, 1, 1);
  mj_deleteModel(m);
}

static void angles_become_radians_and_lengths_stay(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint ref='180' springref='90' range='-90 90'/>"
      "<joint type='slide' ref='2' range='-3 3'/><geom size='1'/></body></worldbody>");
  ASSERT_NUMBERS(m->jnt_range, 1e-15, -mjPI / 2, mjPI / 2, -3, 3);
  ASSERT_NUMBERS(m->qpos0, 1e-15, mjPI, 2);
  ASSERT_NEAR(m->qpos_spring[0], mjPI / 2, 1e-15);
  mj_deleteModel(m);
}

static void a_free_joint_has_neither_limits_nor_anchor(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint type='free' limited='true' range='0 1' pos='1 1 1'/>"
      "<geom size='1'/></body></worldbody>");
  assert_false(m->jnt_limited[0]);
  ASSERT_NUMBERS(m->jnt_pos, 0, 0, 0, 0);
  ASSERT_NUMBERS(m->jnt_axis, 0, 0, 0, 1);
  mj_deleteModel(m);
  // a range that nothing follows from needs no word that says whether it holds
  m = compiled(
      "<compiler autolimits='false'/><worldbody><body><joint type='free' range='0 1'/>"
      "<geom size='1'/></body></worldbody>");
  assert_false(m->jnt_limited[0]);
  mj_deleteModel(m);
}

static void joints_without_sense_are_refused(void** state) {
  static const char* const cases[][2] = {
      {"axis='0 0 0'", "axis too small in joint"},
      {"range='1 0' limited='true'", "range[0] should be smaller than range[1] in joint"},
      {"type='ball' range='10 20' limited='true'", "range[0] should be 0 in ball joint"},
      {"springdamper='1 -1'", "springdamper values must be positive in joint"},
      {"actuatorfrclimited='true' actuatorfrcrange='1 0'", "actfrcrange[0] should be smaller"},
  };
  for (int i = 0; i < 5; i++) {
    char text[256];
    snprintf(text, sizeof text, "<worldbody><body><joint %s/><geom size='1'/></body></worldbody>",
             cases[i][0]);
    assertRefused(text, cases[i][1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_axis_is_normalised_and_turned_by_frames),
      cmocka_unit_test(angles_become_radians_and_lengths_stay),
      cmocka_unit_test(a_free_joint_has_neither_limits_nor_anchor),
      cmocka_unit_test(joints_without_sense_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
