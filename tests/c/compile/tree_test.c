// The kinematic tree: numbering, checks of whole bodies, alignment of free bodies.

#include "compile/compile_support.h"

static void bodies_and_what_they_hold_are_numbered_depth_first(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a'><body name='aa'><geom name='g2' size='1'/></body>"
      "<geom name='g1' size='1'/></body><body name='b'><geom name='g3' size='1'/>"
      "</body><geom name='g0' size='1'/></worldbody>");
  static const char* const bodies[] = {"world", "a", "aa", "b"};
  static const char* const geoms[] = {"g0", "g1", "g2", "g3"};
  for (int i = 0; i < 4; i++) {
    assert_int_equal(mj_name2id(m, mjOBJ_BODY, bodies[i]), i);
    assert_int_equal(mj_name2id(m, mjOBJ_GEOM, geoms[i]), i);
    assert_int_equal(m->geom_bodyid[i], i);
  }
  mj_deleteModel(m);
}

static void bodies_that_cannot_move_so_are_refused(void** state) {
  static const char* const cases[][2] = {
      {"<body><freejoint/><joint/><geom size='1'/></body>", "more than 6 dofs"},
      {"<body><joint type='ball'/><joint/><geom size='1'/></body>", "ball followed by rotation"},
      {"<body mocap='true'><joint/><geom size='1'/></body>", "mocap body"},
      {"<body><joint/><geom size='1'/><body><geom type='plane' size='1 1 1'/></body></body>",
       "plane only allowed in static bodies"},
      {"<body><joint/><geom type='plane'/></body>", "plane only allowed in static bodies"},
      {"<body><joint/><geom size='1'/><body><freejoint/><geom size='1'/></body></body>",
       "free joint can only be used on top level"},
      {"<joint/>", "joint"},
  };
  for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
    char text[512];
    snprintf(text, sizeof text, "<worldbody>%s</worldbody>", cases[i][0]);
    assertRefused(text, cases[i][1]);
  }
}

static void a_free_body_may_take_its_inertial_frame(void** state) {
  mjModel* m = compiled(
      "<compiler alignfree='true'/><worldbody><body pos='0 0 1'><freejoint/>"
      "<geom type='box' size='.1 .2 .3' pos='1 0 0' euler='0 0 90'/>"
      "<site pos='1 0 0'/></body></worldbody>");
  ASSERT_NUMBERS(m->body_ipos + 3, 0, 0, 0, 0);
  ASSERT_NUMBERS(m->body_iquat + 4, 0, 1, 0, 0, 0);
  ASSERT_NUMBERS(m->qpos0, 1e-15, 1, 0, 1);
  ASSERT_NUMBERS(m->geom_pos, 1e-15, 0, 0, 0);
  ASSERT_NUMBERS(m->site_pos, 1e-15, 0, 0, 0);
  assert_int_equal(m->body_simple[1], 1);
  mj_deleteModel(m);
}

static void a_free_body_with_children_keeps_its_frame(void** state) {
  mjModel* m = compiled(
      "<compiler alignfree='true'/><worldbody><body><freejoint/>"
      "<geom size='.1' pos='1 0 0'/><body/></body></worldbody>");
  ASSERT_NEAR(m->body_ipos[3], 1, 0);
  mj_deleteModel(m);
}

// MODEL-FUSESTATIC: a body counts as having children also when these are joined to it; cameras and
// lights of one that is moved stay where they were given, as those of one that is joined do.
static void bodies_are_aligned_before_static_ones_are_joined(void** state) {
  mjModel* m = compiled(
      "<compiler alignfree='true' fusestatic='true'/><worldbody><body><freejoint/>"
      "<geom size='.1' pos='1 0 0'/><body><site pos='1 0 0'/></body></body><body><freejoint/>"
      "<geom size='.1' pos='1 2 0'/><site pos='1 0 0'/><camera pos='1 0 0'/>"
      "<light pos='0 1 0' dir='1 0 0'/></body></worldbody>");
  assert_int_equal(m->nbody, 3);
  ASSERT_NUMBERS(m->body_ipos + 3, 0, 1, 0, 0, 0, 0, 0);
  ASSERT_NUMBERS(m->site_pos, 0, 1, 0, 0, 0, -2, 0);
  ASSERT_NUMBERS(m->cam_pos, 0, 1, 0, 0);
  ASSERT_NUMBERS(m->light_pos, 0, 0, 1, 0);
  ASSERT_NUMBERS(m->light_dir, 0, 1, 0, 0);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bodies_and_what_they_hold_are_numbered_depth_first),
      cmocka_unit_test(bodies_that_cannot_move_so_are_refused),
      cmocka_unit_test(a_free_body_may_take_its_inertial_frame),
      cmocka_unit_test(a_free_body_with_children_keeps_its_frame),
      cmocka_unit_test(bodies_are_aligned_before_static_ones_are_joined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
