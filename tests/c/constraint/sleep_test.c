// Sleeping islands: who sleeps, who wakes, and that nothing else changes.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

// Two boxes on each other, one beside, one falling from above later.
static const char boxesXml[] =
    "<mujoco><option timestep='.005'><flag sleep='enable'/></option><worldbody>"
    "<geom type='plane' size='9 9 1'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='0 0 .3'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='2 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "</worldbody></mujoco>";

static void step(Scene scene, int count) {
  for (int i = 0; i < count; i++) {
    mj_step(scene.m, scene.d);
  }
}

static void resting_islands_fall_asleep_as_cycles(void** state) {
  Scene scene = loadScene(boxesXml);
  step(scene, 200);
  const mjData* d = scene.d;
  assert_int_equal(d->tree_asleep[0], 1);
  assert_int_equal(d->tree_asleep[1], 0);
  assert_int_equal(d->tree_asleep[2], 2);
  assert_int_equal(d->nv_awake, 0);
  assert_int_equal(d->nefc, 0);
  assert_true(mju_isZero(d->qvel, scene.m->nv));
  freeScene(scene);
}

static void a_touched_velocity_force_or_position_wakes_the_island(void** state) {
  Scene scene = loadScene(boxesXml);
  for (int k = 0; k < 4; k++) {
    mj_resetData(scene.m, scene.d);
    step(scene, 200);
    mjData* d = scene.d;
    mjtNum* touched[4] = {d->qvel, d->qfrc_applied + 6, d->xfrc_applied + 6 * 2 + 2, d->qpos + 2};
    *touched[k] += k == 3 ? 1e-9 : -0.0;
    if (k < 3) {
      *touched[k] = -0.0;
    }
    step(scene, 1);
    assert_true(d->tree_asleep[0] < 0 && d->tree_asleep[1] < 0);
    assert_int_equal(d->tree_asleep[2], 2);
  }
  freeScene(scene);
}

static void contact_with_an_awake_tree_wakes_the_island(void** state) {
  Scene scene = loadScene(boxesXml);
  step(scene, 200);
  mjData* d = scene.d;

  // throw the lone box at the pile
  d->qvel[12] = -8;
  bool woken = false;
  for (int i = 0; i < 200 && !woken; i++) {
    step(scene, 1);
    woken = d->tree_asleep[0] < 0;
  }
  assert_true(woken && d->tree_asleep[1] < 0);
  freeScene(scene);
}

static void a_policy_forbids_sleep_or_starts_with_it(void** state) {
  Scene scene = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody>"
      "<body sleep='never'><joint/><geom size='.1'/></body>"
      "<body pos='1 0 3' sleep='init'><freejoint/><geom size='.1'/></body>"
      "</worldbody></mujoco>");
  assert_int_equal(scene.d->tree_asleep[1], 1);
  step(scene, 100);
  assert_true(scene.d->tree_asleep[0] < 0);
  assert_int_equal(scene.d->tree_asleep[1], 1);
  assert_true(scene.d->qpos[3] == 3);
  freeScene(scene);
}

static void inverse_dynamics_of_a_sleeping_tree_leaves_out_its_bias(void** state) {
  Scene scene = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody>"
      "<body sleep='init'><freejoint/><geom size='.1' mass='2'/><body pos='.3 0 0'>"
      "<joint type='slide' axis='0 0 1' stiffness='10' springref='1'/>"
      "<geom size='.1' mass='3'/></body></body>"
      "<body pos='1 0 3'><freejoint/><geom size='.1' mass='2'/></body></worldbody></mujoco>");
  mjData* d = scene.d;
  mj_forward(scene.m, d);
  mju_zero(d->qacc, scene.m->nv);
  mj_inverse(scene.m, d);
  assert_true(d->qfrc_inverse[2] == 0);
  assert_true(fabs(d->qfrc_inverse[6] + 10) < 1e-12);
  assert_true(fabs(d->qfrc_inverse[9] - 2 * 9.81) < 1e-12);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(resting_islands_fall_asleep_as_cycles),
      cmocka_unit_test(a_touched_velocity_force_or_position_wakes_the_island),
      cmocka_unit_test(contact_with_an_awake_tree_wakes_the_island),
      cmocka_unit_test(a_policy_forbids_sleep_or_starts_with_it),
      cmocka_unit_test(inverse_dynamics_of_a_sleeping_tree_leaves_out_its_bias),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
