// Integrators: order of accuracy, conserved quantities, stability, and the matrices behind them.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"

static const char pendulumXml[] =
    "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.05' pos='.5 0 0' mass='1'/>"
    "<body pos='.5 0 0'><joint axis='0 1 0'/><geom size='.05' pos='.4 0 0' "
    "mass='.5'/></body></body>"
    "</worldbody></mujoco>";

// Runs for a time with a step and copies qpos.
static void run(Scene s, int integrator, mjtNum timestep, mjtNum duration, mjtNum* qpos) {
  s.m->opt.integrator = integrator;
  s.m->opt.timestep = timestep;
  mj_resetData(s.m, s.d);
  int steps = mju_round(duration / timestep);
  for (int i = 0; i < steps; i++) {
    mj_step(s.m, s.d);
  }
  memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));
}

static mjtNum order(Scene s, int integrator, mjtNum timestep, const mjtNum* exact) {
  mjtNum coarse[2], fine[2];
  run(s, integrator, timestep, .5, coarse);
  run(s, integrator, timestep / 2, .5, fine);
  return log2(mju_dist3((mjtNum[3]){coarse[0], coarse[1], 0}, (mjtNum[3]){exact[0], exact[1], 0}) /
              mju_dist3((mjtNum[3]){fine[0], fine[1], 0}, (mjtNum[3]){exact[0], exact[1], 0}));
}

static void errors_fall_with_the_order_of_the_method(void** state) {
  Scene s = loadScene(pendulumXml);
  mjtNum exact[2];
  run(s, mjINT_RK4, 1e-4, .5, exact);
  assert_float_equal(order(s, mjINT_EULER, 1e-3, exact), 1, .1);
  assert_float_equal(order(s, mjINT_IMPLICIT, 1e-3, exact), 1, .1);
  assert_float_equal(order(s, mjINT_RK4, 1e-2, exact), 4, .3);
  freeScene(s);
}

static mjtNum totalEnergy(Scene s) {
  mj_forward(s.m, s.d);
  mj_energyPos(s.m, s.d);
  mj_energyVel(s.m, s.d);
  return s.d->energy[0] + s.d->energy[1];
}

static void runge_kutta_keeps_the_energy_of_a_pendulum(void** state) {
  Scene s = loadScene(pendulumXml);
  mjtNum qpos[2], start = totalEnergy(s);
  run(s, mjINT_RK4, .002, 5, qpos);
  assert_float_equal(totalEnergy(s), start, 1e-5);
  freeScene(s);
}

static void free_fall_follows_the_recursion(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mjtNum z = 0, v = 0, h = s.m->opt.timestep;
  for (int i = 0; i < 50; i++) {
    mj_step(s.m, s.d);
    v += h * s.m->opt.gravity[2];
    z += h * v;
  }
  assert_float_equal(s.d->qvel[2], v, 1e-14);
  assert_float_equal(s.d->qpos[2], z, 1e-14);
  assert_float_equal(s.d->time, 50 * h, 1e-14);
  freeScene(s);
}

// An ellipsoid off the centre of its body, tumbling.
static const char tumblingXml[] =
    "<mujoco><option gravity='0 0 0' timestep='.01'/><worldbody><body><freejoint/>"
    "<geom type='ellipsoid' size='.1 .2 .3' pos='.1 .05 .02' euler='10 20 "
    "30'/></body></worldbody></mujoco>";

static void implicitfast_is_exact_for_a_lone_free_body(void** state) {
  mjtNum v[2][6];
  for (int k = 0; k < 2; k++) {
    Scene s = loadScene(tumblingXml);
    s.m->opt.integrator = k ? mjINT_IMPLICITFAST : mjINT_IMPLICIT;
    shake(s, 4, 1);
    mju_scl3(s.d->qvel + 3, s.d->qvel + 3, 8);
    mj_step(s.m, s.d);
    memcpy(v[k], s.d->qvel, sizeof(v[k]));
    freeScene(s);
  }
  assert_near(v[0], v[1], 6, 1e-12);
}

