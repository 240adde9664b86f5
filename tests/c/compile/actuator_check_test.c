// Combinations that no actuator can have. MODEL-ACTUATOR: refusals and their order are the peer's.

#include "compile/compile_support.h"

#define SCENE                                                                          \
  "<worldbody><body><joint name='j'/><geom size='1'/></body><body><joint name='ball' " \
  "type='ball'/><geom size='1'/></body></worldbody>"

static void refuses(const char* actuator, const char* reason) {
  char text[1024];
  snprintf(text, sizeof text, SCENE "<actuator>%s</actuator>", actuator);
  assertRefused(text, reason);
}

static void muscles_have_a_range_and_scales(void** state) {
  refuses("<muscle joint='j' range='1 .5' lengthrange='0 1'/>",
          "range[0]<range[1] required in muscle");
  refuses("<muscle joint='j' lmin='1' lengthrange='0 1'/>", "lmin<1<lmax required in muscle");
  refuses("<muscle joint='j' vmax='0' lengthrange='0 1'/>", "positive scale, vmax, fpmax, fvmax");
  // two faults: the range is told first
  refuses("<muscle joint='j' range='1 .5' lmin='1' lengthrange='0 1'/>", "range[0]<range[1]");
}

static void activations_fit_the_dynamics(void** state) {
  refuses("<general joint='j' actdim='1'/>", "invalid actdim 1 in stateless actuator");
  refuses("<general joint='j' dyntype='integrator' actdim='0'/>", "invalid actdim 0 in stateful");
  refuses("<general joint='j' dyntype='integrator' actdim='2'/>", "actdim > 1 is only allowed");
  refuses("<general joint='j' gaintype='dcmotor' dyntype='filter' actdim='0'/>",
          "invalid actdim 0 in stateful");
  refuses("<general joint='j' actlimited='true' actrange='0 1'/>",
          "actrange specified but dyntype");
}

static mjsActuator* addActuator(mjSpec* spec, const char* joint) {
  mjsActuator* actuator = mjs_addActuator(spec, NULL);
  actuator->trntype = mjTRN_JOINT;
  mjs_setString(actuator->target, joint);
  return actuator;
}

static mjSpec* sceneSpec(void) {
  char error[100] = "";
  return mj_parseXMLString("<mujoco>" SCENE "</mujoco>", NULL, error, sizeof error);
}

static void refusesSpec(mjSpec* spec, const char* reason) {
  assert_null(mj_compile(spec, NULL));
  if (!strstr(mjs_getError(spec), reason)) {
    fail_msg("'%s' does not say '%s'", mjs_getError(spec), reason);
  }
  mj_deleteSpec(spec);
}

static void gain_and_bias_of_a_pid_belong_together(void** state) {
  mjSpec* spec = sceneSpec();
  mjsActuator* actuator = addActuator(spec, "j");
  actuator->gaintype = mjGAIN_PID;
  actuator->biastype = mjBIAS_NONE;
  refusesSpec(spec, "pid requires biastype 'affine'");

  spec = sceneSpec();
  actuator = addActuator(spec, "j");
  actuator->gaintype = mjGAIN_PID;
  actuator->biastype = mjBIAS_AFFINE;
  actuator->gainprm[0] = 1;
  refusesSpec(spec, "ki (gainprm[0]) requires dyntype 'pid'");

  spec = sceneSpec();
  actuator = addActuator(spec, "j");
  actuator->dyntype = mjDYN_PID;
  refusesSpec(spec, "dyntype 'pid' requires gaintype 'pid'");
}

static void a_motor_has_inputs_of_its_own_or_none(void** state) {
  double constants[2] = {.1, .1};
  static const int wrong[] = {-1, mjINPUT_NONE | mjINPUT_POS, 255};
  for (int i = 0; i < 3; i++) {
    mjSpec* spec = sceneSpec();
    mjs_setToDCMotor(addActuator(spec, "j"), constants, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                     wrong[i]);
    refusesSpec(spec, "dcmotor inputs are 'none' or a subset of [pos, vel, ff, voltage]");
  }
}

static void only_a_positive_integral_gain_of_a_motor_needs_a_position(void** state) {
  double constants[2] = {.1, .1}, controller[6] = {0, 1};
  mjSpec* spec = sceneSpec();
  mjsActuator* actuator = addActuator(spec, "j");
  mjs_setToDCMotor(actuator, constants, 1, NULL, NULL, NULL, NULL, controller, NULL, NULL,
                   mjINPUT_VEL);
  assert_null(mj_compile(spec, NULL));
  ASSERT_SAYS(mjs_getError(spec), "dcmotor integral gain requires the pos input");
  controller[1] = -1;
  mjs_setToDCMotor(actuator, constants, 1, NULL, NULL, NULL, NULL, controller, NULL, NULL,
                   mjINPUT_VEL);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void an_orientation_servo_is_one_in_gain_and_bias(void** state) {
  mjSpec* spec = sceneSpec();
  mjsActuator* actuator = addActuator(spec, "ball");
  actuator->gaintype = mjGAIN_SO3;
  refusesSpec(spec, "gaintype and biastype must both be 'so3'");

  spec = sceneSpec();
  actuator = addActuator(spec, "ball");
  actuator->gaintype = mjGAIN_SO3;
  actuator->biastype = mjBIAS_SO3;
  actuator->gainprm[0] = 2;
  actuator->biasprm[1] = -1;
  refusesSpec(spec, "so3 requires gainprm[0] == -biasprm[1]");
}

static void servos_of_orientations_by_quaternion_have_no_integrator(void** state) {
#define SO3 "<general joint='ball' gaintype='so3' biastype='so3' gainprm='1' biasprm='0 -1' "
  refuses(SO3 "input='quat' dyntype='integrator'/>", "so3 quat input requires dyntype 'none'");
  mj_deleteModel(compiled(SCENE "<actuator>" SO3 "input='quat'/></actuator>"));
  mj_deleteModel(
      compiled(SCENE "<actuator>" SO3 "input='expmap' dyntype='integrator'/></actuator>"));
  assertRefused(
      "<worldbody><site name='s'/></worldbody><actuator><orientation site='s' kp='3'/></actuator>",
      "so3 site transmission requires refsite");
}

static void a_servo_may_inherit_its_range_and_be_filtered(void** state) {
  mjModel* m = compiled(
      "<compiler angle='radian'/><worldbody><body><joint name='j' range='-1 1' limited='true'/>"
      "<geom size='1'/></body></worldbody>"
      "<actuator><position joint='j' inheritrange='.5' timeconst='.1'/></actuator>");
  ASSERT_NUMBERS(m->actuator_ctrlrange, 1e-15, -0.5, 0.5);
  assert_int_equal(m->actuator_dyntype[0], mjDYN_FILTEREXACT);
  ASSERT_NEAR(m->actuator_dynprm[0], 0.1, 0);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(muscles_have_a_range_and_scales),
      cmocka_unit_test(activations_fit_the_dynamics),
      cmocka_unit_test(gain_and_bias_of_a_pid_belong_together),
      cmocka_unit_test(a_motor_has_inputs_of_its_own_or_none),
      cmocka_unit_test(only_a_positive_integral_gain_of_a_motor_needs_a_position),
      cmocka_unit_test(an_orientation_servo_is_one_in_gain_and_bias),
      cmocka_unit_test(servos_of_orientations_by_quaternion_have_no_integrator),
      cmocka_unit_test(a_servo_may_inherit_its_range_and_be_filtered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
