// Writing XML elements; see emit.h.

#include "mjcf/emit.h"

#include "base/memory.h"
#include "mjcf/text.h"

#include <string.h>

static void put(lbEmit* emit, const char* text) {
  for (; *text; text++) {
    LB_PUSH(&emit->text, *text);
  }
}

void lb_emitFree(lbEmit* emit) {
  LB_ARRAY_FREE(&emit->text);
  LB_ARRAY_FREE(&emit->marks);
}

static void newLine(lbEmit* emit) {
  put(emit, "\n");
  for (int i = 0; i < emit->marks.count; i++) {
    put(emit, "  ");
  }
}

void lb_emitStart(lbEmit* emit, const char* name) {
  lbEmitMark mark = {.position = emit->text.count, .parentOpen = emit->open};
  put(emit, emit->open ? ">" : "");
  if (emit->text.count) {
    bool isSection = emit->marks.count == 1 && !emit->open;
    put(emit, isSection ? "\n" : "");
    newLine(emit);
  }
  put(emit, "<");
  put(emit, name);
  mark.nameEnd = emit->text.count;
  LB_PUSH(&emit->marks, mark);
  emit->open = true;
}

void lb_emitEnd(lbEmit* emit, const char* name) {
  emit->marks.count--;
  if (emit->open) {
    put(emit, "/>");
    emit->open = false;
    return;
  }
  newLine(emit);
  put(emit, "</");
  put(emit, name);
  put(emit, ">");
}

void lb_emitEndOptional(lbEmit* emit, const char* name) {
  lbEmitMark mark = emit->marks.items[emit->marks.count - 1];
  if (!emit->open || emit->text.count > mark.nameEnd) {
    lb_emitEnd(emit, name);
    return;
  }
  emit->text.count = mark.position;
  emit->open = mark.parentOpen;
  emit->marks.count--;
}

static void startAttribute(lbEmit* emit, const char* name) {
  put(emit, " ");
  put(emit, name);
  put(emit, "=\"");
}

void lb_emitText(lbEmit* emit, const char* name, const char* value) {
  startAttribute(emit, name);
  for (; *value; value++) {
    const char* escape = *value == '&'   ? "&amp;"
                         : *value == '<' ? "&lt;"
                         : *value == '>' ? "&gt;"
                         : *value == '"' ? "&quot;"
                                         : NULL;
    if (escape) {
      put(emit, escape);
    } else {
      LB_PUSH(&emit->text, *value);
    }
  }
  put(emit, "\"");
}

// Words of one attribute are set apart by single spaces.
static void putWord(lbEmit* emit, bool first, const char* word) {
  put(emit, first ? "" : " ");
  put(emit, word);
}

#define EMIT_NUMBERS(emit, name, values, count, format) \
  char number[32];                                      \
  startAttribute(emit, name);                           \
  for (int i = 0; i < count; i++) {                     \
    format(number, values[i]);                          \
    putWord(emit, i == 0, number);                      \
  }                                                     \
  put(emit, "\"");

void lb_emitDoubles(lbEmit* emit, const char* name, const double* values, int count) {
  EMIT_NUMBERS(emit, name, values, count, lb_formatDouble)
}

void lb_emitFloats(lbEmit* emit, const char* name, const float* values, int count) {
  EMIT_NUMBERS(emit, name, values, count, lb_formatFloat)
}

void lb_emitInts(lbEmit* emit, const char* name, const int* values, int count) {
  EMIT_NUMBERS(emit, name, values, count, lb_formatDouble)
}

void lb_emitKeyword(lbEmit* emit, const char* name, const lbKeywords* keywords, int value) {
  for (int i = 0; i < keywords->count; i++) {
    if (keywords->items[i].value == value) {
      lb_emitText(emit, name, keywords->items[i].name);
      return;
    }
  }
}

void lb_emitFlags(lbEmit* emit, const char* name, const lbKeywords* keywords, int bits,
                  bool bitNumbers) {
  bool first = true;
  startAttribute(emit, name);
  for (int i = 0; i < keywords->count; i++) {
    int bit = bitNumbers ? 1 << keywords->items[i].value : keywords->items[i].value;
    if (bits & bit) {
      putWord(emit, first, keywords->items[i].name);
      first = false;
    }
  }
  put(emit, "\"");
}

static int wholeValue(const lbAttribute* attribute, const void* place) {
  switch (attribute->fieldKind) {
    case LB_FIELD_BOOL:
      return *(const mjtBool*)place;
    case LB_FIELD_BYTE:
      return *(const mjtByte*)place;
    case LB_FIELD_SIZE:
      return (int)*(const mjtSize*)place;
    case LB_FIELD_FLOAT:
      return (int)*(const float*)place;
    case LB_FIELD_DOUBLE:
      return (int)*(const double*)place;
    default:
      return *(const int*)place;
  }
}

static void emitContainer(lbEmit* emit, const lbAttribute* attribute, const void* place) {
  const mjDoubleVec* vec = *(mjDoubleVec* const*)place;
  switch (attribute->fieldKind) {
    case LB_FIELD_STRING:
      lb_emitText(emit, attribute->name, lb_text((const mjString*)vec));
      break;
    case LB_FIELD_DOUBLEVEC:
      lb_emitDoubles(emit, attribute->name, vec->items, vec->count);
      break;
    case LB_FIELD_FLOATVEC:
      lb_emitFloats(emit, attribute->name, ((const mjFloatVec*)vec)->items, vec->count);
      break;
    case LB_FIELD_INTVEC:
      lb_emitInts(emit, attribute->name, ((const mjIntVec*)vec)->items, vec->count);
      break;
    default:
      break;
  }
}

