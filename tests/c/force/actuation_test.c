// Actuators: force laws, activation dynamics and limits, each against its formula.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "force/activation.h"

// A hinge "h", a slide "s", a ball joint "b" and a tendon "t" = h + 2 s, with the given actuators.
static Scene actuated(const char* attributes, const char* actuators) {
  static char xml[4000];
  snprintf(xml, sizeof(xml),
           "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody>"
           "<body><joint name='h' axis='0 1 0' %s/><geom size='.1' pos='.2 0 0'/></body>"
           "<body pos='1 0 0'><joint name='s' type='slide'/><geom size='.1'/></body>"
           "<body pos='2 0 0'><joint name='b' type='ball'/><geom size='.1'/></body>"
           "</worldbody><tendon><fixed name='t' actuatorfrclimited='true' actuatorfrcrange='-4 4'>"
           "<joint joint='h' coef='1'/><joint joint='s' coef='2'/></fixed></tendon>"
           "<actuator>%s</actuator></mujoco>",
           attributes, actuators);
  return loadScene(xml);
}

static void near(mjtNum expected, mjtNum actual) {
  if (!(fabs(expected - actual) <= 1e-10 * (1 + fabs(expected)))) {
    fail_msg("expected %.15g, got %.15g", expected, actual);
  }
}

static void a_position_servo_pulls_towards_its_setpoint_and_damps(void** state) {
  Scene s = actuated("", "<position joint='h' kp='10' kv='2' gear='3'/>");
  s.d->qpos[0] = 0.2;
  s.d->qvel[0] = 0.5;
  s.d->ctrl[0] = 1;
  mj_forward(s.m, s.d);
  near(10 * (1 - 0.6) - 2 * 1.5, s.d->actuator_force[0]);
  near(3 * s.d->actuator_force[0], s.d->qfrc_actuator[0]);
  freeScene(s);
}

static void limits_apply_to_control_force_tendon_and_joint(void** state) {
  Scene s = actuated("actuatorfrcrange='-1.5 1.5'",
                     "<motor joint='h' ctrlrange='-1 1'/><motor joint='s' forcerange='-2 2'/>"
                     "<motor tendon='t'/><motor tendon='t'/>");
  mjtNum ctrl[4] = {5, 5, 5, 3};
  for (int i = 0; i < 4; i++) {
    s.d->ctrl[i] = ctrl[i];
  }
  mj_forward(s.m, s.d);
  near(1, s.d->actuator_force[0]);
  near(2, s.d->actuator_force[1]);

  // 5 + 3 exceeds the tendon's 4: both are halved
  near(2.5, s.d->actuator_force[2]);
  near(1.5, s.d->actuator_force[3]);
  near(1.5, s.d->qfrc_actuator[0]);
  near(2 + 2 * 4, s.d->qfrc_actuator[1]);
  freeScene(s);
}

static void a_disabled_group_gives_no_force_and_keeps_its_activation(void** state) {
  Scene s = actuated("",
                     "<motor joint='h' group='2'/><intvelocity joint='s' kp='3' group='2' "
                     "actrange='-1 1'/><motor joint='s'/>");
  s.m->opt.disableactuator = 1 << 2;
  s.d->ctrl[0] = s.d->ctrl[1] = s.d->ctrl[2] = 1;
  s.d->act[0] = 0.3;
  mj_step(s.m, s.d);
  near(0, s.d->actuator_force[0]);
  near(0, s.d->actuator_force[1]);
  near(1, s.d->actuator_force[2]);
  near(0.3, s.d->act[0]);
  freeScene(s);
}

static void a_bad_control_zeroes_all_controls_with_a_warning(void** state) {
  Scene s = actuated("", "<motor joint='h'/><motor joint='s'/>");
  s.d->ctrl[0] = 1;
  s.d->ctrl[1] = NAN;
  mj_forward(s.m, s.d);
  near(0, s.d->actuator_force[0]);
  assert_int_equal(s.d->warning[mjWARN_BADCTRL].number, 1);
  assert_int_equal(s.d->warning[mjWARN_BADCTRL].lastinfo, 1);
  freeScene(s);
}

static void filters_follow_their_control(void** state) {
  Scene s = actuated("",
                     "<general joint='h' dyntype='filter' dynprm='.05'/>"
                     "<general joint='h' dyntype='filterexact' dynprm='.05'/>"
                     "<general joint='h' dyntype='filterexact' dynprm='.05' actearly='true'/>");
  for (int i = 0; i < 3; i++) {
    s.d->ctrl[i] = 2;
    s.d->act[i] = 1;
  }
  mj_forward(s.m, s.d);
  near(20, s.d->act_dot[0]);
  mjtNum exact = 2 - exp(-0.01 / 0.05);
  near(1.2, lb_nextActivation(s.m, s.d, 0, 0, s.d->act_dot[0]));
  near(exact, lb_nextActivation(s.m, s.d, 1, 1, s.d->act_dot[1]));
  near(1, s.d->actuator_force[1]);
  near(exact, s.d->actuator_force[2]);
  freeScene(s);
}

