// Paths of a string around spheres and cylinders, against geometry.

#include "kinematics/tendon_wrap.h"
#include "check.h"
#include "constraint/scenes_support.h"

static void quarter_turn_around_a_cylinder_has_the_length_of_geometry(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom name='c' type='cylinder' size='.3 1'/><site name='p' pos='.3 -1 "
      "0'/>"
      "<site name='q' pos='-1 .3 .5'/><site name='side' pos='1 1 0'/></worldbody>"
      "<tendon><spatial><site site='p'/><geom geom='c' sidesite='side'/><site "
      "site='q'/></spatial></tendon></mujoco>");
  mj_forward(s.m, s.d);
  mjtNum plane = 1 + .3 * mjPI / 2 + 1;
  assert_float_equal(s.d->ten_length[0], sqrt(plane * plane + .25), 1e-12);
  freeScene(s);
}

static void free_path_is_straight(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom name='c' size='.3'/><site name='p' pos='1 -1 0'/><site name='q' "
      "pos='1 1 0'/>"
      "</worldbody><tendon><spatial><site site='p'/><geom geom='c'/><site "
      "site='q'/></spatial></tendon></mujoco>");
  mj_forward(s.m, s.d);
  assert_float_equal(s.d->ten_length[0], 2, 1e-12);
  assert_int_equal(s.d->ten_wrapnum[0], 2);
  freeScene(s);
}

static const mjtNum center[3] = {0, 0, 0}, upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void the_arc_around_a_ball_lies_in_the_plane_of_ends_and_centre(void** state) {
  const mjtNum start[3] = {1, 0, -2}, end[3] = {1, 0, 2}, side[3] = {9, 0, 0};
  mjtNum tangent[6];
  ASSERT_NEAR(lb_wrapTendon(tangent, start, end, center, upright, .5, true, NULL), -1, 0);

  // on the other side of the ball
  const mjtNum behind[3] = {-9, 0, 0};
  ASSERT_NEAR(lb_wrapTendon(tangent, start, end, center, upright, .5, true, side), -1, 0);
  mjtNum length = lb_wrapTendon(tangent, start, end, center, upright, .5, true, behind);
  assert_true(tangent[0] < 0 && tangent[3] < 0);
  for (int k = 0; k < 2; k++) {
    ASSERT_NEAR(mju_norm3(tangent + 3 * k), .5, 1e-12);
    ASSERT_NEAR(tangent[3 * k + 1], 0, 1e-12);

    // tangents meet the radius at a right angle
    mjtNum segment[3];
    mju_sub3(segment, tangent + 3 * k, k ? end : start);
    ASSERT_NEAR(mju_dot3(segment, tangent + 3 * k), 0, 1e-12);
  }

  // r times the angle between the tangent points: each is acos(r / distance) from its end
  mjtNum angle = 2 * (mjPI - atan2(2, 1) - acos(.5 / sqrt(5)));
  ASSERT_NEAR(length, .5 * angle, 1e-9);
}

// On a path through the object both segments make the same angle with the radius.
static void inside_the_string_meets_the_circle_at_equal_angles(void** state) {
  const mjtNum start[3] = {1, .2, 0}, end[3] = {-.1, 1.5, 0}, inside[3] = {.1, 0, 0};
  mjtNum tangent[6];
  mjtNum length = lb_wrapTendon(tangent, start, end, center, upright, .3, false, inside);
  ASSERT_NEAR(length, 0, 1e-12);
  ASSERT_NEAR(mju_norm3(tangent), .3, 1e-9);
  mjtNum a[3], b[3];
  mju_sub3(a, start, tangent);
  mju_sub3(b, end, tangent);
  ASSERT_NEAR(mju_dot3(a, tangent) / mju_norm3(a), mju_dot3(b, tangent) / mju_norm3(b), 1e-5);
}

static void ends_inside_and_objects_without_size_do_not_wrap(void** state) {
  const mjtNum start[3] = {.1, 0, 0}, end[3] = {-1, .1, 0};
  mjtNum tangent[6];
  ASSERT_NEAR(lb_wrapTendon(tangent, start, end, center, upright, .5, true, NULL), -1, 0);
  ASSERT_NEAR(lb_wrapTendon(tangent, end, start, center, upright, 0, true, NULL), -1, 0);
  ASSERT_NEAR(lb_wrapTendon(tangent, center, end, center, upright, .5, false, NULL), -1, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quarter_turn_around_a_cylinder_has_the_length_of_geometry),
      cmocka_unit_test(free_path_is_straight),
      cmocka_unit_test(the_arc_around_a_ball_lies_in_the_plane_of_ends_and_centre),
      cmocka_unit_test(inside_the_string_meets_the_circle_at_equal_angles),
      cmocka_unit_test(ends_inside_and_objects_without_size_do_not_wrap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
