// What qhull leaves to its user: memory, messages, and the way out after an error.
//
// Memory is the engine's (counted, failures can be injected). Messages are kept only as far as the
// first error of a call: it becomes the text of lb_error. The caller wraps qh_new_qhull in
// lb_protect and, when that returns false, frees qhull's memory (qh_freeqhull, qh_memfreeshort).

#include <libqhull_r/qhull_ra.h>

#include "base/error.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>

#define FIRST_ERROR_CODE 6000
#define LAST_ERROR_CODE 6999

static char firstError[LB_MESSAGE_SIZE / 2];

static void keepFirstError(int code, const char* format, va_list arguments) {
  if (code < FIRST_ERROR_CODE || code > LAST_ERROR_CODE || firstError[0]) {
    return;
  }
  vsnprintf(firstError, sizeof firstError, format, arguments);

  // the first line says what is wrong, the rest gives advice for qhull's own programs
  for (char* c = firstError; *c; c++) {
    if (*c == '\n') {
      *c = '\0';
      break;
    }
  }
}

void lb_qhullFailed(int exitCode) {
  char text[sizeof firstError];
  snprintf(text, sizeof text, "%s", firstError[0] ? firstError : "no further description");
  firstError[0] = '\0';
  lb_error("convex hull failed (qhull error %d): %s", exitCode, text);
}

void qh_exit(int exitCode) {
  lb_qhullFailed(exitCode);
}

void* qh_malloc(size_t size) {
  return lb_tryAlloc(size);
}

void qh_free(void* block) {
  lb_free(block);
}

void qh_fprintf_stderr(int code, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  keepFirstError(code, format, arguments);
  va_end(arguments);
}

void qh_fprintf(qhT* qh, FILE* file, int code, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  keepFirstError(code, format, arguments);
  va_end(arguments);
  if (qh && code >= FIRST_ERROR_CODE && code <= LAST_ERROR_CODE) {
    qh->last_errcode = code;
  }
}
