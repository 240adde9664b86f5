// Cameras and lights.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static const char watchXml[] =
    "<mujoco><option gravity='0 0 -10'><flag sleep='enable'/></option><worldbody>"
    "<camera name='watch' mode='targetbody' target='ball'/><camera/>"
    "<light mode='targetbody' target='ball'/><light/>"
    "<body pos='9 0 0' sleep='init'><freejoint/><geom size='.1'/></body>"
    "<body name='ball' pos='3 0 0'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

static void a_camera_looks_at_its_target(void** state) {
  Scene scene = loadScene(watchXml);
  scene.m->opt.enableflags = 0;
  scene.d->qpos[7 + 1] = 4;
  mj_forward(scene.m, scene.d);

  // along minus its z axis
  assert_float_equal(scene.d->cam_xmat[2], -.6, 1e-12);
  assert_float_equal(scene.d->cam_xmat[5], -.8, 1e-12);
  freeScene(scene);
}

static void it_looks_at_a_body_that_is_awake_while_others_sleep(void** state) {
  Scene scene = loadScene(watchXml);
  assert_true(scene.d->tree_asleep[0] >= 0);
  scene.d->qpos[7 + 1] = 4;
  mj_forward(scene.m, scene.d);
  assert_float_equal(scene.d->cam_xmat[2], -.6, 1e-12);
  assert_float_equal(scene.d->cam_xmat[5], -.8, 1e-12);
  assert_float_equal(scene.d->light_xdir[0], .6, 1e-12);
  assert_float_equal(scene.d->light_xdir[1], .8, 1e-12);
  freeScene(scene);
}

// SLEEP-STATIC-CAMERA
static void what_is_fixed_to_the_world_rests_while_something_sleeps(void** state) {
  Scene scene = loadScene(watchXml);
  scene.m->cam_pos[3] = scene.m->light_pos[3] = 4;
  mj_forward(scene.m, scene.d);
  assert_true(scene.d->cam_xpos[3] == 0 && scene.d->light_xpos[3] == 0);
  scene.m->opt.enableflags = 0;
  mj_forward(scene.m, scene.d);
  assert_true(scene.d->cam_xpos[3] == 4 && scene.d->light_xpos[3] == 4);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_camera_looks_at_its_target),
      cmocka_unit_test(it_looks_at_a_body_that_is_awake_while_others_sleep),
      cmocka_unit_test(what_is_fixed_to_the_world_rests_while_something_sleeps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
