// Sparse matrices against their dense forms.

#include "random.h"

#include <string.h>

#include "api/limber.h"
#include "math/sparse.h"

enum { maxRows = 24, maxEntries = maxRows * maxRows };

typedef struct Sparse_ {
  int nr, nc;
  mjtNum dense[maxEntries], values[maxEntries];
  int rownnz[maxRows], rowadr[maxRows], colind[maxEntries];
} Sparse;

static Sparse randomSparse(Random* random, int nr, int nc, double density) {
  Sparse s = {.nr = nr, .nc = nc};
  for (int i = 0; i < nr * nc; i++) {
    s.dense[i] = fabs(nextRandom(random)) < density ? nextRandom(random) : 0;
  }
  assert_int_equal(mju_dense2sparse(s.values, s.dense, nr, nc, s.rownnz, s.rowadr, s.colind,
                                    maxEntries),
                   0);
  return s;
}

// Random lower triangle with full diagonal.
static Sparse randomLower(Random* random, int n) {
  Sparse s = {.nr = n, .nc = n};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      bool kept = i == j || nextRandom(random) > 0.3;
      s.dense[i * n + j] = kept ? 2 + nextRandom(random) : 0;
    }
  }
  mju_dense2sparse(s.values, s.dense, n, n, s.rownnz, s.rowadr, s.colind, maxEntries);
  return s;
}

static void conversion_to_sparse_and_back_keeps_the_matrix(void** state) {
  Random random = {1};
  for (int t = 0; t < 50; t++) {
    Sparse s = randomSparse(&random, 1 + t % 13, 1 + t % 9, 0.4);
    mjtNum back[maxEntries];
    mju_sparse2dense(back, s.values, s.nr, s.nc, s.rownnz, s.rowadr, s.colind);
    assertClose(back, s.dense, s.nr * s.nc, 0);
  }
  mjtNum value;
  int rownnz, rowadr, colind;
  assert_int_equal(
      mju_dense2sparse(&value, (mjtNum[]){1, 2}, 1, 2, &rownnz, &rowadr, &colind, 1), 1);
}

static void sparse_products_equal_dense_ones(void** state) {
  Random random = {2};
  for (int t = 0; t < 50; t++) {
    Sparse s = randomSparse(&random, 1 + t % 17, 1 + t % 11, 0.4);
    mjtNum x[maxRows], expected[maxRows], result[maxRows];
    randomVector(&random, x, maxRows);
    x[t % maxRows] = 0;
    mju_mulMatVec(expected, s.dense, x, s.nr, s.nc);
    lb_mulMatVecSparse(result, s.values, x, s.nr, s.rownnz, s.rowadr, s.colind);
    assertClose(expected, result, s.nr, 1e-14);
    mju_mulMatTVec(expected, s.dense, x, s.nr, s.nc);
    lb_mulMatTVecSparse(result, s.values, x, s.nr, s.nc, s.rownnz, s.rowadr, s.colind);
    assertClose(expected, result, s.nc, 1e-14);
  }
}

static void lower_triangle_stands_for_the_symmetric_matrix(void** state) {
  Random random = {3};
  for (int n = 1; n <= maxRows; n++) {
    Sparse s = randomLower(&random, n);
    mjtNum full[maxEntries], x[maxRows], expected[maxRows], result[maxRows];
    mju_sym2dense(full, s.values, n, s.rownnz, s.rowadr, s.colind);
    for (int i = 0; i < n * n; i++) {
      int low = i / n > i % n ? i : (i % n) * n + i / n;
      assert_true(full[i] == s.dense[low]);
    }
    randomVector(&random, x, n);
    mju_mulMatVec(expected, full, x, n, n);
    lb_mulSymVecSparse(result, s.values, x, n, s.rownnz, s.rowadr, s.colind);
    assertClose(expected, result, n, 1e-13);

    // the full sparse form
    Sparse f = {.nr = n, .nc = n};
    lb_lowerToFullSparse(f.values, s.values, n, f.rownnz, f.rowadr, f.colind, s.rownnz, s.rowadr,
                         s.colind);
    mju_sparse2dense(f.dense, f.values, n, n, f.rownnz, f.rowadr, f.colind);
    assertClose(f.dense, full, n * n, 0);
    for (int i = 0; i < n; i++) {
      for (int k = 1; k < f.rownnz[i]; k++) {
        assert_true(f.colind[f.rowadr[i] + k - 1] < f.colind[f.rowadr[i] + k]);
      }
    }
  }
}

static void transposing_sparsely_equals_transposing_densely(void** state) {
  Random random = {4};
  for (int t = 0; t < 50; t++) {
    Sparse s = randomSparse(&random, 1 + t % 17, 1 + t % 11, 0.4);
    Sparse transposed = {.nr = s.nc, .nc = s.nr};
    mjtNum expected[maxEntries];
    mju_transpose(expected, s.dense, s.nr, s.nc);
    lb_transposeSparse(transposed.values, s.values, s.nr, s.nc, transposed.rownnz,
                       transposed.rowadr, transposed.colind, s.rownnz, s.rowadr, s.colind);
    mju_sparse2dense(transposed.dense, transposed.values, s.nc, s.nr, transposed.rownnz,
                     transposed.rowadr, transposed.colind);
    assertClose(expected, transposed.dense, s.nr * s.nc, 0);
  }
}

static void combining_sparse_vectors_unites_their_patterns(void** state) {
  Random random = {5};
  for (int t = 0; t < 100; t++) {
    Sparse a = randomSparse(&random, 1, 20, 0.3), b = randomSparse(&random, 1, 20, 0.3);
    mjtNum expected[20], result[20] = {0};
    int merged[40];
    for (int i = 0; i < 20; i++) {
      expected[i] = 2 * a.dense[i] - 3 * b.dense[i];
    }
    mjtNum dot = lb_dotSparse2(a.values, a.rownnz[0], a.colind, b.values, b.rownnz[0], b.colind);
    assert_true(fabs(dot - mju_dot(a.dense, b.dense, 20)) < 1e-14);

    int united = lb_mergeSorted(merged, a.colind, a.rownnz[0], b.colind, b.rownnz[0]);
    int nnz = lb_combineSparse(a.values, a.rownnz[0], a.colind, 2, b.values, b.rownnz[0],
                               b.colind, -3);
    assert_int_equal(nnz, united);
    for (int i = 0; i < nnz; i++) {
      assert_int_equal(merged[i], a.colind[i]);
      result[a.colind[i]] = a.values[i];
    }
    assertClose(expected, result, 20, 1e-15);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conversion_to_sparse_and_back_keeps_the_matrix),
      cmocka_unit_test(sparse_products_equal_dense_ones),
      cmocka_unit_test(lower_triangle_stands_for_the_symmetric_matrix),
      cmocka_unit_test(transposing_sparsely_equals_transposing_densely),
      cmocka_unit_test(combining_sparse_vectors_unites_their_patterns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
