// Printing of one array of a field table, whatever its item type.

#pragma once

#include "base/text_writer.h"
#include "model/fields.h"

// A heading in capitals and one line per row; nothing for an empty array. `format` prints one
// number.
void lb_printArray(lbText* text, const char* name, const void* items, lbItemKind kind, mjtSize rows,
                   mjtSize columns, const char* format);

// One array of mjModel (d NULL) or mjData.
void lb_printField(lbText* text, const lbArrayField* field, const mjModel* m, const mjData* d,
                   const char* format);
