// Projected Gauss-Seidel and noslip.

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

// One row: a sweep lands on the optimum f = -b / (A + R).
static void one_row_is_solved_by_one_sweep(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0' solver='PGS' iterations='1'/><worldbody><body><joint "
      "name='j' type='slide'/><geom size='.1' mass='2'/></body></worldbody><equality><joint "
      "joint1='j'/></equality></mujoco>");
  s.d->qpos[0] = .01;
  mj_forward(s.m, s.d);
  mjtNum expected = -s.d->efc_b[0] / (.5 + s.d->efc_R[0]);
  assert_true(fabs(s.d->efc_force[0] - expected) < 1e-9 * fabs(expected));
  freeScene(s);
}

// COMPAT: ALG-13: sweeps visit blocks in an order of their own, the same in every run.
static void sweeps_are_repeatable(void** state) {
  mjtNum* first = NULL;
  for (int run = 0; run < 2; run++) {
    Scene s = mixedScene();
    s.m->opt.solver = mjSOL_PGS;
    s.m->opt.iterations = 3;
    mj_forward(s.m, s.d);
    size_t bytes = s.d->nefc * sizeof(mjtNum);
    if (!run) {
      first = malloc(bytes);
      memcpy(first, s.d->efc_force, bytes);
    } else {
      assert_memory_equal(first, s.d->efc_force, bytes);
    }
    freeScene(s);
  }
  free(first);
}

static void sweeps_do_not_raise_the_dual_cost(void** state) {
  Scene s = mixedScene();
  s.m->opt.solver = mjSOL_PGS;
  s.m->opt.tolerance = 0;
  mjtNum before = 0;
  const int sweeps[4] = {1, 10, 100, 1000};
  for (int k = 0; k < 4; k++) {
    s.m->opt.iterations = sweeps[k];
    mju_zero(s.d->qacc_warmstart, s.m->nv);
    mj_forward(s.m, s.d);
    // f' (A + R) f / 2 + f' b, with (A + R) f + b the residual J a - aref + R f
    int nefc = s.d->nefc;
    mjtNum* Af = malloc(nefc * sizeof(mjtNum));
    mjtNum* push = malloc(s.m->nv * sizeof(mjtNum));
    mj_mulJacTVec(s.m, s.d, push, s.d->efc_force);
    mj_solveM(s.m, s.d, push, push, 1);
    mj_mulJacVec(s.m, s.d, Af, push);
    mjtNum cost = 0;
    for (int i = 0; i < nefc; i++) {
      mjtNum f = s.d->efc_force[i];
      cost += f * (.5 * (Af[i] + s.d->efc_R[i] * f) + s.d->efc_b[i]);
    }
    assert_true(cost <= before + 1e-9);
    before = cost;
    free(Af);
    free(push);
  }
  freeScene(s);
}

// Boxes on a floor in islands of their own, pushed sideways.
static Scene boxes(const char* option) {
  char xml[900];
  snprintf(
      xml, sizeof(xml),
      "<mujoco><option gravity='3 1 -9.81' %s/><worldbody><geom type='plane' size='9 9 1' "
      "friction='.2'/><body pos='0 0 .099'><freejoint/><geom type='box' size='.1 .1 .1' "
      "friction='.2'/></body><body pos='1 0 .099'><freejoint/><geom type='box' size='.1 .2 .1' "
      "friction='.2'/></body><body pos='2 0 1'><joint name='l' axis='0 1 0' range='-90 -5'/>"
      "<geom size='.1' pos='.2 0 0'/></body></worldbody></mujoco>",
      option);
  return loadScene(xml);
}

static void islands_are_solved_as_if_alone(void** state) {
  static const char* const options[] = {"solver='PGS' jacobian='dense'",
                                        "solver='PGS' jacobian='sparse' cone='elliptic'",
                                        "noslip_iterations='20' jacobian='dense' cone='elliptic'",
                                        "noslip_iterations='20' jacobian='sparse'"};
  for (int k = 0; k < 4; k++) {
    mjtNum force[2][64];
    for (int together = 0; together < 2; together++) {
      Scene s = boxes(options[k]);
      s.m->opt.disableflags = together ? mjDSBL_ISLAND : 0;
      s.m->opt.tolerance = s.m->opt.noslip_tolerance = 0;
      s.m->opt.iterations = s.m->opt.noslip_iterations ? 50 : 3000;
      mj_forward(s.m, s.d);
      assert_int_equal(s.d->nisland, together ? 0 : 3);
      memcpy(force[together], s.d->efc_force, s.d->nefc * sizeof(mjtNum));
      if (together) {
        assert_true(farthest(force[0], force[1], s.d->nefc) < 1e-6);
      }
      freeScene(s);
    }
  }
}

// A second A+R would need 8 n^2 bytes.
static void islands_need_no_copy_of_the_matrix(void** state) {
  for (int dense = 0; dense < 2; dense++) {
    Scene s = wallScene();
    s.m->opt.solver = mjSOL_PGS;
    s.m->opt.jacobian = dense ? mjJAC_DENSE : mjJAC_SPARSE;
    s.m->opt.iterations = 1;
    mj_forward(s.m, s.d);
    assert_true(s.d->nisland && s.d->nefc > 300);
    assert_true(s.d->maxuse_arena < (mjtSize)s.d->parena + 8 * (mjtSize)s.d->nefc * 300);
    freeScene(s);
  }
}

