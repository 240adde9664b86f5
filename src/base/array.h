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

// Makes room for `more` items behind `count`; at least doubles what it enlarges.
void lb_arrayReserve(void** items, int count, int* capacity, int more, size_t itemSize);

// Makes room for one more item and returns its index.
int lb_arrayGrow(void** items, int* count, int* capacity, size_t itemSize);

// Room for one more item, or for `more`: so many LB_PUSH cannot fail.
#define LB_RESERVE(array) LB_RESERVE_MORE(array, 1)
#define LB_RESERVE_MORE(array, more)                                                   \
  lb_arrayReserve((void**)&(array)->items, (array)->count, &(array)->capacity, (more), \
                  sizeof(*(array)->items))

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
