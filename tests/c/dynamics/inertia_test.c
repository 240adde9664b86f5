// The inertia matrix, its factor, and Newton-Euler against definitions.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"

enum { MAX_DOFS = 40 };

// M as the sum over bodies of J' (mass, inertia) J, and armature.
static void inertiaFromJacobians(Scene s, mjtNum* M) {
  int nv = (int)s.m->nv;
  mju_zero(M, nv * nv);
  for (int b = 1; b < s.m->nbody; b++) {
    mjtNum jacp[3 * MAX_DOFS], jacr[3 * MAX_DOFS], local[3 * MAX_DOFS];
    mj_jacBodyCom(s.m, s.d, jacp, jacr, b);
    mju_mulMatTMat(local, s.d->ximat + 9 * b, jacr, 3, 3, nv);
    for (int i = 0; i < nv; i++) {
      for (int j = 0; j < nv; j++) {
        for (int k = 0; k < 3; k++) {
          M[i * nv + j] += s.m->body_mass[b] * jacp[k * nv + i] * jacp[k * nv + j] +
                           s.m->body_inertia[3 * b + k] * local[k * nv + i] * local[k * nv + j];
        }
      }
    }
  }
  for (int i = 0; i < nv; i++) {
    M[i * nv + i] += s.m->dof_armature[i];
  }
}

static void inertia_is_the_sum_of_body_inertias_through_jacobians(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv;
  mjtNum M[MAX_DOFS * MAX_DOFS], expected[MAX_DOFS * MAX_DOFS];
  mj_fullM(s.m, s.d, M);
  inertiaFromJacobians(s, expected);
  assert_near(expected, M, nv * nv, 1e-12);
  freeScene(s);
}

static void tendon_armature_adds_to_inertia_where_dofs_share_a_chain(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='a' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>"
      "<body pos='.5 0 0'><joint name='b' axis='0 1 0'/><geom size='.1' pos='.3 0 "
      "0'/></body></body>"
      "</worldbody><tendon><fixed armature='2'><joint joint='a' coef='1'/><joint joint='b' "
      "coef='3'/>"
      "</fixed></tendon></mujoco>");
  mjtNum M[4], plain[4], difference[4], expected[4] = {2, 6, 6, 18};
  mj_fwdKinematics(s.m, s.d);
  mj_crb(s.m, s.d);
  mj_fullM(s.m, s.d, plain);
  mj_makeM(s.m, s.d);
  mj_fullM(s.m, s.d, M);
  mju_sub(difference, M, plain, 4);
  assert_near(expected, difference, 4, 1e-12);
  freeScene(s);
}

static void actuator_armature_counts_through_the_gear(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='a' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body>"
      "</worldbody><actuator><motor joint='a' armature='2' gear='3'/></actuator></mujoco>");
  mjtNum with[1], without[1];
  mj_forward(s.m, s.d);
  mj_fullM(s.m, s.d, with);
  s.m->actuator_armature[0] = 0;
  mj_forward(s.m, s.d);
  mj_fullM(s.m, s.d, without);
  assert_float_equal(with[0] - without[0], 18, 1e-12);
  freeScene(s);
}

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

static void addM_adds_both_triangles_or_the_lower_one(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv;
  mjtNum full[MAX_DOFS * MAX_DOFS], dense[MAX_DOFS * MAX_DOFS], sparse[MAX_DOFS * MAX_DOFS];
  int rownnz[MAX_DOFS], rowadr[MAX_DOFS], colind[MAX_DOFS * MAX_DOFS];
  mj_fullM(s.m, s.d, full);
  mju_fill(dense, 1, nv * nv);
  mj_addM(s.m, s.d, dense, NULL, NULL, NULL);
  for (int i = 0; i < nv * nv; i++) {
    dense[i] -= 1;
  }
  assert_near(full, dense, nv * nv, 1e-12);

  // rows with every column
  mju_zero(sparse, nv * nv);
  for (int i = 0; i < nv; i++) {
    rownnz[i] = nv;
    rowadr[i] = nv * i;
    for (int j = 0; j < nv; j++) {
      colind[nv * i + j] = j;
      full[nv * i + j] = j <= i ? full[nv * i + j] : 0;
    }
  }
  mj_addM(s.m, s.d, sparse, rownnz, rowadr, colind);
  assert_near(full, sparse, nv * nv, 1e-12);
  freeScene(s);
}

static void newton_euler_with_acceleration_adds_inertia_without_armature(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv;
  mjtNum with[MAX_DOFS], without[MAX_DOFS], expected[MAX_DOFS];
  mj_rne(s.m, s.d, 1, with);
  mj_rne(s.m, s.d, 0, without);
  mj_mulM(s.m, s.d, expected, s.d->qacc);
  for (int i = 0; i < nv; i++) {
    with[i] -= without[i];
    expected[i] -= s.m->dof_armature[i] * s.d->qacc[i];
  }
  assert_near(expected, with, nv, 1e-11);
  freeScene(s);
}

// d/dt of kinetic energy along the motion is qvel' (M qacc + dM/dt qvel / 2); Newton-Euler's bias
// must supply the second part and gravity's power.
static void bias_force_has_the_power_that_energy_needs(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv;
  const mjtNum eps = 1e-6;
  mjtNum bias[MAX_DOFS], energy[2], qpos[2 * MAX_DOFS];
  mj_rne(s.m, s.d, 0, bias);
  memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));
  for (int side = 0; side < 2; side++) {
    memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
    mj_integratePos(s.m, s.d->qpos, s.d->qvel, side ? eps : -eps);
    mj_fwdPosition(s.m, s.d);
    mj_energyPos(s.m, s.d);
    mj_energyVel(s.m, s.d);
    energy[side] = s.d->energy[0] + s.d->energy[1];
  }
  mjtNum power = (energy[1] - energy[0]) / (2 * eps);
  assert_float_equal(power, mju_dot(s.d->qvel, bias, nv), 1e-6 * fabs(power));
  freeScene(s);
}

static void a_hanging_body_pulls_with_its_weight(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body pos='1 0 2'><geom size='.1' mass='3'/>"
      "<body pos='.5 0 0'><geom size='.1' mass='2'/></body></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  mj_rnePostConstraint(s.m, s.d);
  assert_float_equal(s.d->cfrc_int[6 * 1 + 5], 5 * 9.81, 1e-12);
  assert_float_equal(s.d->cfrc_int[6 * 2 + 5], 2 * 9.81, 1e-12);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inertia_is_the_sum_of_body_inertias_through_jacobians),
      cmocka_unit_test(tendon_armature_adds_to_inertia_where_dofs_share_a_chain),
      cmocka_unit_test(actuator_armature_counts_through_the_gear),
      cmocka_unit_test(factor_solves_and_its_half_gives_the_norm),
      cmocka_unit_test(addM_adds_both_triangles_or_the_lower_one),
      cmocka_unit_test(newton_euler_with_acceleration_adds_inertia_without_armature),
      cmocka_unit_test(bias_force_has_the_power_that_energy_needs),
      cmocka_unit_test(a_hanging_body_pulls_with_its_weight),
      cmocka_unit_test(singular_inertia_is_a_warning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
