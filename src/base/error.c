// Errors travel by longjmp natively and by a JavaScript exception in the module; see base/error.h.

#include "base/error.h"

#include "api/mju_functions.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*mju_user_error)(const char* message) = NULL;

static char lastError[LB_MESSAGE_SIZE];
static int protectDepth = 0;

#ifdef LB_WASM

// Implemented by the JavaScript loader: runs body(context) inside try/catch; 1 when it came back, 0
// when it threw.
extern int lbjs_protect(void (*body)(void*), void* context);
// Throws: either to the enclosing lbjs_protect or as MjError out of the call from JavaScript.
LB_NORETURN extern void lbjs_throw(const char* message);

bool lb_protect(void (*body)(void* context), void* context) {
  int depth = protectDepth++;
  int cameBack = lbjs_protect(body, context);
  protectDepth = depth;
  return cameBack != 0;
}

LB_NORETURN static void raise(void) {
  if (protectDepth == 0 && mju_user_error) {
    mju_user_error(lastError);
  }
  lbjs_throw(lastError);
}

// The loader calls these after an exception or trap left wasm frames behind.
void lb_setLastError(const char* message) {
  snprintf(lastError, sizeof lastError, "%s", message);
}

void lb_resetProtect(void) {
  protectDepth = 0;
}

#else

typedef struct ProtectFrame_ {
  jmp_buf resume;
  struct ProtectFrame_* outer;
} ProtectFrame;

static ProtectFrame* innermost = NULL;

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

LB_NORETURN static void raise(void) {
  if (innermost) {
    longjmp(innermost->resume, 1);
  }
  if (mju_user_error) {
    mju_user_error(lastError);
  } else {
    fprintf(stderr, "limber error: %s\n", lastError);
  }
  exit(EXIT_FAILURE);
}

#endif

const char* lb_lastError(void) {
  return lastError;
}

void lb_error(const char* format, ...) {
  char message[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  memcpy(lastError, message, sizeof message);
  raise();
}

void lb_assertFailed(const char* expression, const char* file, int line) {
  lb_error("internal error: %s is false (%s:%d)", expression, file, line);
}

void mju_error(const char* msg) {
  lb_error("%s", msg);
}
