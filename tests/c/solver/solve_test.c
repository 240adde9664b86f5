// Constraint solvers: all of them find the same optimum, in every representation, and it satisfies
// the conditions that define it.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check.h"
#include "constraint/scenes_support.h"

// Runs the forward dynamics to full convergence and copies qacc.
static mjtNum* solve(Scene scene, int solver, int cone, int jacobian, bool islands) {
  mjOption* opt = &scene.m->opt;
  opt->solver = solver;
  opt->cone = cone;
  opt->jacobian = jacobian;
  opt->iterations = solver == mjSOL_PGS ? 20000 : 2000;

  // sweeps and Newton compare a cost, the square of what is left of the gradient
  opt->tolerance = solver == mjSOL_CG ? 1e-14 : solver == mjSOL_PGS ? 1e-18 : 1e-20;
  opt->disableflags = islands ? 0 : mjDSBL_ISLAND;
  mju_zero(scene.d->qacc_warmstart, scene.m->nv);
  mj_forward(scene.m, scene.d);
  mjtNum* qacc = malloc(scene.m->nv * sizeof(mjtNum));
  memcpy(qacc, scene.d->qacc, scene.m->nv * sizeof(mjtNum));
  return qacc;
}

static void every_solver_and_representation_gives_the_same_acceleration(void** state) {
  Scene (*scenes[2])(void) = {mixedScene, wallScene};
  for (int k = 0; k < 2; k++) {
    Scene scene = scenes[k]();
    for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
      mjtNum* reference = solve(scene, mjSOL_NEWTON, cone, mjJAC_DENSE, false);
      for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
        // Gauss-Seidel creeps on the wall
        if (solver == mjSOL_PGS && k == 1) {
          continue;
        }
        for (int variant = 0; variant < 4; variant++) {
          int jacobian = variant % 2 ? mjJAC_SPARSE : mjJAC_DENSE;
          mjtNum* qacc = solve(scene, solver, cone, jacobian, variant / 2);
          // conjugate gradients stop where their line search no longer finds a descent
          const mjtNum tolerance[] = {
              [mjSOL_PGS] = 1e-8, [mjSOL_CG] = 2e-6, [mjSOL_NEWTON] = 1e-10};
          assert_true(farthest(reference, qacc, scene.m->nv) < tolerance[solver]);
          free(qacc);
        }
      }
      free(reference);
    }
    freeScene(scene);
  }
}

static void joint_forces_balance_at_the_optimum(void** state) {
  Scene scene = mixedScene();
  const mjModel* m = scene.m;
  mjData* d = scene.d;
  for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
    free(solve(scene, mjSOL_NEWTON, cone, mjJAC_AUTO, true));
    mjtNum* force = malloc(m->nv * sizeof(mjtNum));
    mjtNum* Ma = malloc(m->nv * sizeof(mjtNum));
    mj_mulJacTVec(m, d, force, d->efc_force);
    assert_true(farthest(force, d->qfrc_constraint, m->nv) < 1e-12);

    // M qacc = qfrc_smooth + J' f
    mj_mulM(m, d, Ma, d->qacc);
    mju_addTo(force, d->qfrc_smooth, m->nv);
    assert_true(farthest(force, Ma, m->nv) < 1e-9);
    free(force);
    free(Ma);
  }
  freeScene(scene);
}

static void forces_are_the_negative_gradient_of_the_cost(void** state) {
  Scene scene = mixedScene();
  const mjModel* m = scene.m;
  mjData* d = scene.d;
  for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
    free(solve(scene, mjSOL_NEWTON, cone, mjJAC_DENSE, true));
    int nefc = d->nefc;
    mjtNum* jar = malloc(nefc * sizeof(mjtNum));
    mjtNum* force = malloc(nefc * sizeof(mjtNum));

    // at a point off the optimum, where all zones of friction occur
    mj_mulJacVec(m, d, jar, d->qacc_smooth);
    mju_subFrom(jar, d->efc_aref, nefc);
    mj_constraintUpdate(m, d, jar, NULL, 0);
    mju_copy(force, d->efc_force, nefc);
    for (int i = 0; i < nefc; i++) {
      mjtNum plus, minus, eps = 1e-5 * (1 + fabs(jar[i])), saved = jar[i];
      jar[i] = saved + eps;
      mj_constraintUpdate(m, d, jar, &plus, 0);
      jar[i] = saved - eps;
      mj_constraintUpdate(m, d, jar, &minus, 0);
      jar[i] = saved;
      mjtNum slope = (plus - minus) / (2 * eps);
      assert_true(fabs(slope + force[i]) < 1e-3 * (1 + fabs(force[i])));
    }
    free(jar);
    free(force);
  }
  freeScene(scene);
}

