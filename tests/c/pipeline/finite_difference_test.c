// Derivatives of a step and of inverse dynamics, against closed forms.

#include "pipeline/busy_support.h"

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

// COMPAT: FD-CONTROL-RANGE: controls are not moved beyond their range where it is not applied, too.
static void a_control_beyond_its_range_has_no_derivative_whatever_the_flag(void** state) {
  Scene s = loadScene(
      "<mujoco><option timestep='.01'><flag clampctrl='disable'/></option><worldbody><body>"
      "<joint name='j' type='slide'/><geom size='.1' mass='2'/></body></worldbody><actuator>"
      "<muscle joint='j' ctrlrange='0 1' lengthrange='-1 1'/></actuator></mujoco>");
  mjtNum B[3];
  for (int centered = 0; centered < 2; centered++) {
    s.d->ctrl[0] = 2;
    mjd_transitionFD(s.m, s.d, 1e-6, centered, NULL, B, NULL, NULL);
    assert_float_equal(B[2], 0, 0);
    // at the end of the range the slope is that towards its middle
    s.d->ctrl[0] = 1;
    mjd_transitionFD(s.m, s.d, 1e-6, centered, NULL, B, NULL, NULL);
    s.d->ctrl[0] = .99;
    mjtNum inside[3];
    mjd_transitionFD(s.m, s.d, 1e-6, centered, NULL, inside, NULL, NULL);
    assert_true(B[2] > .9 * inside[2] && B[2] > 0);
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

// f = m qacc + k q + b v - gear u for a mass on a spring.
static void derivatives_of_inverse_dynamics_are_stiffness_damping_and_mass(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' type='slide' "
      "stiffness='8' damping='.5'/><geom size='.1' mass='2'/></body></worldbody>"
      "<actuator><position joint='j' kp='3'/></actuator>"
      "<sensor><jointpos joint='j'/><jointvel joint='j'/></sensor></mujoco>");
  for (int actuation = 0; actuation < 2; actuation++) {
    mjtNum q, v, a, sq[2], sv[2], sa[2];
    mjd_inverseFD(s.m, s.d, 1e-6, actuation, &q, &v, &a, sq, sv, sa, NULL);
    ASSERT_NEAR(q, 8 + (actuation ? 3 : 0), 1e-8);
    ASSERT_NEAR(v, .5, 1e-8);
    ASSERT_NEAR(a, 2, 1e-8);
    ASSERT_NUMBERS(sq, 1e-8, 1, 0);
    ASSERT_NUMBERS(sv, 1e-8, 0, 1);
    ASSERT_NUMBERS(sa, 1e-8, 0, 0);
  }
  ASSERT_NEAR(s.d->qpos[0], 0, 0);
  freeScene(s);
}

static void derive(void* context) {
  Scene* s = context;
  mjd_transitionFD(s->m, s->d, 1e-6, 0, NULL, NULL, NULL, NULL);
}

static void runge_kutta_and_delays_have_no_transition(void** state) {
  Scene s = loadScene("<mujoco><option integrator='RK4'/></mujoco>");
  ASSERT_SAYS(errorOf(derive, &s), "RK4 integrator is not supported");
  freeScene(s);
  s = loadScene("<mujoco><sensor><clock nsample='3' delay='.1'/></sensor></mujoco>");
  ASSERT_SAYS(errorOf(derive, &s), "delays are not supported");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(transition_of_a_linear_system_is_exact),
      cmocka_unit_test(a_control_beyond_its_range_has_no_derivative_whatever_the_flag),
      cmocka_unit_test(derivative_of_inverse_dynamics_in_acceleration_is_inertia),
      cmocka_unit_test(derivative_of_inertia_predicts_it_nearby),
      cmocka_unit_test(derivatives_of_inverse_dynamics_are_stiffness_damping_and_mass),
      cmocka_unit_test(runge_kutta_and_delays_have_no_transition),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
