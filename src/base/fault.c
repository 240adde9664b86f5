// Faults of models; see base/fault.h. The words of places are those of the published interface.

#include "base/fault.h"

#include <stdio.h>
#include <string.h>

enum { ROOM_FOR_MORE = 32 };  // bytes kept free for "... and 12 more"

static const char* orEmpty(const char* text) {
  return text ? text : "";
}

void lb_placeText(char* text, size_t size, const lbFault* fault) {
  const char* file = fault->file;
  char fileText[300] = "";
  text[0] = 0;
  if (file) {
    snprintf(fileText, sizeof fileText, ", file '%s'", file);
  }
  if (fault->place == LB_PLACE_XML) {
    snprintf(text, size, "\nElement '%s', line %d, column %d%s", fault->element, fault->line,
             fault->column, fileText);
  } else if (fault->place == LB_PLACE_MODEL) {
    char line[64] = "";
    const char* tag = fault->element;
    if (fault->line > 0) {
      snprintf(line, sizeof line, ", line %d, column %d", fault->line, fault->column);
    }
    snprintf(text, size, "\nElement name '%s', id %d%s%s%s%s%s", orEmpty(fault->name), fault->id,
             line, fileText, tag ? " (<" : "", orEmpty(tag), tag ? ">)" : "");
  }
}

void lb_faultText(char* text, size_t size, const lbFault* fault, const char* words) {
  char place[256];
  lb_placeText(place, sizeof place, fault);
  snprintf(text, size, "%s%s%s%s%s", words, fault->expected ? ", expected " : "",
           fault->expected && fault->isChoice ? "one of " : "", orEmpty(fault->expected), place);
}

// Fills a field that is empty yet.
static void fill(char* field, size_t size, const char* text) {
  if (!field[0] && text) {
    snprintf(field, size, "%s", text);
  }
}

static void addMissing(lbErrorFields* fields, const char* name) {
  int size = (int)strlen(name) + 1;
  if (fields->missingSize + size <= (int)sizeof fields->missing) {
    memcpy(fields->missing + fields->missingSize, name, (size_t)size);
    fields->missingSize += size;
    fields->missingCount++;
  }
}

static void takeLast(lbErrorFields* fields) {
  const lbError* last = lb_lastErrorFields();
  fields->line = last->line;
  fields->column = last->column;
  fill(fields->file, sizeof fields->file, last->file);
  fill(fields->element, sizeof fields->element, last->element);
  fill(fields->elementName, sizeof fields->elementName, last->elementName);
  fill(fields->attribute, sizeof fields->attribute, last->attribute);
  fill(fields->expected, sizeof fields->expected, last->expected);
  const char* name = last->missing;
  for (int i = 0; i < last->missingCount; i++, name += strlen(name) + 1) {
    addMissing(fields, name);
  }
}

void lb_faultFields(lbErrorFields* fields, const lbFault* fault) {
  memset(fields, 0, sizeof *fields);
  if (fault->quotesLast) {
    takeLast(fields);
  }
  // a place stays together: what encloses it knows of another one
  if (!fields->line) {
    if (fault->line) {
      fields->file[0] = 0;
    }
    fields->line = fault->line;
    fields->column = fault->column;
    bool named = fault->name && fault->name[0];
    fill(fields->file, sizeof fields->file, fault->file);
    fill(fields->element, sizeof fields->element,
         fault->element ? fault->element
         : named        ? fault->name
                        : NULL);
    fill(fields->elementName, sizeof fields->elementName, fault->name);
    fill(fields->attribute, sizeof fields->attribute, fault->attribute);
  }
  fill(fields->expected, sizeof fields->expected, fault->expected);
  // nothing of the model names a file: the one that was read
  fill(fields->file, sizeof fields->file, fault->asset);
  if (fault->missing) {
    fill(fields->file, sizeof fields->file, fault->missing);
    addMissing(fields, fault->missing);
  }
}

static void setLast(const lbFault* fault, const char* format, va_list arguments) {
  char words[LB_MESSAGE_SIZE];
  char text[LB_MESSAGE_SIZE];
  lbErrorFields fields;
  vsnprintf(words, sizeof words, format, arguments);
  lb_faultText(text, sizeof text, fault, words);
  lb_faultFields(&fields, fault);
  lb_setLastError(text, &fields);
}

void lb_setLastFault(const lbFault* fault, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  setLast(fault, format, arguments);
  va_end(arguments);
}

void lb_raiseFault(const lbFault* fault, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  setLast(fault, format, arguments);
  va_end(arguments);
  lb_raiseAgain();
}

void lb_addProblem(lbProblems* problems, int size, const char* message,
                   const lbErrorFields* fields) {
  int length = (int)strlen(message);
  if (problems->length == 0) {
    problems->fields = *fields;
  } else {
    const char* name = fields->missing;
    for (int i = 0; i < fields->missingCount; i++, name += strlen(name) + 1) {
      addMissing(&problems->fields, name);
    }
    if (problems->length + length + ROOM_FOR_MORE > size) {
      problems->more++;
      return;
    }
  }
  snprintf(problems->text + problems->length, (size_t)(size - problems->length), "%s%s",
           problems->length ? "\n" : "", message);
  problems->length = (int)strlen(problems->text);
}

void lb_finishProblems(lbProblems* problems) {
  if (problems->more) {
    snprintf(problems->text + problems->length, sizeof problems->text - (size_t)problems->length,
             "\n... and %d more", problems->more);
  }
}
