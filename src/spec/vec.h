// The containers behind mjString, mjDoubleVec, ... : growing arrays owned by spec elements.
//
// All share the layout { items, count, capacity } of LB_ARRAY, so LB_PUSH and LB_ARRAY_FREE work on
// those of plain values. A zeroed container is empty. A string keeps a terminating zero after
// `count` characters; when items is NULL it reads as "".

#pragma once

#include "api/spec.h"
#include "base/array.h"

#include <stdbool.h>

struct mjString_ {
  char* items;
  int count;
  int capacity;
};

struct mjByteVec_ {
  mjtByte* items;
  int count;
  int capacity;
};

struct mjIntVec_ {
  int* items;
  int count;
  int capacity;
};

struct mjFloatVec_ {
  float* items;
  int count;
  int capacity;
};

struct mjDoubleVec_ {
  double* items;
  int count;
  int capacity;
};

struct mjStringVec_ {
  mjString* items;
  int count;
  int capacity;
};

struct mjIntVecVec_ {
  mjIntVec* items;
  int count;
  int capacity;
};

struct mjFloatVecVec_ {
  mjFloatVec* items;
  int count;
  int capacity;
};

// Zero-terminated text of a string; never NULL.
static inline const char* lb_text(const mjString* string) {
  return string && string->items ? string->items : "";
}

static inline bool lb_isEmpty(const mjString* string) {
  return !string || string->count == 0;
}

// Replaces the content; text may be NULL (empty) and may be part of the old content.
void lb_setText(mjString* string, const char* text);

// Replaces the content by count items of the given size.
void lb_setItems(void* vec, const void* items, int count, size_t itemSize);

// Joins prefix, text and suffix in the room of another string, which may be used again and again.
void lb_join(mjString* joined, const char* prefix, const char* text, const char* suffix);

// Replaces the content by prefix + text + suffix; text may be the content.
void lb_setJoined(mjString* string, const char* prefix, const char* text, const char* suffix);

// Appends one string.
void lb_pushText(mjStringVec* vec, const char* text);

// Frees and empties.
void lb_clearText(mjString* string);
void lb_clearItems(void* vec);
void lb_clearTextVec(mjStringVec* vec);
void lb_clearIntVecVec(mjIntVecVec* vec);
void lb_clearFloatVecVec(mjFloatVecVec* vec);
