// The dense Hessian on its own, on problems that either storage can hold: dense = sparse.

#include "solver/hessian_support.h"

static void it_solves_like_the_other_storage_before_and_after_an_update(void** state) {
  assertSolvesLikeTheOther(false);
}

static void an_update_that_leaves_nothing_positive_fails(void** state) {
  assertUpdateMayFail(false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_solves_like_the_other_storage_before_and_after_an_update),
      cmocka_unit_test(an_update_that_leaves_nothing_positive_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