static void implicit_tumbling_gains_no_energy(void** state) {
  Scene s = loadScene(tumblingXml);
  s.m->opt.integrator = mjINT_IMPLICITFAST;
  shake(s, 4, 1);
  mju_scl3(s.d->qvel + 3, s.d->qvel + 3, 8);
  mjtNum before = totalEnergy(s);
  for (int i = 0; i < 500; i++) {
    mj_step(s.m, s.d);
  }
  assert_true(totalEnergy(s) <= before * (1 + 1e-9));
  freeScene(s);
}

static void strong_joint_damping_is_stable_unless_eulerdamp_is_disabled(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint damping='1000'/><geom "
      "size='.1'/></body></worldbody></mujoco>");
  for (int disabled = 0; disabled < 2; disabled++) {
    mj_resetData(s.m, s.d);
    s.d->qvel[0] = 1;
    s.m->opt.disableflags = disabled ? mjDSBL_EULERDAMP | mjDSBL_AUTORESET : 0;
    mj_step(s.m, s.d);
    assert_int_equal(fabs(s.d->qvel[0]) > 1, disabled);
  }
  freeScene(s);
}

static void damping_slope_of_polynomials_and_actuators_enters_the_matrix(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='j' damping='1 2 3'/><geom size='.1' pos='.3 0 "
      "0'/></body></worldbody>"
      "<actuator><motor joint='j' gear='2' damping='.5'/></actuator></mujoco>");
  s.d->qvel[0] = -2;
  mj_step(s.m, s.d);
  mjtNum slope = 1 + 2 * 2 * 2 + 3 * 3 * 4 + 4 * .5;
  assert_float_equal(1 / s.d->qHDiagInv[0], s.d->M[0] + s.m->opt.timestep * slope, 1e-12);
  freeScene(s);
}

// A chain with damping, a tendon across it and position servos.
static const char servoXml[] =
    "<mujoco><option timestep='.01'/><worldbody><body><joint name='a' axis='0 1 0' "
    "damping='.3'/><geom size='.1' pos='.3 0 0'/>"
    "<body pos='.5 0 0'><joint name='b' axis='1 1 0' damping='.2'/><geom size='.1' pos='.3 .1 0'/>"
    "<body pos='.5 0 0'><joint name='c' type='ball'/><geom size='.1' pos='.3 .1 "
    "0'/></body></body></body>"
    "<body pos='0 2 0'><freejoint/><geom type='ellipsoid' size='.1 .2 .3' pos='.1 0 "
    "0'/></body></worldbody>"
    "<tendon><fixed name='t' damping='.4'><joint joint='a' coef='1'/><joint joint='b' "
    "coef='-2'/></fixed></tendon>"
    "<actuator><position joint='a' kp='10' kv='3'/><velocity tendon='t' "
    "kv='2'/></actuator></mujoco>";

static void implicit_steps_solve_their_linear_system(void** state) {
  for (int integrator = mjINT_IMPLICIT; integrator <= mjINT_IMPLICITFAST; integrator++) {
    Scene s = loadScene(servoXml);
    int nv = (int)s.m->nv;
    mjtNum h = s.m->opt.timestep, v[20], a[20], left[20], right[20];
    s.m->opt.integrator = integrator;
    shake(s, 9, 1);
    mj_forward(s.m, s.d);
    memcpy(v, s.d->qvel, nv * sizeof(mjtNum));
    mju_add(right, s.d->qfrc_smooth, s.d->qfrc_constraint, nv);
    mj_implicit(s.m, s.d);
    for (int i = 0; i < nv; i++) {
      a[i] = (s.d->qvel[i] - v[i]) / h;
    }

    // M a - h D a; the free body's row is covered by another test
    mj_mulM(s.m, s.d, left, a);
    for (int i = 0; i < 5; i++) {
      for (int k = s.m->D_rowadr[i]; k < s.m->D_rowadr[i] + s.m->D_rownnz[i]; k++) {
        left[i] -= h * s.d->qDeriv[k] * a[s.m->D_colind[k]];
      }
    }
    assert_near(right, left, 5, 1e-10);
    freeScene(s);
  }
}

