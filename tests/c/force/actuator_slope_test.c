// Slopes of actuator forces against differences, away from and at limits.

#include "force/actuator_slope.h"

#include "force/actuated_support.h"

// Slopes of the first actuator at a length and velocity, and the same by differences.
static void checkSlopes(const char* joint, const char* actuator, mjtNum ctrl, mjtNum act) {
  Scene s = actuated(joint, actuator);
  const mjtNum q = 0.12, v = 0.3, e = 1e-6;
  mjtNum force[4];
  const mjtNum move[4][2] = {{e, 0}, {-e, 0}, {0, e}, {0, -e}};
  for (int k = 0; k < 5; k++) {
    s.d->qpos[0] = q + (k < 4 ? move[k][0] : 0);
    s.d->qvel[0] = v + (k < 4 ? move[k][1] : 0);
    s.d->ctrl[0] = ctrl;
    for (int i = 0; i < s.m->na; i++) {
      s.d->act[i] = act;
    }
    mj_forward(s.m, s.d);
    if (k < 4) {
      force[k] = s.d->actuator_force[0];
    }
  }
  mjtNum gear = s.m->actuator_gear[0];
  lbSlope slope = lb_actuatorSlope(s.m, s.d, 0, &ctrl);
  ASSERT_NEAR(slope.length, (force[0] - force[1]) / (2 * e * gear), 1e-6);
  ASSERT_NEAR(slope.velocity, (force[2] - force[3]) / (2 * e * gear), 1e-6);
  freeScene(s);
}

static void slopes_are_those_of_the_force(void** state) {
  checkSlopes("", "<position joint='h' kp='50' kv='3' gear='2'/>", 0.4, 0);
  checkSlopes("",
              "<general joint='h' gaintype='affine' gainprm='2 -3 -4' biastype='affine' "
              "biasprm='1 -5 -6'/>",
              0.4, 0);
  checkSlopes("",
              "<general joint='h' gaintype='affine' gainprm='2 -3 -4' dyntype='filter' "
              "dynprm='.1'/>",
              0.4, 0.7);
  checkSlopes("", "<dcmotor joint='h' motorconst='.5' resistance='2'/>", 0.4, 0);
  checkSlopes("",
              "<dcmotor joint='h' motorconst='.5' resistance='2' input='pos' "
              "controller='3 0 1'/>",
              0.4, 0);
  checkSlopes("", "<motor joint='h'/>", 0.4, 0);
}

static void slopes_of_muscles_hold_on_every_piece_of_their_curves(void** state) {
  // operating ranges that bring the length to all pieces of the curves
  static const char* const ranges[] = {"-1 1", "-.3 .5", "-.5 .15", "-.5 .05", ".1 1", ".115 .2"};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
    char xml[200];
    snprintf(xml, sizeof xml, "<muscle joint='h' lengthrange='%s' force='10'/>", ranges[i]);
    checkSlopes("", xml, 0.5, 0.6);
  }
}

static void at_its_limit_a_force_does_not_vary(void** state) {
  checkSlopes("", "<position joint='h' kp='50' kv='3' forcerange='-1 1'/>", 2, 0);
}

static void a_bad_control_has_no_slope_where_velocity_does_not_matter(void** state) {
  Scene s = actuated("", "<damper joint='h' kv='0' ctrlrange='0 1'/>");
  mjtNum bad = NAN;
  mj_forward(s.m, s.d);
  assert_float_equal(lb_actuatorSlope(s.m, s.d, 0, &bad).velocity, 0, 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slopes_are_those_of_the_force),
      cmocka_unit_test(slopes_of_muscles_hold_on_every_piece_of_their_curves),
      cmocka_unit_test(at_its_limit_a_force_does_not_vary),
      cmocka_unit_test(a_bad_control_has_no_slope_where_velocity_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
