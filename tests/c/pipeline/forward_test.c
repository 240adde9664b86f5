// Forward dynamics: its stages, skipped or repeated.

#include "api/callbacks.h"
#include "pipeline/busy_support.h"

static void skipping_current_stages_gives_the_full_result(void** state) {
  Scene a = busyScene(), b = busyScene();
  size_t bytes = a.m->nv * sizeof(mjtNum);
  mj_forward(a.m, a.d);
  mj_forward(b.m, b.d);
  a.d->qvel[2] = b.d->qvel[2] = -.7;
  mj_forward(a.m, a.d);
  mj_forwardSkip(b.m, b.d, mjSTAGE_POS, 0);
  assert_memory_equal(a.d->qacc, b.d->qacc, bytes);
  assert_memory_equal(a.d->sensordata, b.d->sensordata, a.m->nsensordata * sizeof(mjtNum));
  a.d->ctrl[1] = b.d->ctrl[1] = .9;
  mj_forward(a.m, a.d);
  mj_forwardSkip(b.m, b.d, mjSTAGE_VEL, 0);
  assert_memory_equal(a.d->qacc, b.d->qacc, bytes);
  freeScene(a);
  freeScene(b);
}

static void another_forward_changes_nothing(void** state) {
  Scene s = busyScene();
  mjtNum qacc[MAX_DOFS];
  mj_forward(s.m, s.d);
  memcpy(qacc, s.d->qacc, s.m->nv * sizeof(mjtNum));
  mj_forward(s.m, s.d);
  assert_memory_equal(qacc, s.d->qacc, s.m->nv * sizeof(mjtNum));
  freeScene(s);
}

static int controlCalls;

static void pushAll(const mjModel* m, mjData* d) {
  controlCalls++;
  d->ctrl[0] = 3;
}

static Scene cart(const char* option) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 -10'>%s</option><worldbody><body name='b'>"
           "<joint name='x' type='slide' axis='1 0 0'/><joint name='z' type='slide' damping='.5'/>"
           "<geom size='.1' mass='2'/></body></worldbody>"
           "<actuator><motor name='a' joint='x' gear='4'/></actuator>"
           "<sensor><clock/><actuatorfrc actuator='a'/></sensor></mujoco>",
           option);
  return loadScene(xml);
}

// m a = applied + actuator - damping - weight, for each dof on its own.
static void the_acceleration_is_that_of_the_sum_of_forces(void** state) {
  Scene s = cart("");
  s.d->qvel[1] = 3;
  s.d->qfrc_applied[0] = 1;
  s.d->xfrc_applied[6 + 2] = 7;
  s.d->ctrl[0] = 2;
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->qacc, 1e-12, (1 + 4 * 2) / 2., (7 - .5 * 3 - 20) / 2.);
  freeScene(s);
}

static void the_control_callback_is_asked_unless_actuation_is_off(void** state) {
  Scene s = cart(""), off = cart("<flag actuation='disable'/>");
  mjcb_control = pushAll;
  controlCalls = 0;
  mj_forward(s.m, s.d);
  mj_forward(off.m, off.d);
  mjcb_control = NULL;
  assert_int_equal(controlCalls, 1);
  ASSERT_NEAR(s.d->qacc[0], 4 * 3 / 2., 1e-12);
  ASSERT_NEAR(off.d->qacc[0], 0, 0);
  freeScene(s);
  freeScene(off);
}

// ACTUATION-OFF-VELOCITY
static void without_actuation_actuators_have_a_length_but_no_velocity(void** state) {
  Scene s = cart("");
  s.d->qvel[0] = 3;
  s.d->qpos[0] = .5;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->actuator_velocity[0], 12, 1e-12);
  s.m->opt.disableflags |= mjDSBL_ACTUATION;
  s.d->qpos[0] = .25;
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->actuator_velocity[0], 0, 0);
  ASSERT_NEAR(s.d->actuator_length[0], 1, 1e-12);
  freeScene(s);
}

static void skipped_sensors_keep_their_readings(void** state) {
  Scene s = cart("");
  s.d->ctrl[0] = 2;
  s.d->time = 5;
  mj_forward(s.m, s.d);
  s.d->ctrl[0] = 3;
  s.d->time = 6;
  mj_forwardSkip(s.m, s.d, mjSTAGE_NONE, 1);
  ASSERT_NUMBERS(s.d->sensordata, 0, 5, 2);
  ASSERT_NEAR(s.d->actuator_force[0], 3, 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(skipping_current_stages_gives_the_full_result),
      cmocka_unit_test(another_forward_changes_nothing),
      cmocka_unit_test(the_acceleration_is_that_of_the_sum_of_forces),
      cmocka_unit_test(the_control_callback_is_asked_unless_actuation_is_off),
      cmocka_unit_test(without_actuation_actuators_have_a_length_but_no_velocity),
      cmocka_unit_test(skipped_sensors_keep_their_readings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
