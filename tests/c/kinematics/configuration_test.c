// Positions moved by velocities, and their differences.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"

static void the_difference_of_positions_is_the_velocity_that_moved_them(void** state) {
  Scene scene = movingScene();
  const mjModel* m = scene.m;
  mjtNum qpos[64], qvel[64], found[64];
  assert_true(m->nq <= 64);
  memcpy(qpos, scene.d->qpos, m->nq * sizeof(mjtNum));
  for (int i = 0; i < m->nv; i++) {
    qvel[i] = noise(i);
  }
  mj_integratePos(m, qpos, qvel, .3);
  mj_differentiatePos(m, found, .3, scene.d->qpos, qpos);
  assert_near(found, qvel, m->nv, 1e-9);
  freeScene(scene);
}

static void only_quaternions_are_normalized(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mjtNum qpos[7] = {3, 4, 5, 0, 0, 2, 0};
  mj_normalizeQuat(scene.m, qpos);
  static const mjtNum expected[7] = {3, 4, 5, 0, 0, 1, 0};
  assert_near(qpos, expected, 7, 1e-15);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_difference_of_positions_is_the_velocity_that_moved_them),
      cmocka_unit_test(only_quaternions_are_normalized),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