// COMPAT: DUAL-STATE: satisfied inside the cone, on it else.
static void forces_inside_the_cone_count_as_satisfied(void** state) {
  Scene s = boxes("solver='PGS' cone='elliptic' iterations='50'");
  mj_forward(s.m, s.d);
  int inside = 0;
  for (int i = 0; i < s.d->ncon; i++) {
    const mjContact* con = s.d->contact + i;
    const mjtNum* f = s.d->efc_force + con->efc_address;
    mjtNum friction[2] = {f[1] / con->friction[0], f[2] / con->friction[1]};
    bool on = mju_norm(friction, 2) > con->mu * (f[0] / con->mu);
    assert_int_equal(s.d->efc_state[con->efc_address],
                     on ? mjCNSTRSTATE_CONE : mjCNSTRSTATE_SATISFIED);
    inside += f[0] > 0 && !on;
  }
  assert_true(inside > 0);
  freeScene(s);
}

// COMPAT: NOSLIP-COST: the first sweep counts the regularizers of limits, too.
static void the_first_sweep_of_noslip_drops_all_regularizers(void** state) {
  Scene s = loadScene(
      "<mujoco><option noslip_iterations='1'/><worldbody><body><joint axis='0 1 0' "
      "range='-90 -5'/><geom size='.1' pos='.2 0 0'/></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nefc, 1);
  mjtNum cost = .5 * s.d->efc_force[0] * s.d->efc_force[0] * s.d->efc_R[0];
  cost /= s.m->stat.meaninertia;
  mjtNum improvement = s.d->solver[s.d->solver_niter[0] - 1].improvement;
  assert_true(fabs(improvement - cost) < 1e-9 * cost);
  freeScene(s);
}

// States before the first sweep are those that the forces have, as after it: a sphere at rest.
static void the_first_sweep_of_noslip_counts_changes_of_its_own(void** state) {
  Scene s = loadScene(
      "<mujoco><option noslip_iterations='1' cone='elliptic'/><worldbody><geom type='plane' "
      "size='1 1 1'/><body pos='0 0 .099'><freejoint/><geom size='.1'/></body></worldbody>"
      "</mujoco>");
  mj_forward(s.m, s.d);
  int count = s.d->solver_niter[0];
  assert_true(count > 1);
  assert_int_equal(s.d->solver[count - 2].nactive, 3);
  assert_int_equal(s.d->solver[count - 1].nactive, 0);
  assert_int_equal(s.d->solver[count - 1].nchange, 0);
  freeScene(s);
}

// COMPAT: NOSLIP-PLANE: what moves in a plane does not slip, though nothing acts across the plane
static void noslip_holds_what_moves_in_a_plane(void** state) {
  Scene s = loadScene(
      "<mujoco><option cone='elliptic' noslip_iterations='3' noslip_tolerance='0'/><worldbody>"
      "<geom type='box' size='.05 .5 .5' pos='.35 0 1'/>"
      "<body pos='0 0 1'><joint axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 .3 0 "
      "0' density='300'/></body></worldbody></mujoco>");
  s.d->qvel[0] = 0.1;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nefc, 3);
  mjtNum acc[3];
  mj_mulJacVec(s.m, s.d, acc, s.d->qacc);
  assert_float_equal(acc[2], s.d->efc_aref[2], 1e-9);
  freeScene(s);
}

// COMPAT: NOSLIP-ISLAND: forces of an island in its own order are those before noslip; and the size
// of the matrix stays that of the solver.
static void noslip_leaves_what_islands_have(void** state) {
  mjtNum before[64];
  int size[2] = {0, 0};
  for (int sweeps = 0; sweeps < 2; sweeps++) {
    Scene s = boxes("cone='elliptic'");
    s.m->opt.noslip_iterations = 20 * sweeps;
    mj_forward(s.m, s.d);
    int n = s.d->nefc;
    assert_int_equal(s.d->nisland, 3);
    if (sweeps) {
      assert_memory_equal(s.d->iefc_force, before, n * sizeof(mjtNum));
      mjtNum far = 0;
      for (int i = 0; i < n; i++) {
        far = fmax(far, fabs(s.d->efc_force[s.d->map_iefc2efc[i]] - before[i]));
      }
      assert_true(far > 1e-9);
    }
    memcpy(before, s.d->iefc_force, n * sizeof(mjtNum));
    size[sweeps] = s.d->solver_nnz[0];
    freeScene(s);
  }
  assert_int_equal(size[0], size[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_row_is_solved_by_one_sweep),
      cmocka_unit_test(sweeps_are_repeatable),
      cmocka_unit_test(sweeps_do_not_raise_the_dual_cost),
      cmocka_unit_test(islands_are_solved_as_if_alone),
      cmocka_unit_test(islands_need_no_copy_of_the_matrix),
      cmocka_unit_test(forces_inside_the_cone_count_as_satisfied),
      cmocka_unit_test(the_first_sweep_of_noslip_drops_all_regularizers),
      cmocka_unit_test(the_first_sweep_of_noslip_counts_changes_of_its_own),
      cmocka_unit_test(noslip_leaves_what_islands_have),
      cmocka_unit_test(noslip_holds_what_moves_in_a_plane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
