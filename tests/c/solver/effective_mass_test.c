// The effective mass of flexes against finite differences of their elastic forces.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"
#include "solver/effective_mass.h"
#include "solver/effective_support.h"

// A stretched, wrinkled cloth, sheared so that the diagonals of the grid are longer too: all
// tensions are positive.
static Scene clothScene(void) {
  Scene s = loadScene(
      "<mujoco><option integrator='implicitfast' solver='CG' timestep='.01' gravity='0 0 "
      "0'/><worldbody>"
      "<flexcomp name='cloth' type='grid' count='5 4 1' spacing='.1 .1 .1' radius='.01' dim='2' "
      "mass='1'>"
      "<elasticity young='1e4' poisson='.2' thickness='.01' damping='.05' elastic2d='both'/>"
      "<contact selfcollide='none'/></flexcomp></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  for (int b = 1; b < s.m->nbody; b++) {
    if (s.m->body_dofnum[b] == 3) {
      mjtNum* q = s.d->qpos + s.m->jnt_qposadr[s.m->body_jntadr[b]];
      for (int k = 0; k < 3; k++) {
        mjtNum shear = k == 0 ? 0.2 * s.d->xpos[3 * b + 1] : 0;
        q[k] = .3 * s.d->xpos[3 * b + k] + shear + .004 * noise(3 * b + k);
      }
    }
  }
  mj_forward(s.m, s.d);
  return s;
}

static void stiffness_is_the_slope_of_elastic_force(void** state) {
  Scene s = clothScene();
  int nv = (int)s.m->nv, nq = (int)s.m->nq;
  size_t bytes = nv * sizeof(mjtNum);
  const mjtNum eps = 1e-6;
  mjtNum h = s.m->opt.timestep, scale = h * h + h * s.m->flex_damping[0];
  mjtNum* v = malloc(bytes);
  mjtNum* expected = malloc(bytes);
  mjtNum* Kv = calloc(nv, sizeof(mjtNum));
  mjtNum* qpos = malloc(nq * sizeof(mjtNum));
  assert_int_equal(s.d->efm_active, 1);
  for (int i = 0; i < nv; i++) {
    v[i] = noise(i);
  }
  lb_addStiffness(s.m, s.d, Kv, v);
  memcpy(qpos, s.d->qpos, nq * sizeof(mjtNum));
  for (int side = 0; side < 2; side++) {
    memcpy(s.d->qpos, qpos, nq * sizeof(mjtNum));
    mj_integratePos(s.m, s.d->qpos, v, side ? eps : -eps);
    mj_forward(s.m, s.d);
    for (int i = 0; i < nv; i++) {
      expected[i] =
          side ? -scale * (s.d->qfrc_spring[i] - expected[i]) / (2 * eps) : s.d->qfrc_spring[i];
    }
  }
  assert_near(expected, Kv, nv, 1e-6);
  free(v);
  free(expected);
  free(Kv);
  free(qpos);
  freeScene(s);
}

// (M + K) qacc_smooth = qfrc_smooth + c.
static void assert_solved(Scene s) {
  int nv = (int)s.m->nv;
  mjtNum* left = malloc(nv * sizeof(mjtNum));
  mjtNum* right = malloc(nv * sizeof(mjtNum));
  mj_mulM(s.m, s.d, left, s.d->qacc_smooth);
  lb_addStiffness(s.m, s.d, left, s.d->qacc_smooth);
  mju_add(right, s.d->qfrc_smooth, s.d->efm_c, nv);
  assert_near(right, left, nv, 1e-10);
  free(left);
  free(right);
}

static void smooth_accelerations_solve_the_implicit_step(void** state) {
  Scene s = clothScene();
  int nv = (int)s.m->nv;
  s.m->opt.tolerance = 1e-13;
  for (int i = 0; i < nv; i++) {
    s.d->qvel[i] = .1 * noise(i);
  }
  mj_forward(s.m, s.d);
  assert_solved(s);
  freeScene(s);
}

