// Saving specs: to files, as archives where the name says so, and what is refused.

#include "mjcf/parse_support.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/zip.h"
#include "mjcf/save.h"

static mjSpec* compiledSpec(mjModel** m) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const char* files[] = {"model.xml",
                         "<mujoco><asset><mesh name='t' file='m/t.obj'/></asset><worldbody>"
                         "<geom type='mesh' mesh='t'/></worldbody></mujoco>",
                         "m/t.obj",
                         "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"
                         "f 2 3 4\n",
                         NULL};
  addArchive(&vfs, "t.mjz", files);
  mjSpec* spec = mj_parseXML("t.mjz", &vfs, NULL, 0);
  mj_deleteVFS(&vfs);
  assert_non_null(spec);
  *m = mj_compile(spec, NULL);
  assert_non_null(*m);
  return spec;
}

static void a_file_that_is_called_an_archive_is_one(void** state) {
  size_t blocks = lb_liveBlocks();
  char error[500] = "";
  mjModel* m;
  mjSpec* spec = compiledSpec(&m);
  assert_int_equal(mj_saveXML(spec, "save_test.mjz", error, sizeof error), 0);
  mjModel* again = mj_loadXML("save_test.mjz", NULL, error, sizeof error);
  remove("save_test.mjz");
  assert_non_null(again);
  assert_int_equal(again->nmeshvert, m->nmeshvert);
  mj_deleteModel(again);

  // the spec of the last model holds its archive
  assert_int_equal(mj_saveLastXML("save_test_last.zip", NULL, error, sizeof error), 1);
  again = mj_loadXML("save_test_last.zip", NULL, error, sizeof error);
  remove("save_test_last.zip");
  assert_non_null(again);
  mj_deleteModel(again);
  mj_freeLastXML();
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void a_draft_is_written_for_those_who_ask_for_one(void** state) {
  char error[500] = "", text[500];
  mjSpec* spec = parseModel("<mujoco model='draft'/>");
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), -1);
  assert_int_equal(lb_saveDraft(spec, text, sizeof text, error, sizeof error), 0);
  assert_non_null(strstr(text, "draft"));
  mj_deleteSpec(spec);
}

static void what_cannot_be_saved_is_told(void** state) {
  char error[500] = "", text[10];
  mjModel* m;
  mjSpec* spec = compiledSpec(&m);
  assert_int_equal(mj_saveXML(spec, NULL, error, sizeof error), -1);
  assert_non_null(strstr(error, "got no name"));
  assert_int_equal(mj_saveXML(spec, "nowhere/x.xml", error, sizeof error), -1);
  assert_non_null(strstr(error, "File not found: could not write 'nowhere/x.xml'"));
  assert_int_equal(mj_saveXML(NULL, "unwritten.xml", error, sizeof error), -1);
  assert_non_null(strstr(error, "got NULL"));
  assert_true(mj_saveXMLString(spec, text, sizeof text, error, sizeof error) > 50);
  assert_non_null(strstr(error, "too short"));
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_that_is_called_an_archive_is_one),
      cmocka_unit_test(a_draft_is_written_for_those_who_ask_for_one),
      cmocka_unit_test(what_cannot_be_saved_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
