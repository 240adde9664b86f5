// Warnings of a simulation.

#include "api/mju_functions.h"
#include "check.h"
#include "constraint/scenes_support.h"

static int reported = 0;
static char lastWarning[1000];

static void noteWarning(const char* message) {
  reported++;
  snprintf(lastWarning, sizeof lastWarning, "%s", message);
}

static void a_warning_is_reported_once_and_counted_each_time(void** state) {
  Scene s = loadScene("<mujoco/>");
  mju_user_warning = noteWarning;
  reported = 0;
  s.d->time = 1.5;
  mj_warning(s.d, mjWARN_CONTACTFULL, 7);
  mj_warning(s.d, mjWARN_CONTACTFULL, 9);
  assert_int_equal(reported, 1);
  ASSERT_SAYS(lastWarning, mju_warningText(mjWARN_CONTACTFULL, 7));
  ASSERT_SAYS(lastWarning, "Time = 1.5000.");
  assert_int_equal(s.d->warning[mjWARN_CONTACTFULL].number, 2);
  assert_int_equal(s.d->warning[mjWARN_CONTACTFULL].lastinfo, 9);

  // after a reset it is news again
  mj_resetData(s.m, s.d);
  mj_warning(s.d, mjWARN_CONTACTFULL, 7);
  assert_int_equal(reported, 2);
  mju_user_warning = NULL;
  freeScene(s);
}

static void warnUnknown(void* d) {
  mj_warning(d, mjNWARNING, 0);
}

static void there_are_no_other_warnings(void** state) {
  Scene s = loadScene("<mujoco/>");
  ASSERT_SAYS(errorOf(warnUnknown, s.d), "invalid warning type");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_warning_is_reported_once_and_counted_each_time),
      cmocka_unit_test(there_are_no_other_warnings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