// Where only bending counts, the model's factor solves the step, with equal directions or not.
static void bending_is_solved_by_the_factor_of_the_model(void** state) {
  for (int uneven = 0; uneven < 2; uneven++) {
    Scene s = loadScene(
        "<mujoco><option integrator='implicitfast' solver='CG' timestep='.01'/><worldbody>"
        "<body><freejoint/><geom size='.02'/></body>"
        "<flexcomp name='cloth' type='grid' count='6 5 1' spacing='.1 .1 .1' radius='.01' dim='2' "
        "mass='1'><edge equality='true'/>"
        "<elasticity young='1e6' poisson='.2' thickness='.01' damping='.05' elastic2d='bend'/>"
        "<contact selfcollide='none'/></flexcomp></worldbody></mujoco>");
    int nv = (int)s.m->nv;
    assert_int_equal(s.m->nefm0dof, 90);
    for (int i = 0; i < nv; i++) {
      s.d->qvel[i] = .1 * noise(i);
    }
    s.m->opt.iterations = uneven ? 12 : 2;
    if (uneven) {
      s.m->efm0_L[s.m->efm0_L_rowadr[4] + s.m->efm0_L_rownnz[4] - 1] *= 1.001;
    }
    mj_forward(s.m, s.d);
    assert_solved(s);
    freeScene(s);
  }
}

static void implicit_elasticity_stays_bounded_where_explicit_does_not(void** state) {
  for (int solver = mjSOL_CG; solver <= mjSOL_NEWTON; solver++) {
    Scene s = clothScene();
    s.m->opt.solver = solver;
    s.m->opt.disableflags = mjDSBL_AUTORESET;
    mju_scl(s.m->flex_stiffness, s.m->flex_stiffness, 100, (int)s.m->nflexstiffness);
    mjtNum largest = 0;
    for (int i = 0; i < 200 && largest < 1e3; i++) {
      mj_step(s.m, s.d);
      for (int k = 0; k < s.m->nv; k++) {
        largest = fmax(largest, fabs(s.d->qvel[k]));
      }
    }
    assert_int_equal(s.d->efm_active, solver == mjSOL_CG);
    assert_int_equal(largest < 1e3, solver == mjSOL_CG);
    freeScene(s);
  }
}

// COMPAT: PAS-44
static void passive_contacts_are_springs_of_the_lightest_vertex(void** state) {
  const char* more[2] = {"", "solref='.5 3' solimp='.1 .2 .1' friction='3 1 1'"};
  for (int i = 0; i < 2; i++) {
    Scene s = passiveScene(more[i]);
    mjtNum total[3] = {0, 0, 0};
    for (int k = 0; k < 9; k++) {
      total[k % 3] += s.d->qfrc_spring[k];
    }
    assert_int_equal(s.d->ncon, 1);
    assert_int_equal(s.d->nefc, 0);
    assert_float_equal(total[0], 0, 1e-9);
    assert_float_equal(total[2], -5e7 * .1 * s.d->contact[0].dist, 1e-6);
    freeScene(s);
  }
}

static void a_passive_contact_does_not_overshoot(void** state) {
  Scene s = passiveScene("");
  mjtNum before = s.d->contact[0].dist;
  for (int i = 0; i < 5; i++) {
    mj_step(s.m, s.d);
  }
  mj_forward(s.m, s.d);
  mjtNum after = s.d->ncon ? s.d->contact[0].dist : 0;
  assert_true(before < -9e-4 && after > before && after < 1e-4);
  freeScene(s);
}

// Springs and factors lie in the arena beside the published arrays; a copy has its own.
static void a_copy_in_the_middle_of_a_step_has_the_same_effective_mass(void** state) {
  Scene s = passiveScene("");
  int nv = (int)s.m->nv;
  mjData* copy = mj_copyData(NULL, s.m, s.d);
  mjtNum x[9], original[9] = {0}, copied[9] = {0};
  lbEffectiveMass mass = lb_effectiveMass(s.m, s.d);
  assert_int_equal(nv, 9);
  assert_int_equal(mass.springs.count, 1);
  for (int i = 0; i < nv; i++) {
    x[i] = noise(i);
  }
  lb_addStiffness(s.m, s.d, original, x);
  memset(s.d->arena, 0xff, s.d->parena);
  lb_addStiffness(s.m, copy, copied, x);
  assert_memory_equal(original, copied, sizeof(original));
  mj_deleteData(copy);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stiffness_is_the_slope_of_elastic_force),
      cmocka_unit_test(smooth_accelerations_solve_the_implicit_step),
      cmocka_unit_test(bending_is_solved_by_the_factor_of_the_model),
      cmocka_unit_test(implicit_elasticity_stays_bounded_where_explicit_does_not),
      cmocka_unit_test(passive_contacts_are_springs_of_the_lightest_vertex),
      cmocka_unit_test(a_passive_contact_does_not_overshoot),
      cmocka_unit_test(a_copy_in_the_middle_of_a_step_has_the_same_effective_mass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
