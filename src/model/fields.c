// See model/fields.h.

#include "model/fields.h"

#include "base/error.h"
#include "base/memory.h"

enum { ARRAY_ALIGNMENT = 64 };

#define KIND_OF(pointer)      \
  _Generic((pointer),         \
      mjtNum *: LB_ITEM_NUM,  \
      float*: LB_ITEM_FLOAT,  \
      int*: LB_ITEM_INT,      \
      mjtByte*: LB_ITEM_BYTE, \
      mjtBool*: LB_ITEM_BYTE, \
      char*: LB_ITEM_BYTE,    \
      mjtSize*: LB_ITEM_SIZE, \
      default: LB_ITEM_OTHER)

#define OFFSET(owner, name) (offsetof(owner, name) / LB_OFFSET_UNIT)
_Static_assert(sizeof(mjData) / LB_OFFSET_UNIT < LB_NO_SIZE &&
                   sizeof(mjModel) / LB_OFFSET_UNIT < LB_NO_SIZE,
               "offsets fit");

#define FIELD(type, owner, name_, rowsOffset, columnsOffset, cols, inData) \
  {.name = #name_,                                                         \
   .pointer = OFFSET(owner, name_),                                        \
   .rows = rowsOffset,                                                     \
   .columnsSize = columnsOffset,                                           \
   .columns = cols,                                                        \
   .itemSize = sizeof(type),                                               \
   .kind = KIND_OF((type*)0),                                              \
   .isTruth = _Generic((type*)0, mjtBool *: true, default: false),         \
   .rowsInData = inData},

#define X(name, meaning) #name,
const char* const lb_sizeNames[LB_SIZE_COUNT] = {LB_MODEL_SIZES(X)};
#undef X
_Static_assert(offsetof(mjModel, flg_gravcomp) == LB_SIZE_BYTES, "sizes come first");

#define X(type, name, rows, cols, meaning) \
  FIELD(type, mjModel, name, OFFSET(mjModel, rows), LB_NO_SIZE, cols, false)
#define XV(type, name, rows, colsSize, times, meaning) \
  FIELD(type, mjModel, name, OFFSET(mjModel, rows), OFFSET(mjModel, colsSize), times, false)
const lbArrayField lb_modelFields[] = {LB_MODEL_ARRAYS(X, XV) LB_MODEL_NEWER_ARRAYS(X, XV)};
#undef X
#undef XV
const int lb_modelFieldCount = sizeof lb_modelFields / sizeof lb_modelFields[0];
#define X(...) +1
const int lb_publishedFieldCount = 0 LB_MODEL_ARRAYS(X, X);
#undef X

#define X(type, name, rows, cols, meaning) \
  FIELD(type, mjData, name, OFFSET(mjModel, rows), LB_NO_SIZE, cols, false)
const lbArrayField lb_dataFields[] = {LB_DATA_ARRAYS(X)};
#undef X
const int lb_dataFieldCount = sizeof lb_dataFields / sizeof lb_dataFields[0];

#define ROWS_M(rows) OFFSET(mjModel, rows)
#define ROWS_D(rows) OFFSET(mjData, rows)
#define IN_DATA_M false
#define IN_DATA_D true
#define X(type, name, owner, rows, cols, meaning) \
  FIELD(type, mjData, name, ROWS_##owner(rows), LB_NO_SIZE, cols, IN_DATA_##owner)
const lbArrayField lb_arenaFields[] = {LB_ARENA_ARRAYS(X)};
#undef X
const int lb_arenaFieldCount = sizeof lb_arenaFields / sizeof lb_arenaFields[0];

static mjtSize sizeAt(const mjModel* m, uint16_t offset) {
  return *(const mjtSize*)((const char*)m + LB_OFFSET_UNIT * offset);
}

mjtSize lb_fieldRows(const lbArrayField* field, const mjModel* m, const mjData* d) {
  return field->rowsInData ? *(const int*)((const char*)d + LB_OFFSET_UNIT * field->rows)
                           : sizeAt(m, field->rows);
}

mjtSize lb_fieldColumns(const lbArrayField* field, const mjModel* m) {
  mjtSize factor = field->columnsSize == LB_NO_SIZE ? 1 : sizeAt(m, field->columnsSize);
  return factor * field->columns;
}

size_t lb_fieldBytes(const lbArrayField* field, const mjModel* m, const mjData* d) {
  mjtSize rows = lb_fieldRows(field, m, d), columns = lb_fieldColumns(field, m);
  if (rows < 0 || columns < 0) {
    lb_error("Invalid model: array '%s' has a negative size", field->name);
  }
  return lb_checkedSize(lb_checkedSize((size_t)rows, (size_t)columns), field->itemSize);
}

static size_t alignedEnd(size_t offset, size_t bytes) {
  if (bytes > PTRDIFF_MAX - ARRAY_ALIGNMENT - offset) {
    lb_error("Invalid model: arrays exceed the address space");
  }
  return offset + ((bytes + ARRAY_ALIGNMENT - 1) & ~(size_t)(ARRAY_ALIGNMENT - 1));
}

size_t lb_bufferBytes(const lbArrayField* fields, int count, const mjModel* m) {
  size_t offset = 0;
  for (int i = 0; i < count; i++) {
    offset = alignedEnd(offset, lb_fieldBytes(&fields[i], m, NULL));
  }
  return offset;
}

void lb_placeFields(const lbArrayField* fields, int count, const mjModel* m, void* object,
                    void* buffer) {
  size_t offset = 0;
  for (int i = 0; i < count; i++) {
    *lb_fieldPointer(&fields[i], object) = (char*)buffer + offset;
    offset = alignedEnd(offset, lb_fieldBytes(&fields[i], m, NULL));
  }
}
