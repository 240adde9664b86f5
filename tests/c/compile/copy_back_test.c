// mj_copyBack: from an edited model back to its spec.

#include "compile/compile_support.h"

static mjSpec* parse(const char* content) {
  char xml[2048], error[1000] = "";
  snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", content);
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) {
    fail_msg("%s", error);
  }
  return spec;
}

static void edits_are_there_when_the_spec_is_compiled_again(void** state) {
  mjSpec* spec = parse(
      "<worldbody><frame pos='1 0 0'><body name='a'><joint range='0 90'/>"
      "<geom size='1'/></body></frame></worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  m->geom_size[0] = 2;
  m->body_mass[1] = 7;
  m->opt.timestep = 0.25;
  assert_int_equal(mj_copyBack(spec, m), 1);
  mjModel* again = mj_compile(spec, NULL);
  ASSERT_NEAR(again->geom_size[0], 2, 0);
  ASSERT_NEAR(again->body_mass[1], 7, 0);
  ASSERT_NEAR(again->opt.timestep, 0.25, 0);
  // the pose includes the frame, angles are radians: neither applies twice
  ASSERT_NEAR(again->body_pos[3], 1, 0);
  ASSERT_NEAR(again->jnt_range[1], mjPI / 2, 1e-15);
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(spec);
}

static void what_the_compiler_found_stays_for_it_to_find(void** state) {
  mjSpec* spec = parse("<worldbody><body><freejoint/><geom size='1'/></body></worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(mj_copyBack(spec, m), 1);
  assert_true(isnan(spec->stat.extent));
  m->stat.extent = 9;
  assert_int_equal(mj_copyBack(spec, m), 1);
  ASSERT_NEAR(spec->stat.extent, 9, 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void a_model_of_another_spec_is_refused(void** state) {
  mjSpec* spec = parse("<worldbody><geom size='1'/></worldbody>");
  mjModel* other = compiled("<worldbody><geom size='1'/><geom size='1'/></worldbody>");
  assert_int_equal(mj_copyBack(spec, other), 0);
  assert_non_null(strstr(mjs_getError(spec), "has not been compiled"));
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(mj_copyBack(spec, other), 0);
  assert_non_null(strstr(mjs_getError(spec), "incompatible models"));
  mj_deleteModel(m);
  mj_deleteModel(other);
  mj_deleteSpec(spec);
}

// The pose and size of a segment say all: saved text has no segment, neither in elements nor in
// their class, and compiles to the same model. COMPAT: TOOL-03: classes are saved without a
// segment.
static void a_segment_is_saved_as_pose_and_size_after_copying_back(void** state) {
  mjSpec* spec = parse(
      "<default><default class='rod'><geom type='capsule' size='.1' fromto='0 0 0 0 0 "
      "3'/></default>"
      "</default><worldbody><body><freejoint/><geom class='rod'/>"
      "<geom type='box' size='.1' fromto='0 0 0 0 0 1'/>"
      "<site type='cylinder' size='.1' fromto='0 0 0 1 0 1'/></body>"
      "<frame pos='1 0 0'><geom class='rod'/></frame></worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  for (int round = 0; round < 2; round++) {
    char text[4000], error[500] = "";
    assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), 0);
    assert_null(strstr(text, "nan"));
    assert_true(round == 0 || !strstr(text, "fromto"));
    mjSpec* read = mj_parseXMLString(text, NULL, error, sizeof error);
    mjModel* again = mj_compile(read, NULL);
    ASSERT_NEAR(distance(again->geom_pos, m->geom_pos, 9), 0, 1e-15);
    ASSERT_NEAR(distance(again->geom_quat, m->geom_quat, 12), 0, 1e-15);
    ASSERT_NEAR(distance(again->geom_size, m->geom_size, 9), 0, 1e-15);
    ASSERT_NEAR(distance(again->site_quat, m->site_quat, 4), 0, 1e-15);
    mj_deleteModel(again);
    mj_deleteSpec(read);
    assert_int_equal(mj_copyBack(spec, m), 1);
  }
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(edits_are_there_when_the_spec_is_compiled_again),
      cmocka_unit_test(what_the_compiler_found_stays_for_it_to_find),
      cmocka_unit_test(a_model_of_another_spec_is_refused),
      cmocka_unit_test(a_segment_is_saved_as_pose_and_size_after_copying_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