static void halves_make_the_same_step(void** state) {
  const int integrators[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  for (int k = 0; k < 3; k++) {
    Scene a = loadScene(servoXml), b = loadScene(servoXml);
    a.m->opt.integrator = b.m->opt.integrator = integrators[k];
    shake(a, 9, 1);
    shake(b, 9, 1);
    for (int i = 0; i < 20; i++) {
      a.d->ctrl[0] = b.d->ctrl[0] = noise(i);
      mj_step(a.m, a.d);
      mj_step1(b.m, b.d);
      mj_step2(b.m, b.d);
    }
    assert_memory_equal(a.d->qpos, b.d->qpos, a.m->nq * sizeof(mjtNum));
    assert_memory_equal(a.d->qvel, b.d->qvel, a.m->nv * sizeof(mjtNum));
    freeScene(a);
    freeScene(b);
  }
}

static int controlCalls;
static void countControl(const mjModel* m, mjData* d) {
  controlCalls++;
}

static void runge_kutta_calls_the_controller_four_times(void** state) {
  Scene s = loadScene(servoXml);
  mjcb_control = countControl;
  controlCalls = 0;
  s.m->opt.integrator = mjINT_RK4;
  mj_step(s.m, s.d);
  assert_int_equal(controlCalls, 4);
  s.m->opt.integrator = mjINT_EULER;
  mj_step(s.m, s.d);
  assert_int_equal(controlCalls, 5);
  mjcb_control = NULL;
  freeScene(s);
}

// EULER-DAMPING-SIGN
static void a_negative_coefficient_alone_is_no_damping(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint damping='.5'/><geom size='.1' pos='.3 0 0'/></body>"
      "</worldbody></mujoco>");
  for (int negative = 0; negative < 2; negative++) {
    s.m->dof_damping[0] = negative ? -.5 : .5;
    mj_resetData(s.m, s.d);
    s.d->qvel[0] = 1;
    mj_step(s.m, s.d);
    mjtNum explicitly = 1 + s.m->opt.timestep * s.d->qacc[0];
    assert_int_equal(s.d->qvel[0] == explicitly, negative);
  }
  freeScene(s);
}

// COMPAT: EULER-ARMATURE: the factor of an implicit step is made for armature alone, too.
static void armature_of_an_actuator_makes_the_step_implicit(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint damping='-.5'/><geom size='.1' pos='.3 0 0'/></body><body "
      "pos='1 0 0'><joint name='k'/><geom size='.1' pos='.3 0 0'/></body></worldbody>"
      "<actuator><motor joint='k'/></actuator></mujoco>");
  for (int armature = 0; armature < 2; armature++) {
    s.m->actuator_armature[0] = armature;
    mj_setConst(s.m, s.d);
    mj_resetData(s.m, s.d);
    s.d->qvel[0] = 1;
    mj_step(s.m, s.d);
    mjtNum explicitly = 1 + s.m->opt.timestep * s.d->qacc[0];
    assert_int_equal(s.d->qvel[0] == explicitly, !armature);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_fall_with_the_order_of_the_method),
      cmocka_unit_test(runge_kutta_keeps_the_energy_of_a_pendulum),
      cmocka_unit_test(free_fall_follows_the_recursion),
      cmocka_unit_test(implicitfast_is_exact_for_a_lone_free_body),
      cmocka_unit_test(implicit_tumbling_gains_no_energy),
      cmocka_unit_test(strong_joint_damping_is_stable_unless_eulerdamp_is_disabled),
      cmocka_unit_test(damping_slope_of_polynomials_and_actuators_enters_the_matrix),
      cmocka_unit_test(implicit_steps_solve_their_linear_system),
      cmocka_unit_test(halves_make_the_same_step),
      cmocka_unit_test(runge_kutta_calls_the_controller_four_times),
      cmocka_unit_test(a_negative_coefficient_alone_is_no_damping),
      cmocka_unit_test(armature_of_an_actuator_makes_the_step_implicit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
