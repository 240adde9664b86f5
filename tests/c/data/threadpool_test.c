// mju_threadpool: one mjData is simulated by one thread.

#include "api/mju_functions.h"
#include "check.h"
#include "constraint/scenes_support.h"

static void askForThreads(void* d) {
  mju_threadpool(d, 4);
}

static void threads_are_refused_and_none_is_fine(void** state) {
  Scene s = loadScene("<mujoco/>");
  mju_threadpool(s.d, 0);
  assert_int_equal(s.d->threadpool, 0);
  ASSERT_SAYS(errorOf(askForThreads, s.d), "4 asked for");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_are_refused_and_none_is_fine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
