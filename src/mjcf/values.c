// Attribute values, and storing them where the schema says; see read.h.

#include "mjcf/read.h"
#include "mjcf/text.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void checkValues(const lbXml* node, const lbXml* known, const char* knownName);

// Set while all values of a document are looked at: nothing is raised then.
static bool checking = false;

// After the first wrong value was noted: finds those of the rest of the document, and raises all.
static void finishValues(const lbXml* node, const char* name) {
  if (checking) {
    return;
  }
  const lbXml* root = node;
  while (root->parent) {
    root = root->parent;
  }
  checking = true;
  checkValues(root, node, name);
  checking = false;
  lb_raiseProblems();
}

// COMPAT: MJCF-LONE-INT: some numbers that stand alone must not be empty, which others may be, and
// have words of their own; not in <flex>, whose parts are read like those of <flexcomp>.
static bool isLone(const lbXml* node, const lbAttribute* attribute) {
  return attribute->rules & LB_NOT_EMPTY && node->parent->kind != LB_ELEM_FLEX;
}

static void valueError(const lbXml* node, const char* name, lbParse problem, const char* kind) {
  const lbAttribute* attribute =
      node->kind < 0 ? NULL : lb_schemaAttribute(lb_schema((lbElementId)node->kind), name);
  bool isLarge = problem == LB_PARSE_RANGE;
  lb_xmlProblem(node, &(lbFault){.attribute = name, .expected = isLarge ? NULL : kind},
                "%s attribute '%s'",
                attribute && isLone(node, attribute) ? "problem reading"
                : isLarge                            ? "number is too large in"
                                                     : "bad format in",
                name);
  finishValues(node, name);
}

// Checks how many numbers there were; none at all is as good as no attribute.
static int checkCount(const lbXml* node, const char* name, int count, int min, int max) {
  bool few = count > 0 && count < min;
  if (count > max || few) {
    const char* bound = min == max ? "" : few ? "at least " : "at most ";
    char expected[64];
    snprintf(expected, sizeof expected, "%s%d, got %d", bound, few ? min : max, count);
    lb_xmlProblem(node, &(lbFault){.attribute = name, .expected = expected},
                  "attribute '%s' %s data", name, few ? "does not have enough" : "has too much");
    finishValues(node, name);
  }
  return count;
}

// NaN is a number of the format, and nearly always a mistake of what wrote the file.
static void warnNan(const lbXml* node, const char* name) {
  if (!checking) {
    lb_warning(
        "XML contains a 'NaN'. Please check it carefully: attribute '%s', element '%s', line %d",
        name, node->name, node->line);
  }
}

#define DEFINE_READER(Type, type, parse, kind)                                                     \
  static int count##Type(const lbXml* node, const char* name, const char* text) {                  \
    int count = 0;                                                                                 \
    type value;                                                                                    \
    lbParse result;                                                                                \
    while ((result = parse(&text, &value)) == LB_PARSE_OK) {                                       \
      count++;                                                                                     \
    }                                                                                              \
    if (result != LB_PARSE_END) {                                                                  \
      valueError(node, name, result, kind);                                                        \
    }                                                                                              \
    return count;                                                                                  \
  }                                                                                                \
                                                                                                   \
  static int parse##Type(const lbXml* node, const char* name, const char* text, type* values,      \
                         int min, int max) {                                                       \
    int count = 0;                                                                                 \
    bool hasNan = false;                                                                           \
    lbParse result = LB_PARSE_OK;                                                                  \
    while (result == LB_PARSE_OK) {                                                                \
      type value;                                                                                  \
      result = parse(&text, &value);                                                               \
      if (result == LB_PARSE_OK) {                                                                 \
        if (count < max) {                                                                         \
          values[count] = value;                                                                   \
        }                                                                                          \
        hasNan |= isnan((double)value);                                                            \
        count++;                                                                                   \
      }                                                                                            \
    }                                                                                              \
    if (result != LB_PARSE_END) {                                                                  \
      valueError(node, name, result, kind);                                                        \
    }                                                                                              \
    if (hasNan) {                                                                                  \
      warnNan(node, name);                                                                         \
    }                                                                                              \
    return checkCount(node, name, count, min, max);                                                \
  }                                                                                                \
                                                                                                   \
  int lb_read##Type##s(const lbXml* node, const char* name, type* values, int min, int max) {      \
    const char* text = lb_xmlValue(node, name);                                                    \
    return text ? parse##Type(node, name, text, values, min, max) : 0;                             \
  }                                                                                                \
                                                                                                   \
  int lb_read##Type##Array(lbReader* reader, const lbXml* node, const char* name, type** values) { \
    const char* text = lb_xmlValue(node, name);                                                    \
    int count = text ? count##Type(node, name, text) : 0;                                          \
    *values = count ? lb_regionAlloc(reader->region, lb_checkedSize(count, sizeof(type))) : NULL;  \
    return count ? parse##Type(node, name, text, *values, count, count) : 0;                       \
  }

