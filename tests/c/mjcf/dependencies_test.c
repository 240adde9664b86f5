// Every file that a model needs.

#include <sys/stat.h>

#include "api/mju_functions.h"
#include "spec/spec_support.h"

#include <stdio.h>
#include "mjcf/parse_support.h"

static const char folder[] = "build/dependencies_test";

static void writeFile(const char* name, const char* text) {
  char path[200];
  mkdir(folder, 0777);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static int warnings = 0;
static char warned[1000];

static void noteWarning(const char* message) {
  warnings++;
  snprintf(warned, sizeof warned, "%s", message);
}

static void files_are_listed_once_with_those_of_parts(void** state) {
  writeFile("main.xml",
            "<mujoco><compiler meshdir='meshes'/><asset><mesh file='a.obj'/></asset>"
            "<include file='part.xml'/></mujoco>");
  writeFile("part.xml",
            "<mujocoinclude><asset><mesh name='again' file='a.obj'/><mesh file='b.stl'/></asset>"
            "</mujocoinclude>");
  mjStringVec files = {0};
  mju_getXMLDependencies("build/dependencies_test/main.xml", &files);
  assert_int_equal(files.count, 4);
  assert_string_equal(lb_text(&files.items[0]), "build/dependencies_test/main.xml");
  assert_string_equal(lb_text(&files.items[1]), "build/dependencies_test/part.xml");
  assert_string_equal(lb_text(&files.items[2]), "build/dependencies_test/meshes/a.obj");
  assert_string_equal(lb_text(&files.items[3]), "build/dependencies_test/meshes/b.stl");
  lb_clearTextVec(&files);
}

static void a_part_that_is_missing_is_listed_with_a_warning(void** state) {
  writeFile("broken.xml", "<mujoco><include file='nowhere.xml'/></mujoco>");
  mjStringVec files = {0};
  mju_user_warning = noteWarning;
  warnings = 0;
  mju_getXMLDependencies("build/dependencies_test/broken.xml", &files);
  mju_user_warning = NULL;
  assert_int_equal(files.count, 2);
  assert_int_equal(warnings, 1);
  ASSERT_SAYS(warned, "cannot open 'build/dependencies_test/nowhere.xml'");
  lb_clearTextVec(&files);
}

static void the_old_content_of_the_list_is_replaced(void** state) {
  writeFile("alone.xml", "<mujoco/>");
  mjStringVec files = {0};
  mjs_setStringVec(&files, "x y z");
  mju_getXMLDependencies("build/dependencies_test/alone.xml", &files);
  assert_int_equal(files.count, 1);
  lb_clearTextVec(&files);
}

static void put(const char* name, const char* text) {
  FILE* file = fopen(name, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static int missed = 0;

static void countWarning(const char* text) {
  missed++;
}

static void files_are_listed_and_archives_stand_for_what_is_in_them(void** state) {
  put("dependencies_test.xml",
      "<mujoco><include file='dependencies_part.xml'/><asset><mesh file='a.obj'/>"
      "<model name='b' file='dependencies_test.mjz'/></asset></mujoco>");
  put("dependencies_part.xml", "<mujoco><asset><texture file='c.png'/></asset></mujoco>");
  put("dependencies_test.mjz", "PK\3\4");
  mju_user_warning = countWarning;
  static const char* const names[] = {"dependencies_test.xml", "dependencies_test.mjz"};
  static const int counts[] = {5, 1};
  for (int i = 0; i < 2; i++) {
    mjStringVec found = {0};
    mju_getXMLDependencies(names[i], &found);
    assert_int_equal(found.count, counts[i]);
    assert_string_equal(mjs_getString(&found.items[0]), names[i]);
    lb_clearTextVec(&found);
  }
  mju_user_warning = NULL;
  assert_int_equal(missed, 0);
  remove("dependencies_test.xml");
  remove("dependencies_part.xml");
  remove("dependencies_test.mjz");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_are_listed_once_with_those_of_parts),
      cmocka_unit_test(a_part_that_is_missing_is_listed_with_a_warning),
      cmocka_unit_test(the_old_content_of_the_list_is_replaced),
      cmocka_unit_test(files_are_listed_and_archives_stand_for_what_is_in_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
