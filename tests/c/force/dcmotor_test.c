// DC motors: voltage, winding, heat, servo and friction, each against its formula.

#include "force/dcmotor.h"
#include "force/actuated_support.h"

static void a_motor_settles_where_back_emf_balances_voltage(void** state) {
  Scene s = actuated("damping='.2'",
                     "<dcmotor joint='h' motorconst='.5' resistance='2' inductance='.1'/>");
  s.d->ctrl[0] = 12;
  for (int i = 0; i < 20000; i++) {
    mj_step(s.m, s.d);
  }

  // K i = b w, R i = V - K w
  mjtNum speed = 0.5 * 12 / (0.2 * 2 + 0.5 * 0.5);
  assert_true(fabs(s.d->qvel[0] - speed) < 1e-6);
  assert_true(fabs(s.d->act[0] - 0.2 * speed / 0.5) < 1e-6);
  freeScene(s);
}

static void motor_heat_and_friction_follow_their_equations(void** state) {
  Scene s = actuated("",
                     "<dcmotor joint='h' motorconst='.1' resistance='2' "
                     "thermal='1 2 3 .04 25 20' lugre='10 .2 .3 .4 5'/>");
  s.d->ctrl[0] = 12;
  s.d->act[0] = 10;    // temperature above ambient
  s.d->act[1] = 0.01;  // bristle deflection
  s.d->qvel[0] = 3;
  mj_forward(s.m, s.d);
  mjtNum R = 2 * (1 + 0.04 * (10 + 20 - 25)), current = (12 - 0.1 * 3) / R;
  ASSERT_NEAR(s.d->act_dot[0], (current * current * R - 10 / 1.0) / 2, 1e-10);
  mjtNum g = 0.3 + 0.1 * exp(-0.36), rate = 3 - 10 * 3 / g * 0.01;
  ASSERT_NEAR(s.d->act_dot[1], rate, 1e-10);
  ASSERT_NEAR(s.d->actuator_force[0], 0.1 * current - 10 * 0.01 - 0.2 * rate, 1e-10);
  freeScene(s);
}

static void friction_and_cogging_of_a_motor_are_beyond_its_limit(void** state) {
  Scene s = actuated("",
                     "<dcmotor joint='h' motorconst='.8' resistance='2' saturation='.4' "
                     "lugre='3 4 2 3 5' cogging='1 2 .5'/>");
  s.d->ctrl[0] = 5;
  s.d->qpos[0] = .3;
  s.d->qvel[0] = 1;
  s.d->act[0] = .7;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->actuator_force[0], .4 + sin(2 * .3 + .5) - 3 * .7 - 4 * s.d->act_dot[0], 1e-10);
  freeScene(s);
}

// MOTOR-BRISTLES
static void bristles_move_exactly_whatever_the_integrator(void** state) {
  Scene s = actuated("",
                     "<dcmotor joint='h' motorconst='.1' resistance='2' "
                     "lugre='3 0 .3 .4 5'/>");
  s.m->opt.integrator = mjINT_RK4;
  s.d->act[0] = 0.01;
  s.d->qvel[0] = 3;
  mj_step(s.m, s.d);
  mjtNum v = s.d->actuator_velocity[0], g = 0.3 + 0.1 * exp(-v * v / 25), decay = 3 * fabs(v) / g;
  ASSERT_NEAR(s.d->act[0], 0.01 + (v - decay * 0.01) * (1 - exp(-decay * 0.01)) / decay, 1e-10);
  freeScene(s);
}

// Without an input the voltage is zero: the current is -K w / R, the torque K times that.
static void a_motor_without_input_brakes_by_its_back_emf(void** state) {
  Scene s = actuated("", "<dcmotor joint='h' motorconst='.05' resistance='2' input='none'/>");
  s.d->qvel[0] = 2;
  mj_forward(s.m, s.d);
  assert_int_equal(s.m->nu, 0);
  ASSERT_NEAR(s.d->actuator_force[0], -.05 * .05 * 2 / 2, 1e-10);
  freeScene(s);
}

// torque = kp e + kd (v - w) + ff, and the voltage that yields it at the present speed.
static void a_servo_yields_the_torque_that_it_wants(void** state) {
  Scene s = actuated("",
                     "<dcmotor joint='h' motorconst='.5' resistance='2' controller='3 0 5' "
                     "input='pos vel ff'/>");
  s.d->qpos[0] = .2;
  s.d->qvel[0] = .3;
  s.d->ctrl[0] = 1;
  s.d->ctrl[1] = .4;
  s.d->ctrl[2] = 7;
  mj_forward(s.m, s.d);
  mjtNum torque = 3 * (1 - .2) + 5 * (.4 - .3) + 7;
  ASSERT_NEAR(s.d->actuator_force[0], torque, 1e-12);
  ASSERT_NEAR(lb_motorVoltage(s.m, s.d, 0, s.d->ctrl), torque * 2 / .5 + .5 * .3, 1e-12);
  freeScene(s);
}

