// The field tables as data: one entry per array of mjModel and mjData, for code that treats all
// arrays alike (layout, copying, saving, printing). Expanding the X-macros into code in each such
// place would cost a quarter of the module.

#pragma once

#include "api/data.h"
#include "api/model.h"

typedef enum lbItemKind_ {
  LB_ITEM_NUM,
  LB_ITEM_FLOAT,
  LB_ITEM_INT,
  LB_ITEM_BYTE,
  LB_ITEM_SIZE,
  LB_ITEM_OTHER,  // structs and addresses
} lbItemKind;

#define LB_NO_SIZE UINT16_MAX  // columnsSize of an array with a constant number of columns

// Offsets are in units of so many bytes: the tables are a tenth of the module's constants.
enum { LB_OFFSET_UNIT = 4 };

typedef struct lbArrayField_ {
  const char* name;
  uint16_t pointer;      // offset of the pointer in its struct
  uint16_t rows;         // offset of the size or count that gives the rows
  uint16_t columnsSize;  // offset of the size that multiplies the columns, LB_NO_SIZE: none
  uint16_t columns;      // constant factor of the columns
  uint16_t itemSize;     // bytes per item
  uint8_t kind : 4;      // lbItemKind
  bool isTruth : 1;      // items are true or false (mjtBool)
  bool rowsInData : 1;   // rows is a count (int) of mjData rather than a size (mjtSize) of mjModel
} lbArrayField;

// The sizes of a model are its first members, one after the other.
#define LB_ONE_MORE(name, meaning) +1
enum {
  LB_SIZE_COUNT = 0 LB_MODEL_SIZES(LB_ONE_MORE),
  LB_SIZE_BYTES = LB_SIZE_COUNT * sizeof(mjtSize)
};
#undef LB_ONE_MORE
extern const char* const lb_sizeNames[LB_SIZE_COUNT];

static inline mjtSize* lb_modelSizes(const mjModel* m) {
  return (mjtSize*)m;
}

extern const lbArrayField lb_modelFields[];
extern const int lb_modelFieldCount;
extern const int lb_publishedFieldCount;    // without LB_MODEL_NEWER_ARRAYS, which come last
extern const lbArrayField lb_dataFields[];  // arrays in the buffer
extern const int lb_dataFieldCount;
extern const lbArrayField lb_arenaFields[];  // arrays in the arena
extern const int lb_arenaFieldCount;

// Offset of the pointer in its struct, in bytes.
static inline size_t lb_fieldOffset(const lbArrayField* field) {
  return (size_t)field->pointer * LB_OFFSET_UNIT;
}

// The pointer field in a struct.
static inline void** lb_fieldPointer(const lbArrayField* field, const void* object) {
  return (void**)((char*)object + lb_fieldOffset(field));
}

// Rows and columns of an array; d is needed for arena arrays only.
mjtSize lb_fieldRows(const lbArrayField* field, const mjModel* m, const mjData* d);
mjtSize lb_fieldColumns(const lbArrayField* field, const mjModel* m);

// Bytes of an array; raises an error when a size is negative or the product overflows.
size_t lb_fieldBytes(const lbArrayField* field, const mjModel* m, const mjData* d);

// Bytes of a buffer that holds the fields one after the other, each aligned to 64.
size_t lb_bufferBytes(const lbArrayField* fields, int count, const mjModel* m);

// Points the fields of `object` into its buffer, in the order and alignment of lb_bufferBytes.
void lb_placeFields(const lbArrayField* fields, int count, const mjModel* m, void* object,
                    void* buffer);
