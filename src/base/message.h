// Texts of the public functions that take a printf format.

#pragma once

#include <stdarg.h>
#include <stddef.h>

// The text of a format and its arguments, cut at size - 1 characters. JavaScript calls such
// functions without arguments: then the format is the text, '%' and all.
void lb_formatMessage(char* text, size_t size, const char* format, va_list arguments);
