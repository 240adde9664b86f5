// Errors, warnings and protected calls.
//
// An error is raised with lb_error (or mju_error) and never returns to the caller. It goes to the
// innermost lb_protect on the call chain, which then returns false with the message in
// lb_lastError and the rest in lb_lastErrorFields. Outside any lb_protect it goes to
// mju_user_error, which must not return. Without one it throws MjError into JavaScript (wasm),
// where the embedding restores the stack pointer and goes on, or natively is logged (to the log
// handler, else the console and the log file, see mju_setLogConfig) and ends the program. Code
// between lb_protect and lb_error must own its memory through a region, an object that outlives the
// call, or mjData's stack.
//
// What an error says of a model (place, attribute, what was expected) is in base/fault.h.

#pragma once

#include "api/errors.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LB_PRINTF(formatIndex, firstArgument) \
  __attribute__((format(printf, formatIndex, firstArgument)))
#define LB_NORETURN __attribute__((noreturn))
#else
#define LB_PRINTF(formatIndex, firstArgument)
#define LB_NORETURN
#endif

#define LB_MESSAGE_SIZE 1024
// for all problems of a model together
#define LB_REPORT_SIZE (8 * LB_MESSAGE_SIZE)

// Copies of what lbError points to; longer texts are cut.
typedef struct lbErrorFields_ {
  int line;
  int column;
  char file[256];
  char element[64];
  char elementName[128];
  char attribute[64];
  char expected[512];
  int missingCount;
  int missingSize;  // bytes used, zero bytes included
  char missing[LB_REPORT_SIZE];
} lbErrorFields;

// Runs body(context). Returns true when it came back, false when an error was raised inside.
bool lb_protect(void (*body)(void* context), void* context);

// The message of the error that made the last lb_protect return false.
const char* lb_lastError(void);

// Makes this the last error without raising it. fields may be NULL: nothing is known but the
// message, unless it is that of the last error already.
void lb_setLastError(const char* message, const lbErrorFields* fields);

// Raises an error; printf format.
LB_NORETURN void lb_error(const char* format, ...) LB_PRINTF(1, 2);

// An error of a call that has done nothing yet. It returns where mju_user_error does, natively and
// where nothing protects: then the call gives up, and the program goes on.
#ifdef LB_WASM
#define lb_complain lb_error
#else
void lb_complain(const char* format, ...) LB_PRINTF(1, 2);
#endif

// Raises an error with what is known of it; NULL: nothing.
LB_NORETURN void lb_raise(const char* message, const lbErrorFields* fields);

// Raises the last error again, after what it left behind was cleaned up.
LB_NORETURN void lb_raiseAgain(void);

// Reports a warning to mju_user_warning, the log handler, or standard error / the console; printf
// format.
void lb_warning(const char* format, ...) LB_PRINTF(1, 2);

// Sends a text to the log as a message of this level (mjtLogLevel) and topic (mjtLogTopic): its
// subject, or where that has no room for it the start of it, with the whole text as body.
void lb_logText(int level, int topic, const char* text);

// Prints a text and a line feed, whatever handlers and the configuration of the log say.
void lb_printText(const char* text);

// Writes a text into the error buffer of a caller, cut at its size; one of NULL or size 0 gets
// none.
void lb_report(char* error, int error_sz, const char* text);

// Raises an error that names the calling function where an argument that it needs is NULL. In the
// module JavaScript has refused those before.
#ifdef LB_WASM
#define LB_REQUIRE(pointers) ((void)0)
#else
#define LB_REQUIRE(pointers) \
  ((pointers) ? (void)0 : lb_error("%s: NULL argument, needs %s", __func__, #pointers))
#endif

// Raises an error of the function `caller` when there is no object with this id, one of `count`:
// ids come from callers, and a wrong one must not reach memory.
void lb_checkId(mjtSize count, int id, const char* what, const char* caller);

// Internal consistency: on in debug builds, an error naming expression, file and line.
LB_NORETURN void lb_assertFailed(const char* expression, const char* file, int line);
#ifndef NDEBUG
#define LB_ASSERT(expression) \
  ((expression) ? (void)0 : lb_assertFailed(#expression, __FILE__, __LINE__))
#else
#define LB_ASSERT(expression) ((void)0)
#endif

#ifdef __cplusplus
}
#endif
