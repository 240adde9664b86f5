// The pipeline: forward against inverse dynamics, skipped stages, checks, finite differences.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "bodies_support.h"

enum { MAX_DOFS = 80 };

// Constraints of every kind, with actuators and applied forces.
static Scene busyScene(void) {
  Scene s = loadScene(
      "<mujoco><option timestep='.005' tolerance='1e-14' iterations='500'/><worldbody><geom "
      "type='plane' size='9 9 1'/>"
      "<body pos='0 0 .099'><freejoint/><geom type='box' size='.2 .1 .1'/></body>"
      "<body pos='0 2 1'><joint name='a' axis='0 1 0' damping='.5' frictionloss='.1' "
      "limited='true' range='-60 -1'/>"
      "<geom type='capsule' size='.03' fromto='0 0 0 .3 0 0'/>"
      "<body name='hand' pos='.3 0 0'><joint name='b' type='ball' damping='.01'/><geom "
      "type='capsule' size='.03' fromto='0 0 0 .2 0 0'/></body></body>"
      "<body name='c' pos='2 2 1'><joint name='k' axis='0 1 0' damping='.2' armature='.05'/><geom "
      "size='.05' pos='.3 0 0'/></body>"
      "</worldbody><tendon><fixed name='t' armature='.1' damping='.1'><joint joint='a' "
      "coef='1'/><joint joint='k' coef='.5'/></fixed></tendon>"
      "<equality><joint joint1='a' joint2='k' polycoef='0 1 0 0 0'/></equality>"
      "<actuator><position name='p' joint='k' kp='5' kv='1' armature='.02'/><motor "
      "tendon='t'/></actuator>"
      "<sensor><jointpos joint='k'/><jointvel joint='k'/><actuatorfrc "
      "actuator='p'/></sensor></mujoco>");
  mjtNum z = s.m->qpos0[2];
  shake(s, 2, .3);
  s.d->qpos[2] = z;
  s.d->qpos[3] = 1;
  mju_zero3(s.d->qpos + 4);
  s.d->ctrl[0] = .7;
  s.d->ctrl[1] = -.4;
  s.d->qfrc_applied[3] = .3;
  s.d->xfrc_applied[6 * 3 + 1] = .2;
  return s;
}

// Forces that inverse dynamics must recover.
static void appliedForces(Scene s, mjtNum* qfrc) {
  int nv = (int)s.m->nv;
  mju_add(qfrc, s.d->qfrc_applied, s.d->qfrc_actuator, nv);
  for (int b = 1; b < s.m->nbody; b++) {
    mj_applyFT(s.m, s.d, s.d->xfrc_applied + 6 * b, s.d->xfrc_applied + 6 * b + 3,
               s.d->xipos + 3 * b, b, qfrc);
  }
}

static void inverse_dynamics_recovers_the_applied_forces(void** state) {
  Scene s = busyScene();
  mjtNum expected[MAX_DOFS];
  mj_forward(s.m, s.d);
  assert_true(s.d->nefc > 10);
  appliedForces(s, expected);
  mj_inverse(s.m, s.d);
  assert_near(expected, s.d->qfrc_inverse, (int)s.m->nv, 1e-7);
  freeScene(s);
}

static void discrete_inverse_recovers_them_from_velocity_differences(void** state) {
  const int integrators[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  for (int k = 0; k < 3; k++) {
    Scene s = busyScene();
    int nv = (int)s.m->nv;
    size_t bytes = nv * sizeof(mjtNum);
    s.m->opt.integrator = integrators[k];
    s.m->opt.enableflags |= mjENBL_INVDISCRETE;
    mjtNum expected[MAX_DOFS], qvel[MAX_DOFS], qpos[MAX_DOFS], qacc[MAX_DOFS];
    memcpy(qvel, s.d->qvel, bytes);
    memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));
    mj_step(s.m, s.d);
    appliedForces(s, expected);
    for (int i = 0; i < nv; i++) {
      qacc[i] = (s.d->qvel[i] - qvel[i]) / s.m->opt.timestep;
    }
    memcpy(s.d->qvel, qvel, bytes);
    memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
    memcpy(s.d->qacc, qacc, bytes);
    mj_inverse(s.m, s.d);
    assert_near(expected, s.d->qfrc_inverse, nv, 1e-6);
    assert_memory_equal(qacc, s.d->qacc, bytes);
    freeScene(s);
  }
}

static void comparison_of_forward_and_inverse_is_small_and_changes_nothing(void** state) {
  Scene s = busyScene();
  s.m->opt.enableflags |= mjENBL_FWDINV;
  mj_forward(s.m, s.d);
  mjtNum* force = malloc(s.d->nefc * sizeof(mjtNum));
  memcpy(force, s.d->efc_force, s.d->nefc * sizeof(mjtNum));
  mj_compareFwdInv(s.m, s.d);
  assert_true(s.d->solver_fwdinv[0] < 1e-6 && s.d->solver_fwdinv[1] < 1e-6);
  assert_memory_equal(force, s.d->efc_force, s.d->nefc * sizeof(mjtNum));
  free(force);
  freeScene(s);
}

