// Spheres and capsules in closed form.

#include "collide/collide.h"
#include "collide/pairs_support.h"

static const mjtNum upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const mjtNum alongX[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};

static void two_spheres_touch_between_their_centres(void** state) {
  mjPreContact con;
  const mjtNum a[3] = {0, 0, 0}, b[3] = {0, 0, 1.4};
  assert_int_equal(lb_spheres(&con, a, 1, upright, b, .5, upright, 0), 1);
  assertClose(&con.dist, (mjtNum[]){-.1}, 1, 1e-12);
  assertClose(con.normal, (mjtNum[]){0, 0, 1}, 3, 1e-12);
  assertClose(con.pos, (mjtNum[]){0, 0, .95}, 3, 1e-12);
  const mjtNum far[3] = {0, 0, 1.6};
  assert_int_equal(lb_spheres(&con, a, 1, upright, far, .5, upright, 0), 0);
  assert_int_equal(lb_spheres(&con, a, 1, upright, far, .5, upright, .2), 1);
}

static void a_sphere_meets_the_nearest_point_of_a_capsule(void** state) {
  mjPreContact con;
  const mjtNum capsule[3] = {0, 0, 0}, size[2] = {.2, 1};
  const mjtNum beside[3] = {.45, 0, .7}, above[3] = {.3, 0, 1.4};
  assert_int_equal(lb_sphereCapsule(&con, beside, .3, upright, capsule, upright, size, 0), 1);
  assertClose(&con.dist, (mjtNum[]){-.05}, 1, 1e-12);
  assertClose(con.normal, (mjtNum[]){-1, 0, 0}, 3, 1e-12);
  // beyond its end the nearest point is the end of the axis, at distance .5
  assert_int_equal(lb_sphereCapsule(&con, above, .35, upright, capsule, upright, size, 0), 1);
  assertClose(&con.dist, (mjtNum[]){-.05}, 1, 1e-12);
  assertClose(con.normal, (mjtNum[]){-.6, 0, -.8}, 3, 1e-12);
}

static void a_sphere_meets_faces_edges_and_corners_of_a_box(void** state) {
  mjPreContact con;
  const mjtNum box[3] = {0, 0, 0}, half[3] = {1, 1, 1};
  const mjtNum face[3] = {.2, .3, 1.4}, edge[3] = {.2, 1.3, 1.4}, corner[3] = {1.2, 1.2, 1.1};
  assert_int_equal(lb_sphereBox(&con, face, .5, box, upright, half, 0), 1);
  assertClose(&con.dist, (mjtNum[]){-.1}, 1, 1e-12);
  assert_int_equal(lb_sphereBox(&con, edge, .6, box, upright, half, 0), 1);
  assertClose(&con.dist, (mjtNum[]){-.1}, 1, 1e-12);
  assertClose(con.normal, (mjtNum[]){0, -.6, -.8}, 3, 1e-12);
  assert_int_equal(lb_sphereBox(&con, corner, .4, box, upright, half, 0), 1);
  assertClose(&con.dist, (mjtNum[]){-.1}, 1, 1e-12);
}

static void crossed_capsules_touch_once_parallel_ones_twice(void** state) {
  mjPreContact con[mjMAXCONPAIR];
  const mjtNum size[2] = {.1, 1}, origin[3] = {0, 0, 0}, crossed[3] = {.5, .15, .2};
  assert_int_equal(lb_capsules(con, origin, upright, size, crossed, alongX, size, 0), 1);
  assertClose(&con[0].dist, (mjtNum[]){-.05}, 1, 1e-12);
  assertClose(con[0].normal, (mjtNum[]){0, 1, 0}, 3, 1e-12);
  const mjtNum parallel[3] = {.15, 0, .4};
  assert_int_equal(lb_capsules(con, origin, upright, size, parallel, upright, size, 0), 2);
  for (int i = 0; i < 2; i++) {
    assertClose(&con[i].dist, (mjtNum[]){-.05}, 1, 1e-12);
  }
}

// As far from the barrel as from the cap: it leaves through the barrel.
static void a_sphere_in_a_cylinder_leaves_through_the_barrel(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><geom type='cylinder' size='.5 .25'/><body><freejoint/><geom size='.25'/>"
      "</body></worldbody></mujoco>");
  mju_copy3(scene.d->qpos, (mjtNum[]){.375, 0, .125});
  mj_fwdPosition(scene.m, scene.d);
  assert_int_equal(scene.d->ncon, 1);
  assertClose(&scene.d->contact[0].dist, (mjtNum[]){-.375}, 1, 1e-12);
  assertClose(scene.d->contact[0].frame, (mjtNum[]){-1, 0, 0}, 3, 1e-12);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_spheres_touch_between_their_centres),
      cmocka_unit_test(a_sphere_meets_the_nearest_point_of_a_capsule),
      cmocka_unit_test(a_sphere_meets_faces_edges_and_corners_of_a_box),
      cmocka_unit_test(crossed_capsules_touch_once_parallel_ones_twice),
      cmocka_unit_test(a_sphere_in_a_cylinder_leaves_through_the_barrel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
