// Orientations in other words: axis and angle, axes, a direction, Euler angles.

#include "api/mju_functions.h"
#include "spec/spec_support.h"

// The rotation of an orientation, as a matrix; fails when it is refused.
static void resolve(mjtNum matrix[9], bool degree, const char* sequence, mjsOrientation alt) {
  double quat[4] = {1, 0, 0, 0};
  assert_null(mjs_resolveOrientation(quat, degree, sequence, &alt));
  ASSERT_NEAR(mju_norm(quat, 4), 1, 1e-12);
  mju_quat2Mat(matrix, quat);
}

static void an_axis_and_an_angle_turn_in_degrees_or_radians(void** state) {
  for (int degree = 0; degree < 2; degree++) {
    mjtNum R[9];
    resolve(R, degree, "xyz",
            (mjsOrientation){.type = mjORIENTATION_AXISANGLE,
                             .axisangle = {0, 0, 5, degree ? 90 : M_PI / 2}});
    ASSERT_NUMBERS(R, 1e-12, 0, -1, 0, 1, 0, 0, 0, 0, 1);
  }
}

static void of_two_axes_the_first_is_kept(void** state) {
  mjtNum R[9];
  resolve(R, true, "xyz",
          (mjsOrientation){.type = mjORIENTATION_XYAXES, .xyaxes = {0, 2, 0, -3, 1, 0}});
  ASSERT_NUMBERS(R, 1e-12, 0, -1, 0, 1, 0, 0, 0, 0, 1);
}

static void a_direction_is_reached_by_the_smallest_turn(void** state) {
  static const double directions[][3] = {{1, 0, 0}, {0, 0, 2}, {0, 0, -1}, {1, 2, 3}};
  for (int i = 0; i < 4; i++) {
    mjtNum R[9], unit[3], angle;
    mjsOrientation alt = {.type = mjORIENTATION_ZAXIS};
    memcpy(alt.zaxis, directions[i], sizeof alt.zaxis);
    mju_copy3(unit, directions[i]);
    mju_normalize3(unit);
    resolve(R, true, "xyz", alt);
    ASSERT_NUMBERS(((mjtNum[]){R[2], R[5], R[8]}), 1e-12, unit[0], unit[1], unit[2]);

    // 1 + 2 cos of the angle is the trace
    angle = acos(unit[2]);
    ASSERT_NEAR(R[0] + R[4] + R[8], 1 + 2 * cos(angle), 1e-12);
  }
}

static void euler_angles_turn_about_moving_or_fixed_axes(void** state) {
  // the other way round, fixed axes give the same as moving ones
  mjtNum moving[9], fixed[9];
  resolve(moving, true, "xyz",
          (mjsOrientation){.type = mjORIENTATION_EULER, .euler = {10, 20, 30}});
  resolve(fixed, true, "ZYX", (mjsOrientation){.type = mjORIENTATION_EULER, .euler = {30, 20, 10}});
  for (int i = 0; i < 9; i++) {
    ASSERT_NEAR(fixed[i], moving[i], 1e-12);
  }
  mjtNum quarter[9];
  resolve(quarter, true, "xyz",
          (mjsOrientation){.type = mjORIENTATION_EULER, .euler = {90, 90, 0}});

  // x, then the new y, which is the old z
  ASSERT_NUMBERS(quarter, 1e-12, 0, 0, 1, 1, 0, 0, 0, 1, 0);
}

static void what_gives_no_rotation_is_refused(void** state) {
  static const struct {
    mjsOrientation alt;
    const char* sequence;
    const char* reason;
  } cases[] = {
      {{.type = mjORIENTATION_AXISANGLE}, "xyz", "axisangle too small"},
      {{.type = mjORIENTATION_ZAXIS}, "xyz", "zaxis too small"},
      {{.type = mjORIENTATION_XYAXES}, "xyz", "xaxis too small"},
      {{.type = mjORIENTATION_XYAXES, .xyaxes = {1, 0, 0, 2, 0, 0}}, "xyz", "yaxis too small"},
      {{.type = mjORIENTATION_EULER}, "xyw", "euler sequence can only contain x, y, z, X, Y, Z"}};
  for (int i = 0; i < 5; i++) {
    double quat[4];
    assert_string_equal(mjs_resolveOrientation(quat, true, cases[i].sequence, &cases[i].alt),
                        cases[i].reason);
  }
}

static void orientations_resolve_to_unit_quaternions(void** state) {
  static const struct {
    mjsOrientation orientation;
    double quat[4];
  } cases[] = {
      {{.type = mjORIENTATION_AXISANGLE, .axisangle = {0, 0, 2, 90}},
       {0.70710678118654757, 0, 0, 0.70710678118654757}},
      {{.type = mjORIENTATION_XYAXES, .xyaxes = {0, 1, 0, -1, 0, 0}},
       {0.70710678118654757, 0, 0, 0.70710678118654757}},
      {{.type = mjORIENTATION_ZAXIS, .zaxis = {0, 0, -1}}, {0, 1, 0, 0}},
      {{.type = mjORIENTATION_EULER, .euler = {0, 90, 0}},
       {0.70710678118654757, 0, 0.70710678118654757, 0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    double quat[4] = {1, 0, 0, 0};
    assert_null(mjs_resolveOrientation(quat, 1, "xyz", &cases[i].orientation));
    for (int k = 0; k < 4; k++) {
      assert_float_equal(quat[k], cases[i].quat[k], 1e-15);
    }
  }
  double quat[4];
  const mjsOrientation zero = {.type = mjORIENTATION_AXISANGLE};
  assert_string_equal(mjs_resolveOrientation(quat, 1, "xyz", &zero), "axisangle too small");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_axis_and_an_angle_turn_in_degrees_or_radians),
      cmocka_unit_test(of_two_axes_the_first_is_kept),
      cmocka_unit_test(a_direction_is_reached_by_the_smallest_turn),
      cmocka_unit_test(euler_angles_turn_about_moving_or_fixed_axes),
      cmocka_unit_test(what_gives_no_rotation_is_refused),
      cmocka_unit_test(orientations_resolve_to_unit_quaternions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
