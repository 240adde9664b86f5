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
  // a single shape is where the points are
  assertClose(values, (mjtNum[]){.1, a, a - b, a + b + a}, 4, 1e-12);
  freeScene(scene);
}

static void the_pose_of_a_single_field_counts_for_nothing(void** state) {
  Scene scene = loadScene("<mujoco><worldbody><geom size='.3'/></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  const mjpPlugin* none = NULL;
  int geom = 0;
  mjtGeom type = mjGEOM_SPHERE;
  float single[9] = {0};  // numbers of another length, as nobody set them
  mjSDF sdf = {.plugin = &none,
               .id = &geom,
               .type = mjSDFTYPE_SINGLE,
               .relpos = (mjtNum*)single,
               .relmat = (mjtNum*)(uintptr_t)16,
               .geomtype = &type};
  mjtNum x[3] = {0, 0, 0.5}, gradient[3];
  assert_float_equal(mjc_distance(scene.m, scene.d, &sdf, x), 0.2, 1e-12);
  mjc_gradient(scene.m, scene.d, &sdf, gradient, x);
  assert_float_equal(gradient[2], 1, 1e-12);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_are_slopes_of_the_fields),
      cmocka_unit_test(combinations_follow_their_definition),
      cmocka_unit_test(the_pose_of_a_single_field_counts_for_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
