// Band matrices with dense rows at the end agree with dense ones.

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(band_matrices_agree_with_dense_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
