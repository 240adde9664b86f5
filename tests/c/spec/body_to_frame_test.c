// Bodies turned into frames: what they weigh stays.

#include "mjcf/parse_support.h"

#include <stdio.h>

static double massAfter(const char* content, bool compileBefore, double center[3]) {
  char xml[1000];
  snprintf(xml, sizeof xml, "<mujoco><worldbody>%s</worldbody></mujoco>", content);
  mjSpec* spec = parseModel(xml);
  if (compileBefore) {
    mj_deleteModel(mj_compile(spec, NULL));
  }
  mjsBody* body = mjs_findBody(spec, "b");
  assert_non_null(mjs_bodyToFrame(&body));
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(m->nbody, 2);
  double mass = m->body_mass[1];
  memcpy(center, m->body_ipos + 3, 3 * sizeof(double));
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  return mass;
}

static void an_inertial_goes_to_the_parent_after_compiling(void** state) {
  double center[3];
  // a ball of 2 kg at the origin, and 3 kg at x = 1 + 1.5: the centre is at 1.5
  assert_float_equal(
      massAfter("<body name='a'><freejoint/><geom size='.1' mass='2'/><frame pos='1 0 0'>"
                "<body name='b' euler='0 0 90'><inertial pos='0 -1.5 0' mass='3'"
                " diaginertia='1 1 1'/><geom size='.1' mass='50'/></body></frame></body>",
                true, center),
      5, 1e-12);
  assert_float_equal(center[0], 1.5, 1e-12);
  assert_float_equal(center[1], 0, 1e-12);
}

static void geoms_count_for_a_parent_with_an_inertial_after_compiling(void** state) {
  double center[3];
  assert_float_equal(massAfter("<body name='a'><freejoint/><inertial pos='0 0 0' mass='3'"
                               " diaginertia='1 1 1'/><body name='b' pos='1 0 0'>"
                               "<geom size='.1' mass='1'/></body></body>",
                               true, center),
                     4, 1e-12);
  assert_float_equal(center[0], 0.25, 1e-12);
}

static void geoms_alone_move_with_their_mass(void** state) {
  double center[3];
  for (int compiled = 0; compiled < 2; compiled++) {
    assert_float_equal(massAfter("<body name='a'><freejoint/><geom size='.1' mass='1'/>"
                                 "<body name='b' pos='1 0 0'><geom size='.1' mass='1'/></body>"
                                 "</body>",
                                 compiled, center),
                       2, 1e-12);
    assert_float_equal(center[0], 0.5, 1e-12);
  }
}

static void bodies_inside_keep_their_own_inertial(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><body name='b'><body name='c'><joint/><inertial pos='1 2 3' mass='3'"
      " diaginertia='1 1 1'/></body></body></worldbody></mujoco>");
  mj_deleteModel(mj_compile(spec, NULL));
  mjsBody* body = mjs_findBody(spec, "b");
  assert_non_null(mjs_bodyToFrame(&body));
  mjModel* m = mj_compile(spec, NULL);
  assert_float_equal(m->body_mass[1], 3, 0);
  assert_float_equal(m->body_ipos[4], 2, 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// What the last compilation fused, and scaled to a total, is not what the bodies weigh.
static void fused_bodies_and_scaled_masses_count_as_they_were_given(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><compiler fusestatic='true' settotalmass='50'/><worldbody><body "
      "name='a'><freejoint/>"
      "<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/><body name='b' pos='1 0 0'>"
      "<inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/></body></body></worldbody></mujoco>");
  mj_deleteModel(mj_compile(spec, NULL));
  mjsBody* body = mjs_findBody(spec, "b");
  assert_non_null(mjs_bodyToFrame(&body));
  assert_float_equal(mjs_findBody(spec, "a")->mass, 5, 1e-12);
  assert_float_equal(mjs_findBody(spec, "a")->ipos[0], 0.6, 1e-12);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_inertial_goes_to_the_parent_after_compiling),
      cmocka_unit_test(geoms_count_for_a_parent_with_an_inertial_after_compiling),
      cmocka_unit_test(geoms_alone_move_with_their_mass),
      cmocka_unit_test(bodies_inside_keep_their_own_inertial),
      cmocka_unit_test(fused_bodies_and_scaled_masses_count_as_they_were_given),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
