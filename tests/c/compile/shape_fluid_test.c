// Coefficients of the ellipsoidal fluid model.

#include "compile/compile_support.h"
#include "compile/shape.h"

static void fluidOf(int type, double a, double b, double c, mjtNum fluid[mjNFLUID]) {
  mjsGeom geom;
  memset(&geom, 0, sizeof geom);
  geom.type = type;
  geom.fluid_ellipsoid = 1;
  geom.size[0] = a;
  geom.size[1] = b;
  geom.size[2] = c;
  lb_geomFluid(&geom, fluid);
}

static void a_sphere_moves_half_of_the_fluid_it_displaces(void** state) {
  mjtNum fluid[mjNFLUID], volume = 4.0 / 3 * mjPI * 0.008;
  fluidOf(mjGEOM_SPHERE, 0.2, 0, 0, fluid);
  for (int i = 0; i < 3; i++) {
    ASSERT_NEAR(fluid[6 + i] / volume, 0.5, 1e-6);
    ASSERT_NEAR(fluid[9 + i], 0, 1e-12);
  }
}

static void an_ellipsoid_moves_more_fluid_broadside_than_end_on(void** state) {
  mjtNum fluid[mjNFLUID];
  fluidOf(mjGEOM_ELLIPSOID, 0.4, 0.2, 0.1, fluid);
  assert_true(fluid[6] < fluid[7] && fluid[7] < fluid[8]);
}

static void a_geom_without_the_model_has_no_coefficients(void** state) {
  mjModel* m = compiled("<worldbody><geom size='1'/></worldbody>");
  for (int i = 0; i < mjNFLUID; i++) {
    ASSERT_NEAR(m->geom_fluid[i], 0, 0);
  }
  mj_deleteModel(m);
}

// FLU-26: the quadrature has nodes and weights of 8 decimals, measured on the peer for a leaf.
static void thin_shapes_feel_the_quadrature(void** state) {
  mjtNum fluid[mjNFLUID];
  fluidOf(mjGEOM_ELLIPSOID, 0.5, 0.05, 0.005, fluid);
  static const mjtNum measured[3] = {1.3710111853116377e-6, 5.166050482105887e-5,
                                     5.142104868572831e-3};
  for (int i = 0; i < 3; i++) {
    ASSERT_NEAR(fluid[6 + i] / measured[i], 1, 1e-13);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sphere_moves_half_of_the_fluid_it_displaces),
      cmocka_unit_test(an_ellipsoid_moves_more_fluid_broadside_than_end_on),
      cmocka_unit_test(a_geom_without_the_model_has_no_coefficients),
      cmocka_unit_test(thin_shapes_feel_the_quadrature),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
