// Formatted text: the engine's own vsnprintf against the C library's.

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/format.h"

static void assertSame(const char* format, ...) {
  char ours[2000], theirs[2000];
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int a = lb_vsnprintf(ours, sizeof ours, format, arguments);
  int b = vsnprintf(theirs, sizeof theirs, format, again);
  va_end(arguments);
  va_end(again);
  if (strcmp(ours, theirs) != 0) {
    fail_msg("'%s' gives '%s', expected '%s'", format, ours, theirs);
  }
  assert_int_equal(a, b);
}

static int shorten(char* text, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = lb_vsnprintf(text, size, format, arguments);
  va_end(arguments);
  return length;
}

static void words_and_integers(void** state) {
  assertSame("plain, 100%% of it");
  assertSame("%s|%10s|%-10s|%.2s|%.*s|%.9s", "text", "right", "left", "cut", 3, "stars", "short");
  assertSame("%c|%3c|%-3c|", 'a', 'b', 'c');
  assertSame("%d %i %5d|%-5d|%05d|%+d|% d|%*d|%-*d|%0*d", 1, -2, 3, -4, -5, 6, 7, 8, 9, 4, 2, 6,
             -3);
  assertSame("%d %d %lld %lld", INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN);
  assertSame("%u %llu %zu %zd %lu %ld %jd %x %llx", UINT_MAX, ULLONG_MAX, (size_t)77, (ssize_t)-78,
             (unsigned long)79, (long)-80, (intmax_t)-81, 0xbeefu, 0x123456789abcull);
}

static void numbers_in_every_format(void** state) {
  static const char* const formats[] = {"%g",      "%f",      "%e",    "%.15g",   "%.17g", "%.0f",
                                        "%.0e",    "%.0g",    "%#.0f", "%#.3e",   "%.3f",  "%8.3f",
                                        "%-8.2g|", "% -9.2g", "%+.4f", "%012.5e", "%+09g", "%.1f",
                                        "%.30f",   "%.400e",  "%G",    "%E",      "%F",    "%-.3g"};
  static const double numbers[] = {0,
                                   -0.0,
                                   1,
                                   -1,
                                   0.5,
                                   1.5,
                                   2.5,
                                   0.125,
                                   0.375,
                                   9.5,
                                   99.5,
                                   0.95,
                                   0.05,
                                   999999.5,
                                   999999.4,
                                   1e5,
                                   1e6,
                                   123456789,
                                   1e15,
                                   1e22,
                                   1e23,
                                   1e100,
                                   1.7976931348623157e308,
                                   4.9406564584124654e-324,
                                   2.2e-308,
                                   1e-4,
                                   9.9999e-5,
                                   0.00099995,
                                   1e-5,
                                   0.1,
                                   1.0 / 3,
                                   2.0 / 3,
                                   3.14159265358979,
                                   INFINITY,
                                   -INFINITY,
                                   NAN};
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
      assertSame(formats[i], numbers[k]);
    }
  }
}

// Apart, because some C libraries drop the zeros when rounding carries.
static void the_flag_for_zeros(void** state) {
  char text[40];
  assert_int_equal(shorten(text, sizeof text, "%#g %#.3g %#.0f", 999999.5, 2.0, 3.0), 19);
  assert_string_equal(text, "1.00000e+06 2.00 3.");
}

static void random_numbers(void** state) {
  uint64_t bits = 88172645463325252ull;
  for (int i = 0; i < 20000; i++) {
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    double wide, narrow = ldexp((double)(int64_t)bits, -(int)(bits % 80));
    memcpy(&wide, &bits, sizeof wide);
    int precision = (int)(bits % 20);
    assertSame("%.*g %.*e %.17g", precision, wide, precision, wide, wide);
    assertSame("%.*f %.*g %.*e", precision, narrow, precision, narrow, precision, narrow);
  }
}

static void long_text_is_cut_and_its_length_returned(void** state) {
  char text[5] = "####";
  assert_int_equal(shorten(NULL, 0, "%d-%s", 12, "ab"), 5);
  assert_int_equal(shorten(text, 0, "%s", "abc"), 3);
  assert_string_equal(text, "####");
  assert_int_equal(shorten(text, sizeof text, "%s%g", "abc", 1.25), 7);
  assert_string_equal(text, "abc1");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_and_integers),
      cmocka_unit_test(numbers_in_every_format),
      cmocka_unit_test(the_flag_for_zeros),
      cmocka_unit_test(random_numbers),
      cmocka_unit_test(long_text_is_cut_and_its_length_returned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
