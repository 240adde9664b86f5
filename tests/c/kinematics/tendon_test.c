// Lengths and Jacobians of tendons.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "check.h"
#include "constraint/scenes_support.h"

static void a_fixed_tendon_is_a_linear_combination_of_joints(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><body><joint name='a'/><joint name='b' type='slide'/><geom size='.1'/>"
      "</body></worldbody><tendon><fixed><joint joint='a' coef='2'/><joint joint='b' coef='-3'/>"
      "</fixed></tendon></mujoco>");
  scene.d->qpos[0] = .5;
  scene.d->qpos[1] = .25;
  mj_forward(scene.m, scene.d);
  assert_float_equal(scene.d->ten_length[0], 2 * .5 - 3 * .25, 1e-15);
  assert_float_equal(scene.d->ten_J[0], 2, 0);
  assert_float_equal(scene.d->ten_J[1], -3, 0);
  freeScene(scene);
}

static void behind_a_pulley_lengths_count_divided(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><site name='p'/><site name='q' pos='1 0 0'/><site name='r' pos='1 2 0'/>"
      "</worldbody><tendon><spatial><site site='p'/><site site='q'/><pulley divisor='4'/>"
      "<site site='q'/><site site='r'/></spatial></tendon></mujoco>");
  mj_forward(scene.m, scene.d);
  assert_float_equal(scene.d->ten_length[0], 1 + 2. / 4, 1e-15);
  freeScene(scene);
}

// SLEEP-TENDON
static void a_sleeping_tendon_has_no_length_and_no_jacobian(void** state) {
  Scene scene = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><site name='w'/>"
      "<body pos='1 0 0' sleep='init'><freejoint/><geom size='.1'/><site name='s'/></body>"
      "<body pos='3 0 0'><freejoint/><geom size='.1'/></body></worldbody>"
      "<tendon><spatial><site site='w'/><site site='s'/></spatial></tendon></mujoco>");
  assert_true(scene.d->tree_asleep[0] >= 0);
  mj_forward(scene.m, scene.d);
  assert_float_equal(scene.d->ten_length[0], 0, 0);
  for (int i = 0; i < scene.m->nJten; i++) {
    assert_float_equal(scene.d->ten_J[i], 0, 0);
  }
  freeScene(scene);
}

static void tendonsOf(void* scene) {
  mj_tendon(((Scene*)scene)->m, ((Scene*)scene)->d);
}

static void the_side_of_a_wrap_is_a_site_or_none(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><site name='a'/><site name='b' pos='1 0 0'/><body pos='.5 .1 0'>"
      "<joint/><geom name='g' size='.2'/></body></worldbody><tendon><spatial><site site='a'/>"
      "<geom geom='g' sidesite='b'/><site site='b'/></spatial></tendon></mujoco>");
  for (int side = -1; side < 2; side++) {
    s.m->wrap_prm[1] = side;
    tendonsOf(&s);
  }
  s.m->wrap_prm[1] = 2;
  ASSERT_SAYS(errorOf(tendonsOf, &s), "invalid sideid 2");
  s.m->wrap_prm[1] = -2;
  ASSERT_SAYS(errorOf(tendonsOf, &s), "invalid sideid -2");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_fixed_tendon_is_a_linear_combination_of_joints),
      cmocka_unit_test(behind_a_pulley_lengths_count_divided),
      cmocka_unit_test(a_sleeping_tendon_has_no_length_and_no_jacobian),
      cmocka_unit_test(the_side_of_a_wrap_is_a_site_or_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
