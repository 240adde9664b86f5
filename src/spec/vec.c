// Containers of spec elements; see vec.h.

#include "spec/vec.h"

#include "api/mjs_functions.h"
#include "base/error.h"

#include <limits.h>
#include <string.h>

void lb_setText(mjString* string, const char* text) {
  size_t length = text ? strlen(text) : 0;
  if (length == 0) {
    lb_clearText(string);
    return;
  }
  if (length >= INT_MAX) {
    lb_error("text of %zu characters is too long", length);
  }
  char* copy = lb_alloc(length + 1);
  memcpy(copy, text, length + 1);
  lb_free(string->items);
  string->items = copy;
  string->count = (int)length;
  string->capacity = (int)length + 1;
}

void lb_setItems(void* vec, const void* items, int count, size_t itemSize) {
  mjByteVec* bytes = vec;
  if (count <= 0 || !items) {
    lb_clearItems(vec);
    return;
  }
  size_t size = lb_checkedSize((size_t)count, itemSize);
  mjtByte* copy = lb_alloc(size);
  memcpy(copy, items, size);
  lb_free(bytes->items);
  bytes->items = copy;
  bytes->count = bytes->capacity = count;
}

void lb_pushText(mjStringVec* vec, const char* text) {
  const mjString empty = {0};
  LB_PUSH(vec, empty);
  lb_setText(&vec->items[vec->count - 1], text);
}

void lb_join(mjString* joined, const char* prefix, const char* text, const char* suffix) {
  size_t before = strlen(prefix), length = strlen(text), after = strlen(suffix);
  joined->count = 0;
  LB_RESERVE_MORE(joined, (int)(before + length + after + 1));
  memcpy(joined->items, prefix, before);
  memcpy(joined->items + before, text, length);
  memcpy(joined->items + before + length, suffix, after + 1);
  joined->count = (int)(before + length + after);
}

void lb_setJoined(mjString* string, const char* prefix, const char* text, const char* suffix) {
  mjString joined = {0};
  lb_join(&joined, prefix, text, suffix);
  lb_clearText(string);
  *string = joined;
}

void lb_clearText(mjString* string) {
  LB_ARRAY_FREE(string);
}

void lb_clearItems(void* vec) {
  mjByteVec* bytes = vec;
  LB_ARRAY_FREE(bytes);
}

void lb_clearTextVec(mjStringVec* vec) {
  for (int i = 0; i < vec->count; i++) {
    lb_clearText(&vec->items[i]);
  }
  LB_ARRAY_FREE(vec);
}

void lb_clearIntVecVec(mjIntVecVec* vec) {
  for (int i = 0; i < vec->count; i++) {
    LB_ARRAY_FREE(&vec->items[i]);
  }
  LB_ARRAY_FREE(vec);
}

void lb_clearFloatVecVec(mjFloatVecVec* vec) {
  for (int i = 0; i < vec->count; i++) {
    LB_ARRAY_FREE(&vec->items[i]);
  }
  LB_ARRAY_FREE(vec);
}

void mjs_setString(mjString* dest, const char* text) {
  LB_REQUIRE(dest);
  lb_setText(dest, text);
}

// Splits at white space.
void mjs_setStringVec(mjStringVec* dest, const char* text) {
  LB_REQUIRE(dest);
  mjString copy = {0};
  lb_setText(&copy, text);
  lb_clearTextVec(dest);
  const char* separators = " \t\n\r";
  for (char* word = copy.items; word && *word;) {
    word += strspn(word, separators);
    size_t length = strcspn(word, separators);
    char* next = word + length + (word[length] != 0);
    word[length] = 0;
    if (length) {
      lb_pushText(dest, word);
    }
    word = next;
  }
  lb_clearText(&copy);
}

mjtBool mjs_setInStringVec(mjStringVec* dest, int i, const char* text) {
  LB_REQUIRE(dest);
  if (i < 0 || i >= dest->count) {
    lb_warning("mjs_setInStringVec: index %d is out of range, the vector has %d strings", i,
               dest->count);
    return false;
  }
  lb_setText(&dest->items[i], text);
  return true;
}

void mjs_appendString(mjStringVec* dest, const char* text) {
  LB_REQUIRE(dest);
  lb_pushText(dest, text);
}

void mjs_setBuffer(mjByteVec* dest, const void* array, int size) {
  LB_REQUIRE(dest);
  lb_setItems(dest, array, size, 1);
}

void mjs_setInt(mjIntVec* dest, const int* array, int size) {
  LB_REQUIRE(dest);
  lb_setItems(dest, array, size, sizeof(int));
}

void mjs_setFloat(mjFloatVec* dest, const float* array, int size) {
  LB_REQUIRE(dest);
  lb_setItems(dest, array, size, sizeof(float));
}

void mjs_setDouble(mjDoubleVec* dest, const double* array, int size) {
  LB_REQUIRE(dest);
  lb_setItems(dest, array, size, sizeof(double));
}

void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size) {
  LB_REQUIRE(dest);
  const mjIntVec empty = {0};
  LB_PUSH(dest, empty);
  mjs_setInt(&dest->items[dest->count - 1], array, size);
}

void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size) {
  LB_REQUIRE(dest);
  const mjFloatVec empty = {0};
  LB_PUSH(dest, empty);
  mjs_setFloat(&dest->items[dest->count - 1], array, size);
}

const char* mjs_getString(const mjString* source) {
  return lb_text(source);
}

const double* mjs_getDouble(const mjDoubleVec* source, int* size) {
  LB_REQUIRE(source);
  if (size) {
    *size = source->count;
  }
  return source->items;
}
