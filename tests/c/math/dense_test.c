// Dense vectors and matrices, Cholesky factors in both layouts, band matrices, bounded QP.

#include "random.h"

#include <stdlib.h>
#include <string.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "math/blas.h"
#include "math/ldl.h"

enum { maxSize = 40, maxArea = maxSize * maxSize };

// Plain triple loops as oracle: res (r x c) = op(a) op(b).
static void multiplyPlainly(mjtNum* res, const mjtNum* a, bool transposeA, const mjtNum* b,
                            bool transposeB, int r, int inner, int c) {
  for (int i = 0; i < r; i++) {
    for (int j = 0; j < c; j++) {
      mjtNum sum = 0;
      for (int k = 0; k < inner; k++) {
        sum += (transposeA ? a[k * r + i] : a[i * inner + k]) *
               (transposeB ? b[j * inner + k] : b[k * c + j]);
      }
      res[i * c + j] = sum;
    }
  }
}

static void products_equal_plain_loops_for_every_size(void** state) {
  Random random = {1};
  mjtNum a[maxArea], b[maxArea], expected[maxArea], result[maxArea];
  for (int size = 1; size <= 21; size++) {
    int r = size, inner = 1 + (size * 7) % 13, c = 1 + (size * 5) % 11;
    randomVector(&random, a, maxArea);
    randomVector(&random, b, maxArea);
    a[size % 5] = 0;
    multiplyPlainly(expected, a, false, b, false, r, inner, c);
    mju_mulMatMat(result, a, b, r, inner, c);
    assertClose(expected, result, r * c, 1e-14);
    multiplyPlainly(expected, a, false, b, true, r, inner, c);
    mju_mulMatMatT(result, a, b, r, inner, c);
    assertClose(expected, result, r * c, 1e-14);
    multiplyPlainly(expected, a, true, b, false, r, inner, c);
    mju_mulMatTMat(result, a, b, inner, r, c);
    assertClose(expected, result, r * c, 1e-14);
    multiplyPlainly(expected, a, false, b, false, r, inner, 1);
    mju_mulMatVec(result, a, b, r, inner);
    assertClose(expected, result, r, 1e-14);
    multiplyPlainly(expected, a, true, b, false, r, inner, 1);
    mju_mulMatTVec(result, a, b, inner, r);
    assertClose(expected, result, r, 1e-14);
  }
}

static void vector_functions_handle_every_length(void** state) {
  Random random = {2};
  mjtNum a[maxSize], b[maxSize], res[maxSize];
  for (int n = 0; n < 20; n++) {
    randomVector(&random, a, maxSize);
    randomVector(&random, b, maxSize);
    mjtNum guard = 77, dot = 0;
    res[n] = guard;
    mju_addScl(res, a, b, 0.3, n);
    for (int i = 0; i < n; i++) {
      assert_true(res[i] == a[i] + b[i] * 0.3);
      dot += a[i] * b[i];
    }
    mju_scl(res, a, 3, n);
    mju_sub(res, res, a, n);
    mju_subFrom(res, a, n);
    assertClose(res, a, n, 1e-15);
    assert_true(fabs(mju_dot(a, b, n) - dot) < 1e-14);
    assert_true(res[n] == guard);
  }
}

static void square_with_diagonal_is_symmetric_and_equals_the_product(void** state) {
  Random random = {3};
  mjtNum J[maxArea], D[maxSize], scaled[maxArea], expected[maxArea], result[maxArea];
  for (int nr = 1; nr <= 14; nr++) {
    for (int nc = 1; nc <= 9; nc++) {
      randomVector(&random, J, nr * nc);
      randomVector(&random, D, nr);
      D[nr / 2] = 0;
      for (int i = 0; i < nr * nc; i++) {
        J[i] = i % nc < nr % 3 ? 0 : J[i];
        scaled[i] = J[i] * D[i / nc];
      }
      multiplyPlainly(expected, J, true, scaled, false, nc, nr, nc);
      mju_sqrMatTD(result, J, D, nr, nc);
      assertClose(expected, result, nc * nc, 1e-14);
      multiplyPlainly(expected, J, true, J, false, nc, nr, nc);
      mju_sqrMatTD(result, J, NULL, nr, nc);
      assertClose(expected, result, nc * nc, 1e-14);
    }
  }
}

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