static void emitPlain(lbEmit* emit, const lbAttribute* attribute, const void* place, int count) {
  if (attribute->type == LB_ATTR_BOOL || attribute->type == LB_ATTR_KEYWORD) {
    lb_emitKeyword(emit, attribute->name, attribute->keywords, wholeValue(attribute, place));
  } else if (attribute->type == LB_ATTR_FLAGS) {
    lb_emitFlags(emit, attribute->name, attribute->keywords, *(const int*)place, false);
  } else if (attribute->fieldKind == LB_FIELD_DOUBLE) {
    lb_emitDoubles(emit, attribute->name, place, count);
  } else if (attribute->fieldKind == LB_FIELD_FLOAT) {
    lb_emitFloats(emit, attribute->name, place, count);
  } else if (attribute->fieldKind == LB_FIELD_INT) {
    lb_emitInts(emit, attribute->name, place, count);
  } else {
    int value = wholeValue(attribute, place);
    lb_emitInts(emit, attribute->name, &value, 1);
  }
}

// The kind whose class values the attributes of an element are left out against, mjOBJ_UNKNOWN:
// none; and the element that stands for it in <default>.
static mjtObj classKind(lbElementId id, lbElementId* inDefault) {
  *inDefault = id;
  switch (id) {
    case LB_ELEM_MESH:
      return mjOBJ_MESH;
    case LB_ELEM_LIGHT:
      return mjOBJ_LIGHT;
    case LB_ELEM_CAMERA:
      return mjOBJ_CAMERA;
    case LB_ELEM_PAIR:
      return mjOBJ_PAIR;
    case LB_ELEM_FIXED:
    case LB_ELEM_SPATIAL:
      *inDefault = LB_ELEM_DEFAULT_TENDON;
      return mjOBJ_TENDON;
    default:
      *inDefault = LB_ELEM_GENERAL;
      return id >= LB_ELEM_GENERAL && id <= LB_ELEM_ACTUATOR_PLUGIN ? mjOBJ_ACTUATOR
                                                                    : mjOBJ_UNKNOWN;
  }
}

// What is read for an attribute that is left out: the class value, or the initial one where
// <default> cannot hold it; NULL: no value at all.
static const void* valuesRead(lbElementId id, const lbAttribute* attribute, const void* ofClass) {
  lbElementId inDefault;
  mjtObj kind = classKind(id, &inDefault);
  if (kind == mjOBJ_UNKNOWN) {
    return ofClass;
  }
  const lbAttribute* held = attribute;
  if (inDefault != id) {
    held = lb_schemaAttribute(lb_schema(inDefault), attribute->name);
  }
  if (held && !(held->rules & LB_NODEFAULT)) {
    return ofClass;
  }
  return attribute->fieldKind >= LB_FIELD_STRING ? NULL : lb_structOf(kind)->defaults;
}

static bool isLeftOut(const lbField* field, const void* object, const void* initial) {
  if (initial) {
    return lb_sameField(field, object, initial);
  }
  const mjString* container = *(mjString* const*)((const char*)object + field->offset);
  return !container || container->count == 0;
}

static void emitList(lbEmit* emit, lbElementId id, const lbAttributes* attributes,
                     const void* object, const void* ofClass, bool inDefault) {
  for (int i = 0; i < attributes->count; i++) {
    const lbAttribute* attribute = &attributes->items[i];
    // COMPAT: TOOL-03: a class is written without its segment, which would win over the poses of
    // elements that lost theirs; each element writes its own
    bool segment = strcmp(attribute->name, "fromto") == 0;
    bool skipped = inDefault && (segment || attribute->rules & LB_NODEFAULT);
    if (attribute->fieldKind == LB_NOWHERE || skipped) {
      continue;
    }
    bool container = attribute->fieldKind >= LB_FIELD_STRING;
    int count = container || !attribute->maxCount ? 1 : attribute->maxCount;
    lbField field = {.name = attribute->name,
                     .kind = attribute->fieldKind,
                     .count = (unsigned char)count,
                     .offset = attribute->offset};
    bool required = attribute->rules & LB_REQUIRED;
    const char* place = (const char*)object + attribute->offset;
    const void* initial = inDefault ? ofClass : valuesRead(id, attribute, ofClass);
    if (!required && isLeftOut(&field, object, initial)) {
      continue;
    }
    // numbers at the end that agree with the initial ones need not be written; a single
    // springlength stands for both ends
    size_t itemSize = lb_fieldItemSize((lbFieldKind)field.kind);
    const char* before = container ? NULL : (const char*)initial + attribute->offset;
    if (strcmp(attribute->name, "springlength") == 0) {
      before = place - itemSize;
    }
    while (!container && count > attribute->minCount && count > 1 &&
           memcmp(place + (size_t)(count - 1) * itemSize, before + (size_t)(count - 1) * itemSize,
                  itemSize) == 0) {
      count--;
    }
    if (container) {
      emitContainer(emit, attribute, place);
    } else {
      emitPlain(emit, attribute, place, count);
    }
  }
}

void lb_emitAttributes(lbEmit* emit, lbElementId id, const void* object, const void* initial,
                       bool inDefault) {
  const lbSchema* element = lb_schema(id);
  emitList(emit, id, &element->attributes, object, initial, inDefault);
  for (int g = 0; g < LB_SCHEMA_GROUPS; g++) {
    emitList(emit, id, &element->groups[g], object, initial, inDefault);
  }
}
