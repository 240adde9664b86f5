// Matrices in blocks over segments of trees against whole ones.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "data/stack.h"
#include "solver/block_matrix.h"
#include "solver/problem_support.h"

static void segments_cover_the_dofs_and_end_where_trees_branch(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint/><joint axis='1 0 0'/><geom size='.1'/><body pos='1 0 0'>"
      "<joint/><geom size='.1'/></body><body pos='0 1 0'><joint/><geom size='.1'/></body></body>"
      "<body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  mj_markStack(s.d);
  lbProblem p;
  makeWhole(s, &p);
  lbBlockMatrix B;
  lb_blockInit(&B, &p);
  // trunk of two dofs, two branches, a free body
  assert_int_equal(B.count, 4);
  const int starts[5] = {0, 2, 3, 4, 10};
  for (int i = 0; i < 5; i++) {
    assert_int_equal(B.adr[i], starts[i]);
  }
  mj_freeStack(s.d);
  freeScene(s);
}

static void the_inertia_is_factored_and_solved(void** state) {
  Scene s = wallScene();
  mj_forward(s.m, s.d);
  int nv = (int)s.m->nv;
  mj_markStack(s.d);
  lbProblem p;
  makeWhole(s, &p);
  lbBlockMatrix B;
  lb_blockInit(&B, &p);
  mjtNum* H = mj_stackAllocNum(s.d, B.size);
  lb_blockSetInertia(&B, H);
  lb_blockFactor(&B, H);
  mjtNum *x = mj_stackAllocNum(s.d, nv), *expected = mj_stackAllocNum(s.d, nv);
  for (int i = 0; i < nv; i++) {
    x[i] = expected[i] = wild(i);
  }
  lb_blockSolve(&B, H, x);
  mj_solveM(s.m, s.d, expected, expected, 1);
  assert_true(farthest(expected, x, nv) < 1e-10);
  mj_freeStack(s.d);
  freeScene(s);
}

static void updates_cost_more_the_further_a_row_reaches(void** state) {
  Scene s = wallScene();
  mj_forward(s.m, s.d);
  mj_markStack(s.d);
  lbProblem p;
  makeWhole(s, &p);
  lbBlockMatrix B;
  lb_blockInit(&B, &p);
  const int one[1] = {0};
  const lbRowGroup* last = p.J.groups + p.J.groupCount - 1;
  assert_true(lb_blockUpdateCost(&B, one, 1) > 0);
  assert_true(lb_blockUpdateCost(&B, last->cols, last->nnz) >= lb_blockUpdateCost(&B, one, 1));
  assert_true(B.cost > lb_blockUpdateCost(&B, last->cols, last->nnz));
  mj_freeStack(s.d);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(segments_cover_the_dofs_and_end_where_trees_branch),
      cmocka_unit_test(the_inertia_is_factored_and_solved),
      cmocka_unit_test(updates_cost_more_the_further_a_row_reaches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
