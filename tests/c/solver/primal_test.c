// Newton and conjugate gradients on problems with a known solution.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

// A slide held by an equality: M a = f + D (aref - a), so a = (f + D aref) / (M + D).
static void one_equality_is_solved_in_one_step(void** state) {
  for (int solver = mjSOL_CG; solver <= mjSOL_NEWTON; solver++) {
    Scene s = loadScene(
        "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' type='slide'/><geom "
        "size='.1' mass='2'/></body></worldbody><equality><joint joint1='j'/></equality></mujoco>");
    s.m->opt.solver = solver;
    s.d->qpos[0] = .01;
    s.d->qfrc_applied[0] = 3;
    mj_forward(s.m, s.d);
    mjtNum D = s.d->efc_D[0], a = (3 + D * s.d->efc_aref[0]) / (2 + D);
    assert_true(fabs(s.d->qacc[0] - a) < 1e-9 * (1 + fabs(a)));
    assert_int_equal(s.d->solver_niter[0], 1);
    freeScene(s);
  }
}

static void both_fall_to_the_same_acceleration(void** state) {
  Scene s = mixedScene();
  int nv = (int)s.m->nv;
  mjtNum* first = malloc(nv * sizeof(mjtNum));
  for (int solver = mjSOL_CG; solver <= mjSOL_NEWTON; solver++) {
    s.m->opt.solver = solver;
    s.m->opt.iterations = 2000;
    s.m->opt.tolerance = 1e-14;
    mju_zero(s.d->qacc_warmstart, nv);
    mj_forward(s.m, s.d);
    if (solver == mjSOL_CG) {
      mju_copy(first, s.d->qacc, nv);
    }
  }
  assert_true(farthest(first, s.d->qacc, nv) < 2e-6);
  free(first);
  freeScene(s);
}

// The cost falls from iteration to iteration while line searches have the evaluations they want.
static void improvements_are_positive(void** state) {
  for (int solver = mjSOL_CG; solver <= mjSOL_NEWTON; solver++) {
    Scene s = wallScene();
    s.m->opt.solver = solver;
    s.m->opt.iterations = 20;
    s.m->opt.tolerance = 0;
    mj_forward(s.m, s.d);
    int count = s.d->solver_niter[0] < 5 ? s.d->solver_niter[0] : 5;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
      assert_true(s.d->solver[i].improvement > -1e-12);
    }
    freeScene(s);
  }
}

// One slide of mass M held by an equality: the gradient at the unconstrained acceleration is
// g = D (a - aref), and the first step promises half of g g / M (CG) or of g g / (M + D) (Newton).
// COMPAT: ALG-35: no step is made where the promise, and with Newton's method the gradient, are
// below the tolerance, scaled.
static void the_first_step_is_left_out_when_gradient_and_promise_are_small(void** state) {
  for (int solver = mjSOL_CG; solver <= mjSOL_NEWTON; solver++) {
    for (int strong = 0; strong < 2; strong++) {
      Scene s = loadScene(
          "<mujoco><option gravity='0 0 0'><flag warmstart='disable'/></option><worldbody><body>"
          "<joint name='j' type='slide'/><geom size='.1' mass='2'/></body></worldbody>"
          "<equality><joint joint1='j'/></equality></mujoco>");
      s.m->opt.solver = solver;
      s.d->qfrc_applied[0] = strong ? 300 : .3;
      mj_forward(s.m, s.d);
      mjtNum D = s.d->efc_D[0], g = D * (s.d->qfrc_applied[0] / 2 - s.d->efc_aref[0]);
      mjtNum promise = g * g / 2 / (solver == mjSOL_CG ? 2 : 2 + D);
      bool asksGradient = solver == mjSOL_NEWTON && g > promise;
      mjtNum bound = (asksGradient ? g : promise) / s.m->stat.meaninertia;
      for (int above = 0; above < 2; above++) {
        s.m->opt.tolerance = bound * (above ? 1.001 : .999);
        mj_forward(s.m, s.d);
        assert_int_equal(s.d->solver_niter[0], above ? 0 : 1);
      }
      freeScene(s);
    }
  }
}

static void steps_that_change_nothing_are_the_last_ones(void** state) {
  for (int solver = mjSOL_CG; solver <= mjSOL_NEWTON; solver++) {
    Scene s = loadScene(
        "<mujoco><option tolerance='0'/><worldbody><body><joint name='j' type='slide'/><geom "
        "size='.1' mass='3'/></body></worldbody><equality><joint joint1='j'/></equality></mujoco>");
    s.m->opt.solver = solver;
    s.d->qpos[0] = .01;
    mj_forward(s.m, s.d);
    assert_in_range(s.d->solver_niter[0], 1, 20);
    freeScene(s);
  }
}

// A hinge and a ball joint turn one body: its inertia matrix is singular.
static void conjugate_gradients_stay_finite_on_singular_inertia(void** state) {
  Scene s = loadScene(
      "<mujoco><option solver='CG' cone='elliptic' tolerance='0'/><worldbody><geom type='plane' "
      "size='1 1 1'/><body pos='0 0 .1'><joint axis='1.55 .98 -1.69'/><joint type='ball'/><geom "
      "type='box' size='.1 .2 .15' pos='.61 -.74 .57'/><body pos='-1.56 1.29 -.32'><joint "
      "type='slide' axis='-.39 .6 1.24'/><joint axis='-.76 .29 -.23' range='0 .02' limited='true'/>"
      "<geom size='.1'/></body></body></worldbody></mujoco>");
  for (int i = 0; i < s.m->nv; i++) {
    s.d->qvel[i] = sin(7 * i + 1);
  }
  mj_forward(s.m, s.d);
  assert_true(s.d->nefc > 0);
  for (int i = 0; i < s.m->nv; i++) {
    assert_true(isfinite(s.d->qacc[i]));
  }
  freeScene(s);
}

// The size of Newton's factor is noted without any iteration, too.
static void newton_notes_the_size_of_its_factor_without_iterations(void** state) {
  Scene s = loadScene(
      "<mujoco><option jacobian='dense' iterations='0'/><worldbody><geom type='plane' size='1 1 "
      "1'/><body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody>"
      "</mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->solver_niter[0], 0);
  assert_int_equal(s.d->solver_nnz[0], 36);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_equality_is_solved_in_one_step),
      cmocka_unit_test(both_fall_to_the_same_acceleration),
      cmocka_unit_test(improvements_are_positive),
      cmocka_unit_test(the_first_step_is_left_out_when_gradient_and_promise_are_small),
      cmocka_unit_test(steps_that_change_nothing_are_the_last_ones),
      cmocka_unit_test(newton_notes_the_size_of_its_factor_without_iterations),
      cmocka_unit_test(conjugate_gradients_stay_finite_on_singular_inertia),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
