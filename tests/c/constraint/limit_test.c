// Friction loss and limits of joints and tendons.

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

static Scene arm(const char* joint, const char* rest) {
  static char xml[900];
  snprintf(xml, sizeof(xml),
           "<mujoco><compiler angle='radian'/><worldbody><body><joint name='j' %s/><geom size='.1' "
           "pos='.3 0 0'/></body></worldbody>%s</mujoco>",
           joint, rest);
  return loadScene(xml);
}

static void a_hinge_has_a_row_at_the_end_that_is_near(void** state) {
  Scene s = arm("axis='0 1 0' range='-1 .5' margin='.1'", "");
  const mjtNum q[3] = {0, .45, -1.2}, sign[3] = {0, -1, 1}, distance[3] = {0, .05, -.2};
  for (int k = 0; k < 3; k++) {
    s.d->qpos[0] = q[k];
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->nl, k ? 1 : 0);
    if (k) {
      assert_true(s.d->efc_J[0] == sign[k]);
      assert_true(fabs(s.d->efc_pos[0] - distance[k]) < 1e-12);
      assert_true(s.d->efc_margin[0] == .1);
    }
  }
  freeScene(s);
}

// A ball joint is limited in its angle, about the axis of its turn.
static void a_ball_is_limited_about_its_own_axis(void** state) {
  Scene s = arm("type='ball' range='0 .5'", "");
  const mjtNum axis[3] = {.6, 0, .8};
  mju_axisAngle2Quat(s.d->qpos, axis, .7);
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nl, 1);
  assert_true(fabs(s.d->efc_pos[0] + .2) < 1e-12);
  for (int i = 0; i < 3; i++) {
    assert_true(fabs(s.d->efc_J[i] + axis[i]) < 1e-12);
  }
  freeScene(s);
}

static void a_tendon_is_limited_along_its_length(void** state) {
  Scene s =
      arm("axis='0 1 0'",
          "<tendon><fixed name='t' range='-1 .2'><joint joint='j' coef='2'/></fixed></tendon>");
  s.d->qpos[0] = .15;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nl, 1);
  assert_true(fabs(s.d->efc_pos[0] + .1) < 1e-12);
  assert_true(s.d->efc_J[0] == -2);
  freeScene(s);
}

// A constant push below the friction loss moves nothing, one above moves the rest.
static void friction_loss_holds_until_its_bound(void** state) {
  Scene s = arm("type='slide' axis='1 0 0' frictionloss='3'", "");
  const mjtNum push[2] = {2, 5}, force[2] = {-2, -3};
  for (int k = 0; k < 2; k++) {
    s.d->qfrc_applied[0] = push[k];
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->nf, 1);
    assert_true(s.d->efc_frictionloss[0] == 3);
    assert_true(fabs(s.d->efc_force[0] - force[k]) < .2);
  }
  assert_true(s.d->efc_force[0] == -3);
  freeScene(s);
}

static const char* const still =
    "<mujoco><worldbody><site name='a'/><site name='b' pos='1 0 0'/>"
    "<body><joint name='j' range='1 2' limited='true'/><geom size='.1'/></body></worldbody><tendon>"
    "<spatial name='t'><site site='a'/><site site='b'/></spatial>"
    "<spatial limited='true' range='0 .5'><site site='a'/><site site='b'/></spatial>"
    "<spatial frictionloss='1'><site site='a'/><site site='b'/></spatial></tendon></mujoco>";

// COMPAT: TENDON-ROW: tendons that nothing moves have no rows, but places among them.
static void tendons_that_move_nothing_have_a_place_without_a_row(void** state) {
  for (int sparse = 0; sparse < 2; sparse++) {
    Scene s = loadScene(still);
    s.m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->nefc, 1);
    assert_int_equal(s.d->tendon_efcadr[0], -1);
    assert_int_equal(s.d->tendon_efcadr[1], 1);
    assert_int_equal(s.d->tendon_efcadr[2], 0);
    freeScene(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hinge_has_a_row_at_the_end_that_is_near),
      cmocka_unit_test(a_ball_is_limited_about_its_own_axis),
      cmocka_unit_test(a_tendon_is_limited_along_its_length),
      cmocka_unit_test(friction_loss_holds_until_its_bound),
      cmocka_unit_test(tendons_that_move_nothing_have_a_place_without_a_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
