// Conversion of sparse matrices to dense ones and back.

#include "check.h"
#include "random.h"

#include <string.h>

#include "api/limber.h"

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
  assert_int_equal(
      mju_dense2sparse(s.values, s.dense, nr, nc, s.rownnz, s.rowadr, s.colind, maxEntries), 0);
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
  assert_int_equal(mju_dense2sparse(&value, (mjtNum[]){1, 2}, 1, 2, &rownnz, &rowadr, &colind, 1),
                   1);
}

static void lower_triangle_stands_for_the_symmetric_matrix(void** state) {
  Random random = {3};
  for (int n = 1; n <= maxRows; n++) {
    Sparse s = randomLower(&random, n);
    mjtNum full[maxEntries];
    mju_sym2dense(full, s.values, n, s.rownnz, s.rowadr, s.colind);
    for (int i = 0; i < n * n; i++) {
      int low = i / n > i % n ? i : (i % n) * n + i / n;
      assert_true(full[i] == s.dense[low]);
    }
  }
}

static void spread(void* context) {
  mjtNum res[6];
  mju_sparse2dense(res, (mjtNum[]){1, 2}, 2, 3, (int[]){1, 1}, (int[]){0, 1}, context);
}

static void spreadTriangle(void* context) {
  mjtNum res[4];
  mju_sym2dense(res, (mjtNum[]){1, 2}, 2, (int[]){1, 1}, (int[]){0, 1}, context);
}

static void a_column_that_is_none_is_an_error(void** state) {
  ASSERT_SAYS(errorOf(spread, ((int[]){0, 3})), "colind[1] = 3 is not a column of 3");
  ASSERT_SAYS(errorOf(spread, ((int[]){-1, 0})), "colind[0] = -1");
  ASSERT_SAYS(errorOf(spreadTriangle, ((int[]){0, 2})), "colind[1] = 2 is not a column of 2");
}

// COMPAT: DENSE2SPARSE-NO-ROOM
static void no_room_is_too_little_for_zeros_too(void** state) {
  int rownnz = 7, rowadr = 7;
  const mjtNum zero = 0;
  assert_int_equal(mju_dense2sparse(NULL, &zero, 1, 1, &rownnz, &rowadr, NULL, 0), 1);
  assert_int_equal(rownnz, 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conversion_to_sparse_and_back_keeps_the_matrix),
      cmocka_unit_test(lower_triangle_stands_for_the_symmetric_matrix),
      cmocka_unit_test(a_column_that_is_none_is_an_error),
      cmocka_unit_test(no_room_is_too_little_for_zeros_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
