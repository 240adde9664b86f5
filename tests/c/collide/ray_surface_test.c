// Rays against surfaces of triangles.

#include "collide/pairs_support.h"

static const char xml[] =
    "<mujoco><asset><mesh name='c' vertex='-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 "
    "1 1'/><hfield name='h' nrow='3' ncol='3' size='1 1 1 .1' elevation='0 .5 1 0 .5 1 0 .5 1'/>"
    "</asset><worldbody><geom type='mesh' mesh='c'/><geom type='box' size='1 1 1' pos='0 0 9'/>"
    "<geom type='hfield' hfield='h' pos='0 0 20'/></worldbody></mujoco>";

static void a_cube_of_triangles_is_hit_like_a_box(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  Random random = {3};
  int hits = 0;
  for (int t = 0; t < 200; t++) {
    mjtNum from[3], vec[3], above[3], normal[3], expected[3];
    randomUnit(&random, from, 3);
    mju_scl3(from, from, 4);
    randomVector(&random, vec, 3);
    mju_addToScl3(vec, from, -.5);
    mju_copy3(above, from);
    above[2] += 9;
    mjtNum found = mj_rayMesh(s.m, s.d, 0, from, vec, normal);
    mjtNum box = mju_rayGeom(s.d->geom_xpos + 3, s.d->geom_xmat + 9, s.m->geom_size + 3, above, vec,
                             mjGEOM_BOX, expected);
    assertClose(&found, &box, 1, 1e-6);
    if (found >= 0) {
      assertClose(normal, expected, 3, 1e-6);
      hits++;
    }
  }
  assert_true(hits > 20);
  freeScene(s);
}

// The field rises along x from 0 to 1: z = (x + 1) / 2.
static void a_slope_is_hit_where_it_is(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  mjtNum normal[3], r = 1 / sqrt(5);
  const mjtNum from[3] = {.3, .2, 23}, down[3] = {0, 0, -1};
  mjtNum found = mj_rayHfield(s.m, s.d, 2, from, down, normal);
  assertClose(&found, (mjtNum[]){23 - 20 - .65}, 1, 1e-6);
  assertClose(normal, (mjtNum[]){-r, 0, 2 * r}, 3, 1e-6);
  const mjtNum beside[3] = {1.3, .2, 23};
  assert_true(mj_rayHfield(s.m, s.d, 2, beside, down, normal) < 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cube_of_triangles_is_hit_like_a_box),
      cmocka_unit_test(a_slope_is_hit_where_it_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
