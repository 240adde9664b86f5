// The last error as fields, so that programs need not read its message.

#pragma once

#include "types.h"

// What is known of an error. Texts are "" and numbers 0 where nothing is known. When a message
// tells of several problems, the fields are those of the first, and missing is of all.
typedef struct lbError_ {
  const char* message;      // all of it
  const char* file;         // in which the fault is; a line is one of the model, not of its assets
  const char* element;      // XML element, or the name of one that was not read from XML
  const char* elementName;  // name of that element in the model
  const char* attribute;    // at fault
  const char* expected;     // what should be there instead
  const char* missing;      // names of files that were not found, each with a zero byte at its end
  int missingCount;         // of these names
  int line;                 // in the file, counted from 1
  int column;               // in that line, counted from 1: of the attribute, else of the element
} lbError;

#ifdef __cplusplus
extern "C" {
#endif

// The error that the last failing call of the engine came back with: mj_loadXML, mj_parseXML,
// mj_compile and all others that return a message, or the one that mju_user_error was called for.
// Its texts stay valid until the next error.
LB_API const lbError* lb_lastErrorFields(void);

#ifdef __cplusplus
}
#endif
