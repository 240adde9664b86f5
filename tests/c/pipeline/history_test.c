// Recording of controls and readings.

#include "pipeline/history.h"
#include "check.h"
#include "constraint/scenes_support.h"
#include "data/history.h"

static mjtNum readAt(const mjtNum* buffer, int sampleCount, mjtNum time) {
  mjtNum value;
  return *lb_historyRead(buffer, sampleCount, 1, &value, time, LB_INTERP_HOLD);
}

static void controls_are_recorded_with_the_time(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
      "<actuator><motor joint='j'/><motor joint='j' delay='.2' nsample='3'/></actuator></mujoco>");
  for (int i = 0; i < 4; i++) {
    s.d->time = i;
    s.d->ctrl[0] = 100;
    s.d->ctrl[1] = 10 + i;
    lb_advanceHistory(s.m, s.d);
  }
  const mjtNum* buffer = s.d->history + s.m->actuator_historyadr[1];
  ASSERT_NEAR(readAt(buffer, 3, 3), 13, 0);
  ASSERT_NEAR(readAt(buffer, 3, 2.5), 12, 0);

  // of four the oldest is gone
  ASSERT_NEAR(readAt(buffer, 3, 0), 11, 0);
  freeScene(s);
}

static void readings_with_an_interval_are_taken_when_it_has_passed(void** state) {
  Scene s = loadScene("<mujoco><sensor><clock nsample='4' interval='1'/></sensor></mujoco>");
  mjtNum* buffer = s.d->history + s.m->sensor_historyadr[0];
  mjtNum mark = buffer[0];
  for (int i = 1; i <= 12; i++) {
    s.d->time = mark + .25 * i;
    s.d->sensordata[0] = 100 + i;
    lb_advanceHistory(s.m, s.d);
  }
  ASSERT_NEAR(buffer[0], mark + 3, 1e-12);
  ASSERT_NEAR(readAt(buffer, 4, mark + 3), 112, 0);
  ASSERT_NEAR(readAt(buffer, 4, mark + 2.9), 108, 0);
  ASSERT_NEAR(readAt(buffer, 4, mark + 1.9), 104, 0);
  freeScene(s);
}

static void a_delayed_sensor_records_what_it_would_read_now(void** state) {
  Scene s = loadScene("<mujoco><sensor><clock nsample='4' delay='.5'/></sensor></mujoco>");
  s.d->time = 3;
  s.d->sensordata[0] = 2.5;  // its delayed reading
  lb_advanceHistory(s.m, s.d);
  ASSERT_NEAR(readAt(s.d->history + s.m->sensor_historyadr[0], 4, 3), 3, 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(controls_are_recorded_with_the_time),
      cmocka_unit_test(readings_with_an_interval_are_taken_when_it_has_passed),
      cmocka_unit_test(a_delayed_sensor_records_what_it_would_read_now),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
