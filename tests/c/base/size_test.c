// Sizes that were asked for, and those that nothing can have.

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/size.h"

typedef struct Case_ {
  int64_t a, b;
} Case;

static void multiply(void* context) {
  const Case* pair = context;
  lb_sizeProduct(pair->a, pair->b);
}

static void a_product_that_63_bits_do_not_hold_is_an_error(void** state) {
  assert_int_equal(lb_sizeProduct(INT_MAX, INT_MAX), 4611686014132420609);
  assert_int_equal(lb_sizeProduct(0, INT64_MAX), 0);
  Case wrong[] = {{INT64_MAX, 2}, {-1, 3}, {3, -1}, {1L << 32, 1L << 31}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(lb_protect(multiply, &wrong[i]));
    assert_non_null(strstr(lb_lastError(), "size overflow"));
  }
}

static void countBytes(void* context) {
  const Case* pair = context;
  lb_checkedSize(pair->a, (size_t)pair->b);
}

static void bytes_that_no_block_holds_are_an_error(void** state) {
  assert_int_equal(lb_checkedSize(3, 8), 24);
  Case wrong[] = {{INT64_MAX / 4, 8}, {-1, 1}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(lb_protect(countBytes, &wrong[i]));
  }
}

static void shorten(void* context) {
  lb_sizeAsInt(*(int64_t*)context, "legs");
}

static void a_size_beyond_an_int_says_of_what_there_are_too_many(void** state) {
  int64_t most = INT_MAX, more = most + 1;
  assert_int_equal(lb_sizeAsInt(most, "legs"), INT_MAX);
  assert_false(lb_protect(shorten, &more));
  assert_string_equal(lb_lastError(), "too many legs: 2147483648, expected at most 2147483647");
}

static void allocateNearlyAll(void* region) {
  lb_regionAlloc(region, SIZE_MAX - 7);
}

static void a_region_refuses_a_block_whose_rounded_size_would_wrap_around(void** state) {
  lbRegion region = {NULL};
  assert_false(lb_protect(allocateNearlyAll, &region));
  lb_regionFree(&region);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_product_that_63_bits_do_not_hold_is_an_error),
      cmocka_unit_test(bytes_that_no_block_holds_are_an_error),
      cmocka_unit_test(a_size_beyond_an_int_says_of_what_there_are_too_many),
      cmocka_unit_test(a_region_refuses_a_block_whose_rounded_size_would_wrap_around),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
