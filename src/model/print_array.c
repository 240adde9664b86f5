// See model/print_array.h.

#include "model/print_array.h"

#include <ctype.h>

static void printItem(lbText* text, const void* items, lbItemKind kind, mjtSize index,
                      const char* format) {
  switch (kind) {
    case LB_ITEM_NUM:
      lb_textAdd(text, format, ((const mjtNum*)items)[index]);
      break;
    case LB_ITEM_FLOAT:
      lb_textAdd(text, format, (double)((const float*)items)[index]);
      break;
    case LB_ITEM_INT:
      lb_textAdd(text, "%d", ((const int*)items)[index]);
      break;
    case LB_ITEM_BYTE:
      lb_textAdd(text, "%d", ((const unsigned char*)items)[index]);
      break;
    case LB_ITEM_SIZE:
      lb_textAdd(text, "%lld", (long long)((const mjtSize*)items)[index]);
      break;
    case LB_ITEM_OTHER:
      break;
  }
}

void lb_printArray(lbText* text, const char* name, const void* items, lbItemKind kind, mjtSize rows,
                   mjtSize columns, const char* format) {
  if (rows == 0 || columns == 0 || !items || kind == LB_ITEM_OTHER) {
    return;
  }
  lb_textAdd(text, "\n");
  for (const char* c = name; *c; c++) {
    lb_textAdd(text, "%c", toupper((unsigned char)*c));
  }

  // single integers share a line, everything else takes a line per row
  bool oneLine = columns == 1 && kind != LB_ITEM_NUM && kind != LB_ITEM_FLOAT;
  for (mjtSize row = 0; row < rows; row++) {
    lb_textAdd(text, row == 0 || !oneLine ? "\n " : "");
    for (mjtSize column = 0; column < columns; column++) {
      lb_textAdd(text, " ");
      printItem(text, items, kind, row * columns + column, format);
    }
  }
  lb_textAdd(text, "\n");
}

void lb_printField(lbText* text, const lbArrayField* field, const mjModel* m, const mjData* d,
                   const char* format) {
  const void* items = *lb_fieldPointer(field, d ? (const void*)d : m);
  lb_printArray(text, field->name, items, (lbItemKind)field->kind, lb_fieldRows(field, m, d),
                lb_fieldColumns(field, m), format);
}
