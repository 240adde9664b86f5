// Effective mass of bending sheets.

#include "compile/compile_support.h"

static void sheets_that_do_not_bend_have_none(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='f' type='grid' count='3 3 1' spacing='.1 .1 .1' "
      "mass='1' dim='2' radius='.01'/></worldbody>");
  assert_int_equal(m->nefm0dof, 0);
  mj_deleteModel(m);
}

static void pinned_vertices_take_no_part(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='f' type='grid' count='3 3 1' spacing='.1 .1 .1' "
      "mass='1' dim='2' radius='.01'><pin id='0'/><elasticity young='1e5' "
      "poisson='.2' thickness='.01' elastic2d='bend'/></flexcomp></worldbody>");
  assert_int_equal(m->nefm0dof, 24);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sheets_that_do_not_bend_have_none),
      cmocka_unit_test(pinned_vertices_take_no_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
