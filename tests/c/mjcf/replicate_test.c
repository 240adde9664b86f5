// <replicate>: copies of a subtree, one step further each.

#include "spec/spec_support.h"

#define WORLD(content) "<mujoco><worldbody>" content "</worldbody></mujoco>"

static void replicates_copy_names_poses_and_what_refers_to_them(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><replicate count='12' offset='1 0 0' euler='0 0 90' sep='-'>"
      "<body name='b'><joint name='j'/><geom size='1'/></body></replicate></worldbody>"
      "<actuator><motor name='m' joint='j'/></actuator>"
      "<sensor><actuatorpos name='s' actuator='m'/></sensor></mujoco>");
  assert_int_equal(countOf(spec, mjOBJ_BODY), 13);
  assert_int_equal(countOf(spec, mjOBJ_ACTUATOR), 12);
  assert_int_equal(countOf(spec, mjOBJ_SENSOR), 12);
  mjsBody* third = mjs_findBody(spec, "b-02");
  assert_non_null(third);
  // offset, turned by 90 degrees, offset: (1, 1, 0)
  mjsFrame* frame = mjs_getFrame(third->element);
  assert_float_equal(frame->pos[0], 1, 1e-12);
  assert_float_equal(frame->pos[1], 1, 1e-12);
  mjsActuator* motor = mjs_asActuator(mjs_findElement(spec, mjOBJ_ACTUATOR, "m-11"));
  assert_string_equal(mjs_getString(motor->target), "j-11");
  mj_deleteSpec(spec);
}

static void nested_replicates_number_from_inside_out(void** state) {
  mjSpec* spec =
      parseModel(WORLD("<replicate count='2' sep='_'><replicate count='2'><geom name='g' size='1'/>"
                       "</replicate></replicate>"));
  assert_int_equal(countOf(spec, mjOBJ_GEOM), 4);
  assert_non_null(mjs_findElement(spec, mjOBJ_GEOM, "g0_1"));
  assert_null(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  mj_deleteSpec(spec);
}

static void copies_turn_and_move_one_step_further_each(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<replicate count='4' offset='2 0 0' euler='0 0 90'><site name='s'/></replicate>"));
  static const double places[4][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  for (int i = 0; i < 4; i++) {
    char name[3] = {'s', (char)('0' + i), 0};
    const mjsFrame* frame = mjs_getFrame(mjs_findElement(spec, mjOBJ_SITE, name));
    ASSERT_NUMBERS(frame->pos, 1e-12, places[i][0], places[i][1], 0);
    ASSERT_NEAR(fabs(frame->quat[3]), sin(i * M_PI / 4), 1e-12);
  }
  mj_deleteSpec(spec);
}

static void no_copy_takes_away_what_refers_to_the_content(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><replicate count='0'><body><joint name='j'/></body></replicate>"
      "</worldbody><actuator><motor joint='j'/></actuator></mujoco>");
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1);
  assert_int_equal(countOf(spec, mjOBJ_ACTUATOR), 0);
  mj_deleteSpec(spec);
}

static void numbers_have_as_many_digits_as_the_count(void** state) {
  mjSpec* spec = parseModel(WORLD("<replicate count='10'><site name='s'/></replicate>"));
  assert_non_null(mjs_findElement(spec, mjOBJ_SITE, "s00"));
  assert_non_null(mjs_findElement(spec, mjOBJ_SITE, "s09"));
  mj_deleteSpec(spec);
}

static void too_many_copies_are_refused_with_their_place(void** state) {
  const char* message = refusalOf(
      WORLD("\n<replicate count='1000'><replicate count='1000'><site/></replicate></replicate>"));
  ASSERT_SAYS(message, "replicate makes more than 500000 elements");
  ASSERT_SAYS(message, "Element 'replicate', line 2, column ");
}

static void keys_of_copies_have_a_limit(void** state) {
  const char* refusal = refusalOf(
      "<mujoco><worldbody><replicate count='4000' offset='1 0 0'><body><joint/><geom size='1'/>"
      "</body></replicate></worldbody><keyframe><key qpos='1'/></keyframe></mujoco>");
  assert_non_null(strstr(refusal, "copies make keyframes of more than 20000000 numbers"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(replicates_copy_names_poses_and_what_refers_to_them),
      cmocka_unit_test(nested_replicates_number_from_inside_out),
      cmocka_unit_test(copies_turn_and_move_one_step_further_each),
      cmocka_unit_test(no_copy_takes_away_what_refers_to_the_content),
      cmocka_unit_test(numbers_have_as_many_digits_as_the_count),
      cmocka_unit_test(too_many_copies_are_refused_with_their_place),
      cmocka_unit_test(keys_of_copies_have_a_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
