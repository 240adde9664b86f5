// Normals of curved geoms at a contact.

#include "collide/sharpen.h"
#include "collide/pairs_support.h"

static const char xml[] =
    "<mujoco><worldbody><geom size='.3' pos='1 0 0'/><geom type='ellipsoid' size='.1 .2 .3'/>"
    "<geom type='cylinder' size='.2 .3' pos='0 0 2'/><geom type='box' size='.1 .1 .1' pos='0 0 "
    "4'/></worldbody></mujoco>";

static void spheres_have_radial_normals(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  mjPreContact con = {.pos = {1 + .18, .24, 0}, .normal = {.9, .1, .1}};
  lb_sharpenNormal(s.m, s.d, 0, -1, &con);
  assertClose(con.normal, (mjtNum[]){.6, .8, 0}, 3, 1e-12);
  // as the second geom it points the other way
  lb_sharpenNormal(s.m, s.d, -1, 0, &con);
  assertClose(con.normal, (mjtNum[]){-.6, -.8, 0}, 3, 1e-12);
  freeScene(s);
}

// COMPAT: COL-36: near the surface the normal is that of the level surface through the point, up to
// the tolerance of the search.
static void ellipsoids_have_the_normal_of_the_nearest_point(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  // on the surface: n ~ (x / a^2, y / b^2, z / c^2)
  mjtNum x = .05, y = .1, z = .3 * sqrt(1 - .25 - .25);
  mjtNum expected[3] = {x / .01, y / .04, z / .09};
  mju_normalize3(expected);
  mjPreContact con = {.pos = {1.001 * x, 1.001 * y, 1.001 * z}};
  mju_copy3(con.normal, expected);
  con.normal[0] += .05;
  mju_normalize3(con.normal);
  lb_sharpenNormal(s.m, s.d, 1, -1, &con);
  assertClose(con.normal, expected, 3, 1e-2);
  freeScene(s);
}

static void barrels_have_radial_normals_and_flat_geoms_keep_what_was_found(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  mjPreContact con = {.pos = {.12, .16, 2}, .normal = {.7, .7, .1}};
  lb_sharpenNormal(s.m, s.d, 2, -1, &con);
  assertClose(con.normal, (mjtNum[]){.6, .8, 0}, 3, 1e-12);
  mjPreContact cap = {.pos = {.05, 0, 2.3}, .normal = {0, .1, .9}}, box = {.normal = {1, 2, 3}};
  lb_sharpenNormal(s.m, s.d, 2, -1, &cap);
  assertClose(cap.normal, (mjtNum[]){0, .1, .9}, 3, 0);
  lb_sharpenNormal(s.m, s.d, 3, -1, &box);
  assertClose(box.normal, (mjtNum[]){1, 2, 3}, 3, 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spheres_have_radial_normals),
      cmocka_unit_test(ellipsoids_have_the_normal_of_the_nearest_point),
      cmocka_unit_test(barrels_have_radial_normals_and_flat_geoms_keep_what_was_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
