// Factors L' D L, from the last row up: they multiply back, solve and follow updates.

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

// L' D L of a factor in the lower triangle.
static void multiplyReverseFactor(mjtNum* res, const mjtNum* L, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      mjtNum sum = 0;
      for (int k = i > j ? i : j; k < n; k++) {
        mjtNum left = k == i ? 1 : L[k * stride + i], right = k == j ? 1 : L[k * stride + j];
        sum += left * L[k * stride + k] * right;
      }
      res[i * n + j] = sum;
    }
  }
}

static void reverse_factor_multiplies_back_solves_and_keeps_its_upper_triangle(void** state) {
  Random random = {5};
  static mjtNum A[maxArea], back[maxArea], L[maxSize * stride];
  mjtNum diagInv[maxSize], x[maxSize], b[maxSize];
  for (int n = 1; n <= maxSize; n++) {
    randomPositive(&random, A, n, 0.5);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < stride; j++) {
        L[i * stride + j] = j <= i ? A[i * n + j] : 77;
      }
    }
    assert_true(lb_ldlFactor(L, stride, diagInv, n));
    multiplyReverseFactor(back, L, n);
    assertClose(back, A, n * n, 1e-12);
    for (int i = 0; i < n; i++) {
      assert_true(fabs(L[i * stride + i] * diagInv[i] - 1) < 1e-15);
      for (int j = i + 1; j < stride; j++) {
        assert_true(L[i * stride + j] == 77);
      }
    }

    // zeros at the end of the right side skip work
    randomVector(&random, x, n);
    mju_mulMatVec(b, A, x, n, n);
    lb_ldlSolve(L, stride, diagInv, b, n);
    assertClose(b, x, n, 1e-9);
    lb_zero(b, n);
    b[0] = 1;
    lb_ldlSolve(L, stride, diagInv, b, n);
    mju_mulMatVec(x, A, b, n, n);
    x[0] -= 1;
    lb_zero(b, n);
    assertClose(x, b, n, 1e-11);
  }
}

static void reverse_factor_is_updated_by_weighted_vectors(void** state) {
  Random random = {15};
  static mjtNum A[maxArea], back[maxArea], L[maxSize * stride];
  mjtNum diagInv[maxSize], x[maxSize], used[maxSize];
  for (int n = 1; n <= maxSize; n += 3) {
    randomPositive(&random, A, n, 0.5);
    for (int i = 0; i < n; i++) {
      memcpy(L + i * stride, A + i * n, n * sizeof(mjtNum));
    }
    lb_ldlFactor(L, stride, diagInv, n);

    // up with weight 3, then half of it down again
    randomVector(&random, x, n);
    int last = n - 1 - n / 4;
    lb_zero(x + last + 1, n - 1 - last);
    x[n / 3] = n > 3 ? 0 : x[n / 3];
    const mjtNum weight[2] = {3, -1.5};
    for (int t = 0; t < 2; t++) {
      memcpy(used, x, sizeof x);
      assert_true(lb_ldlUpdate(L, stride, diagInv, used, last, weight[t]));
      for (int i = 0; i < n * n; i++) {
        A[i] += weight[t] * x[i / n] * x[i % n];
      }
      multiplyReverseFactor(back, L, n);
      assertClose(back, A, n * n, 1e-11);
      for (int i = 0; i < n; i++) {
        assert_true(fabs(L[i * stride + i] * diagInv[i] - 1) < 1e-13);
      }
    }

    // taking away more than there is
    memcpy(used, x, sizeof x);
    assert_false(lb_ldlUpdate(L, stride, diagInv, used, last, -1e9));
  }
}

static void weighted_rows_are_added_to_their_columns(void** state) {
  Random random = {25};
  static mjtNum H[maxSize * stride], expected[maxSize * stride], block[maxArea];
  mjtNum J[maxArea], weight[maxSize];
  for (int count = 1; count <= 11; count++) {
    enum { nnz = 5 };
    const int cols[nnz] = {1, 2, 5, 9, 17};
    randomVector(&random, J, count * nnz);
    randomVector(&random, weight, count);
    weight[count / 2] = 0;
    randomVector(&random, H, maxSize * stride);
    memcpy(expected, H, sizeof H);
    for (int r = 0; r < count; r++) {
      for (int a = 0; a < nnz; a++) {
        for (int b = 0; b <= a; b++) {
          expected[cols[a] * stride + cols[b]] += weight[r] * J[r * nnz + a] * J[r * nnz + b];
        }
      }
    }
    lb_ldlAddRows(H, stride, cols, nnz, J, count, weight, block);
    assertClose(H, expected, maxSize * stride, 1e-14);
  }
}

static void pivots_below_the_limit_are_replaced_and_counted(void** state) {
  // rows 1 and 2 of a matrix of rank one
  mjtNum A[9] = {4, 2, 2, 2, 1, 1, 2, 1, 1};
  assert_int_equal(mju_cholFactor(A, 3, 1e-6), 1);
  assertClose(A, (mjtNum[]){2}, 1, 1e-15);
  assertClose(A + 4, (mjtNum[]){1e-3}, 1, 1e-15);
  assert_true(A[7] == 0);
  assertClose(A + 8, (mjtNum[]){1e-3}, 1, 1e-15);

  // a pivot of 0 is not below 0, and what is divided by it is not lost; a replaced one is
  mjtNum saddle[4] = {0, 1, 1, 0}, lost[4] = {-1, 0, 3, 4};
  assert_int_equal(mju_cholFactor(saddle, 2, 0), 1);
  assert_true(isinf(saddle[2]));
  assert_int_equal(mju_cholFactor(lost, 2, 0), 1);
  assert_true(lost[0] == 0 && lost[2] == 0 && lost[3] == 2);

  mjtNum H[4] = {1, 0, 1, 1}, diagInv[2];
  assert_false(lb_ldlFactor(H, 2, diagInv, 2));
  assert_true(H[0] == mjMINVAL && H[3] == 1);

  // what rounding made negative keeps its size, what it made nothing loses its row
  mjtNum negative[9] = {5, 0, 0, 1, 2, 0, 3, 3, -2};
  mjtNum inverse[3];
  assert_false(lb_ldlFactor(negative, 3, inverse, 3));
  assert_true(negative[8] == 2 && negative[6] == 1.5 && inverse[2] == 0.5);
  mjtNum none[4] = {5, 0, 1, 0};
  assert_false(lb_ldlFactor(none, 2, inverse, 2));
  assert_true(none[0] == 5 && none[2] == 0 && none[3] == mjMINVAL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reverse_factor_multiplies_back_solves_and_keeps_its_upper_triangle),
      cmocka_unit_test(reverse_factor_is_updated_by_weighted_vectors),
      cmocka_unit_test(weighted_rows_are_added_to_their_columns),
      cmocka_unit_test(pivots_below_the_limit_are_replaced_and_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
