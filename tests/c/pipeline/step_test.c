// Checks of a step, and its halves.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static const char slidersXml[] =
    "<mujoco><worldbody><body><geom size='.1'/><joint type='slide'/><joint type='slide'/>"
    "<joint type='slide'/><joint type='slide'/><joint type='slide'/><joint type='slide'/>"
    "<body><geom size='.1'/><joint type='slide'/><joint type='slide'/><joint type='slide'/>"
    "<joint type='slide'/><joint type='slide'/></body></body></worldbody></mujoco>";

static void every_bad_number_is_found_at_its_place(void** state) {
  Scene scene = loadScene(slidersXml);
  static const mjtNum bad[] = {NAN, 2 * mjMAXVAL, -INFINITY};
  for (int i = 0; i < scene.m->nq; i++) {
    mj_resetData(scene.m, scene.d);
    scene.d->qpos[i] = bad[i % 3];
    mj_checkPos(scene.m, scene.d);
    assert_int_equal(scene.d->warning[mjWARN_BADQPOS].number, 1);
    assert_int_equal(scene.d->warning[mjWARN_BADQPOS].lastinfo, i);
    assert_float_equal(scene.d->qpos[i], 0, 0);
  }
  freeScene(scene);
}

static void the_largest_allowed_number_is_not_bad(void** state) {
  Scene scene = loadScene(slidersXml);
  for (int i = 0; i < scene.m->nv; i++) {
    scene.d->qvel[i] = i % 2 ? mjMAXVAL : -mjMAXVAL;
  }
  mj_checkVel(scene.m, scene.d);
  assert_int_equal(scene.d->warning[mjWARN_BADQVEL].number, 0);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_bad_number_is_found_at_its_place),
      cmocka_unit_test(the_largest_allowed_number_is_not_bad),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
