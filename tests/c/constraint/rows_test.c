// Constraint rows: which appear, and that Jacobians and references belong to the residuals.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static void setOptions(Scene scene, int cone, int jacobian) {
  scene.m->opt.cone = cone;
  scene.m->opt.jacobian = jacobian;
}

static void all_kinds_of_rows_come_in_order(void** state) {
  Scene scene = mixedScene();
  const mjData* d = scene.d;
  for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
    setOptions(scene, cone, mjJAC_AUTO);
    mj_forward(scene.m, scene.d);
    int seen[8] = {0};
    for (int i = 0; i < d->nefc; i++) {
      seen[d->efc_type[i]]++;
      assert_true(i == 0 || d->efc_type[i - 1] <= d->efc_type[i] || d->efc_type[i - 1] >= 5);
    }
    assert_int_equal(seen[mjCNSTR_EQUALITY], 11);
    assert_int_equal(seen[mjCNSTR_FRICTION_DOF], 5);
    assert_int_equal(seen[mjCNSTR_FRICTION_TENDON], 1);
    assert_true(seen[mjCNSTR_LIMIT_JOINT] >= 2);
    assert_int_equal(seen[mjCNSTR_LIMIT_TENDON], 1);
    assert_int_equal(seen[mjCNSTR_CONTACT_FRICTIONLESS], 1);
    assert_true(seen[cone ? mjCNSTR_CONTACT_ELLIPTIC : mjCNSTR_CONTACT_PYRAMIDAL] > 10);
    assert_int_equal(seen[cone ? mjCNSTR_CONTACT_PYRAMIDAL : mjCNSTR_CONTACT_ELLIPTIC], 0);
    assert_true(d->nisland > 3);
  }
  freeScene(scene);
}

static void disabled_kinds_have_no_rows(void** state) {
  Scene scene = mixedScene();
  int flags[] = {mjDSBL_EQUALITY, mjDSBL_FRICTIONLOSS, mjDSBL_LIMIT, mjDSBL_CONTACT};
  for (int k = 0; k < 4; k++) {
    scene.m->opt.disableflags = flags[k];
    mj_forward(scene.m, scene.d);
    const mjData* d = scene.d;
    int counts[4] = {d->ne, d->nf, d->nl, d->nefc - d->ne - d->nf - d->nl};
    for (int i = 0; i < 4; i++) {
      assert_true((counts[i] == 0) == (i == k));
    }
  }
  scene.m->opt.disableflags = mjDSBL_CONSTRAINT;
  mj_forward(scene.m, scene.d);
  assert_int_equal(scene.d->nefc, 0);
  freeScene(scene);
}

static void dense_and_sparse_rows_are_equal(void** state) {
  Scene scene = mixedScene();
  int nv = (int)scene.m->nv;
  for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
    setOptions(scene, cone, mjJAC_DENSE);
    mj_forward(scene.m, scene.d);
    int nefc = scene.d->nefc;
    assert_int_equal(scene.d->nJ, nefc * nv);
    mjtNum* J = malloc(nefc * nv * sizeof(mjtNum));
    mju_copy(J, scene.d->efc_J, nefc * nv);

    setOptions(scene, cone, mjJAC_SPARSE);
    mj_forward(scene.m, scene.d);
    const mjData* d = scene.d;
    mjtNum* full = malloc(nefc * nv * sizeof(mjtNum));
    mju_sparse2dense(full, d->efc_J, nefc, nv, d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind);
    assert_int_equal(d->nefc, nefc);
    assert_memory_equal(J, full, nefc * nv * sizeof(mjtNum));
    free(J);
    free(full);
  }
  freeScene(scene);
}

// Rows whose position is a function of qpos: all but friction loss and friction of cones.
static bool hasPosition(const mjData* d, int row) {
  int type = d->efc_type[row];
  return type != mjCNSTR_FRICTION_DOF && type != mjCNSTR_FRICTION_TENDON &&
         (type != mjCNSTR_CONTACT_ELLIPTIC || d->contact[d->efc_id[row]].efc_address == row);
}

