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
#include "mjcf/keywords.inc"

// Places: a field of a public struct; one that the element's reader sets, which only the
// documentation asks for; none.
#define AT(Struct, field) LB_FIELD_KIND(((Struct*)0)->field), offsetof(Struct, field)
#define BY_READER(Struct, field) LB_NOWHERE, 0
#define NOWHERE LB_NOWHERE, 0

// Rules without their prefix.
enum {
  REQUIRED = LB_REQUIRED,
  NODEFAULT = LB_NODEFAULT,
  POSITIVE = LB_POSITIVE,
  AT_LEAST_0 = LB_AT_LEAST_0,
  AT_LEAST_MINUS_1 = LB_AT_LEAST_MINUS_1,
  SKIN_GROUP = LB_SKIN_GROUP,
  NOT_EMPTY = LB_NOT_EMPTY,
  ABOVE_0 = LB_ABOVE_0,
};

// Attributes that elements share or that stand for no field: name, what it holds, rules, place.
#define ROW(attr, type, low, high, rules, keys, target, ...) \
  {attr, type, low, high, rules, __VA_ARGS__, keys, target}

#define NUMBERS(attr, type, low, high, rules, ...) \
  ROW(attr, LB_ATTR_##type, low, high, rules, NULL, NULL, __VA_ARGS__)
#define YESNO(attr, rules, ...) \
  ROW(attr, LB_ATTR_BOOL, 1, 1, rules, &lb_boolKeywords, NULL, __VA_ARGS__)
#define WORD(attr, words, rules, ...) \
  ROW(attr, LB_ATTR_KEYWORD, 1, 1, rules, &lb_##words##Keywords, NULL, __VA_ARGS__)
#define WORDS(attr, words, rules, ...) \
  ROW(attr, LB_ATTR_FLAGS, 1, 0, rules, &lb_##words##Keywords, NULL, __VA_ARGS__)
#define LETTERS(attr, low, high, rules, ...) \
  ROW(attr, LB_ATTR_CHARS, low, high, rules, NULL, NULL, __VA_ARGS__)
#define STRING(attr, rules, ...) ROW(attr, LB_ATTR_STRING, 1, 1, rules, NULL, NULL, __VA_ARGS__)
#define PATH(attr, folder, rules, ...) \
  ROW(attr, LB_ATTR_FILE, 1, 1, rules, NULL, folder, __VA_ARGS__)
#define NAME_OF(attr, kind, rules, ...) ROW(attr, LB_ATTR_REF, 1, 1, rules, NULL, kind, __VA_ARGS__)
#define ID(attr, kind, rules) ROW(attr, LB_ATTR_ID, 1, 1, rules, NULL, kind, NOWHERE)

// Attributes from the column `attribute` of a field table (api/field_table.h), in a scope where
// PLACE(field) gives the struct and the path of a field. The column's word becomes the macro that
// makes the row: NUMBERS(10, "friction", 1) with the field's name becomes
// FROM_NUMBERS(PLACE(friction), 10, "friction", 1, no rules).
#define ATTRIBUTE(type, name, count, initial, attribute, ...) \
  EXPAND_ATTRIBUTE(WITH_##attribute, PLACE(name))
#define EXPAND_ATTRIBUTE(...) MAKE_ATTRIBUTE(__VA_ARGS__)
#define MAKE_ATTRIBUTE(make, arguments, Struct, field) \
  CALL_MAKER(make, Struct, field, ARGUMENTS arguments)
#define CALL_MAKER(make, ...) make(__VA_ARGS__)
#define ARGUMENTS(...) __VA_ARGS__
#define NO_PART(type, name, meaning)

#define WITH_NONE FROM_NONE, ()
#define WITH_NUMBERS(place, attr, least, ...) FROM_NUMBERS, (place, attr, least, (__VA_ARGS__ + 0))
#define WITH_LIST(place, attr, ...) FROM_NUMBERS, (place, attr, 0, (__VA_ARGS__ + 0))
#define WITH_YESNO(place, attr, ...) \
  FROM_WORD, (place, attr, BOOL, lb_boolKeywords, (__VA_ARGS__ + 0))
#define WITH_WORD(place, attr, words, ...) \
  FROM_WORD, (place, attr, KEYWORD, lb_##words##Keywords, (__VA_ARGS__ + 0))
#define WITH_WORDS(place, attr, words, ...) \
  FROM_WORD, (place, attr, FLAGS, lb_##words##Keywords, (__VA_ARGS__ + 0))
#define WITH_STRING(place, attr, ...) FROM_TEXT, (place, attr, STRING, NULL, (__VA_ARGS__ + 0))
#define WITH_PATH(place, attr, folder, ...) \
  FROM_TEXT, (place, attr, FILE, folder, (__VA_ARGS__ + 0))
#define WITH_NAME_OF(place, attr, kind, ...) FROM_TEXT, (place, attr, REF, kind, (__VA_ARGS__ + 0))

#define FROM_NONE(...)
#define FROM_NUMBERS(Struct, field, place, attr, least, rules)                        \
  [place] = ROW(attr, NUMBER_TYPE(((Struct*)0)->field), least,                        \
                (least) ? LB_FIELD_COUNT(((Struct*)0)->field) : 0, rules, NULL, NULL, \
                AT(Struct, field)),
#define FROM_WORD(Struct, field, place, attr, type, words, rules)                              \
  [place] = ROW(attr, LB_ATTR_##type, 1, LB_ATTR_##type != LB_ATTR_FLAGS, rules, &words, NULL, \
                AT(Struct, field)),
#define FROM_TEXT(Struct, field, place, attr, type, kind, rules) \
  [place] = ROW(attr, LB_ATTR_##type, 1, 1, rules, NULL, kind, AT(Struct, field)),

#define NUMBER_TYPE(field)          \
  _Generic((field),                 \
      double: LB_ATTR_DOUBLE,       \
      double*: LB_ATTR_DOUBLE,      \
      mjDoubleVec*: LB_ATTR_DOUBLE, \
      float: LB_ATTR_FLOAT,         \
      float*: LB_ATTR_FLOAT,        \
      mjFloatVec*: LB_ATTR_FLOAT,   \
      default: LB_ATTR_INT)

// One flag of mjOption.
#define FLAG(bit, name, attr) WORD(attr, enable, 0, NOWHERE),

#define ATTRIBUTES(array) .attributes = {array, COUNT(array)}
#define GROUP(array) {array, COUNT(array)}
#define CHILDREN(array) .children = array, .childCount = COUNT(array)

#include "mjcf/schema_table.inc"

const lbSchema* lb_schema(lbElementId id) {
  return &schema[id];
}

#define BIT(bit, name, attribute) bit,
static const int flagBits[] = {LB_DISABLE_FLAGS(BIT) LB_ENABLE_FLAGS(BIT) LB_MORE_FLAGS(BIT)};

int lb_flagBit(int i, bool* disables) {
  *disables = i < mjNDISABLE;
  return flagBits[i];
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
