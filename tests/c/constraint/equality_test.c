// Residuals of equality constraints in closed form.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static const char twoBodies[] =
    "<mujoco><worldbody><body name='a'><freejoint/><geom size='.1'/></body><body name='b' pos='1 0 "
    "0'><freejoint/><geom size='.1'/></body></worldbody><equality>%s</equality></mujoco>";

static Scene joined(const char* equality) {
  static char xml[700];
  snprintf(xml, sizeof(xml), twoBodies, equality);
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  return s;
}

static void a_connect_measures_the_way_between_its_points(void** state) {
  Scene s = joined("<connect body1='a' body2='b' anchor='.5 0 0'/>");
  assert_int_equal(s.d->ne, 3);
  assert_true(farthest(s.d->efc_pos, (mjtNum[]){0, 0, 0}, 3) < 1e-12);
  mju_copy3(s.d->qpos, (mjtNum[]){.1, .2, .3});
  mj_forward(s.m, s.d);
  assert_true(farthest(s.d->efc_pos, (mjtNum[]){.1, .2, .3}, 3) < 1e-12);
  freeScene(s);
}

// Half the sine of the angle, about the axis, times the torque scale.
static void a_weld_measures_the_turn(void** state) {
  Scene s = joined("<weld body1='a' body2='b' torquescale='2'/>");
  assert_int_equal(s.d->ne, 6);
  mju_axisAngle2Quat(s.d->qpos + 3, (mjtNum[]){0, 0, 1}, .4);
  mj_forward(s.m, s.d);
  assert_true(farthest(s.d->efc_pos + 3, (mjtNum[]){0, 0, 2 * sin(.2)}, 3) < 1e-12);
  freeScene(s);
}

static void joints_follow_their_polynomial(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='x' axis='0 1 0'/><geom size='.1'/></body><body><joint "
      "name='y' axis='0 1 0'/><geom size='.1'/></body></worldbody><equality><joint joint1='y' "
      "joint2='x' polycoef='.1 2 -3 4 -5'/></equality></mujoco>");
  mjtNum x = .3, y = .7, poly = .1 + 2 * x - 3 * x * x + 4 * x * x * x - 5 * x * x * x * x;
  mjtNum slope = 2 - 6 * x + 12 * x * x - 20 * x * x * x;
  s.d->qpos[0] = x;
  s.d->qpos[1] = y;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ne, 1);
  assert_true(fabs(s.d->efc_pos[0] - (y - poly)) < 1e-12);
  assert_true(farthest(s.d->efc_J, (mjtNum[]){-slope, 1}, 2) < 1e-12);
  freeScene(s);
}

static void what_is_switched_off_has_no_rows(void** state) {
  Scene s = joined("<connect body1='a' body2='b' anchor='.5 0 0'/><weld body1='a' body2='b'/>");
  assert_int_equal(s.d->ne, 9);
  s.d->eq_active[0] = 0;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ne, 6);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_connect_measures_the_way_between_its_points),
      cmocka_unit_test(a_weld_measures_the_turn),
      cmocka_unit_test(joints_follow_their_polynomial),
      cmocka_unit_test(what_is_switched_off_has_no_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
