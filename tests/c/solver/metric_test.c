// The discrete integrator against closed forms, and its metric against its inverse.

#include "solver/metric.h"

#include "api/mj_functions.h"
#include "bodies_support.h"
#include "check.h"

// Two arms, tied by a tendon, and a free body on the ground.
static Scene tiedScene(void) {
  Scene s = loadScene(
      "<mujoco><option integrator='discrete' timestep='.01'/><worldbody>"
      "<geom type='plane' size='2 2 1'/>"
      "<body><joint name='a' axis='0 1 0' damping='1'/><geom size='.1' pos='.2 0 1'/>"
      "<body pos='.3 0 1'><joint name='b' axis='1 1 0' stiffness='4'/><geom size='.1' pos='.2 0 "
      "0'/>"
      "</body></body>"
      "<body pos='1 0 1'><joint name='c' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body>"
      "<body pos='0 1 .04'><freejoint/><geom size='.05'/></body></worldbody>"
      "<tendon><fixed name='t' damping='3' stiffness='20'><joint joint='a' coef='1'/>"
      "<joint joint='b' coef='.5'/><joint joint='c' coef='-2'/></fixed></tendon>"
      "<actuator><position tendon='t' kp='30' kv='2'/><position joint='b' kp='5'/></actuator>"
      "</mujoco>");
  for (int i = 0; i < s.m->nv; i++) {
    s.d->qvel[i] = noise(i);
  }
  s.d->qpos[0] = 0.3;
  s.d->ctrl[0] = 0.2;
  mj_forward(s.m, s.d);
  return s;
}

static void a_spring_and_damper_take_the_implicit_step(void** state) {
  Scene s = loadScene(
      "<mujoco><option integrator='discrete' timestep='.01' gravity='0 0 0'/><worldbody><body>"
      "<joint type='slide' stiffness='1e5' damping='3'/><geom size='.1' mass='2'/></body>"
      "</worldbody></mujoco>");
  s.d->qpos[0] = 0.1;
  s.d->qvel[0] = 0.5;
  for (int i = 0; i < 20; i++) {
    mjtNum x = s.d->qpos[0], v = s.d->qvel[0], h = 0.01, k = 1e5, b = 3, mass = 2;
    mjtNum next = (v - h * k * x / mass) / (1 + h * b / mass + h * h * k / mass);
    mj_step(s.m, s.d);
    ASSERT_NEAR(s.d->qacc[0], (next - v) / h, 1e-9 * fabs(next - v) / h);
    ASSERT_NEAR(s.d->qvel[0], next, 1e-12);
    ASSERT_NEAR(s.d->qpos[0], x + h * next, 1e-12);
  }
  freeScene(s);
}

static void the_inverse_of_the_metric_is_its_inverse(void** state) {
  Scene s = tiedScene();
  int nv = (int)s.m->nv;
  mjtNum x[16], y[16];
  assert_non_null(s.d->metric);
  assert_int_equal(lb_metric(s.d).count, 2);
  for (int i = 0; i < nv; i++) {
    x[i] = noise(3 * i);
  }
  lb_mulMetric(s.m, s.d, y, x);
  lb_solveMetric(s.m, s.d, y);
  assert_near(x, y, nv, 1e-12);

  // the acceleration without constraints: W a = f + c
  lb_mulMetric(s.m, s.d, y, s.d->qacc_smooth);
  for (int i = 0; i < nv; i++) {
    ASSERT_NEAR(y[i], s.d->qfrc_smooth[i] + lb_metric(s.d).c[i], 1e-10);
  }
  freeScene(s);
}

static void inverse_dynamics_explains_the_step(void** state) {
  Scene s = tiedScene();
  s.m->opt.tolerance = 0;
  mj_forward(s.m, s.d);
  assert_true(s.d->nefc > 0);
  mjtNum expected[16], *force = s.d->qfrc_inverse;
  for (int i = 0; i < s.m->nv; i++) {
    expected[i] = s.d->qfrc_actuator[i];
  }
  mj_inverse(s.m, s.d);
  for (int i = 0; i < s.m->nv; i++) {
    ASSERT_NEAR(force[i], expected[i], 1e-8);
  }
  freeScene(s);
}

