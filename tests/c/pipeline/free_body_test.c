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

// FREE-BODY-ALONE, FREE-BODY-FRAMES, FREE-BODY-FACTOR
static void a_lone_body_has_its_mass_where_its_frames_are(void** state) {
  Scene s = loadScene(
      "<mujoco><option timestep='.01' integrator='implicitfast' density='100' viscosity='.1'/>"
      "<worldbody><body euler='10 20 30'><joint type='free' damping='.3'/><geom type='box' "
      "size='.1 .2 .3' pos='.2 .1 -.3' mass='2' fluidshape='ellipsoid'/><body pos='1 0 0'><geom "
      "size='.1' mass='0'/></body></body></worldbody></mujoco>");
  mjModel* m = s.m;
  mjtNum acc[3][6], force[6];
  for (int i = 0; i < 6; i++) {
    s.d->qvel[i] = noise(i);
    force[i] = noise(20 + i);
  }
  mj_forward(m, s.d);
  mjData* d = mj_copyData(NULL, m, s.d);
  mj_implicit(m, d);
  assert_near(d->qLD, d->qH, (int)m->nC, 1e-12);

  // the model's frames count when poses are computed
  lb_solveFreeBodies(m, s.d, force, acc[0]);
  m->body_ipos[3] += 1;
  m->body_iquat[5] += 1;
  lb_solveFreeBodies(m, s.d, force, acc[1]);
  assert_near(acc[0], acc[1], 6, 1e-300);
  s.d->xipos[3] += 1;
  lb_solveFreeBodies(m, s.d, force, acc[1]);
  assert_true(fabs(acc[0][3] - acc[1][3]) > 1e-6);

  // mass of a child makes a tree of two
  m->body_subtreemass[1] *= 2;
  mju_zero(acc[2], 6);
  lb_solveFreeBodies(m, s.d, force, acc[2]);
  assert_near((mjtNum[6]){0}, acc[2], 6, 1e-300);
  mj_implicit(m, s.d);
  assert_true(fabs(s.d->qLD[0] - s.d->qH[0]) > 1e-6);
  mj_deleteData(d);
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

// COMPAT: DISCRETE-GYRO: qacc = inv(W + h d(bias)/dv) (f + c), of a body that nothing meets; and
// inverse dynamics knows.
static void the_discrete_integrator_turns_bodies_that_nothing_meets(void** state) {
  static const char* const bodies[] = {
      "<geom type='box' size='.1 .2 .3' pos='.2 .1 -.3' mass='2'/>",
      "<geom type='box' size='.1 .2 .3' mass='2'/>",
      "<geom type='box' size='.1 .2 .3' mass='2'/><body pos='.5 0 .2'><geom size='.2'/></body>"};
  for (int k = 0; k < 3; k++) {
    char xml[900];
    snprintf(xml, sizeof xml,
             "<mujoco><option timestep='.01' integrator='discrete'/><worldbody><geom type='plane' "
             "size='9 9 1' pos='0 0 -9'/><body euler='10 20 30'><joint type='free' damping='.2' "
             "armature='.1'/>%s</body></worldbody></mujoco>",
             bodies[k]);
    Scene s = loadScene(xml);
    mjtNum product[6], bias[2][6], h = .01, eps = 1e-6;
    for (int i = 0; i < 6; i++) {
      s.d->qvel[i] = noise(i);
    }
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->nefc, 0);
    mj_mulM(s.m, s.d, product, s.d->qacc);
    for (int i = 0; i < 6; i++) {
      product[i] += h * .2 * s.d->qacc[i];
    }
    for (int side = 0; side < 2; side++) {
      mjtNum saved[6];
      mju_copy(saved, s.d->qvel, 6);
      mju_addToScl(s.d->qvel, s.d->qacc, side ? eps : -eps, 6);
      mj_comVel(s.m, s.d);
      mj_rne(s.m, s.d, 0, bias[side]);
      mju_copy(s.d->qvel, saved, 6);
    }
    mj_comVel(s.m, s.d);
    for (int i = 0; i < 6; i++) {
      product[i] += h * (bias[1][i] - bias[0][i]) / (2 * eps);
      ASSERT_NEAR(product[i], s.d->qfrc_smooth[i], 1e-6);
    }
    assert_true(farthest(s.d->qacc, s.d->qacc_smooth, 6) > 1e-5);
    mj_inverse(s.m, s.d);
    for (int i = 0; i < 6; i++) {
      ASSERT_NEAR(s.d->qfrc_inverse[i], 0, 1e-10);
    }
    freeScene(s);
  }
}

static void bodies_that_something_meets_are_not_turned(void** state) {
  static const char* const tendons[] = {"", "damping='1'", "frictionloss='.1'"};
  for (int k = 0; k < 3; k++) {
    char xml[900];
    snprintf(xml, sizeof xml,
             "<mujoco><option integrator='discrete'/><worldbody><site name='a'/><body pos='0 0 "
             "1'><freejoint/><geom type='box' size='.1 .2 .3'/><site name='b' pos='.1 0 0'/></body>"
             "</worldbody><tendon><spatial %s><site site='a'/><site site='b'/></spatial></tendon>"
             "</mujoco>",
             tendons[k]);
    Scene s = loadScene(xml);
    for (int i = 0; i < 6; i++) {
      s.d->qvel[i] = noise(i);
    }
    mj_forward(s.m, s.d);
    mjtNum spin[3] = {0}, *a = s.d->qacc + 3, *smooth = s.d->qacc_smooth + 3;
    for (int i = 0; i < 3; i++) {
      spin[i] = a[i] - smooth[i];
    }
    // (friction of the tendon turns the body by the tendon's moment)
    assert_int_equal(mju_norm3(spin) != 0, k != 1);
    freeScene(s);
  }
}

static void a_stage_called_by_itself_knows_no_resistance(void** state) {
  Scene s = tumbling();
  mj_forward(s.m, s.d);
  s.m->opt.integrator = mjINT_DISCRETE;
  mj_fwdConstraint(s.m, s.d);
  for (int i = 0; i < s.m->nv; i++) {
    assert_true(isfinite(s.d->qacc[i]));
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_matrix_is_inertia_and_the_slope_of_the_bias),
      cmocka_unit_test(solving_is_the_inverse_of_multiplying),
      cmocka_unit_test(a_lone_body_has_its_mass_where_its_frames_are),
      cmocka_unit_test(other_trees_are_left_alone),
      cmocka_unit_test(the_discrete_integrator_turns_bodies_that_nothing_meets),
      cmocka_unit_test(bodies_that_something_meets_are_not_turned),
      cmocka_unit_test(a_stage_called_by_itself_knows_no_resistance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
