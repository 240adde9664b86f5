// Signed distance fields.

#include "collide/pairs_support.h"

static void gradients_are_slopes_of_the_fields(void** state) {
  const int types[] = {mjGEOM_PLANE, mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_CYLINDER,
                       mjGEOM_ELLIPSOID};
  Scene scene =
      loadScene("<mujoco><worldbody><geom type='box' size='.3 .4 .5'/></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  Random random = {1};
  for (int i = 0; i < 5; i++) {
    const mjpPlugin* none = NULL;
    int geom = 0;
    mjtGeom type = (mjtGeom)types[i];
    mjtNum zero[3] = {0, 0, 0}, unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    mjSDF sdf = {.plugin = &none, .id = &geom, .relpos = zero, .relmat = unit, .geomtype = &type};
    for (int t = 0; t < 100; t++) {
      mjtNum x[3], gradient[3], slope[3];
      const mjtNum h = 1e-6;
      randomVector(&random, x, 3);
      mjc_gradient(scene.m, scene.d, &sdf, gradient, x);
      for (int k = 0; k < 3; k++) {
        x[k] += h;
        mjtNum high = mjc_distance(scene.m, scene.d, &sdf, x);
        x[k] -= 2 * h;
        mjtNum low = mjc_distance(scene.m, scene.d, &sdf, x);
        x[k] += h;
        slope[k] = (high - low) / (2 * h);
      }
      mju_normalize3(slope);
      assertClose(gradient, slope, 3, 1e-4);
    }
  }
  freeScene(scene);
}

static void combinations_follow_their_definition(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><geom size='.3'/><geom type='box' size='.3 .4 "
      ".5'/></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  const mjpPlugin* none[2] = {NULL, NULL};
  int geoms[2] = {0, 1};
  mjtGeom types[2] = {mjGEOM_SPHERE, mjGEOM_BOX};
  mjtNum relpos[6] = {.1, 0, 0},
         relmat[18] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjSDF sdf = {.plugin = none, .id = geoms, .relpos = relpos, .relmat = relmat, .geomtype = types};
  mjtNum x[3] = {.4, 0, 0}, a = .2, b = .1, values[4];
  for (int type = 0; type < 4; type++) {
    sdf.type = (mjtSDFType)type;
    values[type] = mjc_distance(scene.m, scene.d, &sdf, x);
  }
  assertClose(values, (mjtNum[]){a, a, a - b, a + b + a}, 4, 1e-12);
  freeScene(scene);
}

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

// A large face cuts a torus: every contact lies on the face and is as deep as the field there.
static void faces_of_a_mesh_are_searched(void** state) {
  Scene scene = loadScene(
      "<mujoco><option sdf_initpoints='40' sdf_iterations='0'/>"
      "<extension><plugin plugin='mujoco.sdf.torus'><instance name='t'/></plugin></extension>"
      "<asset><mesh name='t'><plugin instance='t'/></mesh>"
      "<mesh name='m' vertex='-1 -1 0 1 -1 0 0 1 0 0 0 -1' face='0 1 2 0 3 1 1 3 2 2 3 0'/></asset>"
      "<worldbody><body><freejoint/><geom type='sdf' mesh='t'><plugin instance='t'/></geom></body>"
      "<body pos='0 0 -.1'><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  assert_true(scene.d->ncon > 3 && scene.d->ncon <= 40);
  for (int i = 0; i < scene.d->ncon; i++) {
    const mjContact* c = &scene.d->contact[i];
    mjtNum x[3];
    mju_addScl3(x, c->pos, c->frame, c->dist / 2);
    mjtNum ring = sqrt(x[0] * x[0] + x[1] * x[1]) - .35;
    mjtNum expected[2] = {-.1, sqrt(ring * ring + x[2] * x[2]) - .15}, found[2] = {x[2], c->dist};
    assertClose(found, expected, 2, 1e-6);
    for (int k = 0; k < i; k++) {
      assert_true(mju_dist3(c->pos, scene.d->contact[k].pos) > 1e-9);
    }
  }
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_are_slopes_of_the_fields),
      cmocka_unit_test(combinations_follow_their_definition),
      cmocka_unit_test(inside_a_box_the_depth_bends_towards_its_faces),
      cmocka_unit_test(faces_of_a_mesh_are_searched),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
