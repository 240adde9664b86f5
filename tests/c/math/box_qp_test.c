// Quadratic programs with bounds: the conditions of an optimum hold.

#include "random.h"

#include <stdlib.h>
#include <string.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "math/blas.h"
#include "math/ldl.h"

enum { maxSize = 40, maxArea = maxSize * maxSize };

enum { stride = maxSize + 3 };

static void bounded_minimum_satisfies_its_optimality_conditions(void** state) {
  Random random = {8};
  mjtNum H[maxArea], R[maxSize * (maxSize + 7)];
  mjtNum g[maxSize], lower[maxSize], upper[maxSize], res[maxSize], gradient[maxSize];
  int index[maxSize];
  for (int t = 0; t < 100; t++) {
    int n = 1 + t % 15;
    randomPositive(&random, H, n, 0.2);
    randomVector(&random, g, n);
    for (int i = 0; i < n; i++) {
      g[i] *= 5;
      lower[i] = -fabs(nextRandom(&random)) - 0.01;
      upper[i] = fabs(nextRandom(&random)) + 0.01;
      res[i] = 9 * nextRandom(&random);
    }
    int nfree = mju_boxQP(res, R, index, H, g, n, lower, upper);
    assert_true(nfree >= 0 && nfree <= n);
    mju_mulMatVec(gradient, H, res, n, n);
    mju_addTo(gradient, g, n);

    int next = 0;
    for (int i = 0; i < n; i++) {
      assert_true(res[i] >= lower[i] && res[i] <= upper[i]);
      if (next < nfree && index[next] == i) {
        next++;
        assert_true(fabs(gradient[i]) < 1e-9);
      } else {
        assert_true(res[i] == lower[i] ? gradient[i] > 0 : gradient[i] < 0);
      }
    }
  }
}

static void unbounded_minimum_solves_the_linear_system(void** state) {
  mjtNum H[4] = {4, 99, 1, 3}, g[2] = {-1, -2}, res[2] = {50, -3}, R[18];
  assert_int_equal(mju_boxQP(res, R, NULL, H, g, 2, NULL, NULL), 2);
  assertClose(res, (mjtNum[]){1. / 11, 7. / 11}, 2, 1e-14);
  mjtNum indefinite[4] = {-1, 0, 0, 1};
  assert_int_equal(mju_boxQP(res, R, NULL, indefinite, g, 2, NULL, NULL), -1);
}

static void solveWithEqualBounds(void* context) {
  mjtNum H = 1, g = 1, bound = 2, res = 0, R[8];
  mju_boxQP(&res, R, NULL, &H, &g, 1, &bound, &bound);
}

static void equal_bounds_raise_an_error(void** state) {
  assert_false(lb_protect(solveWithEqualBounds, NULL));
  assert_non_null(strstr(lb_lastError(), "lower[0]"));
}

static void arrays_for_the_bounded_minimum_are_allocated_and_released(void** state) {
  size_t blocks = lb_liveBlocks();
  mjtNum *res, *R, *H, *g, *lower, *upper;
  int* index;
  mju_boxQPmalloc(&res, &R, &index, &H, &g, 2, &lower, &upper);
  memcpy(H, (mjtNum[]){1, 0, 0, 1}, 4 * sizeof(mjtNum));
  for (int i = 0; i < 2; i++) {
    res[i] = 0;
    g[i] = i ? -3 : 0.5;
    lower[i] = -1;
    upper[i] = 1;
  }
  assert_int_equal(mju_boxQP(res, R, index, H, g, 2, lower, upper), 1);
  assertClose(res, (mjtNum[]){-0.5, 1}, 2, 1e-15);
  void* all[] = {res, R, index, H, g, lower, upper};
  for (int i = 0; i < 7; i++) {
    mju_free(all[i]);
  }

  // without bounds and index
  mju_boxQPmalloc(&res, &R, NULL, &H, &g, 3, NULL, NULL);
  mju_free(res);
  mju_free(R);
  mju_free(H);
  mju_free(g);
  assert_int_equal(lb_liveBlocks(), blocks);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bounded_minimum_satisfies_its_optimality_conditions),
      cmocka_unit_test(unbounded_minimum_solves_the_linear_system),
      cmocka_unit_test(arrays_for_the_bounded_minimum_are_allocated_and_released),
      cmocka_unit_test(equal_bounds_raise_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
