// Both storages of the Hessian against each other; see hessian_support.h.

#include "solver/hessian_support.h"

#include "data/stack.h"

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

// What the storages do by functions of their own.
static bool update(lbHessian* h, const lbRowGroup* group, mjtNum weight) {
  return h->sparse ? lb_sparseUpdate(h, group, group->J, weight)
                   : lb_denseUpdate(h, group, group->J, weight);
}

static void factorWith(lbHessian* h, const lbRowGroup* group, mjtNum weight) {
  if (h->sparse) {
    lb_sparseAddRows(h, h->base, group, group->J, 1, &weight);
    lb_sparseCopyBase(h);
    lb_sparseFactor(h);
  } else {
    lb_denseAddRows(h, h->base, group, group->J, 1, &weight);
    lb_denseCopyBase(h);
    lb_denseFactor(h);
  }
}

void assertSolvesLikeTheOther(bool sparse) {
  for (int k = 0; k < 2; k++) {
    Scene s = k ? wallScene() : mixedScene();
    mj_forward(s.m, s.d);
    mj_markStack(s.d);
    lbProblem p;
    makeWhole(s, &p);
    setStates(&p);
    lbHessian mine, other;
    start(&mine, &p, sparse);
    start(&other, &p, !sparse);
    lb_hessianFactor(&mine);
    lb_hessianFactor(&other);
    assert_true(difference(s, &mine, &other) < 1e-9);

    // a rank one update by a row against a factor that had it from the start
    const lbRowGroup* group = p.J.groups;
    mjtNum weight = s.d->efc_D[group->row];
    assert_true(update(&mine, group, weight));
    factorWith(&other, group, weight);
    assert_true(difference(s, &mine, &other) < 1e-9);

    // taking it back leads back
    assert_true(update(&mine, group, -weight));
    lb_hessianFactor(&other);
    assert_true(difference(s, &mine, &other) < 1e-7);
    mj_freeStack(s.d);
    freeScene(s);
  }
}

void assertUpdateMayFail(bool sparse) {
  Scene s = mixedScene();
  mj_forward(s.m, s.d);
  mj_markStack(s.d);
  lbProblem p;
  makeWhole(s, &p);
  setStates(&p);
  lbHessian h;
  start(&h, &p, sparse);
  lb_hessianFactor(&h);
  const lbRowGroup* group = p.J.groups;
  assert_false(update(&h, group, -1e12 * s.d->efc_D[group->row]));
  mj_freeStack(s.d);
  freeScene(s);
}