DEFINE_READER(Double, double, lb_parseDouble, "numbers")
DEFINE_READER(Float, float, lb_parseFloat, "numbers")
DEFINE_READER(Int, int, lb_parseInt, "whole numbers")

bool lb_readDouble(const lbXml* node, const char* name, double* value) {
  return lb_readDoubles(node, name, value, 1, 1) > 0;
}

static void emptyInt(const lbXml* node, const char* name) {
  lb_xmlFault(node, &(lbFault){.attribute = name}, "problem reading attribute '%s'", name);
}

bool lb_readInt(const lbXml* node, const char* name, int* value) {
  if (!lb_xmlValue(node, name)) {
    return false;
  }
  if (!lb_readInts(node, name, value, 1, 1)) {
    emptyInt(node, name);
  }
  return true;
}

static int keywordValue(const lbXml* node, const char* name, const lbKeywords* keywords,
                        const char* word, size_t length) {
  for (int i = 0; i < keywords->count; i++) {
    if (strlen(keywords->items[i].name) == length &&
        strncmp(keywords->items[i].name, word, length) == 0) {
      return i;
    }
  }
  char known[512];
  size_t used = 0;
  known[0] = 0;
  for (int i = 0; i < keywords->count && used + 64 < sizeof known; i++) {
    used += (size_t)snprintf(known + used, sizeof known - used, "%s'%s'", i ? ", " : "",
                             keywords->items[i].name);
  }
  lb_xmlProblem(node, &(lbFault){.attribute = name, .expected = known, .isChoice = true},
                "invalid keyword: '%.*s' in attribute '%s'", (int)(length < 64 ? length : 64), word,
                name);
  finishValues(node, name);
  return 0;
}

bool lb_readKeyword(const lbXml* node, const char* name, const lbKeywords* keywords, int* value) {
  const char* text = lb_xmlValue(node, name);
  if (!text) {
    return false;
  }
  *value = keywords->items[keywordValue(node, name, keywords, text, strlen(text))].value;
  return true;
}

bool lb_readBool(const lbXml* node, const char* name, bool* value) {
  int number;
  bool found = lb_readKeyword(node, name, LB_KEYWORDS(bool), &number);
  if (found) {
    *value = number != 0;
  }
  return found;
}

bool lb_readFlags(const lbXml* node, const char* name, const lbKeywords* keywords, bool bitNumbers,
                  bool ordered, int* value) {
  const char* cursor = lb_xmlValue(node, name);
  if (!cursor) {
    return false;
  }
  int bits = 0;
  int previous = -1;
  const char* word;
  size_t length;
  while (lb_nextWord(&cursor, &word, &length)) {
    int index = keywordValue(node, name, keywords, word, length);
    int bit = bitNumbers ? 1 << keywords->items[index].value : keywords->items[index].value;
    if (bits & bit) {
      lb_xmlFault(node, &(lbFault){.attribute = name}, "duplicate keyword: '%s'",
                  keywords->items[index].name);
    }
    if (ordered && index < previous) {
      char known[256];
      size_t used = 0;
      for (int i = 0; i < keywords->count; i++) {
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 keywords->items[i].name);
      }
      lb_xmlFault(node, &(lbFault){.attribute = name},
                  bitNumbers ? "%s attributes must be in order: %s"
                             : "%ss must be listed in canonical order [%s]",
                  name, known);
    }
    bits |= bit;
    previous = index;
  }
  *value = bits ? bits : *value;
  return bits != 0;
}

