// Ring buffers of samples: interpolation, insertion, delays of sensors.

#include "data/history.h"
#include "check.h"
#include "constraint/scenes_support.h"

// Five samples, the newest in the middle of the ring: times 0 .1 .15 .4 .5, values 1 3 2 5 4.
static void fill(mjtNum buffer[12]) {
  const mjtNum content[12] = {0, 1, 0.4, 0.5, 0, 0.1, 0.15, 5, 4, 1, 3, 2};
  mju_copy(buffer, content, 12);
}

static mjtNum readAt(const mjtNum* buffer, mjtNum time, int interp) {
  mjtNum value;
  return *lb_historyRead(buffer, 5, 1, &value, time, interp);
}

static void a_time_that_is_a_samples_but_for_rounding_replaces_it(void** state) {
  mjtNum buffer[12];
  fill(buffer);
  *lb_historyInsert(buffer, 5, 1, nextafter(0.4, 0)) = 7;
  assert_true(buffer[2] == 0.4 && buffer[7] == 7);
  assert_true(buffer[4] == 0 && buffer[9] == 1);
}

static void reading_holds_or_interpolates(void** state) {
  mjtNum buffer[12];
  fill(buffer);
  assert_true(readAt(buffer, -1, LB_INTERP_LINEAR) == 1);
  assert_true(readAt(buffer, 9, LB_INTERP_CUBIC) == 4);
  assert_true(readAt(buffer, 0.12, LB_INTERP_HOLD) == 3);
  assert_true(readAt(buffer, 0.15, LB_INTERP_CUBIC) == 2);
  assert_true(fabs(readAt(buffer, 0.12, LB_INTERP_LINEAR) - 2.6) < 1e-12);

  // COMPAT: figures measured on the peer, flat ends included
  assert_true(fabs(readAt(buffer, 0.05, LB_INTERP_CUBIC) - 1.9166666666666667) < 1e-12);
  assert_true(fabs(readAt(buffer, 0.3, LB_INTERP_CUBIC) - 3.8982857142857146) < 1e-12);
}

static void inserting_keeps_the_order_of_times(void** state) {
  const mjtNum times[] = {0.6, 0.45, 0.1, -1, 0.12};
  for (int trial = 0; trial < 5; trial++) {
    mjtNum buffer[12], before = -INFINITY;
    fill(buffer);
    *lb_historyInsert(buffer, 5, 1, times[trial]) = 7;
    assert_true(readAt(buffer, times[trial], LB_INTERP_HOLD) == 7);
    for (int age = 0; age < 5; age++) {
      mjtNum time = buffer[2 + ((int)buffer[1] + 1 + age) % 5];
      assert_true(time > before);
      before = time;
    }
    assert_true(before == (trial == 0 ? 0.6 : 0.5));
  }
}

// COMPAT: HISTORY-TIMES
static void buffers_begin_with_the_steps_that_would_have_sampled(void** state) {
  Scene s = loadScene(
      "<mujoco><option timestep='.003'/><worldbody><body><joint name='j'/><geom size='.1'/></body>"
      "</worldbody><actuator><motor joint='j' nsample='9'/></actuator><sensor>"
      "<jointpos joint='j' nsample='2' interval='.003 -.001'/></sensor></mujoco>");
  for (int i = 0; i < 9; i++) {
    assert_true(s.d->history[2 + i] == (i - 9) * .003);
  }
  const mjtNum* sensed = s.d->history + s.m->sensor_historyadr[0];
  assert_true(sensed[0] == -.001 && sensed[2] == -.003 && sensed[3] == 0);
  freeScene(s);
}

static void reset(void* context) {
  Scene* s = context;
  mj_resetData(s->m, s->d);
}

static void buffers_begin_only_where_time_goes_forward(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
      "<actuator><motor joint='j' nsample='2'/></actuator></mujoco>");
  s.m->opt.timestep = -.002;
  ASSERT_SAYS(errorOf(reset, &s), "require positive timestep");
  s.m->opt.timestep = .002;
  freeScene(s);
}

