// Formatted text; see base/format.h.

#include "base/format.h"

#include "base/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MANTISSA_BITS 52
#define SMALLEST_EXPONENT (-1074)

typedef struct {
  char* text;
  size_t size;
  size_t length;  // also counts what does not fit
} Sink;

typedef struct {
  bool left, plus, space, alternate, zeros;
  int width;
  int precision;  // -1: none
  char letter;
} Conversion;

static void put(Sink* sink, char c) {
  if (sink->length + 1 < sink->size) {
    sink->text[sink->length] = c;
  }
  sink->length++;
}

static void repeat(Sink* sink, char c, int count) {
  for (int i = 0; i < count; i++) {
    put(sink, c);
  }
}

static void putAll(Sink* sink, const char* chars, int count) {
  for (int i = 0; i < count; i++) {
    put(sink, chars[i]);
  }
}

// What stands before `length` characters: blanks, the sign, zeros. Returns the blanks behind them.
static int open(Sink* sink, const Conversion* c, char sign, int length) {
  int padding = c->width - length - (sign != 0);
  if (!c->left && !c->zeros) {
    repeat(sink, ' ', padding);
  }
  if (sign) {
    put(sink, sign);
  }
  if (!c->left && c->zeros) {
    repeat(sink, '0', padding);
  }
  return c->left ? padding : 0;
}

static char signOf(const Conversion* c, bool negative) {
  return negative ? '-' : c->plus ? '+' : c->space ? ' ' : 0;
}

static void putPadded(Sink* sink, const Conversion* c, char sign, const char* chars, int length) {
  int behind = open(sink, c, sign, length);
  putAll(sink, chars, length);
  repeat(sink, ' ', behind);
}

static void putInteger(Sink* sink, const Conversion* c, char sign, uint64_t number) {
  char digits[24];
  int first = sizeof digits;
  unsigned base = c->letter == 'x' ? 16 : 10;
  do {
    digits[--first] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number);
  putPadded(sink, c, sign, digits + first, (int)sizeof digits - first);
}

static void putDouble(Sink* sink, Conversion* c, double value) {
  bool upper = c->letter < 'a';
  char letter = (char)(c->letter | ' ');
  char sign = signOf(c, signbit(value));
  if (!isfinite(value)) {
    c->zeros = false;
    const char* word = isnan(value) ? "nanNAN" : "infINF";
    putPadded(sink, c, sign, word + (upper ? 3 : 0), 3);
    return;
  }
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  int exponent = (int)(bits >> MANTISSA_BITS & 0x7FF);
  uint64_t mantissa = bits & ((1ull << MANTISSA_BITS) - 1);
  mantissa |= exponent > 0 ? 1ull << MANTISSA_BITS : 0;
  lbDecimal decimal;
  lb_decimalExpand(mantissa, SMALLEST_EXPONENT + exponent - (exponent > 0), &decimal);

  // round to what is shown; %g decides between the other two by the rounded exponent
  int precision = c->precision < 0 ? 6 : c->precision;
  if (letter == 'g') {
    precision = precision > 0 ? precision : 1;
    lb_decimalRound(&decimal, precision);
    int power = decimal.count > 0 ? decimal.point - 1 : 0;
    bool fixed = power >= -4 && power < precision;
    letter = fixed ? 'f' : 'e';
    precision -= fixed ? power + 1 : 1;
    int behind = decimal.count - (fixed ? decimal.point : 1);
    behind = behind > 0 && decimal.count > 0 ? behind : 0;
    precision = c->alternate || behind > precision ? precision : behind;
  } else {
    lb_decimalRound(&decimal, letter == 'e' ? 1 + precision : decimal.point + precision);
  }

  // the exponent, two digits at least
  char suffix[8];
  int suffixLength = 0;
  int point = decimal.count > 0 ? decimal.point : 1;
  if (letter == 'e') {
    int power = point - 1;
    unsigned size = (unsigned)(power < 0 ? -power : power);
    suffix[suffixLength++] = upper ? 'E' : 'e';
    suffix[suffixLength++] = power < 0 ? '-' : '+';
    if (size >= 100) {
      suffix[suffixLength++] = (char)('0' + size / 100);
    }
    suffix[suffixLength++] = (char)('0' + size / 10 % 10);
    suffix[suffixLength++] = (char)('0' + size % 10);
    point = 1;
  }

  bool dot = precision > 0 || c->alternate;
  int whole = point > 0 ? point : 1;
  int behind = open(sink, c, sign, whole + dot + precision + suffixLength);
  for (int i = point - whole; i < point + precision; i++) {
    if (i == point && dot) {
      put(sink, '.');
    }
    put(sink, i >= 0 && i < decimal.count ? decimal.digits[i] : '0');
  }
  if (dot && precision == 0) {
    put(sink, '.');
  }
  putAll(sink, suffix, suffixLength);
  repeat(sink, ' ', behind);
}

