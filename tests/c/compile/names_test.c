// Names of elements.

#include "compile/compile_support.h"

static void two_elements_of_a_kind_have_two_names(void** state) {
  assertRefused("<worldbody><geom name='x' size='1'/><geom name='x' size='1'/></worldbody>", "'x'");
  mjSpec* spec = mj_makeSpec();
  for (int i = 0; i < 2; i++) {
    mjs_setName(mjs_addFrame(mjs_findBody(spec, "world"), NULL)->element, "q");
  }
  assert_null(mj_compile(spec, NULL));
  ASSERT_SAYS(mjs_getError(spec), "repeated name 'q' in frame");
  mj_deleteSpec(spec);
  // of two kinds may share one
  mj_deleteModel(compiled("<worldbody><geom name='x' size='1'/><site name='x'/></worldbody>"));
}

static void assets_need_a_name_but_for_the_sky(void** state) {
  assertRefused("<asset><mesh vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>", "empty name in mesh");
  mj_deleteModel(
      compiled("<asset><texture type='skybox' builtin='flat' width='4' height='24'/>"
               "</asset>"));
}

static void the_table_holds_model_world_and_elements(void** state) {
  char error[100] = "";
  mjSpec* spec = mj_parseXMLString(
      "<mujoco model='house'><worldbody><geom name='roof' size='1'/>"
      "<geom size='1'/></worldbody></mujoco>",
      NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  assert_string_equal(m->names, "house");
  assert_string_equal(mj_id2name(m, mjOBJ_BODY, 0), "world");
  assert_string_equal(mj_id2name(m, mjOBJ_GEOM, 0), "roof");
  assert_null(mj_id2name(m, mjOBJ_GEOM, 1));
  assert_int_equal(m->nnames, sizeof "house" + sizeof "world" + sizeof "roof" + sizeof "");
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_elements_of_a_kind_have_two_names),
      cmocka_unit_test(assets_need_a_name_but_for_the_sky),
      cmocka_unit_test(the_table_holds_model_world_and_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
