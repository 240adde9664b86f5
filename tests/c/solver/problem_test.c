// Products in the numbering of a problem against those of whole matrices.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/problem_support.h"

static void check(Scene s) {
  int nv = (int)s.m->nv, nefc = s.d->nefc;
  mjtNum *J = denseJ(s), *M = denseM(s);
  mjtNum *x = malloc(nv * sizeof(mjtNum)), *f = malloc(nefc * sizeof(mjtNum));
  mjtNum *expected = malloc((nv + nefc) * sizeof(mjtNum)), *found = malloc((nv + nefc) * 8);
  for (int i = 0; i < nv; i++) {
    x[i] = wild(i);
  }
  for (int i = 0; i < nefc; i++) {
    f[i] = i % 3 ? wild(i) : 0;
  }
  mj_markStack(s.d);
  lbProblem p;
  makeWhole(s, &p);
  for (int byColumns = 0; byColumns < 2; byColumns++) {
    if (byColumns) {
      lb_problemTranspose(&p);
    }
    mju_mulMatVec(expected, J, x, nefc, nv);
    lb_problemMulJ(&p, found, x);
    assert_true(farthest(expected, found, nefc) < 1e-12);
    mju_mulMatTVec(expected, J, f, nefc, nv);
    lb_problemMulJT(&p, found, f);
    assert_true(farthest(expected, found, nv) < 1e-12);
  }
  mju_mulMatVec(expected, M, x, nv, nv);
  lb_problemMulM(&p, found, x);
  assert_true(farthest(expected, found, nv) < 1e-12);
  lb_problemSolveM(&p, found);
  assert_true(farthest(x, found, nv) < 1e-9);
  mj_freeStack(s.d);
  free(J);
  free(M);
  free(x);
  free(f);
  free(expected);
  free(found);
}

static void products_are_those_of_whole_matrices(void** state) {
  for (int jacobian = mjJAC_DENSE; jacobian <= mjJAC_SPARSE; jacobian++) {
    for (int k = 0; k < 2; k++) {
      Scene s = k ? wallScene() : mixedScene();
      s.m->opt.jacobian = jacobian;
      mj_forward(s.m, s.d);
      check(s);
      freeScene(s);
    }
  }
}

static void edges_of_a_flex_are_multiplied_like_any_row(void** state) {
  Scene s = loadScene(
      "<mujoco><option solver='CG'/><worldbody><flexcomp name='f' type='grid' dim='2' count='6 5 "
      "1' "
      "spacing='.1 .1 .1' radius='.01' mass='1'><edge equality='true'/><contact "
      "selfcollide='none'/></flexcomp></worldbody></mujoco>");
  for (int i = 0; i < s.m->nq; i++) {
    s.d->qpos[i] += .02 * wild(i);
  }
  mj_forward(s.m, s.d);
  check(s);
  freeScene(s);
}

static void rows_without_dofs_give_nothing(void** state) {
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    for (int jacobian = mjJAC_DENSE; jacobian <= mjJAC_SPARSE; jacobian++) {
      Scene s = loadScene(
          "<mujoco><worldbody><body><freejoint/><geom name='g' size='.1'/></body></worldbody>"
          "<contact><pair geom1='g' geom2='g'/></contact></mujoco>");
      s.m->opt.solver = solver;
      s.m->opt.jacobian = jacobian;
      mj_forward(s.m, s.d);
      assert_int_equal(s.d->nefc, 4);
      check(s);
      freeScene(s);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_without_dofs_give_nothing),
      cmocka_unit_test(products_are_those_of_whole_matrices),
      cmocka_unit_test(edges_of_a_flex_are_multiplied_like_any_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
