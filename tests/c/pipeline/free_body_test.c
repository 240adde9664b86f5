// The linear system of an implicit step of a lone free body, against its definition.

#include "pipeline/free_body.h"
#include "bodies_support.h"
#include "check.h"

// A tumbling box whose centre of mass is not its origin, and one that only moves along.
static Scene tumbling(void) {
  Scene s = loadScene(
      "<mujoco><option timestep='.01' gravity='0 0 0' integrator='implicit'/><worldbody>"
      "<body euler='10 20 30'><freejoint/><geom type='box' size='.1 .2 .3' pos='.2 .1 -.3' "
      "mass='2'/></body><body pos='5 0 0'><freejoint/><geom "
      "size='.1'/></body></worldbody></mujoco>");
  for (int i = 0; i < 9; i++) {
    s.d->qvel[i] = noise(i);
  }
  mj_forward(s.m, s.d);
  mju_zero(s.d->qDeriv, (int)s.m->nD);
  return s;
}

// A = M + h d(bias)/dv.
static void the_matrix_is_inertia_and_the_slope_of_the_bias(void** state) {
  Scene s = tumbling();
  const mjtNum eps = 1e-6, h = s.m->opt.timestep;
  for (int j = 0; j < 6; j++) {
    mjtNum unit[12] = {0}, product[12], expected[12], bias[2][12];
    unit[j] = 1;
    mj_mulM(s.m, s.d, expected, unit);
    for (int side = 0; side < 2; side++) {
      mjtNum saved = s.d->qvel[j];
      s.d->qvel[j] += side ? eps : -eps;
      mj_comVel(s.m, s.d);
      mj_rne(s.m, s.d, 0, bias[side]);
      s.d->qvel[j] = saved;
    }
    for (int i = 0; i < 6; i++) {
      expected[i] += h * (bias[1][i] - bias[0][i]) / (2 * eps);
    }
    lb_multiplyFreeBodies(s.m, s.d, unit, product);
    assert_near(expected, product, 6, 1e-8);
  }
  freeScene(s);
}

static void solving_is_the_inverse_of_multiplying(void** state) {
  Scene s = tumbling();
  mjtNum force[12], qacc[12], back[12];
  for (int i = 0; i < 12; i++) {
    force[i] = noise(20 + i);
    s.d->qDeriv[i] = -noise(40 + i);
  }
  lb_solveFreeBodies(s.m, s.d, force, qacc);
  lb_multiplyFreeBodies(s.m, s.d, qacc, back);
  assert_near(force, back, 6, 1e-12);
  freeScene(s);
}

static void other_trees_are_left_alone(void** state) {
  Scene s = tumbling();
  mjtNum qacc[12], force[12] = {0};
  mju_fill(qacc, 7, 12);
  lb_solveFreeBodies(s.m, s.d, force, qacc);

  // the first is at rest without a force; the second does not turn
  ASSERT_NUMBERS(qacc, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7);
  freeScene(s);

  s = movingScene();
  mjtNum untouched[40];
  mju_fill(untouched, 7, 40);
  lb_solveFreeBodies(s.m, s.d, s.d->qfrc_smooth, untouched);
  for (int i = 0; i < s.m->nv; i++) {
    ASSERT_NEAR(untouched[i], 7, 0);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_matrix_is_inertia_and_the_slope_of_the_bias),
      cmocka_unit_test(solving_is_the_inverse_of_multiplying),
      cmocka_unit_test(other_trees_are_left_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
