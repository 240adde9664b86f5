// Factoring and solving with the inertia matrix.

#include "dynamics/factor.h"
#include "bodies_support.h"
#include "check.h"

enum { MAX_DOFS = 40 };

static void factor_solves_and_its_half_gives_the_norm(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv;
  mjtNum x[2 * MAX_DOFS], y[2 * MAX_DOFS], back[2 * MAX_DOFS], half[MAX_DOFS];
  for (int i = 0; i < 2 * nv; i++) {
    y[i] = noise(i);
  }
  mj_solveM(s.m, s.d, x, y, 2);
  mj_mulM(s.m, s.d, back, x);
  mj_mulM(s.m, s.d, back + nv, x + nv);
  assert_near(y, back, 2 * nv, 1e-11);

  // |sqrt(D) L v|^2 = v' M v
  mj_mulM2(s.m, s.d, half, y);
  mj_mulM(s.m, s.d, back, y);
  assert_float_equal(mju_dot(half, half, nv), mju_dot(y, back, nv), 1e-10);

  // |D^-1/2 L^-T v|^2 = v' M^-1 v
  mjtNum sqrtInvD[MAX_DOFS];
  for (int i = 0; i < nv; i++) {
    sqrtInvD[i] = sqrt(s.d->qLDiagInv[i]);
  }
  mj_solveM2(s.m, s.d, half, y, sqrtInvD, 1);
  assert_float_equal(mju_dot(half, half, nv), mju_dot(y, x, nv), 1e-9);
  freeScene(s);
}

static void ignoreWarning(const char* message) {
  (void)message;
}

static void singular_inertia_is_a_warning(void** state) {
  Scene s = movingScene();
  for (int b = 0; b < s.m->nbody; b++) {
    s.m->body_mass[b] = 0;
    mju_zero3(s.m->body_inertia + 3 * b);
  }
  mju_zero(s.m->dof_armature, (int)s.m->nv);
  mju_zero(s.m->dof_M0, (int)s.m->nv);
  mj_fwdKinematics(s.m, s.d);
  mj_makeM(s.m, s.d);
  mju_user_warning = ignoreWarning;
  mj_factorM(s.m, s.d);
  mju_user_warning = NULL;
  assert_int_equal(s.d->warning[mjWARN_INERTIA].number, 1);
  freeScene(s);
}

static void listed_dofs_alone_are_factored_and_solved(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv, first = s.m->tree_dofadr[1], count = s.m->tree_dofnum[1];
  int list[MAX_DOFS];
  for (int i = 0; i < count; i++) {
    list[i] = first + i;
  }
  lbIndexList dofs = {list, count, 0};
  mjtNum *factor = malloc((size_t)s.m->nC * sizeof(mjtNum)), diagInv[MAX_DOFS], x[MAX_DOFS];
  memcpy(factor, s.d->M, (size_t)s.m->nC * sizeof(mjtNum));
  mju_fill(diagInv, 7, nv);
  mju_fill(x, 3, nv);
  assert_int_equal(lb_factorTree(s.m, factor, diagInv, dofs), -1);
  lb_solveTree(s.m, x, factor, diagInv, dofs);
  for (int i = 0; i < first; i++) {
    ASSERT_NEAR(diagInv[i], 7, 0);
    ASSERT_NEAR(x[i], 3, 0);
  }
  assert_memory_equal(factor, s.d->M, (size_t)s.m->M_rowadr[first] * sizeof(mjtNum));

  // M x = (3, 3, ...) in that tree
  mjtNum back[MAX_DOFS];
  mju_zero(x, first);
  mj_mulM(s.m, s.d, back, x);
  for (int i = first; i < nv; i++) {
    ASSERT_NEAR(back[i], 3, 1e-11);
  }
  free(factor);
  freeScene(s);
}

