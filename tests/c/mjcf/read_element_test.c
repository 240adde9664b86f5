// What the readers of elements share: places and names, classes, orientations, plugins.

#include "mjcf/parse_support.h"

static void an_element_remembers_line_and_tag_of_its_text(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco>\n"
      "  <worldbody>\n"
      "    <geom name='g' size='1'/>\n"
      "  </worldbody>\n"
      "</mujoco>");
  const lbElement* geom = lb_head(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  assert_int_equal(geom->line, 3);
  assert_string_equal(geom->tag, "geom");
  assert_string_equal(mjs_getString(mjs_asGeom(&((lbElement*)geom)->handle)->info), "line 3");
  mj_deleteSpec(spec);
}

static void a_repeated_name_is_refused_where_it_stands(void** state) {
  const char* refusal = refusalOf(
      "<mujoco>\n"
      "  <worldbody>\n"
      "    <geom name='g' size='1'/>\n"
      "    <geom name='g' size='1'/>\n"
      "  </worldbody>\n"
      "</mujoco>");
  assert_non_null(strstr(refusal, "'g'"));
  assert_non_null(strstr(refusal, "line 4"));
}

static void a_class_that_does_not_exist_is_refused_by_name(void** state) {
  const char* refusal = refusalOf(
      "<mujoco><worldbody>\n"
      "<geom size='1' class='none'/></worldbody></mujoco>");
  assert_non_null(strstr(refusal, "unknown default class name 'none'"));
  assert_non_null(strstr(refusal, "line 2"));
}

static void two_orientations_of_one_element_are_refused(void** state) {
  const char* refusal = refusalOf(
      "<mujoco><worldbody><geom size='1' quat='1 0 0 0' euler='0 0 90'/></worldbody></mujoco>");
  assert_non_null(strstr(refusal, "multiple orientation specifiers are not allowed"));
}

static void a_zero_quaternion_is_refused(void** state) {
  const char* refusal =
      refusalOf("<mujoco><worldbody><geom size='1' quat='0 0 0 0'/></worldbody></mujoco>");
  assert_non_null(strstr(refusal, "zero quaternion is not allowed"));
}

static void a_repeated_key_of_a_plugin_is_refused(void** state) {
  const char* refusal = refusalOf(
      "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'>\n"
      "<instance name='i'><config key='twist' value='1'/>\n"
      "<config key='twist' value='2'/></instance></plugin></extension></mujoco>");
  assert_non_null(strstr(refusal, "duplicate config key: twist"));
  assert_non_null(strstr(refusal, "line 3"));
}

static void an_instance_named_elsewhere_takes_no_configuration_of_its_own(void** state) {
  const char* refusal = refusalOf(
      "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'><instance name='i'/></plugin>"
      "</extension><worldbody><body><geom size='1'/>\n"
      "<plugin instance='i'><config key='twist' value='1'/></plugin></body></worldbody></mujoco>");
  assert_non_null(strstr(refusal, "references a predefined plugin instance"));
  assert_non_null(strstr(refusal, "line 2"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_element_remembers_line_and_tag_of_its_text),
      cmocka_unit_test(a_repeated_name_is_refused_where_it_stands),
      cmocka_unit_test(a_class_that_does_not_exist_is_refused_by_name),
      cmocka_unit_test(two_orientations_of_one_element_are_refused),
      cmocka_unit_test(a_zero_quaternion_is_refused),
      cmocka_unit_test(a_repeated_key_of_a_plugin_is_refused),
      cmocka_unit_test(an_instance_named_elsewhere_takes_no_configuration_of_its_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
