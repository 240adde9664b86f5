// Actuators: force laws, activation dynamics and limits, each against its formula.

#include "force/activation.h"
#include "force/actuated_support.h"

static void a_position_servo_pulls_towards_its_setpoint_and_damps(void** state) {
  Scene s = actuated("", "<position joint='h' kp='10' kv='2' gear='3'/>");
  s.d->qpos[0] = 0.2;
  s.d->qvel[0] = 0.5;
  s.d->ctrl[0] = 1;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->actuator_force[0], 10 * (1 - 0.6) - 2 * 1.5, 1e-10);
  ASSERT_NEAR(s.d->qfrc_actuator[0], 3 * s.d->actuator_force[0], 1e-10);
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
  ASSERT_NEAR(s.d->actuator_force[0], 1, 1e-10);
  ASSERT_NEAR(s.d->actuator_force[1], 2, 1e-10);

  // 5 + 3 exceeds the tendon's 4: both are halved
  ASSERT_NEAR(s.d->actuator_force[2], 2.5, 1e-10);
  ASSERT_NEAR(s.d->actuator_force[3], 1.5, 1e-10);
  ASSERT_NEAR(s.d->qfrc_actuator[0], 1.5, 1e-10);
  ASSERT_NEAR(s.d->qfrc_actuator[1], 2 + 2 * 4, 1e-10);
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
  ASSERT_NEAR(s.d->actuator_force[0], 0, 1e-10);
  ASSERT_NEAR(s.d->actuator_force[1], 0, 1e-10);
  ASSERT_NEAR(s.d->actuator_force[2], 1, 1e-10);
  ASSERT_NEAR(s.d->act[0], 0.3, 1e-10);
  freeScene(s);
}

static void a_bad_control_zeroes_all_controls_with_a_warning(void** state) {
  Scene s = actuated("", "<motor joint='h'/><motor joint='s'/>");
  s.d->ctrl[0] = 1;
  s.d->ctrl[1] = NAN;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->actuator_force[0], 0, 1e-10);
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
  ASSERT_NEAR(s.d->act_dot[0], 20, 1e-10);
  mjtNum exact = 2 - exp(-0.01 / 0.05);
  ASSERT_NEAR(lb_nextActivation(s.m, s.d, 0, 0, s.d->act_dot[0]), 1.2, 1e-10);
  ASSERT_NEAR(lb_nextActivation(s.m, s.d, 1, 1, s.d->act_dot[1]), exact, 1e-10);
  ASSERT_NEAR(s.d->actuator_force[1], 1, 1e-10);
  ASSERT_NEAR(s.d->actuator_force[2], exact, 1e-10);
  freeScene(s);
}

static void a_muscle_pulls_with_its_peak_force_at_optimal_length(void** state) {
  // operating range .5 to 1.5 over lengths -1 to 1: optimal length 2, reached at length 0
  Scene s = actuated("", "<muscle joint='h' lengthrange='-1 1' range='.5 1.5' force='7'/>");
  s.d->act[0] = 0.5;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->actuator_force[0], -3.5, 1e-10);
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
  ASSERT_NEAR(s.d->actuator_force[0], 10 * 0.7 + 2 * 0.3 + 0.25 + 3 * 0.2, 1e-10);
  ASSERT_NEAR(s.d->act_dot[0], 0.7, 1e-10);
  s.d->act[0] = 0.5;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->act_dot[0], 0, 1e-10);
  s.d->ctrl[0] = -1;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->act_dot[0], -1.3, 1e-10);
  freeScene(s);
}

static void without_actuation_activations_stay(void** state) {
  Scene s = actuated("", "<intvelocity joint='h' kp='1' actrange='-.1 .2'/>");
  s.d->act[0] = 1;
  s.m->opt.disableflags = mjDSBL_ACTUATION;
  mj_step(s.m, s.d);
  ASSERT_NEAR(s.d->act[0], 1, 1e-10);
  s.m->opt.disableflags = 0;
  mj_step(s.m, s.d);
  ASSERT_NEAR(s.d->act[0], 0.2, 1e-10);

  // ACTUATION-OFF-RATES: so do their rates
  s.m->opt.disableflags = mjDSBL_ACTUATION;
  s.d->act_dot[0] = 7;
  mj_forward(s.m, s.d);
  assert_float_equal(s.d->act_dot[0], 7, 0);
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
  ASSERT_NEAR(s.d->actuator_force[0], 0, 1e-10);
  ASSERT_NEAR(s.d->actuator_force[2], 4 * (2 * mjPI - 6) - 0.5 * 0.2, 1e-10);
  freeScene(s);
}

static void a_delayed_control_acts_after_its_delay(void** state) {
  Scene s = actuated("", "<motor joint='s' delay='.03' nsample='5'/>");
  for (int i = 0; i < 8; i++) {
    s.d->ctrl[0] = i + 1;
    mj_step(s.m, s.d);
    ASSERT_NEAR(s.d->actuator_force[0], i < 3 ? 0 : i - 2, 1e-10);
  }
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
      cmocka_unit_test(without_actuation_activations_stay),
      cmocka_unit_test(an_orientation_servo_turns_the_short_way),
      cmocka_unit_test(a_delayed_control_acts_after_its_delay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
