// The Hessian against M + J' D J and its changes.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/hessian.h"
#include "solver/problem_support.h"

// |H inv(H) x - x| for H built by hand.
static mjtNum residual(Scene s, const lbProblem* p, const lbHessian* h) {
  int nv = (int)s.m->nv, nefc = s.d->nefc;
  mjtNum* weight = calloc(nefc, sizeof(mjtNum));
  for (int i = 0; i < nefc; i++) {
    weight[i] = p->result.state[i] == mjCNSTRSTATE_QUADRATIC ? s.d->efc_D[i] : 0;
  }
  mjtNum *H = denseHessian(s, weight), *x = malloc(nv * sizeof(mjtNum));
  mjtNum *y = malloc(nv * sizeof(mjtNum)), *back = malloc(nv * sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    x[i] = y[i] = wild(i);
  }
  lb_hessianSolve(h, y);
  mju_mulMatVec(back, H, y, nv, nv);
  mjtNum worst = farthest(x, back, nv);
  free(weight);
  free(H);
  free(x);
  free(y);
  free(back);
  return worst;
}

static void it_is_inertia_and_the_curvature_of_rows(void** state) {
  for (int k = 0; k < 2; k++) {
    Scene s = k ? wallScene() : mixedScene();
    mj_forward(s.m, s.d);
    mj_markStack(s.d);
    lbProblem p;
    makeWhole(s, &p);
    setStates(&p);
    lbHessian h;
    lb_hessianInit(&h, &p);
    assert_int_equal(h.sparse, k);
    lb_hessianFactor(&h);
    assert_true(residual(s, &p, &h) < 1e-7);
    mj_freeStack(s.d);
    freeScene(s);
  }
}

// One row more, one row less: by rank one updates; many: by a new factor.
static void it_follows_rows_that_change_their_state(void** state) {
  const int changes[3] = {1, 3, 1000};
  for (int k = 0; k < 2; k++) {
    for (int c = 0; c < 3; c++) {
      Scene s = k ? wallScene() : mixedScene();
      mj_forward(s.m, s.d);
      int nefc = s.d->nefc;
      int* old = malloc(nefc * sizeof(int));
      mj_markStack(s.d);
      lbProblem p;
      makeWhole(s, &p);
      setStates(&p);
      lbHessian h;
      lb_hessianInit(&h, &p);
      lb_hessianFactor(&h);
      memcpy(old, p.result.state, nefc * sizeof(int));
      int expected = 0;
      for (int i = s.d->ne; i < nefc && expected < changes[c]; i += 2, expected++) {
        bool quadratic = old[i] == mjCNSTRSTATE_QUADRATIC;
        p.result.state[i] = quadratic ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC;
      }
      assert_int_equal(lb_hessianRefresh(&h, old), expected);
      assert_int_equal(lb_countUpdates(old, p.result.state, nefc), expected);
      assert_true(residual(s, &p, &h) < 1e-7);
      mj_freeStack(s.d);
      free(old);
      freeScene(s);
    }
  }
}

// Contacts on the cone add J' C J: the solution is Newton's step of the cost, so the gradient of
// the quadratic model vanishes after it.
static void cones_add_their_own_hessian(void** state) {
  Scene s = mixedScene();
  s.m->opt.cone = mjCONE_ELLIPTIC;
  mj_forward(s.m, s.d);
  int nv = (int)s.m->nv, nefc = s.d->nefc;
  mj_markStack(s.d);
  lbProblem p;
  makeWhole(s, &p);
  setStates(&p);
  mjtNum* weight = calloc(nefc, sizeof(mjtNum));
  int cones = 0;
  for (int i = 0; i < nefc; i++) {
    weight[i] = p.result.state[i] == mjCNSTRSTATE_QUADRATIC ? s.d->efc_D[i] : 0;
  }
  mjtNum *H = denseHessian(s, weight), *J = denseJ(s);
  for (int c = 0; c < s.d->ncon; c++) {
    const mjContact* con = s.d->contact + c;
    int first = con->efc_address;
    if (first < 0 || p.result.state[first] != mjCNSTRSTATE_CONE) {
      continue;
    }
    cones += con->dim;
    for (int a = 0; a < con->dim * con->dim; a++) {
      const mjtNum *Ji = J + (first + a / con->dim) * nv, *Jk = J + (first + a % con->dim) * nv;
      for (int i = 0; i < nv * nv; i++) {
        H[i] += con->H[a] * Ji[i / nv] * Jk[i % nv];
      }
    }
  }
  assert_true(cones > 0);
  lbHessian h;
  lb_hessianInit(&h, &p);
  lb_hessianFactor(&h);
  assert_true(h.hasCones);
  assert_int_equal(lb_hessianRefresh(&h, p.result.state), cones);
  assert_int_equal(lb_countUpdates(p.result.state, p.result.state, nefc), cones);
  mjtNum *x = malloc(nv * sizeof(mjtNum)), *y = malloc(nv * sizeof(mjtNum));
  mjtNum* back = malloc(nv * sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    x[i] = y[i] = wild(i);
  }
  lb_hessianSolve(&h, y);
  mju_mulMatVec(back, H, y, nv, nv);
  assert_true(farthest(x, back, nv) < 1e-6);
  mj_freeStack(s.d);
  free(weight);
  free(H);
  free(J);
  free(x);
  free(y);
  free(back);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_inertia_and_the_curvature_of_rows),
      cmocka_unit_test(it_follows_rows_that_change_their_state),
      cmocka_unit_test(cones_add_their_own_hessian),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
