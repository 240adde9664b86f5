// The C library's functions that the engine has its own of: code that calls the former, third-party
// code too, gets the latter, and the module holds each once.

#include "base/compiler.h"
#include "base/decimal.h"
#include "base/format.h"
#include "math/libm.h"

#include <stdarg.h>
#include <stddef.h>

double pow(double base, double exponent) {
  return lb_pow(base, exponent);
}

double strtod(const char* restrict text, char** restrict end) {
  return lb_strtod(text, end);
}

int vsnprintf(char* restrict text, size_t size, const char* restrict format, va_list arguments) {
  return lb_vsnprintf(text, size, format, arguments);
}

int snprintf(char* restrict text, size_t size, const char* restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = lb_vsnprintf(text, size, format, arguments);
  va_end(arguments);
  return length;
}

#if LB_THREADS
// abort: with memory that is shared, the C library leaves it to JavaScript.
void _abort_js(void) {
  __builtin_trap();
}
#endif
