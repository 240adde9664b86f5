// Formatted text without the C library's: the module is smaller, and prints what native builds do.

#pragma once

#include <stdarg.h>
#include <stddef.h>

// vsnprintf of C11 in the C locale for the conversions d i u x c s e f g (and E F G) and %%, with
// all flags, width, precision (of integers apart) and the lengths h l ll z j t.
int lb_vsnprintf(char* text, size_t size, const char* format, va_list arguments);
