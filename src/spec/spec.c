// Whole specs: make, copy, delete; error, warnings, timers.

#include "base/memory.h"
#include "spec/internal.h"
#include "spec/key_layout.h"

#include "api/mj_functions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void mjs_defaultSpec(mjSpec* s) {
  int count;
  const lbField* fields = lb_specFields(&count);
  lb_resetFields(fields, count, s, lb_specDefaults());
  mj_defaultLROpt(&s->compiler.LRopt);
  mj_defaultOption(&s->option);
  mj_defaultVisual(&s->visual);
  lb_setText(s->modelname, "MuJoCo Model");
}

static void fillSpec(void* context) {
  lbSpec* spec = context;
  mjs_defaultSpec(&spec->s);
  spec->mainClass = lb_newDefault(spec, "main", NULL);
  lbElement* world = lb_addElement(spec, mjOBJ_BODY, NULL, spec->mainClass);
  spec->world = (lbBody*)world;
  lb_rename(world, "world");
  lb_setText(spec->world->s.childclass, "main");
}

lbSpec* lb_newSpec(void) {
  int count;
  const lbField* fields = lb_specFields(&count);
  size_t slotOffset = (sizeof(lbSpec) + 15u) & ~(size_t)15;
  size_t slots = (size_t)lb_containerCount(fields, count) * sizeof(mjString);
  lbSpec* spec = lb_allocZero(slotOffset + slots);
  lb_placeContainers(fields, count, &spec->s, (char*)spec + slotOffset);
  spec->s.element = &spec->head.handle;
  spec->head.handle.elemtype = mjOBJ_MODEL;
  spec->head.spec = spec->head.origin = spec;
  if (!lb_protect(fillSpec, spec)) {
    lb_freeSpec(spec);
    lb_raiseAgain();
  }
  return spec;
}

void lb_freeSpec(lbSpec* spec) {
  if (!spec) {
    return;
  }
  while (spec->owned) {
    lb_freeElement(spec->owned);
  }
  for (int k = 0; k < LB_SPEC_LISTS; k++) {
    LB_ARRAY_FREE(&spec->lists[k]);
    lb_free(spec->names[k].map.slots);
  }
  lb_freePendingKeys(spec, false);
  lb_freeKeyLayout(spec);
  for (int i = 0; i < spec->classes.count; i++) {
    lb_freeClass(spec->classes.items[i]);
  }
  LB_ARRAY_FREE(&spec->classes);
  for (int i = 0; i < spec->children.count; i++) {
    lb_freeSpec(spec->children.items[i].spec);
  }
  LB_ARRAY_FREE(&spec->children);
  for (int i = 0; i < spec->files.count; i++) {
    lb_free(spec->files.items[i]);
  }
  LB_ARRAY_FREE(&spec->files);
  lb_clearTextVec(&spec->activePlugins);
  lb_specClearWarnings(spec);
  LB_ARRAY_FREE(&spec->warnings);
  lb_free(spec->error);
  for (int i = 0; i < spec->head.userValues.count; i++) {
    lb_free(spec->head.userValues.items[i].key);
  }
  LB_ARRAY_FREE(&spec->head.userValues);
  lb_clearText(&spec->head.name);
  int count;
  const lbField* fields = lb_specFields(&count);
  lb_freeFields(fields, count, &spec->s);
  lb_free(spec);
}

mjSpec* mj_makeSpec(void) {
  return &lb_newSpec()->s;
}

void mj_deleteSpec(mjSpec* s) {
  if (s) {
    lb_freeSpec(lb_spec(s));
  }
}

void lb_specSetError(lbSpec* spec, const char* text) {
  lb_free(spec->error);
  spec->error = NULL;
  spec->error = text && *text ? lb_strdup(text) : NULL;
  if (spec->error) {
    lb_setLastError(spec->error, NULL);
  }
}

const char* mjs_getError(mjSpec* s) {
  lbSpec* spec = lb_spec(s);
  if (spec->error) {
    return spec->error;
  }
  return spec->warnings.count ? spec->warnings.items[spec->warnings.count - 1] : "";
}

int mjs_isWarning(mjSpec* s) {
  lbSpec* spec = lb_spec(s);
  return !spec->error && spec->warnings.count > 0;
}

int mjs_numWarnings(const mjSpec* s) {
  return lb_spec(s)->warnings.count;
}

const char* mjs_getWarning(const mjSpec* s, int index) {
  const lbSpec* spec = lb_spec(s);
  return index >= 0 && index < spec->warnings.count ? spec->warnings.items[index] : NULL;
}

const double* mjs_getTimer(mjSpec* s) {
  return lb_spec(s)->timers;
}

int mjs_setDeepCopy(mjSpec* s, int deepcopy) {
  lb_spec(s)->deepCopy = deepcopy != 0;
  return 0;
}

void lb_specClearWarnings(lbSpec* spec) {
  for (int i = 0; i < spec->warnings.count; i++) {
    lb_free(spec->warnings.items[i]);
  }
  spec->warnings.count = 0;
}

lbFault lb_elementFault(const lbElement* element) {
  if (!element || element->handle.elemtype == mjOBJ_MODEL) {
    return (lbFault){0};
  }
  return (lbFault){.place = LB_PLACE_MODEL,
                   .element = element->tag,
                   .name = lb_text(&element->name),
                   .id = element->id,
                   .file = element->file,
                   .line = element->line,
                   .column = element->column};
}

void lb_specError(const lbElement* element, const char* format, ...) {
  char words[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  lbFault fault = lb_elementFault(element);
  lb_raiseFault(&fault, "Error: %s", words);
}

void lb_specWarning(const lbElement* element, const char* format, ...) {
  char words[LB_MESSAGE_SIZE];
  char text[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  lbFault fault = lb_elementFault(element);
  lb_faultText(text, sizeof text, &fault, words);
  char* kept = lb_tryAlloc(strlen(text) + 1);
  if (kept) {
    strcpy(kept, text);
    LB_PUSH(&element->spec->warnings, kept);
  }
}
