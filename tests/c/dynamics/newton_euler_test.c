// Recursive Newton-Euler: the joint forces of a motion.

#include "bodies_support.h"
#include "check.h"

enum { MAX_DOFS = 40 };

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

static void a_pendulum_needs_its_weight_and_a_turning_arm_nothing(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><body><joint axis='0 1 0'/>"
      "<geom size='.1' pos='2 0 0' mass='3'/></body></worldbody></mujoco>");
  s.d->qvel[0] = 5;
  mj_forward(s.m, s.d);
  mjtNum bias;
  mj_rne(s.m, s.d, 0, &bias);

  // a positive turn about y moves x down, so that weight is negative
  ASSERT_NEAR(bias, -3 * 10 * 2, 1e-12);
  s.m->opt.disableflags |= mjDSBL_GRAVITY;
  mj_rne(s.m, s.d, 0, &bias);
  ASSERT_NEAR(bias, 0, 1e-12);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(newton_euler_with_acceleration_adds_inertia_without_armature),
      cmocka_unit_test(bias_force_has_the_power_that_energy_needs),
      cmocka_unit_test(a_pendulum_needs_its_weight_and_a_turning_arm_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
