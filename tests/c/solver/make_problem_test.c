// Problems of islands are parts of the whole one.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/problem_support.h"

static void islands_have_their_rows_dofs_and_values(void** state) {
  for (int jacobian = mjJAC_DENSE; jacobian <= mjJAC_SPARSE; jacobian++) {
    Scene s = mixedScene();
    s.m->opt.jacobian = jacobian;
    mj_forward(s.m, s.d);
    int nv = (int)s.m->nv, rows = 0, dofs = 0;
    mjtNum* J = denseJ(s);
    for (int island = 0; island < s.d->nisland; island++) {
      mj_markStack(s.d);
      lbProblem p;
      lb_islandProblem(s.m, s.d, island, &p);
      const int* dofOf = s.d->map_idof2dof + s.d->island_idofadr[island];
      for (int g = 0; g < p.J.groupCount; g++) {
        const lbRowGroup* group = p.J.groups + g;
        for (int r = 0; r < group->count; r++) {
          int row = lb_globalRow(&p, group->row + r);
          assert_int_equal(s.d->efc_island[row], island);
          for (int k = 0; k < group->nnz; k++) {
            assert_true(group->J[r * group->nnz + k] == J[row * nv + dofOf[group->cols[k]]]);
            assert_true(!k || group->cols[k - 1] < group->cols[k]);
          }
        }
      }
      rows += p.rows.nefc;
      dofs += p.nv;
      mj_freeStack(s.d);
    }
    assert_int_equal(rows, s.d->nefc);
    assert_int_equal(dofs, s.d->nidof);
    free(J);
    freeScene(s);
  }
}

static void the_whole_problem_has_every_row_once(void** state) {
  Scene s = wallScene();
  mj_forward(s.m, s.d);
  mj_markStack(s.d);
  lbProblem p;
  makeWhole(s, &p);
  int next = 0, widest = 0;
  for (int g = 0; g < p.J.groupCount; g++) {
    assert_int_equal(p.J.groups[g].row, next);
    next += p.J.groups[g].count;
    widest = p.J.groups[g].nnz > widest ? p.J.groups[g].nnz : widest;
  }
  assert_int_equal(next, s.d->nefc);
  assert_int_equal(widest, p.J.maxNnz);
  mj_freeStack(s.d);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(islands_have_their_rows_dofs_and_values),
      cmocka_unit_test(the_whole_problem_has_every_row_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
