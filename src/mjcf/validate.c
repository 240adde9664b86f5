// Checking a document against the schema before reading it; see schema.h.

#include "mjcf/read.h"

#include <stdio.h>
#include <string.h>

void lb_xmlError(const lbXml* node, const char* format, ...) {
  char message[LB_MESSAGE_SIZE];
  char place[256] = "";
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (node) {
    snprintf(place, sizeof place, "\nElement '%s', line %d%s%s%s", node->name, node->line,
             node->file ? ", file '" : "", node->file ? node->file : "", node->file ? "'" : "");
  }
  lb_error("XML Error: %s%s", message, place);
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
    lb_xmlError(node, "Schema violation: at most one of %s can be specified", list);
  }
  if (rule[0] == 'o' && complete == 0) {
    lb_xmlError(node, "Schema violation: one of %s must be specified", list);
  }
  if (rule[0] == 't' && some > 0 && complete < count) {
    lb_xmlError(node, "Schema violation: attributes %s must be specified together", list);
  }
}

static void checkAttributes(const lbXml* node, const lbSchema* element, bool inDefault) {
  for (const lbXmlAttribute* a = node->attributes; a; a = a->next) {
    const lbAttribute* attribute = lb_schemaAttribute(element, a->name);
    bool named = attribute && (attribute->type == LB_ATTR_ID || strcmp(a->name, "class") == 0);
    if (!attribute && node->kind == LB_ELEM_FRAME) {
      continue;  // COMPAT: what a frame does not know is not looked at
    }
    if (!attribute || (inDefault && (named || attribute->rules & LB_NODEFAULT))) {
      lb_xmlError(node, "Schema violation: unrecognized attribute: '%s'", a->name);
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
      lb_xmlError(node, "Schema violation: unique element '%s' found %d times",
                  lb_schema((lbElementId)element->children[i].element)->name, count);
    }
  }
}

// The world takes no part of what moves a body.
static void checkWorld(const lbXml* node, const lbXml* child) {
  if (node->kind != LB_ELEM_WORLDBODY) {
    return;
  }
  if (strcmp(child->name, "joint") == 0 || strcmp(child->name, "freejoint") == 0) {
    lb_xmlError(child, "World body cannot have joints");
  }
  if (strcmp(child->name, "inertial") == 0) {
    lb_xmlError(child, "World body cannot have inertia");
  }
}

static void checkElement(lbXml* node, bool inDefault) {
  const lbSchema* element = lb_schema((lbElementId)node->kind);
  if (node->kind == LB_ELEM_WORLDBODY && node->attributes) {
    lb_xmlError(node, "World body cannot have attributes");
  }
  // COMPAT: the peer does not look at the attributes of <replicate>
  if (node->kind != LB_ELEM_REPLICATE) {
    checkAttributes(node, element, inDefault);
  }
  for (lbXml* child = node->child; child; child = child->next) {
    child->kind = lb_schemaChild((lbElementId)node->kind, child->name);
    if (child->kind < 0) {
      checkWorld(node, child);
      lb_xmlError(child, "Schema violation: unrecognized element");
    }
    bool isClass = node->kind == LB_ELEM_DEFAULT && child->kind != LB_ELEM_DEFAULT;
    checkElement(child, inDefault || isClass);
  }
  checkOccurrence(node, element);
}

void lb_validate(lbXml* root) {
  root->kind = LB_ELEM_MUJOCO;
  checkElement(root, false);
}