void lb_missingAttribute(const lbXml* node, const char* name) {
  lb_xmlFault(node, &(lbFault){.attribute = name}, "required attribute missing: '%s'", name);
}

const char* lb_requiredText(const lbXml* node, const char* name) {
  const char* text = lb_xmlValue(node, name);
  if (!text) {
    lb_missingAttribute(node, name);
  }
  return text;
}

static void checkRange(const lbXml* node, const lbAttribute* attribute, double value) {
  unsigned rules = attribute->rules;
  bool isGroup = rules & LB_SKIN_GROUP;
  const char* bound = rules & LB_POSITIVE && value <= 0             ? "strictly positive"
                      : rules & LB_ABOVE_0 && value <= 0            ? "greater than 0"
                      : rules & LB_AT_LEAST_0 && value < 0          ? ">= 0"
                      : rules & LB_AT_LEAST_MINUS_1 && value < -1   ? ">= -1"
                      : isGroup && (value < 0 || value >= mjNGROUP) ? "between 0 and 5"
                                                                    : NULL;
  if (bound) {
    lb_xmlFault(node, &(lbFault){.attribute = attribute->name}, "%s%s must be %s",
                isGroup ? "skin " : "", attribute->name, bound);
  }
}

// A whole-number value into whatever kind of field holds it.
static void storeWhole(const lbAttribute* attribute, void* place, int value) {
  switch (attribute->fieldKind) {
    case LB_FIELD_BOOL:
      *(mjtBool*)place = value != 0;
      break;
    case LB_FIELD_BYTE:
      *(mjtByte*)place = (mjtByte)value;
      break;
    case LB_FIELD_SIZE:
      *(mjtSize*)place = value;
      break;
    case LB_FIELD_FLOAT:
      *(float*)place = (float)value;
      break;
    case LB_FIELD_DOUBLE:
      *(double*)place = value;
      break;
    default:
      *(int*)place = value;
  }
}

static void storeDoubles(lbReader* reader, const lbXml* node, const lbAttribute* attribute,
                         void* place) {
  if (attribute->fieldKind == LB_FIELD_DOUBLEVEC) {
    double* values;
    int count = lb_readDoubleArray(reader, node, attribute->name, &values);
    mjs_setDouble(*(mjDoubleVec**)place, values, count);
    return;
  }
  lb_readDoubles(node, attribute->name, place, attribute->minCount, attribute->maxCount);
  if (attribute->rules) {
    checkRange(node, attribute, *(double*)place);
  }
}

static void storeFloats(lbReader* reader, const lbXml* node, const lbAttribute* attribute,
                        void* place) {
  if (attribute->fieldKind == LB_FIELD_FLOATVEC) {
    float* values;
    int count = lb_readFloatArray(reader, node, attribute->name, &values);
    mjs_setFloat(*(mjFloatVec**)place, values, count);
    return;
  }
  lb_readFloats(node, attribute->name, place, attribute->minCount, attribute->maxCount);
  if (attribute->rules) {
    checkRange(node, attribute, *(float*)place);
  }
}

static void storeInts(lbReader* reader, const lbXml* node, const lbAttribute* attribute,
                      void* place) {
  if (attribute->fieldKind == LB_FIELD_INTVEC) {
    int* values;
    int count = lb_readIntArray(reader, node, attribute->name, &values);
    mjs_setInt(*(mjIntVec**)place, values, count);
  } else if (attribute->fieldKind == LB_FIELD_INT) {
    int count = lb_readInts(node, attribute->name, place, attribute->minCount, attribute->maxCount);
    if (!count && isLone(node, attribute)) {
      emptyInt(node, attribute->name);
    }
    if (count && attribute->rules) {
      checkRange(node, attribute, *(int*)place);
    }
  } else {
    int value;
    if (lb_readInts(node, attribute->name, &value, 1, 1)) {
      checkRange(node, attribute, value);
      storeWhole(attribute, place, value);
    }
  }
}

