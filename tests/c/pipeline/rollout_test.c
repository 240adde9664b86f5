// Rollouts: they are the steps that single calls take.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"
#include "pipeline/rollout.h"

enum { STEPS = 20, ROOM = 64 };

static const char pendulumXml[] =
    "<mujoco><worldbody><body><joint name='hinge' axis='0 1 0' damping='.1'/>"
    "<geom size='.05' pos='.5 0 0' mass='1'/></body></worldbody>"
    "<actuator><motor joint='hinge'/></actuator>"
    "<sensor><jointpos joint='hinge'/><jointvel joint='hinge'/></sensor></mujoco>";

static void a_rollout_is_its_single_steps(void** state) {
  Scene s = loadScene(pendulumXml);
  int size = mj_stateSize(s.m, mjSTATE_FULLPHYSICS);
  mjtNum initial[ROOM], controls[STEPS], states[STEPS * ROOM], readings[STEPS * 2], one[ROOM];
  assert_true(size <= ROOM);
  s.d->qpos[0] = 0.3;
  mj_getState(s.m, s.d, initial, mjSTATE_FULLPHYSICS);
  for (int i = 0; i < STEPS; i++) {
    controls[i] = 0.1 * i;
  }
  assert_int_equal(lb_rollout(s.m, s.d, initial, STEPS, controls, states, readings), STEPS);

  mj_resetData(s.m, s.d);
  mj_setState(s.m, s.d, initial, mjSTATE_FULLPHYSICS);
  for (int i = 0; i < STEPS; i++) {
    s.d->ctrl[0] = controls[i];
    mj_step(s.m, s.d);
    mj_getState(s.m, s.d, one, mjSTATE_FULLPHYSICS);
    assert_memory_equal(one, states + i * size, sizeof(mjtNum) * (size_t)size);
    assert_memory_equal(s.d->sensordata, readings + 2 * i, 2 * sizeof(mjtNum));
  }
  freeScene(s);
}

static void without_controls_the_actuators_rest(void** state) {
  Scene s = loadScene(pendulumXml);
  mjtNum initial[ROOM], readings[STEPS * 2], still[STEPS * 2], none[STEPS] = {0};
  mj_getState(s.m, s.d, initial, mjSTATE_FULLPHYSICS);
  s.d->ctrl[0] = 5;
  assert_int_equal(lb_rollout(s.m, s.d, initial, STEPS, NULL, NULL, readings), STEPS);
  assert_int_equal(lb_rollout(s.m, s.d, initial, STEPS, none, NULL, still), STEPS);
  assert_memory_equal(readings, still, sizeof readings);
  freeScene(s);
}

static void a_rollout_that_diverges_repeats_its_last_good_row(void** state) {
  Scene s = loadScene(pendulumXml);
  mjtNum initial[ROOM], controls[STEPS] = {0}, readings[STEPS * 2];
  mj_getState(s.m, s.d, initial, mjSTATE_FULLPHYSICS);
  controls[5] = 9e9;  // an acceleration beyond mjMAXVAL
  int good = lb_rollout(s.m, s.d, initial, STEPS, controls, NULL, readings);
  assert_true(good >= 5 && good < STEPS);
  for (int i = good; i < STEPS; i++) {
    assert_memory_equal(readings + 2 * i, readings + 2 * (good - 1), 2 * sizeof(mjtNum));
  }
  freeScene(s);
}

static void many_steps_are_that_many_single_steps(void** state) {
  Scene s = loadScene(pendulumXml);
  lb_stepMany(s.m, s.d, STEPS);
  mjtNum angle = s.d->qpos[0];
  mj_resetData(s.m, s.d);
  for (int i = 0; i < STEPS; i++) {
    mj_step(s.m, s.d);
  }
  assert_true(angle == s.d->qpos[0] && angle > 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_rollout_is_its_single_steps),
      cmocka_unit_test(without_controls_the_actuators_rest),
      cmocka_unit_test(a_rollout_that_diverges_repeats_its_last_good_row),
      cmocka_unit_test(many_steps_are_that_many_single_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