static void forces_stay_feasible(void** state) {
  Scene scene = mixedScene();
  mjData* d = scene.d;
  for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
    for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
      free(solve(scene, solver, cone, mjJAC_AUTO, true));
      for (int i = d->ne; i < d->ne + d->nf; i++) {
        assert_true(fabs(d->efc_force[i]) <= d->efc_frictionloss[i] + 1e-12);
      }
      for (int i = d->ne + d->nf; i < d->nefc; i++) {
        if (d->efc_type[i] != mjCNSTR_CONTACT_ELLIPTIC) {
          assert_true(d->efc_force[i] >= 0);
        }
      }
      for (int i = 0; i < d->ncon && cone == mjCONE_ELLIPTIC; i++) {
        const mjContact* con = d->contact + i;
        mjtNum square = 0, normal = d->efc_force[con->efc_address];
        for (int j = 1; j < con->dim; j++) {
          mjtNum scaled = d->efc_force[con->efc_address + j] / con->friction[j - 1];
          square += scaled * scaled;
        }
        assert_true(normal >= 0 && sqrt(square) <= normal * (1 + 1e-9) + 1e-9);
      }
    }
  }
  freeScene(scene);
}

static void inverse_dynamics_recovers_the_constraint_forces(void** state) {
  Scene scene = mixedScene();
  mjData* d = scene.d;
  for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
    free(solve(scene, mjSOL_NEWTON, cone, mjJAC_AUTO, true));
    int nefc = d->nefc, nv = (int)scene.m->nv;
    mjtNum* force = malloc(nefc * sizeof(mjtNum));
    mju_copy(force, d->efc_force, nefc);
    mj_inverse(scene.m, d);
    assert_int_equal(d->nefc, nefc);
    assert_true(farthest(force, d->efc_force, nefc) < 1e-8);

    // nothing was applied
    for (int i = 0; i < nv; i++) {
      assert_true(fabs(d->qfrc_inverse[i]) < 1e-7);
    }
    free(force);
  }
  freeScene(scene);
}

static void a_warm_start_at_the_optimum_needs_no_iteration(void** state) {
  Scene scene = mixedScene();
  free(solve(scene, mjSOL_NEWTON, mjCONE_ELLIPTIC, mjJAC_AUTO, true));
  scene.m->opt.tolerance = 1e-8;
  mju_copy(scene.d->qacc_warmstart, scene.d->qacc, scene.m->nv);
  mj_forward(scene.m, scene.d);
  for (int k = 0; k < scene.d->nisland; k++) {
    assert_int_equal(scene.d->solver_niter[k], 0);
  }
  freeScene(scene);
}

// COMPAT: ALG-26.
static void newton_stops_when_the_next_step_promises_less_than_the_tolerance(void** state) {
  Scene scene = mixedScene();
  mjOption* opt = &scene.m->opt;
  const mjData* d = scene.d;
  opt->disableflags = mjDSBL_ISLAND;
  opt->cone = mjCONE_ELLIPTIC;
  int early = 0;
  for (int k = 0; k < 12; k++) {
    mjtNum tolerance = pow(10, -1 - k);
    opt->tolerance = tolerance;
    opt->iterations = 100;
    mju_zero(scene.d->qacc_warmstart, scene.m->nv);
    mj_forward(scene.m, scene.d);
    int count = d->solver_niter[0];
    assert_in_range(count, 1, 50);
    const mjSolverStat* last = d->solver + count - 1;
    bool byPromise = last->improvement >= tolerance && last->gradient >= tolerance;

    // the step that was not made would have gained less
    opt->tolerance = 0;
    opt->iterations = count + 1;
    mju_zero(scene.d->qacc_warmstart, scene.m->nv);
    mj_forward(scene.m, scene.d);
    assert_true(!byPromise || d->solver[count].improvement < tolerance);
    early += byPromise;
  }
  assert_true(early > 0);
  freeScene(scene);
}

static void a_model_without_rows_moves_freely(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  assert_int_equal(scene.d->nefc, 0);
  assert_true(farthest(scene.d->qacc_smooth, scene.d->qacc, scene.m->nv) == 0);
  assert_true(mju_isZero(scene.d->qfrc_constraint, scene.m->nv));
  freeScene(scene);
}

static void noslip_removes_the_creep_of_a_box_on_a_slope(void** state) {
  const char xml[] =
      "<mujoco><option gravity='2 0 -9.81' cone='elliptic'/><worldbody>"
      "<geom type='plane' size='9 9 1'/>"
      "<body pos='0 0 .0998'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody></mujoco>";
  mjtNum drift[2];
  for (int k = 0; k < 2; k++) {
    Scene scene = loadScene(xml);
    scene.m->opt.noslip_iterations = k ? 50 : 0;
    for (int i = 0; i < 500; i++) {
      mj_step(scene.m, scene.d);
    }
    drift[k] = fabs(scene.d->qvel[0]);
    freeScene(scene);
  }
  assert_true(drift[0] > 1e-5);
  assert_true(drift[1] < 1e-3 * drift[0]);
}