static void storeAttribute(lbReader* reader, const lbXml* node, const lbAttribute* attribute,
                           const char* text, void* place) {
  int value;
  switch (attribute->type) {
    case LB_ATTR_DOUBLE:
      storeDoubles(reader, node, attribute, place);
      break;
    case LB_ATTR_FLOAT:
      storeFloats(reader, node, attribute, place);
      break;
    case LB_ATTR_INT:
      storeInts(reader, node, attribute, place);
      break;
    case LB_ATTR_BOOL:
    case LB_ATTR_KEYWORD:
      if (lb_readKeyword(node, attribute->name, attribute->keywords, &value)) {
        storeWhole(attribute, place, value);
      }
      break;
    case LB_ATTR_FLAGS:
      if (lb_readFlags(node, attribute->name, attribute->keywords, false, false, &value)) {
        storeWhole(attribute, place, value);
      }
      break;
    default:
      lb_setText(*(mjString**)place, text);
  }
}

static void checkRequired(const lbXml* node, const lbAttributes* attributes) {
  for (int i = 0; i < attributes->count; i++) {
    const lbAttribute* attribute = &attributes->items[i];
    if (!(attribute->rules & LB_REQUIRED)) {
      continue;
    }
    // empty numbers are missing ones
    const char* text = lb_requiredText(node, attribute->name);
    bool number = attribute->type == LB_ATTR_DOUBLE || attribute->type == LB_ATTR_INT;
    if (number && !text[strspn(text, " \t\r\n")]) {
      lb_missingAttribute(node, attribute->name);
    }
  }
}

void lb_readAttributes(lbReader* reader, const lbXml* node, void* object) {
  const lbSchema* element = lb_schema((lbElementId)node->kind);
  checkRequired(node, &element->attributes);
  for (int g = 0; g < LB_SCHEMA_GROUPS; g++) {
    checkRequired(node, &element->groups[g]);
  }
  for (const lbXmlAttribute* a = node->attributes; a; a = a->next) {
    const lbAttribute* attribute = lb_schemaAttribute(element, a->name);
    if (attribute && attribute->fieldKind != LB_NOWHERE) {
      storeAttribute(reader, node, attribute, a->value, (char*)object + attribute->offset);
    }
  }
}

// One value as the table wants it: format, count, keyword.
static void checkValue(const lbXml* node, const lbXmlAttribute* a, const lbAttribute* attribute) {
  int count = 0;
  switch (attribute->type) {
    case LB_ATTR_DOUBLE:
    case LB_ATTR_FLOAT:
      count = countDouble(node, a->name, a->value);
      break;
    case LB_ATTR_INT:
      count = countInt(node, a->name, a->value);
      break;
    case LB_ATTR_BOOL:
    case LB_ATTR_KEYWORD:
      keywordValue(node, a->name, attribute->keywords, a->value, strlen(a->value));
      break;
    default:
      break;
  }
  // arrays of any length have no bound
  if (attribute->maxCount > 0) {
    checkCount(node, a->name, count, attribute->minCount, attribute->maxCount);
  }
}

static void checkValues(const lbXml* node, const lbXml* known, const char* knownName) {
  for (const lbXmlAttribute* a = node->attributes; a && node->kind >= 0; a = a->next) {
    const lbAttribute* attribute = lb_schemaAttribute(lb_schema((lbElementId)node->kind), a->name);
    if (attribute && (node != known || strcmp(a->name, knownName))) {
      checkValue(node, a, attribute);
    }
  }
  for (const lbXml* child = node->child; child; child = child->next) {
    checkValues(child, known, knownName);
  }
}
