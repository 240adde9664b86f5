// Names and neutral values of the inputs of actuators.

#include "api/limber.h"
#include "check.h"
#include "constraint/scenes_support.h"

static const char jointXml[] =
    "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/>"
    "<body><joint name='b' type='ball'/><geom size='.1'/></body></body></worldbody>"
    "<actuator>%s</actuator></mujoco>";

static Scene withActuators(const char* actuators) {
  char xml[1000];
  snprintf(xml, sizeof xml, jointXml, actuators);
  return loadScene(xml);
}

static void inputs_of_servos_have_names_in_a_fixed_order(void** state) {
  Scene s = withActuators("<motor joint='j'/>");
  static const struct {
    int inputs;
    const char* names[4];
  } cases[] = {{mjINPUT_POS, {"pos"}},
               {mjINPUT_VEL | mjINPUT_FF, {"vel", "ff"}},
               {mjINPUT_VOLTAGE | mjINPUT_POS | mjINPUT_FF, {"pos", "ff", "voltage"}}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    s.m->actuator_ctrlspec[0] = cases[i].inputs;
    int k = 0;
    for (; k < 4 && cases[i].names[k]; k++) {
      assert_string_equal(mj_actuatorInputName(s.m, 0, k), cases[i].names[k]);
    }
    assert_null(mj_actuatorInputName(s.m, 0, k));
  }
  freeScene(s);
}

static void a_single_input_and_what_is_not_there_have_no_name(void** state) {
  Scene s = withActuators("<motor joint='j'/>");
  assert_null(mj_actuatorInputName(s.m, 0, 0));
  assert_null(mj_actuatorInputName(s.m, 0, -1));
  assert_null(mj_actuatorInputName(s.m, -1, 0));
  assert_null(mj_actuatorInputName(s.m, 1, 0));
  freeScene(s);
}

static void the_target_of_an_orientation_is_named_by_its_chart(void** state) {
  Scene s = withActuators("<orientation joint='b' kp='1'/>");
  static const char* const names[2][5] = {{"qw", "qx", "qy", "qz", NULL}, {"rx", "ry", "rz", NULL}};
  for (int chart = 0; chart < 2; chart++) {
    s.m->actuator_ctrlspec[0] = chart ? mjCHART_EXPMAP : mjCHART_QUAT;
    for (int k = 0; names[chart][k]; k++) {
      assert_string_equal(mj_actuatorInputName(s.m, 0, k), names[chart][k]);
    }
    assert_null(mj_actuatorInputName(s.m, 0, chart ? 3 : 4));
  }
  freeScene(s);
}

static void neutral_controls_are_zero_and_no_rotation(void** state) {
  Scene s = withActuators("<motor joint='j'/><orientation joint='b' kp='1' input='quat'/>");
  assert_int_equal(s.m->nu, 5);
  for (int i = 0; i < 5; i++) {
    s.d->ctrl[i] = 3;
  }
  mj_resetCtrl(s.m, s.d);
  ASSERT_NUMBERS(s.d->ctrl, 0, 0, 1, 0, 0, 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inputs_of_servos_have_names_in_a_fixed_order),
      cmocka_unit_test(a_single_input_and_what_is_not_there_have_no_name),
      cmocka_unit_test(the_target_of_an_orientation_is_named_by_its_chart),
      cmocka_unit_test(neutral_controls_are_zero_and_no_rotation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
