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

// FLEX-POINT-MASS: three dofs of its own make a vertex take part, wherever its body is; its mass is
// that of the body alone.
static void vertices_on_moving_bodies_take_part_with_their_own_mass(void** state) {
#define POINT(name, place, inside)                          \
  "<body name='" name "' pos='" place                       \
  "'><joint type='slide' axis='1 0 0'/><joint type='slide'" \
  " axis='0 1 0'/><joint type='slide' axis='0 0 1'/><geom size='.02' mass='.2'/>" inside "</body>"
  mjModel* m = compiled(
      "<worldbody><body name='h'><freejoint/><geom size='.1'/><flexcomp name='f' type='grid' "
      "count='3 3 1' spacing='.1 .1 .1' mass='1.8' dim='2' radius='.01'><elasticity young='1e-6' "
      "thickness='.01' elastic2d='bend'/></flexcomp></body></worldbody>");
  assert_int_equal(m->nefm0dof, 27);
  assert_int_equal(m->efm0_dofid[0], 6);
  for (int i = 0; i < 27; i++) {
    ASSERT_NEAR(m->efm0_L[m->efm0_L_rowadr[i] + m->efm0_L_rownnz[i] - 1], sqrt(.2), 1e-9);
  }
  mj_deleteModel(m);

  m = compiled("<worldbody>" POINT("a", "0 0 0", "<body><joint/><geom size='1'/></body>")
                   POINT("b", "1 0 0", "") POINT("c", "0 1 0", "") POINT("d", "1 1 0", "")
               "</worldbody><deformable><flex name='f' dim='2' body='a b c d' vertex='0 0 0 0 0 0 "
               "0 0 0 0 0 0' element='0 1 2 1 3 2'><elasticity young='1e-6' thickness='.01' "
               "elastic2d='bend'/></flex></deformable>");
  assert_int_equal(m->nefm0dof, 12);
  ASSERT_NEAR(m->efm0_L[m->efm0_L_rowadr[0] + m->efm0_L_rownnz[0] - 1], sqrt(.2), 1e-9);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sheets_that_do_not_bend_have_none),
      cmocka_unit_test(pinned_vertices_take_no_part),
      cmocka_unit_test(vertices_on_moving_bodies_take_part_with_their_own_mass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
