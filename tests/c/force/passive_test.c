// Passive forces against potentials, balances and closed forms.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static void near(mjtNum expected, mjtNum actual, mjtNum tolerance) {
  if (!(fabs(expected - actual) <= tolerance * (1 + fabs(expected)))) {
    fail_msg("expected %.15g, got %.15g", expected, actual);
  }
}

static const char springsXml[] =
    "<mujoco><option gravity='0 0 0'/><worldbody>"
    "<body><freejoint/><geom size='.1'/></body>"
    "<body><joint name='f' type='free' stiffness='2 1 3'/><geom size='.1'/>"
    "<body pos='.3 0 0'><joint name='b' type='ball' stiffness='1 2 3'/><geom size='.1'/>"
    "<body pos='.3 0 0'><joint name='h' stiffness='1 -.2 .3' springref='20'/><geom "
    "size='.1'/><site name='s' "
    "pos='.1 .2 .3'/></body></body></body><site name='w'/></worldbody>"
    "<tendon><spatial stiffness='3 2 1' springlength='.1 .2'><site site='w'/><site "
    "site='s'/></spatial>"
    "<fixed stiffness='3 2 1' springlength='.5'><joint joint='h' "
    "coef='2'/></fixed></tendon></mujoco>";

static void spring_forces_are_minus_the_gradient_of_potential_energy(void** state) {
  Scene s = loadScene(springsXml);
  int nv = (int)s.m->nv, nq = (int)s.m->nq;
  mjtNum move[40], force[40], qpos[40];
  for (int i = 0; i < nv; i++) {
    move[i] = 0.5 * sin(1 + 1.3 * i);
  }
  mj_integratePos(s.m, s.d->qpos, move, 1);
  mj_forward(s.m, s.d);
  mju_copy(force, s.d->qfrc_spring, nv);
  mju_copy(qpos, s.d->qpos, nq);
  for (int i = 0; i < nv; i++) {
    const mjtNum eps = 1e-6;
    mjtNum energy[2];
    for (int side = 0; side < 2; side++) {
      mju_zero(move, nv);
      move[i] = side ? eps : -eps;
      mju_copy(s.d->qpos, qpos, nq);
      mj_integratePos(s.m, s.d->qpos, move, 1);
      mj_fwdPosition(s.m, s.d);
      mj_energyPos(s.m, s.d);
      energy[side] = s.d->energy[0];
    }
    near(-(energy[1] - energy[0]) / (2 * eps), force[i], 1e-7);
  }
  freeScene(s);
}

static void full_gravity_compensation_cancels_gravity(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body gravcomp='1'><joint axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>"
      "<body gravcomp='1' pos='.5 0 0'><joint type='ball'/><geom size='.1' pos='.1 .2 "
      ".3'/></body></body>"
      "</worldbody></mujoco>");
  s.d->qpos[0] = 0.7;
  mj_forward(s.m, s.d);
  for (int i = 0; i < s.m->nv; i++) {
    near(0, s.d->qacc[i], 1e-12);
    near(s.d->qfrc_bias[i], s.d->qfrc_gravcomp[i], 1e-12);
  }
  freeScene(s);
}

// PAS-14
static void both_flags_together_switch_everything_off(void** state) {
  Scene s = loadScene(
      "<mujoco><option density='10' viscosity='1'/><worldbody><body gravcomp='1'>"
      "<joint type='slide' stiffness='3' damping='2'/><geom size='.1'/></body>"
      "</worldbody></mujoco>");
  s.d->qpos[0] = 0.1;
  s.d->qvel[0] = 1;
  s.m->opt.disableflags = mjDSBL_SPRING;
  mj_forward(s.m, s.d);
  near(0, s.d->qfrc_spring[0], 0);
  near(-2, s.d->qfrc_damper[0], 1e-12);
  assert_true(s.d->qfrc_gravcomp[0] > 0 && s.d->qfrc_fluid[0] < 0);
  s.m->opt.disableflags = mjDSBL_SPRING | mjDSBL_DAMPER;
  mj_forward(s.m, s.d);
  near(0, s.d->qfrc_passive[0], 0);
  near(0, s.d->qfrc_gravcomp[0], 0);
  near(0, s.d->qfrc_fluid[0], 0);
  freeScene(s);
}

static void adhesive_contacts_pull_with_the_sum_of_both_sides(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='plane' size='1 1 1' adhesion='3'/>"
      "<body pos='0 0 .099'><freejoint/><geom size='.1' adhesion='5'/></body>"
      "</worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, 1);
  near(-8, s.d->qfrc_adhesion[2], 1e-12);
  near(-8, s.d->qfrc_passive[2], 1e-12);
  freeScene(s);
}

static void with_priorities_one_side_alone_gives_the_adhesion(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='plane' size='1 1 1' adhesion='3'/>"
      "<body pos='0 0 .099'><freejoint/><geom size='.1' adhesion='5' priority='1'/></body>"
      "</worldbody></mujoco>");
  mj_forward(s.m, s.d);
  near(-5, s.d->qfrc_adhesion[2], 1e-12);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spring_forces_are_minus_the_gradient_of_potential_energy),
      cmocka_unit_test(full_gravity_compensation_cancels_gravity),
      cmocka_unit_test(both_flags_together_switch_everything_off),
      cmocka_unit_test(adhesive_contacts_pull_with_the_sum_of_both_sides),
      cmocka_unit_test(with_priorities_one_side_alone_gives_the_adhesion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
