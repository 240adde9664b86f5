// Sensors that need accelerations and forces, against statics known by hand.

#include "check.h"
#include "constraint/scenes_support.h"
#include "sensor/internal.h"

static void frames_are_accelerated_by_centripetal_and_angular_acceleration(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><body name='b'><joint name='h'/>"
      "<geom size='.1' pos='2 0 0' mass='1'/></body></worldbody>"
      "<actuator><motor joint='h' ctrllimited='false'/></actuator>"
      "<sensor><framelinacc objtype='body' objname='b'/><frameangacc objtype='body' objname='b'/>"
      "</sensor></mujoco>");
  s.d->qvel[0] = 3;
  s.d->ctrl[0] = 5;
  mj_forward(s.m, s.d);

  // gravity counts as an acceleration upwards
  mjtNum alpha = 5 / (4 + .4 * .01);
  ASSERT_NUMBERS(s.d->sensordata, 1e-9, -9 * 2, 2 * alpha, 10, 0, 0, alpha);
  freeScene(s);
}

static void a_force_sensor_sees_what_the_child_weighs_in_its_own_frame(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><body>"
      "<site name='s' pos='0 0 1' euler='90 0 0'/><geom size='.1' mass='3' pos='2 0 0'/></body>"
      "</worldbody><sensor><force site='s'/><torque site='s'/></sensor></mujoco>");
  mj_forward(s.m, s.d);

  // the site's y axis points up, its z axis along the global -y
  ASSERT_NUMBERS(s.d->sensordata, 1e-9, 0, 30, 0);
  ASSERT_NUMBERS(s.d->sensordata + 3, 1e-9, 0, 0, 60);
  freeScene(s);
}

static void actuator_forces_are_read_at_the_actuator_the_joint_and_the_tendon(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='h' type='slide'/><geom size='.1'/></body></worldbody>"
      "<tendon><fixed name='t'><joint joint='h' coef='3'/></fixed></tendon>"
      "<actuator><motor name='a' tendon='t' gear='2'/><motor name='b' tendon='t'/>"
      "<motor name='c' joint='h'/></actuator>"
      "<sensor><actuatorfrc actuator='a'/><tendonactuatorfrc tendon='t'/>"
      "<jointactuatorfrc joint='h'/></sensor></mujoco>");
  s.d->ctrl[0] = 5;
  s.d->ctrl[1] = 7;
  s.d->ctrl[2] = 1;
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata, 1e-12, 5, 5 + 7, 3 * (2 * 5 + 7) + 1);
  freeScene(s);
}

static void a_limit_carries_what_presses_on_it(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><body><joint name='h' type='slide' "
      "limited='true' range='0 1'/><geom size='.1' mass='2'/></body></worldbody>"
      "<sensor><jointlimitfrc joint='h'/></sensor></mujoco>");
  for (int i = 0; i < 2000; i++) {
    mj_step(s.m, s.d);
  }
  ASSERT_NEAR(s.d->sensordata[0], 20, 1e-3);
  freeScene(s);
}

// The force leaves the ball downwards: a site counts when it is met on this way.
static void touch_counts_forces_that_meet_the_site(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><geom type='plane' size='3 3 1'/>"
      "<body pos='0 0 .0999'><freejoint/><geom size='.1' mass='2'/>"
      "<site name='around' type='box' size='.05 .05 .05' pos='0 0 -.1'/>"
      "<site name='below' type='box' size='.05 .05 .05' pos='0 0 -.3'/>"
      "<site name='above' type='box' size='.05 .05 .05' pos='0 0 .1'/>"
      "<site name='beside' type='box' size='.02 .02 .02' pos='.1 0 0'/></body></worldbody>"
      "<sensor><touch site='around'/><touch site='below'/><touch site='above'/>"
      "<touch site='beside'/></sensor></mujoco>");
  for (int i = 0; i < 2000; i++) {
    mj_step(s.m, s.d);
  }
  ASSERT_NUMBERS(s.d->sensordata, 1e-3, 20, 20, 0, 0);
  freeScene(s);
}

static void readInTheWrongStage(void* context) {
  Scene* s = context;
  lb_accelerationSensor(s->m, s->d, 0, s->d->sensordata);
}

static void a_sensor_of_another_stage_is_an_error(void** state) {
  Scene s = loadScene("<mujoco><sensor><clock/></sensor></mujoco>");
  ASSERT_SAYS(errorOf(readInTheWrongStage, &s), "invalid type in ACC stage, sensor");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_are_accelerated_by_centripetal_and_angular_acceleration),
      cmocka_unit_test(a_force_sensor_sees_what_the_child_weighs_in_its_own_frame),
      cmocka_unit_test(actuator_forces_are_read_at_the_actuator_the_joint_and_the_tendon),
      cmocka_unit_test(a_limit_carries_what_presses_on_it),
      cmocka_unit_test(touch_counts_forces_that_meet_the_site),
      cmocka_unit_test(a_sensor_of_another_stage_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