static void the_solvers_agree(void** state) {
  mjtNum qacc[2][16];
  for (int k = 0; k < 2; k++) {
    Scene s = tiedScene();
    s.m->opt.solver = k ? mjSOL_CG : mjSOL_NEWTON;
    s.m->opt.tolerance = 1e-14;
    s.m->opt.iterations = 200;
    mj_forward(s.m, s.d);
    mju_copy(qacc[k], s.d->qacc, (int)s.m->nv);
    freeScene(s);
  }
  assert_near(qacc[0], qacc[1], 9, 1e-8);
}

static void a_second_pass_changes_nothing(void** state) {
  Scene s = tiedScene();
  mjtNum force[64], R[64];
  int nefc = s.d->nefc;
  assert_in_range(nefc, 1, 64);
  mju_copy(force, s.d->efc_force, nefc);
  mju_copy(R, s.d->efc_R, nefc);
  size_t arena = s.d->parena;
  for (int i = 0; i < 3; i++) {
    mj_forwardSkip(s.m, s.d, mjSTAGE_VEL, 0);
  }
  assert_int_equal(s.d->parena, arena);
  assert_near(force, s.d->efc_force, nefc, 1e-9);
  assert_memory_equal(R, s.d->efc_R, (size_t)nefc * sizeof(mjtNum));
  freeScene(s);
}

static void a_copy_goes_on_like_its_original(void** state) {
  Scene s = tiedScene();
  mjData* copy = mj_copyData(NULL, s.m, s.d);
  assert_true(copy->metric != s.d->metric);
  mj_forwardSkip(s.m, copy, mjSTAGE_VEL, 0);
  mj_forwardSkip(s.m, s.d, mjSTAGE_VEL, 0);
  assert_memory_equal(copy->qacc, s.d->qacc, (size_t)s.m->nv * sizeof(mjtNum));
  mj_deleteData(copy);
  freeScene(s);
}

static void other_integrators_have_the_inertia_matrix(void** state) {
  Scene s = tiedScene();
  s.m->opt.integrator = mjINT_EULER;
  mj_forward(s.m, s.d);
  assert_null(s.d->metric);
  lbMetric M = lb_metric(s.d);
  assert_ptr_equal(M.P, s.d->M);
  assert_null(M.c);
  freeScene(s);
}

// A row over several dofs of a body with diagonal inertia: W = M + h b g g'.
static void rows_of_simple_bodies_have_their_products(void** state) {
  Scene s = loadScene(
      "<mujoco><option integrator='discrete' timestep='.01' gravity='0 0 0'/><worldbody><body>"
      "<joint name='j' type='free'/><geom type='box' size='.1 .2 .3' mass='2'/></body>"
      "</worldbody><actuator><general joint='j' gear='1 0 -2 .5 0 1' biastype='affine' "
      "biasprm='0 0 -3'/></actuator></mujoco>");
  mj_forward(s.m, s.d);
  for (int j = 0; j < 6; j++) {
    mjtNum unit[6] = {0}, product[6], expected[6];
    unit[j] = 1;
    lb_mulMetric(s.m, s.d, product, unit);
    mj_mulM(s.m, s.d, expected, unit);
    const mjtNum* gear = s.m->actuator_gear;
    for (int i = 0; i < 6; i++) {
      ASSERT_NEAR(product[i], expected[i] + .01 * 3 * gear[i] * gear[j], 1e-12);
    }
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_spring_and_damper_take_the_implicit_step),
      cmocka_unit_test(the_inverse_of_the_metric_is_its_inverse),
      cmocka_unit_test(inverse_dynamics_explains_the_step),
      cmocka_unit_test(the_solvers_agree),
      cmocka_unit_test(a_second_pass_changes_nothing),
      cmocka_unit_test(a_copy_goes_on_like_its_original),
      cmocka_unit_test(other_integrators_have_the_inertia_matrix),
      cmocka_unit_test(rows_of_simple_bodies_have_their_products),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
