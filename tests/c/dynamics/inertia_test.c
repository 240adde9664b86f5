// The inertia matrix against its definition.

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

static void addM_adds_the_lower_triangle(void** state) {
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
  assert_near(full, dense, nv * nv, 1e-12);
  assert_near(full, sparse, nv * nv, 1e-12);
  freeScene(s);
}

// Columns to the left, between and behind those that are there already, or none at all.
static void addM_gives_rows_the_columns_that_they_lack(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv;
  mjtNum full[MAX_DOFS * MAX_DOFS], sparse[MAX_DOFS * MAX_DOFS], dense[MAX_DOFS * MAX_DOFS];
  int rownnz[MAX_DOFS], rowadr[MAX_DOFS], colind[MAX_DOFS * MAX_DOFS];
  for (int own = 0; own < 4; own++) {
    mj_fullM(s.m, s.d, full);
    for (int i = 0; i < nv; i++) {
      int first = own == 1 ? i : i / 2;  // nothing, the diagonal, the right half, every other one
      rowadr[i] = nv * i;
      rownnz[i] = 0;
      for (int j = first; own && j < (own == 1 ? i + 1 : nv); j += own == 3 ? 2 : 1) {
        colind[nv * i + rownnz[i]] = j;
        sparse[nv * i + rownnz[i]++] = 10 * i + j;
      }
      for (int j = 0; j < nv; j++) {
        full[nv * i + j] = j <= i ? full[nv * i + j] : 0;
      }
      for (int k = 0; k < rownnz[i]; k++) {
        full[nv * i + colind[nv * i + k]] += sparse[nv * i + k];
      }
    }
    mj_addM(s.m, s.d, sparse, rownnz, rowadr, colind);
    mju_sparse2dense(dense, sparse, nv, nv, rownnz, rowadr, colind);
    assert_near(full, dense, nv * nv, 1e-12);
    for (int i = 0; i < nv; i++) {
      for (int k = 1; k < rownnz[i]; k++) {
        assert_true(colind[nv * i + k] > colind[nv * i + k - 1]);
      }
    }
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inertia_is_the_sum_of_body_inertias_through_jacobians),
      cmocka_unit_test(tendon_armature_adds_to_inertia_where_dofs_share_a_chain),
      cmocka_unit_test(actuator_armature_counts_through_the_gear),
      cmocka_unit_test(addM_adds_the_lower_triangle),
      cmocka_unit_test(addM_gives_rows_the_columns_that_they_lack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
