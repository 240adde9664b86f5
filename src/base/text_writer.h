// Text that is built up in memory and then written to a file in one go.

#pragma once

#include "base/error.h"

#include <stddef.h>

typedef struct lbText_ {
  char* items;  // zero-terminated once anything was added
  int count;    // bytes without the final zero
  int capacity;
} lbText;

// Appends; printf format.
void lb_textAdd(lbText* text, const char* format, ...) LB_PRINTF(2, 3);

// Writes the text to a file (in the module: to the in-memory disk) with a warning when that fails,
// and releases it. Without a file, to the standard output, natively.
void lb_textSave(lbText* text, const char* filename);

// The format when it is safe for one floating-point value: a single % conversion of kind e, f or g,
// no other; else, with a warning, the other one.
const char* lb_numberFormat(const char* format, const char* otherwise);
