// Cholesky factors: they multiply back, solve, and follow updates of rank one.

#include "random.h"

#include <stdlib.h>
#include <string.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "math/blas.h"
#include "math/ldl.h"

enum { maxSize = 40, maxArea = maxSize * maxSize };

static void lower_factor_times_its_transpose_is_the_matrix(void** state) {
  Random random = {4};
  mjtNum A[maxArea], L[maxArea], back[maxArea], x[maxSize], b[maxSize], solved[maxSize];
  for (int n = 1; n <= maxSize; n++) {
    randomPositive(&random, A, n, 0.3);
    memcpy(L, A, sizeof A);
    assert_int_equal(mju_cholFactor(L, n, 0), n);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        assert_true(L[i * n + j] == A[i * n + j]);
        L[i * n + j] = 0;
      }
    }
    multiplyPlainly(back, L, false, L, true, n, n, n);
    assertClose(back, A, n * n, 1e-12);
    randomVector(&random, x, n);
    mju_mulMatVec(b, A, x, n, n);
    mju_cholSolve(solved, L, b, n);
    assertClose(solved, x, n, 1e-9);
    mju_cholSolve(b, L, b, n);
    assertClose(solved, b, n, 0);
  }
}

enum { stride = maxSize + 3 };

static void rank_one_update_is_the_factor_of_the_updated_matrix(void** state) {
  Random random = {6};
  mjtNum A[maxArea], L[maxArea], x[maxSize], used[maxSize];
  for (int n = 1; n <= 25; n += 3) {
    randomPositive(&random, A, n, 1);
    memcpy(L, A, sizeof A);
    mju_cholFactor(L, n, 0);
    randomVector(&random, x, n);
    for (int plus = 1; plus >= 0; plus--) {
      memcpy(used, x, sizeof x);
      assert_int_equal(mju_cholUpdate(L, used, n, plus), n);
      for (int i = 0; i < n * n; i++) {
        A[i] += (plus ? 1 : -1) * x[i / n] * x[i % n];
      }
      mjtNum expected[maxArea];
      memcpy(expected, A, sizeof A);
      mju_cholFactor(expected, n, 0);
      for (int i = 0; i < n; i++) {
        assertClose(L + i * n, expected + i * n, i + 1, 1e-10);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lower_factor_times_its_transpose_is_the_matrix),
      cmocka_unit_test(rank_one_update_is_the_factor_of_the_updated_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
