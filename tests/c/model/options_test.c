// What options decide about the matrices of the solvers.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api/limber.h"

static void jacobians_are_sparse_when_asked_for_or_from_sixty_dofs_on(void** state) {
  mjModel m = {.nv = 59, .opt.jacobian = mjJAC_AUTO};
  assert_false(mj_isSparse(&m));
  m.nv = 60;
  assert_true(mj_isSparse(&m));
  m.opt.jacobian = mjJAC_DENSE;
  assert_false(mj_isSparse(&m));
  m.nv = 1;
  m.opt.jacobian = mjJAC_SPARSE;
  assert_true(mj_isSparse(&m));
}

static void pgs_and_noslip_work_on_forces(void** state) {
  mjModel m = {.opt.solver = mjSOL_NEWTON};
  assert_false(mj_isDual(&m));
  m.opt.noslip_iterations = 1;
  assert_true(mj_isDual(&m));
  m.opt = (mjOption){.solver = mjSOL_PGS};
  assert_true(mj_isDual(&m));
}

static void cones_are_pyramids_by_option(void** state) {
  mjModel m = {.opt.cone = mjCONE_PYRAMIDAL};
  assert_true(mj_isPyramidal(&m));
  m.opt.cone = mjCONE_ELLIPTIC;
  assert_false(mj_isPyramidal(&m));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jacobians_are_sparse_when_asked_for_or_from_sixty_dofs_on),
      cmocka_unit_test(pgs_and_noslip_work_on_forces),
      cmocka_unit_test(cones_are_pyramids_by_option),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
