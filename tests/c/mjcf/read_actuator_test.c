// Reading of actuators: general ones and shortcuts.

#include "spec/spec_support.h"

static void servo_gains_come_from_class_and_element(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default><position kp='10' kv='3' timeconst='2'/></default>"
      "<actuator><position name='p' joint='j' kp='3'/><muscle name='m' joint='j'/></actuator>"
      "</mujoco>");
  mjsActuator* a = mjs_asActuator(mjs_findElement(spec, mjOBJ_ACTUATOR, "p"));
  assert_float_equal(a->gainprm[0], 3, 0);
  assert_float_equal(a->biasprm[1], -3, 0);
  assert_float_equal(a->biasprm[2], -3, 0);
  assert_int_equal(a->dyntype, mjDYN_FILTEREXACT);
  assert_float_equal(a->dynprm[0], 2, 0);
  mj_deleteSpec(spec);
}

static mjsActuator* actuatorOf(mjSpec* spec) {
  return mjs_asActuator(mjs_firstElement(spec, mjOBJ_ACTUATOR));
}

// Numbers that are left out, also at the end of a list, are those of the class if it holds a motor.
static void a_motor_takes_what_it_does_not_say_from_its_class(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default><dcmotor motorconst='.1' resistance='2' input='pos vel ff' "
      "controller='1 2 3 4 5 6' thermal='1 2 3 4 5 6' lugre='1 2 3 4 5' cogging='1 2 3'/></default>"
      "<actuator><dcmotor joint='j' controller='9' thermal='9' lugre='9' cogging='0'/></actuator>"
      "</mujoco>");
  mjsActuator* a = actuatorOf(spec);
  ASSERT_NUMBERS(a->gainprm, 0, 2, .1, 4, 5, 9, 2, 3, 6, 0, 0);
  ASSERT_NUMBERS(a->dynprm, 0, 0, 0, 9, 2, 6, 9, 2, 4, 5, 0);
  ASSERT_NUMBERS(a->biasprm, 0, 0, 2, 3, 3, 4, 5, 0, 0, 0, 0);
  assert_int_equal(a->ctrlspec, mjINPUT_POS | mjINPUT_VEL | mjINPUT_FF);
  mj_deleteSpec(spec);

  // inputs of another kind of servo are none of a motor's
  spec = parseModel(
      "<mujoco><default><pid kp='1' input='pos vel'/></default>"
      "<actuator><dcmotor joint='j' motorconst='.1' resistance='2'/></actuator></mujoco>");
  assert_int_equal(actuatorOf(spec)->ctrlspec, 0);
  mj_deleteSpec(spec);
}

static void the_attribute_of_the_target_tells_the_transmission(void** state) {
  static const struct {
    const char* target;
    mjtTrn type;
    const char* second;
  } cases[] = {{"joint='x'", mjTRN_JOINT, ""},
               {"jointinparent='x'", mjTRN_JOINTINPARENT, ""},
               {"tendon='x'", mjTRN_TENDON, ""},
               {"cranksite='x' slidersite='y' cranklength='.1'", mjTRN_SLIDERCRANK, "y"},
               {"site='x' refsite='y'", mjTRN_SITE, "y"},
               {"body='x'", mjTRN_BODY, ""}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[200];
    snprintf(xml, sizeof xml, "<mujoco><actuator><general %s/></actuator></mujoco>",
             cases[i].target);
    mjSpec* spec = parseModel(xml);
    assert_int_equal(actuatorOf(spec)->trntype, cases[i].type);
    const mjsActuator* a = actuatorOf(spec);
    assert_string_equal(mjs_getString(a->target), "x");
    const mjString* site = a->trntype == mjTRN_SITE ? a->refsite : a->slidersite;
    assert_string_equal(mjs_getString(site), cases[i].second);
    mj_deleteSpec(spec);
  }
}

static void signals_of_controllers_are_named_in_their_order(void** state) {
  static const struct {
    const char* xml;
    int signals;
  } cases[] = {{"<pid joint='j' kp='1' input='pos vel'/>", mjINPUT_POS | mjINPUT_VEL},
               {"<dcmotor joint='j' motorconst='1' resistance='1' input='none'/>", mjINPUT_NONE},
               {"<orientation joint='j' kp='1' input='quat'/>", mjCHART_QUAT}};
  for (int i = 0; i < 3; i++) {
    char xml[200];
    snprintf(xml, sizeof xml, "<mujoco><actuator>%s</actuator></mujoco>", cases[i].xml);
    mjSpec* spec = parseModel(xml);
    assert_int_equal(actuatorOf(spec)->ctrlspec, cases[i].signals);
    mj_deleteSpec(spec);
  }
}

static void every_shortcut_becomes_a_general_actuator(void** state) {
  static const struct {
    const char* xml;
    double gain, bias1, bias2;
  } cases[] = {{"<motor joint='j'/>", 1, 0, 0},
               {"<position joint='j' kp='3' kv='2'/>", 3, -3, -2},
               {"<velocity joint='j' kv='2'/>", 2, 0, -2},
               {"<cylinder joint='j' area='3' bias='1 2 4'/>", 3, 2, 4},
               {"<adhesion body='b' gain='5' ctrlrange='0 1'/>", 5, 0, 0},
               {"<muscle joint='j' range='.7 1'/>", .7, 1, -1},
               {"<intvelocity joint='j' kp='4' actrange='-1 1'/>", 4, -4, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[200];
    snprintf(xml, sizeof xml, "<mujoco><actuator>%s</actuator></mujoco>", cases[i].xml);
    mjSpec* spec = parseModel(xml);
    ASSERT_NEAR(actuatorOf(spec)->gainprm[0], cases[i].gain, 0);
    ASSERT_NEAR(actuatorOf(spec)->biasprm[1], cases[i].bias1, 0);
    ASSERT_NEAR(actuatorOf(spec)->biasprm[2], cases[i].bias2, 0);
    mj_deleteSpec(spec);
  }
}

static void what_does_not_go_together_is_refused_with_its_place(void** state) {
  static const char* const cases[][2] = {
      {"<general joint='j' cranklength='.1'/>",
       "cranklength and slidersite can only be used in slidercrank transmission"},
      {"<general joint='j' refsite='s'/>", "refsite can only be used with site transmission"},
      {"<position joint='j' kp='1' kv='1' dampratio='1'/>",
       "kv and dampratio cannot both be defined"},
      {"<pid joint='j' kp='1' input='vel pos'/>",
       "inputs must be listed in canonical order [pos, vel, ff, voltage]"},
      {"<dcmotor joint='j'/>", "motor constant K must be positive"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[200];
    snprintf(xml, sizeof xml, "<mujoco><actuator>\n%s</actuator></mujoco>", cases[i][0]);
    const char* message = refusalOf(xml);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, ", line 2, column ");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(servo_gains_come_from_class_and_element),
      cmocka_unit_test(a_motor_takes_what_it_does_not_say_from_its_class),
      cmocka_unit_test(the_attribute_of_the_target_tells_the_transmission),
      cmocka_unit_test(signals_of_controllers_are_named_in_their_order),
      cmocka_unit_test(every_shortcut_becomes_a_general_actuator),
      cmocka_unit_test(what_does_not_go_together_is_refused_with_its_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
