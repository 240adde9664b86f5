// mujoco.pid.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"
#include "constraint/scenes_support.h"

static Scene controlled(const char* config, const char* actuator) {
  char xml[2000];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0'/><extension><plugin plugin='mujoco.pid'/></extension>"
           "<worldbody><body><joint name='j' type='slide'/><geom size='.1' mass='1'/></body>"
           "</worldbody><actuator><plugin joint='j' plugin='mujoco.pid' %s>%s</plugin></actuator>"
           "</mujoco>",
           actuator, config);
  return loadScene(xml);
}

#define KEY(name, value) "<config key='" name "' value='" value "'/>"

static void force_is_proportional_and_damped(void** state) {
  Scene s = controlled(KEY("kp", "40") KEY("kd", "3"), "");
  s.d->qpos[0] = .2;
  s.d->qvel[0] = -.5;
  s.d->ctrl[0] = 1;
  mj_forward(s.m, s.d);
  assert_true(fabs(s.d->actuator_force[0] - (40 * .8 + 3 * .5)) < 1e-12);
  freeScene(s);
}

static void the_integral_grows_until_its_bound(void** state) {
  Scene s = controlled(KEY("kp", "0") KEY("ki", "10") KEY("imax", "0.5"), "actdim='1'");
  assert_int_equal(s.m->na, 1);
  s.d->ctrl[0] = 1;
  mj_forward(s.m, s.d);
  assert_true(s.d->actuator_force[0] == 0);
  assert_true(fabs(s.d->act_dot[0] - 10) < 1e-12);
  s.d->act[0] = .495;
  mj_forward(s.m, s.d);
  assert_true(fabs(s.d->act[0] + s.m->opt.timestep * s.d->act_dot[0] - .5) < 1e-12);
  s.d->ctrl[0] = -1;
  mj_forward(s.m, s.d);
  assert_true(fabs(s.d->act_dot[0] + 10) < 1e-12);
  freeScene(s);
}

static void actearly_uses_the_integral_of_the_next_step(void** state) {
  Scene s = controlled(KEY("ki", "10"), "actdim='1' actearly='true'");
  s.d->ctrl[0] = 1;
  mj_forward(s.m, s.d);
  assert_true(fabs(s.d->actuator_force[0] - 10 * s.m->opt.timestep) < 1e-12);
  freeScene(s);
}

static void the_setpoint_slews_from_the_second_step_on(void** state) {
  Scene s = controlled(KEY("kp", "1") KEY("slewmax", "2"), "actdim='1'");
  s.m->opt.disableflags |= mjDSBL_CONTACT;
  s.m->dof_damping[0] = 1e9;  // holds the body

  // the first setpoint is taken as it is
  s.d->ctrl[0] = 0.5;
  mj_step(s.m, s.d);
  assert_true(fabs(s.d->actuator_force[0] - 0.5) < 1e-9);
  s.d->ctrl[0] = 1;
  for (int i = 1; i <= 10; i++) {
    mj_step(s.m, s.d);
    assert_true(fabs(s.d->actuator_force[0] - (0.5 + 2 * s.m->opt.timestep * i)) < 1e-9);
  }
  freeScene(s);
}

static void a_native_activation_comes_last(void** state) {
  Scene s = controlled(KEY("kp", "1") KEY("ki", "1"), "actdim='2' dyntype='integrator'");
  s.d->ctrl[0] = 3;
  s.d->act[1] = 5;
  mj_forward(s.m, s.d);
  assert_true(fabs(s.d->act_dot[1] - 3) < 1e-12);
  assert_true(fabs(s.d->act_dot[0] - 5) < 1e-12);
  assert_true(fabs(s.d->actuator_force[0] - 5) < 1e-12);
  freeScene(s);
}

static void steady_error_vanishes_with_an_integral_only(void** state) {
  // against a constant force
  Scene p = controlled(KEY("kp", "100") KEY("kd", "20"), "");
  Scene i = controlled(KEY("kp", "100") KEY("kd", "20") KEY("ki", "100"), "actdim='1'");
  Scene scenes[2] = {p, i};
  mjtNum expected[2] = {.9, 1};
  for (int k = 0; k < 2; k++) {
    scenes[k].d->ctrl[0] = 1;
    scenes[k].d->qfrc_applied[0] = -10;
    for (int t = 0; t < 5000; t++) {
      mj_step(scenes[k].m, scenes[k].d);
    }
    assert_true(fabs(scenes[k].d->qpos[0] - expected[k]) < 1e-3);
    freeScene(scenes[k]);
  }
}

static void refused(const char* config, const char* actuator, const char* message) {
  char xml[2000], error[1000] = "";
  snprintf(xml, sizeof xml,
           "<mujoco><extension><plugin plugin='mujoco.pid'/></extension>"
           "<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
           "<actuator><plugin joint='j' plugin='mujoco.pid' %s>%s</plugin></actuator></mujoco>",
           actuator, config);
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  assert_null(m);
  if (!strstr(mjs_getError(spec), message)) {
    fail_msg("'%s'", mjs_getError(spec));
  }
  mj_deleteSpec(spec);
}

static void wrong_configurations_are_refused(void** state) {
  refused(KEY("kp", "fast"), "", "attribute 'kp' is 'fast', expected a number");
  refused(KEY("ki", "1"), "", "has actdim 0, expected 1");
  refused(KEY("ki", "1") KEY("imax", "-1"), "actdim='1'", "imax must not be negative");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(force_is_proportional_and_damped),
      cmocka_unit_test(the_integral_grows_until_its_bound),
      cmocka_unit_test(actearly_uses_the_integral_of_the_next_step),
      cmocka_unit_test(the_setpoint_slews_from_the_second_step_on),
      cmocka_unit_test(a_native_activation_comes_last),
      cmocka_unit_test(steady_error_vanishes_with_an_integral_only),
      cmocka_unit_test(wrong_configurations_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
