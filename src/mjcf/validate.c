// Checking a document against the schema before reading it; see schema.h.

#include "mjcf/read.h"

#include <stdio.h>
#include <string.h>

static const lbFault nothing;

// Problems that wait to be raised, one after the other.
static lbProblems problems;

// What is known of a fault of an element, besides what its finder says.
static lbFault place(const lbXml* node, const lbFault* said) {
  lbFault fault = *said;
  fault.place = LB_PLACE_XML;
  fault.element = node->name;
  fault.name = lb_xmlValue(node, "name");
  fault.file = node->file;
  fault.line = node->line;
  fault.column = node->column;
  // in the element's line the attribute can be pointed at
  for (const lbXmlAttribute* a = node->attributes; a && fault.attribute; a = a->next) {
    if (strcmp(a->name, fault.attribute) == 0 && a->line == node->line) {
      fault.column = a->column;
    }
  }
  return fault;
}

static void note(const lbXml* node, const lbFault* said, const char* format, va_list arguments) {
  char words[LB_MESSAGE_SIZE], message[LB_MESSAGE_SIZE];
  int prefix = snprintf(words, sizeof words, "XML Error: ");
  vsnprintf(words + prefix, sizeof words - (size_t)prefix, format, arguments);
  lbErrorFields fields;
  lbFault fault = place(node, said);
  lb_faultText(message, sizeof message, &fault, words);
  lb_faultFields(&fields, &fault);
  lb_addProblem(&problems, LB_MESSAGE_SIZE, message, &fields);
}

// Raises what was noted.
LB_NORETURN static void raise(void) {
  lb_finishProblems(&problems);
  lb_setLastError(problems.text, &problems.fields);
  lb_forgetProblems();
  lb_raiseAgain();
}

void lb_xmlError(const lbXml* node, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  note(node, &nothing, format, arguments);
  va_end(arguments);
  raise();
}

void lb_xmlFault(const lbXml* node, const lbFault* said, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  note(node, said, format, arguments);
  va_end(arguments);
  raise();
}

void lb_xmlProblem(const lbXml* node, const lbFault* said, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  note(node, said, format, arguments);
  va_end(arguments);
}

void lb_raiseProblems(void) {
  if (problems.length) {
    raise();
  }
}

void lb_forgetProblems(void) {
  problems.text[0] = 0;
  problems.length = problems.more = 0;
}

// One alternative of a rule: attribute names joined by '+'.
typedef struct Alternative_ {
  const char* text;
  size_t length;
} Alternative;

// Next attribute name of an alternative into name.
static bool nextName(Alternative* rest, char* name, size_t size) {
  if (rest->length == 0) {
    return false;
  }
  size_t length = 0;
  while (length < rest->length && rest->text[length] != '+') {
    length++;
  }
  snprintf(name, size, "%.*s", (int)length, rest->text);
  size_t taken = length + (length < rest->length);
  rest->text += taken;
  rest->length -= taken;
  return true;
}

static bool hasAll(const lbXml* node, Alternative alternative) {
  char name[64];
  while (nextName(&alternative, name, sizeof name)) {
    if (!lb_xmlValue(node, name)) {
      return false;
    }
  }
  return true;
}

static bool hasAny(const lbXml* node, Alternative alternative) {
  char name[64];
  while (nextName(&alternative, name, sizeof name)) {
    if (lb_xmlValue(node, name)) {
      return true;
    }
  }
  return false;
}

// The element's first attribute that a rule names, NULL when there is none.
static const char* firstNamed(const lbXml* node, const Alternative* alternatives, int count) {
  for (const lbXmlAttribute* a = node->attributes; a; a = a->next) {
    for (int i = 0; i < count; i++) {
      Alternative rest = alternatives[i];
      char name[64];
      while (nextName(&rest, name, sizeof name)) {
        if (strcmp(a->name, name) == 0) {
          return a->name;
        }
      }
    }
  }
  return NULL;
}

// "'a', ('b', 'c')" for a rule's alternatives.
static void listAlternatives(char* text, size_t size, const Alternative* alternatives, int count) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < count; i++) {
    Alternative rest = alternatives[i];
    bool several = memchr(rest.text, '+', rest.length) != NULL;
    char name[64];
    bool first = true;
    used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", several ? "(" : "");
    while (nextName(&rest, name, sizeof name)) {
      used += (size_t)snprintf(text + used, size - used, "%s'%s'", first ? "" : ", ", name);
      first = false;
    }
    used += (size_t)snprintf(text + used, size - used, "%s", several ? ")" : "");
  }
}

enum {
  MAX_ALTERNATIVES = 8,
};

static void checkRule(const lbXml* node, const char* rule) {
  Alternative alternatives[MAX_ALTERNATIVES];
  int count = 0;
  const char* cursor = strchr(rule, ' ');
  while (cursor && count < MAX_ALTERNATIVES) {
    const char* start = cursor + 1;
    cursor = strchr(start, ' ');
    alternatives[count++] =
        (Alternative){.text = start, .length = cursor ? (size_t)(cursor - start) : strlen(start)};
  }
  int some = 0;
  int complete = 0;
  for (int i = 0; i < count; i++) {
    some += hasAny(node, alternatives[i]);
    complete += hasAll(node, alternatives[i]);
  }
  char list[256];
  listAlternatives(list, sizeof list, alternatives, count);
  lbFault fault = {.attribute = firstNamed(node, alternatives, count)};
  if (rule[0] == 'e' && some > 1) {
    lb_xmlProblem(node, &fault, "Schema violation: at most one of %s can be specified", list);
  }
  if (rule[0] == 'o' && complete == 0) {
    lb_xmlProblem(node, &fault, "Schema violation: one of %s must be specified", list);
  }
  if (rule[0] == 't' && some > 0 && complete < count) {
    lb_xmlProblem(node, &fault, "Schema violation: attributes %s must be specified together", list);
  }
}

