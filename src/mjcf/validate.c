// Checking a document against the schema before reading it; see schema.h.

#include "mjcf/read.h"

#include <stdio.h>
#include <string.h>

// Problems that wait to be raised, one after the other.
static struct {
  char text[LB_MESSAGE_SIZE - 32];  // leaves room for how many more there are
  int length;
  int more;  // found no room
} problems;

// Column of the attribute that a message quotes, by name or value, if it is in its element's line.
static int columnIn(const lbXml* node, const char* message) {
  const char* end = strstr(message, ", expected");
  for (const lbXmlAttribute* a = node->attributes; a; a = a->next) {
    const char* words[] = {a->name, a->value};
    for (int i = 0; i < 2; i++) {
      size_t length = strlen(words[i]);
      const char* found = length ? strstr(message, words[i]) : NULL;
      for (; found; found = strstr(found + 1, words[i])) {
        bool quoted = found > message && found[-1] == '\'' && found[length] == '\'';
        if (quoted && (!end || found < end) && a->line == node->line) {
          return a->column;
        }
      }
    }
  }
  return node->column;
}

static void note(const lbXml* node, const char* format, va_list arguments) {
  char message[LB_MESSAGE_SIZE];
  char place[256] = "";
  vsnprintf(message, sizeof message, format, arguments);
  if (node) {
    snprintf(place, sizeof place, "\nElement '%s', line %d, column %d%s%s%s", node->name,
             node->line, columnIn(node, message), node->file ? ", file '" : "",
             node->file ? node->file : "", node->file ? "'" : "");
  }
  int room = (int)sizeof problems.text - problems.length;
  int length = snprintf(problems.text + problems.length, (size_t)room, "%sXML Error: %s%s",
                        problems.length ? "\n" : "", message, place);
  if (length < room || problems.length == 0) {
    problems.length += length < room ? length : room - 1;
  } else {
    problems.text[problems.length] = 0;
    problems.more++;
  }
}

LB_NORETURN static void raise(void) {
  char text[LB_MESSAGE_SIZE];
  memcpy(text, problems.text, sizeof problems.text);
  if (problems.more) {
    snprintf(text + problems.length, sizeof text - (size_t)problems.length, "\n... and %d more",
             problems.more);
  }
  lb_forgetProblems();
  lb_error("%s", text);
}

void lb_xmlError(const lbXml* node, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  note(node, format, arguments);
  va_end(arguments);
  raise();
}

void lb_xmlProblem(const lbXml* node, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  note(node, format, arguments);
  va_end(arguments);
}

void lb_raiseProblems(void) {
  if (problems.length) {
    raise();
  }
}

void lb_forgetProblems(void) {
  problems.length = problems.more = 0;
  problems.text[0] = 0;
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
  if (rule[0] == 'e' && some > 1) {
    lb_xmlProblem(node, "Schema violation: at most one of %s can be specified", list);
  }
  if (rule[0] == 'o' && complete == 0) {
    lb_xmlProblem(node, "Schema violation: one of %s must be specified", list);
  }
  if (rule[0] == 't' && some > 0 && complete < count) {
    lb_xmlProblem(node, "Schema violation: attributes %s must be specified together", list);
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

static void wrongName(const lbXml* node, const char* what, const Guess* guess) {
  const char* near = guess->name;
  lb_xmlProblem(node, "Schema violation: unrecognized %s%s%s%s", what, near ? ", expected '" : "",
                near ? near : "", near ? "'" : "");
}

static void wrongAttribute(const lbXml* node, const lbSchema* element, const char* name) {
  Guess guess = {name, NULL, 3};
  for (int g = -1; g < LB_SCHEMA_GROUPS; g++) {
    const lbAttributes* list = g < 0 ? &element->attributes : &element->groups[g];
    for (int i = 0; i < list->count; i++) {
      consider(&guess, list->items[i].name);
    }
  }
  char what[128];
  snprintf(what, sizeof what, "attribute: '%s'", name);
  wrongName(node, what, &guess);
}

static void wrongElement(const lbXml* child, const lbSchema* parent) {
  Guess guess = {child->name, NULL, 3};
  for (int i = 0; i < parent->childCount; i++) {
    consider(&guess, lb_schema((lbElementId)parent->children[i].element)->name);
  }
  wrongName(child, "element", &guess);
}

static void checkAttributes(const lbXml* node, const lbSchema* element, bool inDefault) {
  for (const lbXmlAttribute* a = node->attributes; a; a = a->next) {
    const lbAttribute* attribute = lb_schemaAttribute(element, a->name);
    bool named = attribute && (attribute->type == LB_ATTR_ID || strcmp(a->name, "class") == 0);
    if (!attribute && node->kind == LB_ELEM_FRAME) {
      continue;  // COMPAT: what a frame does not know is not looked at
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
      lb_xmlProblem(node, "Schema violation: unique element '%s' found %d times",
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
    lb_xmlProblem(child, "World body cannot have joints");
    return true;
  }
  if (strcmp(child->name, "inertial") == 0) {
    lb_xmlProblem(child, "World body cannot have inertia");
    return true;
  }
  return false;
}

static void checkElement(lbXml* node, bool inDefault) {
  const lbSchema* element = lb_schema((lbElementId)node->kind);
  if (node->kind == LB_ELEM_WORLDBODY && node->attributes) {
    lb_xmlProblem(node, "World body cannot have attributes");
  }
  // COMPAT: the peer does not look at the attributes of <replicate>
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