// Rows of pinned vertices: these have no inertia to weigh them by.
static void rows_of_pinned_vertices_leave_newton_finite(void** state) {
  const char* counts[] = {"4 4 1", "7 7 1"};
  for (int k = 0; k < 2; k++) {
    char xml[600];
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><flexcomp name='f' type='grid' dim='2' count='%s' "
             "spacing='.1 .1 .1' radius='.01' mass='.5'><contact selfcollide='none'/>"
             "<edge equality='vert' damping='.1'/><pin id='0 3'/></flexcomp></worldbody></mujoco>",
             counts[k]);
    Scene s = loadScene(xml);
    for (int i = 0; i < 60; i++) {
      mj_step(s.m, s.d);
    }
    assert_true(s.d->time > .119);
    for (int i = 0; i < s.m->nq; i++) {
      assert_true(fabs(s.d->qpos[i]) < .1);
    }
    freeScene(s);
  }
}

static void solveAgain(void* scene) {
  mj_fwdConstraint(((Scene*)scene)->m, ((Scene*)scene)->d);
}

static void projectAgain(void* scene) {
  mj_projectConstraint(((Scene*)scene)->m, ((Scene*)scene)->d);
}

static void rows_made_under_other_options_are_refused(void** state) {
  Scene scene = mixedScene();
  mjOption* opt = &scene.m->opt;
  opt->solver = mjSOL_NEWTON;
  for (int jacobian = mjJAC_DENSE; jacobian <= mjJAC_SPARSE; jacobian++) {
    opt->jacobian = jacobian;
    mj_forward(scene.m, scene.d);
    assert_true(scene.d->nefc > 0);
    opt->jacobian = jacobian == mjJAC_DENSE ? mjJAC_SPARSE : mjJAC_DENSE;
    ASSERT_SAYS(errorOf(solveAgain, &scene), "mj_fwdConstraint: opt.jacobian was changed");
    opt->jacobian = jacobian;
    opt->noslip_iterations = 2;
    ASSERT_SAYS(errorOf(solveAgain, &scene), "efc_AR is missing");
    opt->jacobian = jacobian == mjJAC_DENSE ? mjJAC_SPARSE : mjJAC_DENSE;
    ASSERT_SAYS(errorOf(projectAgain, &scene), "mj_projectConstraint: opt.jacobian was changed");
    opt->noslip_iterations = 0;
  }
  mj_forward(scene.m, scene.d);
  freeScene(scene);
}

static void ignoreWarning(const char* message) {
}

// COMPAT: SOLVER-BAD-FORCE
static void bad_forces_are_bad_accelerations(void** state) {
  mju_user_warning = ignoreWarning;
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    for (int island = 0; island < 2; island++) {
      Scene s = loadScene(
          "<mujoco><worldbody><geom type='plane' size='9 9 .1'/>"
          "<body pos='0 0 .09'><freejoint/><geom size='.1'/></body>"
          "<body pos='0 7 .09'><freejoint/><geom size='.1'/></body>"
          "<body pos='0 7 .28'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
      s.m->opt.solver = solver;
      s.m->opt.disableflags = island ? 0 : mjDSBL_ISLAND;
      mj_step(s.m, s.d);
      mj_step(s.m, s.d);
      s.d->qfrc_applied[12] = NAN;
      mj_step(s.m, s.d);
      assert_int_equal(s.d->warning[mjWARN_BADQACC].number, 1);
      if (solver != mjSOL_PGS) {
        assert_int_equal(s.d->warning[mjWARN_BADQACC].lastinfo, island ? 6 : 0);
      }
      assert_true(s.d->qpos[2] < 1 && s.d->time < 1.5 * s.m->opt.timestep);
      freeScene(s);
    }
  }
  mju_user_warning = NULL;
}

// COMPAT: SOLVER-BAD-FORCE, for what the search starts from
static void a_bad_warm_start_is_a_bad_acceleration(void** state) {
  mju_user_warning = ignoreWarning;
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    Scene s = loadScene(
        "<mujoco><worldbody><geom type='plane' size='9 9 .1'/>"
        "<body pos='0 0 .09'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
    s.m->opt.solver = solver;
    mj_step(s.m, s.d);
    s.d->qacc_warmstart[2] = NAN;
    mj_step(s.m, s.d);
    assert_int_equal(s.d->warning[mjWARN_BADQACC].number, 1);
    assert_true(isfinite(s.d->qpos[2]) && isfinite(s.d->qacc_warmstart[2]));
    freeScene(s);
  }
  mju_user_warning = NULL;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_made_under_other_options_are_refused),
      cmocka_unit_test(rows_of_pinned_vertices_leave_newton_finite),
      cmocka_unit_test(every_solver_and_representation_gives_the_same_acceleration),
      cmocka_unit_test(joint_forces_balance_at_the_optimum),
      cmocka_unit_test(forces_are_the_negative_gradient_of_the_cost),
      cmocka_unit_test(forces_stay_feasible),
      cmocka_unit_test(inverse_dynamics_recovers_the_constraint_forces),
      cmocka_unit_test(a_warm_start_at_the_optimum_needs_no_iteration),
      cmocka_unit_test(newton_stops_when_the_next_step_promises_less_than_the_tolerance),
      cmocka_unit_test(a_model_without_rows_moves_freely),
      cmocka_unit_test(noslip_removes_the_creep_of_a_box_on_a_slope),
      cmocka_unit_test(bad_forces_are_bad_accelerations),
      cmocka_unit_test(a_bad_warm_start_is_a_bad_acceleration),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
