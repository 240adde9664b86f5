// Wrenches between bodies and from outside.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static void each_body_of_a_hanging_chain_carries_what_hangs_below(void** state) {
  Scene scene = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><body><joint axis='0 1 0'/>"
      "<geom size='.1' mass='1'/><body pos='0 0 -1'><joint axis='0 1 0'/><geom size='.1' mass='2'/>"
      "</body></body></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  mj_rnePostConstraint(scene.m, scene.d);
  assert_float_equal(scene.d->cfrc_int[6 * 1 + 5], 30, 1e-9);
  assert_float_equal(scene.d->cfrc_int[6 * 2 + 5], 20, 1e-9);
  assert_float_equal(scene.d->cacc[6 * 2 + 5], 10, 1e-9);
  freeScene(scene);
}

static void external_wrenches_are_taken_about_the_centre_of_the_tree(void** state) {
  Scene scene = loadScene(
      "<mujoco><option gravity='0 0 0'/><worldbody><body pos='1 2 3'><freejoint/>"
      "<geom size='.1' mass='1'/><body pos='2 0 0'><geom size='.1' mass='1'/></body></body>"
      "</worldbody></mujoco>");
  mjtNum* applied = scene.d->xfrc_applied + 6 * 2;
  applied[1] = 3;
  applied[4] = 4;
  mj_forward(scene.m, scene.d);
  mj_rnePostConstraint(scene.m, scene.d);

  // the arm from the centre of mass is (1, 0, 0)
  const mjtNum* wrench = scene.d->cfrc_ext + 6 * 2;
  assert_float_equal(wrench[4], 3, 1e-12);
  assert_float_equal(wrench[2], 3, 1e-12);
  assert_float_equal(wrench[1], 4, 1e-12);
  freeScene(scene);
}

static void contacts_push_both_bodies(void** state) {
  Scene scene = loadScene(
      "<mujoco><option gravity='0 0 -10' timestep='.005'/><worldbody>"
      "<geom type='plane' size='9 9 1'/><body pos='0 0 .1'><freejoint/>"
      "<geom size='.1' mass='2'/></body></worldbody></mujoco>");
  for (int i = 0; i < 1000; i++) {
    mj_step(scene.m, scene.d);
  }
  mj_forward(scene.m, scene.d);
  mj_rnePostConstraint(scene.m, scene.d);
  assert_float_equal(scene.d->cfrc_ext[6 * 1 + 5], 20, 1e-3);
  assert_float_equal(scene.d->cfrc_ext[5], 0, 0);
  freeScene(scene);
}

// COMPAT: SLEEP-WRENCHES
static void a_sleeping_arm_weighs_on_the_body_that_carries_it(void** state) {
  Scene scene = loadScene(
      "<mujoco><option gravity='0 0 -10'><flag sleep='enable'/></option><worldbody><body>"
      "<geom size='.1' mass='1'/><site name='s'/><body pos='1 0 0'>"
      "<joint type='slide' axis='1 0 0'/><geom size='.1' mass='2'/></body></body></worldbody>"
      "<sensor><force site='s'/></sensor></mujoco>");
  for (int i = 0; i < 20; i++) {
    mj_step(scene.m, scene.d);
    assert_float_equal(scene.d->sensordata[2], 30, 1e-12);
    assert_float_equal(scene.d->cfrc_int[5], 30, 1e-12);
    assert_float_equal(scene.d->cfrc_int[6 * 2 + 5], 20, 1e-12);
  }
  assert_int_equal(scene.d->tree_asleep[0], 0);
  freeScene(scene);
}

static void a_hanging_body_pulls_with_its_weight(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body pos='1 0 2'><geom size='.1' mass='3'/>"
      "<body pos='.5 0 0'><geom size='.1' mass='2'/></body></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  mj_rnePostConstraint(s.m, s.d);
  assert_float_equal(s.d->cfrc_int[6 * 1 + 5], 5 * 9.81, 1e-12);
  assert_float_equal(s.d->cfrc_int[6 * 2 + 5], 2 * 9.81, 1e-12);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_body_of_a_hanging_chain_carries_what_hangs_below),
      cmocka_unit_test(external_wrenches_are_taken_about_the_centre_of_the_tree),
      cmocka_unit_test(contacts_push_both_bodies),
      cmocka_unit_test(a_sleeping_arm_weighs_on_the_body_that_carries_it),
      cmocka_unit_test(a_hanging_body_pulls_with_its_weight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
