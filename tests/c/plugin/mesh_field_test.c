// Meshes as signed distances.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "constraint/scenes_support.h"
#include "math/random.h"

// The octree through the plugin is the octree without it.
static void meshes_collide_by_their_distances(void** state) {
  const char* plugin[2] = {"", "<plugin instance='i'/>"};
  mjtNum deepest[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    char xml[2000];
    snprintf(xml, sizeof xml,
             "<mujoco><option sdf_initpoints='40'/><extension><plugin plugin='mujoco.sdf.sdflib'>"
             "<instance name='i'/></plugin></extension><asset><mesh name='t' builtin='sphere' "
             "params='3' scale='.3 .2 .1' refpos='.1 0 0' refquat='1 .3 0 0'/></asset><worldbody>"
             "<geom type='sdf' mesh='t'>%s</geom><body pos='-.1 0 .15'><freejoint/><geom "
             "size='.1'/></body></worldbody></mujoco>",
             plugin[k]);
    Scene s = loadScene(xml);
    mj_forward(s.m, s.d);
    assert_true(s.d->ncon > 0);
    for (int i = 0; i < s.d->ncon; i++) {
      deepest[k] = fmin(deepest[k], s.d->contact[i].dist);
    }
    freeScene(s);
  }
  assert_true(deepest[0] < -.005);
  assert_true(fabs(deepest[0] - deepest[1]) < 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(meshes_collide_by_their_distances),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
