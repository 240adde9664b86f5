// Numbers of controls, outputs and moments of actuators.

#include "compile/actuators.h"
#include "compile/compile_support.h"

static void controls_are_counted_by_their_bits(void** state) {
  mjsActuator s;
  memset(&s, 0, sizeof s);
  assert_int_equal(lb_actuatorInputs(&s), 1);
  s.ctrlspec = mjINPUT_POS | mjINPUT_FF;
  assert_int_equal(lb_actuatorInputs(&s), 2);
  assert_int_equal(lb_actuatorOutputs(&s), 1);
}

static void an_orientation_servo_has_three_outputs_and_a_chart_of_inputs(void** state) {
  mjsActuator given;
  memset(&given, 0, sizeof given);
  given.gaintype = mjGAIN_SO3;
  mjsActuator s = lb_actuatorKind(&given);
  assert_int_equal(s.trntype, mjTRN_SO3);
  assert_int_equal(lb_actuatorInputs(&s), 3);
  assert_int_equal(lb_actuatorOutputs(&s), 3);
  given.ctrlspec = mjCHART_QUAT;
  s = lb_actuatorKind(&given);
  assert_int_equal(lb_actuatorInputs(&s), 4);
}

static void controls_left_out_are_those_of_the_gain(void** state) {
  mjsActuator given;
  memset(&given, 0, sizeof given);
  given.gaintype = mjGAIN_PID;
  assert_int_equal(lb_actuatorKind(&given).ctrlspec, mjINPUT_POS | mjINPUT_VEL);
  given.gaintype = mjGAIN_DCMOTOR;
  assert_int_equal(lb_actuatorKind(&given).ctrlspec, mjINPUT_VOLTAGE);
}

static void each_input_has_its_own_limits(void** state) {
  mjsActuator s;
  mjtBool limited;
  mjtNum range[2];
  const double ctrlrange[2] = {-1, 1};
  memset(&s, 0, sizeof s);
  s.gaintype = mjGAIN_PID;
  s.ctrlspec = mjINPUT_POS | mjINPUT_VEL | mjINPUT_FF;
  s.velrange[1] = 5;
  lb_ctrlLimit(&s, 0, true, ctrlrange, &limited, range);
  assert_true(limited);
  ASSERT_NUMBERS(range, 0, -1, 1);
  lb_ctrlLimit(&s, 1, true, ctrlrange, &limited, range);
  assert_true(limited);
  ASSERT_NUMBERS(range, 0, 0, 5);
  lb_ctrlLimit(&s, 2, true, ctrlrange, &limited, range);
  assert_false(limited);
}

// COMPAT: DCMOTOR-RANGE
static void inputs_of_a_motor_have_one_range(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody><actuator>"
      "<dcmotor joint='j' motorconst='.3' resistance='1' input='vel ff' ctrlrange='-1 2'/>"
      "</actuator>");
  ASSERT_NUMBERS(m->actuator_ctrlrange, 0, -1, 2, -1, 2);
  assert_true(m->actuator_ctrllimited[0] && m->actuator_ctrllimited[1]);
  mj_deleteModel(m);
}

static void moments_have_room_for_every_dof_that_may_move_the_target(void** state) {
  mjModel* m = compiled(
      "<worldbody><site name='w'/><body><joint name='j'/><geom size='1'/><body>"
      "<joint name='b' type='ball'/><geom size='1'/><site name='s'/></body></body>"
      "</worldbody><tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>"
      "<actuator><motor joint='j'/><motor joint='b'/><motor tendon='t'/>"
      "<general site='s' refsite='w'/></actuator>");
  assert_int_equal(m->nJmom, 1 + 3 + 1 + 4);
  mj_deleteModel(m);
}

// COMPAT: MOMENT-SIZE
static void servos_of_orientation_have_a_dof_per_output_or_all_of_the_model(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint/><geom size='1'/><site name='r'/><body>"
      "<joint name='b' type='ball'/><geom size='1'/><site name='s'/></body></body>"
      "</worldbody><actuator><orientation joint='b' kp='1'/><orientation site='s' refsite='r' "
      "kp='1'/><general site='s' refsite='r'/></actuator>");
  // what moves both sites moves neither against the other
  assert_int_equal(m->nJmom, 3 + 3 * 4 + 3);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(controls_are_counted_by_their_bits),
      cmocka_unit_test(an_orientation_servo_has_three_outputs_and_a_chart_of_inputs),
      cmocka_unit_test(controls_left_out_are_those_of_the_gain),
      cmocka_unit_test(each_input_has_its_own_limits),
      cmocka_unit_test(inputs_of_a_motor_have_one_range),
      cmocka_unit_test(moments_have_room_for_every_dof_that_may_move_the_target),
      cmocka_unit_test(servos_of_orientation_have_a_dof_per_output_or_all_of_the_model),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
