// Compiling small scenes in tests.

#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"

// Compiles the inside of a <mujoco> element; fails the test with the message when it is refused.
mjModel* compiled(const char* content);

// The same with files that assets name, as pairs of name and text, ended by NULL.
mjModel* compiledWith(const char* content, const char* const files[]);

// Whether a model is refused with a message that contains `reason`; otherwise the test fails and
// tells what happened.
void assertRefused(const char* content, const char* reason);

// Largest difference of n numbers.
mjtNum distance(const mjtNum* a, const mjtNum* b, int n);

#define ASSERT_NEAR(a, b, tolerance)                             \
  do {                                                           \
    double value_ = (a), expected_ = (b);                        \
    if (!(fabs(value_ - expected_) <= (tolerance))) {            \
      fail_msg("%s is %.17g, not %.17g", #a, value_, expected_); \
    }                                                            \
  } while (0)
#define ASSERT_NUMBERS(a, tolerance, ...)                                               \
  do {                                                                                  \
    const mjtNum expected_[] = {__VA_ARGS__};                                           \
    int count_ = (int)(sizeof expected_ / sizeof expected_[0]);                         \
    for (int k_ = 0; k_ < count_; k_++) {                                               \
      if (!(fabs((double)(a)[k_] - expected_[k_]) <= (tolerance))) {                    \
        fail_msg("%s[%d] is %.17g, not %.17g", #a, k_, (double)(a)[k_], expected_[k_]); \
      }                                                                                 \
    }                                                                                   \
  } while (0)
