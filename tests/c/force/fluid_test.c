// Fluid forces against their formulas.

#include "check.h"
#include "constraint/scenes_support.h"
#include "force/fluid_model.h"

static void a_sphere_in_a_viscous_medium_feels_the_resistance_of_stokes(void** state) {
  Scene s = loadScene(
      "<mujoco><option viscosity='.7'/><worldbody><body><freejoint/>"
      "<geom size='.2' fluidshape='ellipsoid'/></body></worldbody></mujoco>");
  for (int i = 0; i < 6; i++) {
    s.d->qvel[i] = i + 1;
  }
  mj_forward(s.m, s.d);
  for (int i = 0; i < 3; i++) {
    ASSERT_NEAR(s.d->qfrc_fluid[i], -6 * mjPI * 0.2 * 0.7 * (i + 1), 1e-12);
    ASSERT_NEAR(s.d->qfrc_fluid[i + 3], -8 * mjPI * 0.008 * 0.7 * (i + 4), 1e-12);
  }
  freeScene(s);
}

static void fluid_moving_with_the_wind_exerts_no_drag(void** state) {
  Scene s = loadScene(
      "<mujoco><option density='1.2' viscosity='.1' wind='1 -2 .5'/><worldbody>"
      "<body><freejoint/><geom type='box' size='.2 .1 .3'/></body></worldbody></mujoco>");
  s.d->qvel[0] = 1;
  s.d->qvel[1] = -2;
  s.d->qvel[2] = 0.5;
  mj_forward(s.m, s.d);
  for (int i = 0; i < 6; i++) {
    ASSERT_NEAR(s.d->qfrc_fluid[i], 0, 1e-12);
  }
  freeScene(s);
}

// One free body with a geom in a medium, moving.
static Scene drifting(const char* option, const char* geom, const mjtNum velocity[6]) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0' %s/><worldbody><body><freejoint/><geom mass='3' %s/>"
           "</body></worldbody></mujoco>",
           option, geom);
  Scene s = loadScene(xml);
  mju_copy(s.d->qvel, velocity, 6);
  mj_forward(s.m, s.d);
  return s;
}

// -1/2 rho A |v| v with the opposite faces of the box that has the body's inertia, which is the
// geom itself.
static void a_box_feels_drag_with_the_square_of_its_speed(void** state) {
  const mjtNum velocity[6] = {2, -3, 4, 0, 0, 0};
  Scene s = drifting("density='10'", "type='box' size='.1 .2 .3'", velocity);
  mjtNum box[3];
  lb_inertiaBox(s.m, 1, box);
  ASSERT_NUMBERS(box, 1e-12, .2, .4, .6);
  ASSERT_NUMBERS(s.d->qfrc_fluid, 1e-9, -5 * .4 * .6 * 4, 5 * .2 * .6 * 9, -5 * .2 * .4 * 16, 0, 0,
                 0);
  freeScene(s);
}

static void ellipsoids_stand_for_geoms_of_each_shape(void** state) {
  static const struct {
    const char* geom;
    mjtNum semiaxes[3];
  } cases[] = {{"type='sphere' size='.1'", {.1, .1, .1}},
               {"type='capsule' size='.1 .2'", {.1, .1, .3}},
               {"type='cylinder' size='.1 .2'", {.1, .1, .2}},
               {"type='box' size='.1 .2 .3'", {.1, .2, .3}}};
  const mjtNum rest[6] = {0};
  for (int i = 0; i < 4; i++) {
    Scene s = drifting("", cases[i].geom, rest);
    mjtNum r[3];
    lb_geomSemiaxes(s.m, 0, r);
    ASSERT_NUMBERS(r, 1e-15, cases[i].semiaxes[0], cases[i].semiaxes[1], cases[i].semiaxes[2]);
    lbEllipsoid e = lb_describeEllipsoid(s.m, 0);
    ASSERT_NEAR(e.volume, 4. / 3 * mjPI * r[0] * r[1] * r[2], 1e-12);
    freeScene(s);
  }
}

// Of the coefficients one at a time: blunt, slender and angular drag, Kutta and Magnus lift.
static Scene ellipsoid(const char* coefficients, const mjtNum velocity[6]) {
  char geom[300];
  snprintf(geom, sizeof geom,
           "type='ellipsoid' size='.1 .2 .4' fluidshape='ellipsoid' fluidcoef='%s'", coefficients);
  return drifting("density='10'", geom, velocity);
}

// Added masses act too, along the flow of one axis they do nothing.
static void drag_of_an_ellipsoid_is_that_of_its_cross_sections(void** state) {
  const mjtNum alongX[6] = {2, 0, 0, 0, 0, 0}, spin[6] = {0, 0, 0, 0, 0, 3};
  Scene s = ellipsoid(".7 0 0 0 0", alongX);
  ASSERT_NEAR(s.d->qfrc_fluid[0], -10 * .7 * mjPI * .2 * .4 * 4, 1e-9);
  freeScene(s);

  // slender drag takes what is missing to the largest cross section
  const mjtNum alongZ[6] = {0, 0, 2, 0, 0, 0};
  s = ellipsoid("0 .7 0 0 0", alongZ);
  ASSERT_NEAR(s.d->qfrc_fluid[2], -10 * .7 * mjPI * (.2 * .4 - .1 * .2) * 4, 1e-9);
  freeScene(s);

  // a turn meets the fluid with a torque against it
  s = ellipsoid("0 0 .7 0 0", spin);
  assert_true(s.d->qfrc_fluid[5] < 0);
  ASSERT_NUMBERS(s.d->qfrc_fluid, 1e-12, 0, 0, 0, 0, 0);
  freeScene(s);
}

// Lift is perpendicular to the flow, so that it has no power.
static void lift_is_perpendicular_to_the_flow(void** state) {
  const mjtNum slanted[6] = {2, 1, .5, 0, 0, 0}, spinning[6] = {2, 0, 0, 0, 0, 3};
  Scene s = ellipsoid("0 0 0 1 0", slanted);
  assert_true(mju_norm3(s.d->qfrc_fluid) > 1);
  ASSERT_NEAR(mju_dot3(s.d->qfrc_fluid, slanted), 0, 1e-9);
  freeScene(s);

  // Magnus: density times volume times w x v, beside the added mass
  mjtNum force[2][6];
  for (int i = 0; i < 2; i++) {
    s = ellipsoid(i ? "0 0 0 0 1" : "0 0 0 0 0", spinning);
    mju_copy(force[i], s.d->qfrc_fluid, 6);
    freeScene(s);
  }
  mjtNum volume = 4. / 3 * mjPI * .1 * .2 * .4;
  ASSERT_NEAR(force[1][0] - force[0][0], 0, 1e-9);
  ASSERT_NEAR(force[1][1] - force[0][1], 10 * volume * 3 * 2, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sphere_in_a_viscous_medium_feels_the_resistance_of_stokes),
      cmocka_unit_test(fluid_moving_with_the_wind_exerts_no_drag),
      cmocka_unit_test(a_box_feels_drag_with_the_square_of_its_speed),
      cmocka_unit_test(ellipsoids_stand_for_geoms_of_each_shape),
      cmocka_unit_test(drag_of_an_ellipsoid_is_that_of_its_cross_sections),
      cmocka_unit_test(lift_is_perpendicular_to_the_flow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
