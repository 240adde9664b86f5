// Text building; see base/text_writer.h.

#include "base/text_writer.h"

#include "base/array.h"
#include "base/vfs.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void lb_textAdd(lbText* text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  LB_RESERVE_MORE(text, length + 1);
  va_start(arguments, format);
  vsnprintf(text->items + text->count, (size_t)length + 1, format, arguments);
  va_end(arguments);
  text->count += length;
}

void lb_textSave(lbText* text, const char* filename) {
  const char* items = text->items ? text->items : "";
  if (!filename) {
#ifndef LB_WASM
    fputs(items, stdout);
#endif
  } else if (!lb_writeFile(filename, items, (size_t)text->count, NULL)) {
    lb_warning("could not write file '%s'", filename);
  }
  lb_free(text->items);
  *text = (lbText){0};
}

const char* lb_numberFormat(const char* format, const char* otherwise) {
  const char* percent = strchr(format, '%');
  if (percent && !strchr(percent + 1, '%')) {
    const char* end = percent + 1 + strspn(percent + 1, "-+ #0123456789.");
    if (*end && strchr("efgEFG", *end)) {
      return format;
    }
  }
  lb_warning("invalid float_format '%s', using the default '%s'", format, otherwise);
  return otherwise;
}
