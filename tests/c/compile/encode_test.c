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
      cmocka_unit_test(what_cannot_be_written_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
