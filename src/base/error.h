// Errors, warnings and protected calls.
//
// An error is raised with lb_error (or mju_error) and never returns to the caller. It goes to the
// innermost lb_protect on the call chain, which then returns false with the message in
// lb_lastError. Outside any lb_protect it goes to mju_user_error, to the log handler, or ends the
// program (native) / throws MjError into JavaScript (wasm), where the embedding restores the stack
// pointer and goes on. Code between lb_protect and lb_error must own its memory through a region,
// an object that outlives the call, or mjData's stack.

#pragma once

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

// Runs body(context). Returns true when it came back, false when an error was raised inside.
bool lb_protect(void (*body)(void* context), void* context);

// The message of the error that made the last lb_protect return false.
const char* lb_lastError(void);

// Raises an error; printf format.
LB_NORETURN void lb_error(const char* format, ...) LB_PRINTF(1, 2);

// Reports a warning to mju_user_warning, the log handler, or standard error / the console; printf
// format.
void lb_warning(const char* format, ...) LB_PRINTF(1, 2);

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
