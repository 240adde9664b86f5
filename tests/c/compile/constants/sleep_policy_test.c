// Which trees may fall asleep on their own.

#include "compile/compile_support.h"

#define SCENE                                                                             \
  "<worldbody><body name='a'><joint name='x' type='slide'/><geom size='1'/><site "        \
  "name='s'/></body>"                                                                     \
  "<body name='b'><joint name='y' type='slide'/><geom size='1'/><site name='t' pos='0 0 " \
  "2'/></body>"                                                                           \
  "<body><joint type='slide'/><geom size='1'/></body></worldbody>"

static void policiesOf(const char* rest, int first, int second) {
  char text[1024];
  snprintf(text, sizeof text, SCENE "%s", rest);
  mjModel* m = compiled(text);
  assert_int_equal(m->tree_sleep_policy[0], first);
  assert_int_equal(m->tree_sleep_policy[1], second);
  assert_int_equal(m->tree_sleep_policy[2], mjSLEEP_AUTO_ALLOWED);
  mj_deleteModel(m);
}

static void trees_that_nothing_drives_may_sleep(void** state) {
  policiesOf("", mjSLEEP_AUTO_ALLOWED, mjSLEEP_AUTO_ALLOWED);
}

static void trees_with_an_actuator_stay_awake(void** state) {
  policiesOf("<actuator><motor joint='y'/></actuator>", mjSLEEP_AUTO_ALLOWED, mjSLEEP_AUTO_NEVER);
  policiesOf("<actuator><general site='s'/></actuator>", mjSLEEP_AUTO_NEVER, mjSLEEP_AUTO_ALLOWED);
}

static void trees_joined_by_a_spring_stay_awake(void** state) {
  policiesOf("<tendon><spatial stiffness='1'><site site='s'/><site site='t'/></spatial></tendon>",
             mjSLEEP_AUTO_NEVER, mjSLEEP_AUTO_NEVER);
  policiesOf("<tendon><spatial><site site='s'/><site site='t'/></spatial></tendon>",
             mjSLEEP_AUTO_ALLOWED, mjSLEEP_AUTO_ALLOWED);
}

static void sleep_cannot_be_asked_for_where_a_spring_joins_trees(void** state) {
  assertRefused(
      "<worldbody><body sleep='allowed'><joint type='slide'/><geom size='1'/><site name='s'/>"
      "</body><body><joint type='slide'/><geom size='1'/><site name='t' pos='0 0 2'/></body>"
      "</worldbody><tendon><spatial stiffness='1'><site site='s'/><site site='t'/></spatial>"
      "</tendon>",
      "sleeping not allowed");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trees_that_nothing_drives_may_sleep),
      cmocka_unit_test(trees_with_an_actuator_stay_awake),
      cmocka_unit_test(trees_joined_by_a_spring_stay_awake),
      cmocka_unit_test(sleep_cannot_be_asked_for_where_a_spring_joins_trees),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
