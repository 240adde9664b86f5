// Walks over the field tables of spec structs: copying, defaults, comparison, freeing; see
// fields.h.

#include "spec/fields.h"

#include <string.h>

#include "base/memory.h"
#include "spec/element.h"

size_t lb_fieldItemSize(lbFieldKind kind) {
  static const unsigned char sizes[] = {
      [LB_FIELD_BOOL] = sizeof(mjtBool),
      [LB_FIELD_BYTE] = sizeof(mjtByte),
      [LB_FIELD_CHAR] = sizeof(char),
      [LB_FIELD_INT] = sizeof(int),
      [LB_FIELD_SIZE] = sizeof(mjtSize),
      [LB_FIELD_FLOAT] = sizeof(float),
      [LB_FIELD_DOUBLE] = sizeof(double),
      [LB_FIELD_STRING] = sizeof(char),
      [LB_FIELD_BYTEVEC] = sizeof(mjtByte),
      [LB_FIELD_INTVEC] = sizeof(int),
      [LB_FIELD_FLOATVEC] = sizeof(float),
      [LB_FIELD_DOUBLEVEC] = sizeof(double),
      [LB_FIELD_STRINGVEC] = sizeof(mjString),
      [LB_FIELD_INTVECVEC] = sizeof(mjIntVec),
      [LB_FIELD_FLOATVECVEC] = sizeof(mjFloatVec),
  };
  return sizes[kind];
}

int lb_containerCount(const lbField* fields, int count) {
  int containers = 0;
  for (int i = 0; i < count; i++) {
    containers += fields[i].kind >= LB_FIELD_STRING;
  }
  return containers;
}

// All containers have the same size and layout.
static mjString** containerAt(const lbField* field, const void* object) {
  return (mjString**)((char*)object + field->offset);
}

void lb_placeContainers(const lbField* fields, int count, void* object, void* slots) {
  mjString* next = slots;
  for (int i = 0; i < count; i++) {
    if (fields[i].kind >= LB_FIELD_STRING) {
      *containerAt(&fields[i], object) = next++;
    }
  }
}

static void copyContainer(lbFieldKind kind, void* target, const void* source) {
  const mjString* from = source;
  switch (kind) {
    case LB_FIELD_STRING:
      lb_setText(target, lb_text(source));
      break;
    case LB_FIELD_STRINGVEC:
      lb_clearTextVec(target);
      for (int i = 0; i < from->count; i++) {
        lb_pushText(target, lb_text(((const mjStringVec*)source)->items + i));
      }
      break;
    case LB_FIELD_INTVECVEC:
      lb_clearIntVecVec(target);
      for (int i = 0; i < from->count; i++) {
        const mjIntVec* row = ((const mjIntVecVec*)source)->items + i;
        mjs_appendIntVec(target, row->items, row->count);
      }
      break;
    case LB_FIELD_FLOATVECVEC:
      lb_clearFloatVecVec(target);
      for (int i = 0; i < from->count; i++) {
        const mjFloatVec* row = ((const mjFloatVecVec*)source)->items + i;
        mjs_appendFloatVec(target, row->items, row->count);
      }
      break;
    default:
      lb_setItems(target, from->items, from->count, lb_fieldItemSize(kind));
  }
}

static void clearContainer(lbFieldKind kind, void* container) {
  switch (kind) {
    case LB_FIELD_STRING:
      lb_clearText(container);
      break;
    case LB_FIELD_STRINGVEC:
      lb_clearTextVec(container);
      break;
    case LB_FIELD_INTVECVEC:
      lb_clearIntVecVec(container);
      break;
    case LB_FIELD_FLOATVECVEC:
      lb_clearFloatVecVec(container);
      break;
    default:
      lb_clearItems(container);
  }
}

void lb_copyFields(const lbField* fields, int count, void* target, const void* source) {
  for (int i = 0; i < count; i++) {
    const lbField* field = &fields[i];
    if (field->kind >= LB_FIELD_STRING) {
      const mjString* from = *containerAt(field, source);
      mjString* to = *containerAt(field, target);
      if (from->count || to->count) {
        copyContainer(field->kind, to, from);
      }
    } else {
      memcpy((char*)target + field->offset, (const char*)source + field->offset,
             field->count * lb_fieldItemSize(field->kind));
    }
  }
}

void lb_resetFields(const lbField* fields, int count, void* object, const void* defaults) {
  for (int i = 0; i < count; i++) {
    const lbField* field = &fields[i];
    if (field->kind >= LB_FIELD_STRING) {
      mjString* container = *containerAt(field, object);
      if (container) {
        clearContainer(field->kind, container);
      }
    } else {
      memcpy((char*)object + field->offset, (const char*)defaults + field->offset,
             field->count * lb_fieldItemSize(field->kind));
    }
  }
}

void lb_freeFields(const lbField* fields, int count, void* object) {
  for (int i = 0; i < count; i++) {
    if (fields[i].kind >= LB_FIELD_STRING) {
      clearContainer(fields[i].kind, *containerAt(&fields[i], object));
    }
  }
}

static bool sameContainer(lbFieldKind kind, const mjString* a, const mjString* b) {
  if (a->count != b->count) {
    return false;
  }
  if (kind < LB_FIELD_STRINGVEC) {
    return a->count == 0 || memcmp(a->items, b->items, a->count * lb_fieldItemSize(kind)) == 0;
  }
  lbFieldKind rowKind = kind == LB_FIELD_STRINGVEC   ? LB_FIELD_STRING
                        : kind == LB_FIELD_INTVECVEC ? LB_FIELD_INTVEC
                                                     : LB_FIELD_FLOATVEC;
  for (int i = 0; i < a->count; i++) {
    if (!sameContainer(rowKind, (const mjString*)a->items + i, (const mjString*)b->items + i)) {
      return false;
    }
  }
  return true;
}

bool lb_sameField(const lbField* field, const void* a, const void* b) {
  if (field->kind >= LB_FIELD_STRING) {
    return sameContainer(field->kind, *containerAt(field, a), *containerAt(field, b));
  }
  return memcmp((const char*)a + field->offset, (const char*)b + field->offset,
                field->count * lb_fieldItemSize(field->kind)) == 0;
}
