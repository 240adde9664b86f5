// Decimal digits; see base/decimal.h.
//
// A double is m * 2^e, hence an integer times a power of ten: 2^-k = 5^k / 10^k. The integer is
// kept in words of nine digits, at most 86 of them (the middle of the two smallest doubles).
//
// Reading starts from a guess that is a few units off at most and walks to the right double: its
// neighbours' middles are written out exactly and compared with the digits that were given (the
// check of Clinger 1990, "How to read floating point numbers accurately", done in decimal). Most
// numbers in models are short and never come there: a mantissa below 2^53 and a power of ten up to
// 22 are exact doubles, so one multiplication or division rounds correctly (Clinger as well).

#include "base/decimal.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define WORD 1000000000u
#define WORD_DIGITS 9
#define MANTISSA_BITS 52
#define SMALLEST_EXPONENT (-1074)
#define INFINITE_BITS 0x7FF0000000000000u
#define NAN_BITS 0x7FF8000000000000u
#define DECIMAL_LIMIT 400  // powers of ten beyond it make zero or infinity
#define EXPONENT_LIMIT 99999
#define DIGITS_KEPT 18  // fit 64 bits

// ---------------------------------------------------------------------------------------- digits

static int multiply(uint32_t* words, int count, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < count; i++) {
    carry += (uint64_t)words[i] * factor;
    words[i] = (uint32_t)(carry % WORD);
    carry /= WORD;
  }
  if (carry) {
    words[count++] = (uint32_t)carry;
  }
  return count;
}

void lb_decimalExpand(uint64_t mantissa, int exponent, lbDecimal* result) {
  uint32_t words[LB_DECIMAL_DIGITS / WORD_DIGITS];
  int count = 0;
  result->count = 0;
  result->point = 0;
  if (mantissa == 0) {
    return;
  }
  int zeros = __builtin_ctzll(mantissa);
  mantissa >>= zeros;
  exponent += zeros;
  for (uint64_t rest = mantissa; rest; rest /= WORD) {
    words[count++] = (uint32_t)(rest % WORD);
  }

  // as many factors at once as stay below a word
  uint32_t factor = exponent < 0 ? 5 : 2;
  int most = exponent < 0 ? 12 : 29;
  for (int left = exponent < 0 ? -exponent : exponent; left > 0; left -= most) {
    uint32_t power = 1;
    for (int i = 0; i < most && i < left; i++) {
      power *= factor;
    }
    count = multiply(words, count, power);
  }

  // words to digits, the last one first
  char* digits = result->digits;
  int total = WORD_DIGITS * count;
  for (int i = 0; i < total; i++) {
    uint32_t* word = &words[i / WORD_DIGITS];
    digits[total - 1 - i] = (char)('0' + *word % 10);
    *word /= 10;
  }
  int first = 0;
  while (digits[first] == '0') {
    first++;
  }
  result->point = total - first + (exponent < 0 ? exponent : 0);
  while (digits[total - 1] == '0') {
    total--;
  }
  result->count = total - first;
  memmove(digits, digits + first, (size_t)result->count);
}

void lb_decimalRound(lbDecimal* decimal, int count) {
  if (count >= decimal->count) {
    return;
  }
  char* digits = decimal->digits;
  bool up = false;
  if (count >= 0) {
    bool tie = digits[count] == '5' && count + 1 == decimal->count;
    bool odd = count > 0 && digits[count - 1] % 2 != 0;
    up = tie ? odd : digits[count] >= '5';
  }
  while (count > 0 && digits[count - 1] == (up ? '9' : '0')) {
    count--;
  }
  if (up && count > 0) {
    digits[count - 1]++;
  } else if (up) {
    digits[count++] = '1';
    decimal->point++;
  }
  decimal->count = count > 0 ? count : 0;
}

// --------------------------------------------------------------------------------------- reading

// All digits of a number as it was written, with at most one point among them, from the first that
// is not zero; the same scale as lbDecimal.
typedef struct {
  const char* first;
  const char* last;
  int point;
} Digits;

static bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// The sign of (written - m * 2^e).
static int compare(const Digits* written, uint64_t mantissa, int exponent) {
  lbDecimal decimal;
  lb_decimalExpand(mantissa, exponent, &decimal);
  if (decimal.count == 0 || written->point != decimal.point) {
    return decimal.count == 0 || written->point > decimal.point ? 1 : -1;
  }
  const char* text = written->first;
  for (int i = 0; i < decimal.count || text < written->last; text++) {
    if (text < written->last && *text == '.') {
      continue;
    }
    char a = text < written->last ? *text : '0';
    char b = i < decimal.count ? decimal.digits[i] : '0';
    if (a != b) {
      return a > b ? 1 : -1;
    }
    i++;
  }
  return 0;
}

// The sign of (written - the double with these bits), or the middle of it and the next one.
static int compareDouble(const Digits* written, uint64_t bits, bool middle) {
  uint64_t mantissa = bits & ((1ull << MANTISSA_BITS) - 1);
  int exponent = (int)(bits >> MANTISSA_BITS);
  if (exponent > 0) {
    mantissa |= 1ull << MANTISSA_BITS;
    exponent--;
  }
  exponent += SMALLEST_EXPONENT;
  return middle ? compare(written, 2 * mantissa + 1, exponent - 1)
                : compare(written, mantissa, exponent);
}

// Moves from a guess to the nearest double, ties to even.
static uint64_t nearest(const Digits* written, uint64_t bits) {
  uint64_t start = bits;
  for (; bits < INFINITE_BITS; bits++) {
    int side = compareDouble(written, bits, true);
    if (side < 0 || (side == 0 && bits % 2 == 0)) {
      break;
    }
  }
  for (; bits > 0 && bits <= start; bits--) {
    int side = compareDouble(written, bits - 1, true);
    if (side > 0 || (side == 0 && bits % 2 == 0)) {
      break;
    }
  }
  return bits;
}

// After a number's digits: e or p with an integer. Nothing is consumed when there is none.
static int readExponent(const char** text, const char* end, char letter) {
  const char* p = *text;
  int exponent = 0;
  if (p != end && (*p | ' ') == letter) {
    p++;
    bool negative = p != end && *p == '-';
    p += p != end && (*p == '-' || *p == '+');
    if (p != end && isDigit(*p)) {
      for (; p != end && isDigit(*p); p++) {
        exponent = exponent < EXPONENT_LIMIT ? 10 * exponent + (*p - '0') : exponent;
      }
      exponent = negative ? -exponent : exponent;
      *text = p;
    }
  }
  return exponent;
}

const char* lb_readDecimal(const char* text, const char* end, lbWritten* written) {
  *written = (lbWritten){.isWhole = true};
  written->isNegative = text != end && *text == '-';
  text += text != end && (*text == '-' || *text == '+');
  bool any = false;
  bool point = false;
  for (; text != end && (isDigit(*text) || (*text == '.' && !point)); text++) {
    if (*text == '.') {
      point = true;
      continue;
    }
    any = true;
    if (written->count < DIGITS_KEPT) {
      written->digits = 10 * written->digits + (uint64_t)(*text - '0');
      written->count += written->digits > 0;
      written->exponent -= point;
    } else {
      written->exponent += !point;
      written->isWhole = written->isWhole && *text == '0';
    }
  }
  if (any) {
    written->exponent += readExponent(&text, end, 'e');
  }
  return any ? text : NULL;
}

static const double powersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool lb_exactDecimal(const lbWritten* written, double* value) {
  int power = written->exponent;
  if (!written->isWhole || written->digits >= 1ull << 53 || power < -22 || power > 22) {
    return false;
  }
  double number = (double)written->digits;
  number = power < 0 ? number / powersOfTen[-power] : number * powersOfTen[power];
  *value = written->isNegative ? -number : number;
  return true;
}

double lb_nearDecimal(const lbWritten* written) {
  double number = (double)written->digits;
  for (int left = written->exponent; left > 0 && number > 0 && isfinite(number); left -= 22) {
    number *= powersOfTen[left < 22 ? left : 22];
  }
  for (int left = -written->exponent; left > 0 && number > 0; left -= 22) {
    number /= powersOfTen[left < 22 ? left : 22];
  }
  return written->isNegative ? -number : number;
}

