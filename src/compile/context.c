// Errors about elements, steps for every element of a kind, names resolved to model ids.

#include "compile/context.h"

#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

// --- errors

LB_NORETURN void lb_compileError(lbCompiler* c, const char* format, ...) {
  char message[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  const lbElement* element = c->current;
  c->located = true;
  lb_specError(element, "%s", message);
}

// The message of the last error; what knows nothing of elements raised it when it is not located.
static void locate(lbCompiler* c, char* text, size_t size) {
  const char* message = lb_lastError();
  char place[256] = "";
  if (!c->located) {
    lb_describeElement(c->current, place, sizeof place);
  }
  bool plain = c->located || (!place[0] && !strncmp(message, "Error", 5));
  bool named = plain || !c->file || strstr(message, c->file);
  snprintf(text, size, "%s%s%s%s%s%s", plain ? "" : "Error: ", message, named ? "" : " in file '",
           named ? "" : c->file, named ? "" : "'", place);
  c->located = false;
}

static void addProblem(lbCompiler* c, const char* message) {
  size_t used = strlen(c->problems.text), length = strlen(message);
  // there must be room for how many more there are
  if (used && used + length + 32 > sizeof c->problems.text) {
    c->problems.more++;
    return;
  }
  snprintf(c->problems.text + used, sizeof c->problems.text - used, "%s%s", used ? "\n" : "",
           message);
}

typedef struct Each_ {
  lbCompiler* c;
  mjtObj kind;
  void (*step)(lbCompiler* c, int i);
  int i;
} Each;

static void runEach(void* context) {
  Each* each = context;
  lbCompiler* c = each->c;
  for (; each->i < lb_specCount(c->spec, each->kind); each->i++) {
    c->current = c->spec->lists[lb_listIndex(each->kind)].items[each->i];
    c->file = NULL;
    each->step(c, each->i);
  }
}

void lb_compileEach(lbCompiler* c, mjtObj kind, void (*step)(lbCompiler* c, int i)) {
  Each each = {.c = c, .kind = kind, .step = step};
  while (!lb_protect(runEach, &each)) {
    char message[LB_MESSAGE_SIZE];
    locate(c, message, sizeof message);
    addProblem(c, message);
    each.i++;
  }
  c->current = NULL;
  c->file = NULL;
}

void lb_compileRaise(lbCompiler* c) {
  if (c->problems.text[0]) {
    c->located = true;
    lb_error("%s", c->problems.text);
  }
}

// --- names

// Frames of bodies (xbody) are the bodies' own.
static mjtObj listType(mjtObj type) {
  return type == mjOBJ_XBODY ? mjOBJ_BODY : type;
}

int lb_compileFind(lbCompiler* c, mjtObj type, const char* name) {
  type = listType(type);
  if (lb_listIndex(type) < 0 || !name[0]) {
    return -1;
  }
  const lbElement* element = lb_specFind(c->spec, type, name);
  return element ? c->ids[lb_listIndex(type)][element->id] : -1;
}

int lb_compileRequire(lbCompiler* c, mjtObj type, const char* name, const char* what, int id) {
  if (!name[0]) {
    return -1;
  }
  if (!lb_specFind(c->spec, listType(type), name)) {
    lb_compileError(c, "%s '%s' not found in %s %d", lb_elementKind(listType(type)), name, what,
                    id);
  }
  return lb_compileFind(c, type, name);
}

void lb_numberElements(lbCompiler* c) {
  for (int kind = 0; kind < LB_SPEC_LISTS; kind++) {
    int count = c->spec->lists[kind].count;
    c->ids[kind] = LB_WORK_ARRAY(c, int, count + 1);
    for (int i = 0; i < count; i++) {
      c->ids[kind][i] = i;
    }
  }
}

// --- the report

typedef struct Referrer_ {
  lbCompiler* c;
  const lbElement* element;
} Referrer;

// Notes a name that nothing has, once.
static void noteUnknown(void* context, mjString* name, mjtObj type) {
  const Referrer* referrer = context;
  lbCompiler* c = referrer->c;
  type = listType(type);
  if (lb_isEmpty(name) || lb_listIndex(type) < 0 || lb_specFind(c->spec, type, lb_text(name))) {
    return;
  }
  char quoted[128], place[256], message[LB_MESSAGE_SIZE];
  snprintf(quoted, sizeof quoted, "'%s'", lb_text(name));
  if (strstr(c->problems.text, quoted)) {
    return;
  }
  lb_describeElement(referrer->element, place, sizeof place);
  snprintf(message, sizeof message, "Error: unknown %s %s in %s%s", lb_elementKind(type), quoted,
           lb_elementKind(referrer->element->handle.elemtype), place);
  addProblem(c, message);
}

const char* lb_compileReport(lbCompiler* c) {
  char message[LB_MESSAGE_SIZE];
  locate(c, message, sizeof message);
  bool assets = c->problems.text[0];
  if (!assets) {
    addProblem(c, message);
  }
  for (int kind = mjOBJ_BODY; kind < mjNOBJECT; kind++) {
    for (int i = 0; i < c->spec->lists[kind].count; i++) {
      Referrer referrer = {c, c->spec->lists[kind].items[i]};
      lb_visitReferences(c->spec->lists[kind].items[i], noteUnknown, &referrer);
    }
  }
  if (c->problems.more) {
    size_t used = strlen(c->problems.text);
    snprintf(c->problems.text + used, sizeof c->problems.text - used, "\n... and %d more",
             c->problems.more);
  }
  return c->problems.text;
}
