// Dense vectors and matrices: products equal plain loops, for every size.

#include "random.h"

#include <stdlib.h>
#include <string.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "math/blas.h"
#include "math/ldl.h"

enum { maxSize = 40, maxArea = maxSize * maxSize };

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

static void every_bit_is_seen_at_every_place(void** state) {
  mjtNum zero[maxSize] = {0}, vec[maxSize] = {0};
  for (int n = 0; n <= 20; n++) {
    vec[n] = 1;  // beyond the end
    assert_false(lb_anyBit(vec, n));
    assert_false(lb_anyBitDiffers(vec, zero, n));
    vec[n] = 0;
    for (int i = 0; i < n; i++) {
      vec[i] = -0.0;
      assert_true(lb_anyBit(vec, n));
      assert_true(lb_anyBitDiffers(vec, zero, n));
      assert_true(lb_anyBitDiffers(zero, vec, n));
      assert_false(lb_anyBitDiffers(vec, vec, n));
      vec[i] = 0;
    }
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

enum { stride = maxSize + 3 };

// COMPAT: MATH-DOT: lanes 0 and 2 are added first, then 1 and 3, so that the huge numbers cancel
// before the small ones are lost; three numbers behind the lanes are a sum of their own, which a
// sparse product adds one by one.
static void sums_of_products_are_added_in_lanes(void** state) {
  const mjtNum ones[7] = {1, 1, 1, 1, 1, 1, 1}, lanes[4] = {1e16, 1, -1e16, 1};
  assert_true(mju_dot(lanes, ones, 4) == 2);
  const mjtNum tail[7] = {1e16, 0, 0, 0, 1, 1, 0};
  const int columns[7] = {0, 1, 2, 3, 4, 5, 6};
  assert_true(mju_dot(tail, ones, 7) == 1e16 + 2);
  assert_true(lb_sparseDot(tail, columns, ones, 7) == 1e16);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_equal_plain_loops_for_every_size),
      cmocka_unit_test(every_bit_is_seen_at_every_place),
      cmocka_unit_test(vector_functions_handle_every_length),
      cmocka_unit_test(square_with_diagonal_is_symmetric_and_equals_the_product),
      cmocka_unit_test(sums_of_products_are_added_in_lanes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
