// Errors about elements, steps for every element of a kind, names resolved to model ids.

#include "compile/context.h"

#include "base/compiler.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

// --- errors

void lb_compileError(lbCompiler* c, const char* format, ...) {
  char words[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  lb_compileFault(c, &(lbFault){0}, "%s", words);
}

void lb_compileFault(lbCompiler* c, const lbFault* said, const char* format, ...) {
  char words[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  lbFault fault = lb_elementFault(c->current);
  fault.attribute = said->attribute;
  fault.expected = said->expected;
  fault.isChoice = said->isChoice;
  fault.missing = said->missing;
  c->located = true;
  lb_raiseFault(&fault, "Error: %s", words);
}

// Notes a problem that is not raised.
static void note(lbCompiler* c, const lbFault* fault, const char* words) {
  char message[LB_MESSAGE_SIZE];
  lbErrorFields fields;
  lb_faultText(message, sizeof message, fault, words);
  lb_faultFields(&fields, fault);
  lb_addProblem(&c->problems, LB_REPORT_SIZE, message, &fields);
}

// Notes the last error; what knows nothing of elements raised it when it is not located.
static void noteLast(lbCompiler* c) {
  const char* message = lb_lastError();
  lbFault fault = c->located ? (lbFault){0} : lb_elementFault(c->current);
  bool plain = c->located || (!fault.place && !strncmp(message, "Error", 5));
  const char* head = plain ? "" : c->d ? "Error: engine error: " : "Error: ";
  bool named = plain || !c->file || strstr(message, c->file);
  char words[LB_MESSAGE_SIZE];
  snprintf(words, sizeof words, "%s%s%s%s%s", head, message, named ? "" : " in file '",
           named ? "" : c->file, named ? "" : "'");
  fault.quotesLast = true;
  fault.asset = c->file;
  note(c, &fault, words);
  c->located = false;
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
    noteLast(c);
    each.i++;
  }
  c->current = NULL;
  c->file = NULL;
}

void lb_compileRaise(lbCompiler* c) {
  if (c->problems.length) {
    c->located = true;
    lb_raise(c->problems.text, &c->problems.fields);
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

LB_APART void lb_numberElements(lbCompiler* c) {
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
  char quoted[128], words[256];
  snprintf(quoted, sizeof quoted, "'%s'", lb_text(name));
  if (strstr(c->problems.text, quoted)) {
    return;
  }
  lbFault fault = lb_elementFault(referrer->element);
  snprintf(words, sizeof words, "Error: unknown %s %s in %s", lb_elementKind(type), quoted,
           lb_elementKind(referrer->element->handle.elemtype));
  note(c, &fault, words);
}

const char* lb_compileReport(lbCompiler* c) {
  // (those of assets were noted one by one)
  if (!c->problems.length) {
    noteLast(c);
  }
  for (int kind = mjOBJ_BODY; kind < mjNOBJECT; kind++) {
    for (int i = 0; i < c->spec->lists[kind].count; i++) {
      Referrer referrer = {c, c->spec->lists[kind].items[i]};
      lb_visitReferences(c->spec->lists[kind].items[i], noteUnknown, &referrer);
    }
  }
  lb_finishProblems(&c->problems);
  lb_setLastError(c->problems.text, &c->problems.fields);
  return c->problems.text;
}
