// Questions about rows that options answer, and where the arena ends.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "constraint/scenes_support.h"

static void jacobians_are_sparse_by_option_or_from_sixty_dofs_on(void** state) {
  Scene s = mixedScene(), wall = wallScene();
  assert_true(s.m->nv < 60 && wall.m->nv >= 60);
  assert_false(mj_isSparse(s.m));
  assert_true(mj_isSparse(wall.m));
  s.m->opt.jacobian = mjJAC_SPARSE;
  wall.m->opt.jacobian = mjJAC_DENSE;
  assert_true(mj_isSparse(s.m));
  assert_false(mj_isSparse(wall.m));
  freeScene(s);
  freeScene(wall);
}

static void sweeps_and_noslip_need_the_dual_problem(void** state) {
  Scene s = mixedScene();
  s.m->opt.solver = mjSOL_NEWTON;
  assert_false(mj_isDual(s.m));
  s.m->opt.noslip_iterations = 1;
  assert_true(mj_isDual(s.m));
  s.m->opt.noslip_iterations = 0;
  s.m->opt.solver = mjSOL_PGS;
  assert_true(mj_isDual(s.m));
  freeScene(s);
}

static void rows_that_follow_with_the_same_pattern_are_counted(void** state) {
  Scene s = mixedScene();
  mj_forward(s.m, s.d);
  const mjData* d = s.d;
  for (int r = 0; r + 1 < d->nefc; r++) {
    bool same = d->efc_J_rownnz[r] == d->efc_J_rownnz[r + 1] &&
                !memcmp(d->efc_J_colind + d->efc_J_rowadr[r],
                        d->efc_J_colind + d->efc_J_rowadr[r + 1], d->efc_J_rownnz[r] * sizeof(int));
    assert_int_equal(d->efc_J_rowsuper[r], same ? d->efc_J_rowsuper[r + 1] + 1 : 0);
  }
  freeScene(s);
}

// COMPAT: NO-ROWS
static void tendons_without_rows_have_no_first_row(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='h'/><geom size='.1'/></body></worldbody><tendon>"
      "<fixed limited='true' range='-1 1'><joint joint='h' coef='1'/></fixed>"
      "<fixed><joint joint='h' coef='1'/></fixed></tendon></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nefc, 0);
  assert_true(s.d->tendon_efcadr[0] == -1 && s.d->tendon_efcadr[1] == -1);
  mjData* copy = mj_copyData(NULL, s.m, s.d);
  assert_true(copy->tendon_efcadr[0] == -1 && copy->tendon_efcadr[1] == -1);
  mj_deleteData(copy);
  s.d->qpos[0] = 2;
  mj_forward(s.m, s.d);
  assert_true(s.d->tendon_efcadr[0] == 0 && s.d->tendon_efcadr[1] == -1);
  s.m->opt.disableflags |= mjDSBL_LIMIT;
  mj_step(s.m, s.d);
  assert_true(s.d->tendon_efcadr[0] == -1 && s.d->tendon_efcadr[1] == -1);
  freeScene(s);
}

static void a_second_call_makes_the_same_rows(void** state) {
  Scene s = mixedScene();
  mj_forward(s.m, s.d);
  int nefc = s.d->nefc;
  mjtNum* D = malloc(nefc * sizeof(mjtNum));
  mju_copy(D, s.d->efc_D, nefc);
  mj_makeConstraint(s.m, s.d);
  assert_int_equal(s.d->nefc, nefc);
  assert_memory_equal(D, s.d->efc_D, nefc * sizeof(mjtNum));
  free(D);
  freeScene(s);
}

static void contacts_forget_rows_that_are_not_made_again(void** state) {
  Scene s = mixedScene();
  mj_forward(s.m, s.d);
  int last = s.d->ncon - 1;
  assert_true(last >= 0 && s.d->contact[last].efc_address >= 0);
  s.m->opt.disableflags |= mjDSBL_CONSTRAINT;
  mj_makeConstraint(s.m, s.d);
  assert_int_equal(s.d->contact[last].efc_address, -1);
  mj_referenceConstraint(s.m, s.d);
  freeScene(s);
}

static void forwardScene(void* context) {
  const Scene* s = context;
  mj_forward(s->m, s->d);
}

static void options_that_no_enum_has_are_an_error(void** state) {
  Scene s = mixedScene();
  int* options[] = {&s.m->opt.cone, &s.m->opt.jacobian, &s.m->opt.solver};
  for (int i = 0; i < 6; i++) {
    int right = *options[i / 2];
    *options[i / 2] = i % 2 ? 3 : -1;
    assert_false(lb_protect(forwardScene, &s));
    assert_non_null(strstr(lb_lastError(), "unknown"));
    *options[i / 2] = right;
  }
  forwardScene(&s);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(options_that_no_enum_has_are_an_error),
      cmocka_unit_test(contacts_forget_rows_that_are_not_made_again),
      cmocka_unit_test(jacobians_are_sparse_by_option_or_from_sixty_dofs_on),
      cmocka_unit_test(sweeps_and_noslip_need_the_dual_problem),
      cmocka_unit_test(rows_that_follow_with_the_same_pattern_are_counted),
      cmocka_unit_test(tendons_without_rows_have_no_first_row),
      cmocka_unit_test(a_second_call_makes_the_same_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