// How many letters differ between two words, at most 3.
static int distance(const char* a, const char* b) {
  size_t lengthA = strlen(a), lengthB = strlen(b);
  int row[32];
  if (lengthA > lengthB + 2 || lengthB > lengthA + 2 || lengthB >= 32) {
    return 3;
  }
  for (size_t j = 0; j <= lengthB; j++) {
    row[j] = (int)j;
  }
  for (size_t i = 1; i <= lengthA; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= lengthB; j++) {
      int replace = diagonal + ((a[i - 1] | 32) != (b[j - 1] | 32));
      diagonal = row[j];
      int skip = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      row[j] = replace < skip ? replace : skip;
    }
  }
  return row[lengthB] < 3 ? row[lengthB] : 3;
}

// The name nearest to a wrong one.
typedef struct Guess_ {
  const char* wrong;
  const char* name;
  int distance;
} Guess;

static void consider(Guess* guess, const char* name) {
  int letters = distance(guess->wrong, name);
  // short words are near to everything
  if (letters < guess->distance && letters < (int)strlen(name) - 1) {
    *guess = (Guess){guess->wrong, name, letters};
  }
}

// "'size'" for the guess, NULL when nothing is near, or the name is only wrong here.
static const char* quoteGuess(const Guess* guess, char* text, size_t size) {
  snprintf(text, size, "'%s'", guess->name ? guess->name : "");
  return guess->name && strcmp(guess->name, guess->wrong) ? text : NULL;
}

static void wrongAttribute(const lbXml* node, const lbSchema* element, const char* name) {
  Guess guess = {name, NULL, 3};
  for (int g = -1; g < LB_SCHEMA_GROUPS; g++) {
    const lbAttributes* list = g < 0 ? &element->attributes : &element->groups[g];
    for (int i = 0; i < list->count; i++) {
      consider(&guess, list->items[i].name);
    }
  }
  char near[64];
  lbFault fault = {.attribute = name, .expected = quoteGuess(&guess, near, sizeof near)};
  lb_xmlProblem(node, &fault, "Schema violation: unrecognized attribute: '%.100s'", name);
}

static void wrongElement(const lbXml* child, const lbSchema* parent) {
  Guess guess = {child->name, NULL, 3};
  for (int i = 0; i < parent->childCount; i++) {
    consider(&guess, lb_schema((lbElementId)parent->children[i].element)->name);
  }
  char near[64];
  lbFault fault = {.expected = quoteGuess(&guess, near, sizeof near)};
  lb_xmlProblem(child, &fault, "Schema violation: unrecognized element");
}

static void checkAttributes(const lbXml* node, const lbSchema* element, bool inDefault) {
  for (const lbXmlAttribute* a = node->attributes; a; a = a->next) {
    const lbAttribute* attribute = lb_schemaAttribute(element, a->name);
    bool named = attribute && (attribute->type == LB_ATTR_ID || strcmp(a->name, "class") == 0);
    if (!attribute && node->kind == LB_ELEM_FRAME) {
      continue;  // COMPAT: MJCF-FRAME: attributes that a frame does not know are ignored
    }
    if (!attribute || (inDefault && (named || attribute->rules & LB_NODEFAULT))) {
      wrongAttribute(node, element, a->name);
    }
  }
  for (const char* const* rule = element->rules; rule && *rule; rule++) {
    checkRule(node, *rule);
  }
}

// Elements that may appear once.
static void checkOccurrence(const lbXml* node, const lbSchema* element) {
  for (int i = 0; i < element->childCount; i++) {
    if (element->children[i].occurrence == LB_ANY) {
      continue;
    }
    int count = 0;
    for (const lbXml* child = node->child; child; child = child->next) {
      count += child->kind == element->children[i].element;
    }
    if (count > 1) {
      lb_xmlProblem(node, &nothing, "Schema violation: unique element '%s' found %d times",
                    lb_schema((lbElementId)element->children[i].element)->name, count);
    }
  }
}

// The world takes no part of what moves a body; true when that was said.
static bool checkWorld(const lbXml* node, const lbXml* child) {
  if (node->kind != LB_ELEM_WORLDBODY) {
    return false;
  }
  if (strcmp(child->name, "joint") == 0 || strcmp(child->name, "freejoint") == 0) {
    lb_xmlProblem(child, &nothing, "World body cannot have joints");
    return true;
  }
  if (strcmp(child->name, "inertial") == 0) {
    lb_xmlProblem(child, &nothing, "World body cannot have inertia");
    return true;
  }
  return false;
}

static void checkElement(lbXml* node, bool inDefault) {
  const lbSchema* element = lb_schema((lbElementId)node->kind);
  if (node->kind == LB_ELEM_WORLDBODY && node->attributes) {
    lb_xmlProblem(node, &nothing, "World body cannot have attributes");
  }
  // COMPAT: MJCF-REPLICATE: the peer does not look at its attributes
  if (node->kind != LB_ELEM_REPLICATE) {
    checkAttributes(node, element, inDefault);
  }
  for (lbXml* child = node->child; child; child = child->next) {
    child->kind = lb_schemaChild((lbElementId)node->kind, child->name);
    if (child->kind < 0) {
      if (!checkWorld(node, child)) {
        wrongElement(child, element);
      }
      continue;
    }
    bool isClass = node->kind == LB_ELEM_DEFAULT && child->kind != LB_ELEM_DEFAULT;
    checkElement(child, inDefault || isClass);
  }
  checkOccurrence(node, element);
}

void lb_validate(lbXml* root) {
  root->kind = LB_ELEM_MUJOCO;
  checkElement(root, false);
  lb_raiseProblems();
}
