// Sensors that need velocities, against motion known by hand.

#include "check.h"
#include "constraint/scenes_support.h"
#include "sensor/internal.h"

static void joints_tendons_and_actuators_have_speeds(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='h' type='slide'/><geom size='.1'/>"
      "<body><joint name='b' type='ball'/><geom size='.1'/></body></body></worldbody>"
      "<tendon><fixed name='t'><joint joint='h' coef='3'/></fixed></tendon>"
      "<actuator><motor name='a' tendon='t' gear='2'/></actuator>"
      "<sensor><jointvel joint='h'/><tendonvel tendon='t'/><actuatorvel actuator='a'/>"
      "<ballangvel joint='b'/></sensor></mujoco>");
  for (int i = 0; i < 4; i++) {
    s.d->qvel[i] = i + 1;
  }
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata, 1e-12, 1, 3, 6, 2, 3, 4);
  freeScene(s);
}

static void an_imu_measures_in_its_own_frame(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/>"
      "<site name='s' pos='0 2 0' euler='0 0 90'/></body></worldbody>"
      "<sensor><velocimeter site='s'/><gyro site='s'/></sensor></mujoco>");
  s.d->qvel[0] = 1;
  s.d->qvel[3] = 4;
  s.d->qvel[5] = 3;
  mj_forward(s.m, s.d);

  // v + w x r = (1 - 3 * 2, 0, 4 * 2), seen from a frame whose x is the global y
  ASSERT_NUMBERS(s.d->sensordata, 1e-12, 0, 5, 8, 0, -4, 3);
  freeScene(s);
}

// The derivative of framepos with the same reference.
static void a_relative_velocity_is_the_rate_of_the_relative_position(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body name='a' pos='1 2 3'><freejoint/><geom type='box' size='.1 .2 .3' "
      "pos='.1 0 .3'/></body><body name='b' pos='0 0 1'><freejoint/><geom size='.1'/>"
      "<site name='s' pos='.3 .2 .1'/></body></worldbody><sensor>"
      "<framepos objtype='site' objname='s' reftype='xbody' refname='a'/>"
      "<framelinvel objtype='site' objname='s' reftype='xbody' refname='a'/></sensor></mujoco>");
  for (int i = 0; i < 12; i++) {
    s.d->qvel[i] = sin(1 + i);
  }
  mj_forward(s.m, s.d);
  mjtNum rate[3], at[2][3], start[14], h = 1e-6;
  mju_copy3(rate, s.d->sensordata + 3);
  mju_copy(start, s.d->qpos, 14);
  for (int side = 0; side < 2; side++) {
    mju_copy(s.d->qpos, start, 14);
    mj_integratePos(s.m, s.d->qpos, s.d->qvel, side ? h : -h);
    mj_forward(s.m, s.d);
    mju_copy3(at[side], s.d->sensordata);
  }
  for (int i = 0; i < 3; i++) {
    ASSERT_NEAR(rate[i], (at[1][i] - at[0][i]) / (2 * h), 1e-7);
  }
  freeScene(s);
}

static void a_subtree_has_the_velocity_of_its_centre_of_mass_and_angular_momentum(void** state) {
  // two balls at a distance of 2, that turn about their middle
  Scene s = loadScene(
      "<mujoco><worldbody><body name='b'><freejoint/><geom size='.1' mass='1' pos='1 0 0'/>"
      "<geom size='.1' mass='1' pos='-1 0 0'/></body></worldbody>"
      "<sensor><subtreelinvel body='b'/><subtreeangmom body='b'/></sensor></mujoco>");
  s.d->qvel[0] = 5;
  s.d->qvel[5] = 3;
  mj_forward(s.m, s.d);
  mjtNum inertia = 2 * (1 + .4 * .01);
  ASSERT_NUMBERS(s.d->sensordata, 1e-12, 5, 0, 0, 0, 0, 3 * inertia);
  freeScene(s);
}

static void a_limit_has_a_speed_when_it_acts(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='h' type='slide' limited='true' range='-1 1'/>"
      "<geom size='.1'/></body></worldbody>"
      "<tendon><fixed name='t' limited='true' range='-2 2'><joint joint='h' coef='2'/></fixed>"
      "</tendon><sensor><jointlimitvel joint='h'/><tendonlimitvel tendon='t'/></sensor></mujoco>");
  s.d->qvel[0] = 3;
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata, 0, 0, 0);
  s.d->qpos[0] = 1.5;
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata, 1e-12, -3, -6);
  freeScene(s);
}

static void readInTheWrongStage(void* context) {
  Scene* s = context;
  lb_velocitySensor(s->m, s->d, 0, s->d->sensordata);
}

static void a_sensor_of_another_stage_is_an_error(void** state) {
  Scene s = loadScene("<mujoco><sensor><clock/></sensor></mujoco>");
  ASSERT_SAYS(errorOf(readInTheWrongStage, &s), "invalid type in VEL stage, sensor");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joints_tendons_and_actuators_have_speeds),
      cmocka_unit_test(an_imu_measures_in_its_own_frame),
      cmocka_unit_test(a_relative_velocity_is_the_rate_of_the_relative_position),
      cmocka_unit_test(a_subtree_has_the_velocity_of_its_centre_of_mass_and_angular_momentum),
      cmocka_unit_test(a_limit_has_a_speed_when_it_acts),
      cmocka_unit_test(a_sensor_of_another_stage_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
