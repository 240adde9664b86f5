// Materials.

#include "compile/compile_support.h"

static void a_material_shows_its_textures(void** state) {
  mjModel* m = compiled(
      "<asset><texture name='a' type='2d' builtin='flat' width='2' height='2'/>"
      "<texture name='b' type='2d' builtin='flat' width='2' height='2'/>"
      "<material name='plain' specular='.25'/><material name='shown' texture='b' "
      "texrepeat='3 4' texuniform='true'/></asset>");
  assert_int_equal(m->mat_texid[mjNTEXROLE + mjTEXROLE_RGB], 1);
  assert_int_equal(m->mat_texid[mjTEXROLE_RGB], -1);
  ASSERT_NEAR(m->mat_specular[0], 0.25, 0);
  ASSERT_NUMBERS(m->mat_texrepeat + 2, 0, 3, 4);
  assert_true(m->mat_texuniform[1]);
  mj_deleteModel(m);
}

static void an_unknown_texture_is_refused(void** state) {
  assertRefused("<asset><material name='m' texture='none'/></asset>", "'none'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_material_shows_its_textures),
      cmocka_unit_test(an_unknown_texture_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
