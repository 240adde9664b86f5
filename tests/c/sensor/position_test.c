// Sensors that need positions only, against geometry known by hand.

#include "check.h"
#include "constraint/scenes_support.h"
#include "sensor/internal.h"

#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

static void frames_are_seen_from_their_reference(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><site name='ref' pos='1 0 0' euler='0 0 90'/>"
      "<body name='b' pos='1 2 3' euler='0 0 120'/></worldbody><sensor>"
      "<framepos objtype='xbody' objname='b'/>"
      "<framepos objtype='xbody' objname='b' reftype='site' refname='ref'/>"
      "<framequat objtype='xbody' objname='b' reftype='site' refname='ref'/>"
      "<framexaxis objtype='xbody' objname='b' reftype='site' refname='ref'/>"
      "<frameyaxis objtype='xbody' objname='b'/><framezaxis objtype='xbody' objname='b'/>"
      "</sensor></mujoco>");
  mj_forward(s.m, s.d);
  const mjtNum* value = s.d->sensordata;
  ASSERT_NUMBERS(value, 1e-12, 1, 2, 3);
  ASSERT_NUMBERS(value + 3, 1e-12, 2, 0, 3);
  ASSERT_NUMBERS(value + 6, 1e-12, cos(M_PI / 12), 0, 0, sin(M_PI / 12));
  ASSERT_NUMBERS(value + 10, 1e-12, cos(M_PI / 6), sin(M_PI / 6), 0);
  ASSERT_NUMBERS(value + 13, 1e-12, -sin(M_PI * 2 / 3), cos(M_PI * 2 / 3), 0);
  ASSERT_NUMBERS(value + 16, 1e-12, 0, 0, 1);
  freeScene(s);
}

static void a_magnetometer_has_the_field_in_its_own_frame(void** state) {
  Scene s = loadScene(
      "<mujoco><option magnetic='1 2 3'/><worldbody><site name='s' euler='0 0 90'/></worldbody>"
      "<sensor><magnetometer site='s'/></sensor></mujoco>");
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata, 1e-12, 2, -1, 3);
  freeScene(s);
}

static void joints_tendons_and_actuators_have_lengths(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='h' type='slide'/><geom size='.1'/>"
      "<body><joint name='b' type='ball'/><geom size='.1'/></body></body></worldbody>"
      "<tendon><fixed name='t'><joint joint='h' coef='3'/></fixed></tendon>"
      "<actuator><motor name='a' tendon='t' gear='2'/></actuator>"
      "<sensor><jointpos joint='h'/><tendonpos tendon='t'/><actuatorpos actuator='a'/>"
      "<ballquat joint='b'/></sensor></mujoco>");
  s.d->qpos[0] = .5;
  s.d->qpos[1] = 3;
  s.d->qpos[2] = 4;
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata, 1e-12, .5, 1.5, 3, .6, .8, 0, 0);
  freeScene(s);
}

static void a_limit_has_a_distance_when_it_acts(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='h' type='slide' limited='true' range='-1 1' "
      "margin='.25'/><geom size='.1'/></body></worldbody>"
      "<tendon><fixed name='t' limited='true' range='-2 2'><joint joint='h' coef='2'/></fixed>"
      "</tendon><sensor><jointlimitpos joint='h'/><tendonlimitpos tendon='t'/></sensor></mujoco>");
  static const mjtNum cases[3][3] = {{.5, 0, 0}, {.875, .125 - .25, 0}, {1.5, -.75, -1}};
  for (int i = 0; i < 3; i++) {
    s.d->qpos[0] = cases[i][0];
    mj_forward(s.m, s.d);
    ASSERT_NUMBERS(s.d->sensordata, 1e-12, cases[i][1], cases[i][2]);
  }
  freeScene(s);
}

static void energies_time_and_the_centre_of_mass_are_read(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><body name='b'><joint type='slide'/>"
      "<geom size='.1' mass='2'/><body pos='3 0 0'><geom size='.1' mass='1'/></body></body>"
      "<site name='in' size='.3' pos='0 0 2'/></worldbody>"
      "<sensor><subtreecom body='b'/><e_potential/><e_kinetic/><clock/>"
      "<insidesite site='in' objtype='xbody' objname='b'/></sensor></mujoco>");
  s.d->qpos[0] = 2;
  s.d->qvel[0] = 4;
  s.d->time = 7;
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata, 1e-12, 1, 0, 2, 60, 24, 7, 1);
  s.d->qpos[0] = 3;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->sensordata[6], 0, 0);
  freeScene(s);
}

static void readInTheWrongStage(void* context) {
  Scene* s = context;
  lb_positionSensor(s->m, s->d, 0, NULL, s->d->sensordata);
}

static void a_sensor_of_another_stage_is_an_error(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><site name='s'/></worldbody><sensor><gyro site='s'/></sensor></mujoco>");
  ASSERT_SAYS(errorOf(readInTheWrongStage, &s), "invalid sensor type in POS stage, sensor");
  freeScene(s);
}

// COMPAT: SENSOR-INSIDE-MASSLESS
static void a_body_without_mass_is_where_the_mass_on_it_is(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><site name='low' size='.15'/><site name='high' size='.15' pos='0 0 .5'/>"
      "<body name='p'><body><joint type='slide' axis='0 0 1'/><geom size='.03'/></body></body>"
      "<body name='q'><geom size='.01' mass='1e-3'/><body><joint type='slide' axis='0 0 1'/><geom "
      "size='.03'/></body></body></worldbody><sensor>"
      "<insidesite objtype='body' objname='p' site='low'/>"
      "<insidesite objtype='body' objname='p' site='high'/>"
      "<insidesite objtype='xbody' objname='p' site='low'/>"
      "<insidesite objtype='body' objname='q' site='low'/>"
      "<insidesite objtype='body' objname='world' site='low'/></sensor></mujoco>");
  s.d->qpos[0] = s.d->qpos[1] = .5;
  mj_forward(s.m, s.d);
  const mjtNum expected[] = {0, 1, 1, 1, 1};
  for (int i = 0; i < 5; i++) {
    assert_float_equal(s.d->sensordata[i], expected[i], 0);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_are_seen_from_their_reference),
      cmocka_unit_test(a_magnetometer_has_the_field_in_its_own_frame),
      cmocka_unit_test(joints_tendons_and_actuators_have_lengths),
      cmocka_unit_test(a_limit_has_a_distance_when_it_acts),
      cmocka_unit_test(energies_time_and_the_centre_of_mass_are_read),
      cmocka_unit_test(a_sensor_of_another_stage_is_an_error),
      cmocka_unit_test(a_body_without_mass_is_where_the_mass_on_it_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
