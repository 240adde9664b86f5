// Numbers as text; see text.h.

#include "mjcf/text.h"

#include "base/decimal.h"

#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool isEnd(char c) {
  return c == 0 || isSpace(c);
}

static bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

static const char* skipSpace(const char* text) {
  while (isSpace(*text)) {
    text++;
  }
  return text;
}

// Plain decimals; NULL when the slow way is needed. Returns the end of the number.
static const char* parseShort(const char* text, double* value) {
  lbWritten written;
  const char* end = lb_readDecimal(text, NULL, &written);
  return end && isEnd(*end) && lb_exactDecimal(&written, value) ? end : NULL;
}

lbParse lb_parseDouble(const char** cursor, double* value) {
  const char* text = skipSpace(*cursor);
  *cursor = text;
  if (!*text) {
    return LB_PARSE_END;
  }
  const char* end = parseShort(text, value);
  if (!end) {
    char* stop;
    errno = 0;
    *value = strtod(text, &stop);
    end = stop;
    if (end == text || !isEnd(*end)) {
      return LB_PARSE_FORMAT;
    }
    // infinity must have been written as such; no number that was written may vanish
    if (errno == ERANGE) {
      return LB_PARSE_RANGE;
    }
  }
  *cursor = end;
  return LB_PARSE_OK;
}

lbParse lb_parseFloat(const char** cursor, float* value) {
  double wide;
  lbParse result = lb_parseDouble(cursor, &wide);
  if (result == LB_PARSE_OK) {
    double size = fabs(wide);
    if ((size > FLT_MAX && !isinf(wide)) || (size != 0 && size < FLT_MIN)) {
      return LB_PARSE_RANGE;
    }
    *value = (float)wide;
  }
  return result;
}

lbParse lb_parseInt(const char** cursor, int* value) {
  const char* text = skipSpace(*cursor);
  *cursor = text;
  if (!*text) {
    return LB_PARSE_END;
  }
  bool negative = *text == '-';
  text += *text == '-' || *text == '+';
  if (!isDigit(*text)) {
    return LB_PARSE_FORMAT;
  }
  long long number = 0;
  bool large = false;
  for (; isDigit(*text); text++) {
    number = large ? number : 10 * number + (*text - '0');
    large = large || number > (long long)INT_MAX + negative;
  }
  if (!isEnd(*text)) {
    return LB_PARSE_FORMAT;
  }
  if (large) {
    return LB_PARSE_RANGE;
  }
  *value = (int)(negative ? -number : number);
  *cursor = text;
  return LB_PARSE_OK;
}

int lb_formatDouble(char* text, double value) {
  if (!isfinite(value)) {
    return snprintf(text, LB_NUMBER_TEXT, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
  }
  // integers of moderate size are common and cheap
  if (value == floor(value) && fabs(value) < 1e15) {
    return snprintf(text, LB_NUMBER_TEXT, "%lld", (long long)value);
  }
  int length = 0;
  for (int digits = 15; digits <= 17; digits++) {
    length = snprintf(text, LB_NUMBER_TEXT, "%.*g", digits, value);
    if (strtod(text, NULL) == value) {
      break;
    }
  }
  return length;
}

int lb_formatFloat(char* text, float value) {
  if (!isfinite(value) || value == floorf(value)) {
    return lb_formatDouble(text, (double)value);
  }
  int length = 0;
  for (int digits = 6; digits <= 9; digits++) {
    length = snprintf(text, LB_NUMBER_TEXT, "%.*g", digits, (double)value);
    if ((float)strtod(text, NULL) == value) {
      break;
    }
  }
  return length;
}

bool lb_nextWord(const char** cursor, const char** word, size_t* length) {
  const char* text = skipSpace(*cursor);
  *word = text;
  while (!isEnd(*text)) {
    text++;
  }
  *length = (size_t)(text - *word);
  *cursor = text;
  return *length > 0;
}
