// Growing arrays of plain values.
//
// LB_ARRAY(type) declares the struct { type* items; int count; int capacity; }. Zero is an empty
// array. The macros evaluate the array expression more than once, so pass a simple lvalue.

#pragma once

#include "base/memory.h"

#define LB_ARRAY(type) \
  struct {             \
    type* items;       \
    int count;         \
    int capacity;      \
  }

// Makes room for one more item and returns its index.
int lb_arrayGrow(void** items, int* count, int* capacity, size_t itemSize);

#define LB_PUSH(array, value)                                                                 \
  do {                                                                                        \
    int lbIndex_ = lb_arrayGrow((void**)&(array)->items, &(array)->count, &(array)->capacity, \
                                sizeof(*(array)->items));                                     \
    (array)->items[lbIndex_] = (value);                                                       \
  } while (0)

#define LB_ARRAY_FREE(array)                \
  do {                                      \
    lb_free((array)->items);                \
    (array)->items = NULL;                  \
    (array)->count = (array)->capacity = 0; \
  } while (0)