static void sensors_show_the_past(void** state) {
  Scene s = loadScene(
      "<mujoco><option timestep='.01'/><worldbody><body><joint name='j' type='slide'/>"
      "<geom size='.1'/></body></worldbody><sensor>"
      "<clock delay='.03' nsample='4'/><clock interval='.025' nsample='2'/></sensor></mujoco>");
  for (int i = 0; i < 9; i++) {
    mj_step(s.m, s.d);
    mjtNum evaluated = 0.01 * i;
    assert_true(fabs(s.d->sensordata[0] - fmax(0, evaluated - 0.03)) < 1e-12);
    assert_true(fabs(s.d->sensordata[1] - (i < 3 ? 0 : (i < 5 ? 0.03 : (i < 8 ? 0.05 : 0.08)))) <
                1e-12);
  }
  freeScene(s);
}

// After three steps of .01 s the time is 0.03 and 0.03 - 0.02 is not the 0.01 of the sample.
static void a_delay_of_whole_steps_finds_its_sample_in_spite_of_rounding(void** state) {
  Scene s = loadScene(
      "<mujoco><option timestep='.01' gravity='0 0 0'/>"
      "<worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody>"
      "<actuator><motor joint='j' delay='.02' nsample='3' gear='0'/></actuator>"
      "<sensor><jointpos joint='j' delay='.02' nsample='3'/></sensor></mujoco>");
  const mjtNum expected[] = {0, 0, 0, 10, 20, 30, 40};
  for (int i = 0; i < 7; i++) {
    s.d->qpos[0] = s.d->ctrl[0] = 10 * i;
    mj_step(s.m, s.d);
    assert_true(s.d->sensordata[0] == expected[i]);
    assert_true(s.d->actuator_force[0] == expected[i]);
  }
  freeScene(s);
}

static void a_sample_is_reached_within_rounding_alone(void** state) {
  mjtNum buffer[12];
  fill(buffer);
  mjtNum sample = 0.15;
  assert_true(readAt(buffer, sample - 5e-16, LB_INTERP_HOLD) == 2);
  assert_true(readAt(buffer, sample - 5e-16, LB_INTERP_LINEAR) == 2);
  assert_true(readAt(buffer, sample - 2e-15, LB_INTERP_HOLD) == 3);
  assert_true(readAt(buffer, sample - 2e-15, LB_INTERP_LINEAR) > 2);
}

static void stepBadly(void* context) {
  Scene* s = context;
  mjtNum values[3] = {1, 2, 3}, times[3] = {0, 2, 1};
  mj_initCtrlHistory(s->m, s->d, 0, times, values);
}

static void stepNothing(void* context) {
  Scene* s = context;
  mj_initCtrlHistory(s->m, s->d, 1, NULL, NULL);
}

static void setNothing(void* context) {
  Scene* s = context;
  mj_initCtrlHistory(s->m, s->d, 0, NULL, NULL);
}

static void histories_can_be_set(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body>"
      "</worldbody><actuator><motor joint='j' nsample='3' delay='.1'/></actuator></mujoco>");
  mjtNum values[3] = {1, 2, 3}, times[3] = {0, 1, 2};
  mj_initCtrlHistory(s.m, s.d, 0, times, values);
  assert_true(mj_readCtrl(s.m, s.d, 0, 1.5, 0) == 2);
  assert_true(fabs(mj_readCtrl(s.m, s.d, 0, 1.5, 1) - 2.4) < 1e-12);
  ASSERT_SAYS(errorOf(stepBadly, &s), "times must be strictly increasing, got times[1]=2");
  ASSERT_SAYS(errorOf(stepNothing, &s), "mj_initCtrlHistory: invalid actuator id 1");
  ASSERT_SAYS(errorOf(setNothing, &s), "mj_initCtrlHistory: NULL argument, needs values");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reading_holds_or_interpolates),
      cmocka_unit_test(a_time_that_is_a_samples_but_for_rounding_replaces_it),
      cmocka_unit_test(inserting_keeps_the_order_of_times),
      cmocka_unit_test(buffers_begin_with_the_steps_that_would_have_sampled),
      cmocka_unit_test(buffers_begin_only_where_time_goes_forward),
      cmocka_unit_test(sensors_show_the_past),
      cmocka_unit_test(a_delay_of_whole_steps_finds_its_sample_in_spite_of_rounding),
      cmocka_unit_test(a_sample_is_reached_within_rounding_alone),
      cmocka_unit_test(histories_can_be_set),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
