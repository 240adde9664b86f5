// The dense Hessian on its own, on problems that either storage can hold: dense = sparse.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "data/stack.h"
#include "solver/hessian_storage.h"
#include "solver/problem_support.h"

// A Hessian in the storage wanted, whatever its size, without constraints yet.
static void start(lbHessian* h, lbProblem* p, bool sparse) {
  *h = (lbHessian){.p = p, .sparse = sparse};
  size_t size = sparse ? lb_sparseInit(h) : lb_denseInit(h);
  h->base = mj_stackAllocNum(p->d, size);
  h->factor = mj_stackAllocNum(p->d, size);
  h->weight = mj_stackAllocNum(p->d, p->rows.nefc);
  h->block = mj_stackAllocNum(p->d, (size_t)p->J.maxNnz * p->J.maxNnz);
}

// Largest difference of the solutions of this storage and the other.
static mjtNum difference(Scene s, lbHessian* a, lbHessian* b) {
  int nv = (int)s.m->nv;
  mjtNum *x = malloc(nv * sizeof(mjtNum)), *y = malloc(nv * sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    x[i] = y[i] = wild(i);
  }
  lb_hessianSolve(a, x);
  lb_hessianSolve(b, y);
  mjtNum worst = farthest(x, y, nv);
  free(x);
  free(y);
  return worst;
}

static void it_solves_like_the_other_storage_before_and_after_an_update(void** state) {
  for (int k = 0; k < 2; k++) {
    Scene s = k ? wallScene() : mixedScene();
    mj_forward(s.m, s.d);
    mj_markStack(s.d);
    lbProblem p;
    makeWhole(s, &p);
    setStates(&p);
    lbHessian mine, other;
    start(&mine, &p, false);
    start(&other, &p, true);
    lb_hessianFactor(&mine);
    lb_hessianFactor(&other);
    assert_true(difference(s, &mine, &other) < 1e-9);

    // a rank one update by a row against a factor that had it from the start
    const lbRowGroup* group = p.J.groups;
    mjtNum weight = s.d->efc_D[group->row];
    assert_true(lb_denseUpdate(&mine, group, group->J, weight));
    lb_sparseAddRows(&other, other.base, group, group->J, 1, &weight);
    lb_sparseCopyBase(&other);
    lb_sparseFactor(&other);
    assert_true(difference(s, &mine, &other) < 1e-9);

    // taking it back leads back
    weight = -weight;
    assert_true(lb_denseUpdate(&mine, group, group->J, weight));
    lb_hessianFactor(&other);
    assert_true(difference(s, &mine, &other) < 1e-7);
    mj_freeStack(s.d);
    freeScene(s);
  }
}

static void an_update_that_leaves_nothing_positive_fails(void** state) {
  Scene s = mixedScene();
  mj_forward(s.m, s.d);
  mj_markStack(s.d);
  lbProblem p;
  makeWhole(s, &p);
  setStates(&p);
  lbHessian h;
  start(&h, &p, false);
  lb_hessianFactor(&h);
  const lbRowGroup* group = p.J.groups;
  assert_false(lb_denseUpdate(&h, group, group->J, -1e12 * s.d->efc_D[group->row]));
  mj_freeStack(s.d);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_solves_like_the_other_storage_before_and_after_an_update),
      cmocka_unit_test(an_update_that_leaves_nothing_positive_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
