// Reading numbers: the engine's own strtod against the C library's, over hard and random texts.

#include <errno.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/decimal.h"

static uint64_t seed = 1;

static uint64_t random64(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static void assertSame(const char* text) {
  char *ours, *theirs;
  double a = lb_strtod(text, &ours);
  double b = strtod(text, &theirs);
  if (!(isnan(a) && isnan(b)) && memcmp(&a, &b, sizeof a) != 0) {
    fail_msg("'%s' reads as %a, expected %a", text, a, b);
  }
  if (ours != theirs) {
    fail_msg("'%s' ends after %d characters, expected %d", text, (int)(ours - text),
             (int)(theirs - text));
  }
}

static void words_and_broken_numbers_end_where_they_should(void** state) {
  static const char* const texts[] = {
      "",
      " ",
      "-",
      "+",
      ".",
      "-.",
      ".e3",
      "1e",
      "1e+",
      "1e-x",
      "1.",
      ".5",
      "+3",
      "-0",
      "0",
      "00012.50",
      "1.2.3",
      "1,5",
      " \t\n7",
      "inf",
      "-INF",
      "infinity",
      "infinite",
      "infx",
      "nan",
      "NaN(12)",
      "nan(1",
      "-nan",
      "0x",
      "0x.p1",
      "0x10",
      "0X1.8p3",
      "0x1p-3",
      "0x.8",
      "0x1p",
      "0xg",
      "0x1p5000",
      "0x1p-5000",
      "1d3",
      "1_0",
      "1e400",
      "-1e400",
      "1e-400",
      "0e999999999999",
      "1e99999999999",
      "1e-99999999999",
      "0x1.fffffffffffffp1023",
      "0x123456789abcdefp-20",
      "0x0.0000000000000000000000001p96",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    assertSame(texts[i]);
  }
}

static void results_are_rounded_to_nearest(void** state) {
  static const char* const texts[] = {
      "9007199254740993",
      "9007199254740993.0000000000000000000000000001",
      "9007199254740992.9999",
      "1.7976931348623157e308",
      "1.7976931348623158e308",
      "1.7976931348623159e308",
      "2.2250738585072011e-308",
      "2.2250738585072014e-308",
      "4.9e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "7.4e-324",
      "6.631236846766476e-316",
      "3.1415926535897931",
      "89255e-22",
      "0.1",
      "0.3",
      "123456789012345678901234567890",
      "1e23",
      "8.5e22",
      "0.000000000000000000000000000000000000001e39",
      "179769313486231570000000000000000000000e270",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    assertSame(texts[i]);
  }
}

static void random_numbers_read_back(void** state) {
  char text[1200];
  for (int i = 0; i < 20000; i++) {
    uint64_t bits = random64();
    double number;
    memcpy(&number, &bits, sizeof number);
    for (int digits = 15; digits <= 18; digits++) {
      snprintf(text, sizeof text, "%.*g", digits, number);
      assertSame(text);
    }
  }
  for (int i = 0; i < 20000; i++) {
    snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)random64() >> random64() % 64,
             (unsigned long long)random64() >> random64() % 64, (int)(random64() % 700) - 350);
    assertSame(text);
  }
}

// The middle of two neighbours, written in full, and a hair above and below it.
static void middles_go_to_the_even_neighbour(void** state) {
  for (int i = 0; i < 2000; i++) {
    uint64_t bits = i < 20 ? (uint64_t)i : random64() & 0x7FDFFFFFFFFFFFFFu;
    uint64_t mantissa = bits & 0xFFFFFFFFFFFFFu;
    int exponent = (int)(bits >> 52);
    mantissa |= exponent ? 1ull << 52 : 0;
    lbDecimal decimal;
    lb_decimalExpand(2 * mantissa + 1, exponent - (exponent > 0) - 1075, &decimal);
    char text[LB_DECIMAL_DIGITS + 20];
    int scale = decimal.point - decimal.count;
    snprintf(text, sizeof text, "%.*se%d", decimal.count, decimal.digits, scale);
    assertSame(text);
    snprintf(text, sizeof text, "%.*s1e%d", decimal.count, decimal.digits, scale - 1);
    assertSame(text);
    decimal.digits[decimal.count - 1]--;
    snprintf(text, sizeof text, "%.*s9e%d", decimal.count, decimal.digits, scale - 1);
    assertSame(text);
  }
}

// Requirement: what vanishes or overflows is told; see lb_parseDouble.
static void range_errors_are_told(void** state) {
  static const struct {
    const char* text;
    int error;
  } cases[] = {{"1e400", ERANGE},  {"-1e309", ERANGE}, {"1e-400", ERANGE}, {"1e-320", ERANGE},
               {"5e-324", ERANGE}, {"4.9e-324", 0},    {"0e-400", 0},      {"inf", 0},
               {"1e308", 0},       {"2.3e-308", 0},    {"0x1p-1074", 0},   {"0x1p-1080", ERANGE}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    errno = 0;
    lb_strtod(cases[i].text, NULL);
    assert_int_equal(errno, cases[i].error);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_and_broken_numbers_end_where_they_should),
      cmocka_unit_test(results_are_rounded_to_nearest),
      cmocka_unit_test(random_numbers_read_back),
      cmocka_unit_test(middles_go_to_the_even_neighbour),
      cmocka_unit_test(range_errors_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
