// Printing of one array of a field table, whatever its item type.

#pragma once

#include "api/data.h"
#include "base/text_writer.h"

typedef enum lbItemKind_ {
  LB_ITEM_NUM,
  LB_ITEM_FLOAT,
  LB_ITEM_INT,
  LB_ITEM_BYTE,
  LB_ITEM_SIZE,
  LB_ITEM_OTHER,  // structs and addresses: not printed
} lbItemKind;

#define LB_ITEM_KIND(pointer)    \
  _Generic((pointer),            \
      mjtNum*: LB_ITEM_NUM,      \
      float*: LB_ITEM_FLOAT,     \
      int*: LB_ITEM_INT,         \
      mjtByte*: LB_ITEM_BYTE,    \
      mjtBool*: LB_ITEM_BYTE,    \
      char*: LB_ITEM_BYTE,       \
      mjtSize*: LB_ITEM_SIZE,    \
      default: LB_ITEM_OTHER)

// A heading in capitals and one line per row; nothing for an empty array. `format` prints one number.
void lb_printArray(lbText* text, const char* name, const void* items, lbItemKind kind, mjtSize rows,
                   mjtSize columns, const char* format);
