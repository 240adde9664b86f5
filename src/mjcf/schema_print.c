// mj_printSchema: the MJCF table as text or HTML.

#include "base/vfs.h"
#include "mjcf/schema.h"

#include "api/mj_functions.h"

#include <stdio.h>
#include <string.h>

typedef struct Printer_ {
  LB_ARRAY(char) text;
  bool html;
  bool pad;
  int depth;
} Printer;

static void put(Printer* printer, const char* text) {
  for (; *text; text++) {
    LB_PUSH(&printer->text, *text);
  }
}

static void putCell(Printer* printer, const char* text, int width) {
  put(printer, text);
  for (int i = (int)strlen(text); printer->pad && i < width; i++) {
    put(printer, " ");
  }
}

static void indent(Printer* printer) {
  for (int i = 0; i < printer->depth; i++) {
    put(printer, printer->html ? "&nbsp;&nbsp;&nbsp;" : "    ");
  }
}

static void putAttributes(Printer* printer, const lbAttributes* attributes, int* column) {
  enum {
    COLUMNS = 5,
    WIDTH = 20,
  };
  for (int i = 0; i < attributes->count; i++) {
    if (*column == COLUMNS) {
      *column = 0;
      put(printer, printer->html ? "<br/>" : "\n");
      for (int k = 0; !printer->html && k < printer->depth + 1; k++) {
        put(printer, "    ");
      }
    }
    putCell(printer, attributes->items[i].name, WIDTH);
    put(printer, " ");
    (*column)++;
  }
}

// An element inside itself (bodies, default classes) is printed once.
static void putElement(Printer* printer, int id, const int* path, int length, char occurrence) {
  enum {
    MAX_PATH = 32,
  };
  const lbSchema* element = lb_schema((lbElementId)id);
  int inner[MAX_PATH];
  int column = 0;
  for (int i = 0; i < length; i++) {
    if (path[i] == id) {
      return;
    }
  }
  put(printer, printer->html ? "<tr><td>" : "");
  indent(printer);
  char mark[4] = {' ', '(', occurrence, 0};
  put(printer, element->name);
  put(printer, mark);
  put(printer, printer->html ? ")</td><td>" : ")  ");
  putAttributes(printer, &element->attributes, &column);
  for (int g = 0; g < LB_SCHEMA_GROUPS; g++) {
    putAttributes(printer, &element->groups[g], &column);
  }
  put(printer, printer->html ? "</td></tr>\n" : "\n");
  if (length + 1 >= MAX_PATH) {
    return;
  }
  memcpy(inner, path, (size_t)length * sizeof(int));
  inner[length] = id;
  printer->depth++;
  for (int i = 0; i < element->childCount; i++) {
    putElement(printer, element->children[i].element, inner, length + 1,
               element->children[i].occurrence == LB_ANY ? '*' : '?');
  }
  printer->depth--;
}

static void printSchema(void* context) {
  Printer* printer = context;
  int path[1] = {-1};
  put(printer, printer->html ? "<table border=\"1\">\n" : "");
  putElement(printer, LB_ELEM_MUJOCO, path, 0, '!');
  put(printer, printer->html ? "</table>\n" : "");
  LB_PUSH(&printer->text, '\0');
}

int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html, int flg_pad) {
  Printer printer = {.html = flg_html != 0, .pad = flg_pad != 0};
  int length = -1;
  if (lb_protect(printSchema, &printer)) {
    length = printer.text.count - 1;
    if (filename && !lb_writeFile(filename, printer.text.items, (size_t)length, NULL)) {
      length = -1;
    }
    if (buffer && buffer_sz > 0) {
      snprintf(buffer, (size_t)buffer_sz, "%s", printer.text.items);
    }
  }
  LB_ARRAY_FREE(&printer.text);
  return length;
}