// efc_pos at qpos moved by a multiple of one dof; row count must not change.
static void positionsAt(Scene scene, const mjtNum* qpos, int dof, mjtNum step, mjtNum* pos) {
  int nefc = scene.d->nefc;
  mjtNum* direction = calloc(scene.m->nv, sizeof(mjtNum));
  direction[dof] = 1;
  mju_copy(scene.d->qpos, qpos, scene.m->nq);
  mj_integratePos(scene.m, scene.d->qpos, direction, step);
  mj_fwdPosition(scene.m, scene.d);
  assert_int_equal(scene.d->nefc, nefc);
  mju_copy(pos, scene.d->efc_pos, nefc);
  free(direction);
}

static void jacobians_are_derivatives_of_positions(void** state) {
  Scene scene = mixedScene();
  setOptions(scene, mjCONE_ELLIPTIC, mjJAC_DENSE);
  mj_forward(scene.m, scene.d);
  const mjtNum eps = 1e-6;
  int nefc = scene.d->nefc, nv = (int)scene.m->nv;
  mjtNum* J = malloc(nefc * nv * sizeof(mjtNum));
  mjtNum* qpos = malloc(scene.m->nq * sizeof(mjtNum));
  mjtNum* plus = malloc(nefc * sizeof(mjtNum));
  mjtNum* minus = malloc(nefc * sizeof(mjtNum));
  mju_copy(J, scene.d->efc_J, nefc * nv);
  mju_copy(qpos, scene.d->qpos, scene.m->nq);
  for (int i = 0; i < nv; i++) {
    positionsAt(scene, qpos, i, eps, plus);
    positionsAt(scene, qpos, i, -eps, minus);
    for (int r = 0; r < nefc; r++) {
      if (hasPosition(scene.d, r)) {
        assert_true(fabs((plus[r] - minus[r]) / (2 * eps) - J[r * nv + i]) < 1e-6);
      }
    }
  }
  free(J);
  free(qpos);
  free(plus);
  free(minus);
  freeScene(scene);
}

static void references_contain_the_turning_of_connect_and_weld(void** state) {
  Scene scene = mixedScene();
  const mjModel* m = scene.m;
  mjData* d = scene.d;
  mj_forward(m, d);
  int rows = 9;
  mjtNum bias[9], Jv[2][9], h = 1e-6;
  for (int r = 0; r < rows; r++) {
    const mjtNum* KBIP = d->efc_KBIP + 4 * r;
    bias[r] = -KBIP[1] * d->efc_vel[r] - KBIP[0] * KBIP[2] * d->efc_pos[r] - d->efc_aref[r];
  }

  // J v along the motion with v held
  mjtNum* qpos = malloc(m->nq * sizeof(mjtNum));
  mju_copy(qpos, d->qpos, m->nq);
  for (int k = 0; k < 2; k++) {
    mju_copy(d->qpos, qpos, m->nq);
    mj_integratePos(m, d->qpos, d->qvel, k ? h : -h);
    mj_forward(m, d);
    mju_copy(Jv[k], d->efc_vel, rows);
  }
  for (int r = 0; r < rows; r++) {
    assert_true(fabs((Jv[1][r] - Jv[0][r]) / (2 * h) - bias[r]) < 1e-6);
  }
  free(qpos);
  freeScene(scene);
}

static void exact_diagonal_is_that_of_the_projected_matrix(void** state) {
  Scene scene = mixedScene();
  scene.m->opt.enableflags = mjENBL_DIAGEXACT;
  scene.m->opt.solver = mjSOL_PGS;
  for (int jacobian = mjJAC_DENSE; jacobian <= mjJAC_SPARSE; jacobian++) {
    setOptions(scene, mjCONE_ELLIPTIC, jacobian);
    mj_forward(scene.m, scene.d);
    const mjData* d = scene.d;
    for (int r = 0; r < d->nefc; r++) {
      mjtNum diagonal = jacobian == mjJAC_DENSE ? d->efc_AR[r * (d->nefc + 1)] : 0;
      for (int k = 0; jacobian == mjJAC_SPARSE && k < d->efc_AR_rownnz[r]; k++) {
        int adr = d->efc_AR_rowadr[r] + k;
        diagonal = d->efc_AR_colind[adr] == r ? d->efc_AR[adr] : diagonal;
      }

      // contact rows share a regularizer that is not that of their own diagonal
      if (d->efc_type[r] < mjCNSTR_CONTACT_PYRAMIDAL) {
        assert_true(fabs(diagonal - d->efc_R[r] - d->efc_diagA[r]) < 1e-9 * (1 + diagonal));
      }
    }
  }
  freeScene(scene);
}

