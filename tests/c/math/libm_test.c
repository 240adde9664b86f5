// lb_sin and the rest against the machine's long double functions, and their special cases.

#include "math/libm.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

// Units in the last place between a result and the exact value.
static double ulpDistance(double result, long double exact) {
  double rounded = (double)exact;
  double spacing = nextafter(fabs(rounded), INFINITY) - fabs(rounded);
  return (double)(fabsl((long double)result - exact) / (spacing > 0 ? spacing : DBL_MIN));
}

typedef struct Unary_ {
  const char* name;
  double (*ours)(double);
  long double (*exact)(long double);
  double low;
  double high;
  double tolerance;  // units in the last place
} Unary;

static const Unary unary[] = {
    {"sin", lb_sin, sinl, -40, 40, 0.9},        {"cos", lb_cos, cosl, -40, 40, 0.9},
    {"tan", lb_tan, tanl, -40, 40, 1},          {"asin", lb_asin, asinl, -1, 1, 1},
    {"acos", lb_acos, acosl, -1, 1, 1},         {"atan", lb_atan, atanl, -30, 30, 1},
    {"sinh", lb_sinh, sinhl, -20, 20, 2},       {"cosh", lb_cosh, coshl, -20, 20, 2},
    {"tanh", lb_tanh, tanhl, -20, 20, 2},       {"exp", lb_exp, expl, -700, 700, 0.6},
    {"exp2", lb_exp2, exp2l, -1000, 1000, 0.6}, {"expm1", lb_expm1, expm1l, -3, 3, 1},
    {"log", lb_log, logl, 1e-9, 100, 0.6},      {"log2", lb_log2, log2l, 1e-9, 100, 0.6},
    {"log10", lb_log10, log10l, 1e-9, 100, 2},  {"log1p", lb_log1p, log1pl, -0.9, 10, 1},
    {"cbrt", lb_cbrt, cbrtl, -1000, 1000, 0.7},
};

static void test_one_argument_functions_are_accurate(void** state) {
  (void)state;
  enum { sampleCount = 20001 };
  for (size_t f = 0; f < sizeof unary / sizeof unary[0]; f++) {
    const Unary* function = &unary[f];
    double worst = 0;
    for (int i = 0; i < sampleCount; i++) {
      double x = function->low + (function->high - function->low) * i / (sampleCount - 1);
      double distance = ulpDistance(function->ours(x), function->exact(x));
      worst = distance > worst ? distance : worst;
    }
    if (!(worst <= function->tolerance)) {
      fail_msg("lb_%s is off by %g units in the last place", function->name, worst);
    }
  }
}

static void test_two_argument_functions_are_accurate(void** state) {
  (void)state;
  double worstPow = 0;
  double worstAtan2 = 0;
  double worstHypot = 0;
  for (int i = 1; i <= 200; i++) {
    for (int j = -100; j <= 100; j++) {
      double x = 0.13 * i;
      double y = 0.37 * j;
      worstPow = fmax(worstPow, ulpDistance(lb_pow(x, y), powl(x, y)));
      worstAtan2 = fmax(worstAtan2, ulpDistance(lb_atan2(y, -x), atan2l(y, -x)));
      worstHypot = fmax(worstHypot, ulpDistance(lb_hypot(x, y), hypotl(x, y)));
      assert_true(lb_fmod(y, x) == fmod(y, x));
    }
  }
  assert_true(worstPow <= 0.6);
  assert_true(worstAtan2 <= 1.5);
  assert_true(worstHypot <= 1);
}

static void test_domain_errors_give_nan_and_overflow_gives_infinity(void** state) {
  (void)state;
  assert_true(isnan(lb_sin(INFINITY)));
  assert_true(isnan(lb_acos(1.5)));
  assert_true(isnan(lb_log(-1)));
  assert_true(isnan(lb_pow(-2, 0.5)));
  assert_true(lb_log(0) == -INFINITY);
  assert_true(lb_exp(1000) == INFINITY);
  assert_true(lb_exp(-1000) == 0);
  assert_true(lb_pow(0, 0) == 1);
  assert_true(signbit(lb_atan2(-0.0, 1)) && lb_atan2(-0.0, 1) == 0);
}

static void test_large_arguments_are_reduced_exactly(void** state) {
  (void)state;
  assert_true(ulpDistance(lb_sin(1e22), -0.8522008497671888017727L) <= 1);
  assert_true(ulpDistance(lb_cos(1e22), 0.5232147853951389454975L) <= 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_argument_functions_are_accurate),
      cmocka_unit_test(test_two_argument_functions_are_accurate),
      cmocka_unit_test(test_domain_errors_give_nan_and_overflow_gives_infinity),
      cmocka_unit_test(test_large_arguments_are_reduced_exactly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
