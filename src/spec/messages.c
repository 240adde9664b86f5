// What a spec has to say: its last error, its warnings, and the place of an element in both.

#include "base/error.h"
#include "base/memory.h"
#include "spec/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void lb_specSetError(lbSpec* spec, const char* text) {
  lb_free(spec->error);
  spec->error = NULL;
  spec->error = text && *text ? lb_strdup(text) : NULL;
  if (spec->error) {
    lb_setLastError(spec->error, NULL);
  }
}

const char* mjs_getError(mjSpec* s) {
  LB_REQUIRE(s);
  const lbSpec* spec = lb_spec(s);
  return spec->error ? spec->error : "";
}

int mjs_isWarning(mjSpec* s) {
  LB_REQUIRE(s);
  lbSpec* spec = lb_spec(s);
  return !spec->error && spec->warnings.count > 0;
}

int mjs_numWarnings(const mjSpec* s) {
  LB_REQUIRE(s);
  return lb_spec(s)->warnings.count;
}

const char* mjs_getWarning(const mjSpec* s, int index) {
  LB_REQUIRE(s);
  const lbSpec* spec = lb_spec(s);
  return index >= 0 && index < spec->warnings.count ? spec->warnings.items[index] : NULL;
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
  for (int i = 0; i < element->spec->warnings.count; i++) {
    if (!strcmp(element->spec->warnings.items[i], text)) {
      return;
    }
  }
  char* kept = lb_tryAlloc(strlen(text) + 1);
  if (kept) {
    strcpy(kept, text);
    LB_PUSH(&element->spec->warnings, kept);
  }
}