static void pivots_below_the_limit_are_replaced_and_counted(void** state) {
  // rows 1 and 2 of a matrix of rank one
  mjtNum A[9] = {4, 2, 2, 2, 1, 1, 2, 1, 1};
  assert_int_equal(mju_cholFactor(A, 3, 1e-6), 1);
  assertClose(A, (mjtNum[]){2}, 1, 1e-15);
  assertClose(A + 4, (mjtNum[]){1e-3}, 1, 1e-15);
  assert_true(A[7] == 0);
  assertClose(A + 8, (mjtNum[]){1e-3}, 1, 1e-15);

  mjtNum H[4] = {1, 0, 1, 1}, diagInv[2];
  assert_false(lb_ldlFactor(H, 2, diagInv, 2));
  assert_true(H[0] == mjMINVAL && H[3] == 1);
}

static void band_matrices_agree_with_dense_ones(void** state) {
  Random random = {7};
  mjtNum A[maxArea], band[maxArea], dense[maxArea], x[maxSize], b[maxSize], solved[maxSize];
  for (int total = 1; total <= 12; total++) {
    for (int ndense = 0; ndense <= 3 && ndense <= total; ndense++) {
      int nband = total - ndense > 0 ? 1 + total % (total - ndense) : 0;
      randomPositive(&random, A, total, 5);
      for (int i = 0; i < total * total; i++) {
        int row = i / total, column = i % total;
        bool stored =
            abs(row - column) < nband || row >= total - ndense || column >= total - ndense;
        A[i] = stored ? A[i] : 0;
      }
      for (int i = 0; i < total; i++) {
        A[i * total + i] += 10;
      }

      mju_dense2Band(band, A, total, nband, ndense);
      mju_band2Dense(dense, band, total, nband, ndense, true);
      assertClose(dense, A, total * total, 0);
      for (int i = 0; i < total; i++) {
        assert_true(band[mju_bandDiag(i, total, nband, ndense)] == A[i * total + i]);
      }

      randomVector(&random, x, total);
      mju_bandMulMatVec(b, band, x, total, nband, ndense, 1, true);
      mju_mulMatVec(solved, A, x, total, total);
      assertClose(b, solved, total, 1e-13);
      assert_true(mju_cholFactorBand(band, total, nband, ndense, 0, 0) > 0);
      mju_cholSolveBand(solved, band, b, total, nband, ndense);
      assertClose(solved, x, total, 1e-12);
    }
  }
  mjtNum indefinite[2] = {1, -1};
  assert_true(mju_cholFactorBand(indefinite, 2, 1, 0, 0, 0) == 0);
}

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
      cmocka_unit_test(products_equal_plain_loops_for_every_size),
      cmocka_unit_test(vector_functions_handle_every_length),
      cmocka_unit_test(square_with_diagonal_is_symmetric_and_equals_the_product),
      cmocka_unit_test(lower_factor_times_its_transpose_is_the_matrix),
      cmocka_unit_test(reverse_factor_multiplies_back_solves_and_keeps_its_upper_triangle),
      cmocka_unit_test(reverse_factor_is_updated_by_weighted_vectors),
      cmocka_unit_test(weighted_rows_are_added_to_their_columns),
      cmocka_unit_test(rank_one_update_is_the_factor_of_the_updated_matrix),
      cmocka_unit_test(pivots_below_the_limit_are_replaced_and_counted),
      cmocka_unit_test(band_matrices_agree_with_dense_ones),
      cmocka_unit_test(bounded_minimum_satisfies_its_optimality_conditions),
      cmocka_unit_test(unbounded_minimum_solves_the_linear_system),
      cmocka_unit_test(arrays_for_the_bounded_minimum_are_allocated_and_released),
      cmocka_unit_test(equal_bounds_raise_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
