// Actuators in the model.

#include "compile/compile_support.h"

#define SCENE                                                                                 \
  "<compiler angle='radian'/><worldbody><body><joint name='j' range='-1 3'/><joint name='k' " \
  "axis='0 1 0'/><geom size='1'/><site name='s'/></body></worldbody>"

static void a_position_servo_may_inherit_the_range_of_its_joint(void** state) {
  mjModel* m = compiled(SCENE
                        "<actuator><position joint='j' inheritrange='.5'/>"
                        "<intvelocity joint='j' inheritrange='1'/></actuator>");
  // the middle is 1, the half width 2
  ASSERT_NUMBERS(m->actuator_ctrlrange, 1e-15, 0, 2);
  ASSERT_NUMBERS(m->actuator_actrange + 2, 1e-15, -1, 3);
  assert_true(m->actuator_ctrllimited[0]);
  mj_deleteModel(m);
  assertRefused(SCENE "<actuator><position joint='k' inheritrange='1'/></actuator>",
                "has no range defined");
  assertRefused(
      "<worldbody><site name='s'/></worldbody><actuator>"
      "<position site='s' inheritrange='1'/></actuator>",
      "inheritrange can only be used with joint and tendon transmission");
}

static void addresses_follow_activations_and_controls(void** state) {
  mjModel* m = compiled(SCENE
                        "<actuator><motor joint='j'/><intvelocity joint='j' actrange='0 1'/>"
                        "<general joint='k' dyntype='filter'/></actuator>");
  static const int act[] = {-1, 0, 1}, ctrl[] = {0, 1, 2};
  assert_memory_equal(m->actuator_actadr, act, sizeof act);
  assert_memory_equal(m->actuator_ctrladr, ctrl, sizeof ctrl);
  assert_int_equal(m->na, 2);
  mj_deleteModel(m);
}

static void a_joint_knows_the_one_actuator_that_adds_inertia(void** state) {
  mjModel* m = compiled(SCENE
                        "<actuator><motor joint='j' armature='1'/><motor joint='k' armature='1'/>"
                        "<motor joint='k' damping='1'/></actuator>");
  assert_int_equal(m->jnt_actuatorid[0], 0);
  assert_int_equal(m->jnt_actuatorid[1], -2);
  mj_deleteModel(m);
  assertRefused(SCENE "<actuator><general site='s' armature='1'/></actuator>",
                "armature requires joint or tendon");
}

static void an_orientation_has_no_delay(void** state) {
  assertRefused(
      "<worldbody><body><joint name='b' type='ball'/><geom size='1'/></body></worldbody>"
      "<actuator><orientation joint='b' delay='.01' nsample='3'/></actuator>",
      "delay holds for one input: gaintype 'so3' has an orientation of");
}

static void transmissions_without_target_are_refused(void** state) {
  static const char* const cases[][2] = {
      {"<motor joint='none'/>", "unknown transmission target 'none'"},
      {"<motor site='none'/>", "transmission target 'none' not found"},
      {"<general site='s' refsite='none'/>", "reference site 'none' not found"},
      {"<motor cranksite='s' slidersite='s' cranklength='0'/>", "crank length must be positive"},
      {"<motor joint='j' ctrllimited='true' ctrlrange='1 0'/>", "invalid control range"},
      {"<motor joint='j' delay='1'/>", "delay > 0 without a history buffer"},
  };
  for (int i = 0; i < 6; i++) {
    char text[1024];
    snprintf(text, sizeof text, SCENE "<actuator>%s</actuator>", cases[i][0]);
    assertRefused(text, cases[i][1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_position_servo_may_inherit_the_range_of_its_joint),
      cmocka_unit_test(addresses_follow_activations_and_controls),
      cmocka_unit_test(a_joint_knows_the_one_actuator_that_adds_inertia),
      cmocka_unit_test(transmissions_without_target_are_refused),
      cmocka_unit_test(an_orientation_has_no_delay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
