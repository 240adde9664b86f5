// What the tests of every folder may use: cmocka with the headers that it needs, comparisons of
// numbers that tell what they compared, and the message of a call that raises an error.

#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"

#define ASSERT_NEAR(a, b, tolerance)                             \
  do {                                                           \
    double value_ = (a), expected_ = (b);                        \
    if (!(fabs(value_ - expected_) <= (tolerance))) {            \
      fail_msg("%s is %.17g, not %.17g", #a, value_, expected_); \
    }                                                            \
  } while (0)
#define ASSERT_NUMBERS(a, tolerance, ...)                                               \
  do {                                                                                  \
    const double expected_[] = {__VA_ARGS__};                                           \
    int count_ = (int)(sizeof expected_ / sizeof expected_[0]);                         \
    for (int k_ = 0; k_ < count_; k_++) {                                               \
      if (!(fabs((double)(a)[k_] - expected_[k_]) <= (tolerance))) {                    \
        fail_msg("%s[%d] is %.17g, not %.17g", #a, k_, (double)(a)[k_], expected_[k_]); \
      }                                                                                 \
    }                                                                                   \
  } while (0)

// Fails unless text contains part.
#define ASSERT_SAYS(text, part)                          \
  do {                                                   \
    const char* text_ = (text);                          \
    if (!strstr(text_, part)) {                          \
      fail_msg("'%s' does not say '%s'", text_, (part)); \
    }                                                    \
  } while (0)

// The message of the error that function(context) raises; fails the test when it raises none.
static inline const char* errorOf(void (*function)(void* context), void* context) {
  if (lb_protect(function, context)) {
    fail_msg("no error was raised");
  }
  return lb_lastError();
}
