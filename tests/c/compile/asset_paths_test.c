// Files of assets: the names and paths that the model keeps.

#include "compile/compile_support.h"

static const char tetrahedron[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static void an_asset_without_name_takes_that_of_its_file(void** state) {
  mjModel* m =
      compiledWith("<compiler meshdir='parts'/><asset><mesh file='left/arm.v2.obj'/></asset>",
                   (const char* const[]){"parts/left/arm.v2.obj", tetrahedron, NULL});
  assert_string_equal(mj_id2name(m, mjOBJ_MESH, 0), "arm.v2");
  mj_deleteModel(m);
}

static void paths_leave_out_the_folders_of_the_settings(void** state) {
  mjModel* m = compiledWith(
      "<compiler meshdir='parts'/><asset><mesh name='a' vertex='0 0 0 1 0 0 0 1 0 0 "
      "0 1'/><mesh file='./left/arm.obj'/></asset>",
      (const char* const[]){"parts/left/arm.obj", tetrahedron, NULL});
  assert_int_equal(m->mesh_pathadr[0], -1);
  assert_string_equal(m->paths + m->mesh_pathadr[1], "left/arm.obj");
  assert_int_equal(m->npaths, sizeof "left/arm.obj");
  mj_deleteModel(m);
}

// UR-04
static void paths_keep_two_slashes(void** state) {
  mjModel* m = compiledWith("<asset><mesh file='left//arm.obj'/></asset>",
                            (const char* const[]){"left/arm.obj", tetrahedron, NULL});
  assert_string_equal(m->paths + m->mesh_pathadr[0], "left//arm.obj");
  mj_deleteModel(m);
}

static void strippath_looks_for_the_bare_name(void** state) {
  mjModel* m =
      compiledWith("<compiler strippath='true'/><asset><mesh file='far/away/arm.obj'/></asset>",
                   (const char* const[]){"arm.obj", tetrahedron, NULL});
  assert_string_equal(m->paths + m->mesh_pathadr[0], "arm.obj");
  mj_deleteModel(m);
}

static void a_model_without_files_has_an_empty_path(void** state) {
  mjModel* m = compiled("<worldbody/>");
  assert_int_equal(m->npaths, 1);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_asset_without_name_takes_that_of_its_file),
      cmocka_unit_test(paths_leave_out_the_folders_of_the_settings),
      cmocka_unit_test(paths_keep_two_slashes),
      cmocka_unit_test(strippath_looks_for_the_bare_name),
      cmocka_unit_test(a_model_without_files_has_an_empty_path),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
