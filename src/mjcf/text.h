// Attribute values: numbers and keywords as text.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lbParse_ {
  LB_PARSE_OK,
  LB_PARSE_END,     // nothing but white space left
  LB_PARSE_FORMAT,  // not a number
  LB_PARSE_RANGE,   // does not fit the type
} lbParse;

// Reads one number that ends at white space or the end, and moves the cursor behind it. Infinity,
// NaN and hexadecimal are numbers.
lbParse lb_parseDouble(const char** cursor, double* value);
lbParse lb_parseFloat(const char** cursor, float* value);
lbParse lb_parseInt(const char** cursor, int* value);

// Shortest decimal that reads back as the same number; returns its length. Needs LB_NUMBER_TEXT
// bytes.
enum { LB_NUMBER_TEXT = 32 };
int lb_formatDouble(char* text, double value);
int lb_formatFloat(char* text, float value);

// Next word of a text: start and length; false at the end.
bool lb_nextWord(const char** cursor, const char** word, size_t* length);

#ifdef __cplusplus
}
#endif
