// <include>: parts of a model in files of their own.

#include "spec/spec_support.h"

#include <stdio.h>
#include <sys/stat.h>
#include "mjcf/parse_support.h"

#define WORLD(content) "<mujoco><worldbody>" content "</worldbody></mujoco>"

static void included_files_are_spliced_in_once(void** state) {
  mjVFS vfs;
  char error[1000] = "";
  const char part[] = "<x>\n<geom name='in' size='1'/>\n<geom size='bad'/></x>";
  const char good[] = "<x><geom name='in' size='1'/></x>";
  const char cycle[] = "<x><include file='cycle.xml'/></x>";
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "part.xml", part, sizeof part - 1);
  mj_addBufferVFS(&vfs, "good.xml", good, sizeof good - 1);
  mj_addBufferVFS(&vfs, "cycle.xml", cycle, sizeof cycle - 1);

  mjSpec* spec = mj_parseXMLString(WORLD("<include file='good.xml'/>"), &vfs, error, 1000);
  assert_non_null(spec);
  assert_non_null(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "in")));
  mj_deleteSpec(spec);

  // an error in the part names its own line and file
  assert_null(mj_parseXMLString(WORLD("<include file='part.xml'/>"), &vfs, error, 1000));
  assert_non_null(strstr(error, "Element 'geom', line 3, column 7, file 'part.xml'"));
  assert_null(mj_parseXMLString(WORLD("<include file='cycle.xml'/>"), &vfs, error, 1000));
  assert_non_null(strstr(error, "File 'cycle.xml' already included"));
  mj_deleteVFS(&vfs);
}

static void parts_are_found_from_the_main_file_or_beside_the_part(void** state) {
  static const char* const files[] = {"sub/part.xml", "<x><include file='inner.xml'/></x>",
                                      "sub/inner.xml", "<x><geom name='inner' size='1'/></x>",
                                      NULL};
  mjSpec* spec = parseWith(WORLD("<include file='sub/part.xml'/>"), files);
  assert_non_null(mjs_findElement(spec, mjOBJ_GEOM, "inner"));
  mj_deleteSpec(spec);
}

// Parts may hold sections, too; several of a kind add up.
static void children_of_the_part_take_the_place_of_the_element(void** state) {
  static const char* const files[] = {"p.xml",
                                      "<any><asset><material name='m'/></asset><worldbody><geom "
                                      "name='p' size='1'/></worldbody></any>",
                                      NULL};
  mjSpec* spec = parseWith(
      "<mujoco><include file='p.xml'/><worldbody><geom name='own' size='1'/></worldbody></mujoco>",
      files);
  assert_string_equal(namesOf(spec, mjOBJ_GEOM), "p own ");
  assert_int_equal(countOf(spec, mjOBJ_MATERIAL), 1);
  mj_deleteSpec(spec);
}

