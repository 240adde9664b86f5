// Fields of single shapes in closed form.

#include "collide/pairs_support.h"
#include "collide/sdf.h"

// COMPAT: SDF-BOX: depths measured elsewhere.
static void inside_a_box_the_depth_bends_towards_its_faces(void** state) {
  Scene scene =
      loadScene("<mujoco><worldbody><geom type='box' size='.15 .1 .2'/></worldbody></mujoco>");
  const mjpPlugin* none = NULL;
  int geom = 0;
  mjtGeom type = mjGEOM_BOX;
  mjSDF sdf = {.plugin = &none, .id = &geom, .geomtype = &type};
  const mjtNum cases[3][4] = {{-0.0405554, 0.0274997, -0.0186116, -0.117495},
                              {-0.0302786, -0.000207686, -0.0120492, -0.183959},
                              {0.00847548, 0.0287752, 0.107906, -0.118518}};
  for (int i = 0; i < 3; i++) {
    mjtNum distance = mjc_distance(scene.m, scene.d, &sdf, cases[i]);
    assertClose(&distance, cases[i] + 3, 1, 1e-6);
  }
  freeScene(scene);
}

static mjtNum fieldAt(Scene s, mjtNum x, mjtNum y, mjtNum z) {
  const mjtNum point[3] = {x, y, z};
  return lb_geomField(s.m, s.d, 0, point, NULL);
}

static void spheres_and_capsules_have_their_distance(void** state) {
  Scene ball = loadScene("<mujoco><worldbody><geom size='.3'/></worldbody></mujoco>");
  Scene rod =
      loadScene("<mujoco><worldbody><geom type='capsule' size='.1 .4'/></worldbody></mujoco>");
  mj_forward(ball.m, ball.d);
  mj_forward(rod.m, rod.d);
  mjtNum found[4] = {fieldAt(ball, .6, 0, .8), fieldAt(ball, .1, 0, 0), fieldAt(rod, .3, 0, .2),
                     fieldAt(rod, 0, .3, .8)};
  assertClose(found, (mjtNum[]){.7, -.2, .2, .4}, 4, 1e-12);
  freeScene(ball);
  freeScene(rod);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inside_a_box_the_depth_bends_towards_its_faces),
      cmocka_unit_test(spheres_and_capsules_have_their_distance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
