// Sizes, end points and bounds of primitive shapes.

#include "compile/compile_support.h"

static void end_points_give_centre_length_and_direction(void** state) {
  mjModel* m = compiled(
      "<worldbody><geom type='capsule' size='.1' fromto='1 0 0 3 0 0'/>"
      "<geom type='box' size='.1' fromto='0 0 0 0 2 0'/></worldbody>");
  mjtNum z[3] = {0, 0, 1}, axis[3];
  ASSERT_NUMBERS(m->geom_pos, 0, 2, 0, 0, 0, 1, 0);
  ASSERT_NUMBERS(m->geom_size, 1e-15, 0.1, 1, 0, 0.1, 0.1, 1);
  mju_rotVecQuat(axis, z, m->geom_quat);
  ASSERT_NEAR(fabs(axis[0]), 1, 1e-15);
  mju_rotVecQuat(axis, z, m->geom_quat + 4);
  ASSERT_NEAR(fabs(axis[1]), 1, 1e-15);
  mj_deleteModel(m);
}

static void end_points_are_for_shapes_with_a_length(void** state) {
  assertRefused("<worldbody><geom type='sphere' size='1' fromto='0 0 0 1 0 0'/></worldbody>",
                "fromto requires capsule, cylinder, box or ellipsoid");
  assertRefused(
      "<worldbody><geom type='capsule' size='1' pos='1 0 0' fromto='0 0 0 1 0 0'/>"
      "</worldbody>",
      "both pos and fromto defined");
}

static void sizes_that_count_must_be_positive(void** state) {
  assertRefused("<worldbody><geom type='capsule' size='1 0'/></worldbody>", "size 1 must be");
  assertRefused("<worldbody><geom type='box' size='1 1 0'/></worldbody>", "size 2 must be");
  assertRefused("<worldbody><geom type='plane' size='1 1 0'/></worldbody>", "plane size(3)");
  assertRefused("<worldbody><geom type='plane' size='nan 1 1'/></worldbody>", "nan size in geom");
  assertRefused("<worldbody><geom size='1 1 nan'/></worldbody>", "nan size in geom");
  // a plane may be endless, and a sphere has one size
  mj_deleteModel(
      compiled("<worldbody><geom type='plane' size='0 0 1'/><geom size='1 0 0'/>"
               "</worldbody>"));
}

static void bounds_hold_the_shape(void** state) {
  mjModel* m = compiled(
      "<worldbody><geom type='capsule' size='.1 .3'/>"
      "<geom type='cylinder' size='3 4'/><geom type='box' size='1 2 2'/>"
      "<geom type='ellipsoid' size='1 3 2'/></worldbody>");
  ASSERT_NUMBERS(m->geom_rbound, 1e-15, 0.4, 5, 3, 3);
  ASSERT_NUMBERS(m->geom_aabb, 1e-15, 0, 0, 0, .1, .1, .4, 0, 0, 0, 3, 3, 4, 0, 0, 0, 1, 2, 2);
  mj_deleteModel(m);
}

static void a_plane_bounds_all_that_lies_below_it(void** state) {
  mjModel* m = compiled("<worldbody><geom type='plane' size='1 1 1'/></worldbody>");
  ASSERT_NEAR(m->geom_aabb[2] + m->geom_aabb[5], 0, 0);
  assert_true(m->geom_aabb[5] > 1e9);
  ASSERT_NEAR(m->geom_rbound[0], 0, 0);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(end_points_give_centre_length_and_direction),
      cmocka_unit_test(end_points_are_for_shapes_with_a_length),
      cmocka_unit_test(sizes_that_count_must_be_positive),
      cmocka_unit_test(bounds_hold_the_shape),
      cmocka_unit_test(a_plane_bounds_all_that_lies_below_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
