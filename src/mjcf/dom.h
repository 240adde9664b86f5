// XML as a tree of plain C structs.
//
// dom.cc is the only file that knows tinyxml2: it turns text into this tree, which lives in a
// region. Comments, declarations and text are dropped. Every element knows its file, line and
// column.

#pragma once

#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

// Levels of elements that a document may have. Nothing that can be saved has more.
enum { LB_XML_DEPTH = 2010 };

typedef struct lbXmlAttribute_ {
  const char* name;
  const char* value;
  int line;
  int column;
  struct lbXmlAttribute_* next;
} lbXmlAttribute;

typedef struct lbXml_ {
  const char* name;
  const char* file;  // file it was read from, NULL for a string
  int line;
  int column;  // of its '<', counted from 1
  int kind;    // schema element, set by lb_validate
  int isBare;  // nothing between its tags, not even a comment
  lbXmlAttribute* attributes;
  struct lbXml_* parent;
  struct lbXml_* child;  // first
  struct lbXml_* next;   // sibling
} lbXml;

// Parses a document; raises an error on malformed XML or when there is no root element. Depth is
// limited (LB_XML_DEPTH levels).
lbXml* lb_parseXml(lbRegion* region, const char* text, size_t length, const char* file);

// Value of an attribute, NULL when absent.
const char* lb_xmlValue(const lbXml* node, const char* name);

// First child with that name, NULL when there is none.
lbXml* lb_xmlChild(const lbXml* node, const char* name);

#ifdef __cplusplus
}
#endif