static void a_muscle_pulls_with_its_peak_force_at_optimal_length(void** state) {
  // operating range .5 to 1.5 over lengths -1 to 1: optimal length 2, reached at length 0
  Scene s = actuated("", "<muscle joint='h' lengthrange='-1 1' range='.5 1.5' force='7'/>");
  s.d->act[0] = 0.5;
  mj_forward(s.m, s.d);
  near(-3.5, s.d->actuator_force[0]);
  freeScene(s);
}

static void a_pid_adds_feedforward_and_stops_integrating_at_its_limit(void** state) {
  Scene s = actuated("", "<pid joint='h' kp='10' kv='2' ki='3' imax='.5' input='pos vel ff'/>");
  s.d->ctrl[0] = 1;
  s.d->ctrl[1] = 0.4;
  s.d->ctrl[2] = 0.25;
  s.d->qpos[0] = 0.3;
  s.d->qvel[0] = 0.1;
  s.d->act[0] = 0.2;
  mj_forward(s.m, s.d);
  near(10 * 0.7 + 2 * 0.3 + 0.25 + 3 * 0.2, s.d->actuator_force[0]);
  near(0.7, s.d->act_dot[0]);
  s.d->act[0] = 0.5;
  mj_forward(s.m, s.d);
  near(0, s.d->act_dot[0]);
  s.d->ctrl[0] = -1;
  mj_forward(s.m, s.d);
  near(-1.3, s.d->act_dot[0]);
  freeScene(s);
}

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
  near((current * current * R - 10 / 1.0) / 2, s.d->act_dot[0]);
  mjtNum g = 0.3 + 0.1 * exp(-0.36), rate = 3 - 10 * 3 / g * 0.01;
  near(rate, s.d->act_dot[1]);
  near(0.1 * current - 10 * 0.01 - 0.2 * rate, s.d->actuator_force[0]);
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
  near(.4 + sin(2 * .3 + .5) - 3 * .7 - 4 * s.d->act_dot[0], s.d->actuator_force[0]);
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
  near(0.01 + (v - decay * 0.01) * (1 - exp(-decay * 0.01)) / decay, s.d->act[0]);
  freeScene(s);
}

static void without_actuation_activations_stay(void** state) {
  Scene s = actuated("", "<intvelocity joint='h' kp='1' actrange='-.1 .2'/>");
  s.d->act[0] = 1;
  s.m->opt.disableflags = mjDSBL_ACTUATION;
  mj_step(s.m, s.d);
  near(1, s.d->act[0]);
  s.m->opt.disableflags = 0;
  mj_step(s.m, s.d);
  near(0.2, s.d->act[0]);
  freeScene(s);
}

static void an_orientation_servo_turns_the_short_way(void** state) {
  Scene s = actuated("", "<orientation joint='b' kp='4' kv='.5'/>");
  mjtNum axis[3] = {0, 0, 1};
  mju_axisAngle2Quat(s.d->qpos + 2, axis, 3);
  s.d->ctrl[2] = -3;
  s.d->qvel[4] = 0.2;
  mj_forward(s.m, s.d);

  // from 3 to -3 is 2 pi - 6 forwards
  near(0, s.d->actuator_force[0]);
  near(4 * (2 * mjPI - 6) - 0.5 * 0.2, s.d->actuator_force[2]);
  freeScene(s);
}

static void a_delayed_control_acts_after_its_delay(void** state) {
  Scene s = actuated("", "<motor joint='s' delay='.03' nsample='5'/>");
  for (int i = 0; i < 8; i++) {
    s.d->ctrl[0] = i + 1;
    mj_step(s.m, s.d);
    near(i < 3 ? 0 : i - 2, s.d->actuator_force[0]);
  }
  freeScene(s);
}

// Without an input the voltage is zero: the current is -K w / R, the torque K times that.
static void a_motor_without_input_brakes_by_its_back_emf(void** state) {
  Scene s = actuated("", "<dcmotor joint='h' motorconst='.05' resistance='2' input='none'/>");
  s.d->qvel[0] = 2;
  mj_forward(s.m, s.d);
  assert_int_equal(s.m->nu, 0);
  near(-.05 * .05 * 2 / 2, s.d->actuator_force[0]);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_position_servo_pulls_towards_its_setpoint_and_damps),
      cmocka_unit_test(limits_apply_to_control_force_tendon_and_joint),
      cmocka_unit_test(a_disabled_group_gives_no_force_and_keeps_its_activation),
      cmocka_unit_test(a_bad_control_zeroes_all_controls_with_a_warning),
      cmocka_unit_test(filters_follow_their_control),
      cmocka_unit_test(a_muscle_pulls_with_its_peak_force_at_optimal_length),
      cmocka_unit_test(a_pid_adds_feedforward_and_stops_integrating_at_its_limit),
      cmocka_unit_test(a_motor_settles_where_back_emf_balances_voltage),
      cmocka_unit_test(a_motor_without_input_brakes_by_its_back_emf),
      cmocka_unit_test(motor_heat_and_friction_follow_their_equations),
      cmocka_unit_test(friction_and_cogging_of_a_motor_are_beyond_its_limit),
      cmocka_unit_test(bristles_move_exactly_whatever_the_integrator),
      cmocka_unit_test(without_actuation_activations_stay),
      cmocka_unit_test(an_orientation_servo_turns_the_short_way),
      cmocka_unit_test(a_delayed_control_acts_after_its_delay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
