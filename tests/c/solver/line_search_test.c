// The step of a line search is where the slope of the cost vanishes.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "data/stack.h"
#include "solver/line_search.h"
#include "solver/problem_support.h"

// Cost along the line, but for a constant.
static mjtNum costAt(lbProblem* p, const lbLine* line, mjtNum alpha) {
  int n = p->rows.nefc;
  mj_markStack(p->d);
  mjtNum* jar = mj_stackAllocNum(p->d, n);
  mju_addScl(jar, line->jar, line->Jv, alpha, n);
  mjtNum cost =
      lb_updateRows(&p->rows, jar, mj_stackAllocNum(p->d, n), mj_stackAllocInt(p->d, n), false);
  mj_freeStack(p->d);
  return cost + alpha * (line->gaussSlope + .5 * alpha * line->gaussCurve);
}

static void the_cost_is_least_at_the_step(void** state) {
  for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
    Scene s = mixedScene();
    s.m->opt.cone = cone;
    s.m->opt.ls_tolerance = 1e-10;
    mj_forward(s.m, s.d);
    int nv = (int)s.m->nv;
    mj_markStack(s.d);
    lbProblem p;
    makeWhole(s, &p);

    // from the smooth acceleration down the gradient in the metric of the inertia
    mjtNum *jar = mj_stackAllocNum(s.d, s.d->nefc), *Jv = mj_stackAllocNum(s.d, s.d->nefc);
    mjtNum *v = mj_stackAllocNum(s.d, nv), *Mv = mj_stackAllocNum(s.d, nv);
    mju_copy(jar, s.d->efc_b, s.d->nefc);
    lb_updateRows(&p.rows, jar, p.result.force, p.result.state, false);
    lb_problemMulJT(&p, v, p.result.force);
    lb_problemSolveM(&p, v);
    lb_problemMulM(&p, Mv, v);
    lb_problemMulJ(&p, Jv, v);
    lbLine line = {jar, Jv, 0, mju_dot(v, Mv, nv), mju_norm(v, nv)};
    lbLineResult result = lb_lineSearch(&p, &line);
    assert_true(result.alpha > 0 && result.evaluations > 1);
    // with both slopes what the step gains is known without costs, as far as no row changes
    mjtNum least = costAt(&p, &line, result.alpha), step = 1e-6 * result.alpha;
    mjtNum slope0 = (costAt(&p, &line, step) - costAt(&p, &line, -step)) / (2 * step);
    assert_true(fabs(result.slope0 - slope0) < 1e-5 * fabs(slope0));
    for (int k = 0; k <= 40; k++) {
      assert_true(costAt(&p, &line, .05 * k * result.alpha) >= least - 1e-9 * fabs(least));
    }
    mj_freeStack(s.d);
    freeScene(s);
  }
}

static void a_direction_uphill_gives_no_step(void** state) {
  Scene s = mixedScene();
  mj_forward(s.m, s.d);
  mj_markStack(s.d);
  lbProblem p;
  makeWhole(s, &p);
  mjtNum* zero = mj_stackAllocNum(s.d, s.d->nefc);
  mju_zero(zero, s.d->nefc);
  lbLine line = {s.d->efc_b, zero, 1, 1, 1};
  assert_true(lb_lineSearch(&p, &line).alpha == 0);
  mj_freeStack(s.d);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_cost_is_least_at_the_step),
      cmocka_unit_test(a_direction_uphill_gives_no_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
