// Paths: what joins to what, and where names of assets point.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/path.h"

static void assertPath(char* path, const char* expected) {
  assert_string_equal(path, expected);
  lb_free(path);
}

static void parts_that_lead_back_vanish(void** state) {
  assertPath(lb_joinPath("a/b", "../c.xml"), "a/c.xml");
  assertPath(lb_joinPath("a", "./b//c"), "a/b/c");
  assertPath(lb_joinPath("a", "../../b"), "../b");
  assertPath(lb_joinPath(NULL, "a\\..\\b"), "b");
}

static void nothing_is_above_the_root(void** state) {
  assertPath(lb_joinPath(NULL, "/../a"), "/a");
}

static void an_absolute_name_drops_the_folder(void** state) {
  assertPath(lb_joinPath("a", "/b"), "/b");
  assertPath(lb_joinPath("a", "C:\\b"), "C:/b");
}

static void a_path_leads_outside_when_it_is_absolute_or_goes_up(void** state) {
  assert_true(lb_leadsOutside("/a"));
  assert_true(lb_leadsOutside("a/../../b"));
  assert_true(lb_leadsOutside(".."));
  assert_false(lb_leadsOutside("a/../b"));
  assert_false(lb_leadsOutside("..a/b"));
  assert_false(lb_leadsOutside(""));
}

static void the_directory_ends_with_its_slash(void** state) {
  assert_int_equal(lb_directoryLength("a/b/c"), 4);
  assert_int_equal(lb_directoryLength("a\\b"), 2);
  assert_int_equal(lb_directoryLength("a"), 0);
}

static void assets_are_below_the_folder_of_the_model(void** state) {
  assertPath(lb_assetFolder("m/", "d"), "m/d/");
  assertPath(lb_assetFolder("", NULL), "");
  assertPath(lb_assetFolder(NULL, "/"), "/");
  assertPath(lb_assetPath("m/", "../d", false, "x/a.obj"), "d/x/a.obj");
  assertPath(lb_assetPath("m", "/d", false, "a.obj"), "/d/a.obj");
}

static void strippath_takes_the_folders_of_a_name_away(void** state) {
  assertPath(lb_assetPath("m", "d", true, "x/y/a.obj"), "m/d/a.obj");
  assert_string_equal(lb_assetName("x\\a.obj", true), "a.obj");
  assert_string_equal(lb_assetName("x/a.obj", false), "x/a.obj");
}

static void an_ending_is_found_in_letters_of_either_case(void** state) {
  assert_true(lb_hasEnding("a/B.XmL", ".xml"));
  assert_true(lb_hasEnding(".xml", ".xml"));
  assert_false(lb_hasEnding("xml", ".xml"));
  assert_false(lb_hasEnding("a.xml.zip", ".xml"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_that_lead_back_vanish),
      cmocka_unit_test(nothing_is_above_the_root),
      cmocka_unit_test(an_absolute_name_drops_the_folder),
      cmocka_unit_test(a_path_leads_outside_when_it_is_absolute_or_goes_up),
      cmocka_unit_test(the_directory_ends_with_its_slash),
      cmocka_unit_test(assets_are_below_the_folder_of_the_model),
      cmocka_unit_test(an_ending_is_found_in_letters_of_either_case),
      cmocka_unit_test(strippath_takes_the_folders_of_a_name_away),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
