// Look-ups in the MJCF table; see schema.h.

#include "mjcf/schema.h"

#include "mjcf/composite.h"
#include "mjcf/flexcomp.h"

#include <stddef.h>
#include <string.h>

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

#define KEYWORDS(table, ...)                             \
  static const lbKeyword table##Items[] = {__VA_ARGS__}; \
  const lbKeywords lb_##table##Keywords = {table##Items, COUNT(table##Items)};

// Places: a field of a public struct, or none.
#define AT(kind, Struct, field) LB_FIELD_##kind, offsetof(Struct, field)
#define NONE LB_NOWHERE, 0

// Rules without their prefix.
enum {
  REQUIRED = LB_REQUIRED,
  NODEFAULT = LB_NODEFAULT,
  POSITIVE = LB_POSITIVE,
  AT_LEAST_0 = LB_AT_LEAST_0,
  AT_LEAST_MINUS_1 = LB_AT_LEAST_MINUS_1,
  AT_MOST_5 = LB_AT_MOST_5,
};

// One row per attribute: name, what it holds, rules, initial value, place.
#define ROW(attr, type, low, high, rules, keys, target, initial, ...) \
  ROW_AT(attr, type, low, high, rules, keys, target, initial, __VA_ARGS__)
#define ROW_AT(attr, type, low, high, rules, keys, target, initial, kind, offset) \
  {attr, LB_ATTR_##type, low, high, rules, kind, offset, keys, target, initial}

#define NUMBERS(attr, type, low, high, rules, initial, ...) \
  ROW(attr, type, low, high, rules, NULL, NULL, initial, __VA_ARGS__)
#define BOOL(attr, rules, initial, ...) \
  ROW(attr, BOOL, 1, 1, rules, &lb_boolKeywords, NULL, initial, __VA_ARGS__)
#define KEYWORD(attr, table, rules, initial, ...) \
  ROW(attr, KEYWORD, 1, 1, rules, &lb_##table##Keywords, NULL, initial, __VA_ARGS__)
#define FLAGS(attr, table, rules, ...) \
  ROW(attr, FLAGS, 1, 0, rules, &lb_##table##Keywords, NULL, NULL, __VA_ARGS__)
#define CHARS(attr, low, high, rules, ...) \
  ROW(attr, CHARS, low, high, rules, NULL, NULL, NULL, __VA_ARGS__)
#define TEXT(attr, type, rules, ...) ROW(attr, type, 1, 1, rules, NULL, NULL, NULL, __VA_ARGS__)
#define FILE_NAME(attr, rules, folder, ...) \
  ROW(attr, FILE, 1, 1, rules, NULL, folder, NULL, __VA_ARGS__)
#define REF(attr, target, rules, ...) ROW(attr, REF, 1, 1, rules, NULL, target, NULL, __VA_ARGS__)
#define ID(attr, target, rules) ROW(attr, ID, 1, 1, rules, NULL, target, NULL, NONE)

#define ATTRIBUTES(array) .attributes = {array, COUNT(array)}
#define GROUP(array) {array, COUNT(array)}
#define CHILDREN(array) .children = array, .childCount = COUNT(array)

KEYWORDS(bool, {"false", 0}, {"true", 1})

#include "mjcf/schema_table.inc"

const lbSchema* lb_schema(lbElementId id) {
  return &schema[id];
}

int lb_schemaChild(lbElementId parent, const char* name) {
  const lbSchema* element = &schema[parent];
  for (int i = 0; i < element->childCount; i++) {
    if (strcmp(schema[element->children[i].element].name, name) == 0) {
      return element->children[i].element;
    }
  }
  return -1;
}

static const lbAttribute* findIn(const lbAttributes* attributes, const char* name) {
  for (int i = 0; i < attributes->count; i++) {
    if (strcmp(attributes->items[i].name, name) == 0) {
      return &attributes->items[i];
    }
  }
  return NULL;
}

const lbAttribute* lb_schemaAttribute(const lbSchema* element, const char* name) {
  const lbAttribute* found = findIn(&element->attributes, name);
  for (int g = 0; !found && g < LB_SCHEMA_GROUPS; g++) {
    found = findIn(&element->groups[g], name);
  }
  return found;
}
