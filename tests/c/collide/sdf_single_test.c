// One signed distance field against triangles and rays.

#include "collide/collide.h"
#include "collide/pairs_support.h"
#include "collide/ray.h"
#include "collide/sdf.h"

// A torus with radii .35 and .15 around z.
static const char xml[] =
    "<mujoco><option sdf_iterations='20'/><extension><plugin plugin='mujoco.sdf.torus'><instance "
    "name='t'/></plugin></extension><asset><mesh name='t'><plugin instance='t'/></mesh></asset>"
    "<worldbody><geom type='sdf' mesh='t'><plugin instance='t'/></geom></worldbody></mujoco>";

static mjtNum torus(const mjtNum x[3]) {
  mjtNum ring = sqrt(x[0] * x[0] + x[1] * x[1]) - .35;
  return sqrt(ring * ring + x[2] * x[2]) - .15;
}

static void a_triangle_meets_the_field_where_it_is_least(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  const mjtNum cutting[9] = {.2, -.1, .1, .6, -.1, .1, .35, .2, .1};
  const mjtNum above[9] = {.2, -.1, .3, .6, -.1, .3, .35, .2, .3};
  mjPreContact con;
  assert_int_equal(lb_collideSdfTriangle(s.m, s.d, &con, 0, cutting), 1);
  assertClose(&con.dist, (mjtNum[]){-.05}, 1, 1e-3);
  assert_int_equal(lb_collideSdfTriangle(s.m, s.d, &con, 0, above), 0);
  freeScene(s);
}

// COMPAT: PLUG-06: the plugin's field is in the frame of the mesh's file.
static void a_ray_ends_on_the_surface(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  const mjtNum from[3] = {.35, 0, 1}, down[3] = {0, 0, -1};
  mjtNum normal[3], x[3], found = lb_raySdf(s.m, s.d, 0, from, down, normal);
  assert_true(found > 0);
  mju_addScl3(x, from, down, found);
  assert_true(fabs(torus(x)) < 1e-4);
  assertClose(normal, (mjtNum[]){0, 0, 1}, 3, 1e-3);
  const mjtNum hole[3] = {0, 0, 1};
  assert_true(lb_raySdf(s.m, s.d, 0, hole, down, normal) < 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_triangle_meets_the_field_where_it_is_least),
      cmocka_unit_test(a_ray_ends_on_the_surface),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