static void contact_forces_carry_the_weight_of_a_resting_box(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 .0999'><freejoint/>"
      "<geom type='box' size='.1 .1 .1' mass='2'/></body></worldbody></mujoco>");
  for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
    setOptions(scene, cone, mjJAC_AUTO);
    mj_resetData(scene.m, scene.d);
    for (int i = 0; i < 1000; i++) {
      mj_step(scene.m, scene.d);
    }
    mj_forward(scene.m, scene.d);
    mjtNum total = 0, force[6];
    for (int i = 0; i < scene.d->ncon; i++) {
      mj_contactForce(scene.m, scene.d, i, force);
      total += force[0];
    }
    assert_true(fabs(total - 2 * 9.81) < 1e-3);
  }
  freeScene(scene);
}

static void rows_are_dropped_with_a_warning_when_the_arena_is_full(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><geom type='plane' size='9 9 1'/>"
      "<body pos='0 0 .0999'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "<body pos='1 0 .0999'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody></mujoco>");
  scene.d->narena = 9000;
  mj_forward(scene.m, scene.d);
  assert_int_equal(scene.d->warning[mjWARN_CNSTRFULL].number, 1);
  assert_int_equal(scene.d->nefc, 0);
  assert_true(scene.d->qacc[2] < -9);
  freeScene(scene);
}

// COMPAT: a dense Jacobian leaves out equalities and tendon rows that nothing moves.
// COMPAT: ROW-ZEROS
static void a_dense_jacobian_has_no_rows_of_zeros(void** state) {
  const char* xml =
      "<mujoco><worldbody><body name='a'><joint/><geom size='.1'/><body name='b' pos='0 0 1'>"
      "<geom size='.1'/></body></body></worldbody>"
      "<equality><connect body1='a' body2='b' anchor='0 0 0'/></equality></mujoco>";
  Scene scene = loadScene(xml);
  for (int k = 0; k < 2; k++) {
    scene.m->opt.jacobian = k ? mjJAC_SPARSE : mjJAC_DENSE;
    mj_forward(scene.m, scene.d);
    assert_int_equal(scene.d->nefc, k ? 3 : 0);
  }
  freeScene(scene);
}

static void contacts_of_a_model_without_dofs_have_empty_rows(void** state) {
  const char* xml =
      "<mujoco><worldbody><geom name='a' size='1'/><body><geom name='b' size='1' pos='1 0 0'/>"
      "</body></worldbody><contact><pair geom1='a' geom2='b'/></contact></mujoco>";
  Scene scene = loadScene(xml);
  for (int k = 0; k < 4; k++) {
    scene.m->opt.jacobian = k % 2 ? mjJAC_SPARSE : mjJAC_DENSE;
    scene.m->opt.cone = k / 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
    mj_forward(scene.m, scene.d);
    mj_step(scene.m, scene.d);
    assert_int_equal(scene.d->ncon, 1);
    assert_int_equal(scene.d->nJ, 0);
  }
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_kinds_of_rows_come_in_order),
      cmocka_unit_test(disabled_kinds_have_no_rows),
      cmocka_unit_test(dense_and_sparse_rows_are_equal),
      cmocka_unit_test(jacobians_are_derivatives_of_positions),
      cmocka_unit_test(references_contain_the_turning_of_connect_and_weld),
      cmocka_unit_test(exact_diagonal_is_that_of_the_projected_matrix),
      cmocka_unit_test(contact_forces_carry_the_weight_of_a_resting_box),
      cmocka_unit_test(rows_are_dropped_with_a_warning_when_the_arena_is_full),
      cmocka_unit_test(contacts_of_a_model_without_dofs_have_empty_rows),
      cmocka_unit_test(a_dense_jacobian_has_no_rows_of_zeros),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