static uint64_t bitsOf(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

// What follows the sign; NULL when it is no number.
static const char* readDigits(const char* text, uint64_t* bits) {
  lbWritten written;
  const char* stop = isDigit(*text) || *text == '.' ? lb_readDecimal(text, NULL, &written) : NULL;
  *bits = 0;
  if (!stop || !written.count) {
    return stop;
  }
  double exact;
  if (lb_exactDecimal(&written, &exact)) {
    *bits = bitsOf(exact);
    return stop;
  }
  Digits digits = {.first = text, .point = written.count + written.exponent};
  while (*digits.first == '0' || *digits.first == '.') {
    digits.first++;
  }
  bool point = false;
  for (digits.last = text; isDigit(*digits.last) || (*digits.last == '.' && !point);) {
    point = point || *digits.last == '.';
    digits.last++;
  }
  if (digits.point > DECIMAL_LIMIT) {
    *bits = INFINITE_BITS;
  } else if (digits.point > -DECIMAL_LIMIT) {
    uint64_t start = bitsOf(lb_nearDecimal(&written));
    *bits = nearest(&digits, start < INFINITE_BITS ? start : INFINITE_BITS - 1);
  }
  bool subnormal = *bits >> MANTISSA_BITS == 0;
  if (*bits == INFINITE_BITS || (subnormal && compareDouble(&digits, *bits, false) > 0)) {
    errno = ERANGE;
  }
  return stop;
}

static int hexValue(char c) {
  c |= ' ';
  return isDigit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// What follows "0x"; NULL when it is no number.
static const char* readHex(const char* text, uint64_t* bits) {
  uint64_t mantissa = 0;
  int exponent = 0;
  int count = 0;
  bool point = false;
  for (; hexValue(*text) >= 0 || (*text == '.' && !point); text++) {
    if (*text == '.') {
      point = true;
      continue;
    }
    count++;
    if (mantissa >> 58 == 0) {
      mantissa = 16 * mantissa + (uint64_t)hexValue(*text);
      exponent -= point ? 4 : 0;
    } else {
      // beyond the precision: only whether something is there
      mantissa |= hexValue(*text) > 0;
      exponent += point ? 0 : 4;
    }
  }
  if (count == 0) {
    return NULL;
  }
  exponent += readExponent(&text, NULL, 'p');
  double number = (double)mantissa;
  for (; exponent > 0 && number != 0 && isfinite(number); exponent--) {
    number *= 2;
  }
  for (; exponent < 0 && number != 0; exponent++) {
    number /= 2;
  }
  *bits = bitsOf(number);
  if (*bits == INFINITE_BITS || (number == 0 && mantissa != 0)) {
    errno = ERANGE;
  }
  return text;
}

static const char* readWord(const char* text, uint64_t* bits) {
  if (strncasecmp(text, "nan", 3) == 0) {
    *bits = NAN_BITS;
    text += 3;
    const char* stop = *text == '(' ? strchr(text, ')') : NULL;
    return stop ? stop + 1 : text;
  }
  if (strncasecmp(text, "inf", 3) == 0) {
    *bits = INFINITE_BITS;
    return text + (strncasecmp(text, "infinity", 8) == 0 ? 8 : 3);
  }
  return NULL;
}

double lb_strtod(const char* text, char** end) {
  const char* p = text;
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) {
    p++;
  }
  uint64_t bits = 0;
  uint64_t sign = *p == '-' ? 1ull << 63 : 0;
  p += *p == '-' || *p == '+';
  const char* stop = NULL;
  if (p[0] == '0' && (p[1] | ' ') == 'x') {
    stop = readHex(p + 2, &bits);
  }
  stop = stop ? stop : readDigits(p, &bits);
  stop = stop ? stop : readWord(p, &bits);
  if (end) {
    *end = (char*)(stop ? stop : text);
  }
  bits |= stop ? sign : 0;
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
