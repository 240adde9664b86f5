// Doubles and their decimal digits, exactly.

#pragma once

#include <stdbool.h>
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

// A decimal number as it is written: digits * 10^exponent, with the sign apart.
typedef struct lbWritten_ {
  uint64_t digits;  // the first 18 that count, as an integer
  int count;        // of these: 0 for zero
  int exponent;
  bool isNegative;
  bool isWhole;  // no digit was left out
} lbWritten;

// Reads sign, digits with at most one point, and exponent, from text up to end (NULL: up to a zero
// byte). Returns where the number stops; NULL when there is none.
const char* lb_readDecimal(const char* text, const char* end, lbWritten* written);

// Its value where one multiplication or division rounds correctly; false where it takes more.
bool lb_exactDecimal(const lbWritten* written, double* value);

// Its value by a few multiplications or divisions: the last bits may differ.
double lb_nearDecimal(const lbWritten* written);

// strtod of C11 in the C locale: decimal and hexadecimal numbers, infinities and NaN, rounded to
// nearest; *end (may be NULL) is where the number stops, `text` itself if there is none. Sets errno
// to ERANGE for results that are infinite, or subnormal and below the number.
double lb_strtod(const char* text, char** end);
