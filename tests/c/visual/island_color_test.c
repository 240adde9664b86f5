// Colours of islands.

#include "visual/island_color.h"
#include "visual/picture_support.h"

static const char* const pairs =
    "<mujoco><worldbody><geom type='plane' size='9 9 1'/>"
    "<body pos='0 0 .09'><freejoint/><geom size='.1'/></body>"
    "<body pos='1 0 .09'><freejoint/><geom size='.1'/></body>"
    "<body pos='2 0 9'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

static void islands_differ_and_what_is_free_is_grey(void** state) {
  Picture p;
  openPicture(&p, pairs, 10);
  assert_int_equal(p.s.d->nisland, 2);
  mjvGeom geom[3] = {0};
  for (int i = 0; i < 3; i++) {
    lb_setIslandColor(p.s.m, p.s.d, 1 + i, &geom[i]);
  }
  assert_int_equal(lb_bodyIsland(p.s.m, p.s.d, 1), 0);
  assert_int_equal(lb_bodyIsland(p.s.m, p.s.d, 3), -1);
  // from the first dof of each: 0 and 6
  assertNear(geom[0].rgba, (mjtNum[]){0.6800000, 0.6152381, 0.2266667, 1}, 4);
  assertNear(geom[1].rgba, (mjtNum[]){0.7760000, 0.2463492, 0.1724444, 1}, 4);
  assertNear(geom[2].rgba, (mjtNum[]){0.7, 0.7, 0.7, 1}, 4);
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(islands_differ_and_what_is_free_is_grey),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
