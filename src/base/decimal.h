// Doubles and their decimal digits, exactly.

#pragma once

#include <stdint.h>

enum { LB_DECIMAL_DIGITS = 90 * 9 };

// 0.d1 d2 d3 ... * 10^point; no zeros at either end, count 0 for zero.
typedef struct lbDecimal_ {
  int count;
  int point;
  char digits[LB_DECIMAL_DIGITS];  // '0' to '9', without a final zero byte
} lbDecimal;

// All digits of mantissa * 2^exponent; mantissa below 2^54, exponent from -1075 to 971.
void lb_decimalExpand(uint64_t mantissa, int exponent, lbDecimal* result);

// Keeps `count` digits (any sign), to nearest, ties to even.
void lb_decimalRound(lbDecimal* decimal, int count);

// strtod of C11 in the C locale: decimal and hexadecimal numbers, infinities and NaN, rounded to
// nearest; *end (may be NULL) is where the number stops, `text` itself if there is none. Sets errno
// to ERANGE for results that are infinite, or subnormal and below the number.
double lb_strtod(const char* text, char** end);