// COMPAT: DCMOTOR-VOLTAGE
static void a_voltage_is_added_to_that_of_the_servo(void** state) {
  Scene s = actuated("",
                     "<dcmotor joint='h' motorconst='.5' resistance='2' "
                     "controller='1 0 0 0 0 .5' input='pos voltage'/>");
  s.d->ctrl[0] = 1;
  s.d->ctrl[1] = -3;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->actuator_force[0], .5 * (.5 - 3) / 2, 1e-12);
  freeScene(s);
}

// COMPAT: DCMOTOR-SLEW
static void the_first_input_is_slew_limited_whichever_it_is(void** state) {
  Scene s = actuated("",
                     "<dcmotor joint='h' motorconst='.5' resistance='2' "
                     "controller='1 0 2 .25' input='vel ff'/>");
  s.d->ctrl[0] = s.d->ctrl[1] = 1;
  s.d->qpos[0] = .3;
  mj_forward(s.m, s.d);
  // in a step of .01 the velocity that is wanted rises by .0025
  ASSERT_NEAR(s.d->act_dot[0], .25, 1e-12);
  ASSERT_NEAR(s.d->actuator_force[0], -.3 + 2 * .0025 + 1, 1e-12);
  freeScene(s);
}

static void voltage_slew_and_integral_have_limits(void** state) {
  Scene s = actuated("",
                     "<dcmotor joint='h' motorconst='.5' resistance='2' "
                     "controller='3 4 0 .25 .5 6' input='pos'/>");
  assert_int_equal(s.m->na, 2);
  s.d->ctrl[0] = 1;
  mj_forward(s.m, s.d);

  // in a step of .01 the set-point moves by .0025
  ASSERT_NEAR(s.d->act_dot[0], .25, 1e-12);
  ASSERT_NEAR(s.d->act_dot[1], .0025, 1e-12);
  ASSERT_NEAR(s.d->actuator_force[0], 3 * .0025, 1e-12);

  // beyond its limit the integral does not grow, but may shrink
  s.d->act[1] = .5;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->act_dot[1], 0, 0);
  ASSERT_NEAR(lb_motorNextActivation(s.m, s.d, 0, 1, 3), .5, 0);
  s.d->qpos[0] = .5;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->act_dot[1], .0025 - .5, 1e-12);

  // 6 volts at most
  s.d->act[0] = 100;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(lb_motorVoltage(s.m, s.d, 0, s.d->ctrl), 6, 0);
  ASSERT_NEAR(s.d->actuator_force[0], .5 * 6 / 2, 1e-12);
  freeScene(s);
}

static void the_slope_in_velocity_is_that_of_the_force(void** state) {
  static const char* const motors[] = {"", "input='pos vel' controller='3 0 5'",
                                       "lugre='1 .2 0 0 5'", "input='none'"};
  for (int i = 0; i < 4; i++) {
    char actuator[300];
    snprintf(actuator, sizeof actuator, "<dcmotor joint='h' motorconst='.5' resistance='2' %s/>",
             motors[i]);
    Scene s = actuated("", actuator);
    mjtNum force[2];
    for (int side = 0; side < 2; side++) {
      s.d->qvel[0] = .3 + (side ? 1e-4 : -1e-4);
      mj_forward(s.m, s.d);
      force[side] = s.d->actuator_force[0];
    }
    ASSERT_NEAR(lb_motorVelocitySlope(s.m, 0), (force[1] - force[0]) / 2e-4, 1e-8);
    freeScene(s);
  }
}

static void forward(void* context) {
  Scene* s = context;
  mj_forward(s->m, s->d);
}

static void states_that_the_parameters_do_not_ask_for_are_an_error(void** state) {
  Scene s = actuated("", "<dcmotor joint='h' motorconst='.5' resistance='2' inductance='.1'/>");
  s.m->actuator_dynprm[0] = 0;
  ASSERT_SAYS(
      errorOf(forward, &s),
      "inconsistent state array dimension in DC motor (actuator 0): 1, its parameters need 0");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_motor_settles_where_back_emf_balances_voltage),
      cmocka_unit_test(motor_heat_and_friction_follow_their_equations),
      cmocka_unit_test(friction_and_cogging_of_a_motor_are_beyond_its_limit),
      cmocka_unit_test(bristles_move_exactly_whatever_the_integrator),
      cmocka_unit_test(a_motor_without_input_brakes_by_its_back_emf),
      cmocka_unit_test(a_servo_yields_the_torque_that_it_wants),
      cmocka_unit_test(a_voltage_is_added_to_that_of_the_servo),
      cmocka_unit_test(the_first_input_is_slew_limited_whichever_it_is),
      cmocka_unit_test(voltage_slew_and_integral_have_limits),
      cmocka_unit_test(the_slope_in_velocity_is_that_of_the_force),
      cmocka_unit_test(states_that_the_parameters_do_not_ask_for_are_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