static void skipping_current_stages_gives_the_full_result(void** state) {
  Scene a = busyScene(), b = busyScene();
  size_t bytes = a.m->nv * sizeof(mjtNum);
  mj_forward(a.m, a.d);
  mj_forward(b.m, b.d);
  a.d->qvel[2] = b.d->qvel[2] = -.7;
  mj_forward(a.m, a.d);
  mj_forwardSkip(b.m, b.d, mjSTAGE_POS, 0);
  assert_memory_equal(a.d->qacc, b.d->qacc, bytes);
  assert_memory_equal(a.d->sensordata, b.d->sensordata, a.m->nsensordata * sizeof(mjtNum));
  a.d->ctrl[1] = b.d->ctrl[1] = .9;
  mj_forward(a.m, a.d);
  mj_forwardSkip(b.m, b.d, mjSTAGE_VEL, 0);
  assert_memory_equal(a.d->qacc, b.d->qacc, bytes);
  freeScene(a);
  freeScene(b);
}

static void another_forward_changes_nothing(void** state) {
  Scene s = busyScene();
  mjtNum qacc[MAX_DOFS];
  mj_forward(s.m, s.d);
  memcpy(qacc, s.d->qacc, s.m->nv * sizeof(mjtNum));
  mj_forward(s.m, s.d);
  assert_memory_equal(qacc, s.d->qacc, s.m->nv * sizeof(mjtNum));
  freeScene(s);
}

// Installed by tests that provoke warnings.
static int warningCount;
static void countWarning(const char* message) {
  (void)message;
  warningCount++;
}

static void bad_numbers_reset_and_are_counted(void** state) {
  mju_user_warning = countWarning;
  warningCount = 0;
  const mjtNum bad[] = {NAN, INFINITY, -1e11};
  for (int k = 0; k < 3; k++) {
    Scene s = busyScene();
    s.d->qpos[1] = bad[k];
    s.d->time = 5;
    mj_checkPos(s.m, s.d);
    assert_int_equal(s.d->warning[mjWARN_BADQPOS].number, 1);
    assert_int_equal(s.d->warning[mjWARN_BADQPOS].lastinfo, 1);
    assert_near(s.m->qpos0, s.d->qpos, (int)s.m->nq, 1e-15);
    assert_float_equal(s.d->time, 0, 0);

    s.d->qvel[2] = bad[k];
    mj_checkVel(s.m, s.d);
    assert_int_equal(s.d->warning[mjWARN_BADQVEL].number, 1);
    assert_float_equal(s.d->qvel[2], 0, 0);

    // one after the other, wherever it is
    for (int i = 0; i < s.m->nv; i++) {
      s.d->qvel[i] = bad[k];
      mj_checkVel(s.m, s.d);
      assert_int_equal(s.d->warning[mjWARN_BADQVEL].lastinfo, i);
    }
    assert_int_equal(s.d->warning[mjWARN_BADQVEL].number, 1 + s.m->nv);

    s.d->qacc[0] = bad[k];
    s.d->qpos[2] = 1;
    mj_checkAcc(s.m, s.d);
    assert_int_equal(s.d->warning[mjWARN_BADQACC].number, 1);
    assert_float_equal(s.d->qpos[2], s.m->qpos0[2], 0);
    assert_true(fabs(s.d->qacc[0]) < 1e3);
    freeScene(s);
  }
  assert_int_equal(warningCount, 9);
  mju_user_warning = NULL;
}

static void without_autoreset_bad_numbers_stay(void** state) {
  Scene s = busyScene();
  s.m->opt.disableflags |= mjDSBL_AUTORESET;
  s.d->qpos[1] = 1e11;
  mju_user_warning = countWarning;
  mj_checkPos(s.m, s.d);
  mju_user_warning = NULL;
  assert_int_equal(s.d->warning[mjWARN_BADQPOS].number, 1);
  assert_float_equal(s.d->qpos[1], 1e11, 0);
  freeScene(s);
}

static void stepWithUnknownIntegrator(void* context) {
  Scene* s = context;
  s->m->opt.integrator = 7;
  mj_step(s->m, s->d);
}

static void unknown_integrator_is_an_error(void** state) {
  Scene s = busyScene();
  assert_false(lb_protect(stepWithUnknownIntegrator, &s));
  assert_non_null(strstr(lb_lastError(), "invalid integrator"));
  freeScene(s);
}

