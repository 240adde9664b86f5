// Checks of a step.

#include "pipeline/busy_support.h"

static const char slidersXml[] =
    "<mujoco><worldbody><body><geom size='.1'/><joint type='slide'/><joint type='slide'/>"
    "<joint type='slide'/><joint type='slide'/><joint type='slide'/><joint type='slide'/>"
    "<body><geom size='.1'/><joint type='slide'/><joint type='slide'/><joint type='slide'/>"
    "<joint type='slide'/><joint type='slide'/></body></body></worldbody></mujoco>";

static void every_bad_number_is_found_at_its_place(void** state) {
  Scene scene = loadScene(slidersXml);
  static const mjtNum bad[] = {NAN, 2 * mjMAXVAL, -INFINITY};
  for (int i = 0; i < scene.m->nq; i++) {
    mj_resetData(scene.m, scene.d);
    scene.d->qpos[i] = bad[i % 3];
    mj_checkPos(scene.m, scene.d);
    assert_int_equal(scene.d->warning[mjWARN_BADQPOS].number, 1);
    assert_int_equal(scene.d->warning[mjWARN_BADQPOS].lastinfo, i);
    assert_float_equal(scene.d->qpos[i], 0, 0);
  }
  freeScene(scene);
}

static void the_largest_allowed_number_is_not_bad(void** state) {
  Scene scene = loadScene(slidersXml);
  for (int i = 0; i < scene.m->nv; i++) {
    scene.d->qvel[i] = i % 2 ? mjMAXVAL : -mjMAXVAL;
  }
  mj_checkVel(scene.m, scene.d);
  assert_int_equal(scene.d->warning[mjWARN_BADQVEL].number, 0);
  freeScene(scene);
}

// SLEEP-CHECK
static void velocities_and_accelerations_of_sleepers_are_not_looked_at(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0'><flag sleep='enable' autoreset='disable'/></option>"
      "<worldbody><body sleep='init'><freejoint/><geom size='.1'/></body>"
      "<body pos='5 0 0'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  assert_int_equal(s.d->nv_awake, 6);
  for (int i = 0; i < s.m->nv; i++) {
    s.d->qvel[i] = s.d->qacc[i] = NAN;
    mj_checkVel(s.m, s.d);
    mj_checkAcc(s.m, s.d);
    assert_int_equal(s.d->warning[mjWARN_BADQVEL].number, i < 6 ? 0 : 2 * (i - 5));
    assert_int_equal(s.d->warning[mjWARN_BADQACC].number, i < 6 ? 0 : 2 * (i - 5));
    assert_int_equal(s.d->warning[mjWARN_BADQVEL].lastinfo, i < 6 ? 0 : i);
    s.d->qvel[i] = s.d->qacc[i] = 0;
  }
  freeScene(s);
}

// Installed by tests that provoke warnings.
static int warningCount;
static void countWarning(const char* message) {
  (void)message;
  warningCount++;
}

static void bad_numbers_reset_and_are_counted(void** state) {
  mju_user_warning = countWarning;
  warningCount = 0;
  const mjtNum bad[] = {NAN, INFINITY, -1e11};
  for (int k = 0; k < 3; k++) {
    Scene s = busyScene();
    s.d->qpos[1] = bad[k];
    s.d->time = 5;
    mj_checkPos(s.m, s.d);
    assert_int_equal(s.d->warning[mjWARN_BADQPOS].number, 1);
    assert_int_equal(s.d->warning[mjWARN_BADQPOS].lastinfo, 1);
    assert_near(s.m->qpos0, s.d->qpos, (int)s.m->nq, 1e-15);
    assert_float_equal(s.d->time, 0, 0);

    s.d->qvel[2] = bad[k];
    mj_checkVel(s.m, s.d);
    assert_int_equal(s.d->warning[mjWARN_BADQVEL].number, 1);
    assert_float_equal(s.d->qvel[2], 0, 0);

    // one after the other, wherever it is
    for (int i = 0; i < s.m->nv; i++) {
      s.d->qvel[i] = bad[k];
      mj_checkVel(s.m, s.d);
      assert_int_equal(s.d->warning[mjWARN_BADQVEL].lastinfo, i);
    }
    // a reset forgets those before
    assert_int_equal(s.d->warning[mjWARN_BADQVEL].number, 1);

    s.d->qacc[0] = bad[k];
    s.d->qpos[2] = 1;
    mj_checkAcc(s.m, s.d);
    assert_int_equal(s.d->warning[mjWARN_BADQACC].number, 1);
    assert_float_equal(s.d->qpos[2], s.m->qpos0[2], 0);
    assert_true(fabs(s.d->qacc[0]) < 1e3);
    freeScene(s);
  }
  assert_int_equal(warningCount, 9);
  mju_user_warning = NULL;
}

// COMPAT: BAD-NUMBER-COUNT
static void without_autoreset_bad_numbers_stay(void** state) {
  Scene s = busyScene();
  s.m->opt.disableflags |= mjDSBL_AUTORESET;
  s.d->qpos[1] = 1e11;
  mju_user_warning = countWarning;
  mj_checkPos(s.m, s.d);
  mju_user_warning = NULL;
  assert_int_equal(s.d->warning[mjWARN_BADQPOS].number, 2);
  assert_float_equal(s.d->qpos[1], 1e11, 0);
  freeScene(s);
}

static void stepWithUnknownIntegrator(void* context) {
  Scene* s = context;
  s->m->opt.integrator = 7;
  mj_step(s->m, s->d);
}

static void unknown_integrator_is_an_error(void** state) {
  Scene s = busyScene();
  assert_false(lb_protect(stepWithUnknownIntegrator, &s));
  assert_non_null(strstr(lb_lastError(), "invalid integrator"));
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_bad_number_is_found_at_its_place),
      cmocka_unit_test(the_largest_allowed_number_is_not_bad),
      cmocka_unit_test(velocities_and_accelerations_of_sleepers_are_not_looked_at),
      cmocka_unit_test(bad_numbers_reset_and_are_counted),
      cmocka_unit_test(without_autoreset_bad_numbers_stay),
      cmocka_unit_test(unknown_integrator_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
