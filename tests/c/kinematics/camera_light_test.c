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
    "<camera name='watch' mode='targetbody' target='ball'/>"
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

// COMPAT: SLEEP-STATIC-CAMERA: measured in the peer by moving the camera in the model
static void a_camera_of_the_world_rests_while_its_target_sleeps(void** state) {
  Scene scene = loadScene(watchXml);
  const mjtNum *xmat = scene.d->cam_xmat, *xpos = scene.d->cam_xpos;
  assert_true(scene.d->tree_asleep[0] >= 0);
  scene.d->qpos[7 + 1] = 4;
  mj_forward(scene.m, scene.d);
  assert_float_equal(xmat[2], -.6, 1e-12);
  assert_float_equal(xmat[5], -.8, 1e-12);

  scene.m->cam_targetbodyid[0] = 1;
  scene.m->cam_pos[0] = 5;
  mj_forward(scene.m, scene.d);
  assert_float_equal(xpos[0], 0, 1e-12);
  assert_float_equal(xmat[2], -.6, 1e-12);
  scene.d->qvel[0] = 1;
  mj_forward(scene.m, scene.d);
  assert_float_equal(xpos[0], 5, 1e-12);
  assert_float_equal(xmat[2], -1, 1e-12);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_camera_looks_at_its_target),
      cmocka_unit_test(a_camera_of_the_world_rests_while_its_target_sleeps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
