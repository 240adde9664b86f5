// What the writers of elements share: names and classes, plugins, files.

#include "mjcf/parse_support.h"

static char* savedOf(const char* xml) {
  mjSpec* spec = parseModel(xml);
  char* text = savedText(spec);
  mj_deleteSpec(spec);
  return text;
}

static void a_class_is_written_only_where_it_is_not_inherited(void** state) {
  char* text = savedOf(
      "<mujoco><default><default class='c'><geom size='2'/></default></default><worldbody>"
      "<body childclass='c'><geom name='inherits'/></body>"
      "<geom name='names' class='c'/></worldbody></mujoco>");
  assert_non_null(strstr(text, "<geom name=\"inherits\"/>"));
  assert_non_null(strstr(text, "<geom name=\"names\" class=\"c\"/>"));
  free(text);
}

static void a_nameless_instance_is_written_inside_of_its_owner(void** state) {
  char* text = savedOf(
      "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'/></extension><worldbody><body>"
      "<geom size='1'/><plugin plugin='mujoco.elasticity.cable'><config key='twist' value='3'/>"
      "</plugin></body></worldbody></mujoco>");
  const char* body = strstr(text, "<worldbody");
  assert_non_null(body);
  assert_non_null(strstr(body, "<plugin plugin=\"mujoco.elasticity.cable\">"));
  assert_non_null(strstr(body, "<config key=\"twist\" value=\"3\"/>"));
  free(text);
}

static void a_named_instance_is_written_once_with_its_plugin(void** state) {
  char* text = savedOf(
      "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'><instance name='i'>"
      "<config key='twist' value='3'/></instance></plugin></extension><worldbody><body>"
      "<geom size='1'/><plugin instance='i'/></body></worldbody></mujoco>");
  const char* first = strstr(text, "<config");
  assert_non_null(first);
  assert_true(first < strstr(text, "<worldbody"));
  assert_null(strstr(first + 1, "<config"));
  assert_non_null(strstr(text, "<plugin instance=\"i\"/>"));
  free(text);
}

static void files_of_an_attached_model_are_found_from_the_parent(void** state) {
  mjSpec* child = parseModel(
      "<mujoco model='child'><compiler meshdir='meshes'/><asset><mesh name='m' file='a.obj'/>"
      "</asset><worldbody><body name='b'><geom type='mesh' mesh='m'/></body></worldbody></mujoco>");
  mjs_setString(child->modelfiledir, "robots/");
  mjSpec* parent = parseModel("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>");
  mjsElement* frame = mjs_findElement(parent, mjOBJ_FRAME, "f");
  assert_non_null(mjs_attach(frame, mjs_findElement(child, mjOBJ_BODY, "b"), "x-", ""));
  char* text = savedText(parent);
  assert_non_null(strstr(text, "file=\"robots/meshes/a.obj\""));
  free(text);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_class_is_written_only_where_it_is_not_inherited),
      cmocka_unit_test(a_nameless_instance_is_written_inside_of_its_owner),
      cmocka_unit_test(a_named_instance_is_written_once_with_its_plugin),
      cmocka_unit_test(files_of_an_attached_model_are_found_from_the_parent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
