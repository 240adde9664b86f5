// Inverse dynamics: the forces that explain an acceleration.

#include "pipeline/busy_support.h"

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

static void a_body_at_rest_needs_its_weight_and_one_in_fall_nothing(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><body><joint type='slide'/>"
      "<geom size='.1' mass='3'/></body></worldbody></mujoco>");
  mj_inverse(s.m, s.d);
  ASSERT_NEAR(s.d->qfrc_inverse[0], 30, 1e-12);
  s.d->qacc[0] = -10;
  mj_inverse(s.m, s.d);
  ASSERT_NEAR(s.d->qfrc_inverse[0], 0, 1e-12);
  freeScene(s);
}

static void invert(void* context) {
  Scene* s = context;
  mj_inverse(s->m, s->d);
}

static void steps_of_runge_kutta_have_no_discrete_inverse(void** state) {
  Scene s =
      loadScene("<mujoco><option integrator='RK4'><flag invdiscrete='enable'/></option></mujoco>");
  ASSERT_SAYS(errorOf(invert, &s), "not supported by RK4 integrator");
  freeScene(s);
}

// COMPAT: INVERSE-ENERGY
static void without_the_flag_energies_stay_as_they_were(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body pos='0 0 1'><joint type='slide'/><geom size='.1' mass='3'/></body>"
      "</worldbody></mujoco>");
  s.d->energy[0] = 7;
  mj_inverse(s.m, s.d);
  assert_true(s.d->energy[0] == 7);
  s.m->opt.enableflags |= mjENBL_ENERGY;
  mj_inverse(s.m, s.d);
  ASSERT_NEAR(s.d->energy[0], 3 * 9.81, 1e-12);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inverse_dynamics_recovers_the_applied_forces),
      cmocka_unit_test(discrete_inverse_recovers_them_from_velocity_differences),
      cmocka_unit_test(comparison_of_forward_and_inverse_is_small_and_changes_nothing),
      cmocka_unit_test(a_body_at_rest_needs_its_weight_and_one_in_fall_nothing),
      cmocka_unit_test(steps_of_runge_kutta_have_no_discrete_inverse),
      cmocka_unit_test(without_the_flag_energies_stay_as_they_were),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
