// Errors travel by longjmp natively and by a JavaScript exception in the module; see base/error.h.

#include "base/error.h"

#include "api/data_enums.h"
#include "api/mju_functions.h"
#include "base/compiler.h"
#include "base/message.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef LB_WASM
#include <unistd.h>
#endif

void (*mju_user_error)(const char* message) = NULL;

// Each thread has its own last error.
static LB_THREAD_LOCAL char message[LB_REPORT_SIZE];
static LB_THREAD_LOCAL lbErrorFields fields;
static LB_THREAD_LOCAL lbError lastError;
static LB_THREAD_LOCAL int protectDepth = 0;

#ifdef LB_WASM

// Implemented by the JavaScript loader: runs body(context) inside try/catch; 1 when it came back, 0
// when it threw.
extern int lbjs_protect(void (*body)(void*), void* context);
// Throws: either to the enclosing lbjs_protect or as MjError out of the call from JavaScript.
LB_NORETURN extern void lbjs_throw(const lbError* error);

bool lb_protect(void (*body)(void* context), void* context) {
  int depth = protectDepth++;
  int cameBack = lbjs_protect(body, context);
  protectDepth = depth;
  return cameBack != 0;
}

LB_NORETURN static void raise(void) {
  if (protectDepth == 0 && mju_user_error) {
    mju_user_error(message);
  }
  lbjs_throw(lb_lastErrorFields());
}

// The loader calls this after an exception or trap left wasm frames behind.
void lb_resetProtect(void) {
  protectDepth = 0;
}

#else

typedef struct ProtectFrame_ {
  jmp_buf resume;
  struct ProtectFrame_* outer;
} ProtectFrame;

static LB_THREAD_LOCAL ProtectFrame* innermost = NULL;

bool lb_protect(void (*body)(void* context), void* context) {
  ProtectFrame frame = {.outer = innermost};
  innermost = &frame;
  protectDepth++;
  bool cameBack = setjmp(frame.resume) == 0;
  if (cameBack) {
    body(context);
  }
  protectDepth--;
  innermost = frame.outer;
  return cameBack;
}

// Lets a user who started the program by a click read the message, before its window closes.
static void waitForEnter(void) {
  if (isatty(STDIN_FILENO)) {
    fprintf(stderr, "\nPress Enter to exit...");
    getchar();
  }
}

LB_NORETURN static void raise(void) {
  if (innermost) {
    longjmp(innermost->resume, 1);
  }
  if (mju_user_error) {
    mju_user_error(message);
  } else {
    lb_logText(mjLOG_ERROR, mjTOPIC_NONE, message);
    waitForEnter();
  }
  exit(EXIT_FAILURE);
}

#endif

const char* lb_lastError(void) {
  return message;
}

const lbError* lb_lastErrorFields(void) {
  lastError = (lbError){
      .message = message,
      .file = fields.file,
      .element = fields.element,
      .elementName = fields.elementName,
      .attribute = fields.attribute,
      .expected = fields.expected,
      .missing = fields.missing,
      .missingCount = fields.missingCount,
      .line = fields.line,
      .column = fields.column,
  };
  return &lastError;
}

// Either may be the last error's own.
static void keep(const char* text, const lbErrorFields* known) {
  if (known) {
    fields = *known;
  } else {
    memset(&fields, 0, sizeof fields);
  }
  if (text != message) {
    snprintf(message, sizeof message, "%s", text);
  }
}

void lb_setLastError(const char* text, const lbErrorFields* known) {
  keep(text, known || strcmp(text, message) ? known : &fields);
}

void lb_raise(const char* text, const lbErrorFields* known) {
  keep(text, known);
  raise();
}

void lb_raiseAgain(void) {
  raise();
}

void lb_error(const char* format, ...) {
  char text[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  lb_raise(text, NULL);
}

#ifdef LB_WASM

static void complain(const char* text) {
  lb_raise(text, NULL);
}

#else

static void complain(const char* text) {
  keep(text, NULL);
  if (innermost || !mju_user_error) {
    raise();
  }
  mju_user_error(message);
}

void lb_complain(const char* format, ...) {
  char text[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  complain(text);
}

#endif

void lb_report(char* error, int error_sz, const char* text) {
  if (error && error_sz > 0) {
    snprintf(error, (size_t)error_sz, "%s", text);
  }
}

void lb_checkId(mjtSize count, int id, const char* what, const char* caller) {
  if (id < 0 || id >= count) {
    lb_error("%s: invalid %s %d", caller, what, id);
  }
}

void lb_assertFailed(const char* expression, const char* file, int line) {
  lb_error("internal error: %s is false (%s:%d)", expression, file, line);
}

void lb_formatMessage(char* text, size_t size, const char* format, va_list arguments) {
#ifdef LB_WASM
  // (a va_list is an address there; C passes one that is not zero where there are arguments)
  if (!arguments) {
    snprintf(text, size, "%s", format);
    return;
  }
#endif
  vsnprintf(text, size, format, arguments);
}

void mju_error(const char* msg, ...) {
  char text[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, msg);
  lb_formatMessage(text, sizeof text, msg, arguments);
  va_end(arguments);
  complain(text);
}
