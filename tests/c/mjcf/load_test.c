// Loading a model: from a text, a file, files in memory.

#include "base/memory.h"
#include "spec/spec_support.h"

#include <stdio.h>
#include "base/error.h"
#include "base/zip.h"
#include "mjcf/parse_support.h"

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
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a.usd", "#usda 1.0", 9);
  assert_null(mj_parse("a.usd", "model/usd", &vfs, error, sizeof error));
  ASSERT_SAYS(error, "no decoder");
  mj_deleteVFS(&vfs);
}

static void a_text_that_is_no_model_is_refused(void** state) {
  ASSERT_SAYS(refusalOf(""), "XML parse error 13:\nError=XML_ERROR_EMPTY_DOCUMENT");
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

static const char tetra[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static mjModel* load(const char* name, const mjVFS* vfs) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(name, vfs, error, sizeof error);
  if (!m) {
    fail_msg("%s", error);
  }
  return m;
}

static const char* const robot[] = {
    "model.xml",
    "<mujoco><compiler meshdir='assets/meshes'/><include file='parts/arm.xml'/>"
    "<asset><mesh file='a/tetra.obj'/><mesh name='other' file='b/tetra.obj'/>"
    "<model name='wheel' file='wheel/wheel.xml'/></asset>"
    "<worldbody><geom type='mesh' mesh='tetra'/><geom type='mesh' mesh='other'/>"
    "<attach model='wheel' body='hub' prefix='w'/>"
    "<flexcomp name='sheet' type='mesh' file='sheet.obj' dim='2' mass='1'/>"
    "</worldbody></mujoco>",
    "parts/arm.xml",
    "<mujoco><include file='hand.xml'/></mujoco>",
    "parts/hand.xml",
    "<mujoco><worldbody><site name='hand'/></worldbody></mujoco>",
    "hands/hand.xml",
    "<mujoco><worldbody><site name='wrong'/></worldbody></mujoco>",
    "assets/meshes/a/tetra.obj",
    tetra,
    "assets/meshes/b/tetra.obj",
    "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    "assets/meshes/sheet.obj",
    tetra,
    "wheel/wheel.xml",
    "<mujoco><asset><mesh file='rim.obj'/></asset><worldbody><body name='hub'>"
    "<geom type='mesh' mesh='rim'/></body></worldbody></mujoco>",
    "wheel/rim.obj",
    tetra,
    NULL};

static void all_parts_of_a_model_are_found_in_its_archive(void** state) {
  size_t blocks = lb_liveBlocks();
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  addArchive(&vfs, "shelf/robot.mjz", robot);
  mjModel* m = load("shelf/robot.mjz", &vfs);
  assert_true(mj_name2id(m, mjOBJ_SITE, "hand") >= 0);
  assert_int_equal(mj_name2id(m, mjOBJ_SITE, "wrong"), -1);
  assert_int_equal(m->nmesh, 3);
  assert_int_equal(m->nflexvert, 4);
  assert_true(mj_name2id(m, mjOBJ_BODY, "whub") > 0);
  // volumes 1/6 and 8/6: each file is the one of its own folder
  int own = mj_name2id(m, mjOBJ_MESH, "tetra"), other = mj_name2id(m, mjOBJ_MESH, "other");
  assert_true(m->geom_rbound[1] > 1.9 * m->geom_rbound[0]);
  assert_true(own >= 0 && other >= 0);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
  mj_freeLastXML();
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void an_archive_is_read_from_disk_too(void** state) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  addArchive(&vfs, "robot.mjz", robot);
  const void* bytes;
  mjResource* resource = mju_openResource(NULL, "robot.mjz", &vfs, NULL, 0);
  int size = mju_readResource(resource, &bytes);
  assert_int_equal(mju_writeResource("load_test_robot.zip", bytes, size, NULL, NULL, 0), size);
  mju_closeResource(resource);
  mj_deleteVFS(&vfs);
  mjModel* m = load("load_test_robot.zip", NULL);
  remove("load_test_robot.zip");
  assert_int_equal(m->nmesh, 3);
  mj_deleteModel(m);
  mj_freeLastXML();
}

static void a_spec_finds_its_files_when_the_archive_is_gone(void** state) {
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  addArchive(&vfs, "robot.mjz", robot);
  mjSpec* spec = mj_parse("robot.mjz", "application/zip", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  assert_non_null(spec);
  mjSpec* copy = mj_copySpec(spec);
  mjSpec* parent = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  assert_non_null(mjs_attach(frame->element, mjs_findElement(spec, mjOBJ_BODY, "whub"), "x", ""));
  mj_deleteSpec(spec);
  mjModel* m = mj_compile(copy, NULL);
  assert_non_null(m);
  mjModel* attached = mj_compile(parent, NULL);
  if (!attached) {
    fail_msg("%s", mjs_getError(parent));
  }
  assert_int_equal(attached->nmesh, 3);
  mj_deleteModel(m);
  mj_deleteModel(attached);
  mj_deleteSpec(copy);
  mj_deleteSpec(parent);
}

static void an_archive_may_be_a_part_of_a_model_and_of_another_archive(void** state) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const char* inner[] = {"ball.xml",
                         "<mujoco><asset><mesh name='t' file='m/t.obj'/></asset><worldbody><body "
                         "name='b'><geom type='mesh' mesh='t'/></body></worldbody></mujoco>",
                         "m/t.obj", tetra, NULL};
  addArchive(&vfs, "ball.mjz", inner);
  const char scene[] =
      "<mujoco><asset><model name='ball' file='ball.mjz'/></asset>"
      "<worldbody><attach model='ball' body='b' prefix='p'/></worldbody></mujoco>";
  mj_addBufferVFS(&vfs, "scene.xml", scene, sizeof scene - 1);
  mjModel* m = load("scene.xml", &vfs);
  assert_int_equal(m->nmesh, 1);
  mj_deleteModel(m);

  const void* bytes;
  mjResource* resource = mju_openResource(NULL, "ball.mjz", &vfs, NULL, 0);
  int size = mju_readResource(resource, &bytes);
  lbZipWriter zip = {0};
  lb_zipAdd(&zip, "model.xml", scene, sizeof scene - 1);
  lb_zipAdd(&zip, "ball.mjz", bytes, (size_t)size);
  lb_zipEnd(&zip);
  mju_closeResource(resource);
  mjVFS other;
  mj_defaultVFS(&other);
  mj_addBufferVFS(&other, "outer.mjz", zip.bytes.items, (int)zip.bytes.count);
  lb_zipFree(&zip);
  m = load("outer.mjz", &other);
  assert_int_equal(m->nmesh, 1);
  mj_deleteModel(m);
  mj_freeLastXML();
  mj_deleteVFS(&other);
  mj_deleteVFS(&vfs);
}

static void what_is_wrong_with_an_archive_is_told(void** state) {
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const char* empty[] = {"readme.txt", "nothing", NULL};
  addArchive(&vfs, "empty.mjz", empty);
  assert_null(mj_loadXML("empty.mjz", &vfs, error, sizeof error));
  assert_non_null(
      strstr(error, "no root XML file found in archive 'empty.mjz', expected model.xml"));
  const char* missing[] = {"model.xml", "<mujoco><asset><mesh file='gone.obj'/></asset></mujoco>",
                           NULL};
  addArchive(&vfs, "missing.mjz", missing);
  assert_null(mj_loadXML("missing.mjz", &vfs, error, sizeof error));
  assert_non_null(strstr(error, "Error opening file 'missing.mjz/gone.obj'"));
  mj_addBufferVFS(&vfs, "cut.mjz", "PK\3\4", 4);
  assert_null(mj_loadXML("cut.mjz", &vfs, error, sizeof error));
  assert_non_null(strstr(error, "'cut.mjz' is not a readable zip archive"));
  mj_addBufferVFS(&vfs, "text.mjz", "<mujoco/>", 9);
  assert_null(mj_parse("text.mjz", "application/zip", &vfs, error, sizeof error));
  assert_non_null(strstr(error, "'text.mjz' is not a readable zip archive"));
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_folder_of_a_file_is_kept_for_its_assets),
      cmocka_unit_test(a_missing_file_is_named_as_missing),
      cmocka_unit_test(other_content_has_no_decoder),
      cmocka_unit_test(a_text_that_is_no_model_is_refused),
      cmocka_unit_test(a_model_as_asset_has_its_own_folder_and_faults),
      cmocka_unit_test(all_parts_of_a_model_are_found_in_its_archive),
      cmocka_unit_test(an_archive_is_read_from_disk_too),
      cmocka_unit_test(a_spec_finds_its_files_when_the_archive_is_gone),
      cmocka_unit_test(an_archive_may_be_a_part_of_a_model_and_of_another_archive),
      cmocka_unit_test(what_is_wrong_with_an_archive_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