// Digits of a width or precision.
static int readCount(const char** format) {
  int count = 0;
  for (; **format >= '0' && **format <= '9'; (*format)++) {
    count = count < 100000 ? 10 * count + (**format - '0') : count;
  }
  return count;
}

static const char* readFlags(const char* format, Conversion* c) {
  for (;; format++) {
    switch (*format) {
      case '-':
        c->left = true;
        break;
      case '+':
        c->plus = true;
        break;
      case ' ':
        c->space = true;
        break;
      case '#':
        c->alternate = true;
        break;
      case '0':
        c->zeros = true;
        break;
      default:
        return format;
    }
  }
}

// What is still to be printed; a struct, so that functions can take some of it.
typedef struct Arguments_ {
  va_list list;
} Arguments;

// Flags, width, precision and letter of a conversion, and the size of its argument; returns the
// place of the letter.
static const char* readConversion(const char* format, Conversion* c, size_t* bytes,
                                  Arguments* arguments) {
  format = readFlags(format, c);
  if (*format == '*') {
    c->width = va_arg(arguments->list, int);
    c->left = c->left || c->width < 0;
    c->width = c->width < 0 ? -c->width : c->width;
    format++;
  } else {
    c->width = readCount(&format);
  }
  if (*format == '.' && format[1] == '*') {
    c->precision = va_arg(arguments->list, int);
    format += 2;
  } else if (*format == '.') {
    format++;
    c->precision = readCount(&format);
  }
  *bytes = sizeof(int);
  for (; *format && strchr("hlzjt", *format); format++) {
    *bytes = *format == 'j' || (*format == 'l' && format[1] == 'l') ? sizeof(long long)
             : *format == 'h'                                       ? *bytes
             : *bytes < sizeof(long)                                ? sizeof(long)
                                                                    : *bytes;
  }
  c->letter = *format;
  return format;
}

static void putSigned(Sink* sink, const Conversion* c, long long number) {
  uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  putInteger(sink, c, signOf(c, number < 0), size);
}

static void putString(Sink* sink, Conversion* c, const char* string) {
  string = string ? string : "(null)";
  size_t length = c->precision < 0 ? strlen(string) : strnlen(string, (size_t)c->precision);
  c->zeros = false;
  putPadded(sink, c, 0, string, (int)length);
}

static void putConversion(Sink* sink, Conversion* c, size_t bytes, Arguments* arguments) {
  bool wide = bytes > sizeof(int);
  char character;
  switch (c->letter) {
    case 'd':
    case 'i':
      putSigned(sink, c, wide ? va_arg(arguments->list, long long) : va_arg(arguments->list, int));
      break;
    case 'u':
    case 'x':
      putInteger(
          sink, c, 0,
          wide ? va_arg(arguments->list, unsigned long long) : va_arg(arguments->list, unsigned));
      break;
    case 'c':
      character = (char)va_arg(arguments->list, int);
      putPadded(sink, c, 0, &character, 1);
      break;
    case 's':
      putString(sink, c, va_arg(arguments->list, const char*));
      break;
    case '%':
      put(sink, '%');
      break;
    default:
      putDouble(sink, c, va_arg(arguments->list, double));
      break;
  }
}

int lb_vsnprintf(char* text, size_t size, const char* format, va_list list) {
  Sink sink = {text, size, 0};
  Arguments arguments;
  va_copy(arguments.list, list);
  for (; *format; format++) {
    if (*format != '%') {
      put(&sink, *format);
      continue;
    }
    Conversion c = {.precision = -1};
    size_t bytes;
    format = readConversion(format + 1, &c, &bytes, &arguments);
    if (!*format) {
      break;
    }
    putConversion(&sink, &c, bytes, &arguments);
  }
  va_end(arguments.list);
  if (size > 0) {
    text[sink.length < size ? sink.length : size - 1] = 0;
  }
  return (int)sink.length;
}
