// Softness of rows in closed form.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

// A slide with an equality on it: one row with a known residual.
static Scene held(const char* parameters) {
  static char xml[600];
  snprintf(xml, sizeof(xml),
           "<mujoco><option timestep='.001'/><worldbody><body><joint name='j' type='slide'/><geom "
           "size='.1' mass='2'/></body></worldbody><equality><joint joint1='j' %s/></equality>"
           "</mujoco>",
           parameters);
  return loadScene(xml);
}

static const mjtNum* atResidual(Scene s, mjtNum r) {
  s.d->qpos[0] = r;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nefc, 1);
  return s.d->efc_KBIP;
}

// With midpoint .5 and power 2: d = d0 + (dw - d0) y, y = 2 x^2 below the middle of the width.
static void the_impedance_rises_from_d0_to_dwidth(void** state) {
  Scene s = held("solimp='.8 .9 .01 .5 2'");
  assert_true(fabs(atResidual(s, 0)[2] - .8) < 1e-12);
  assert_true(fabs(atResidual(s, .0025)[2] - (.8 + .1 * 2 * .0625)) < 1e-12);
  assert_true(fabs(atResidual(s, -.0025)[2] - (.8 + .1 * 2 * .0625)) < 1e-12);
  assert_true(fabs(atResidual(s, .005)[2] - .85) < 1e-12);
  assert_true(fabs(atResidual(s, .0075)[2] - (.9 - .1 * 2 * .0625)) < 1e-12);
  assert_true(fabs(atResidual(s, .02)[2] - .9) < 1e-12);
  freeScene(s);
}

// b = 2 / (dwidth timeconst), k = 1 / (dwidth timeconst dampratio)^2.
static void time_constant_and_damping_ratio_give_spring_and_damper(void** state) {
  Scene s = held("solref='.05 .7' solimp='.8 .9 .01 .5 2'");
  const mjtNum* KBIP = atResidual(s, 0);
  mjtNum k = 1 / (.9 * .9 * .05 * .05 * .7 * .7), b = 2 / (.9 * .05);
  assert_true(fabs(KBIP[0] - k) < 1e-9 * k && fabs(KBIP[1] - b) < 1e-9 * b);
  freeScene(s);
}

static void negative_references_are_stiffness_and_damping(void** state) {
  Scene s = held("solref='-1000 -20' solimp='.8 .9 .01 .5 2'");
  const mjtNum* KBIP = atResidual(s, 0);
  assert_true(fabs(KBIP[0] - 1000 / (.9 * .9)) < 1e-9 && fabs(KBIP[1] - 20 / .9) < 1e-9);
  freeScene(s);
}

// R = (1 - d) / d A with A = 1 / mass here.
static void the_regularizer_shares_the_inertia_by_the_impedance(void** state) {
  Scene s = held("solimp='.8 .9 .01 .5 2'");
  atResidual(s, 0);
  assert_true(fabs(s.d->efc_R[0] - .2 / .8 / 2) < 1e-12);
  assert_true(fabs(s.d->efc_D[0] * s.d->efc_R[0] - 1) < 1e-12);
  freeScene(s);
}

static void time_constants_are_kept_at_two_steps_unless_the_flag_is_off(void** state) {
  Scene s = held("solref='.0001 1'");
  mjtNum safe = atResidual(s, 0)[1];
  assert_true(fabs(safe - 2 / (.95 * .002)) < 1e-6);
  s.m->opt.disableflags |= mjDSBL_REFSAFE;
  assert_true(fabs(atResidual(s, 0)[1] - 2 / (.95 * .0001)) < 1e-4);
  freeScene(s);
}

// R_1 = R_0 / impratio, R_j = R_1 mu_1^2 / mu_j^2 for elliptic cones; 2 mu^2 R_0 for pyramids.
static void friction_rows_follow_the_normal_row(void** state) {
  Scene s = loadScene(
      "<mujoco><option cone='elliptic' impratio='4'/><worldbody><geom type='plane' size='1 1 1' "
      "condim='6' friction='.5 .1 .02'/><body pos='0 0 .09'><freejoint/><geom size='.1' "
      "friction='.5 .1 .02'/></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nefc, 6);
  const mjtNum *R = s.d->efc_R, *mu = s.d->contact[0].friction;
  assert_true(fabs(R[1] - R[0] / 4) < 1e-12);
  for (int j = 2; j < 6; j++) {
    assert_true(fabs(R[j] - R[1] * mu[0] * mu[0] / (mu[j - 1] * mu[j - 1])) < 1e-9 * R[j]);
  }
  s.m->opt.cone = mjCONE_PYRAMIDAL;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nefc, 10);
  for (int i = 1; i < 10; i++) {
    assert_true(s.d->efc_R[i] == s.d->efc_R[0]);
  }
  freeScene(s);
}

// COMPAT: MIXED-FRICTION: a solreffriction of mixed signs counts as none.
static void mixed_references_of_friction_are_those_of_the_contact(void** state) {
  static const char* const mixed[] = {".02 -1", "-100 1", "0 3", "3 0"};
  for (int k = 0; k < 4; k++) {
    char xml[600];
    snprintf(xml, sizeof(xml),
             "<mujoco><option cone='elliptic'/><worldbody><geom name='a' size='.1'/><body pos='0 0 "
             ".19'><freejoint/><geom name='b' size='.1'/></body></worldbody><contact><pair "
             "geom1='a' geom2='b' solref='.05 1' solreffriction='%s'/></contact></mujoco>",
             mixed[k]);
    Scene s = loadScene(xml);
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->nefc, 3);
    assert_true(s.d->efc_KBIP[5] == s.d->efc_KBIP[1] && s.d->efc_KBIP[5] < 50);
    freeScene(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_impedance_rises_from_d0_to_dwidth),
      cmocka_unit_test(time_constant_and_damping_ratio_give_spring_and_damper),
      cmocka_unit_test(negative_references_are_stiffness_and_damping),
      cmocka_unit_test(the_regularizer_shares_the_inertia_by_the_impedance),
      cmocka_unit_test(time_constants_are_kept_at_two_steps_unless_the_flag_is_off),
      cmocka_unit_test(friction_rows_follow_the_normal_row),
      cmocka_unit_test(mixed_references_of_friction_are_those_of_the_contact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
