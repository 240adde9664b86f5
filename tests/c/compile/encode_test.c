// Writing models in the format that a name asks for.

#include "compile/compile_support.h"

static mjSpec* ballSpec(void) {
  char error[100] = "";
  return mj_parseXMLString("<mujoco><worldbody><geom size='2'/></worldbody></mujoco>", NULL, error,
                           sizeof error);
}

static void the_ending_or_the_type_decides(void** state) {
  char error[100] = "";
  mjSpec* spec = ballSpec();
  mjModel* m = mj_compile(spec, NULL);
  assert_true(mj_encode(spec, m, "encoded.xml", NULL, NULL, error, sizeof error) > 20);
  assert_int_equal(mj_encode(spec, m, "encoded.mjb", NULL, NULL, error, sizeof error),
                   mj_sizeModel(m));
  assert_int_equal(mj_encode(spec, m, "encoded.xyz", "application/mjb", NULL, error, sizeof error),
                   mj_sizeModel(m));
  remove("encoded.xml");
  remove("encoded.mjb");
  remove("encoded.xyz");
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static char kept[2][20];

static int openNothing(mjResource* resource) {
  return 0;
}

static int readNothing(mjResource* resource, const void** buffer) {
  return -1;
}

static void closeNothing(mjResource* resource) {
}

static mjtSize keepStart(mjResource* resource, const void* buffer, mjtSize nbytes) {
  int which = strstr(resource->name, ".xml") == NULL;
  snprintf(kept[which], sizeof kept[which], "%.*s", 7, (const char*)buffer);
  return nbytes;
}

static void a_mounted_folder_takes_what_is_written(void** state) {
  char error[100] = "";
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);
  provider.open = openNothing;
  provider.read = readNothing;
  provider.close = closeNothing;
  provider.write = keepStart;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_mountVFS(&vfs, "out", &provider), 0);
  mjSpec* spec = ballSpec();
  mjModel* m = mj_compile(spec, NULL);
  assert_true(mj_encode(spec, m, "out/a.xml", NULL, &vfs, error, sizeof error) > 20);
  assert_string_equal(kept[0], "<mujoco");
  assert_true(mj_encode(spec, m, "out/a.mjz", NULL, &vfs, error, sizeof error) > 20);
  assert_memory_equal(kept[1], "PK\3\4", 4);
  assert_int_equal(mj_encode(spec, m, "out/a.mjb", NULL, &vfs, error, sizeof error),
                   mj_sizeModel(m));
  provider.write = NULL;
  assert_int_equal(mj_encode(spec, m, "out/a.xml", NULL, &vfs, error, sizeof error), -1);
  assert_non_null(strstr(error, "read only"));
  assert_int_equal(mj_encode(spec, m, NULL, NULL, &vfs, error, sizeof error), -1);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
}

static void what_cannot_be_written_is_refused(void** state) {
  char error[100] = "";
  mjSpec* spec = ballSpec();
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(mj_encode(NULL, m, "a.xml", NULL, NULL, error, sizeof error), -1);
  assert_string_equal(error, "MJCF needs a spec: file 'a.xml'");
  assert_int_equal(mj_encode(spec, m, "a.doc", NULL, NULL, error, sizeof error), -1);
  assert_string_equal(error, "no encoder found for file 'a.doc'");
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_ending_or_the_type_decides),
      cmocka_unit_test(a_mounted_folder_takes_what_is_written),
      cmocka_unit_test(what_cannot_be_written_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