// y+ = A y + B u of a damped mass on a spring, by hand.
static void transition_of_a_linear_system_is_exact(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0' timestep='.01'/><worldbody><body><joint name='j' "
      "type='slide' stiffness='8' damping='.5'/>"
      "<geom size='.1' mass='2'/></body></worldbody><actuator><motor name='p' joint='j' gear='3' "
      "ctrllimited='true' ctrlrange='-1 1'/></actuator>"
      "<sensor><jointpos joint='j'/><actuatorfrc actuator='p'/></sensor></mujoco>");
  mjtNum h = .01, mass = 2 + h * .5, A[4], B[2], C[4], D[2];
  mjtNum a = -8 / mass, b = -.5 / mass, c = 3 / mass;
  mjtNum expectedA[4] = {1 + h * h * a, h + h * h * b, h * a, 1 + h * b};
  mjtNum expectedB[2] = {h * h * c, h * c}, expectedC[4] = {1, 0, 0, 0}, expectedD[2] = {0, 1};
  s.d->qpos[0] = .2;
  s.d->qvel[0] = -.3;
  for (int centered = 0; centered < 2; centered++) {
    // in the middle of the range and at both ends
    for (int k = -1; k <= 1; k++) {
      s.d->ctrl[0] = k;
      mjd_transitionFD(s.m, s.d, 1e-6, centered, A, B, C, D);
      assert_near(expectedA, A, 4, 1e-8);
      assert_near(expectedB, B, 2, 1e-8);
      assert_near(expectedC, C, 4, 1e-8);
      assert_near(expectedD, D, 2, 1e-8);
      assert_float_equal(s.d->ctrl[0], k, 0);
      assert_float_equal(s.d->qpos[0], .2, 0);
      assert_float_equal(s.d->time, 0, 0);
    }
  }
  freeScene(s);
}

static void derivative_of_inverse_dynamics_in_acceleration_is_inertia(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv;
  mjtNum* M = malloc(nv * nv * sizeof(mjtNum));
  mjtNum* DfDa = malloc(nv * nv * sizeof(mjtNum));
  mj_fullM(s.m, s.d, M);
  mjd_inverseFD(s.m, s.d, 1e-4, 0, NULL, NULL, DfDa, NULL, NULL, NULL, NULL);
  assert_near(M, DfDa, nv * nv, 1e-7);
  free(M);
  free(DfDa);
  freeScene(s);
}

static void derivative_of_inertia_predicts_it_nearby(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv, nC = (int)s.m->nC;
  mjtNum* DmDq = malloc(nv * nC * sizeof(mjtNum));
  mjtNum* M = malloc(nC * sizeof(mjtNum));
  memcpy(M, s.d->M, nC * sizeof(mjtNum));
  mjd_inverseFD(s.m, s.d, 1e-7, 0, NULL, NULL, NULL, NULL, NULL, NULL, DmDq);
  int dof = 7;
  mju_addToScl(M, DmDq + dof * nC, 1e-4, nC);
  nudge(s, dof, 1e-4);
  assert_near(M, s.d->M, nC, 1e-7);
  free(DmDq);
  free(M);
  freeScene(s);
}

// COMPAT: as measured with the peer.
static void constants_leave_the_data_where_springs_rest(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='j' springref='30' stiffness='1'/><geom size='.1' "
      "pos='.3 0 0'/></body></worldbody><actuator><motor joint='j' gear='2'/></actuator></mujoco>");
  s.d->qpos[0] = .7;
  mj_setConst(s.m, s.d);
  assert_true(s.d->qpos[0] == s.m->qpos_spring[0]);
  assert_true(fabs(s.d->geom_xpos[1] - .15) < 1e-12);
  assert_true(fabs(s.d->actuator_length[0] - 2 * s.m->qpos_spring[0]) < 1e-12);
  assert_true(s.m->qpos0[0] == 0 && s.m->actuator_length0[0] == 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inverse_dynamics_recovers_the_applied_forces),
      cmocka_unit_test(discrete_inverse_recovers_them_from_velocity_differences),
      cmocka_unit_test(comparison_of_forward_and_inverse_is_small_and_changes_nothing),
      cmocka_unit_test(skipping_current_stages_gives_the_full_result),
      cmocka_unit_test(another_forward_changes_nothing),
      cmocka_unit_test(bad_numbers_reset_and_are_counted),
      cmocka_unit_test(without_autoreset_bad_numbers_stay),
      cmocka_unit_test(unknown_integrator_is_an_error),
      cmocka_unit_test(transition_of_a_linear_system_is_exact),
      cmocka_unit_test(derivative_of_inverse_dynamics_in_acceleration_is_inertia),
      cmocka_unit_test(derivative_of_inertia_predicts_it_nearby),
      cmocka_unit_test(constants_leave_the_data_where_springs_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
