// Loading a model: from a text, a file, files in memory.

#include "base/memory.h"
#include "spec/spec_support.h"

static void the_folder_of_a_file_is_kept_for_its_assets(void** state) {
  mjVFS vfs;
  char error[1000] = "";
  const char text[] = "<mujoco model='m'/>";
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a/b/model.xml", text, sizeof text - 1);
  mjSpec* spec = mj_parseXML("a/b/model.xml", &vfs, error, sizeof error);
  assert_non_null(spec);
  assert_string_equal(mjs_getString(spec->modelname), "m");
  assert_string_equal(mjs_getString(spec->modelfiledir), "a/b/");
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
}

static void a_missing_file_is_named_as_missing(void** state) {
  char error[1000] = "";
  assert_null(mj_parseXML("build/none.xml", NULL, error, sizeof error));
  assert_string_equal(error, "ParseXML: Error opening file 'build/none.xml'");
  assert_int_equal(lb_lastErrorFields()->missingCount, 1);
  assert_string_equal(lb_lastErrorFields()->missing, "build/none.xml");
}

static void other_content_has_no_decoder(void** state) {
  char error[1000] = "";
  assert_null(mj_parse("a.usd", "model/usd", NULL, error, sizeof error));
  assert_string_equal(error, "mj_parse: no decoder for content type 'model/usd'");
}

static void a_text_that_is_no_model_is_refused(void** state) {
  ASSERT_SAYS(refusalOf(""), "ParseXML: empty file 'model.xml'");
  ASSERT_SAYS(refusalOf("<html/>"),
              "Unrecognized XML model type: 'html', expected 'mujoco' or 'robot'");

  // a small buffer for the message, or none, is no harm
  char tiny[5];
  assert_null(mj_parseXMLString("<html/>", NULL, tiny, sizeof tiny));
  assert_string_equal(tiny, "XML ");
  assert_null(mj_parseXMLString("<html/>", NULL, NULL, 0));
}

static void a_model_as_asset_has_its_own_folder_and_faults(void** state) {
  static const char* const good[] = {
      "c.xml", "<mujoco model='c'><worldbody><body name='b'/></worldbody></mujoco>", NULL};
  static const char* const bad[] = {"c.xml", "<mujoco>\n<oops/></mujoco>", NULL};
  static const char xml[] =
      "<mujoco><asset><model file='c.xml'/></asset><worldbody><attach model='c' body='b' "
      "prefix='x_'/></worldbody></mujoco>";
  mjSpec* spec = parseWith(xml, good);
  assert_non_null(mjs_findBody(spec, "x_b"));
  mj_deleteSpec(spec);
  ASSERT_SAYS(refusalWith(xml, bad), "could not parse model file with error: XML Error");
  size_t blocks = lb_liveBlocks();
  refusalWith(xml, bad);
  assert_int_equal(lb_liveBlocks(), blocks);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_folder_of_a_file_is_kept_for_its_assets),
      cmocka_unit_test(a_missing_file_is_named_as_missing),
      cmocka_unit_test(other_content_has_no_decoder),
      cmocka_unit_test(a_text_that_is_no_model_is_refused),
      cmocka_unit_test(a_model_as_asset_has_its_own_folder_and_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