static void wrong_includes_are_refused_with_their_place(void** state) {
  static const char* const files[] = {"empty.xml",   "<x/>", "bad.xml",  "<x><y>",
                                      "nothing.xml", "",     "part.xml", "<x><geom size='1'/></x>",
                                      NULL};
  static const char* const cases[][2] = {
      {WORLD("\n<include file='none.xml'/>"),
       "Error opening file 'none.xml'\nElement 'include', line 2"},
      {WORLD("\n<include file='empty.xml'/>"), "Empty include file 'empty.xml'"},
      {WORLD("\n<include file='nothing.xml'/>"), "Empty file 'nothing.xml'"},
      {WORLD("<include file='part.xml'/><include file='./part.xml'/>"),
       "File 'part.xml' already included"},
      {WORLD("<include file='part.xml'/><include file='x\\..\\part.xml'/>"),
       "File 'part.xml' already included"},
      {WORLD("\n<include file='bad.xml'/>"), "Include error: 'XML parse error"},
      {WORLD("\n<include/>"), "required attribute missing: 'file'"},
      {WORLD("\n<include file='empty.xml'><geom/></include>"),
       "Include element cannot have children"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ASSERT_SAYS(refusalWith(cases[i][0], files), cases[i][1]);
  }
}

static void put(const char* name, const char* text) {
  FILE* file = fopen(name, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

// On disk, where nothing is found by its last part: each file includes from the main file's folder
// or from its own, however deep.
static void a_file_includes_from_the_folder_of_the_model_and_from_its_own(void** state) {
  static const char* const files[] = {"include_test/m.xml",          "include_test/sub/a.xml",
                                      "include_test/sub/b.xml",      "include_test/sub/deep/c.xml",
                                      "include_test/sub/deep/d.xml", "include_test/top.xml"};
  static const char* const folders[] = {"include_test", "include_test/sub",
                                        "include_test/sub/deep"};
  for (int i = 0; i < 3; i++) {
    mkdir(folders[i], 0777);
  }
  put(files[0], "<mujoco><include file='sub/a.xml'/></mujoco>");
  put(files[1], "<mujoco><include file='b.xml'/></mujoco>");
  put(files[2], "<mujoco><include file='deep/c.xml'/></mujoco>");
  put(files[3], "<mujoco><include file='d.xml'/><include file='top.xml'/></mujoco>");
  put(files[4], "<mujoco><worldbody><site name='deep'/></worldbody></mujoco>");
  put(files[5], "<mujoco><worldbody><site name='top'/></worldbody></mujoco>");
  char error[500] = "";
  mjSpec* spec = mj_parseXML(files[0], NULL, error, sizeof error);
  for (int i = 0; i < 6; i++) {
    remove(files[i]);
  }
  for (int i = 2; i >= 0; i--) {
    remove(folders[i]);
  }
  if (!spec) {
    fail_msg("%s", error);
  }
  assert_non_null(mjs_findElement(spec, mjOBJ_SITE, "deep"));
  assert_non_null(mjs_findElement(spec, mjOBJ_SITE, "top"));
  mj_deleteSpec(spec);
}

// On disk: two robots, each with parts of its own in its folder.
static void parts_of_one_name_in_several_folders_are_several(void** state) {
  static const char* const files[] = {"include_test/m.xml", "include_test/a/robot.xml",
                                      "include_test/b/robot.xml", "include_test/a/part.xml",
                                      "include_test/b/part.xml"};
  static const char* const folders[] = {"include_test", "include_test/a", "include_test/b"};
  for (int i = 0; i < 3; i++) {
    mkdir(folders[i], 0777);
  }
  put(files[0],
      "<mujoco><include file='a/robot.xml'/><include file='b/robot.xml'/><worldbody/></mujoco>");
  put(files[1], "<mujoco><include file='part.xml'/></mujoco>");
  put(files[2], "<mujoco><include file='part.xml'/></mujoco>");
  put(files[3], "<mujoco><worldbody><site name='a'/></worldbody></mujoco>");
  put(files[4], "<mujoco><worldbody><site name='b'/></worldbody></mujoco>");
  char error[500] = "";
  mjSpec* spec = mj_parseXML(files[0], NULL, error, sizeof error);

  // what includes itself from a folder of its own ends, too
  put(files[3], "<mujoco><include file='robot.xml'/></mujoco>");
  assert_null(mj_parseXML(files[0], NULL, error, sizeof error));
  assert_non_null(strstr(error, "already included"));
  for (int i = 0; i < 5; i++) {
    remove(files[i]);
  }
  for (int i = 2; i >= 0; i--) {
    remove(folders[i]);
  }
  assert_non_null(spec);
  assert_string_equal(namesOf(spec, mjOBJ_SITE), "a b ");
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(included_files_are_spliced_in_once),
      cmocka_unit_test(parts_are_found_from_the_main_file_or_beside_the_part),
      cmocka_unit_test(children_of_the_part_take_the_place_of_the_element),
      cmocka_unit_test(wrong_includes_are_refused_with_their_place),
      cmocka_unit_test(a_file_includes_from_the_folder_of_the_model_and_from_its_own),
      cmocka_unit_test(parts_of_one_name_in_several_folders_are_several),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