// Dofs without ancestors are factored and solved in a shorter way, to the same bits.
static void a_diagonal_inertia_has_the_bits_of_any_other(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody>"
      "<body><joint axis='0 1 0'/><geom size='.1' pos='.3 0 .1'/></body>"
      "<body pos='1 0 0'><joint type='slide' axis='1 2 3'/><geom size='.2'/></body>"
      "</worldbody></mujoco>");
  assert_int_equal(s.m->nC, s.m->nv);
  mj_forward(s.m, s.d);
  int list[2] = {0, 1};
  lbIndexList dofs = {list, 2, 0};
  mjtNum factor[2], diagInv[2], x[2] = {-0.0, 0.7}, listed[2] = {-0.0, 0.7};
  memcpy(factor, s.d->M, sizeof(factor));
  assert_int_equal(lb_factorTree(s.m, factor, diagInv, dofs), -1);
  mj_factorM(s.m, s.d);
  assert_memory_equal(s.d->qLD, factor, sizeof(factor));
  assert_memory_equal(s.d->qLDiagInv, diagInv, sizeof(diagInv));
  lb_solveTree(s.m, listed, factor, diagInv, dofs);
  mj_solveM(s.m, s.d, x, x, 1);
  assert_memory_equal(x, listed, sizeof(x));

  s.d->M[0] = s.d->M[1] = 0;
  mju_user_warning = ignoreWarning;
  mj_factorM(s.m, s.d);
  mju_user_warning = NULL;
  assert_int_equal(s.d->warning[mjWARN_INERTIA].number, 1);
  assert_int_equal(s.d->warning[mjWARN_INERTIA].lastinfo, 0);
  ASSERT_NEAR(s.d->qLD[1], mjMINVAL, 0);
  freeScene(s);
}

// PAS-24: negative inertia (an armature may be anything) is no singular one.
static void negative_inertia_is_solved_with(void** state) {
  Scene s = movingScene();
  for (int i = 0; i < s.m->nv; i++) {
    s.m->dof_armature[i] -= 100;
  }
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->warning[mjWARN_INERTIA].number, 0);
  mjtNum x[MAX_DOFS], back[MAX_DOFS], y[MAX_DOFS];
  for (int i = 0; i < s.m->nv; i++) {
    y[i] = noise(i);
  }
  mj_solveM(s.m, s.d, x, y, 1);
  mj_mulM(s.m, s.d, back, x);
  assert_near(y, back, (int)s.m->nv, 1e-11);
  freeScene(s);
}

static void one_tree_is_solved_with_its_dofs_moved(void** state) {
  Scene s = movingScene();
  int first = s.m->tree_dofadr[1], count = s.m->tree_dofnum[1];
  mjtNum x[MAX_DOFS] = {0}, whole[MAX_DOFS] = {0};
  for (int i = 0; i < count; i++) {
    x[i] = whole[first + i] = noise(i);
  }
  lb_solveOneTree(s.m, lb_inertiaFactor(s.d), 1, -first, x);
  mj_solveM(s.m, s.d, whole, whole, 1);
  assert_near(whole + first, x, count, 1e-13);
  freeScene(s);
}

// COMPAT: SOLVE-ASLEEP
static void sleepers_are_solved_for(void** state) {
  Scene s = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody>"
      "<body sleep='init'><freejoint/><geom size='.1' pos='.1 .2 0'/></body>"
      "<body pos='5 0 0'><freejoint/><geom size='.1' pos='0 .1 .3'/></body></worldbody></mujoco>");
  mjtNum x[12], y[12], back[12];
  for (int i = 0; i < 12; i++) {
    y[i] = noise(i);
  }
  for (int k = 0; k < 2; k++) {
    assert_int_equal(s.d->nv_awake, 6);
    mj_solveM(s.m, s.d, x, y, 1);
    mj_mulM(s.m, s.d, back, x);
    assert_near(y, back, 12, 1e-11);
    mj_step(s.m, s.d);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(factor_solves_and_its_half_gives_the_norm),
      cmocka_unit_test(singular_inertia_is_a_warning),
      cmocka_unit_test(listed_dofs_alone_are_factored_and_solved),
      cmocka_unit_test(a_diagonal_inertia_has_the_bits_of_any_other),
      cmocka_unit_test(negative_inertia_is_solved_with),
      cmocka_unit_test(one_tree_is_solved_with_its_dofs_moved),
      cmocka_unit_test(sleepers_are_solved_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
